/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opens the device of an instance. This is a separate file so that tests can replace it. */
#include "galvan/galvan.h"
#include "virglrenderer/error.h"
#include "virglrenderer/global.h"
#include "virglrenderer/instance.h"

int gv_vr_open_screen(const struct galvan_log *log, struct pipe_screen **out_screen,
                      uint64_t *out_device_B)
{
    struct galvan_device_info info;
    int error = gv_vr_error(
        galvan_screen_create(galvan_screen_params(.log = log, .one_thread = true), out_screen));
    if (error)
        return error;
    galvan_screen_device_info(*out_screen, &info);
    *out_device_B = info.device_memory_B;
    return 0;
}
