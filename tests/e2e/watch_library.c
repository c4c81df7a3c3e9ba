/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A library for guest.py that is preloaded into a virtual machine monitor. The library passes each
 * submission to libvirglrenderer in watched pages, and counts how often the monitor's instructions
 * access these pages. The counters are in the file that GALVAN_TEST_WATCH names. The library itself
 * reads the first submission once: if the counters stay 0, the watch does not work. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/export.h"
#include "watch_reads.h"

struct counters {
    uint64_t num_submissions, size_B, num_accesses, num_unwatched;
};

typedef int (*submit_function)(void *commands, int ctx_id, int num_dw);

static struct counters *counters;
static submit_function next;

static void open_counters(void)
{
    const char *path = getenv("GALVAN_TEST_WATCH");
    int fd = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (fd < 0 || ftruncate(fd, sizeof(*counters)) != 0)
        abort();
    counters = mmap(NULL, sizeof(*counters), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (counters == MAP_FAILED)
        abort();
}

static void find_next(void)
{
    void *library = dlopen("libvirglrenderer.so.1", RTLD_LAZY | RTLD_NOLOAD);
    next = library ? (submit_function)dlsym(library, "virgl_renderer_submit_cmd") : NULL;
    if (!next)
        abort();
}

static int submit_watched(char *pages, size_t pages_B, int ctx_id, int num_dw)
{
    if (!gv_test_watch_begin(pages, pages_B)) {
        counters->num_unwatched++;
        return next(pages, ctx_id, num_dw);
    }
    if (!counters->num_submissions)
        *(volatile char *)pages;
    const int error = next(pages, ctx_id, num_dw);
    const int num = gv_test_watch_end();
    counters->num_accesses += num > 0 ? (uint64_t)num : 0;
    counters->num_unwatched += num == GV_TEST_WATCH_ENDED;
    return error;
}

EXPORT int virgl_renderer_submit_cmd(void *commands, int ctx_id, int num_dw)
{
    const size_t size_B = num_dw > 0 ? (size_t)num_dw * sizeof(uint32_t) : 0;
    const size_t page_B = (size_t)sysconf(_SC_PAGESIZE);
    const size_t pages_B = (size_B / page_B + 1) * page_B;
    if (!next) {
        find_next();
        open_counters();
    }
    char *pages = mmap(NULL, pages_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        abort();
    memcpy(pages, commands, size_B);
    const int error = submit_watched(pages, pages_B, ctx_id, num_dw);
    munmap(pages, pages_B);
    counters->num_submissions++;
    counters->size_B += size_B;
    return error;
}
