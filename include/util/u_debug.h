/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages to standard error, and options that the environment sets, for programs written against
 * Gallium. Galvan itself writes to a galvan_log instead. As in Gallium, what a program says with
 * these counts in builds of the program where DEBUG is defined, unless a comment tells otherwise.
 *
 * Any thread may call the functions; a message is one write. */
#ifndef UTIL_U_DEBUG_H
#define UTIL_U_DEBUG_H

#include <assert.h>
#include <stdio.h>

#include "pipe/p_compiler.h"
#include "pipe/p_format.h"
#include "util/u_debug_image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a message whether or not DEBUG is defined; printf's formats. */
PUBLIC void _debug_vprintf(const char *format, va_list args);

PRINTFLIKE(1, 2) static inline void _debug_printf(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    _debug_vprintf(format, args);
    va_end(args);
}

/* The same with DEBUG only. */
PRINTFLIKE(1, 2) static inline void debug_printf(const char *format, ...)
{
#ifdef DEBUG
    va_list args;

    va_start(args, format);
    _debug_vprintf(format, args);
    va_end(args);
#else
    (void)format;
#endif
}

static inline void debug_vprintf(const char *format, va_list args)
{
#ifdef DEBUG
    _debug_vprintf(format, args);
#else
    (void)format;
    (void)args;
#endif
}

/* Where a program is, and what is odd there. debug_error always writes. */
#ifdef DEBUG
#define debug_checkpoint() _debug_printf("%s\n", __func__)
#define debug_warning(msg) _debug_printf("%s:%d: warning: %s\n", __FILE__, __LINE__, msg)
#define debug_assert(expr) assert(expr)
#else
#define debug_checkpoint() ((void)0)
#define debug_warning(msg) ((void)0)
#define debug_assert(expr) ((void)(0 && (expr)))
#endif
#define debug_error(msg) _debug_printf("%s:%d: error: %s\n", __FILE__, __LINE__, msg)

/* A number and its name, in arrays that end with DEBUG_NAMED_VALUE_END. */
struct debug_named_value {
    const char *name; /* NULL: the end */
    uint64_t value;
    const char *desc; /* may be NULL */
};

/* clang-format off */
#define DEBUG_NAMED_VALUE(symbol)                         {#symbol, (unsigned long)(symbol), NULL}
#define DEBUG_NAMED_VALUE_WITH_DESCRIPTION(symbol, desc)  {#symbol, (unsigned long)(symbol), desc}
#define DEBUG_NAMED_VALUE_END                             {NULL, 0, NULL}
/* clang-format on */

/* Options: environment variables, read at each call; dfault where they are not set, empty or mean
 * nothing. Strings belong to the environment. Also without DEBUG. */
PUBLIC const char *debug_get_option(const char *name, const char *dfault);
/* "0", "n", "no", "f", "false" in any case are FALSE, anything else TRUE. */
PUBLIC boolean debug_get_bool_option(const char *name, boolean dfault);
/* Decimal, or hexadecimal behind 0x. */
PUBLIC long debug_get_num_option(const char *name, long dfault);
/* Names out of flags, parted by anything that is no letter, digit or underscore; "all" is all.
 * What is no name counts nothing: 0 where none is a name. */
PUBLIC uint64_t debug_get_flags_option(const char *name, const struct debug_named_value *flags,
                                       uint64_t dfault);

/* Functions debug_get_option_SUFFIX() that look only the first time. */
#define DEBUG_GET_ONCE_BOOL_OPTION(suffix, name, dfault)                                           \
    static boolean debug_get_option_##suffix(void)                                                 \
    {                                                                                              \
        static int value = -1;                                                                     \
        if (value < 0)                                                                             \
            value = debug_get_bool_option(name, dfault);                                           \
        return (boolean)value;                                                                     \
    }
#define DEBUG_GET_ONCE_NUM_OPTION(suffix, name, dfault)                                            \
    static long debug_get_option_##suffix(void)                                                    \
    {                                                                                              \
        static boolean known = FALSE;                                                              \
        static long value;                                                                         \
        if (!known)                                                                                \
            value = debug_get_num_option(name, dfault);                                            \
        known = TRUE;                                                                              \
        return value;                                                                              \
    }
#define DEBUG_GET_ONCE_FLAGS_OPTION(suffix, name, flags, dfault)                                   \
    static uint64_t debug_get_option_##suffix(void)                                                \
    {                                                                                              \
        static boolean known = FALSE;                                                              \
        static uint64_t value;                                                                     \
        if (!known)                                                                                \
            value = debug_get_flags_option(name, flags, dfault);                                   \
        known = TRUE;                                                                              \
        return value;                                                                              \
    }

/* The name of a value, or "???" where names has none. Lives as long as names. */
PUBLIC const char *debug_dump_enum(const struct debug_named_value *names, unsigned long value);

#ifdef __cplusplus
}
#endif
#endif
