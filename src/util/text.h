/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Small text helpers: appending to a fixed buffer, comparison, strict number parsing, and making
 * text safe for a terminal. */
#ifndef GV_UTIL_TEXT_H
#define GV_UTIL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/must_check.h"

/* A caller's buffer, which always ends in a NUL. Text that does not fit is truncated. */
struct gv_text {
    char *data;
    size_t size_B; /* size of data, at least 1 */
    size_t len;
};

static inline struct gv_text gv_text_init(char *data, size_t size_B)
{
    data[0] = '\0';
    return (struct gv_text){.data = data, .size_B = size_B};
}

void gv_text_add(struct gv_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Parses exactly `len` decimal digits. Returns false if `len` is 0, another character occurs, or
 * the number exceeds max. */
GV_MUST_CHECK bool gv_parse_u64(const char *digits, size_t len, uint64_t max, uint64_t *out_value);

/* Whether the `len` characters at `text` equal the string `name`. */
bool gv_text_is(const char *name, const char *text, size_t len);

/* Whether `needle` occurs in `text`, ignoring the case of ASCII letters. An empty needle always
 * occurs. */
bool gv_text_has_nocase(const char *text, const char *needle);

/* Replaces characters that could affect a terminal or deceive a reader with '?': control characters
 * (C0 and C1), invalid UTF-8, marks that change the writing direction, and invisible characters. */
void gv_text_make_plain(char *text);

#endif
