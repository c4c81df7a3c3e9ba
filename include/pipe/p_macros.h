/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Macros that programs written for Gallium use in place of compiler extensions. */
#ifndef PIPE_P_MACROS_H
#define PIPE_P_MACROS_H

/* The number of elements of an array. The argument must not be a pointer. */
#ifndef ARRAY_SIZE
#define ARRAY_SIZE(x) (sizeof(x) / sizeof((x)[0]))
#endif

/* The name of ARRAY_SIZE in 2015. */
#ifndef Elements
#define Elements(x) ARRAY_SIZE(x)
#endif

/* The name of inline in programs until 2015. */
#ifndef INLINE
#define INLINE inline
#endif

/* Hints that a condition is mostly true, or mostly false. */
#ifndef likely
#if defined(__GNUC__)
#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#else
#define likely(x)   (x)
#define unlikely(x) (x)
#endif
#endif

/* A statement that makes compilation fail if the constant `cond` is 0. */
#ifndef STATIC_ASSERT
#define STATIC_ASSERT(cond)                                                                        \
    do {                                                                                           \
        (void)sizeof(char[1 - 2 * !(cond)]);                                                       \
    } while (0)
#endif

/* Tells the compiler that control never reaches this statement. */
#ifndef unreachable
#if defined(__GNUC__)
#define unreachable(why) __builtin_unreachable()
#else
#define unreachable(why) ((void)0)
#endif
#endif

/* Tells the compiler that `expr` is true at this statement. */
#ifndef assume
#define assume(expr) ((expr) ? (void)0 : unreachable("assumed otherwise"))
#endif

#ifndef DIV_ROUND_UP
#define DIV_ROUND_UP(a, b) ((a) / (b) + ((a) % (b) != 0))
#endif

/* Attributes of functions and variables. */
#if defined(__GNUC__)
#define GALLIUM_ATTRIBUTE(name) __attribute__((name))
#else
#define GALLIUM_ATTRIBUTE(name)
#endif
#ifndef MAYBE_UNUSED
#define MAYBE_UNUSED GALLIUM_ATTRIBUTE(unused)
#endif
#ifndef UNUSED
#define UNUSED GALLIUM_ATTRIBUTE(unused)
#endif
#ifndef USED
#define USED GALLIUM_ATTRIBUTE(used)
#endif
#ifndef MUST_CHECK
#define MUST_CHECK GALLIUM_ATTRIBUTE(warn_unused_result)
#endif
#ifndef PACKED
#define PACKED GALLIUM_ATTRIBUTE(packed)
#endif
#ifndef FLATTEN
#define FLATTEN GALLIUM_ATTRIBUTE(flatten)
#endif
#ifndef MALLOCLIKE
#define MALLOCLIKE GALLIUM_ATTRIBUTE(malloc)
#endif
#ifndef ATTRIBUTE_PURE
#define ATTRIBUTE_PURE GALLIUM_ATTRIBUTE(pure)
#endif
#ifndef ATTRIBUTE_CONST
#define ATTRIBUTE_CONST GALLIUM_ATTRIBUTE(const)
#endif
#ifndef PUBLIC
#define PUBLIC GALLIUM_ATTRIBUTE(visibility("default")) /* a shared library exports the symbol */
#endif
#ifndef PRINTFLIKE
#define PRINTFLIKE(fmt, first) GALLIUM_ATTRIBUTE(format(printf, fmt, first))
#endif

#endif
