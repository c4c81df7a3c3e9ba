/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vulkan calls that fail on request. The layer "failing_calls" lies on top of all others
 * (GALVAN_TEST_TOP_LAYER), so that validation sees only the calls that reach the device. A failed
 * call returns a handle that must not be used. A call that reports a lost device, and the first of
 * those that fail for ever, wait for earlier submissions, since no caller can wait afterwards.
 *
 * In a program that links galvan_test_failing_calls the functions below tell it what to do. In
 * another it does, from the process's first call on, what the text of a symbolic link says that the
 * environment variable GALVAN_FAILING_CALLS names: "RESULT FIRST END", the result without its minus
 * sign. (A worker may read links, but not files.) */
#ifndef GV_TEST_FAILING_CALLS_H
#define GV_TEST_FAILING_CALLS_H

#include <vulkan/vulkan_core.h>

/* From here on, calls that may have this result are numbered from 0; those from first to before end
 * (ULONG_MAX: for ever) have it. */
void failing_calls_begin(VkResult result, unsigned long first, unsigned long end);

/* No call fails any more. Returns the number of calls since the begin. */
unsigned long failing_calls_end(void);

/* The first that failed since the last begin; NULL: none did. */
const char *failing_calls_name(void);

/* Connects the layer and the functions above: returns the layer's symbol of this name. */
struct failing_calls {
    VkResult result;
    unsigned long num, first, end;
    const char *name;
};
#define FAILING_CALLS_SYMBOL "failing_calls"

#endif
