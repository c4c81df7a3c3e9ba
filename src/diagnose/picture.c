/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The check of a picture: a small client on the user's Mesa draws through Galvan, started as galvan
 * run or as a client of galvan serve. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "diagnose/checks.h"
#include "diagnose/setup/client_env.h"
#include "diagnose/setup/in_process.h"
#include "diagnose/start.h"
#include "util/clock.h"
#include "util/env.h"

enum {
    PICTURE_MS = 90000, /* the device may compile much the first time */
    MAX_OUTPUT_B = 8192
};

static const char report_it[] =
    "GALVAN_LOG=debug galvan run -- glxgears tells more; report what it "
    "says together with galvan info --json";

/* ---- Running the client --------------------------------------------------------------------- */

/* Up to the end of the output, or of the time; false then. */
static bool read_output(int fd, char out[MAX_OUTPUT_B])
{
    const uint64_t end_ns = gv_now_ns() + PICTURE_MS * UINT64_C(1000000);
    struct pollfd input = {.fd = fd, .events = POLLIN};
    size_t len = 0;

    for (;;) {
        const uint64_t now_ns = gv_now_ns();
        char rest[256];
        out[len] = '\0';
        if (now_ns >= end_ns || poll(&input, 1, (int)((end_ns - now_ns) / 1000000) + 1) == 0)
            return false;
        const size_t free_B = MAX_OUTPUT_B - 1 - len;
        ssize_t got = free_B ? read(fd, out + len, free_B) : read(fd, rest, sizeof(rest));
        if (got == 0 || (got < 0 && errno != EINTR))
            return true;
        if (free_B && got > 0)
            len += (size_t)got;
    }
}

static bool run_client(const struct gv_doctor *doctor, char *probe, char out[MAX_OUTPUT_B])
{
    char in_window[] = "glx", without_window[] = "egl";
    char *argv[] = {probe, gv_getenv("DISPLAY") ? in_window : without_window, NULL};
    int ends[2];

    out[0] = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0)
        return true;
    pid_t pid = gv_doctor_start(doctor, argv, ends[1]);
    close(ends[1]);
    bool in_time = pid < 0 || read_output(ends[0], out);
    close(ends[0]);
    gv_doctor_stop(pid);
    return in_time;
}

/* ---- What it says --------------------------------------------------------------------------- */

/* Returns the rest of the first line that begins with name, or "" if no line does. */
static void take_line(const char *output, const char *name, char *out, size_t size_B)
{
    const char *at = output;

    out[0] = '\0';
    while (*at) {
        const size_t len = strcspn(at, "\n");
        if (strncmp(at, name, strlen(name)) == 0) {
            snprintf(out, size_B, "%.*s", (int)(len - strlen(name)), at + strlen(name));
            return;
        }
        at += len + (at[len] == '\n');
    }
}

static void no_picture(const char *output, struct gv_finding *out)
{
    char error[256], galvan[512];

    take_line(output, "error: ", error, sizeof(error));
    take_line(output, "galvan: ", galvan, sizeof(galvan));
    gv_finding_set(out, GV_FINDING_FAULT, "the client draws no picture: %s",
                   error[0]    ? error
                   : galvan[0] ? galvan
                               : "it ended before that");
    gv_finding_cure(out, "%s", report_it);
    if (error[0] && galvan[0])
        gv_finding_detail(out, "galvan: %s", galvan);
}

static void judge(const char *output, struct gv_finding *out)
{
    char picture[256], renderer[256], version[256], window[32], preload[8];

    take_line(output, "picture: ", picture, sizeof(picture));
    take_line(output, "renderer: ", renderer, sizeof(renderer));
    take_line(output, "version: ", version, sizeof(version));
    take_line(output, "window: ", window, sizeof(window));
    take_line(output, "preload: ", preload, sizeof(preload));
    if (!picture[0]) {
        no_picture(output, out);
    } else if (!strstr(renderer, "virgl")) {
        gv_finding_set(out, GV_FINDING_FAULT, "programs draw with \"%s\", not through Galvan",
                       renderer);
        gv_finding_cure(out, "look for what chooses that driver: drirc, variables of GLX and EGL");
    } else if (strcmp(picture, "right") != 0) {
        gv_finding_set(out, GV_FINDING_FAULT, "the picture is wrong: %s", picture);
        gv_finding_cure(out, "try another device (GALVAN_DEVICE); %s", report_it);
    } else if (window[0] && strcmp(window, "right") != 0) {
        gv_finding_set(out, GV_FINDING_FAULT,
                       "the picture is right, but does not come to its "
                       "window");
        gv_finding_cure(out, "try galvan run --frames-ahead 1; %s", report_it);
    } else if (strcmp(preload, "yes") != 0) {
        gv_finding_set(out, GV_FINDING_WARNING,
                       "the picture is right, but LD_PRELOAD is not heeded: "
                       "programs wait in each swap");
        gv_finding_cure(out, "have the loader of this system heed LD_PRELOAD");
    } else {
        gv_finding_set(out, GV_FINDING_OK, "the picture is right%s: %s, %s",
                       window[0] ? ", and in its window" : "", renderer, version);
    }
}

void gv_check_picture(const struct gv_doctor *doctor, struct gv_finding *out)
{
    char probe[PATH_MAX], output[MAX_OUTPUT_B];

    if (!gv_client_env_find("galvan-probe", probe, sizeof(probe))) {
        gv_finding_set(out, GV_FINDING_FAULT, "the client galvan-probe is not installed");
        gv_finding_cure(out, "install Galvan anew, and whole");
    } else if (!run_client(doctor, probe, output)) {
        gv_finding_set(out, GV_FINDING_FAULT, "there is no picture after %d s", PICTURE_MS / 1000);
        gv_finding_cure(out, "%s", report_it);
    } else {
        judge(output, out);
    }
}

/* A warning where it fails: programs draw by a server without it. */
static void judge_in_process(const char *dir, const char *output, struct gv_finding *out)
{
    char picture[256], renderer[256], version[256], window[32], error[256];

    take_line(output, "picture: ", picture, sizeof(picture));
    take_line(output, "renderer: ", renderer, sizeof(renderer));
    take_line(output, "version: ", version, sizeof(version));
    take_line(output, "window: ", window, sizeof(window));
    take_line(output, "error: ", error, sizeof(error));
    if (strcmp(picture, "right") == 0 && strncmp(renderer, "Galvan", strlen("Galvan")) == 0 &&
        (!window[0] || strcmp(window, "right") == 0)) {
        gv_finding_set(out, GV_FINDING_OK, "programs can draw without a worker: %s, %s", dir,
                       version);
        return;
    }
    gv_finding_set(out, GV_FINDING_WARNING, "Galvan inside of Mesa does not draw (%s): %s", dir,
                   error[0]      ? error
                   : !picture[0] ? "the client ended before that"
                   : renderer[0] ? renderer
                                 : picture);
    gv_finding_cure(out, "make it anew, by scripts/mesa, for this version of Mesa");
}

void gv_check_in_process(const struct gv_doctor *doctor, struct gv_finding *out)
{
    struct gv_doctor inside = *doctor;
    char probe[PATH_MAX], output[MAX_OUTPUT_B];
    struct gv_in_process found;

    if (!gv_in_process_find(gv_in_process_variable(), &found)) {
        gv_finding_set(out, GV_FINDING_NONE, "there is no Galvan inside of this system's Mesa");
        return;
    }
    inside.socket_path = NULL;
    inside.mesa_dir = found.dir;
    output[0] = '\0';
    if (gv_client_env_find("galvan-probe", probe, sizeof(probe)))
        run_client(&inside, probe, output);
    judge_in_process(found.dir, output, out);
}
