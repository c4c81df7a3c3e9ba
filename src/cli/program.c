/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Starts the user's program so that its Mesa finds Galvan. Towards the process that started `galvan
 * run`, this process behaves like the user's program. */
#include "cli/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/exit_status.h"
#include "diagnose/setup/client_env.h"
#include "util/array.h"
#include "util/clock.h"
#include "util/log.h"

enum {
    END_WAIT_MS = 2000 /* time from SIGTERM to SIGKILL for a program that must end */
};

static const int passed_on[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

/* ---- Start ----------------------------------------------------------------------------------- */

/* Blocks SIGCHLD and the signals that are passed on to the program. Returns a descriptor that
 * receives these signals, or -1. *out_mask is the previous signal mask. */
static int take_signals(sigset_t *out_mask)
{
    sigset_t mask;

    sigemptyset(&mask);
    sigaddset(&mask, SIGCHLD);
    for (size_t i = 0; i < GV_ARRAY_SIZE(passed_on); i++)
        sigaddset(&mask, passed_on[i]);
    sigprocmask(SIG_BLOCK, &mask, out_mask);
    return signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

int gv_program_report_failure(const struct galvan_log *log, const char *name, int error)
{
    if (error == ENOENT || error == ENOTDIR) {
        gv_err(log, "run", "%s: no such program", name);
        return GV_EXIT_NOT_FOUND;
    }
    gv_err(log, "run", "%s cannot be executed: %s", name, strerror(error));
    return GV_EXIT_NOT_EXECUTABLE;
}

/* Starts the program. Returns the program's process id. On failure, writes a line to the log, sets
 * *out_status and returns 0. */
static pid_t start(const struct gv_program *program, const sigset_t *mask, int *out_status)
{
    int error = 0, ends[2];

    *out_status = GV_EXIT_FAILURE;

    /* The write end of the pipe closes when the program starts. If the program cannot be started,
     * errno is written to the pipe. */
    if (pipe2(ends, O_CLOEXEC) != 0) {
        gv_err(program->log, "run", "no pipe: %s", strerror(errno));
        return 0;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        gv_client_env_enter(program->env);
        sigprocmask(SIG_SETMASK, mask, NULL);
        execvp(program->argv[0], program->argv);
        error = errno;
        ssize_t written = write(ends[1], &error, sizeof(error));
        _exit(written == (ssize_t)sizeof(error) ? GV_EXIT_NOT_FOUND : GV_EXIT_FAILURE);
    }
    int fork_error = errno;
    close(ends[1]);
    ssize_t reported = pid > 0 ? read(ends[0], &error, sizeof(error)) : 0;
    close(ends[0]);
    if (pid < 0) {
        gv_err(program->log, "run", "no process for %s: %s", program->argv[0],
               strerror(fork_error));
        return 0;
    }
    if (reported == (ssize_t)sizeof(error)) {
        waitpid(pid, NULL, 0);
        *out_status = gv_program_report_failure(program->log, program->argv[0], error);
        return 0;
    }
    return pid;
}

int gv_program_start(const struct gv_program *program, struct gv_program_process *out_process)
{
    struct gv_program_process process;
    sigset_t mask;
    int status;

    process.signal_fd = take_signals(&mask);
    if (process.signal_fd < 0) {
        gv_err(program->log, "run", "no signalfd: %s", strerror(errno));
        return GV_EXIT_FAILURE;
    }
    process.pid = start(program, &mask, &status);
    if (process.pid == 0) {
        close(process.signal_fd);
        return status;
    }
    *out_process = process;
    return 0;
}

/* ---- End ------------------------------------------------------------------------------------- */

/* Reaps children that have ended. If the program has ended, sets *out_status and returns true. */
static bool reap(const struct gv_program *program, pid_t program_pid, pid_t server_pid,
                 int *out_status)
{
    int status;

    if (server_pid && waitpid(server_pid, &status, WNOHANG) == server_pid)
        gv_err(program->log, "run", "the server ended before the program (status 0x%x)", status);
    if (waitpid(program_pid, &status, WNOHANG) != program_pid)
        return false;
    *out_status = WIFSIGNALED(status) ? GV_EXIT_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

static void pass_signals_on(const struct gv_program_process *process)
{
    struct signalfd_siginfo info;

    while (read(process->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
        /* Signals from the terminal (SI_KERNEL) have reached the program already. */
        if (info.ssi_signo != SIGCHLD && info.ssi_code != SI_KERNEL)
            kill(process->pid, (int)info.ssi_signo);
    }
}

enum galvan_result gv_program_wait(const struct gv_program *program,
                                   const struct gv_program_process *process, pid_t server_pid,
                                   int screen_fd, int *out_status)
{
    struct pollfd polls[] = {{.fd = process->signal_fd, .events = POLLIN},
                             {.fd = screen_fd, .events = POLLIN}};
    enum galvan_result screen = GALVAN_OK;
    uint64_t kill_ns = UINT64_MAX;

    while (!reap(program, process->pid, server_pid, out_status)) {
        poll(polls, GV_ARRAY_SIZE(polls), screen == GALVAN_OK ? -1 : END_WAIT_MS);
        pass_signals_on(process);
        if (polls[1].revents) {
            polls[1] = (struct pollfd){.fd = -1};
            if (read(screen_fd, &screen, sizeof(screen)) > 0 && screen != GALVAN_OK) {
                kill(process->pid, SIGTERM);
                kill_ns = gv_now_ns() + END_WAIT_MS * UINT64_C(1000000);
            }
        }
        if (gv_now_ns() >= kill_ns)
            kill(process->pid, SIGKILL);
    }
    close(process->signal_fd);
    return screen;
}
