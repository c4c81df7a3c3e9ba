/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Few commands use the memory of a resource. To find those commands, the library must read every
 * command, which costs time. So it reads only the GV_ASKS_NUM_LOOKS command buffers that follow a
 * question which it could not answer. A child process that writes to its parent's connection sets
 * gv_asks.others. If a program writes to a connection without this library, the server executes
 * more bytes than the library has counted. The library notices this, and from then on passes every
 * question to the server. */
#include "preload/asks.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/server.h"
#include "virgl/wire.h"
#include "vtest/protocol.h"

void gv_asks_init(struct gv_asks *asks)
{
    pthread_mutex_init(&asks->answers_lock, NULL);
}

void gv_asks_begin_answer(struct gv_asks *asks)
{
    pthread_mutex_lock(&asks->answers_lock);
}

void gv_asks_end_answer(struct gv_asks *asks)
{
    pthread_mutex_unlock(&asks->answers_lock);
}

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

void gv_asks_finish(struct gv_asks *asks)
{
    const _Atomic uint64_t *page = atomic_load(&asks->carried_out_B);

    if (page)
        munmap((void *)page, sizeof(*page));
}

uint64_t gv_asks_carried_out_B(const struct gv_asks *asks)
{
    const _Atomic uint64_t *page = atomic_load(&asks->carried_out_B);
    const uint64_t carried_out_B = page ? atomic_load(page) : 0;

    if (carried_out_B > atomic_load(&asks->written_B) ||
        (asks->others && atomic_load(asks->others)))
        return 0;
    return carried_out_B;
}

/* ---- Uses ------------------------------------------------------------------------------------ */

/* Tracks only ordinary resources, because the device decides whether fences, query results and
 * buffers that both sides map are idle. */
void gv_asks_note(struct gv_asks *asks, const uint32_t *payload)
{
    const uint32_t handle = payload[0], place = handle % GV_ASKS_NUM_KNOWN;

    if (handle == 0 || payload[3] == GV_VTEST_BIND_CUSTOM)
        return;
    atomic_store(&asks->ordinary[place].used_B, 0);
    atomic_store(&asks->ordinary[place].handle, handle);
}

void gv_asks_note_use(struct gv_asks *asks, uint32_t handle)
{
    const uint32_t place = handle % GV_ASKS_NUM_KNOWN;

    if (atomic_load(&asks->ordinary[place].handle) == handle)
        atomic_store(&asks->ordinary[place].used_B, atomic_load(&asks->written_B));
}

void gv_asks_note_any(struct gv_asks *asks)
{
    atomic_store(&asks->any_B, atomic_load(&asks->written_B));
}

/* For each command of the command table, the index of the dword that names the resource whose
 * memory the command uses. */
#define ANY GV_VIRGL_ANY_RESOURCE
#define MEMORY(number, name, decoder, kind, min, max, stride, retained, memory)                    \
    [GV_VIRGL_##name] = (memory),

static const uint8_t memory_dw[GV_VIRGL_NUM_COMMANDS] = {GV_VIRGL_COMMAND_ROWS(MEMORY)};

enum {
    MAX_MEMORY_DW = 12 /* the highest index in these tables, that of COPY_TRANSFER3D */
};

#define FITS(number, name, decoder, kind, min, max, stride, retained, memory)                      \
    &&((int)(memory) == ANY || ((int)(memory) <= MAX_MEMORY_DW && (int)(memory) <= (min)))
_Static_assert(true GV_VIRGL_COMMAND_ROWS(FITS), "each command has the dword of its row");

/* Notes which resource the command uses. False if the resource is not known. */
static bool note_command(struct gv_asks *asks, uint32_t number, const char *command,
                         uint32_t len_dw)
{
    const uint32_t dw = number < GV_VIRGL_NUM_COMMANDS ? memory_dw[number] : GV_VIRGL_ANY_RESOURCE;
    uint32_t handle;

    if (dw > MAX_MEMORY_DW)
        return false;
    if (dw > 0 && len_dw >= dw) {
        memcpy(&handle, command + (size_t)dw * 4, sizeof(handle));
        gv_asks_note_use(asks, handle);
    }
    return true;
}

static bool note_all_commands(struct gv_asks *asks, const char *dwords, size_t num_dw)
{
    uint32_t header;

    while (num_dw > 0) {
        memcpy(&header, dwords, sizeof(header));
        const uint32_t len_dw = gv_virgl_header_len(header);
        if (len_dw >= num_dw ||
            !note_command(asks, gv_virgl_header_command(header), dwords, len_dw))
            return false;
        dwords += (1 + (size_t)len_dw) * 4;
        num_dw -= 1 + (size_t)len_dw;
    }
    return true;
}

void gv_asks_note_commands(struct gv_asks *asks, const void *dwords, size_t num_dw)
{
    if (atomic_load(&asks->num_looks) > 0 && note_all_commands(asks, dwords, num_dw))
        atomic_fetch_sub(&asks->num_looks, 1);
    else
        gv_asks_note_any(asks);
}

/* ---- Questions ------------------------------------------------------------------------------- */

bool gv_asks_is_idle(struct gv_asks *asks, uint32_t handle)
{
    const uint32_t place = handle % GV_ASKS_NUM_KNOWN;
    const uint64_t carried_out_B = gv_asks_carried_out_B(asks);

    if (!carried_out_B || !handle || atomic_load(&asks->ordinary[place].handle) != handle)
        return false;
    if (carried_out_B >= atomic_load(&asks->ordinary[place].used_B) &&
        carried_out_B >= atomic_load(&asks->any_B))
        return true;
    atomic_store(&asks->num_looks, GV_ASKS_NUM_LOOKS);
    return false;
}
