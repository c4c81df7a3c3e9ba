/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes shader cases on a Vulkan device, with nothing between the translated modules and Vulkan
 * but what include/galvan/spirv.h says of sets, bindings and push constants. */
#ifndef TESTS_SPIRV_EXEC_H
#define TESTS_SPIRV_EXEC_H

#include "case_file.h"

struct exec;

enum exec_result {
    EXEC_OK,
    EXEC_FAILED,  /* what is wrong went to standard error */
    EXEC_SKIPPED, /* the device lacks something; what went to standard output */
};

/* Never NULL: where there is no Vulkan device the program ends with 77, which skips a test, and
 * whatever goes wrong with Vulkan ends it with 1. */
struct exec *exec_open(void);
void exec_close(struct exec *exec);

/* Runs all "in" and "out" lines of the case. */
enum exec_result exec_case(struct exec *exec, const struct spirv_case *c);

/* Whether this is lavapipe, which has all that cases need: there none may be skipped. */
bool exec_is_reference(const struct exec *exec);

/* Whether a line "fails" names this device's driver. */
bool exec_is_known_failure(const struct exec *exec, const struct spirv_case *c);

#endif
