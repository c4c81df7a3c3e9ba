/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/start.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diagnose/setup/client_env.h"
#include "util/log.h"

enum {
    FRAMES_AHEAD = 2
};

static int run(const struct gv_doctor *doctor, char **argv, const struct galvan_log *log)
{
    char command[] = "run", dashes[] = "--";
    int num = 0;

    while (argv[num])
        num++;
    char **words = calloc((size_t)num + 3, sizeof(*words));
    if (!words)
        return EXIT_FAILURE;
    words[0] = command;
    words[1] = dashes;
    memcpy(words + 2, argv, (size_t)num * sizeof(*words));
    int status = doctor->run(num + 2, words, log);
    free(words);
    return status;
}

pid_t gv_doctor_start(const struct gv_doctor *doctor, char **argv, int out_fd)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0)
        return pid;

    struct gv_log_filter filter;
    const struct galvan_log log = gv_log_default(&filter);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    dup2(null, STDIN_FILENO);
    dup2(out_fd, STDOUT_FILENO);
    dup2(out_fd, STDERR_FILENO);
    unsetenv("GALVAN_IN_PROCESS");
    if (!doctor->socket_path && !doctor->mesa_dir)
        exit(run(doctor, argv, &log));
    gv_client_env_enter(&(struct gv_client_env_params){.command = "doctor",
                                                       .socket_path = doctor->socket_path,
                                                       .mesa_dir = doctor->mesa_dir,
                                                       .frames_ahead = FRAMES_AHEAD,
                                                       .preload = true,
                                                       .same_files = true,
                                                       .log = &log});
    execvp(argv[0], argv);
    _exit(1);
}

void gv_doctor_stop(pid_t pid)
{
    if (pid <= 0)
        return;
    kill(-pid, SIGKILL);
    kill(pid, SIGKILL); /* for a process that has not entered its group yet */
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
}
