/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes shader cases on a Vulkan device. Only what include/galvan/spirv.h says of sets, bindings
 * and push constants stands between the translated modules and Vulkan. */
#ifndef TESTS_SPIRV_EXEC_H
#define TESTS_SPIRV_EXEC_H

#include "case_file.h"

struct exec;

enum exec_result {
    EXEC_OK,
    EXEC_FAILED,  /* what is wrong went to standard error */
    EXEC_SKIPPED, /* the device lacks something; what went to standard output */
};

/* Never NULL: without a Vulkan device the program ends with 77, which skips the test, and with 1
 * after any Vulkan error. */
struct exec *exec_open(void);
void exec_close(struct exec *exec);

/* Runs all "in" and "out" lines of the case. */
enum exec_result exec_case(struct exec *exec, const struct spirv_case *c);

/* Whether the device is lavapipe, which has every feature that cases need: no case may be skipped
 * there. */
bool exec_is_reference(const struct exec *exec);

/* Whether a line "fails" names this device's driver. */
bool exec_is_known_failure(const struct exec *exec, const struct spirv_case *c);

#endif
