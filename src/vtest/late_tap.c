/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Describes a client's state by messages that a new client could have sent: its resources with
 * their handles, its present buffers, the commands that are still in effect, and the texels on the
 * device. */
#include "vtest/late_tap.h"

#include <stdlib.h>
#include <string.h>

#include "pipe/p_format_description.h"
#include "pipe/p_state.h"
#include "util/log.h"
#include "virgl/api/caps.h"
#include "virgl/api/history.h"
#include "virgl/api/transfer.h"
#include "virgl/wire.h"
#include "vtest/protocol.h"
#include "vtest/session.h"
#include "vtest/vtest.h"

enum {
    PIECE_B = 128 << 10, /* maximum size of the texels in one command, since the command's length
                            field counts dwords in 16 bits */
    WRITE_DW = 11,       /* dwords of an inline write before its texels */
};

/* ---- Messages -------------------------------------------------------------------------------- */

static void send_message(struct gv_vtest_session *session, uint32_t number, uint32_t len,
                         const void *payload, size_t size_B)
{
    const struct gv_vtest_tap *tap = session->tap;

    tap->message(tap->priv, (const uint32_t[]){len, number}, payload, size_B);
}

static void send_dwords(struct gv_vtest_session *session, uint32_t number, const uint32_t *dwords,
                        uint32_t num_dw)
{
    send_message(session, number, num_dw, dwords, (size_t)num_dw * sizeof(uint32_t));
}

static void send_command(void *priv, const uint32_t *dwords, size_t num_dwords)
{
    send_dwords(priv, GV_VTEST_SUBMIT_CMD, dwords, (uint32_t)num_dwords);
}

/* ---- The connection -------------------------------------------------------------------------- */

static void send_caps(struct gv_vtest_session *session)
{
    const size_t size_B = gv_virgl_caps_size(2);
    void *caps = malloc(size_B);

    if (caps && session->tap->caps) {
        gv_virgl_fill_caps(session->renderer, 2, caps, size_B);
        session->tap->caps(session->tap->priv, session->client, session->version, 2, caps, size_B);
    }
    free(caps);
}

/* Sends the protocol version. This message comes last, because a client cannot choose the handles
 * of resources after it has requested a version in which the server chooses them. */
static void send_version(struct gv_vtest_session *session, uint32_t version)
{
    send_dwords(session, GV_VTEST_PROTOCOL_VERSION_CMD, &version, 1);
}

static void send_name(struct gv_vtest_session *session)
{
    const uint32_t size_B = (uint32_t)strlen(session->name) + 1;

    send_message(session, GV_VTEST_CREATE_RENDERER, size_B, session->name, size_B);
}

/* ---- Resources ------------------------------------------------------------------------------- */

static void send_resource(struct gv_vtest_session *session,
                          const struct gv_vtest_resource *resource)
{
    const struct gv_virgl_resource_args *a = &resource->args;
    const uint32_t payload[GV_VTEST_RESOURCE2_DW] = {
        a->handle,
        a->target,
        a->format,
        a->bind,
        a->width,
        a->height,
        a->depth,
        a->array_size,
        a->last_level,
        a->nr_samples,
        (uint32_t)resource->shm.size_B,
    };

    if (session->version >= 2)
        send_dwords(session, GV_VTEST_RESOURCE_CREATE2, payload, GV_VTEST_RESOURCE2_DW);
    else
        send_dwords(session, GV_VTEST_RESOURCE_CREATE, payload, GV_VTEST_RESOURCE_DW);
}

/* Creates a resource with the client's last handle. A server chooses handles that follow the last
 * handle it has received. So the server that replays the recording chooses the same handles as this
 * server. */
static void send_last_handle(struct gv_vtest_session *session)
{
    const struct gv_vtest_resource last = {
        .args = {.handle = session->last_handle,
                 .format = PIPE_FORMAT_R8_UNORM,
                 .bind = GV_VIRGL_BIND_STAGING,
                 .width = 1,
                 .height = 1,
                 .depth = 1,
                 .array_size = 1},
    };
    const struct gv_vtest_resource *live =
        gv_vtest_resources_find(&session->resources, session->last_handle);

    if (session->last_handle == 0)
        return;
    send_resource(session, live ? live : &last);
    if (!live)
        send_dwords(session, GV_VTEST_RESOURCE_UNREF, &last.args.handle, 1);
}

static void send_resources(struct gv_vtest_session *session)
{
    const struct gv_hash_entry *entry;

    for (uint32_t pos = 0; (entry = gv_hash_next(&session->resources.handles, &pos));) {
        const struct gv_vtest_resource *resource = entry->value;
        if (resource->args.handle != session->last_handle)
            send_resource(session, resource);
    }
    send_last_handle(session);
}

static void send_present_buffers(struct gv_vtest_session *session)
{
    const uint32_t version = GV_VTEST_INTERNAL_VERSION;

    if (!session->presenter.runs)
        return;
    send_dwords(session, GV_VTEST_PRESENTS_OPEN, &version, 1);
    for (unsigned i = 0; i < GV_VTEST_MAX_PRESENT_BUFFERS; i++) {
        const struct gv_vtest_present_buffer *buffer = &session->present_buffers.all[i];
        const struct gv_vtest_resource *resource =
            gv_vtest_resources_find(&session->resources, buffer->handle);
        if (buffer->handle != 0 && resource) {
            const uint32_t payload[] = {buffer->handle, buffer->slot, resource->args.width,
                                        resource->args.height};
            send_dwords(session, GV_VTEST_PRESENT_BUFFER_CREATE, payload, 4);
        }
    }
}

/* ---- Texels ---------------------------------------------------------------------------------- */

/* A resource, and space for one inline write to it. */
struct texels {
    struct gv_vtest_session *session;
    const struct gv_virgl_resource_args *args;
    unsigned block_B, block_width, block_height;
    uint32_t *dwords; /* the header, WRITE_DW dwords, and then up to PIECE_B bytes of texels */
    bool unread;      /* the contents of a part could not be read */
};

static uint64_t row_size_B(const struct texels *t, const struct pipe_box *box)
{
    return (uint64_t)(((unsigned)box->width + t->block_width - 1) / t->block_width) * t->block_B;
}

static uint64_t layer_size_B(const struct texels *t, const struct pipe_box *box)
{
    return row_size_B(t, box) * (((unsigned)box->height + t->block_height - 1) / t->block_height);
}

static void send_block(struct texels *t, uint32_t level, const struct pipe_box *box)
{
    const uint32_t row_B = (uint32_t)row_size_B(t, box), layer_B = (uint32_t)layer_size_B(t, box);
    const uint32_t size_B = layer_B * (uint32_t)box->depth, size_dw = (size_B + 3) / 4;
    const uint32_t head[1 + WRITE_DW] = {
        gv_virgl_header(GV_VIRGL_RESOURCE_INLINE_WRITE, 0, WRITE_DW + size_dw),
        t->args->handle,
        level,
        0,
        row_B,
        layer_B,
        (uint32_t)box->x,
        (uint32_t)box->y,
        (uint32_t)box->z,
        (uint32_t)box->width,
        (uint32_t)box->height,
        (uint32_t)box->depth,
    };
    const struct iovec iov = {.iov_base = t->dwords + 1 + WRITE_DW, .iov_len = size_B};
    const struct gv_virgl_transfer get = {
        .ctx = t->session->context,
        .handle = t->args->handle,
        .level = level,
        .box = box,
        .stride = row_B,
        .layer_stride = layer_B,
        .iov = &iov,
        .num_iov = 1,
    };

    memcpy(t->dwords, head, sizeof(head));
    t->dwords[WRITE_DW + size_dw] = 0; /* pads the last dword with zeros */
    if (gv_virgl_transfer_get(t->session->renderer, &get) == GALVAN_OK)
        send_command(t->session, t->dwords, 1 + WRITE_DW + size_dw);
    else
        t->unread = true;
}

/* Returns half of a size, rounded to whole blocks, at least one block. */
static int half_of(int size, unsigned block)
{
    const int half = size / 2 / (int)block * (int)block;

    return half > 0 ? half : (int)block;
}

/* Sends the texels of a box in pieces of at most PIECE_B bytes. Halves a larger box by layers, then
 * by rows, then by blocks. */
static void send_box(struct texels *t, uint32_t level, const struct pipe_box *box)
{
    struct pipe_box first = *box, second = *box;

    if (layer_size_B(t, box) * (uint64_t)box->depth <= PIECE_B) {
        send_block(t, level, box);
        return;
    }
    if (box->depth > 1) {
        first.depth = half_of(box->depth, 1);
        second.z += first.depth;
        second.depth -= first.depth;
    } else if (box->height > (int)t->block_height) {
        first.height = half_of(box->height, t->block_height);
        second.y += first.height;
        second.height -= first.height;
    } else {
        first.width = half_of(box->width, t->block_width);
        second.x += first.width;
        second.width -= first.width;
    }
    send_box(t, level, &first);
    send_box(t, level, &second);
}

static int minify(uint32_t size, uint32_t level)
{
    return size >> level ? (int)(size >> level) : 1;
}

static int depth_of(const struct gv_virgl_resource_args *a, uint32_t level)
{
    if (a->target == PIPE_BUFFER)
        return 1;
    return a->target == PIPE_TEXTURE_3D ? minify(a->depth, level) : (int)a->array_size;
}

static void send_texels(struct texels *t)
{
    const struct gv_virgl_resource_args *a = t->args;
    const bool is_buffer = a->target == PIPE_BUFFER;

    t->block_B = is_buffer ? 1 : util_format_get_blocksize(a->format);
    t->block_width = is_buffer ? 1 : util_format_get_blockwidth(a->format);
    t->block_height = is_buffer ? 1 : util_format_get_blockheight(a->format);
    for (uint32_t level = 0; level <= a->last_level; level++) {
        const struct pipe_box box = {
            .width = minify(a->width, level),
            .height = minify(a->height, level),
            .depth = depth_of(a, level),
        };
        send_box(t, level, &box);
    }
}

/* Sends the contents of all resources, except for multisample textures, since no command can write
 * their samples. */
static bool send_contents(struct gv_vtest_session *session)
{
    struct texels t = {.session = session};
    const struct gv_hash_entry *entry;
    unsigned num_unread = 0;

    t.dwords = malloc((1 + WRITE_DW) * sizeof(uint32_t) + PIECE_B);
    if (!t.dwords)
        return false;
    for (uint32_t pos = 0; (entry = gv_hash_next(&session->resources.handles, &pos));) {
        const struct gv_vtest_resource *resource = entry->value;
        t.args = &resource->args;
        if (t.args->nr_samples <= 1 && gv_virgl_resource_needs_device(t.args))
            send_texels(&t);
        num_unread += t.unread;
        t.unread = false;
    }
    free(t.dwords);
    if (num_unread > 0)
        gv_warn(session->params->log, "vtest", "%s: recorded without what %u of its resources hold",
                session->client, num_unread);
    return true;
}

/* ---- Beginning and ending -------------------------------------------------------------------- */

static bool send_all(struct gv_vtest_session *session)
{
    send_name(session);
    if (session->version >= 2)
        send_version(session, 2);
    send_caps(session);
    send_resources(session);
    send_present_buffers(session);
    if (!gv_virgl_history_tell(session->history, send_command, session) || !send_contents(session))
        return false;
    if (session->version > 2)
        send_version(session, session->version);
    return true;
}

static void set(struct gv_vtest_session *session, const struct gv_vtest_tap *tap)
{
    session->tap = session->stream.tap = tap;
}

static void end(struct gv_vtest_session *session)
{
    const struct gv_vtest_tap *tap = session->tap;

    set(session, NULL);
    if (tap->ended)
        tap->ended(tap->priv, session->client);
}

static void begin(struct gv_vtest_session *session)
{
    const struct gv_vtest_params *params = session->params;

    set(session, params->hooks->tap);
    if (send_all(session)) {
        gv_info(params->log, "vtest", "%s: told of from frame %llu on", session->client,
                (unsigned long long)session->num_frames + 1);
        return;
    }
    gv_err(params->log, "vtest", "%s: cannot be recorded from here on: no memory for what it has",
           session->client);
    end(session);
    atomic_store(&params->notes->tap_wanted, false);
}

enum galvan_result gv_vtest_late_tap_init(struct gv_vtest_session *session)
{
    const struct gv_vtest_params *params = session->params;

    if (!session->has_tap || !params->hooks->tap->when_wanted || !params->notes)
        return GALVAN_OK;
    session->history = gv_virgl_history_create(session->renderer);
    return session->history ? GALVAN_OK : GALVAN_ERROR_NO_MEMORY;
}

void gv_vtest_late_tap_look(struct gv_vtest_session *session)
{
    if (session->num_frames == session->tap_looked_frame)
        return;
    session->tap_looked_frame = session->num_frames;
    const bool wanted = atomic_load(&session->params->notes->tap_wanted);
    if (wanted && !session->tap)
        begin(session);
    else if (!wanted && session->tap)
        end(session);
}
