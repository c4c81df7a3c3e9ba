/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks which actions the kernel and the parent processes allow Galvan. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "confine/confine.h"
#include "confine/syscalls.h"
#include "diagnose/checks.h"
#include "diagnose/setup/attempt.h"
#include "util/array.h"
#include "util/env.h"
#include "util/shm.h"

enum {
    FEWEST_FILES = 64, /* number of open files that program and server need for a picture */
    WANTED_FILES = 256,
    LEAST_MEMORY_MiB = 1024, /* address space that a device on the CPU and its compiler need */
    ATTEMPT_MS = 10000
};

void gv_check_proc(const struct gv_doctor *doctor, struct gv_finding *out)
{
    char exe[8];

    (void)doctor;
    if (readlink("/proc/self/exe", exe, sizeof(exe)) > 0) {
        gv_finding_set(out, GV_FINDING_OK, "/proc is mounted");
        return;
    }
    gv_finding_set(out, GV_FINDING_FAULT, "/proc is not mounted: Galvan does not find its files");
    gv_finding_cure(out, "mount it (mount -t proc proc /proc; bwrap: --proc /proc)");
}

void gv_check_memory(const struct gv_doctor *doctor, struct gv_finding *out)
{
    struct gv_shm shm;
    int fd;

    (void)doctor;
    errno = 0;
    if (gv_shm_create(4096, &shm, &fd) == GALVAN_OK) {
        gv_shm_finish(&shm);
        close(fd);
        gv_finding_set(out, GV_FINDING_OK, "memory can be shared by descriptor (memfd)");
        return;
    }
    gv_finding_set(out, GV_FINDING_FAULT, "memory cannot be shared by descriptor: memfd_create: %s",
                   strerror(errno));
    gv_finding_cure(out, "allow memfd_create in the container's filter of system calls, or give "
                         "the container more memory");
}

void gv_check_shm(const struct gv_doctor *doctor, struct gv_finding *out)
{
    struct stat st;

    (void)doctor;
    if (stat("/dev/shm", &st) == 0 && S_ISDIR(st.st_mode) && access("/dev/shm", W_OK) == 0) {
        gv_finding_set(out, GV_FINDING_OK, "/dev/shm can be written");
        return;
    }
    gv_finding_set(out, GV_FINDING_WARNING,
                   "/dev/shm is missing or cannot be written: programs that share memory by name "
                   "fail");
    gv_finding_cure(out, "mount it (mount -t tmpfs tmpfs /dev/shm; bwrap: --tmpfs /dev/shm)");
}

static void check_files(struct gv_finding *out)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= WANTED_FILES)
        return;
    gv_finding_set(out, files.rlim_cur < FEWEST_FILES ? GV_FINDING_FAULT : GV_FINDING_WARNING,
                   "a process may have only %llu open files", (unsigned long long)files.rlim_cur);
    gv_finding_cure(out, "raise the limit: ulimit -n %d", WANTED_FILES);
}

static void check_addresses(struct gv_finding *out)
{
    struct rlimit memory;

    if (getrlimit(RLIMIT_AS, &memory) != 0 || memory.rlim_cur == RLIM_INFINITY ||
        memory.rlim_cur >> 20 >= LEAST_MEMORY_MiB)
        return;
    gv_finding_set(out, GV_FINDING_FAULT, "a process may have only %llu MiB of memory",
                   (unsigned long long)(memory.rlim_cur >> 20));
    gv_finding_cure(out, "raise the limit: ulimit -v unlimited");
}

void gv_check_limits(const struct gv_doctor *doctor, struct gv_finding *out)
{
    (void)doctor;
    gv_finding_set(out, GV_FINDING_OK, "files and memory are enough");
    check_files(out);
    if (out->kind == GV_FINDING_OK)
        check_addresses(out);
}

/* Returns the kind of sandbox or container around this process; NULL if no sandbox is detected. */
static const char *find_container(void)
{
    static const struct {
        const char *path, *name;
    } files[] = {
        {"/.flatpak-info", "Flatpak"},
        {"/run/.containerenv", "Podman"},
        {"/.dockerenv", "Docker"},
    };

    for (size_t i = 0; i < GV_ARRAY_SIZE(files); i++) {
        if (access(files[i].path, F_OK) == 0)
            return files[i].name;
    }
    return gv_getenv("SNAP") ? "Snap" : gv_getenv("container");
}

/* Confines this process, which must be a separate process, and reports the result. */
static void try_confinement(const void *priv, struct gv_finding *out)
{
    const struct gv_confine_params params = {0};
    const char *container = priv;
    char phrase[256];

    uint32_t lacks = gv_worker_confine(&params);
    if (!gv_worker_filter_syscalls(false, NULL))
        lacks |= GV_LACKS_FILTER;
    gv_confine_describe(lacks, phrase, sizeof(phrase));
    if ((lacks & ~(uint32_t)GV_LACKS_LANDLOCK_SCOPES) == 0) {
        gv_finding_set(out, GV_FINDING_OK, "the process that serves a client is confined%s%s",
                       lacks ? ": " : "", phrase);
        return;
    }
    gv_finding_set(out, GV_FINDING_WARNING, "the process that serves a client is less confined: %s",
                   phrase);
    gv_finding_cure(out,
                    container ? "have %s allow unshare, landlock_restrict_self and seccomp, or "
                                "serve trusted programs only"
                              : "allow user namespaces, Landlock and seccomp on %s, or serve "
                                "trusted programs only",
                    container ? container : "this system");
}

void gv_check_sandbox(const struct gv_doctor *doctor, struct gv_finding *out)
{
    const char *container = find_container();

    (void)doctor;
    gv_attempt(try_confinement, container, ATTEMPT_MS, out);
    if (container)
        gv_finding_detail(out, "Galvan itself is inside of %s", container);
}
