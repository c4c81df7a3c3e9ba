/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks of a program's side: OpenGL's libraries, Mesa's driver, the display, Galvan's client
 * library. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "diagnose/checks.h"
#include "diagnose/setup/client_env.h"
#include "diagnose/setup/display.h"
#include "diagnose/setup/elf_file.h"
#include "diagnose/setup/mesa.h"

void gv_check_opengl(const struct gv_doctor *doctor, struct gv_finding *out)
{
    (void)doctor;
    gv_mesa_look_at_libraries(out);
}

void gv_check_virpipe(const struct gv_doctor *doctor, struct gv_finding *out)
{
    (void)doctor;
    gv_mesa_look_at_driver(out);
}

void gv_check_display(const struct gv_doctor *doctor, struct gv_finding *out)
{
    (void)doctor;
    gv_display_look(out);
}

/* Returns why the client library cannot be preloaded; NULL if it can be preloaded. */
static const char *preload_lack(const char *path)
{
    struct gv_elf_file own, library;

    if (strpbrk(path, " :"))
        return "its path has a space or a colon";
    if (!gv_elf_read("/proc/self/exe", &own))
        return NULL;
    if (!gv_elf_read(path, &library))
        return errno ? strerror(errno) : "it is no library";
    return own.class == library.class && own.machine == library.machine
               ? NULL
               : "it is for another architecture";
}

void gv_check_preload(const struct gv_doctor *doctor, struct gv_finding *out)
{
    struct gv_mesa_driver driver;
    char path[PATH_MAX];
    const char *lack;

    (void)doctor;
    const bool is_needed = !gv_mesa_find_driver(&driver, out) || !driver.takes_a_socket;
    const enum gv_finding_kind kind = is_needed ? GV_FINDING_FAULT : GV_FINDING_WARNING;
    const char *lost = is_needed ? "this Mesa does not find the server without it"
                                 : "programs wait in each swap without it";
    if (!gv_client_env_find(GALVAN_PRELOAD_NAME, path, sizeof(path)))
        gv_finding_set(out, kind, GALVAN_PRELOAD_NAME " is not installed: %s", lost);
    else if ((lack = preload_lack(path)) != NULL)
        gv_finding_set(out, kind, "%s cannot be preloaded (%s): %s", path, lack, lost);
    else
        gv_finding_set(out, GV_FINDING_OK, "%s can be preloaded", path);
    if (out->kind != GV_FINDING_OK)
        gv_finding_cure(out,
                        "install Galvan anew, whole and for this architecture, in a place that "
                        "every user can read");
}
