/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Replaces cmocka's assertions by functions that never fail a test: no draw is executed, so the
 * pixels that a test reads back have no meaning. Crashes (cmocka's exceptions), hangs, and reports
 * of the validation layer still fail a test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define EXPORT __attribute__((visibility("default")))
#define UNUSED __attribute__((unused))

#undef assert_true

#define TWO(name, type)                                                                            \
    EXPORT void name(UNUSED type a, UNUSED type b, UNUSED const char *file, UNUSED int line)       \
    {                                                                                              \
    }
#define THREE(name, one, two, three)                                                               \
    EXPORT void name(UNUSED one a, UNUSED two b, UNUSED three c, UNUSED const char *file,          \
                     UNUSED int line)                                                              \
    {                                                                                              \
    }

TWO(_assert_int_equal, const LargestIntegralType)
TWO(_assert_int_not_equal, const LargestIntegralType)
TWO(_assert_string_equal, const char *const)
TWO(_assert_string_not_equal, const char *const)
THREE(_assert_float_equal, const float, const float, const float)
THREE(_assert_float_not_equal, const float, const float, const float)
THREE(_assert_memory_equal, const void *const, const void *const, const size_t)
THREE(_assert_memory_not_equal, const void *const, const void *const, const size_t)
THREE(_assert_in_range, const LargestIntegralType, const LargestIntegralType,
      const LargestIntegralType)
THREE(_assert_not_in_range, const LargestIntegralType, const LargestIntegralType,
      const LargestIntegralType)

EXPORT void _assert_true(UNUSED const LargestIntegralType result,
                         UNUSED const char *const expression, UNUSED const char *const file,
                         UNUSED const int line)
{
}

EXPORT void _assert_return_code(UNUSED const LargestIntegralType result, UNUSED size_t length,
                                UNUSED const LargestIntegralType error,
                                UNUSED const char *const expression, UNUSED const char *const file,
                                UNUSED const int line)
{
}

EXPORT void _fail(UNUSED const char *const file, UNUSED const int line)
{
}

EXPORT void print_error(const char *const format, ...)
{
    va_list args;

    va_start(args, format);
    if (strstr(format, "exception"))
        vfprintf(stderr, format, args);
    va_end(args);
}

EXPORT void vprint_error(UNUSED const char *const format, UNUSED va_list args)
{
}
