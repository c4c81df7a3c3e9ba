/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tests of a build for another processor run in QEMU's emulator of user programs (scripts/cross).
 * The emulator lacks filters of system calls. Its fork() may fail in a process with threads. Its
 * child processes see memory that madvise() should withhold from them. It does not report the
 * address of a fault as a kernel does. Tests of these features are skipped in the emulator. */
#ifndef GV_TESTS_UNIT_EMULATED_H
#define GV_TESTS_UNIT_EMULATED_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool is_emulated(void)
{
    return getenv("GALVAN_TEST_EMULATED") != NULL;
}

#endif
