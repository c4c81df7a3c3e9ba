/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/explain.h"

#include <stdbool.h>
#include <string.h>

#include "diagnose/setup/display.h"
#include "diagnose/setup/launch.h"
#include "diagnose/setup/mesa.h"
#include "diagnose/setup/program_file.h"
#include "vtest/protocol.h"

/* Whether xvfb-run starts the program. The program then has a new display, which this process
 * cannot reach. */
static bool had_own_display(char **argv, char **program)
{
    while (argv < program && strcmp(gv_launch_name(*argv), "xvfb-run") != 0)
        argv++;
    return argv < program;
}

/* Reports a fault if this system's Mesa cannot be made to use the server's socket. */
static void look_for_old_mesa(struct gv_finding *out)
{
    struct gv_mesa_driver driver;

    if (!gv_mesa_find_driver(&driver, out) || driver.takes_a_socket)
        return;
    gv_finding_set(out, GV_FINDING_FAULT,
                   "--no-preload needs Mesa 23.1 or later, and Mesa%s%s looks for a server "
                   "at " GV_VTEST_DEFAULT_SOCKET " alone",
                   driver.version[0] ? " " : "", driver.version);
    gv_finding_cure(out, "leave --no-preload out, --frames-ahead 1 has Mesa's own swaps; or start "
                         "galvan serve, and the program by itself with galvan env");
}

void gv_explain_no_client(char **argv, bool no_preload, struct gv_finding *out)
{
    char **program = gv_launch_program(argv);

    gv_program_look(argv, true, out);
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
    if (out->kind == GV_FINDING_OK && no_preload)
        look_for_old_mesa(out);
    if (out->kind != GV_FINDING_OK)
        return;
    gv_finding_set(out, GV_FINDING_WARNING, "it made no OpenGL context");
    gv_finding_cure(out, "galvan doctor tells whether that works here");
}
