/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Helpers for the tests of src/vk. */
#include "vk_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/env.h"
#include "vk/open.h"

static void keep_line(void *priv, enum galvan_log_level level, const char *component,
                      const char *message)
{
    struct vk_fixture_log *log = priv;
    (void)level;
    pthread_mutex_lock(&log->lock);
    size_t len = strlen(log->text);
    snprintf(log->text + len, sizeof(log->text) - len, "%s: %s\n", component, message);
    log->num_lines++;
    pthread_mutex_unlock(&log->lock);
}

void vk_fixture_log_init(struct vk_fixture_log *log, enum galvan_log_level level)
{
    memset(log, 0, sizeof(*log));
    pthread_mutex_init(&log->lock, NULL);
    log->log = (struct galvan_log){.fn = keep_line, .priv = log, .level = level};
}

struct gv_vk_device *vk_fixture_open(const char *mask)
{
    static const struct galvan_log log = {.level = GALVAN_LOG_WARN};
    struct gv_vk_device_params params = {
        .device = gv_getenv("GALVAN_DEVICE"),
        .mask = mask ? mask : gv_getenv("GALVAN_MASK"),
        .log = &log,
    };
    struct gv_vk_device *dev;
    enum galvan_result result = gv_vk_device_create(&params, &dev);
    if (result == GALVAN_ERROR_NO_LOADER || result == GALVAN_ERROR_NO_DEVICE) {
        printf("skipped: no Vulkan device (result %d)\n", result);
        exit(77);
    }
    if (result != GALVAN_OK) {
        fprintf(stderr, "the Vulkan device could not be opened (result %d)\n", result);
        exit(1);
    }
    return dev;
}

int vk_fixture_setup(void **state)
{
    *state = vk_fixture_open(NULL);
    return 0;
}

int vk_fixture_teardown(void **state)
{
    gv_vk_device_destroy(*state);
    return 0;
}
