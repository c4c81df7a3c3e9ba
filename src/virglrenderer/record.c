/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "galvan/galvan.h"
#include "pipe/p_defines.h"
#include "recording/pool.h"
#include "recording/writer.h"
#include "util/clock.h"
#include "util/env.h"
#include "util/hash.h"
#include "util/log.h"
#include "util/pixel_layout.h"
#include "virgl/api/caps.h"
#include "virgl/api/renderer.h"
#include "virgl/api/resource.h"
#include "virgl/wire.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/resource.h"
#include "vtest/protocol.h"

enum {
    VERSION = 2, /* version of the vtest protocol; in this version the client chooses the handles of
                    its resources, and the resources have shared memory */
    MAX_DW = GV_VTEST_MAX_SUBMIT_B / 4
};

#define NOWHERE UINT32_MAX /* number of a sub-context that does not exist */

struct gv_vr_record {
    const struct galvan_log *log;
    struct gv_virgl_memory_hook hook;
    const struct gv_vr_instance *instance; /* NULL until the recording begins */
    pid_t process;                         /* the recording process; a forked
                                              child lacks the writer's thread */
    int fd;                                /* -1: the file has been closed */
    struct gv_recording_pool *pool;
    struct gv_recording_writer *writer; /* NULL: the recording has ended */
    uint64_t start_ns;
    uint64_t message_us;

    struct gv_hash numbers;  /* numbers of sub-contexts, from 1 on, by sub_key() */
    struct gv_hash currents; /* numbers of each context's current sub-context, by context id */
    uint32_t last_number;
    uint32_t current;  /* number of the recording's current sub-context */
    uint64_t before_B; /* offset of the first byte in a transfer's memory */
};

/* ---- The file -------------------------------------------------------------------------------- */

static void stop(struct gv_vr_record *record, const char *why)
{
    if (!record->writer)
        return;
    if (why)
        gv_err(record->log, "record", "the recording ends here: %s", why);
    gv_recording_writer_destroy(record->writer);
    record->writer = NULL;
}

static struct gv_vr_record *of(const struct gv_vr_instance *instance)
{
    return instance->record && instance->record->writer ? instance->record : NULL;
}

/* Adds a message with this length field. */
static void add_message(struct gv_vr_record *record, enum gv_vtest_command command, uint32_t len,
                        const void *payload, size_t size_B)
{
    const uint32_t header[] = {len, command};

    record->message_us = (gv_now_ns() - record->start_ns) / 1000;
    gv_recording_add(record->writer, GV_RECORDING_MESSAGE, 0, record->message_us, header,
                     sizeof(header));
    if (size_B > 0)
        gv_recording_add(record->writer, GV_RECORDING_MORE, 0, record->message_us, payload, size_B);
}

static void add_words(struct gv_vr_record *record, enum gv_vtest_command command,
                      const uint32_t *words, size_t num)
{
    add_message(record, command, (uint32_t)num, words, num * sizeof(*words));
}

#define ADD(record, command, ...)                                                                  \
    add_words(record, GV_VTEST_##command, (const uint32_t[]){__VA_ARGS__},                         \
              sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/* Returns the size of a resource's memory in the recording. */
static uint64_t memory_size(const struct gv_virgl_resource_args *args)
{
    const uint64_t size_B = gv_virgl_resource_backing_size(args);

    return size_B <= UINT32_MAX ? size_B : 0;
}

static void bring_memory(void *priv, uint32_t handle, uint64_t offset_B, void *memory,
                         size_t size_B)
{
    struct gv_vr_record *record = priv;
    const struct gv_vr_resource *res =
        record->writer ? gv_hash_find(&record->instance->resources, handle) : NULL;

    if (!res)
        return;
    offset_B -= record->before_B;
    if (offset_B + size_B > memory_size(&res->args))
        stop(record, "a resource's memory is larger than the resource");
    else
        gv_recording_add(record->writer, GV_RECORDING_MEMORY, handle, offset_B, memory, size_B);
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

struct gv_vr_record *gv_vr_record_create(const char *dir, const struct galvan_log *log)
{
    struct gv_vr_record *record = calloc(1, sizeof(*record));

    if (!record)
        return NULL;
    record->log = log;
    record->hook = (struct gv_virgl_memory_hook){.read = bring_memory, .priv = record};
    record->start_ns = gv_now_ns();
    record->process = getpid();
    gv_hash_init(&record->numbers);
    gv_hash_init(&record->currents);
    if (gv_recording_create_in(dir, log, &record->fd) != GALVAN_OK)
        goto free_record;
    record->pool = gv_recording_pool_create(1);
    if (record->pool &&
        gv_recording_writer_create(record->pool, record->fd, log, &record->writer) == GALVAN_OK)
        return record;
    gv_err(log, "record", "no memory for a recording");
    gv_recording_pool_destroy(record->pool);
    close(record->fd);
free_record:
    free(record);
    return NULL;
}

static void close_file(struct gv_vr_record *record)
{
    if (record->fd < 0 || record->process != getpid())
        return;
    stop(record, NULL);
    gv_recording_close(record->fd, record->log);
    close(record->fd);
    record->fd = -1;
}

void gv_vr_record_end(struct gv_vr_instance *instance)
{
    if (instance->record)
        close_file(instance->record);
}

void gv_vr_record_destroy(struct gv_vr_record *record)
{
    if (!record)
        return;
    close_file(record);
    gv_recording_pool_destroy(record->pool);
    gv_hash_finish(&record->numbers);
    gv_hash_finish(&record->currents);
    free(record);
}

const struct gv_virgl_memory_hook *gv_vr_record_hook(const struct gv_vr_record *record)
{
    return record ? &record->hook : NULL;
}

static void describe(const struct gv_vr_record *record)
{
    struct galvan_device_info device = {0};
    uint8_t caps[1024];
    const size_t size_B = gv_virgl_caps_size(2);

    galvan_screen_device_info(record->instance->screen, &device);
    gv_recording_add_info(record->writer, &(struct gv_recording_info){
                                              .client = "guest",
                                              .protocol = VERSION,
                                              .device = &device,
                                              .mask = gv_getenv("GALVAN_MASK"),
                                          });
    if (size_B > sizeof(caps))
        return;
    struct gv_vr_backend *b = record->instance->backend;
    b->f->fill_caps(b, 2, caps, size_B);
    gv_recording_add_chunk(record->writer, GV_RECORDING_CAPS, caps, size_B);
}

void gv_vr_record_begin(struct gv_vr_instance *instance)
{
    static const char name[] = "guest";
    struct gv_vr_record *record = of(instance);

    if (!record)
        return;
    record->instance = instance;
    add_message(record, GV_VTEST_CREATE_RENDERER, sizeof(name), name, sizeof(name));
    ADD(record, PROTOCOL_VERSION_CMD, VERSION);
    describe(record);
}

void gv_vr_record_blob(struct gv_vr_instance *instance)
{
    if (of(instance))
        stop(instance->record, "the guest maps memory of the host");
}

/* ---- Contexts -------------------------------------------------------------------------------- */

static uint64_t sub_key(uint32_t ctx_id, uint32_t sub_id)
{
    return (uint64_t)ctx_id << 32 | sub_id;
}

static bool set_number(struct gv_hash *hash, uint64_t key, uint32_t number)
{
    return gv_hash_set(hash, key, (void *)(uintptr_t)number);
}

static uint32_t number_of(const struct gv_hash *hash, uint64_t key)
{
    const void *number = gv_hash_find(hash, key);

    return number ? (uint32_t)(uintptr_t)number : NOWHERE;
}

/* Assigns a number to a sub-context, unless it has one. */
static uint32_t add_sub(struct gv_vr_record *record, uint32_t ctx_id, uint32_t sub_id)
{
    const uint64_t key = sub_key(ctx_id, sub_id);

    if (gv_hash_find(&record->numbers, key))
        return number_of(&record->numbers, key);
    if (!set_number(&record->numbers, key, record->last_number + 1)) {
        stop(record, "out of memory");
        return NOWHERE;
    }
    return ++record->last_number;
}

static void go_to(struct gv_vr_record *record, uint32_t number)
{
    if (number != record->current)
        ADD(record, SUBMIT_CMD, gv_virgl_header(GV_VIRGL_SET_SUB_CTX, 0, 1), number);
    record->current = number;
}

void gv_vr_record_context(struct gv_vr_instance *instance, uint32_t ctx_id)
{
    struct gv_vr_record *record = of(instance);
    const uint32_t number = record ? add_sub(record, ctx_id, 0) : 0;

    if (!record || !record->writer)
        return;
    if (set_number(&record->currents, ctx_id, number))
        ADD(record, SUBMIT_CMD, gv_virgl_header(GV_VIRGL_CREATE_SUB_CTX, 0, 1), number);
    else
        stop(record, "out of memory");
}

/* Finds a sub-context of the context. False if the context has no sub-context. */
static bool find_sub(const struct gv_vr_record *record, uint32_t ctx_id, uint64_t *out_key)
{
    const struct gv_hash_entry *entry;

    for (uint32_t pos = 0; (entry = gv_hash_next(&record->numbers, &pos));) {
        if (entry->key >> 32 == ctx_id) {
            *out_key = entry->key;
            return true;
        }
    }
    return false;
}

void gv_vr_record_context_end(struct gv_vr_instance *instance, uint32_t ctx_id)
{
    struct gv_vr_record *record = of(instance);
    uint64_t key;

    if (!record)
        return;
    gv_hash_remove(&record->currents, ctx_id);
    go_to(record, 0);
    while (find_sub(record, ctx_id, &key)) {
        ADD(record, SUBMIT_CMD, gv_virgl_header(GV_VIRGL_DESTROY_SUB_CTX, 0, 1),
            number_of(&record->numbers, key));
        gv_hash_remove(&record->numbers, key);
    }
}

/* ---- Commands -------------------------------------------------------------------------------- */

/* A command buffer in which the guest's ids of sub-contexts are replaced by the recording's
 * numbers. */
struct renumbered {
    struct gv_vr_record *record;
    uint32_t ctx_id;
    uint32_t current;
    uint32_t *dwords;
    size_t num_dw;
};

static void add_command(struct renumbered *out, unsigned command, uint32_t number)
{
    out->dwords[out->num_dw++] = gv_virgl_header(command, 0, 1);
    out->dwords[out->num_dw++] = number;
}

/* Ends a sub-context. If the current sub-context ends, the context's first sub-context becomes
 * current. */
static void end_sub(struct renumbered *out, uint32_t sub_id)
{
    struct gv_hash *numbers = &out->record->numbers;
    const uint64_t key = sub_key(out->ctx_id, sub_id);
    const uint32_t number = sub_id ? number_of(numbers, key) : NOWHERE;

    add_command(out, GV_VIRGL_DESTROY_SUB_CTX, number);
    if (sub_id)
        gv_hash_remove(numbers, key);
    if (number != NOWHERE && number == out->current) {
        out->current = number_of(numbers, sub_key(out->ctx_id, 0));
        add_command(out, GV_VIRGL_SET_SUB_CTX, out->current);
    }
}

static void set_sub(struct renumbered *out, uint32_t sub_id)
{
    const uint32_t number = number_of(&out->record->numbers, sub_key(out->ctx_id, sub_id));

    add_command(out, GV_VIRGL_SET_SUB_CTX, number);
    out->current = number;
}

static void renumber(struct renumbered *out, const uint32_t *dwords, size_t num_dw)
{
    for (size_t at = 0, len; at < num_dw; at += len) {
        const unsigned command = gv_virgl_header_command(dwords[at]);
        const bool has_sub = gv_virgl_header_len(dwords[at]) == 1 && num_dw - at >= 2;
        len = 1 + (size_t)gv_virgl_header_len(dwords[at]);
        len = len < num_dw - at ? len : num_dw - at;
        if (has_sub && command == GV_VIRGL_CREATE_SUB_CTX)
            add_command(out, command, add_sub(out->record, out->ctx_id, dwords[at + 1]));
        else if (has_sub && command == GV_VIRGL_SET_SUB_CTX)
            set_sub(out, dwords[at + 1]);
        else if (has_sub && command == GV_VIRGL_DESTROY_SUB_CTX)
            end_sub(out, dwords[at + 1]);
        else {
            memcpy(out->dwords + out->num_dw, dwords + at, len * sizeof(*dwords));
            out->num_dw += len;
        }
    }
}

void gv_vr_record_submit(struct gv_vr_instance *instance, uint32_t ctx_id, const uint32_t *dwords,
                         size_t num_dw)
{
    struct gv_vr_record *record = of(instance);
    struct renumbered out = {.record = record, .ctx_id = ctx_id};

    if (!record || num_dw > MAX_DW)
        return; /* virgl refuses such a buffer */
    out.current = number_of(&record->currents, ctx_id);
    out.dwords = malloc((2 * num_dw + 1) * sizeof(*dwords));
    if (!out.dwords || !gv_hash_find(&record->currents, ctx_id)) {
        free(out.dwords);
        stop(record, "out of memory");
        return;
    }
    go_to(record, out.current);
    renumber(&out, dwords, num_dw);
    set_number(&record->currents, ctx_id, out.current); /* the entry exists, so set_number() does
                                                           not fail */
    record->current = out.current;
    if (out.num_dw > MAX_DW)
        stop(record, "commands are too long");
    if (record->writer)
        add_words(record, GV_VTEST_SUBMIT_CMD, out.dwords, out.num_dw);
    free(out.dwords);
}

/* ---- Resources ------------------------------------------------------------------------------- */

/* Whether the recording must mark the resource as one that the monitor may display. */
static bool can_be_shown(const struct gv_virgl_resource_args *args)
{
    const uint32_t binds = GV_VIRGL_BIND_RENDER_TARGET | GV_VIRGL_BIND_SCANOUT;

    return args->target == PIPE_TEXTURE_2D && args->nr_samples <= 1 && args->bind & binds &&
           gv_pixel_layout(args->format);
}

void gv_vr_record_resource(struct gv_vr_instance *instance,
                           const struct gv_virgl_resource_args *args)
{
    struct gv_vr_record *record = of(instance);
    const uint32_t mark = can_be_shown(args) ? GV_VIRGL_BIND_DISPLAY_TARGET : 0;

    if (record)
        ADD(record, RESOURCE_CREATE2, args->handle, args->target, args->format, args->bind | mark,
            args->width, args->height, args->depth, args->array_size, args->last_level,
            args->nr_samples, (uint32_t)memory_size(args));
}

void gv_vr_record_resource_end(struct gv_vr_instance *instance, uint32_t handle)
{
    struct gv_vr_record *record = of(instance);

    if (record)
        ADD(record, RESOURCE_UNREF, handle);
}

/* Records a transfer as a command, because a command contains strides and the protocol's transfer
 * message does not. The recorded command uses the resource's own memory, even if the caller's
 * transfer uses other memory. */
void gv_vr_record_transfer(struct gv_vr_instance *instance, const struct gv_vr_transfer *t)
{
    struct gv_vr_record *record = of(instance);
    const struct virgl_box *box = t->box;

    if (!record)
        return;
    record->before_B = t->iov ? t->offset : 0;
    if (t->offset - record->before_B > UINT32_MAX) {
        stop(record, "the offset of a transfer in its memory exceeds 4 GiB");
        return;
    }
    ADD(record, SUBMIT_CMD, gv_virgl_header(GV_VIRGL_TRANSFER3D, 0, 13), t->handle,
        (uint32_t)t->level, 0, t->stride, t->layer_stride, box->x, box->y, box->z, box->w, box->h,
        box->d, (uint32_t)(t->offset - record->before_B), GV_VIRGL_TRANSFER_TO_HOST);
}

void gv_vr_record_frame(struct gv_vr_instance *instance, const struct gv_vr_resource *res)
{
    struct gv_vr_record *record = of(instance);
    const struct gv_virgl_resource_args *args = &res->args;

    if (!record || !can_be_shown(args))
        return;
    ADD(record, TRANSFER_GET2, args->handle, 0, 0, 0, 0, args->width, args->height, 1,
        (uint32_t)memory_size(args), 0);
    gv_recording_add_frame(record->writer);
}
