/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "renderer/channel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/pass_fd.h"

/* The minimum size of a fetch during a submission. A submission reads many pieces of memory that
 * are close together, and the guest has written all of them before the submission, so one fetch
 * gets several pieces. */
enum {
    WINDOW_B = 64 << 10
};

/* ---- Messages -------------------------------------------------------------------------------- */

static void send_answer(struct gv_channel *channel, const struct gv_vr_answer *answer, int fd)
{
    const size_t size_B = offsetof(struct gv_vr_answer, data) + answer->data_B;
    if (channel->broken ||
        gv_send_with_fd(channel->sock, answer, size_B, fd, MSG_NOSIGNAL) != (ssize_t)size_B)
        channel->broken = true;
}

bool gv_channel_receive(struct gv_channel *channel, struct gv_vr_request *out_request, int *out_fd)
{
    if (!channel->broken && gv_recv_with_fd(channel->sock, out_request, sizeof(*out_request),
                                            out_fd) == (ssize_t)sizeof(*out_request))
        return true;
    channel->broken = true;
    return false;
}

/* Sends a request to the monitor, and waits until the monitor has executed it. */
static bool ask(struct gv_channel *channel, const struct gv_vr_answer *question)
{
    struct gv_vr_request done;
    int fd = -1;
    send_answer(channel, question, -1);
    if (!gv_channel_receive(channel, &done, &fd))
        return false;
    if (fd >= 0)
        close(fd);
    if (done.kind != GV_VR_DONE)
        channel->broken = true;
    return !channel->broken;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Adds rows to the shared memory. False if the shared memory has no space for the rows. */
static bool push(struct gv_vr_shared *shared, const struct gv_vr_shared_rows *rows)
{
    const uint32_t num = atomic_load_explicit(&shared->num_written, memory_order_relaxed);
    if (num - atomic_load_explicit(&shared->num_read, memory_order_acquire) >= GV_VR_MAX_ROWS)
        return false;
    shared->rows[num % GV_VR_MAX_ROWS] = *rows;
    atomic_store_explicit(&shared->num_written, num + 1, memory_order_release);
    return true;
}

static void push_waiting(struct gv_channel *channel)
{
    size_t num = 0;
    while (num < channel->num_waiting && push(channel->shared, &channel->waiting[num]))
        num++;
    channel->num_waiting -= num;
    if (num && channel->num_waiting)
        memmove(channel->waiting, channel->waiting + num,
                channel->num_waiting * sizeof(*channel->waiting));
}

/* Queues rows for which the shared memory has no space yet. If memory runs out, marks the channel
 * as broken, which ends the worker; otherwise the guest would read wrong data. */
static void wait_for_room(struct gv_channel *channel, const struct gv_vr_shared_rows *rows)
{
    if (channel->num_waiting == channel->capacity) {
        size_t capacity = channel->capacity ? 2 * channel->capacity : 64;
        void *more = realloc(channel->waiting, capacity * sizeof(*rows));
        if (!more) {
            channel->broken = true;
            return;
        }
        channel->waiting = more;
        channel->capacity = capacity;
    }
    channel->waiting[channel->num_waiting++] = *rows;
}

/* Waits until all rows are in the shared memory. Call only while executing a request of the
 * monitor. */
static void finish_rows(struct gv_channel *channel)
{
    static const struct gv_vr_answer drain = {.kind = GV_VR_DRAIN};
    for (push_waiting(channel); channel->num_waiting; push_waiting(channel)) {
        if (!ask(channel, &drain))
            return;
    }
}

void gv_channel_pass_fence(struct gv_channel *channel, uint32_t number)
{
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    for (push_waiting(channel); channel->num_waiting && !channel->broken; push_waiting(channel)) {
        pthread_mutex_unlock(&channel->lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&channel->lock);
    }
    atomic_store_explicit(&channel->shared->fences_passed, number, memory_order_release);
    if (channel->flags & GV_VR_HELLO_WANTS_EVENTS)
        eventfd_write(channel->event_fd, 1);
}

/* ---- Copies of the guest's memory ------------------------------------------------------------ */

static struct gv_channel_memory *find(struct gv_channel *channel, uint32_t handle)
{
    return handle ? gv_hash_find(&channel->memories, handle) : &channel->call_memory;
}

static bool is_fetched(const struct gv_channel *channel, const struct gv_channel_memory *memory,
                       uint64_t begin_B, uint64_t end_B)
{
    return memory->call == channel->num_calls && begin_B >= memory->begin_B &&
           end_B <= memory->end_B;
}

static void fetch(void *priv, uint32_t handle, uint64_t offset_B, uint64_t size_B)
{
    struct gv_channel *channel = priv;
    struct gv_channel_memory *memory = find(channel, handle);
    uint64_t end_B = offset_B + size_B;
    if (!memory || !memory->data || !atomic_load(&channel->in_call) || end_B > memory->size_B ||
        is_fetched(channel, memory, offset_B, end_B))
        return;
    if (channel->in_submit && size_B < WINDOW_B)
        end_B = memory->size_B - offset_B > WINDOW_B ? offset_B + WINDOW_B : memory->size_B;
    finish_rows(channel); /* the monitor first copies the rows, so
                             that the fetch does not overwrite them */
    const struct gv_vr_answer question = {.kind = GV_VR_FETCH,
                                          .backing = memory->number,
                                          .offset_B = offset_B,
                                          .size_B = end_B - offset_B};
    if (!ask(channel, &question))
        return;
    memory->call = channel->num_calls;
    memory->begin_B = offset_B;
    memory->end_B = end_B;
}

static void wrote(void *priv, uint32_t handle, const struct gv_virgl_rows *rows)
{
    struct gv_channel *channel = priv;
    const struct gv_channel_memory *memory = find(channel, handle);
    if (!memory)
        return;
    const struct gv_vr_shared_rows shared = {
        .backing = memory->number,
        .num_rows = rows->num_rows,
        .num_slices = rows->num_slices,
        .offset_B = rows->offset_B,
        .row_B = rows->row_B,
        .stride_B = rows->stride_B,
        .slice_stride_B = rows->slice_stride_B,
    };
    if (channel->num_waiting || !push(channel->shared, &shared))
        wait_for_room(channel, &shared);
}

bool gv_channel_map(struct gv_channel_memory *memory, const struct gv_vr_request *request, int fd)
{
    struct stat status;
    *memory = (struct gv_channel_memory){.number = request->backing, .size_B = request->size_B};
    if (fd < 0)
        return false;
    bool fits = request->size_B && request->size_B <= PTRDIFF_MAX && fstat(fd, &status) == 0 &&
                (uint64_t)status.st_size >= request->size_B;
    void *data =
        fits ? mmap(NULL, request->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    close(fd);
    if (data == MAP_FAILED)
        return false;
    memory->data = data;
    return true;
}

bool gv_channel_keep(struct gv_channel *channel, uint32_t handle,
                     const struct gv_channel_memory *memory)
{
    struct gv_channel_memory *kept = malloc(sizeof(*kept));
    if (kept) {
        *kept = *memory;
        gv_channel_drop(channel, handle);
        if (gv_hash_set(&channel->memories, handle, kept))
            return true;
    }
    free(kept);
    munmap(memory->data, memory->size_B);
    return false;
}

void gv_channel_drop(struct gv_channel *channel, uint32_t handle)
{
    struct gv_channel_memory *memory = gv_hash_remove(&channel->memories, handle);
    if (!memory)
        return;
    munmap(memory->data, memory->size_B);
    free(memory);
}

/* ---- The log --------------------------------------------------------------------------------- */

static void fill_line(struct gv_vr_answer *line, enum galvan_log_level level, const char *component,
                      const char *message)
{
    int len = snprintf(line->data, sizeof(line->data), "%s%c%s", component, '\0', message);
    line->kind = GV_VR_LINE;
    line->error = (int32_t)level;
    line->data_B = (uint32_t)len < sizeof(line->data) ? (uint32_t)len : sizeof(line->data) - 1;
}

/* Sends a line for the log. Lines of other threads, and lines outside of a call, wait for the next
 * call. */
static void log_line(void *priv, enum galvan_log_level level, const char *component,
                     const char *message)
{
    struct gv_channel *channel = priv;
    if (level > gv_log_filter_level(&channel->filter, component))
        return;
    if (pthread_equal(pthread_self(), channel->calls) && atomic_load(&channel->in_call)) {
        struct gv_vr_answer line = {0};
        fill_line(&line, level, component, message);
        send_answer(channel, &line, -1);
        return;
    }
    pthread_mutex_lock(&channel->log_lock);
    struct gv_vr_answer *line =
        channel->num_lines < GV_CHANNEL_MAX_LINES ? calloc(1, sizeof(*line)) : NULL;
    if (line) {
        fill_line(line, level, component, message);
        channel->lines[channel->num_lines++] = line;
    }
    pthread_mutex_unlock(&channel->log_lock);
}

static void send_lines(struct gv_channel *channel)
{
    pthread_mutex_lock(&channel->log_lock);
    for (unsigned i = 0; i < channel->num_lines; i++) {
        send_answer(channel, channel->lines[i], -1);
        free(channel->lines[i]);
    }
    channel->num_lines = 0;
    pthread_mutex_unlock(&channel->log_lock);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

void gv_channel_begin_call(struct gv_channel *channel, const struct gv_vr_request *request)
{
    channel->num_calls++;
    channel->in_submit = request->kind == GV_VR_SUBMIT;
    atomic_store(&channel->in_call, true);
    send_lines(channel);
}

void gv_channel_end_call(struct gv_channel *channel, struct gv_vr_answer *answer, int fd)
{
    finish_rows(channel);
    send_lines(channel);
    atomic_store(&channel->in_call, false);
    answer->kind = GV_VR_REPLY;
    send_answer(channel, answer, fd);
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

bool gv_channel_init(struct gv_channel *channel)
{
    struct stat status;
    *channel = (struct gv_channel){
        .sock = GV_VR_WORKER_SOCKET_FD, .event_fd = GV_VR_WORKER_EVENT_FD, .calls = pthread_self()};
    if (fstat(GV_VR_WORKER_SHARED_FD, &status) != 0 || status.st_size < GV_VR_SHARED_B)
        return false;
    void *shared =
        mmap(NULL, GV_VR_SHARED_B, PROT_READ | PROT_WRITE, MAP_SHARED, GV_VR_WORKER_SHARED_FD, 0);
    if (shared == MAP_FAILED)
        return false;
    close(GV_VR_WORKER_SHARED_FD);
    channel->shared = shared;
    channel->commands = (const uint32_t *)((char *)shared + GV_VR_COMMANDS_AT_B);
    channel->hook = (struct gv_virgl_backing_hook){fetch, wrote, channel};
    gv_hash_init(&channel->memories);
    pthread_mutex_init(&channel->lock, NULL);
    pthread_mutex_init(&channel->log_lock, NULL);
    channel->log = (struct galvan_log){
        .fn = log_line, .priv = channel, .level = gv_log_default(&channel->filter).level};
    return true;
}

void gv_channel_finish(struct gv_channel *channel)
{
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&channel->memories, &pos));) {
        struct gv_channel_memory *memory = entry->value;
        munmap(memory->data, memory->size_B);
        free(memory);
    }
    gv_hash_finish(&channel->memories);
    if (channel->call_memory.data)
        munmap(channel->call_memory.data, channel->call_memory.size_B);
    for (unsigned i = 0; i < channel->num_lines; i++)
        free(channel->lines[i]);
    free(channel->waiting);
    munmap(channel->shared, GV_VR_SHARED_B);
    pthread_mutex_destroy(&channel->lock);
    pthread_mutex_destroy(&channel->log_lock);
}
