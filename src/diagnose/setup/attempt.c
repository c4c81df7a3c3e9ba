/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/attempt.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/clock.h"

_Static_assert(sizeof(struct gv_finding) <= PIPE_BUF, "a finding goes through a pipe at once");

static void leave_output(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    for (int fd = 0; null >= 0 && fd <= STDERR_FILENO; fd++)
        dup2(null, fd);
}

static void child(gv_attempt_fn fn, const void *priv, int out_fd)
{
    struct gv_finding finding = {0};

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    leave_output();
    fn(priv, &finding);
    ssize_t written = write(out_fd, &finding, sizeof(finding));
    _exit(written == (ssize_t)sizeof(finding) ? 0 : 1);
}

static void explain(int status, unsigned timeout_ms, bool timed_out, struct gv_finding *out)
{
    if (timed_out)
        gv_finding_set(out, GV_FINDING_FAULT, "does not answer within %u s", timeout_ms / 1000);
    else if (WIFSIGNALED(status))
        gv_finding_set(out, GV_FINDING_FAULT, "is ended by signal %d (%s)", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    else
        gv_finding_set(out, GV_FINDING_FAULT, "ends the process with status %d",
                       WEXITSTATUS(status));
}

/* Waits for a result. Returns false if no result arrives within timeout_ms. Signals do not shorten
 * the wait. */
static bool await(int fd, unsigned timeout_ms)
{
    const uint64_t end_ns = gv_now_ns() + timeout_ms * UINT64_C(1000000);
    struct pollfd end = {.fd = fd, .events = POLLIN};
    int num_ready = -1, left_ms = (int)timeout_ms;

    while (left_ms > 0 && (num_ready = poll(&end, 1, left_ms)) < 0 && errno == EINTR) {
        const uint64_t now_ns = gv_now_ns();
        left_ms = now_ns < end_ns ? (int)((end_ns - now_ns) / 1000000) + 1 : 0;
    }
    return num_ready > 0;
}

void gv_attempt(gv_attempt_fn fn, const void *priv, unsigned timeout_ms, struct gv_finding *out)
{
    struct gv_finding finding;
    int ends[2], status = 0;

    if (pipe2(ends, O_CLOEXEC) != 0) {
        gv_finding_set(out, GV_FINDING_FAULT, "cannot be tried, for there is no pipe: %s",
                       strerror(errno));
        return;
    }
    pid_t pid = fork();
    if (pid == 0)
        child(fn, priv, ends[1]);
    int fork_error = errno;
    close(ends[1]);
    if (pid < 0) {
        gv_finding_set(out, GV_FINDING_FAULT, "cannot be tried, for there is no process: %s",
                       strerror(fork_error));
        close(ends[0]);
        return;
    }
    const bool timed_out = !await(ends[0], timeout_ms);
    const ssize_t got = timed_out ? 0 : read(ends[0], &finding, sizeof(finding));
    close(ends[0]);
    if (timed_out)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (got == (ssize_t)sizeof(finding))
        *out = finding;
    else
        explain(status, timeout_ms, timed_out, out);
}
