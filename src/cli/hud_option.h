/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The option --hud and the variable GALVAN_HUD, which choose the counters that are drawn over
 * frames. */
#ifndef GV_CLI_HUD_OPTION_H
#define GV_CLI_HUD_OPTION_H

#include "hud/hud.h"

/* A row for a command's table of options; `items` is a const char *. */
#define GV_CLI_HUD_OPTION(items)                                                                   \
    {                                                                                              \
        "hud", "ITEMS",                                                                            \
            "draw numbers over the frames that windows show: fps,\n"                               \
            "times, graph, draws, compiled, uploads, memory,\n"                                    \
            "device, waits; without ITEMS all of them",                                            \
            GV_OPTION_MAYBE, items                                                                 \
    }

/* Initialises *hud. Sets *out_hud to `hud`, or to NULL if no counters are to be drawn. `option` is
 * the value of --hud; NULL: --hud was not given. If an item is wrong, prints an error and returns
 * an exit status other than GV_EXIT_OK. */
int gv_cli_hud_init(const char *command, const char *option, struct gv_hud *hud,
                    struct gv_hud **out_hud);

#endif
