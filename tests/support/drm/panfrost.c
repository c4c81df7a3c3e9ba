/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of panfrost, for PanVK on Malis with job manager frontends. Debian's header packages
 * lack them, so the kernel's structures are repeated here. */
#include <errno.h>

#include "fake.h"
#include "mali.h"

enum {
    SUBMIT = 0x0,
    WAIT_MEMORY = 0x1,
    CREATE = 0x2,
    MAP = 0x3,
    GET_PARAM = 0x4,
    GET_OFFSET = 0x5,
    ADVISE = 0x8
};

enum {
    PRODUCT = 0,
    REVISION = 1,
    SHADER_CORES = 2,
    TILERS = 3,
    CACHES = 4,
    STACKS = 5,
    ADDRESS_SPACES = 6,
    JOB_SLOTS = 7,
    CACHE = 8,
    CORE = 9,
    TILER = 10,
    MEMORY = 11,
    MMU = 12,
    THREADS = 13,
    MAX_THREADS = 14,
    MAX_WORKGROUP = 15,
    MAX_BARRIER = 16,
    COMPRESSED_FORMATS = 18,
    LAST_PARAM = 40
};

struct param {
    uint32_t number, padding;
    uint64_t value;
};

struct create {
    uint32_t size_B, flags, handle, padding;
    uint64_t address;
};

struct place {
    uint32_t handle, flags;
    uint64_t offset_B;
};

struct wait {
    uint32_t handle, padding;
    int64_t timeout_ns; /* on CLOCK_MONOTONIC */
};

struct submission {
    uint64_t jobs, waits;
    uint32_t num_waits, signal;
    uint64_t objects;
    uint32_t num_objects, flags;
};

static uint64_t value_of(const struct mali_params *p, uint32_t number)
{
    switch (number) {
    case PRODUCT:
        return p->product;
    case REVISION:
        return p->revision;
    case SHADER_CORES:
        return p->shader_cores;
    case TILERS:
    case CACHES:
        return 1;
    case ADDRESS_SPACES:
        return 0xff;
    case JOB_SLOTS:
        return 0x7;
    case CACHE:
        return p->cache;
    case CORE:
        return p->core;
    case TILER:
        return p->tiler;
    case MEMORY:
        return p->memory;
    case MMU:
        return p->mmu;
    case THREADS:
        return p->threads;
    case MAX_THREADS:
        return p->max_threads;
    case MAX_WORKGROUP:
        return p->max_workgroup;
    case MAX_BARRIER:
        return p->max_barrier;
    case COMPRESSED_FORMATS:
        return p->compressed_formats;
    default:
        return 0;
    }
}

static long get_param(struct param *arg)
{
    if (arg->number > LAST_PARAM)
        return -EINVAL;
    arg->value = value_of(fake_chip()->params, arg->number);
    return 0;
}

static long create(struct fake_node *node, struct create *arg)
{
    arg->handle = fake_object_create(node, arg->size_B);
    if (!arg->handle)
        return -ENOMEM;
    arg->address = fake_object(node, arg->handle)->offset_B;
    return 0;
}

static long place(const struct fake_node *node, struct place *arg)
{
    const struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    arg->offset_B = object->offset_B;
    return 0;
}

static long wait_for_memory(const struct wait *arg)
{
    return fake_wait_idle(arg->timeout_ns < 0 ? 0 : (uint64_t)arg->timeout_ns);
}

static long keep_memory(uint32_t *arg)
{
    arg[2] = 1;
    return 0;
}

static long submit(struct fake_node *node, const struct submission *arg)
{
    const uint32_t *waits = fake_pointer(arg->waits);
    long result = 0;

    for (uint32_t i = 0; i < arg->num_waits && !result; i++)
        result = fake_submit_after(node, waits[i], 0);
    const uint64_t done_ns = fake_submit();
    return arg->signal && !result ? fake_syncobj_set(node, arg->signal, 0, done_ns) : result;
}

static long command(struct fake_node *node, unsigned number, void *arg)
{
    switch (number) {
    case SUBMIT:
        return submit(node, arg);
    case WAIT_MEMORY:
        return wait_for_memory(arg);
    case CREATE:
        return create(node, arg);
    case MAP:
    case GET_OFFSET:
        return place(node, arg);
    case GET_PARAM:
        return get_param(arg);
    case ADVISE:
        return keep_memory(arg);
    default:
        return -EINVAL;
    }
}

const struct fake_driver fake_panfrost = {"panfrost", 1, 2, false, command};
