/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages and options of programs written against Gallium. */
#include "util/u_debug.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "util/env.h"

void _debug_vprintf(const char *format, va_list args)
{
    vfprintf(stderr, format, args);
}

const char *debug_get_option(const char *name, const char *dfault)
{
    const char *value = gv_getenv(name);
    return value ? value : dfault;
}

boolean debug_get_bool_option(const char *name, boolean dfault)
{
    static const char *const no[] = {"0", "n", "no", "f", "false"};
    const char *value = gv_getenv(name);
    if (!value)
        return dfault;
    for (size_t i = 0; i < ARRAY_SIZE(no); i++) {
        if (strcasecmp(value, no[i]) == 0)
            return FALSE;
    }
    return TRUE;
}

/* Digits of a base, all of the string; false where it is no such number. */
static bool parse_digits(const char *digits, unsigned base, unsigned long *out_value)
{
    unsigned long value = 0;
    if (!*digits)
        return false;
    for (; *digits; digits++) {
        int c = tolower((unsigned char)*digits);
        unsigned digit = c >= 'a' ? (unsigned)(c - 'a') + 10u : (unsigned)(c - '0');
        if (!isxdigit(c) || digit >= base || value > ((unsigned long)LONG_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out_value = value;
    return true;
}

long debug_get_num_option(const char *name, long dfault)
{
    const char *value = gv_getenv(name);
    if (!value)
        return dfault;
    bool negative = *value == '-';
    value += negative;
    unsigned long number;
    bool is_hex = value[0] == '0' && tolower((unsigned char)value[1]) == 'x';
    if (!(is_hex ? parse_digits(value + 2, 16, &number) : parse_digits(value, 10, &number)))
        return dfault;
    return negative ? -(long)number : (long)number;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

uint64_t debug_get_flags_option(const char *name, const struct debug_named_value *flags,
                                uint64_t dfault)
{
    const char *at = gv_getenv(name);
    if (!at)
        return dfault;
    uint64_t value = 0;
    while (*at) {
        size_t len = 0;
        while (is_word(at[len]))
            len++;
        for (const struct debug_named_value *f = flags; len && f->name; f++) {
            bool named = strlen(f->name) == len && strncasecmp(f->name, at, len) == 0;
            if (named || (len == 3 && strncasecmp("all", at, len) == 0))
                value |= f->value;
        }
        at += len ? len : 1;
    }
    return value;
}

const char *debug_dump_enum(const struct debug_named_value *names, unsigned long value)
{
    for (; names->name; names++) {
        if (names->value == value)
            return names->name;
    }
    return "???";
}
