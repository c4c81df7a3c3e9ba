/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Tests of another processor's build run in QEMU's emulator of user programs (scripts/cross). It
 * has no filters of system calls, its fork() in a process with threads may fail, children have
 * memory that madvise() keeps from them, and where a fault was it does not tell as a kernel does.
 * Tests of that are left out there. */
#ifndef GV_TESTS_UNIT_EMULATED_H
#define GV_TESTS_UNIT_EMULATED_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool is_emulated(void)
{
    return getenv("GALVAN_TEST_EMULATED") != NULL;
}

#endif
