/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes vtest and virgl with a client that writes anything into its ring, on the null driver,
 * which checks its arguments. The client acts while the worker waits for it. The first byte of an
 * input decides how the socket's bytes are cut into pieces; the remaining bytes are steps of the
 * client. A step is a byte with its kind, a byte with its length, and that number of bytes. */
#include <stdlib.h>
#include <sys/mman.h>

#include "fuzz.h"
#include "memory_transport.h"
#include "null_pipe.h"
#include "virgl/api/renderer.h"
#include "vtest/protocol.h"
#include "vtest/vtest.h"

enum {
    PIECE_MASK = 0x3f,
    SHM_LIMIT_B = 32 << 20
};

enum step {
    PUT,        /* writes into the ring and updates the page's written_B */
    PUT_BEFORE, /* writes into the ring, without updating written_B */
    SOCKET,     /* sends bytes on the socket, like another process */
    COUNT,      /* stores a number in a dword of the ring's page */
    REWRITE,    /* overwrites bytes anywhere in the ring's memory */
    MANY,       /* writes one byte many times into the ring */
    WAKE,
    NUM_STEPS
};

static struct {
    struct memory_transport memory;
    const uint8_t *steps;
    size_t left_B;
    uint8_t *ring; /* NULL: not mapped yet */
    uint32_t put_B;
} client;

static struct gv_vtest_ring_page *page(void)
{
    return (struct gv_vtest_ring_page *)client.ring;
}

/* Writes data into the ring, which wraps around at its end. */
static void put(const uint8_t *data, uint32_t size_B)
{
    while (size_B > 0) {
        const uint32_t at_B = client.put_B % GV_VTEST_RING_B, most_B = GV_VTEST_RING_B - at_B;
        const uint32_t piece_B = size_B < most_B ? size_B : most_B;

        memcpy(client.ring + GV_VTEST_RING_DATA_B + at_B, data, piece_B);
        client.put_B += piece_B;
        data += piece_B;
        size_B -= piece_B;
    }
}

static void put_many(uint8_t byte, uint32_t size_B)
{
    static uint8_t bytes[GV_VTEST_RING_B];

    memset(bytes, byte, size_B);
    put(bytes, size_B);
    page()->written_B = client.put_B;
}

/* Reads a little-endian number of up to four bytes. */
static uint32_t number(const uint8_t *data, size_t size_B)
{
    uint32_t value = 0;

    for (size_t i = 0; i < size_B && i < 4; i++)
        value |= (uint32_t)data[i] << 8 * i;
    return value;
}

static void rewrite(const uint8_t *data, size_t size_B)
{
    const size_t at_B = number(data, size_B < 2 ? size_B : 2);

    for (size_t i = 2; i < size_B; i++)
        client.ring[(at_B + i - 2) % GV_VTEST_RING_MEMORY_B] = data[i];
}

/* Sends data on the socket, if the transport has space for it. */
static void say(const void *data, size_t size_B)
{
    if (size_B <= MEMORY_IN_MAX - client.memory.in_B)
        memory_put(&client.memory, data, size_B);
}

static void do_step(enum step step, const uint8_t *data, size_t size_B)
{
    static const uint32_t wake[] = {0, GV_VTEST_RING_WAKE};
    const size_t word = size_B > 0 ? data[0] * 4u : 0;
    const uint32_t value = size_B > 1 ? number(data + 1, size_B - 1) : 0;

    switch (step) {
    case PUT:
    case PUT_BEFORE:
        put(data, (uint32_t)size_B);
        if (step == PUT)
            page()->written_B = client.put_B;
        break;
    case SOCKET:
        say(data, size_B);
        break;
    case COUNT:
        memcpy(client.ring + word, &value, sizeof(value));
        break;
    case REWRITE:
        rewrite(data, size_B);
        break;
    case MANY:
        put_many((uint8_t)word, value % GV_VTEST_RING_B);
        break;
    default:
        say(wake, sizeof(wake));
    }
}

static void map_ring(void)
{
    void *memory = mmap(NULL, GV_VTEST_RING_MEMORY_B, PROT_READ | PROT_WRITE, MAP_SHARED,
                        client.memory.num_fds > 0 ? client.memory.fds[0] : -1, 0);

    if (memory == MAP_FAILED)
        abort(); /* put_opening() is valid */
    client.ring = memory;
}

/* Called when the worker has read all of the socket. Executes steps until the socket has bytes
 * again. */
static void go_on(void)
{
    if (!client.ring)
        map_ring();
    while (client.memory.in_B == client.memory.in_read_B && client.left_B >= 2) {
        const uint8_t step = client.steps[0] % NUM_STEPS;
        const size_t most_B = client.left_B - 2;
        const size_t size_B = client.steps[1] < most_B ? client.steps[1] : most_B;
        do_step(step, client.steps + 2, size_B);
        client.steps += 2 + size_B;
        client.left_B -= 2 + size_B;
    }
}

/* Sends CREATE_RENDERER, the agreement on version 2, and the request for a ring. */
static void put_opening(void)
{
    static const uint32_t create[] = {4, GV_VTEST_CREATE_RENDERER};
    static const uint32_t version[] = {1, GV_VTEST_PROTOCOL_VERSION_CMD, 2};
    static const uint32_t open[] = {1, GV_VTEST_RING_OPEN, GV_VTEST_INTERNAL_VERSION};

    say(create, sizeof(create));
    say("abc", 4);
    say(version, sizeof(version));
    say(open, sizeof(open));
}

static void serve(struct null_screen *screen)
{
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    const struct galvan_log quiet = {0};

    limits.memory_B = SHM_LIMIT_B;
    limits.max_resource_B = 1 << 20;
    limits.max_objects = 1024;

    const struct gv_vtest_params params = {
        .transport = &client.memory.base,
        .screen = &screen->base,
        .log = &quiet,
        .limits = &limits,
        .shm_limit_B = SHM_LIMIT_B,
    };
    gv_vtest_serve(&params);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct null_screen *screen;

    if (size < 1 || size > MEMORY_IN_MAX / 2)
        return 0;
    screen = null_screen_create();
    if (!screen)
        abort();
    memory_init(&client.memory);
    client.memory.on_empty = go_on;
    client.steps = data + 1;
    client.left_B = size - 1;
    client.put_B = 0;
    put_opening();
    client.memory.piece_B = data[0] & PIECE_MASK;
    serve(screen);
    if (!null_screen_is_empty(screen))
        abort();
    screen->base.destroy(&screen->base);
    if (client.ring)
        munmap(client.ring, GV_VTEST_RING_MEMORY_B);
    client.ring = NULL;
    memory_finish(&client.memory);
    return 0;
}
