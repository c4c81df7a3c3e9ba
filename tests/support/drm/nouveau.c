/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of nouveau, for NVK. Debian 12's header is older than NVK requires, so the kernel's
 * structures are repeated here. */
#include "nouveau.h"

#include <errno.h>
#include <string.h>

#include "fake.h"

enum {
    GET_PARAM = 0x0,
    CHANNEL_NEW = 0x2,
    CHANNEL_FREE = 0x3,
    OBJECTS = 0x7,
    SPACE_INIT = 0x10,
    SPACE_BIND = 0x11,
    EXECUTE = 0x12,
    MEMORY_NEW = 0x40,
    MEMORY_PREPARE = 0x42,
    MEMORY_FINISH = 0x43,
    MEMORY_INFO = 0x44
};

static const struct nouveau_params *params(void)
{
    return fake_chip()->params;
}

/* ---- Properties of the chip */

enum {
    VENDOR = 3,
    DEVICE = 4,
    BUS = 5,
    DEVICE_MEMORY = 8,
    CHIPSET = 11,
    UNITS = 13,
    TIME = 14,
    MAX_PUSHES = 17,
    VISIBLE_MEMORY = 18,
    USED_MEMORY = 19
};

struct param {
    uint64_t number, value;
};

static long get_param(struct param *arg)
{
    const struct fake_chip *chip = fake_chip();

    switch (arg->number) {
    case VENDOR:
        arg->value = chip->vendor;
        return 0;
    case DEVICE:
        arg->value = chip->device;
        return 0;
    case BUS: /* PCI Express */
        arg->value = 2;
        return 0;
    case DEVICE_MEMORY:
    case VISIBLE_MEMORY:
        arg->value = chip->memory_B;
        return 0;
    case CHIPSET:
        arg->value = params()->chipset;
        return 0;
    case UNITS:
        arg->value = params()->clusters | (uint64_t)params()->processors << 8;
        return 0;
    case TIME:
        arg->value = fake_now_ns();
        return 0;
    case MAX_PUSHES:
        arg->value = 1023;
        return 0;
    case USED_MEMORY:
        arg->value = 64 << 20;
        return 0;
    default:
        return -EINVAL;
    }
}

/* ---- Objects of the chip ------------------------------------------------------------------- */

enum {
    OBJECT_CLASSES = 1,
    OBJECT_NEW = 2,
    OBJECT_FREE = 3,
    OBJECT_METHOD = 4,
    METHOD_DESCRIBE = 0
};

struct object {
    uint8_t version, type, zero[4], owner, route;
    uint64_t token, object;
};

struct class
{
    int32_t number;
    int16_t first, last;
};

struct classes {
    struct object base;
    uint8_t version, num, zero[6];
    struct class list[];
};

struct description {
    struct object base;
    uint8_t method_version, method, zero[6];
    uint8_t version, bus;
    uint16_t chipset;
    uint8_t revision, family, padding[2];
    uint64_t memory_B, user_memory_B;
    char chip[16], name[64];
};

/* Lists the classes of the engines: copy, 2D, 3D, memory-to-memory, compute. */
static long list_classes(struct classes *arg)
{
    const int32_t generation = params()->generation << 8;
    const int32_t engines[] = {generation | 0xb5, 0x902d, generation | 0x97, 0xa140,
                               generation | 0xc0};
    const uint8_t room = arg->num;

    arg->num = sizeof(engines) / sizeof(*engines);
    if (room < arg->num)
        return -ENOSPC;
    memset(arg->list, 0, room * sizeof(*arg->list));
    for (uint8_t i = 0; i < arg->num; i++)
        arg->list[i].number = engines[i];
    return 0;
}

static long describe(struct description *arg)
{
    if (arg->method != METHOD_DESCRIBE)
        return -EINVAL;
    arg->bus = 3; /* PCI Express */
    arg->chipset = params()->chipset;
    arg->memory_B = arg->user_memory_B = fake_chip()->memory_B;
    strncpy(arg->chip, fake_chip()->name, sizeof(arg->chip) - 1);
    strncpy(arg->name, "NVIDIA stand-in", sizeof(arg->name) - 1);
    return 0;
}

static long use_object(void *arg)
{
    const struct object *object = arg;

    switch (object->type) {
    case OBJECT_CLASSES:
        return list_classes(arg);
    case OBJECT_METHOD:
        return describe(arg);
    case OBJECT_NEW:
    case OBJECT_FREE:
        return 0;
    default:
        return -EINVAL;
    }
}

/* ---- Memory -------------------------------------------------------------------------------- */

enum {
    DOMAIN_VRAM = 2,
    DOMAIN = 0,
    TILE_MODE = 1,
    TILE_FLAGS = 2 /* indices into fake_object.words */
};

struct memory {
    uint32_t handle, domain;
    uint64_t size_B, address, map_offset_B;
    uint32_t tile_mode, tile_flags;
};

static long inform(const struct fake_node *node, struct memory *arg)
{
    const struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -ENOENT;
    arg->domain = (uint32_t)object->words[DOMAIN];
    arg->size_B = object->size_B;
    arg->address = arg->map_offset_B = object->offset_B;
    arg->tile_mode = (uint32_t)object->words[TILE_MODE];
    arg->tile_flags = (uint32_t)object->words[TILE_FLAGS];
    return 0;
}

static long create(struct fake_node *node, struct memory *arg)
{
    struct fake_object *object;

    arg->handle = fake_object_create(node, arg->size_B);
    object = fake_object(node, arg->handle);
    if (!object)
        return -ENOMEM;
    object->words[DOMAIN] = arg->domain ? arg->domain : DOMAIN_VRAM;
    object->words[TILE_MODE] = arg->tile_mode;
    object->words[TILE_FLAGS] = arg->tile_flags;
    return inform(node, arg);
}

/* ---- Channels and submissions ---------------------------------------------------------------- */

enum {
    TYPE_MASK = 0xf, /* bits of a fence's flags that hold the type of its sync object */
    TIMELINE = 1
};

struct fence {
    uint32_t flags, handle;
    uint64_t point;
};

/* The argument of both VM_BIND and EXEC. */
struct submission {
    uint32_t words[2], num_waits, num_signals;
    uint64_t waits, signals, list;
};

static uint64_t point_of(const struct fence *f)
{
    return (f->flags & TYPE_MASK) == TIMELINE ? f->point : 0;
}

static long submit(struct fake_node *node, const struct submission *arg)
{
    const struct fence *waits = fake_pointer(arg->waits), *signals = fake_pointer(arg->signals);
    uint64_t done_ns;
    long result = 0;

    for (uint32_t i = 0; i < arg->num_waits && !result; i++)
        result = fake_submit_after(node, waits[i].handle, point_of(&waits[i]));
    done_ns = fake_submit();
    for (uint32_t i = 0; i < arg->num_signals && !result; i++)
        result = fake_syncobj_set(node, signals[i].handle, point_of(&signals[i]), done_ns);
    return result;
}

/* Creates a channel, and writes the channel's id to the third dword of `arg`. */
static long create_channel(struct fake_node *node, uint32_t *arg)
{
    arg[2] = ++node->last_id;
    return 0;
}

static long command(struct fake_node *node, unsigned number, void *arg)
{
    switch (number) {
    case GET_PARAM:
        return get_param(arg);
    case CHANNEL_NEW:
        return create_channel(node, arg);
    case OBJECTS:
        return use_object(arg);
    case SPACE_BIND:
    case EXECUTE:
        return submit(node, arg);
    case MEMORY_NEW:
        return create(node, arg);
    case MEMORY_INFO:
        return inform(node, arg);
    case MEMORY_PREPARE:
        return fake_wait_idle(UINT64_MAX);
    case CHANNEL_FREE:
    case SPACE_INIT:
    case MEMORY_FINISH:
        return 0;
    default:
        return -EINVAL;
    }
}

const struct fake_driver fake_nouveau = {"nouveau", 1, 4, true, command};
