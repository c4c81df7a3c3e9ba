/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/hud_option.h"

#include <string.h>

#include "cli/exit_status.h"
#include "cli/options.h"
#include "util/env.h"

int gv_cli_hud_init(const char *command, const char *option, struct gv_hud *hud,
                    struct gv_hud **out_hud)
{
    const char *variable = gv_getenv("GALVAN_HUD"), *wrong;
    const char *items = option ? option : variable;
    char names[128];

    *out_hud = NULL;
    if (!items || (!option && strcmp(items, "0") == 0))
        return GV_EXIT_OK;
    if (gv_hud_init(hud, items, &wrong)) {
        *out_hud = hud;
        return GV_EXIT_OK;
    }
    gv_hud_names(names, sizeof(names));
    return gv_usage_error(command, "%s wants items of %s, not \"%s\"",
                          option ? "--hud" : "GALVAN_HUD", names, wrong);
}
