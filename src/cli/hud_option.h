/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* --hud and GALVAN_HUD: which counters are drawn over frames, if any. */
#ifndef GV_CLI_HUD_OPTION_H
#define GV_CLI_HUD_OPTION_H

#include "hud/hud.h"

/* For a command's table; items is a const char *. */
#define GV_CLI_HUD_OPTION(items)                                                                   \
    {                                                                                              \
        "hud", "ITEMS",                                                                            \
            "draw numbers over the frames that windows show: fps,\n"                               \
            "times, graph, draws, compiled, uploads, memory,\n"                                    \
            "device, waits; without ITEMS all of them",                                            \
            GV_OPTION_MAYBE, items                                                                 \
    }

/* option is the value of --hud, or NULL without it. Fills *hud and points *out_hud to it, or sets
 * *out_hud to NULL if nothing is to be drawn. Returns an exit status, which is not GV_EXIT_OK after
 * a line about a wrong item. */
int gv_cli_hud_init(const char *command, const char *option, struct gv_hud *hud,
                    struct gv_hud **out_hud);

#endif
