/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Words that programs written against Gallium use in place of a compiler's own. */
#ifndef UTIL_MACROS_H
#define UTIL_MACROS_H

/* How many elements an array has; not for pointers. */
#ifndef ARRAY_SIZE
#define ARRAY_SIZE(x) (sizeof(x) / sizeof((x)[0]))
#endif

/* The name of 2015. */
#ifndef Elements
#define Elements(x) ARRAY_SIZE(x)
#endif

/* What programs until 2015 write for inline. */
#ifndef INLINE
#define INLINE inline
#endif

/* Whether a condition is mostly true, or mostly false. */
#ifndef likely
#if defined(__GNUC__)
#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#else
#define likely(x)   (x)
#define unlikely(x) (x)
#endif
#endif

/* Fails the compilation where cond, a constant, is 0. A statement. */
#ifndef STATIC_ASSERT
#define STATIC_ASSERT(cond)                                                                        \
    do {                                                                                           \
        (void)sizeof(char[1 - 2 * !(cond)]);                                                       \
    } while (0)
#endif

/* Control never gets here. */
#ifndef unreachable
#if defined(__GNUC__)
#define unreachable(why) __builtin_unreachable()
#else
#define unreachable(why)
#endif
#endif

#ifndef MAYBE_UNUSED
#if defined(__GNUC__)
#define MAYBE_UNUSED __attribute__((unused))
#else
#define MAYBE_UNUSED
#endif
#endif

#ifndef PRINTFLIKE
#if defined(__GNUC__)
#define PRINTFLIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#else
#define PRINTFLIKE(fmt, first)
#endif
#endif

#endif
