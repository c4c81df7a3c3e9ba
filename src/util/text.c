/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Small text helpers. */
#include "util/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/checked.h"

void gv_text_add(struct gv_text *text, const char *format, ...)
{
    size_t room_B = text->size_B - text->len;
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text->data + text->len, room_B, format, args);
    va_end(args);
    if (len > 0)
        text->len += (size_t)len < room_B ? (size_t)len : room_B - 1;
}

bool gv_parse_u64(const char *digits, size_t len, uint64_t max, uint64_t *out_value)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9' || !gv_mul_u64(value, 10, &value) ||
            !gv_add_u64(value, (uint64_t)(digits[i] - '0'), &value))
            return false;
    }
    if (len == 0 || value > max)
        return false;
    *out_value = value;
    return true;
}

bool gv_text_is(const char *name, const char *text, size_t len)
{
    return strlen(name) == len && memcmp(name, text, len) == 0;
}

bool gv_text_has_nocase(const char *text, const char *needle)
{
    return strcasestr(text, needle) != NULL;
}
