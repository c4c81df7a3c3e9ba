/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "recording/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "galvan/galvan.h"
#include "recording/chunk.h"
#include "recording/pool.h"
#include "recording/reader.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/text.h"

enum {
    MIN_BLOCK_B = 64, /* minimum free space, in a buffer, for a part of a record that is split */
    KEEP_NS = 500000000
};

struct gv_recording_writer {
    struct gv_recording_slot *slot;
    struct gv_recording_packer packer; /* used only by the thread */
    const struct galvan_log *log;
    int fd;
    uint32_t stream;

    /* Used only by the thread that adds records. */
    unsigned current; /* the buffer that is being filled */
    uint32_t sequence;
    uint64_t num_frames;
    uint64_t handed_ns; /* time at which the last buffer was passed to the thread */

    pthread_t thread;
    pthread_mutex_t lock; /* protects all fields below */
    pthread_cond_t changed;
    unsigned first, num; /* range of buffers that wait for the thread */
    bool stop;
    bool failed; /* writing to the file has failed */
};

/* ---- The thread ------------------------------------------------------------------------------ */

/* Appends a buffer that is not being filled any more. */
static bool write_buffer(struct gv_recording_writer *writer, unsigned idx)
{
    struct gv_recording_buffer *buffer = &writer->slot->buffers[idx];
    const bool written = gv_recording_append(&writer->packer, writer->fd, &buffer->header,
                                             writer->slot->data[idx], atomic_load(&buffer->used_B));

    atomic_store(&buffer->pending, false);
    return written;
}

static void *run(void *data)
{
    struct gv_recording_writer *writer = data;

    pthread_mutex_lock(&writer->lock);
    for (;;) {
        while (writer->num == 0 && !writer->stop)
            pthread_cond_wait(&writer->changed, &writer->lock);
        if (writer->num == 0)
            break;
        const unsigned idx = writer->first;
        const bool failed = writer->failed;
        pthread_mutex_unlock(&writer->lock);
        bool written = !failed && write_buffer(writer, idx);
        if (!written && !failed)
            gv_err(writer->log, "record", "the recording ends here: %s", strerror(errno));
        pthread_mutex_lock(&writer->lock);
        writer->failed |= !written;
        writer->first = (writer->first + 1) % GV_RECORDING_BUFFERS;
        writer->num--;
        pthread_cond_broadcast(&writer->changed);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

/* ---- Filling --------------------------------------------------------------------------------- */

static void open_buffer(struct gv_recording_writer *writer, enum gv_recording_chunk_type type)
{
    struct gv_recording_buffer *buffer = &writer->slot->buffers[writer->current];

    buffer->header = (struct gv_recording_chunk){
        .type = type,
        .stream = writer->stream,
        .frames_before = writer->num_frames,
        .sequence = writer->sequence++,
    };
    atomic_store(&buffer->used_B, 0);
    atomic_store(&buffer->pending, true);
}

/* Passes the current buffer to the thread, and opens the next buffer once the next buffer is free.
 * Returns false if writing to the file has failed. */
static bool hand_over(struct gv_recording_writer *writer, enum gv_recording_chunk_type next)
{
    pthread_mutex_lock(&writer->lock);
    writer->num++;
    pthread_cond_broadcast(&writer->changed);
    while (writer->num == GV_RECORDING_BUFFERS)
        pthread_cond_wait(&writer->changed, &writer->lock);
    bool good = !writer->failed;
    pthread_mutex_unlock(&writer->lock);
    writer->current = (writer->current + 1) % GV_RECORDING_BUFFERS;
    writer->handed_ns = gv_now_ns();
    open_buffer(writer, next);
    return good;
}

/* Returns a buffer with space for at least a part of a record: the current buffer, or the next
 * buffer if the current buffer is full. NULL if writing to the file has failed. */
static struct gv_recording_buffer *buffer_for(struct gv_recording_writer *writer, size_t size_B)
{
    const size_t block_B = size_B < MIN_BLOCK_B ? size_B : MIN_BLOCK_B;
    struct gv_recording_buffer *buffer = &writer->slot->buffers[writer->current];

    if (GV_RECORDING_CHUNK_MAX_B - atomic_load(&buffer->used_B) <
            sizeof(struct gv_recording_record) + block_B &&
        !hand_over(writer, GV_RECORDING_DATA))
        return NULL;
    return &writer->slot->buffers[writer->current];
}

/* Adds as much of the record as fits in the buffer. Returns the number of bytes added. */
static uint32_t add_block(struct gv_recording_writer *writer, struct gv_recording_buffer *buffer,
                          struct gv_recording_record record, const void *data, size_t size_B)
{
    static const uint8_t zeroes[8];
    const uint32_t used_B = atomic_load(&buffer->used_B);
    const uint32_t free_B = GV_RECORDING_CHUNK_MAX_B - used_B - (uint32_t)sizeof(record);
    uint8_t *at = (uint8_t *)writer->slot->data[writer->current] + used_B;

    record.size_B = size_B < free_B ? (uint32_t)size_B : free_B;
    const uint32_t padding_B = -record.size_B & 7;
    memcpy(at, &record, sizeof(record));
    if (record.size_B > 0)
        memcpy(at + sizeof(record), data, record.size_B);
    memcpy(at + sizeof(record) + record.size_B, zeroes, padding_B);
    buffer->header.num_frames += record.kind == GV_RECORDING_FRAME;
    atomic_store(&buffer->used_B, used_B + (uint32_t)sizeof(record) + record.size_B + padding_B);
    return record.size_B;
}

void gv_recording_add(struct gv_recording_writer *writer, enum gv_recording_kind kind,
                      uint32_t handle, uint64_t at, const void *data, size_t size_B)
{
    struct gv_recording_record record = {.kind = kind, .handle = handle, .at = at};
    const uint8_t *bytes = data;

    do {
        struct gv_recording_buffer *buffer = buffer_for(writer, size_B);
        if (!buffer)
            return;
        const uint32_t added_B = add_block(writer, buffer, record, bytes, size_B);
        size_B -= added_B;
        bytes += added_B;
        if (kind == GV_RECORDING_MEMORY)
            record.at += added_B;
        else
            record.kind = GV_RECORDING_MORE;
    } while (size_B > 0);
}

void gv_recording_add_chunk(struct gv_recording_writer *writer, enum gv_recording_chunk_type type,
                            const void *data, size_t size_B)
{
    const uint32_t used_B =
        size_B < GV_RECORDING_CHUNK_MAX_B ? (uint32_t)size_B : GV_RECORDING_CHUNK_MAX_B;
    struct gv_recording_buffer *buffer = &writer->slot->buffers[writer->current];

    if (atomic_load(&buffer->used_B) > 0)
        hand_over(writer, type);
    buffer = &writer->slot->buffers[writer->current];
    buffer->header.type = type;
    if (used_B > 0)
        memcpy(writer->slot->data[writer->current], data, used_B);
    atomic_store(&buffer->used_B, used_B);
    hand_over(writer, GV_RECORDING_DATA);
}

void gv_recording_add_info(struct gv_recording_writer *writer, const struct gv_recording_info *info)
{
    const struct galvan_device_info *device = info->device;
    char lines[2048];
    struct gv_text text = gv_text_init(lines, sizeof(lines));

    gv_text_add(&text, "galvan: %s\nclient: %s\nprotocol: %u\n", GALVAN_VERSION, info->client,
                info->protocol);
    if (device)
        gv_text_add(&text, "device: %s\ndriver: %s %s\nvulkan: %u.%u\n", device->device_name,
                    device->driver_name, device->driver_info, device->api_version >> 22 & 0x7f,
                    device->api_version >> 12 & 0x3ff);
    if (info->mask)
        gv_text_add(&text, "mask: %s\n", info->mask);
    gv_recording_add_chunk(writer, GV_RECORDING_INFO, lines, text.len);
}

void gv_recording_add_frame(struct gv_recording_writer *writer)
{
    gv_recording_add(writer, GV_RECORDING_FRAME, 0, writer->num_frames + 1, NULL, 0);
    writer->num_frames++;
    if (gv_now_ns() - writer->handed_ns > KEEP_NS)
        hand_over(writer, GV_RECORDING_DATA);
}

/* ---- The stream ------------------------------------------------------------------------------ */

enum galvan_result gv_recording_writer_create(struct gv_recording_pool *pool, int fd,
                                              const struct galvan_log *log,
                                              struct gv_recording_writer **out_writer)
{
    struct gv_recording_writer *writer = calloc(1, sizeof(*writer));
    enum galvan_result res = GALVAN_ERROR_NO_MEMORY;

    if (!writer)
        return res;
    writer->fd = fd;
    writer->log = log;
    writer->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    writer->changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    if (!gv_recording_packer_init(&writer->packer))
        goto free_writer;
    writer->slot = gv_recording_pool_take(pool, &writer->stream);
    if (!writer->slot) {
        res = GALVAN_ERROR_LIMIT;
        goto finish_packer;
    }
    writer->handed_ns = gv_now_ns();
    open_buffer(writer, GV_RECORDING_DATA);
    if (pthread_create(&writer->thread, NULL, run, writer) != 0)
        goto give_slot_back;
    *out_writer = writer;
    return GALVAN_OK;

give_slot_back:
    atomic_store(&writer->slot->buffers[0].pending, false);
    gv_recording_pool_give_back(writer->slot);
finish_packer:
    gv_recording_packer_finish(&writer->packer);
free_writer:
    free(writer);
    return res;
}

void gv_recording_writer_destroy(struct gv_recording_writer *writer)
{
    if (!writer)
        return;
    gv_recording_add_chunk(writer, GV_RECORDING_END, NULL, 0);
    pthread_mutex_lock(&writer->lock);
    writer->stop = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    atomic_store(&writer->slot->buffers[writer->current].pending, false);
    gv_recording_pool_give_back(writer->slot);
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->lock);
    gv_recording_packer_finish(&writer->packer);
    free(writer);
}

/* ---- The file -------------------------------------------------------------------------------- */

enum galvan_result gv_recording_create(const char *path, const struct galvan_log *log, int *out_fd)
{
    const struct gv_recording_header header = gv_recording_header();
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

    if (fd >= 0 && gv_recording_write(fd, &header, sizeof(header))) {
        *out_fd = fd;
        return GALVAN_OK;
    }
    gv_err(log, "record", "no recording %s: %s", path, strerror(errno));
    if (fd >= 0) {
        unlink(path);
        close(fd);
    }
    return GALVAN_ERROR_IO;
}

enum galvan_result gv_recording_create_in(const char *dir, const struct galvan_log *log,
                                          int *out_fd)
{
    char path[PATH_MAX], day[32];
    struct timespec now;
    struct tm utc;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(day, sizeof(day), "%Y%m%d-%H%M%S", &utc);
    if (snprintf(path, sizeof(path), "%s/%s.%09ld.gvrec", dir, day, now.tv_nsec) >=
        (int)sizeof(path)) {
        gv_err(log, "record", "the path of %s is too long", dir);
        return GALVAN_ERROR_IO;
    }
    return gv_recording_create(path, log, out_fd);
}

enum galvan_result gv_recording_close(int fd, const struct galvan_log *log)
{
    struct gv_recording *recording;
    enum galvan_result res = gv_recording_open_fd(fd, "the recording", NULL, &recording);

    if (res != GALVAN_OK) {
        gv_err(log, "record", "the recording has no index: it cannot be read");
        return res;
    }
    if (!gv_recording_append_index(recording)) {
        gv_err(log, "record", "the recording has no index: %s", strerror(errno));
        res = GALVAN_ERROR_IO;
    }
    gv_recording_destroy(recording);
    return res;
}
