/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Helpers for the tests of src/vk: opens a device, and provides a log that tests can read.
 */
#ifndef GV_TEST_VK_FIXTURE_H
#define GV_TEST_VK_FIXTURE_H

#include <pthread.h>

#include "galvan/log.h"
#include "vk/device.h"

/* A log that stores lines and does not print them. */
struct vk_fixture_log {
    struct galvan_log log; /* contains a pointer to this struct, so the struct must not be copied */
    pthread_mutex_t lock;
    unsigned num_lines;
    char text[8192]; /* all lines, each with a newline; truncated at the array's end */
};

void vk_fixture_log_init(struct vk_fixture_log *log, enum galvan_log_level level);

/* Opens a device that prints warnings. If there is no device, prints why and ends the program with
 * 77, the status that skips a test. If `mask` is NULL, the environment's mask applies. */
struct gv_vk_device *vk_fixture_open(const char *mask);

/* Setup and teardown functions for a cmocka group; *state is a device from vk_fixture_open(). */
int vk_fixture_setup(void **state);
int vk_fixture_teardown(void **state);

#endif
