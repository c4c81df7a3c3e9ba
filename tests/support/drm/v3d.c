/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of v3d, for V3DV. Debian's header packages lack them, so the kernel's structures are
 * repeated here. */
#include "v3d.h"

#include <errno.h>

#include "fake.h"

enum {
    SUBMIT_LISTS = 0x0,
    WAIT_MEMORY = 0x1,
    CREATE = 0x2,
    MAP = 0x3,
    GET_PARAM = 0x4,
    GET_OFFSET = 0x5,
    SUBMIT_COPY = 0x6,
    SUBMIT_DISPATCH = 0x7,
    SUBMIT_PROCESSOR = 0xb
};

static const struct v3d_params *params(void)
{
    return fake_chip()->params;
}

/* ---- Properties of the chip */

enum {
    UIFCFG,
    HUB_IDENT1,
    HUB_IDENT2,
    HUB_IDENT3,
    CORE_IDENT0,
    CORE_IDENT1,
    CORE_IDENT2,
    HAS_COPIES,
    HAS_GRIDS,
    HAS_CACHE_FLUSH,
    HAS_COUNTERS,
    HAS_MANY_FENCES,
    HAS_PROCESSOR_QUEUE
};

struct param {
    uint32_t number, padding;
    uint64_t value;
};

static long get_param(struct param *arg)
{
    const struct v3d_params *p = params();

    switch (arg->number) {
    case HUB_IDENT3:
        arg->value = (uint64_t)p->revision << 8;
        return 0;
    case CORE_IDENT0:
        arg->value = (uint64_t)p->major << 24 | 0x443356; /* "V3D" */
        return 0;
    case CORE_IDENT1:
        arg->value = (uint64_t)p->vertex_memory << 28 | (uint64_t)p->units << 8 |
                     (uint64_t)p->slices << 4 | p->minor;
        return 0;
    case UIFCFG:
    case HUB_IDENT1:
    case HUB_IDENT2:
    case CORE_IDENT2:
    case HAS_COUNTERS:
        arg->value = 0;
        return 0;
    case HAS_COPIES:
    case HAS_GRIDS:
    case HAS_CACHE_FLUSH:
    case HAS_MANY_FENCES:
    case HAS_PROCESSOR_QUEUE:
        arg->value = 1;
        return 0;
    default:
        return -EINVAL;
    }
}

/* ---- Memory -------------------------------------------------------------------------------- */

struct create {
    uint32_t size_B, flags, handle, offset_B;
};

struct map {
    uint32_t handle, flags;
    uint64_t offset_B;
};

struct wait {
    uint32_t handle, padding;
    uint64_t timeout_ns;
};

/* Returns the address of an object on the chip. Addresses have 32 bits, so those of freed memory
 * are reused. */
static uint32_t address_of(const struct fake_object *object)
{
    const uint32_t address = (uint32_t)object->offset_B;

    return address ? address : 0x10000;
}

static long create(struct fake_node *node, struct create *arg)
{
    arg->handle = fake_object_create(node, arg->size_B);
    if (!arg->handle)
        return -ENOMEM;
    arg->offset_B = address_of(fake_object(node, arg->handle));
    return 0;
}

static long map(const struct fake_node *node, struct map *arg)
{
    const struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    arg->offset_B = object->offset_B;
    return 0;
}

static long get_offset(const struct fake_node *node, uint32_t *arg)
{
    const struct fake_object *object = fake_object(node, arg[0]);

    if (!object)
        return -ENOENT;
    arg[1] = address_of(object);
    return 0;
}

static long wait_for_memory(const struct wait *arg)
{
    const int64_t most_ns = INT64_MAX;

    return fake_wait_idle(fake_timeout_after(
        arg->timeout_ns < (uint64_t)most_ns ? (int64_t)arg->timeout_ns : most_ns));
}

/* ---- Submissions ----------------------------------------------------------------------------- */

enum {
    EXTENDED = 0x2, /* flag of a submission */
    MANY_FENCES = 0x1
};

struct extension {
    uint64_t next;
    uint32_t id, flags;
};

struct many_fences {
    struct extension base;
    uint64_t waits, signals;
    uint32_t num_waits, num_signals;
};

struct fence {
    uint32_t handle, flags;
    uint64_t point, zero[2];
};

struct lists {
    uint32_t addresses[4], waits[2], signal, tiles[3];
    uint64_t objects;
    uint32_t num_objects, flags, counters, padding;
    uint64_t extensions;
};

struct copy {
    uint32_t registers[11], objects[4], wait, signal, flags;
    uint64_t extensions;
};

struct grid {
    uint32_t config[7], coefficients[4], padding;
    uint64_t objects;
    uint32_t num_objects, wait, signal, counters;
    uint64_t extensions;
    uint32_t flags, zero;
};

struct processor_job {
    uint64_t objects;
    uint32_t num_objects, flags;
    uint64_t extensions;
};

static long submit_many(struct fake_node *node, const struct many_fences *many)
{
    const struct fence *waits = fake_pointer(many->waits), *signals = fake_pointer(many->signals);
    uint64_t done_ns;
    long result = 0;

    for (uint32_t i = 0; i < many->num_waits && !result; i++)
        result = fake_submit_after(node, waits[i].handle, 0);
    done_ns = fake_submit();
    for (uint32_t i = 0; i < many->num_signals && !result; i++)
        result = fake_syncobj_set(node, signals[i].handle, 0, done_ns);
    return result;
}

/* Records a submission. `signal` is the sync object to signal, or 0. */
static long submit(struct fake_node *node, uint32_t signal, uint32_t flags, uint64_t extensions)
{
    const struct extension *extension = flags & EXTENDED ? fake_pointer(extensions) : NULL;

    while (extension && extension->id != MANY_FENCES)
        extension = fake_pointer(extension->next);
    if (extension)
        return submit_many(node, (const void *)extension);
    const uint64_t done_ns = fake_submit();
    return signal ? fake_syncobj_set(node, signal, 0, done_ns) : 0;
}

static long submit_lists(struct fake_node *node, const struct lists *arg)
{
    return submit(node, arg->signal, arg->flags, arg->extensions);
}

static long submit_copy(struct fake_node *node, const struct copy *arg)
{
    return submit(node, arg->signal, arg->flags, arg->extensions);
}

static long submit_dispatch(struct fake_node *node, const struct grid *arg)
{
    return submit(node, arg->signal, arg->flags, arg->extensions);
}

static long submit_processor_job(struct fake_node *node, const struct processor_job *arg)
{
    return submit(node, 0, arg->flags, arg->extensions);
}

static long command(struct fake_node *node, unsigned number, void *arg)
{
    switch (number) {
    case SUBMIT_LISTS:
        return submit_lists(node, arg);
    case WAIT_MEMORY:
        return wait_for_memory(arg);
    case CREATE:
        return create(node, arg);
    case MAP:
        return map(node, arg);
    case GET_PARAM:
        return get_param(arg);
    case GET_OFFSET:
        return get_offset(node, arg);
    case SUBMIT_COPY:
        return submit_copy(node, arg);
    case SUBMIT_DISPATCH:
        return submit_dispatch(node, arg);
    case SUBMIT_PROCESSOR:
        return submit_processor_job(node, arg);
    default:
        return -EINVAL;
    }
}

const struct fake_driver fake_v3d = {"v3d", 1, 0, false, command};
