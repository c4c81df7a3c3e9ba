/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/pacer.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/text.h"

struct gv_pacer_place {
    pid_t pid;                    /* 0: nobody */
    uint64_t used_ns, delayed_ns; /* in all, as of the last look */
    unsigned first_slot;          /* of those in which it rests */
    bool stopped;
    bool busy;
};

/* ---- What the kernel says -------------------------------------------------------------------- */

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

/* Adds what one thread has used and waited for. */
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

/* Of the threads that there are; zeroes where the kernel does not say. */
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

/* Threads may have ended, and what they had with them. */
static uint64_t since(uint64_t now, uint64_t then)
{
    return now > then ? now - then : 0;
}

static void look_at(struct gv_pacer_place *place, struct gv_pace *pace, uint64_t while_ns)
{
    const uint64_t active_ns = while_ns / GV_PACE_SLOTS * (GV_PACE_SLOTS - pace->rest);
    uint64_t sums[2];

    read_process(place->pid, sums);
    pace->used_ns = since(sums[0], place->used_ns);
    pace->delayed_ns = since(sums[1], place->delayed_ns);
    place->used_ns = sums[0];
    place->delayed_ns = sums[1];
    place->busy = pace->used_ns + pace->delayed_ns > active_ns / 2;
}

/* ---- Stopping -------------------------------------------------------------------------------- */

static void set_stopped(struct gv_pacer_place *place, bool stopped)
{
    if (place->pid != 0 && place->stopped != stopped)
        kill(place->pid, stopped ? SIGSTOP : SIGCONT);
    place->stopped = stopped;
}

/* Those who rest do so one after the other, as far as that goes. */
static void spread(struct gv_pacer *pacer)
{
    uint32_t num_resting = 0, idx = 0;

    for (uint32_t i = 0; i < pacer->num; i++)
        num_resting += pacer->paces[i].rest > 0;
    for (uint32_t i = 0; i < pacer->num; i++) {
        if (pacer->paces[i].rest > 0)
            pacer->places[i].first_slot = idx++ * GV_PACE_SLOTS / num_resting;
    }
    pacer->works = num_resting > 0;
}

void gv_pacer_turn(struct gv_pacer *pacer)
{
    pacer->slot = (pacer->slot + 1) % GV_PACE_SLOTS;
    for (uint32_t i = 0; i < pacer->num; i++) {
        struct gv_pacer_place *place = &pacer->places[i];
        const unsigned behind = (pacer->slot + GV_PACE_SLOTS - place->first_slot) % GV_PACE_SLOTS;
        set_stopped(place, behind < pacer->paces[i].rest);
    }
}

void gv_pacer_stop(struct gv_pacer *pacer)
{
    for (uint32_t i = 0; i < pacer->num; i++) {
        pacer->paces[i].rest = 0;
        set_stopped(&pacer->places[i], false);
    }
    pacer->works = false;
}

/* ---- Life ------------------------------------------------------------------------------------ */

bool gv_pacer_init(struct gv_pacer *pacer, uint32_t num_places)
{
    *pacer = (struct gv_pacer){.num = num_places};
    pacer->places = calloc(num_places, sizeof(*pacer->places));
    pacer->paces = calloc(num_places, sizeof(*pacer->paces));
    if (pacer->places && pacer->paces)
        return true;
    gv_pacer_finish(pacer);
    return false;
}

void gv_pacer_finish(struct gv_pacer *pacer)
{
    free(pacer->places);
    free(pacer->paces);
    *pacer = (struct gv_pacer){0};
}

void gv_pacer_add(struct gv_pacer *pacer, uint32_t place, pid_t pid)
{
    pacer->places[place] = (struct gv_pacer_place){.pid = pid};
    pacer->paces[place] = (struct gv_pace){0};
}

void gv_pacer_remove(struct gv_pacer *pacer, uint32_t place)
{
    gv_pacer_add(pacer, place, 0);
}

void gv_pacer_look(struct gv_pacer *pacer)
{
    const uint64_t now_ns = gv_now_ns(), while_ns = now_ns - pacer->last_look_ns;
    uint32_t num = 0;

    pacer->last_look_ns = now_ns;
    for (uint32_t i = 0; i < pacer->num; i++) {
        if (pacer->places[i].pid == 0)
            continue;
        look_at(&pacer->places[i], &pacer->paces[i], while_ns);
        num++;
    }
    if (num < 2) {
        if (pacer->works)
            gv_pacer_stop(pacer);
        return;
    }
    gv_pace_decide(pacer->paces, pacer->num, while_ns);
    const bool worked = pacer->works;
    spread(pacer);
    if (worked && !pacer->works)
        gv_pacer_stop(pacer);
}

bool gv_pacer_is_stopped(const struct gv_pacer *pacer, uint32_t place)
{
    return pacer->places[place].stopped;
}

bool gv_pacer_is_busy(const struct gv_pacer *pacer, uint32_t place)
{
    return pacer->places[place].busy;
}

unsigned gv_pacer_rest(const struct gv_pacer *pacer, uint32_t place)
{
    return pacer->paces[place].rest;
}
