/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Text of shaders that is put together line by line. */
#ifndef PIPE_TEXT_H
#define PIPE_TEXT_H

#include <stddef.h>

/* An empty text is all zeros. The owner must free() at. */
struct text {
    char *at; /* ends with NUL; NULL while empty */
    size_t len, size;
};

/* Appends what printf() would print, at most 1023 characters. */
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
