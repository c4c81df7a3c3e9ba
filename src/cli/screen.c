/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opens the device that the command line asks for. */
#include "cli/screen.h"

#include "galvan/galvan.h"

enum galvan_result gv_cli_screen_create(const struct gv_cli_screen *params,
                                        struct pipe_screen **out_screen)
{
    return galvan_screen_create(galvan_screen_params(.device = params->device, .mask = params->mask,
                                                     .log = params->log, .one_thread = true),
                                out_screen);
}

bool gv_cli_screen_is_software(struct pipe_screen *screen)
{
    struct galvan_device_info info;

    galvan_screen_device_info(screen, &info);
    return info.software;
}
