/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "pipe_text.h"

#include <stdio.h>
#include <stdlib.h>

#include "pipe_fixture.h"

enum {
    MAX_LINE = 1024
};

void text_add(struct text *t, const char *format, ...)
{
    va_list args;
    if (t->size - t->len < MAX_LINE) {
        t->size = 2 * t->size + MAX_LINE;
        t->at = realloc(t->at, t->size);
        assert_non_null(t->at);
    }
    va_start(args, format);
    const int len = vsnprintf(t->at + t->len, MAX_LINE, format, args);
    va_end(args);
    assert_in_range(len, 0, MAX_LINE - 1);
    t->len += (size_t)len;
}
