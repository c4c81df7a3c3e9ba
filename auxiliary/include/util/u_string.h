/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* String functions of the C library under the names of 2015. */
#ifndef UTIL_U_STRING_H
#define UTIL_U_STRING_H

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "pipe/p_compiler.h"

#ifndef util_snprintf
#define util_snprintf   snprintf
#define util_vsnprintf  vsnprintf
#define util_strchr     strchr
#define util_strcmp     strcmp
#define util_strncmp    strncmp
#define util_strstr     strstr
#define util_memmove    memmove
#define util_sprintf    sprintf
#define util_vsprintf   vsprintf
#define util_strncat    strncat
#define util_strcasecmp strcasecmp
#endif

/* Returns a pointer to the first `c` in `s`, or to the terminating NUL. */
static inline char *util_strchrnul(const char *s, char c)
{
    char *at = (char *)(uintptr_t)strchr(s, c);

    return at ? at : (char *)(uintptr_t)s + strlen(s);
}

/* A string in an array of the program. Text that does not fit into the array is cut off. */
struct util_strbuf {
    char *str;
    char *ptr;   /* the end of the text */
    size_t left; /* free bytes after ptr, including the NUL */
};

static inline void util_strbuf_init(struct util_strbuf *sbuf, char *str, size_t size)
{
    sbuf->str = sbuf->ptr = str;
    sbuf->left = size;
    if (size) {
        *str = '\0';
    }
}

PRINTFLIKE(2, 3)
static inline void util_strbuf_printf(struct util_strbuf *sbuf, const char *format, ...)
{
    va_list args;
    int len;

    if (sbuf->left <= 1) {
        return;
    }
    va_start(args, format);
    len = vsnprintf(sbuf->ptr, sbuf->left, format, args);
    va_end(args);
    if (len > 0) {
        size_t num = (size_t)len < sbuf->left ? (size_t)len : sbuf->left - 1;

        sbuf->ptr += num;
        sbuf->left -= num;
    }
}

#endif
