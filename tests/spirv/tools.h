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

/* Returns the contents of a file, NUL-terminated, which the caller must free(), or NULL if the file
 * cannot be read. */
char *test_read_file(const char *path, size_t *out_len);

/* Returns a key for a whole shader: the next stage reads all outputs of the shader. */
struct galvan_spirv_key test_whole_key(const struct galvan_tgsi_info *info);

/* Returns whether the validator accepts the module. If not, prints the validator's message to
 * standard error. */
bool test_validate(const struct galvan_spirv_module *module, const char *name);

/* Returns the disassembly, which the caller must free(); NULL on failure. */
char *test_disassemble(const struct test_dir *dir, const struct galvan_spirv_module *module);

#endif
