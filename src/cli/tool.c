/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/tool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/exit_status.h"
#include "util/log.h"

/* Runs the tool in the new process; does not return. */
static void become_tool(const char *const *argv, const int ends[2])
{
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    signal(SIGPIPE, SIG_DFL);
    execvp(argv[0], (char *const *)argv);
    _exit(errno == ENOENT ? GV_EXIT_NOT_FOUND : GV_EXIT_NOT_EXECUTABLE);
}

/* Writes the input of a tool. A tool that closes its input early has read enough. */
static void feed(int fd, const char *data, size_t size_B)
{
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);

    while (size_B > 0) {
        ssize_t written = write(fd, data, size_B);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        data += written;
        size_B -= (size_t)written;
    }
    signal(SIGPIPE, before);
}

int gv_tool_run(const char *const *argv, const void *data, size_t size_B,
                const struct galvan_log *log)
{
    int ends[2], status = 0;

    if (pipe(ends) != 0) {
        gv_err(log, "tgsi", "no pipe: %s", strerror(errno));
        return GV_EXIT_FAILURE;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become_tool(argv, ends);
    int fork_error = errno;
    close(ends[0]);
    if (pid < 0) {
        close(ends[1]);
        gv_err(log, "tgsi", "no process for %s: %s", argv[0], strerror(fork_error));
        return GV_EXIT_FAILURE;
    }
    feed(ends[1], data, size_B);
    close(ends[1]);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == GV_EXIT_NOT_FOUND) {
        gv_err(log, "tgsi", "there is no %s (Debian: spirv-tools)", argv[0]);
        return GV_EXIT_NOT_FOUND;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? GV_EXIT_OK : GV_EXIT_FAILURE;
}
