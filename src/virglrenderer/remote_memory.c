/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/remote_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/checked.h"
#include "virglrenderer/error.h"
#include "virglrenderer/worker_protocol.h"

/* ---- Backings -------------------------------------------------------------------------------- */

void gv_vr_backings_init(struct gv_vr_backings *backings)
{
    *backings = (struct gv_vr_backings){0};
    gv_hash_init(&backings->table);
}

static void end(struct gv_vr_backing *backing)
{
    gv_virgl_iov_finish(&backing->memory);
    gv_shm_finish(&backing->copy);
}

void gv_vr_backings_finish(struct gv_vr_backings *backings)
{
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&backings->table, &pos));) {
        end(entry->value);
        free(entry->value);
    }
    gv_hash_finish(&backings->table);
    end(&backings->call);
}

static int set_memory(struct gv_vr_backing *backing, const struct iovec *iov, unsigned num_iov)
{
    if (!gv_virgl_iov_init(&backing->memory, iov, num_iov))
        return -EINVAL;
    if (backing->memory.size_B && backing->memory.size_B <= PTRDIFF_MAX)
        return 0;
    gv_virgl_iov_finish(&backing->memory);
    return -EINVAL;
}

int gv_vr_backing_add(struct gv_vr_backings *backings, const struct iovec *iov, unsigned num_iov,
                      uint32_t *out_number, uint64_t *out_size_B, int *out_fd)
{
    struct gv_vr_backing *backing = calloc(1, sizeof(*backing));
    if (!backing)
        return -ENOMEM;
    int error = set_memory(backing, iov, num_iov);
    if (!error)
        error = gv_vr_error(gv_shm_create(backing->memory.size_B, &backing->copy, out_fd));
    if (error)
        goto end_backing;
    do { /* after a wrap-around, skips numbers of older backings */
        backings->last_number++;
    } while (!backings->last_number || gv_hash_find(&backings->table, backings->last_number));
    error = gv_hash_set(&backings->table, backings->last_number, backing) ? 0 : -ENOMEM;
    if (error) {
        close(*out_fd);
        goto end_backing;
    }
    *out_number = backings->last_number;
    *out_size_B = backing->memory.size_B;
    return 0;

end_backing:
    end(backing);
    free(backing);
    return error;
}

void gv_vr_backing_remove(struct gv_vr_backings *backings, uint32_t number)
{
    struct gv_vr_backing *backing = gv_hash_remove(&backings->table, number);
    if (!backing)
        return;
    end(backing);
    free(backing);
}

int gv_vr_backing_begin_call(struct gv_vr_backings *backings, const struct iovec *iov,
                             unsigned num_iov, uint64_t *out_size_B, uint64_t *out_copy_B,
                             int *out_fd)
{
    struct gv_vr_backing *call = &backings->call;
    struct gv_shm copy;
    int error = set_memory(call, iov, num_iov);
    if (error)
        return error;
    *out_fd = -1;
    *out_size_B = call->memory.size_B;
    if (call->memory.size_B <= call->copy.size_B)
        return 0;
    error = gv_vr_error(gv_shm_create(call->memory.size_B, &copy, out_fd));
    if (error) {
        gv_virgl_iov_finish(&call->memory);
        return error;
    }
    gv_shm_finish(&call->copy);
    call->copy = copy;
    *out_copy_B = copy.size_B;
    return 0;
}

void gv_vr_backing_end_call(struct gv_vr_backings *backings)
{
    gv_virgl_iov_finish(&backings->call.memory);
}

void gv_vr_backings_restart(struct gv_vr_backings *backings)
{
    gv_shm_finish(&backings->call.copy);
    backings->num_read = 0;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

static struct gv_vr_backing *find(struct gv_vr_backings *backings, uint32_t number)
{
    return number ? gv_hash_find(&backings->table, number) : &backings->call;
}

bool gv_vr_backing_fetch(struct gv_vr_backings *backings, uint32_t number, uint64_t offset_B,
                         uint64_t size_B)
{
    const struct gv_vr_backing *backing = find(backings, number);
    if (!backing || !gv_range_fits_u64(offset_B, size_B, backing->memory.size_B))
        return false;
    gv_virgl_iov_read(&backing->memory, offset_B, (char *)backing->copy.data + offset_B, size_B);
    return true;
}

/* Whether the rows do not overlap, so that no byte is copied twice, and end within size_B. */
static bool are_within(const struct gv_vr_shared_rows *rows, uint64_t size_B)
{
    uint64_t slice_B, all_B;
    if (!rows->num_rows || !rows->num_slices || !rows->row_B || rows->row_B > size_B ||
        (rows->num_rows > 1 && rows->stride_B < rows->row_B) ||
        __builtin_mul_overflow((uint64_t)rows->num_rows - 1, rows->stride_B, &slice_B) ||
        __builtin_add_overflow(slice_B, rows->row_B, &slice_B) ||
        (rows->num_slices > 1 && rows->slice_stride_B < slice_B) ||
        __builtin_mul_overflow((uint64_t)rows->num_slices - 1, rows->slice_stride_B, &all_B) ||
        __builtin_add_overflow(all_B, slice_B, &all_B))
        return false;
    return gv_range_fits_u64(rows->offset_B, all_B, size_B);
}

static void write_rows(const struct gv_vr_backing *backing, const struct gv_vr_shared_rows *rows)
{
    for (uint32_t slice = 0; slice < rows->num_slices; slice++) {
        uint64_t at_B = rows->offset_B + slice * rows->slice_stride_B;
        for (uint32_t row = 0; row < rows->num_rows; row++) {
            gv_virgl_iov_write(&backing->memory, at_B, (const char *)backing->copy.data + at_B,
                               rows->row_B);
            at_B += rows->stride_B;
        }
    }
}

bool gv_vr_backings_drain(struct gv_vr_backings *backings, struct gv_vr_shared *shared)
{
    uint32_t num = backings->num_read;
    const uint32_t end = atomic_load_explicit(&shared->num_written, memory_order_acquire);
    if (end - num > GV_VR_MAX_ROWS)
        return false;
    for (; num != end; num++) {
        const struct gv_vr_shared_rows rows = shared->rows[num % GV_VR_MAX_ROWS];
        atomic_signal_fence(memory_order_seq_cst); /* prevents the compiler from reading the rows
                                                      again */
        const struct gv_vr_backing *backing = find(backings, rows.backing);
        if (!backing || !backing->memory.size_B)
            continue;
        if (!are_within(&rows, backing->memory.size_B))
            return false;
        write_rows(backing, &rows);
    }
    backings->num_read = num;
    atomic_store_explicit(&shared->num_read, num, memory_order_release);
    return true;
}
