/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "recording/chunk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zstd.h>

#include "util/hash.h"

enum {
    LEVEL = 1,
    MIN_GAIN = 20 /* data is compressed only if the compression saves at least 1/MIN_GAIN of its
                     size */
};

bool gv_recording_packer_init(struct gv_recording_packer *packer)
{
    packer->size_B =
        sizeof(struct gv_recording_chunk) + ZSTD_compressBound(GV_RECORDING_CHUNK_MAX_B);
    packer->bytes = malloc(packer->size_B);
    packer->zstd = ZSTD_createCCtx();
    if (packer->bytes && packer->zstd)
        return true;
    gv_recording_packer_finish(packer);
    return false;
}

void gv_recording_packer_finish(struct gv_recording_packer *packer)
{
    ZSTD_freeCCtx(packer->zstd);
    free(packer->bytes);
    *packer = (struct gv_recording_packer){0};
}

/* Compresses data if the compression saves enough. Returns the flags of the chunk; *out_stored_B is
 * the number of bytes to store. */
static uint32_t pack(struct gv_recording_packer *packer, const void *data, size_t size_B,
                     uint32_t *out_stored_B)
{
    uint8_t *stored = packer->bytes + sizeof(struct gv_recording_chunk);
    size_t packed_B =
        ZSTD_compressCCtx(packer->zstd, stored, packer->size_B - sizeof(struct gv_recording_chunk),
                          data, size_B, LEVEL);

    if (!ZSTD_isError(packed_B) && packed_B <= size_B - size_B / MIN_GAIN) {
        *out_stored_B = (uint32_t)packed_B;
        return GV_RECORDING_IS_ZSTD;
    }
    if (size_B > 0)
        memcpy(stored, data, size_B);
    *out_stored_B = (uint32_t)size_B;
    return 0;
}

bool gv_recording_append(struct gv_recording_packer *packer, int fd,
                         const struct gv_recording_chunk *chunk, const void *data, size_t size_B)
{
    struct gv_recording_chunk header = *chunk;

    header.magic = GV_RECORDING_CHUNK_MAGIC;
    header.raw_B = (uint32_t)size_B;
    header.flags = pack(packer, data, size_B, &header.stored_B);
    header.check = gv_recording_check(&header, packer->bytes + sizeof(header));
    memcpy(packer->bytes, &header, sizeof(header));
    return gv_recording_write(fd, packer->bytes, sizeof(header) + header.stored_B);
}

bool gv_recording_write(int fd, const void *data, size_t size_B)
{
    for (size_t done_B = 0; done_B < size_B;) {
        ssize_t n = write(fd, (const char *)data + done_B, size_B - done_B);
        if (n < 0 && errno != EINTR)
            return false;
        done_B += n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool gv_recording_read(int fd, void *data, size_t size_B, uint64_t offset_B)
{
    for (size_t done_B = 0; done_B < size_B;) {
        ssize_t n = pread(fd, (char *)data + done_B, size_B - done_B, (off_t)(offset_B + done_B));
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done_B += n > 0 ? (size_t)n : 0;
    }
    return true;
}

uint64_t gv_recording_check(const struct gv_recording_chunk *chunk, const void *stored)
{
    struct gv_recording_chunk header = *chunk;

    header.check = 0;
    return gv_hash_bytes(stored, chunk->stored_B, gv_hash_bytes(&header, sizeof(header), 0));
}

struct gv_recording_header gv_recording_header(void)
{
    struct gv_recording_header header = {
        .major = GV_RECORDING_MAJOR,
        .minor = GV_RECORDING_MINOR,
        .byte_order = GV_RECORDING_BYTE_ORDER,
    };

    memcpy(header.magic, GV_RECORDING_MAGIC, sizeof(header.magic));
    header.check = gv_recording_header_check(&header);
    return header;
}

uint64_t gv_recording_header_check(const struct gv_recording_header *header)
{
    return gv_hash_bytes(header, sizeof(*header) - sizeof(header->check), 0);
}
