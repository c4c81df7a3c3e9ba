/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opens the device that the command line chooses. */
#include "cli/screen.h"

#include "galvan/galvan.h"

/* Returns the parameters of a screen. one_thread is true, because only one thread uses a worker's
 * screen. */
static struct galvan_screen_params screen_params(const struct gv_cli_screen *params)
{
    return *galvan_screen_params(.device = params->device, .mask = params->mask, .log = params->log,
                                 .one_thread = true, .device_time = params->device_time,
                                 .drawn = params->drawn, .launched = params->launched,
                                 .drawn_priv = params->drawn_priv, .pace = params->pace);
}

enum galvan_result gv_cli_screen_create(const struct gv_cli_screen *params,
                                        const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen)
{
    struct galvan_screen_params p = screen_params(params);

    p.cache = cache;
    return galvan_screen_create(&p, out_screen);
}

bool gv_cli_screen_is_likely(const struct gv_cli_screen *params)
{
    const struct galvan_screen_params p = screen_params(params);

    return galvan_screen_is_likely(&p);
}

bool gv_cli_screen_is_software(struct pipe_screen *screen)
{
    struct galvan_device_info info;

    galvan_screen_device_info(screen, &info);
    return info.software;
}
