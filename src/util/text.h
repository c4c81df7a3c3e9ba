/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Small text helpers: a fixed buffer to append to, comparison, strict number parsing, and text that
 * a terminal may be shown. */
#ifndef GV_UTIL_TEXT_H
#define GV_UTIL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/must_check.h"

/* A caller's buffer, always NUL-terminated; what does not fit is cut. */
struct gv_text {
    char *data;
    size_t size_B; /* of data, at least 1 */
    size_t len;
};

static inline struct gv_text gv_text_init(char *data, size_t size_B)
{
    data[0] = '\0';
    return (struct gv_text){.data = data, .size_B = size_B};
}

void gv_text_add(struct gv_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Decimal digits only, all len of them; false when there is none, another character, or the
 * number is above max. */
GV_MUST_CHECK bool gv_parse_u64(const char *digits, size_t len, uint64_t max, uint64_t *out_value);

/* Whether the len characters at text are those of name. */
bool gv_text_is(const char *name, const char *text, size_t len);

/* Whether needle occurs in text, letters compared without case (ASCII). An empty needle does. */
bool gv_text_has_nocase(const char *text, const char *needle);

/* Replaces by '?' what could do something to a terminal or deceive its reader: control characters
 * (C0 and C1), bytes that are no UTF-8, marks that change the direction of writing, and characters
 * that nobody sees. */
void gv_text_make_plain(char *text);

#endif
