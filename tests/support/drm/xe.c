/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of xe, for ANV on newer chips. Debian 12 lacks a header with them, so the kernel's
 * structures are repeated here. */
#include "xe.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "fake.h"

#define GIB UINT64_C(0x40000000)

enum {
    QUERY = 0x0,
    CREATE = 0x1,
    MAP = 0x2,
    SPACE_CREATE = 0x3,
    SPACE_DESTROY = 0x4,
    BIND = 0x5,
    QUEUE_CREATE = 0x6,
    QUEUE_DESTROY = 0x7,
    QUEUE_PROPERTY = 0x8,
    EXECUTE = 0x9
};

enum {
    CLOCK_HZ = 19200000,
    PAGE_B = 65536
};

static const struct xe_params *params(void)
{
    return fake_chip()->params;
}

/* ---- Properties of the chip */

enum {
    QUERY_ENGINES = 0,
    QUERY_MEMORY = 1,
    QUERY_CONFIG = 2,
    QUERY_CORES = 3,
    QUERY_UNITS = 5,
    QUERY_CYCLES = 6
};

struct query {
    uint64_t extensions;
    uint32_t type, size_B;
    uint64_t out;
};

struct engine_id {
    uint16_t class, instance, core, padding;
};

struct engines {
    uint32_t num, padding;
    struct {
        struct engine_id id;
        uint64_t reserved[3];
    } list[3];
};

struct region {
    uint16_t class, instance;
    uint32_t page_B;
    uint64_t size_B, used_B, visible_B, visible_used_B, reserved[6];
};

struct memory {
    uint32_t num, padding;
    struct region list[2];
};

struct config {
    uint32_t num, padding;
    uint64_t chip, flags, alignment_B, address_bits, max_priority;
};

struct cores {
    uint32_t num, padding;
    uint16_t type, tile, id, zero[3];
    uint32_t clock_Hz;
    uint64_t near_memory, far_memory;
    uint16_t major, minor, step, zero_too;
    uint64_t reserved[7];
};

/* Masks of 4 bytes: subslices for draws, subslices for compute, execution units of a subslice,
 * cache banks. */
struct units {
    struct {
        uint16_t core, type;
        uint32_t size_B;
        uint32_t mask;
    } list[4];
};

struct cycles {
    struct engine_id engine;
    int32_t clock;
    uint32_t width;
    uint64_t cycles, time_ns, taken_ns;
};

/* Answers a query. Without an output buffer, returns the size of the answer. */
static long answer(struct query *arg, const void *data, size_t size_B)
{
    if (arg->size_B)
        fake_answer(fake_pointer(arg->out), arg->size_B, data, size_B);
    else
        arg->size_B = (uint32_t)size_B;
    return 0;
}

static long report_engines(struct query *arg)
{
    const struct engines engines = {
        .num = 3, .list = {{.id = {.class = 0}}, {.id = {.class = 1}}, {.id = {.class = 4}}}};

    return answer(arg, &engines, sizeof(engines));
}

static long report_memory(struct query *arg)
{
    const uint64_t own_B = fake_chip()->memory_B;
    const struct memory memory = {
        .num = own_B ? 2 : 1,
        .list = {
            {.class = 0, .instance = 0, .page_B = 4096, .size_B = 16 * GIB},
            {.class = 1, .instance = 1, .page_B = PAGE_B, .size_B = own_B, .visible_B = own_B}}};

    return answer(arg, &memory, sizeof(memory) - (own_B ? 0 : sizeof(struct region)));
}

static long report_config(struct query *arg)
{
    const struct fake_chip *chip = fake_chip();
    const struct config config = {.num = 5,
                                  .chip = (uint64_t)chip->revision << 16 | chip->device,
                                  .flags = chip->memory_B != 0,
                                  .alignment_B = chip->memory_B ? PAGE_B : 4096,
                                  .address_bits = 48,
                                  .max_priority = 1};

    return answer(arg, &config, sizeof(config));
}

static long report_cores(struct query *arg)
{
    const struct xe_params *p = params();
    const struct cores cores = {.num = 1,
                                .clock_Hz = CLOCK_HZ,
                                .near_memory = fake_chip()->memory_B ? 2 : 1,
                                .far_memory = 1,
                                .major = p->major,
                                .minor = p->minor,
                                .step = p->step};

    return answer(arg, &cores, sizeof(cores));
}

static long report_units(struct query *arg)
{
    const struct xe_params *p = params();
    const struct units units = {.list = {{0, 1, 4, p->subslices},
                                         {0, 2, 4, p->subslices},
                                         {0, 3, 4, p->banks},
                                         {0, 5, 4, p->units}}};

    return answer(arg, &units, sizeof(units));
}

static long report_cycles(struct query *arg)
{
    struct cycles cycles = {.width = 64, .taken_ns = 100};
    struct timespec now;

    if (arg->size_B == sizeof(cycles))
        memcpy(&cycles, fake_pointer(arg->out), sizeof(cycles));
    if (clock_gettime(cycles.clock, &now))
        return -EINVAL;
    cycles.width = 64;
    cycles.time_ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    cycles.taken_ns = 100;
    cycles.cycles = fake_now_ns() / 1000 * (CLOCK_HZ / 100000) / 10;
    return answer(arg, &cycles, sizeof(cycles));
}

static long query(struct query *arg)
{
    switch (arg->type) {
    case QUERY_ENGINES:
        return report_engines(arg);
    case QUERY_MEMORY:
        return report_memory(arg);
    case QUERY_CONFIG:
        return report_config(arg);
    case QUERY_CORES:
        return report_cores(arg);
    case QUERY_UNITS:
        return report_units(arg);
    case QUERY_CYCLES:
        return report_cycles(arg);
    default:
        return -ENODEV;
    }
}

/* ---- Memory -------------------------------------------------------------------------------- */

struct create {
    uint64_t extensions, size_B;
    uint32_t regions, flags, space, handle;
};

struct map {
    uint64_t extensions;
    uint32_t handle, flags;
    uint64_t offset_B;
};

struct numbered {
    uint64_t extensions;
    uint32_t flags, id;
};

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

static long create_space(struct fake_node *node, struct numbered *arg)
{
    arg->id = ++node->last_id;
    return 0;
}

/* ---- Queues and submissions ------------------------------------------------------------------ */

enum {
    TIMELINE = 1, /* type of a fence */
    SIGNAL = 1    /* flag of a fence */
};

struct fence {
    uint64_t extensions;
    uint32_t type, flags;
    uint64_t handle, point, reserved[2];
};

struct binding {
    uint64_t extensions;
    uint32_t object;
    uint16_t caching, padding;
    uint64_t offset_B, size_B, address;
    uint32_t operation, flags, region, padding_too;
    uint64_t reserved[3];
};

struct bind {
    uint64_t extensions;
    uint32_t space, queue, padding, num;
    struct binding binding;
    uint32_t padding_too, num_fences;
    uint64_t fences;
};

struct queue {
    uint64_t extensions;
    uint16_t width, num_placements;
    uint32_t space, flags, id;
};

struct property {
    uint64_t extensions;
    uint32_t queue, number;
    uint64_t value;
};

struct execution {
    uint64_t extensions;
    uint32_t queue, num_fences;
    uint64_t fences;
};

static uint64_t point_of(const struct fence *f)
{
    return f->type == TIMELINE ? f->point : 0;
}

static long submit(struct fake_node *node, const struct fence *fences, uint32_t num)
{
    uint64_t done_ns;
    long result = 0;

    for (uint32_t i = 0; i < num && !result; i++) {
        if (!(fences[i].flags & SIGNAL))
            result = fake_submit_after(node, (uint32_t)fences[i].handle, point_of(&fences[i]));
    }
    done_ns = fake_submit();
    for (uint32_t i = 0; i < num && !result; i++) {
        if (fences[i].flags & SIGNAL)
            result =
                fake_syncobj_set(node, (uint32_t)fences[i].handle, point_of(&fences[i]), done_ns);
    }
    return result;
}

static long bind(struct fake_node *node, const struct bind *arg)
{
    return submit(node, fake_pointer(arg->fences), arg->num_fences);
}

static long execute(struct fake_node *node, const struct execution *arg)
{
    return submit(node, fake_pointer(arg->fences), arg->num_fences);
}

static long create_queue(struct fake_node *node, struct queue *arg)
{
    arg->id = ++node->last_id;
    return 0;
}

/* Reports that the queue is not banned. */
static long report_property(struct property *arg)
{
    arg->value = 0;
    return 0;
}

static long command(struct fake_node *node, unsigned number, void *arg)
{
    switch (number) {
    case QUERY:
        return query(arg);
    case CREATE:
        return create(node, arg);
    case MAP:
        return map(node, arg);
    case SPACE_CREATE:
        return create_space(node, arg);
    case BIND:
        return bind(node, arg);
    case QUEUE_CREATE:
        return create_queue(node, arg);
    case QUEUE_PROPERTY:
        return report_property(arg);
    case EXECUTE:
        return execute(node, arg);
    case SPACE_DESTROY:
    case QUEUE_DESTROY:
        return 0;
    default:
        return -EINVAL;
    }
}

const struct fake_driver fake_xe = {"xe", 1, 1, true, command};
