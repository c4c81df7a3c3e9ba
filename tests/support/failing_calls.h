/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vulkan calls that fail on request. The layer "failing_calls" lies on top of all other layers
 * (GALVAN_TEST_TOP_LAYER), so that validation sees only the calls that reach the device. A failed
 * call returns a handle that must not be used. When a call reports a lost device, or when the first
 * of endless failures begins, the layer waits for earlier submissions, since the caller can no
 * longer wait for them. In a program that links galvan_test_failing_calls, the functions below
 * control the layer. In any other program, a symbolic link controls the layer from the process's
 * first call on. The environment variable GALVAN_FAILING_CALLS names the link, and the link's
 * target is the text "RESULT FIRST END", with the result without its minus sign. (A worker may read
 * links, but not files.) */
#ifndef GV_TEST_FAILING_CALLS_H
#define GV_TEST_FAILING_CALLS_H

#include <vulkan/vulkan_core.h>

/* Starts to count, from 0, the calls that can return this result. Calls `first` to `end` - 1 return
 * it. If `end` is ULONG_MAX, all calls from `first` on return it. */
void failing_calls_begin(VkResult result, unsigned long first, unsigned long end);

/* Stops the failures. Returns the number of calls since failing_calls_begin(). */
unsigned long failing_calls_end(void);

/* Returns the name of the first call that failed since failing_calls_begin(), or NULL if no call
 * failed. */
const char *failing_calls_name(void);

/* The data that the functions above share with the layer. The layer exports this struct under the
 * symbol FAILING_CALLS_SYMBOL. */
struct failing_calls {
    VkResult result;
    unsigned long num, first, end;
    const char *name;
};
#define FAILING_CALLS_SYMBOL "failing_calls"

#endif
