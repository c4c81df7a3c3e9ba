/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Text of a shader that is assembled line by line. */
#ifndef PIPE_TEXT_H
#define PIPE_TEXT_H

#include <stddef.h>

/* A text; it is empty if all members are 0. The owner must free() the member `at`. */
struct text {
    char *at; /* ends with NUL; NULL while empty */
    size_t len, size;
};

/* Appends formatted text as printf() does, at most 1023 characters. */
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
