/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The validator of SPIRV-Tools as a function, for tests that validate too many modules to start a
 * process for each. */
#ifndef TESTS_SUPPORT_SPIRV_VALID_H
#define TESTS_SUPPORT_SPIRV_VALID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether the module is valid for Vulkan 1.2 and 1.3. If not, prints the validator's
 * message to standard error. Safe from any thread. */
bool spirv_valid(const uint32_t *words, size_t num_words, const char *name);

#endif
