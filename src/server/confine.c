/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Limits that a worker puts on itself. */
#include "server/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/log.h"

/* Descriptors of a worker: the driver's own and, for a moment, a resource's. */
enum {
    MAX_FILES = 256
};

static void lower_limit(int resource, rlim_t value, const char *name, const struct galvan_log *log)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0)
        return;
    if (limit.rlim_cur > value)
        limit.rlim_cur = value;
    if (limit.rlim_max > value)
        limit.rlim_max = value;
    if (setrlimit(resource, &limit) != 0)
        gv_info(log, "server", "the limit of %s stays: %s", name, strerror(errno));
}

/* As large as the user may have them. */
static void allow_core_files(const struct galvan_log *log)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    if (limit.rlim_max == 0 || setrlimit(RLIMIT_CORE, &limit) != 0)
        gv_warn(log, "server", "no core files: their limit is 0 (ulimit -Hc)");
}

/* So that under memory pressure workers go, one client each, and the listener stays. */
static void offer_to_oom_killer(const struct galvan_log *log)
{
    static const char score[] = "500\n";
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd < 0 || write(fd, score, sizeof(score) - 1) < 0)
        gv_info(log, "server", "oom_score_adj stays: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
}

void gv_worker_confine(bool core_files, const struct galvan_log *log)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        gv_info(log, "server", "no_new_privs: %s", strerror(errno));
    if (core_files)
        allow_core_files(log);
    else
        lower_limit(RLIMIT_CORE, 0, "core files", log);
    lower_limit(RLIMIT_NOFILE, MAX_FILES, "open files", log);
    offer_to_oom_killer(log);
}
