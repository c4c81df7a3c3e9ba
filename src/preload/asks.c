/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What is written past this library, by a child or to a copy of the descriptor, is carried out
 * without being counted: then the two sums differ, and the server is asked. */
#include "preload/asks.h"

#include <sys/mman.h>
#include <unistd.h>

#include "preload/server.h"
#include "vtest/protocol.h"

void gv_asks_open(struct gv_asks *asks, int fd)
{
    if (atomic_exchange(&asks->opened, true))
        return;
    int page_fd = gv_server_progress(fd);
    if (page_fd < 0)
        return;
    void *page = mmap(NULL, sizeof(uint64_t), PROT_READ, MAP_SHARED, page_fd, 0);
    close(page_fd);
    if (page != MAP_FAILED)
        atomic_store(&asks->carried_out_B, page);
}

/* Fences and query results depend on the device, and so do buffers that both sides map. */
void gv_asks_note(struct gv_asks *asks, const uint32_t *payload)
{
    const uint32_t handle = payload[0];

    if (handle > 0 && payload[3] != GV_VTEST_BIND_CUSTOM)
        atomic_store(&asks->ordinary[handle % GV_ASKS_NUM_KNOWN], handle);
}

/* More than was written is what somebody else has written. */
uint64_t gv_asks_carried_out_B(const struct gv_asks *asks)
{
    const _Atomic uint64_t *page = atomic_load(&asks->carried_out_B);
    const uint64_t carried_out_B = page ? atomic_load(page) : 0;

    return carried_out_B <= atomic_load(&asks->written_B) ? carried_out_B : 0;
}

bool gv_asks_is_idle(const struct gv_asks *asks, uint32_t handle)
{
    const _Atomic uint64_t *carried_out_B = atomic_load(&asks->carried_out_B);

    return carried_out_B && handle &&
           atomic_load(&asks->ordinary[handle % GV_ASKS_NUM_KNOWN]) == handle &&
           atomic_load(carried_out_B) == atomic_load(&asks->written_B);
}
