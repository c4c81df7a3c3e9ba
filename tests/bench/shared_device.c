/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "shared_device.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct shared_device *shared_device_open(const char *path)
{
    const int fd = open(path, O_RDWR | O_CLOEXEC);

    if (fd < 0)
        return NULL;
    void *data =
        mmap(NULL, sizeof(struct shared_device), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return data == MAP_FAILED ? NULL : data;
}

uint64_t shared_device_take(struct shared_device *device, uint64_t now_ns, uint64_t for_ns)
{
    uint64_t free_ns = atomic_load(&device->free_ns), end_ns;

    do {
        end_ns = (free_ns < now_ns ? now_ns : free_ns) + for_ns;
    } while (!atomic_compare_exchange_weak(&device->free_ns, &free_ns, end_ns));
    return end_ns;
}

void shared_device_count(struct shared_device *device, uint64_t used_ns)
{
    const uint64_t own = (uint64_t)getpid();

    for (unsigned i = 0; i < sizeof(device->users) / sizeof(device->users[0]); i++) {
        uint64_t pid = 0;
        if (atomic_compare_exchange_strong(&device->users[i].pid, &pid, own) || pid == own) {
            atomic_fetch_add(&device->users[i].used_ns, used_ns);
            return;
        }
    }
}

/* ---- Recordings ------------------------------------------------------------------------------ */

enum {
    MAX_COMMANDS = 1024,
    MAX_STAMPS = 2048
};

struct command {
    VkCommandBuffer cmd;
    uint64_t num_instances;
};

struct stamp {
    VkCommandBuffer cmd;
    VkQueryPool pool;
    uint32_t query;
    bool at_begin;
    uint64_t time_ns; /* 0: none yet */
};

static struct command commands[MAX_COMMANDS];
static struct stamp stamps[MAX_STAMPS];
static unsigned num_commands, num_stamps;

static void fail(const char *what)
{
    fprintf(stderr, "pace layer: too many %s\n", what);
    abort();
}

static struct command *find_command(VkCommandBuffer cmd)
{
    for (unsigned i = 0; i < num_commands; i++) {
        if (commands[i].cmd == cmd)
            return &commands[i];
    }
    if (num_commands == MAX_COMMANDS)
        fail("command buffers");
    commands[num_commands] = (struct command){.cmd = cmd};
    return &commands[num_commands++];
}

static struct stamp *find_stamp(VkQueryPool pool, uint32_t query)
{
    for (unsigned i = 0; i < num_stamps; i++) {
        if (stamps[i].pool == pool && stamps[i].query == query)
            return &stamps[i];
    }
    return NULL;
}

void recorded_begin(VkCommandBuffer cmd)
{
    find_command(cmd)->num_instances = 0;
}

void recorded_draw(VkCommandBuffer cmd, uint32_t num_instances)
{
    find_command(cmd)->num_instances += num_instances;
}

void recorded_timestamp(VkCommandBuffer cmd, VkQueryPool pool, uint32_t query, bool at_begin)
{
    struct stamp *stamp = find_stamp(pool, query);

    if (!stamp && num_stamps == MAX_STAMPS)
        fail("timestamps");
    if (!stamp)
        stamp = &stamps[num_stamps++];
    *stamp = (struct stamp){.cmd = cmd, .pool = pool, .query = query, .at_begin = at_begin};
}

uint64_t recorded_instances(VkCommandBuffer cmd)
{
    return find_command(cmd)->num_instances;
}

void recorded_set_times(VkCommandBuffer cmd, uint64_t begin_ns, uint64_t end_ns)
{
    for (unsigned i = 0; i < num_stamps; i++) {
        if (stamps[i].cmd == cmd)
            stamps[i].time_ns = stamps[i].at_begin ? begin_ns : end_ns;
    }
}

bool recorded_time(VkQueryPool pool, uint32_t query, uint64_t *out_ns)
{
    const struct stamp *stamp = find_stamp(pool, query);

    if (!stamp || stamp->time_ns == 0)
        return false;
    *out_ns = stamp->time_ns;
    return true;
}
