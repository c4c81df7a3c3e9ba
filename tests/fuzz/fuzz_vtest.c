/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes vtest with a client's whole byte stream over a memory transport; the renderer accepts
 * everything. The first byte of an input decides how the stream is cut into pieces, whether it
 * begins with a valid handshake, and whether submissions fail. The remaining bytes are what the
 * client sends. */
#include <stdlib.h>

#include "fake_virgl.h"
#include "fuzz.h"
#include "memory_transport.h"
#include "vtest/protocol.h"
#include "vtest/vtest.h"

enum {
    PIECE_MASK = 0x3f,
    WITH_OPENING = 0x80,
    SUBMIT_FAILS = 0x40,
    SHM_LIMIT_B = GV_VTEST_POOL_PART_B * GV_VTEST_MIN_POOL_SHARE, /* enough for one part */
    MEMORY_LIMIT_B = GV_VTEST_POOL_PART_B + (1 << 20)
};

static struct memory_transport memory;

/* Sends the client's valid handshake: CREATE_RENDERER and agreement on version 2. */
static void put_opening(void)
{
    static const uint32_t create[] = {4, 8}, version[] = {1, 11, 2};

    memory_put(&memory, create, sizeof(create));
    memory_put(&memory, "abc", 4);
    memory_put(&memory, version, sizeof(version));
}

/* Reads the last byte of a frame, as a screenshot would. */
static void look_at_frame(void *priv, const struct gv_vtest_frame *frame)
{
    volatile uint8_t last;

    (void)priv;
    if (frame->data_size_B > 0) {
        last = ((const uint8_t *)frame->data)[frame->data_size_B - 1];
        (void)last;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct gv_vtest_hooks hooks = {.presented = look_at_frame, .retired = look_at_frame};
    const struct gv_vtest_params params = {
        .transport = &memory.base,
        .shm_limit_B = SHM_LIMIT_B,
        .hooks = &hooks,
    };

    if (size < 1 || size > MEMORY_IN_MAX / 2) {
        return 0;
    }
    memory_init(&memory);
    memset(&fake, 0, sizeof(fake));
    fake.memory_limit_B = MEMORY_LIMIT_B;
    fake.fences = true;
    memory.piece_B = data[0] & PIECE_MASK;
    fake.submit_result = data[0] & SUBMIT_FAILS ? GALVAN_ERROR_SYNTAX : GALVAN_OK;
    if (data[0] & WITH_OPENING) {
        put_opening();
    }
    memory_put(&memory, data + 1, size - 1);
    gv_vtest_serve(&params);
    if (fake.num_renderers != 0 || fake.num_present_buffers != 0 || fake.num_fences != 0) {
        abort();
    }
    memory_finish(&memory);
    return 0;
}
