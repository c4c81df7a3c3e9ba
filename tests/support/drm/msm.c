/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of msm, for Turnip. Debian 12's header is older than Turnip requires, so the
 * kernel's structures are repeated here. */
#include "msm.h"

#include <errno.h>
#include <string.h>

#include "fake.h"

#define GIB (UINT64_C(1) << 30)

enum {
    GET_PARAM = 0x0,
    SET_PARAM = 0x1,
    MEMORY_NEW = 0x2,
    MEMORY_INFO = 0x3,
    MEMORY_PREPARE = 0x4,
    MEMORY_FINISH = 0x5,
    SUBMIT = 0x6,
    WAIT_FENCE = 0x7,
    MEMORY_ADVISE = 0x8,
    QUEUE_NEW = 0xa,
    QUEUE_CLOSE = 0xb,
    QUEUE_QUERY = 0xc
};

enum {
    FLAGS = 0,
    METADATA_SIZE = 1
}; /* indices into fake_object.words */

static const struct msm_params *params(void)
{
    return fake_chip()->params;
}

/* ---- Properties of the chip */

enum {
    PARAM_GPU = 0x1,
    PARAM_TILE_MEMORY_SIZE = 0x2,
    PARAM_CHIP = 0x3,
    PARAM_MAX_FREQUENCY = 0x4,
    PARAM_TIMESTAMP = 0x5,
    PARAM_TILE_MEMORY_BASE = 0x6,
    PARAM_PRIORITIES = 0x7,
    PARAM_FAULTS = 0x9,
    PARAM_SUSPENDS = 0xa,
    PARAM_ADDRESS_START = 0xe,
    PARAM_ADDRESS_SIZE = 0xf
};

struct param {
    uint32_t pipe, number;
    uint64_t value;
};

static long get_param(struct param *arg)
{
    const struct msm_params *p = params();

    switch (arg->number) {
    case PARAM_GPU:
        arg->value = p->gpu;
        return 0;
    case PARAM_TILE_MEMORY_SIZE:
        arg->value = p->tile_memory_B;
        return 0;
    case PARAM_CHIP:
        arg->value = p->chip;
        return 0;
    case PARAM_MAX_FREQUENCY:
        arg->value = 700000000;
        return 0;
    case PARAM_TIMESTAMP: /* ticks of 19.2 MHz */
        arg->value = fake_now_ns() / 1000 * 192 / 10;
        return 0;
    case PARAM_TILE_MEMORY_BASE:
        arg->value = 0x100000;
        return 0;
    case PARAM_PRIORITIES:
        arg->value = 3;
        return 0;
    case PARAM_FAULTS:
    case PARAM_SUSPENDS:
        arg->value = 0;
        return 0;
    case PARAM_ADDRESS_START:
        arg->value = 4 * GIB;
        return 0;
    case PARAM_ADDRESS_SIZE:
        arg->value = 64 * GIB;
        return 0;
    default:
        return -EINVAL;
    }
}

/* ---- Memory -------------------------------------------------------------------------------- */

enum {
    CACHED_COHERENT = 0x80000,
    INFO_OFFSET = 0,
    INFO_ADDRESS = 1,
    INFO_SET_NAME = 2,
    INFO_SET_ADDRESS = 4,
    INFO_FLAGS = 5,
    INFO_SET_METADATA = 6,
    INFO_METADATA = 7
};

struct memory_new {
    uint64_t size_B;
    uint32_t flags, handle;
};

struct memory_info {
    uint32_t handle, info;
    uint64_t value;
    uint32_t length_B, padding;
};

static long create(struct fake_node *node, struct memory_new *arg)
{
    if ((arg->flags & CACHED_COHERENT) && !params()->has_coherent_memory)
        return -EINVAL;
    arg->handle = fake_object_create(node, arg->size_B);
    if (!arg->handle)
        return -ENOMEM;
    fake_object(node, arg->handle)->words[FLAGS] = arg->flags;
    return 0;
}

static long use_metadata(struct fake_object *object, struct memory_info *arg)
{
    if (arg->info == INFO_SET_METADATA) {
        if (arg->length_B > sizeof(object->metadata))
            return -EOVERFLOW;
        memcpy(object->metadata, fake_pointer(arg->value), arg->length_B);
        object->words[METADATA_SIZE] = arg->length_B;
        return 0;
    }
    if (arg->value)
        fake_answer(fake_pointer(arg->value), arg->length_B, object->metadata,
                    object->words[METADATA_SIZE]);
    arg->length_B = (uint32_t)object->words[METADATA_SIZE];
    return 0;
}

static long inform(struct fake_node *node, struct memory_info *arg)
{
    struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    switch (arg->info) {
    case INFO_OFFSET:
        arg->value = object->offset_B;
        return 0;
    case INFO_ADDRESS:
        arg->value = 4 * GIB + object->offset_B;
        return 0;
    case INFO_FLAGS:
        arg->value = object->words[FLAGS];
        return 0;
    case INFO_SET_METADATA:
    case INFO_METADATA:
        return use_metadata(object, arg);
    case INFO_SET_NAME:
    case INFO_SET_ADDRESS:
        return 0;
    default:
        return -EINVAL;
    }
}

static long keep_memory(uint32_t *arg)
{
    arg[2] = 1;
    return 0;
}

/* ---- Queues and submissions ------------------------------------------------------------------ */

enum {
    FENCE_FD_OUT = 0x20000000,
    SYNCOBJ_IN = 0x08000000,
    SYNCOBJ_OUT = 0x04000000
};

struct submission {
    uint32_t flags, fence;
    uint32_t num_objects, num_commands;
    uint64_t objects, commands;
    int32_t fence_fd;
    uint32_t queue;
    uint64_t waits, signals;
    uint32_t num_waits, num_signals;
    uint32_t stride_B, padding;
};

struct fence {
    uint32_t handle, flags;
    uint64_t point;
};

struct timed_wait {
    uint32_t fence, flags;
    int64_t seconds, nanoseconds; /* on CLOCK_MONOTONIC */
    uint32_t queue;
};

struct queue {
    uint32_t flags, priority, id;
};

static const struct fence *fence_at(uint64_t fences, const struct submission *s, uint32_t idx)
{
    return (const void *)((const char *)fake_pointer(fences) + (size_t)idx * s->stride_B);
}

static long submit(struct fake_node *node, struct submission *arg)
{
    uint64_t done_ns;
    long result = 0;

    for (uint32_t i = 0; (arg->flags & SYNCOBJ_IN) && i < arg->num_waits && !result; i++) {
        const struct fence *f = fence_at(arg->waits, arg, i);
        result = fake_submit_after(node, f->handle, f->point);
    }
    done_ns = fake_submit();
    for (uint32_t i = 0; (arg->flags & SYNCOBJ_OUT) && i < arg->num_signals && !result; i++) {
        const struct fence *f = fence_at(arg->signals, arg, i);
        result = fake_syncobj_set(node, f->handle, f->point, done_ns);
    }
    if (result == 0 && (arg->flags & FENCE_FD_OUT)) {
        arg->fence_fd = fake_sync_file(done_ns);
        result = arg->fence_fd < 0 ? arg->fence_fd : 0;
    }
    arg->fence = (uint32_t)++node->last_fence;
    return result;
}

static long wait_for(const struct timed_wait *arg)
{
    const uint64_t timeout_ns = (uint64_t)arg->seconds * 1000000000 + (uint64_t)arg->nanoseconds;

    return fake_wait_idle(timeout_ns) ? -ETIMEDOUT : 0;
}

static long create_queue(struct fake_node *node, struct queue *arg)
{
    if (arg->flags) /* interruptible waits, which this kernel lacks */
        return -EINVAL;
    arg->id = ++node->last_id;
    return 0;
}

static long command(struct fake_node *node, unsigned number, void *arg)
{
    switch (number) {
    case GET_PARAM:
        return get_param(arg);
    case MEMORY_NEW:
        return create(node, arg);
    case MEMORY_INFO:
        return inform(node, arg);
    case MEMORY_ADVISE:
        return keep_memory(arg);
    case MEMORY_PREPARE:
        return fake_wait_idle(UINT64_MAX);
    case SUBMIT:
        return submit(node, arg);
    case WAIT_FENCE:
        return wait_for(arg);
    case QUEUE_NEW:
        return create_queue(node, arg);
    case SET_PARAM:
    case MEMORY_FINISH:
    case QUEUE_CLOSE:
        return 0;
    default: /* also QUEUE_QUERY, which queries faults */
        return -EINVAL;
    }
}

const struct fake_driver fake_msm = {"msm", 1, 10, false, command};
