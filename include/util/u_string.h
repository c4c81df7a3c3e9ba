/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The C library's string functions under the names of 2015. */
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

/* The first c in s, or the NUL behind it. */
static inline char *util_strchrnul(const char *s, char c)
{
    char *at = (char *)(uintptr_t)strchr(s, c);

    return at ? at : (char *)(uintptr_t)s + strlen(s);
}

#endif
