/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Text of shaders that is put together line by line. */
#ifndef PIPE_TEXT_H
#define PIPE_TEXT_H

#include <stddef.h>

/* Zeros: empty. at is the owner's to free. */
struct text {
    char *at; /* ends with NUL; NULL while empty */
    size_t len, size;
};

/* Adds what printf() would print, at most 1023 characters. */
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
