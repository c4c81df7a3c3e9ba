/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Allocates pieces of buffers. The free part of the last buffer is mapped without waiting, since
 * the device does not use it yet; the unmap flushes the allocated pieces. */
#include "util/u_upload_mgr.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_inlines.h"
#include "util/u_math.h"

struct u_upload_mgr {
    struct pipe_context *pipe;
    unsigned default_size_B, alignment_B, bind;

    struct pipe_resource *buffer; /* NULL: no buffer was created yet */
    unsigned used_B;              /* bytes of `buffer` that are allocated */
    struct pipe_transfer *transfer;
    uint8_t *map; /* address of byte transfer->box.x; NULL: not mapped */
};

struct u_upload_mgr *u_upload_create(struct pipe_context *pipe, unsigned default_size,
                                     unsigned alignment, unsigned bind)
{
    struct u_upload_mgr *upload = calloc(1, sizeof(*upload));
    if (!upload)
        return NULL;
    upload->pipe = pipe;
    upload->default_size_B = default_size;
    upload->alignment_B = MAX2(alignment, 1);
    upload->bind = bind;
    return upload;
}

void u_upload_unmap(struct u_upload_mgr *upload)
{
    if (!upload->map)
        return;
    unsigned first_B = (unsigned)upload->transfer->box.x;
    if (upload->used_B > first_B)
        pipe_buffer_flush_mapped_range(upload->pipe, upload->transfer, first_B,
                                       upload->used_B - first_B);
    pipe_buffer_unmap(upload->pipe, upload->transfer);
    upload->map = NULL;
}

static void release(struct u_upload_mgr *upload)
{
    u_upload_unmap(upload);
    pipe_resource_reference(&upload->buffer, NULL);
    upload->used_B = 0;
}

void u_upload_destroy(struct u_upload_mgr *upload)
{
    if (!upload)
        return;
    release(upload);
    free(upload);
}

/* Returns the lowest offset at which the next piece may start. It lies past the buffer's end if the
 * buffer is full. */
static uint64_t start_of(const struct u_upload_mgr *upload, unsigned min_B)
{
    return align64(MAX2(upload->used_B, min_B), upload->alignment_B);
}

/* Ensures that the buffer has size_B free bytes and is mapped from the piece's start or earlier. */
static bool reserve(struct u_upload_mgr *upload, unsigned min_B, unsigned size_B)
{
    if (upload->buffer && start_of(upload, min_B) + size_B > upload->buffer->width0)
        release(upload);
    uint64_t start_B = start_of(upload, min_B);
    if (start_B + size_B > INT32_MAX)
        return false;
    if (!upload->buffer) {
        unsigned buffer_B = MAX2(upload->default_size_B, (unsigned)start_B + size_B);
        upload->buffer =
            pipe_buffer_create(upload->pipe->screen, upload->bind, PIPE_USAGE_STREAM, buffer_B);
        if (!upload->buffer)
            return false;
    }
    if (!upload->map)
        upload->map = pipe_buffer_map_range(upload->pipe, upload->buffer, (unsigned)start_B,
                                            upload->buffer->width0 - (unsigned)start_B,
                                            PIPE_TRANSFER_WRITE | PIPE_TRANSFER_UNSYNCHRONIZED |
                                                PIPE_TRANSFER_FLUSH_EXPLICIT,
                                            &upload->transfer);
    return upload->map;
}

enum pipe_error u_upload_alloc(struct u_upload_mgr *upload, unsigned min_out_offset, unsigned size,
                               unsigned *out_offset, struct pipe_resource **outbuf, void **ptr)
{
    if (!reserve(upload, min_out_offset, MAX2(size, 1))) {
        pipe_resource_reference(outbuf, NULL);
        *ptr = NULL;
        return PIPE_ERROR_OUT_OF_MEMORY;
    }
    *out_offset = (unsigned)start_of(upload, min_out_offset);
    *ptr = upload->map + (*out_offset - (unsigned)upload->transfer->box.x);
    upload->used_B = *out_offset + size;
    pipe_resource_reference(outbuf, upload->buffer);
    return PIPE_OK;
}

enum pipe_error u_upload_data(struct u_upload_mgr *upload, unsigned min_out_offset, unsigned size,
                              const void *data, unsigned *out_offset, struct pipe_resource **outbuf)
{
    void *ptr;
    enum pipe_error result = u_upload_alloc(upload, min_out_offset, size, out_offset, outbuf, &ptr);
    if (result == PIPE_OK)
        memcpy(ptr, data, size);
    return result;
}

enum pipe_error u_upload_buffer(struct u_upload_mgr *upload, unsigned min_out_offset,
                                unsigned offset, unsigned size, struct pipe_resource *inbuf,
                                unsigned *out_offset, struct pipe_resource **outbuf)
{
    struct pipe_transfer *transfer = NULL;
    const void *map =
        pipe_buffer_map_range(upload->pipe, inbuf, offset, size, PIPE_TRANSFER_READ, &transfer);
    if (!map) {
        pipe_resource_reference(outbuf, NULL);
        return PIPE_ERROR_OUT_OF_MEMORY;
    }
    enum pipe_error result = u_upload_data(upload, min_out_offset, size, map, out_offset, outbuf);
    pipe_buffer_unmap(upload->pipe, transfer);
    return result;
}
