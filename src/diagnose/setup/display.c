/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/display.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

#include "diagnose/setup/attempt.h"
#include "diagnose/setup/unix_socket.h"
#include "util/env.h"
#include "util/text.h"

enum {
    ATTEMPT_MS = 10000
};

/* Whether a server on this machine accepts connections for the display. The server may still refuse
 * the user. */
static bool server_listens(const char *display)
{
    struct sockaddr_un address;
    char path[sizeof(address.sun_path)];
    const size_t len = strcspn(display + 1, ".");
    uint64_t number;

    if (display[0] != ':' || !gv_parse_u64(display + 1, len, 65535, &number))
        return false;
    snprintf(path, sizeof(path), "/tmp/.X11-unix/X%u", (unsigned)number);
    int fd = gv_unix_connect(path);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Connects to the X server with libxcb, as programs do, so the server applies the user's access
 * rights. */
static void try_x_server(const void *priv, struct gv_finding *out)
{
    const char *display = priv;
    void *xcb = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    void *(*connect_to)(const char *, int *);
    int (*has_error)(void *);

    if (!xcb) {
        gv_finding_set(out, GV_FINDING_FAULT, "programs cannot reach an X server: %s", dlerror());
        gv_finding_cure(out, "install it (Debian, Ubuntu: libxcb1)");
        return;
    }
    *(void **)&connect_to = dlsym(xcb, "xcb_connect");
    *(void **)&has_error = dlsym(xcb, "xcb_connection_has_error");
    if (connect_to && has_error && !has_error(connect_to(NULL, NULL))) {
        gv_finding_set(out, GV_FINDING_OK, "an X server answers at DISPLAY=%s", display);
    } else if (server_listens(display)) {
        gv_finding_set(out, GV_FINDING_FAULT,
                       "the X server at DISPLAY=%s does not let this user in", display);
        gv_finding_cure(out, "set XAUTHORITY to the file of the session, or let the user in there: "
                             "xhost +si:localuser:USER");
    } else {
        gv_finding_set(out, GV_FINDING_FAULT, "no X server answers at DISPLAY=%s", display);
        gv_finding_cure(out, "set DISPLAY to that of an X server that runs (echo $DISPLAY in its "
                             "session), or start one: xvfb-run PROGRAM");
    }
}

static void look_at_wayland(const char *name, struct gv_finding *out)
{
    const char *dir = gv_getenv("XDG_RUNTIME_DIR");
    char path[4096];

    snprintf(path, sizeof(path), "%s%s%s",
             name[0] == '/' ? ""
             : dir          ? dir
                            : ".",
             name[0] == '/' ? "" : "/", name);
    int fd = gv_unix_connect(path);
    if (fd < 0) {
        gv_finding_set(out, GV_FINDING_FAULT, "no Wayland compositor answers at %s: %s", path,
                       strerror(errno));
        gv_finding_cure(out, "set WAYLAND_DISPLAY and XDG_RUNTIME_DIR as in the compositor's "
                             "session");
        return;
    }
    close(fd);
    gv_finding_set(out, GV_FINDING_WARNING,
                   "there is a Wayland compositor and no X server: programs for X11 do not start");
    gv_finding_cure(out, "start Xwayland, or have programs use Wayland (SDL_VIDEODRIVER=wayland, "
                         "GDK_BACKEND=wayland, QT_QPA_PLATFORM=wayland)");
}

void gv_display_look(struct gv_finding *out)
{
    const char *display = gv_getenv("DISPLAY"), *wayland = gv_getenv("WAYLAND_DISPLAY");

    if (display) {
        gv_attempt(try_x_server, display, ATTEMPT_MS, out);
    } else if (wayland) {
        look_at_wayland(wayland, out);
    } else {
        gv_finding_set(out, GV_FINDING_WARNING,
                       "neither DISPLAY nor WAYLAND_DISPLAY is set: programs with windows do not "
                       "start");
        gv_finding_cure(out, "set DISPLAY to that of an X server, or start one: xvfb-run PROGRAM");
    }
}
