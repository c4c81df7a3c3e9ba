/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* --hud and GALVAN_HUD: whether something is drawn over frames, and what. */
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

/* option is what --hud has set, NULL when it was not given. Makes *hud, to which *out_hud points
 * then, or sets *out_hud to NULL when nothing is wanted. The value is an exit status: not that of
 * success after a line about a wrong item. */
int gv_cli_hud_init(const char *command, const char *option, struct gv_hud *hud,
                    struct gv_hud **out_hud);

#endif
