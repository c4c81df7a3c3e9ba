/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks that a small client on the user's Mesa can draw through Galvan. The client is started as
 * galvan run starts programs, or as a client of galvan serve. */
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
    PICTURE_MS = 90000, /* a device that is used for the first time may compile for a long time */
    MAX_OUTPUT_B = 8192
};

static const char report_it[] =
    "GALVAN_LOG=debug galvan run -- glxgears tells more; report what it "
    "says together with galvan info --json";

/* ---- Running the client ---------------------------------------------------------------------- */

/* Reads the output up to its end. Returns false if the end does not come in time. */
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

/* ---- The client's report --------------------------------------------------------------------- */

/* Returns the text after `name` in the first line that begins with `name`; "" if no line does. */
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

/* The client's report. Each field is one line, or "" if the line is missing. */
struct report {
    char picture[256], renderer[256], version[256], window[32], preload[8];
    char error[256], galvan[512];
};

static struct report read_report(const char *output)
{
    struct report r;

    take_line(output, "picture: ", r.picture, sizeof(r.picture));
    take_line(output, "renderer: ", r.renderer, sizeof(r.renderer));
    take_line(output, "version: ", r.version, sizeof(r.version));
    take_line(output, "window: ", r.window, sizeof(r.window));
    take_line(output, "preload: ", r.preload, sizeof(r.preload));
    take_line(output, "error: ", r.error, sizeof(r.error));
    take_line(output, "galvan: ", r.galvan, sizeof(r.galvan));
    return r;
}

static bool window_is_wrong(const struct report *r)
{
    return r->window[0] && strcmp(r->window, "right") != 0;
}

static void no_picture(const struct report *r, struct gv_finding *out)
{
    gv_finding_set(out, GV_FINDING_FAULT, "the client draws no picture: %s",
                   r->error[0]    ? r->error
                   : r->galvan[0] ? r->galvan
                                  : "it ended before that");
    gv_finding_cure(out, "%s", report_it);
    if (r->error[0] && r->galvan[0])
        gv_finding_detail(out, "galvan: %s", r->galvan);
}

static void judge(const char *output, struct gv_finding *out)
{
    const struct report r = read_report(output);

    if (!r.picture[0]) {
        no_picture(&r, out);
    } else if (!strstr(r.renderer, "virgl")) {
        gv_finding_set(out, GV_FINDING_FAULT, "programs draw with \"%s\", not through Galvan",
                       r.renderer);
        gv_finding_cure(out, "look for what chooses that driver: drirc, variables of GLX and EGL");
    } else if (strcmp(r.picture, "right") != 0) {
        gv_finding_set(out, GV_FINDING_FAULT, "the picture is wrong: %s", r.picture);
        gv_finding_cure(out, "try another device (GALVAN_DEVICE); %s", report_it);
    } else if (window_is_wrong(&r)) {
        gv_finding_set(out, GV_FINDING_FAULT,
                       "the picture is right, but does not come to its "
                       "window");
        gv_finding_cure(out, "try galvan run --frames-ahead 1; %s", report_it);
    } else if (strcmp(r.preload, "yes") != 0) {
        gv_finding_set(out, GV_FINDING_WARNING,
                       "the picture is right, but LD_PRELOAD is not heeded: "
                       "programs wait in each swap");
        gv_finding_cure(out, "have the loader of this system heed LD_PRELOAD");
    } else {
        gv_finding_set(out, GV_FINDING_OK, "the picture is right%s: %s, %s",
                       r.window[0] ? ", and in its window" : "", r.renderer, r.version);
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

/* Judges the picture of a program that renders in its own process. A failure is only a warning,
 * since programs can use a server instead. */
static void judge_in_process(const char *dir, const char *output, struct gv_finding *out)
{
    const struct report r = read_report(output);

    if (strcmp(r.picture, "right") == 0 && strncmp(r.renderer, "Galvan", strlen("Galvan")) == 0 &&
        !window_is_wrong(&r)) {
        gv_finding_set(out, GV_FINDING_OK, "programs can draw without a worker: %s, %s", dir,
                       r.version);
        return;
    }
    gv_finding_set(out, GV_FINDING_WARNING, "Galvan inside of Mesa does not draw (%s): %s", dir,
                   r.error[0]      ? r.error
                   : !r.picture[0] ? "the client ended before that"
                   : r.renderer[0] ? r.renderer
                                   : r.picture);
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
