/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of panthor, for PanVK on Malis with command stream frontends. Debian's header
 * packages lack them, so the kernel's structures are repeated here. */
#include <errno.h>

#include "fake.h"
#include "mali.h"

enum {
    QUERY = 0,
    SPACE_CREATE = 1,
    SPACE_DESTROY = 2,
    SPACE_BIND = 3,
    SPACE_STATE = 4,
    CREATE = 5,
    MAP = 6,
    GROUP_CREATE = 7,
    GROUP_DESTROY = 8,
    GROUP_SUBMIT = 9,
    GROUP_STATE = 10,
    HEAP_CREATE = 11,
    HEAP_DESTROY = 12
};

/* An array whose elements may be longer than the structures in this file. */
struct array {
    uint32_t stride_B, num;
    uint64_t elements;
};

static const void *element(const struct array *array, uint32_t idx)
{
    return (const char *)fake_pointer(array->elements) + (size_t)idx * array->stride_B;
}

/* ---- Properties of the chip */

enum {
    QUERY_CHIP = 0,
    QUERY_STREAMS = 1,
    QUERY_TIME = 2,
    QUERY_PRIORITIES = 3
};

struct query {
    uint32_t type, size_B;
    uint64_t out;
};

struct chip {
    uint32_t id, revision, streams;
    uint32_t cache, tiler, memory, mmu, threads;
    uint32_t max_threads, max_workgroup, max_barrier;
    uint32_t coherency, compressed_formats[4], address_spaces;
    uint64_t shader_cores, caches, tilers;
    uint32_t core, padding;
};

struct streams {
    uint32_t groups, streams, registers, scoreboards, kernel_registers, padding;
};

struct timestamps {
    uint64_t frequency_Hz, now, offset;
};

static struct chip describe_chip(const struct mali_params *p)
{
    return (struct chip){
        .id = p->product << 16 | p->revision,
        .revision = 0,
        .streams = 0x40410002,
        .cache = p->cache,
        .tiler = p->tiler,
        .memory = p->memory,
        .mmu = p->mmu,
        .threads = p->threads,
        .max_threads = p->max_threads,
        .max_workgroup = p->max_workgroup,
        .max_barrier = p->max_barrier,
        .compressed_formats = {p->compressed_formats},
        .address_spaces = 0xff,
        .shader_cores = p->shader_cores,
        .caches = 1,
        .tilers = 1,
        .core = p->core,
    };
}

/* Answers a query. Without an output buffer, returns the size of the answer. */
static long answer(struct query *arg, const void *data, size_t size_B)
{
    if (arg->out)
        fake_answer(fake_pointer(arg->out), arg->size_B, data, size_B);
    else
        arg->size_B = (uint32_t)size_B;
    return 0;
}

static long query(struct query *arg)
{
    const struct chip chip = describe_chip(fake_chip()->params);
    const struct streams streams = {8, 8, 96, 8, 4, 0};
    const struct timestamps time = {24000000, fake_now_ns() * 24 / 1000, 0};
    const uint8_t priorities[4] = {0x3}; /* low and medium */

    switch (arg->type) {
    case QUERY_CHIP:
        return answer(arg, &chip, sizeof(chip));
    case QUERY_STREAMS:
        return answer(arg, &streams, sizeof(streams));
    case QUERY_TIME:
        return answer(arg, &time, sizeof(time));
    case QUERY_PRIORITIES:
        return answer(arg, priorities, sizeof(priorities));
    default:
        return -EINVAL;
    }
}

/* ---- Memory -------------------------------------------------------------------------------- */

struct space {
    uint32_t flags, id;
    uint64_t size_B;
};

struct state {
    uint32_t id, state, faults, padding;
};

struct create {
    uint64_t size_B;
    uint32_t flags, space, handle, padding;
};

struct map {
    uint32_t handle, padding;
    uint64_t offset_B;
};

static long create_space(struct fake_node *node, struct space *arg)
{
    if (!arg->size_B)
        arg->size_B = UINT64_C(1) << 47;
    arg->id = ++node->last_id;
    return 0;
}

static long create(struct fake_node *node, struct create *arg)
{
    arg->handle = fake_object_create(node, arg->size_B);
    return arg->handle ? 0 : -ENOMEM;
}

static long map(const struct fake_node *node, struct map *arg)
{
    const struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    arg->offset_B = object->offset_B;
    return 0;
}

/* ---- Groups and submissions ------------------------------------------------------------------ */

enum {
    TYPE_MASK = 0xff, /* bits of a fence's flags that hold the type */
    TIMELINE = 1
};
#define SIGNAL UINT32_C(0x80000000)

struct fence {
    uint32_t flags, handle;
    uint64_t point;
};

struct bind {
    uint32_t space, flags;
    struct array operations;
};

struct operation {
    uint32_t flags, handle;
    uint64_t offset_B, address, size_B;
    struct array fences;
};

struct group_create {
    struct array queues;
    uint8_t max_cores[3], priority;
    uint32_t padding;
    uint64_t cores[3];
    uint32_t space, id;
};

struct group_submit {
    uint32_t group, padding;
    struct array submissions;
};

struct submission {
    uint32_t queue, size_B;
    uint64_t address;
    uint32_t flush, padding;
    struct array fences;
};

struct heap {
    uint32_t space, num_chunks, chunk_B, max_chunks, in_flight, id;
    uint64_t address, first_chunk;
};

static uint64_t point_of(const struct fence *f)
{
    return (f->flags & TYPE_MASK) == TIMELINE ? f->point : 0;
}

static long submit(struct fake_node *node, const struct array *fences)
{
    uint64_t done_ns;
    long result = 0;

    for (uint32_t i = 0; i < fences->num && !result; i++) {
        const struct fence *f = element(fences, i);
        if (!(f->flags & SIGNAL))
            result = fake_submit_after(node, f->handle, point_of(f));
    }
    done_ns = fake_submit();
    for (uint32_t i = 0; i < fences->num && !result; i++) {
        const struct fence *f = element(fences, i);
        if (f->flags & SIGNAL)
            result = fake_syncobj_set(node, f->handle, point_of(f), done_ns);
    }
    return result;
}

static long bind(struct fake_node *node, const struct bind *arg)
{
    long result = 0;

    for (uint32_t i = 0; i < arg->operations.num && !result; i++) {
        const struct operation *o = element(&arg->operations, i);
        result = submit(node, &o->fences);
    }
    return result;
}

static long submit_all(struct fake_node *node, const struct group_submit *arg)
{
    long result = 0;

    for (uint32_t i = 0; i < arg->submissions.num && !result; i++) {
        const struct submission *s = element(&arg->submissions, i);
        result = submit(node, &s->fences);
    }
    return result;
}

static long create_group(struct fake_node *node, struct group_create *arg)
{
    arg->id = ++node->last_id;
    return 0;
}

static long create_heap(struct fake_node *node, struct heap *arg)
{
    const uint32_t handle = fake_object_create(node, (uint64_t)arg->num_chunks * arg->chunk_B);

    if (!handle)
        return -ENOMEM;
    arg->id = handle;
    arg->address = (UINT64_C(1) << 47) + fake_object(node, handle)->offset_B;
    arg->first_chunk = arg->address + 4096;
    return 0;
}

static long report_group_state(struct state *arg)
{
    arg->state = arg->faults = 0;
    return 0;
}

static long report_space_state(struct state *arg)
{
    arg->state = 0;
    return 0;
}

static long command(struct fake_node *node, unsigned number, void *arg)
{
    switch (number) {
    case QUERY:
        return query(arg);
    case SPACE_CREATE:
        return create_space(node, arg);
    case SPACE_BIND:
        return bind(node, arg);
    case SPACE_STATE:
        return report_space_state(arg);
    case CREATE:
        return create(node, arg);
    case MAP:
        return map(node, arg);
    case GROUP_CREATE:
        return create_group(node, arg);
    case GROUP_SUBMIT:
        return submit_all(node, arg);
    case GROUP_STATE:
        return report_group_state(arg);
    case HEAP_CREATE:
        return create_heap(node, arg);
    case SPACE_DESTROY:
    case GROUP_DESTROY:
    case HEAP_DESTROY:
        return 0;
    default:
        return -EINVAL;
    }
}

const struct fake_driver fake_panthor = {"panthor", 1, 2, true, command};
