/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes shader cases on a Vulkan device. Translated modules are passed to Vulkan with only the
 * sets, bindings and push constants that include/galvan/spirv.h documents. */
#ifndef TESTS_SPIRV_EXEC_H
#define TESTS_SPIRV_EXEC_H

#include "case_file.h"

struct exec;

enum exec_result {
    EXEC_OK,
    EXEC_FAILED,  /* the reason was printed to standard error */
    EXEC_SKIPPED, /* the device lacks a feature, whose name was printed to standard output */
};

/* Opens the device. Never returns NULL: if there is no Vulkan device, the program exits with 77,
 * which skips the test; after a Vulkan error it exits with 1. */
struct exec *exec_open(void);
void exec_close(struct exec *exec);

/* Executes all "in" and "out" lines of the case. */
enum exec_result exec_case(struct exec *exec, const struct spirv_case *c);

/* Returns whether the device is lavapipe, which has every feature that cases need, so that no case
 * may be skipped. */
bool exec_is_reference(const struct exec *exec);

/* Returns whether a line "fails" names this device's driver. */
bool exec_is_known_failure(const struct exec *exec, const struct spirv_case *c);

#endif
