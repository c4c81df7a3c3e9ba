/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/trim.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/exit_status.h"
#include "replay/reduce.h"
#include "util/log.h"

enum {
    TRY_S = 120, /* timeout of a program */
    LINE_B = 128,
    MAX_ARGUMENTS = 16
};

struct trial {
    const struct gv_cli_trim *trim;
    char wanted[LINE_B]; /* size and hash of the frame that must stay the same */
};

/* ---- Programs -------------------------------------------------------------------------------- */

/* Executes argv in the new process, whose only output is out_fd. */
static void become(const char *const *argv, int out_fd)
{
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    dup2(null, STDIN_FILENO);
    dup2(out_fd >= 0 ? out_fd : null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    alarm(TRY_S); /* the alarm remains set after exec */
    execv(argv[0], (char *const *)argv);
    _exit(GV_EXIT_NOT_FOUND);
}

static bool succeeded(pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Runs a program, and returns the last line that it prints. Returns false if the program failed or
 * printed nothing. */
static bool run(const char *const *argv, char out_line[LINE_B])
{
    int ends[2];
    bool any = false;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become(argv, ends[1]);
    close(ends[1]);
    FILE *file = fdopen(ends[0], "r");
    while (file && fgets(out_line, LINE_B, file))
        any = true;
    if (file)
        fclose(file);
    else
        close(ends[0]);
    return pid > 0 && succeeded(pid) && any;
}

/* ---- Frames of a file ------------------------------------------------------------------------ */

/* Replays a file, and returns size and hash of the last frame. Runs the galvan program again for
 * the replay, so that the replaying process confines itself. */
static bool show(const struct gv_cli_trim *trim, const char *path, const char *frames,
                 char out_frame[LINE_B])
{
    const char *argv[MAX_ARGUMENTS] = {"/proc/self/exe", "replay", "--hash", "--frames", frames};
    size_t num = 5;
    char line[LINE_B];

    if (trim->screen->device) {
        argv[num++] = "--device";
        argv[num++] = trim->screen->device;
    }
    if (trim->screen->mask) {
        argv[num++] = "--mask";
        argv[num++] = trim->screen->mask;
    }
    if (trim->no_sandbox)
        argv[num++] = "--no-sandbox";
    argv[num++] = "--";
    argv[num++] = path;
    const char *number = run(argv, line) ? strchr(line, ' ') : NULL; /* skips the word "frame" */
    const char *frame = number ? strchr(number + 1, ' ') : NULL;
    if (frame)
        snprintf(out_frame, LINE_B, "%s", frame);
    return frame != NULL;
}

static bool shows_the_same(void *priv, const char *path)
{
    const struct trial *trial = priv;
    char frame[LINE_B];

    return show(trial->trim, path, "1-", frame) && strcmp(frame, trial->wanted) == 0;
}

static bool satisfies(void *priv, const char *path)
{
    const struct trial *trial = priv;
    const char *const argv[] = {"/bin/sh", "-c", trial->trim->command, "galvan", path, NULL};

    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become(argv, -1);
    return pid > 0 && succeeded(pid);
}

int gv_cli_trim(const struct gv_cli_trim *trim)
{
    struct trial trial = {.trim = trim};
    const struct gv_reduce_params params = {
        .recording = trim->recording,
        .log = trim->screen->log,
        .out_path = trim->out_path,
        .last_frame = trim->command ? 0 : trim->frame,
        .is_good = trim->command ? satisfies : shows_the_same,
        .priv = &trial,
    };
    char frames[32];

    snprintf(frames, sizeof(frames), "%" PRIu64, trim->frame);
    if (!trim->command && !show(trim, trim->path, frames, trial.wanted)) {
        gv_err(trim->screen->log, "replay", "frame %s does not come when %s is played", frames,
               trim->path);
        return GV_EXIT_FAILURE;
    }
    return gv_reduce(&params) ? GV_EXIT_OK : GV_EXIT_FAILURE;
}
