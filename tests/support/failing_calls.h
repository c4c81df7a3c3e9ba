/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vulkan calls that fail on request. The layer "failing_calls" lies on top of all others
 * (GALVAN_TEST_TOP_LAYER), so that validation sees only the calls that reach the device. A failed
 * call returns a handle that must not be used. A call that reports a lost device, and the first
 * call of those that fail for ever, wait for earlier submissions, since callers cannot wait
 * afterwards.
 *
 * In a program that links galvan_test_failing_calls, the functions below control the layer. In any
 * other program, the target text of a symbolic link controls it from the process's first call on:
 * the environment variable GALVAN_FAILING_CALLS names the link, and the text is "RESULT FIRST END",
 * with the result without its minus sign. (A worker may read links, but not files.) */
#ifndef GV_TEST_FAILING_CALLS_H
#define GV_TEST_FAILING_CALLS_H

#include <vulkan/vulkan_core.h>

/* Starts to count calls that can return this result from 0; those with numbers from first to end -
 * 1 (end ULONG_MAX: all later ones) return it. */
void failing_calls_begin(VkResult result, unsigned long first, unsigned long end);

/* From now on no call fails. Returns the number of calls since failing_calls_begin(). */
unsigned long failing_calls_end(void);

/* The name of the first call that failed since failing_calls_begin(); NULL if none did. */
const char *failing_calls_name(void);

/* The data that the functions above share with the layer, which exports it under the symbol
 * FAILING_CALLS_SYMBOL. */
struct failing_calls {
    VkResult result;
    unsigned long num, first, end;
    const char *name;
};
#define FAILING_CALLS_SYMBOL "failing_calls"

#endif
