/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/cpu_throttle.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/text.h"

struct gv_throttled_worker {
    pid_t pid;                    /* 0: the slot has no worker */
    uint64_t used_ns, delayed_ns; /* sums at the last sample */
    unsigned first_slot;          /* first of the time slots in which the worker is stopped */
    bool stopped;
    bool busy;
};

/* ---- Scheduler statistics of the kernel ------------------------------------------------------ */

static bool parse_two(const char *text, uint64_t out[2])
{
    for (unsigned i = 0; i < 2; i++) {
        const size_t len = strcspn(text, " \n");
        if (!gv_parse_u64(text, len, UINT64_MAX, &out[i]))
            return false;
        text += len + (text[len] != '\0');
    }
    return true;
}

/* Adds to sums[0] the time for which one thread has run, and to sums[1] the time for which the
 * thread has waited for a processor. */
static void add_thread(int tasks, const char *name, uint64_t sums[2])
{
    char path[300], text[128];
    uint64_t values[2];

    snprintf(path, sizeof(path), "%s/schedstat", name);
    const int fd = openat(tasks, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    const ssize_t len = read(fd, text, sizeof(text) - 1);
    close(fd);
    text[len > 0 ? len : 0] = '\0';
    if (!parse_two(text, values))
        return;
    sums[0] += values[0];
    sums[1] += values[1];
}

/* Sums the times of the process's present threads. Both sums are 0 if the kernel does not report
 * times. */
static void read_process(pid_t pid, uint64_t sums[2])
{
    char path[64];

    sums[0] = sums[1] = 0;
    snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
    DIR *tasks = opendir(path);
    for (const struct dirent *entry; tasks && (entry = readdir(tasks));) {
        if (entry->d_name[0] != '.')
            add_thread(dirfd(tasks), entry->d_name, sums);
    }
    if (tasks)
        closedir(tasks);
}

/* Returns the increase from `then` to `now`, or 0 if the sum has decreased because threads have
 * ended. */
static uint64_t since(uint64_t now, uint64_t then)
{
    return now > then ? now - then : 0;
}

static void sample(struct gv_throttled_worker *worker, struct gv_pace *pace, uint64_t while_ns)
{
    const uint64_t active_ns = while_ns / GV_PACE_SLOTS * (GV_PACE_SLOTS - pace->stopped_slots);
    uint64_t sums[2];

    read_process(worker->pid, sums);
    pace->used_ns = since(sums[0], worker->used_ns);
    pace->delayed_ns = since(sums[1], worker->delayed_ns);
    worker->used_ns = sums[0];
    worker->delayed_ns = sums[1];
    worker->busy = pace->used_ns + pace->delayed_ns > active_ns / 2;
}

/* ---- Stopping -------------------------------------------------------------------------------- */

static void set_stopped(struct gv_throttled_worker *worker, bool stopped)
{
    if (worker->pid != 0 && worker->stopped != stopped)
        kill(worker->pid, stopped ? SIGSTOP : SIGCONT);
    worker->stopped = stopped;
}

/* Chooses the time slots in which each worker is stopped: different slots for different workers, as
 * long as there are enough slots. */
static void spread_stops(struct gv_cpu_throttle *throttle)
{
    uint32_t num_throttled = 0, idx = 0;

    for (uint32_t i = 0; i < throttle->num; i++)
        num_throttled += throttle->paces[i].stopped_slots > 0;
    for (uint32_t i = 0; i < throttle->num; i++) {
        if (throttle->paces[i].stopped_slots > 0)
            throttle->workers[i].first_slot = idx++ * GV_PACE_SLOTS / num_throttled;
    }
    throttle->works = num_throttled > 0;
}

void gv_cpu_throttle_step(struct gv_cpu_throttle *throttle)
{
    throttle->slot = (throttle->slot + 1) % GV_PACE_SLOTS;
    for (uint32_t i = 0; i < throttle->num; i++) {
        struct gv_throttled_worker *worker = &throttle->workers[i];
        const unsigned slots_after_first =
            (throttle->slot + GV_PACE_SLOTS - worker->first_slot) % GV_PACE_SLOTS;
        set_stopped(worker, slots_after_first < throttle->paces[i].stopped_slots);
    }
}

void gv_cpu_throttle_release(struct gv_cpu_throttle *throttle)
{
    for (uint32_t i = 0; i < throttle->num; i++) {
        throttle->paces[i].stopped_slots = 0;
        set_stopped(&throttle->workers[i], false);
    }
    throttle->works = false;
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

bool gv_cpu_throttle_init(struct gv_cpu_throttle *throttle, uint32_t num_workers)
{
    *throttle = (struct gv_cpu_throttle){.num = num_workers};
    throttle->workers = calloc(num_workers, sizeof(*throttle->workers));
    throttle->paces = calloc(num_workers, sizeof(*throttle->paces));
    if (throttle->workers && throttle->paces)
        return true;
    gv_cpu_throttle_finish(throttle);
    return false;
}

void gv_cpu_throttle_finish(struct gv_cpu_throttle *throttle)
{
    free(throttle->workers);
    free(throttle->paces);
    *throttle = (struct gv_cpu_throttle){0};
}

void gv_cpu_throttle_add(struct gv_cpu_throttle *throttle, uint32_t slot, pid_t pid)
{
    throttle->workers[slot] = (struct gv_throttled_worker){.pid = pid};
    throttle->paces[slot] = (struct gv_pace){0};
}

void gv_cpu_throttle_remove(struct gv_cpu_throttle *throttle, uint32_t slot)
{
    gv_cpu_throttle_add(throttle, slot, 0);
}

void gv_cpu_throttle_sample(struct gv_cpu_throttle *throttle)
{
    const uint64_t now_ns = gv_now_ns(), while_ns = now_ns - throttle->last_sample_ns;
    uint32_t num = 0;

    throttle->last_sample_ns = now_ns;
    for (uint32_t i = 0; i < throttle->num; i++) {
        if (throttle->workers[i].pid == 0)
            continue;
        sample(&throttle->workers[i], &throttle->paces[i], while_ns);
        num++;
    }
    if (num < 2) {
        if (throttle->works)
            gv_cpu_throttle_release(throttle);
        return;
    }
    gv_pace_decide(throttle->paces, throttle->num, while_ns);
    const bool worked = throttle->works;
    spread_stops(throttle);
    if (worked && !throttle->works)
        gv_cpu_throttle_release(throttle);
}

bool gv_cpu_throttle_is_stopped(const struct gv_cpu_throttle *throttle, uint32_t slot)
{
    return throttle->workers[slot].stopped;
}

bool gv_cpu_throttle_is_busy(const struct gv_cpu_throttle *throttle, uint32_t slot)
{
    return throttle->workers[slot].busy;
}

unsigned gv_cpu_throttle_stopped_slots(const struct gv_cpu_throttle *throttle, uint32_t slot)
{
    return throttle->paces[slot].stopped_slots;
}
