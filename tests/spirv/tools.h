/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Helpers of the shader tests: files, a temporary directory, and the validator and disassembler,
 * which run as processes. */
#ifndef TESTS_SPIRV_TOOLS_H
#define TESTS_SPIRV_TOOLS_H

#include <stdbool.h>
#include <stddef.h>

#include "galvan/spirv.h"

/* A fresh directory for one program run. */
struct test_dir {
    char path[256];
};

bool test_dir_make(struct test_dir *dir);
void test_dir_remove(struct test_dir *dir);

/* Returns the whole file, NUL-terminated, which the caller must free(); NULL if it cannot be read.
 */
char *test_read_file(const char *path, size_t *out_len);

/* A key for a whole shader: the next stage reads all of its outputs. */
struct galvan_spirv_key test_whole_key(const struct galvan_tgsi_info *info);

/* Whether the validator accepts the module. If not, its message goes to standard error. */
bool test_validate(const struct galvan_spirv_module *module, const char *name);

/* Returns the disassembly, which the caller must free(); NULL on failure. */
char *test_disassemble(const struct test_dir *dir, const struct galvan_spirv_module *module);

#endif
