/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The confinement of a worker. */
#include "confine/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "confine/landlock.h"
#include "confine/namespaces.h"
#include "util/array.h"
#include "util/log.h"
#include "util/text.h"

/* The largest number of descriptors that a worker may have. Most of the descriptors belong to the
 * driver. While a resource is created, the worker needs some additional descriptors. */
enum {
    MAX_FILES = 256,
    LANDLOCK_WITH_SCOPES = 6
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

/* Raises the size of core files to the user's limit. */
static void allow_core_files(const struct galvan_log *log)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    if (limit.rlim_max == 0 || setrlimit(RLIMIT_CORE, &limit) != 0)
        gv_warn(log, "server", "no core files: their limit is 0 (ulimit -Hc)");
}

/* Makes the kernel's OOM killer prefer a worker to the listener, because a worker serves only one
 * client. */
static void offer_to_oom_killer(const struct galvan_log *log)
{
    static const char score[] = "500\n";
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd < 0 || write(fd, score, sizeof(score) - 1) < 0)
        gv_info(log, "server", "oom_score_adj stays: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
}

/* Detaches from the terminal: a worker only writes its log to the terminal, reads no input and
 * sends no terminal commands. */
static void leave_terminal(void)
{
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int err =
        isatty(STDERR_FILENO) ? open("/proc/self/fd/2", O_WRONLY | O_NOCTTY | O_CLOEXEC) : -1;

    setsid();
    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        close(null);
    }
    if (err >= 0) {
        dup2(err, STDERR_FILENO);
        close(err);
    }
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

/* Enters namespaces, drops capabilities, and restricts files by Landlock. Call before threads
 * start. Call after the other steps of the confinement, because these steps need files that
 * Landlock blocks. */
static uint32_t isolate(const struct gv_confine_params *params)
{
    uint32_t lacks = 0;

    if (!gv_namespaces_enter()) {
        gv_info(params->log, "server", "no namespaces: %s", strerror(errno));
        lacks |= GV_LACKS_NAMESPACES;
    }
    gv_capabilities_drop();
    if (!gv_landlock_restrict(params->path_rules)) {
        gv_info(params->log, "server", "no Landlock: %s", strerror(errno));
        lacks |= GV_LACKS_LANDLOCK;
    } else if (gv_landlock_abi() < LANDLOCK_WITH_SCOPES) {
        lacks |= GV_LACKS_LANDLOCK_SCOPES;
    }
    if (!params->core_files && !GV_WORKER_TRACES_ITSELF)
        prctl(PR_SET_DUMPABLE, 0);
    return lacks;
}

uint32_t gv_worker_confine(const struct gv_confine_params *params)
{
    const struct galvan_log *log = params->log;

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        gv_info(log, "server", "no_new_privs: %s", strerror(errno));
    if (params->core_files)
        allow_core_files(log);
    else
        lower_limit(RLIMIT_CORE, 0, "core files", log);
    lower_limit(RLIMIT_NOFILE, MAX_FILES, "open files", log);
    offer_to_oom_killer(log);
    leave_terminal();
    return params->no_sandbox ? 0 : isolate(params);
}

void gv_worker_limit_heap(uint64_t size_B, const struct galvan_log *log)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)size_B;
    (void)log;
#else
    if (size_B < RLIM_INFINITY)
        lower_limit(RLIMIT_DATA, (rlim_t)size_B, "private memory", log);
#endif
}

void gv_confine_describe(uint32_t lacks, char *out, size_t size_B)
{
    static const struct {
        uint32_t bit;
        const char *text;
    } texts[] = {
        {GV_LACKS_LANDLOCK, "no Landlock: it can open all files of the user"},
        {GV_LACKS_LANDLOCK_SCOPES, "an old Landlock"},
        {GV_LACKS_NAMESPACES, "no user namespaces"},
        {GV_LACKS_FILTER, "no filter of system calls: it can do all that the user can"},
    };
    struct gv_text text = gv_text_init(out, size_B);

    for (size_t i = 0; i < GV_ARRAY_SIZE(texts); i++) {
        if (lacks & texts[i].bit)
            gv_text_add(&text, "%s%s", text.len > 0 ? "; " : "", texts[i].text);
    }
}

void gv_listener_confine(void)
{
    if (gv_landlock_abi() == 0)
        prctl(PR_SET_DUMPABLE, 0);
}
