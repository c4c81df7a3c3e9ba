/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Open file descriptors of the test's process. */
#ifndef GV_TEST_DESCRIPTORS_H
#define GV_TEST_DESCRIPTORS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "temp_dir.h"

/* Returns the number of open descriptors, and one more. */
static inline unsigned count_descriptors(void)
{
    const unsigned num = temp_dir_count("/proc/self/fd");
    assert_int_not_equal(num, 0);
    return num;
}

#endif
