/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/setup/explain.h"

#include <stdbool.h>
#include <string.h>

#include "cli/setup/display.h"
#include "cli/setup/launch.h"
#include "cli/setup/mesa.h"
#include "cli/setup/program_file.h"

/* Whether what stands before the program gives it a display that is not here any more. */
static bool had_own_display(char **argv, char **program)
{
    while (argv < program && strcmp(gv_launch_name(*argv), "xvfb-run") != 0)
        argv++;
    return argv < program;
}

void gv_explain_no_client(char **argv, struct gv_finding *out)
{
    char **program = gv_launch_program(argv);

    gv_program_look(argv, out);
    if (out->kind != GV_FINDING_OK)
        return;
    if (gv_launch_is_sandbox(gv_launch_name(*program))) {
        gv_finding_set(out, GV_FINDING_FAULT,
                       "its sandbox hides the server's socket, the client half or the environment");
        gv_finding_cure(out,
                        "galvan doctor finds out which, galvan env --bwrap tells what it needs");
        return;
    }
    if (!had_own_display(argv, program))
        gv_display_look(out);
    if (out->kind == GV_FINDING_OK)
        gv_mesa_look_at_libraries(out);
    if (out->kind == GV_FINDING_OK)
        gv_mesa_look_at_driver(out);
    if (out->kind != GV_FINDING_OK)
        return;
    gv_finding_set(out, GV_FINDING_WARNING, "it made no OpenGL context");
    gv_finding_cure(out, "galvan doctor tells whether that works here");
}
