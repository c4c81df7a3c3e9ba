/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The loop over a client's messages, the command table, and the commands about the connection
 * itself. */
#include "vtest/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/log.h"
#include "virgl/api/busy.h"
#include "virgl/api/caps.h"
#include "virgl/api/context.h"
#include "virgl/api/history.h"
#include "virgl/api/renderer.h"
#include "virgl/api/submit.h"
#include "vtest/frame.h"
#include "vtest/handlers.h"
#include "vtest/late_tap.h"
#include "vtest/protocol.h"
#include "vtest/reply.h"
#include "vtest/vtest.h"

/* How the payload of a command is read before its handler runs. */
enum payload {
    PAYLOAD_FIXED,    /* len_dw dwords; the header must have the same length */
    PAYLOAD_IMPLICIT, /* len_dw dwords, whatever the header says */
    PAYLOAD_AT_LEAST, /* at least len_dw dwords; the handler reads the remaining payload */
    PAYLOAD_SUBMIT,   /* as many dwords as the header says, up to the limit of one submit */
    PAYLOAD_BYTES,    /* as many bytes as the header says, read by the handler */
};

struct command {
    const char *name;
    enum payload payload;
    uint32_t len_dw;
    uint32_t min_version;
    gv_vtest_handler handler;
};

/* ---- Commands of the connection -------------------------------------------------------------- */

static void set_client(struct gv_vtest_session *session, const char *name)
{
    const char *client = session->params->client ? session->params->client : "client";

    if (name[0])
        snprintf(session->client, sizeof(session->client), "%.60s (%.90s)", client, name);
    else
        snprintf(session->client, sizeof(session->client), "%.60s", client);
}

static void note_name(struct gv_vtest_notes *notes, const char *name)
{
    for (unsigned i = 0; notes && i < GV_VTEST_NOTED_NAME_B && name[i]; i++)
        atomic_store_explicit(&notes->program[i], name[i], memory_order_relaxed);
}

/* Reads the client's name, stores as much as fits into out_name, and discards the remainder. */
static enum galvan_result read_name(struct gv_vtest_session *session, uint32_t len_B,
                                    char *out_name, size_t name_size_B)
{
    uint32_t read_B = len_B < name_size_B - 1 ? len_B : (uint32_t)(name_size_B - 1);
    enum galvan_result res = gv_vtest_stream_read(&session->stream, out_name, read_B);

    if (res == GALVAN_OK)
        res = gv_vtest_stream_read(&session->stream, NULL, len_B - read_B);
    out_name[read_B] = '\0';
    return res;
}

/* Opens the device, unless the session has a screen. The time of opening does not count towards the
 * client's timeouts. */
static enum galvan_result open_screen(struct gv_vtest_session *session)
{
    const struct gv_vtest_params *params = session->params;
    enum galvan_result res = GALVAN_OK;

    if (!session->screen && params->open_screen) {
        gv_vtest_stream_step_heartbeat(&session->stream);
        res = params->open_screen(params->priv, &session->screen);
        gv_vtest_stream_step_heartbeat(&session->stream);
    }
    return res;
}

static enum galvan_result create_renderer(struct gv_vtest_session *session,
                                          const struct gv_vtest_message *message)
{
    static const char without_library[] =
        "; without the client library, Mesa's client sends such numbers where threads or displays "
        "share: docs/troubleshooting.md";
    const struct gv_vtest_params *params = session->params;
    char name[GV_VTEST_MAX_NAME_B + 1];
    enum galvan_result res;

    if (session->renderer)
        return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                             "this connection has a renderer already");
    if (message->len > GV_VTEST_MAX_NAME_SENT_B)
        return gv_vtest_fail(session, GALVAN_ERROR_LIMIT,
                             "a name of %u bytes, but at most %u are read", message->len,
                             GV_VTEST_MAX_NAME_SENT_B);
    res = read_name(session, message->len, name, sizeof(name));
    if (res != GALVAN_OK)
        return gv_vtest_check(session, res);
    snprintf(session->name, sizeof(session->name), "%.*s", (int)sizeof(session->name) - 1, name);
    set_client(session, name);
    note_name(params->notes, name);
    res = open_screen(session);
    if (res != GALVAN_OK)
        return res;
    if (params->set_program && name[0])
        params->set_program(params->priv, session->screen, name);
    const struct gv_virgl_params virgl_params = {
        .screen = session->screen,
        .log = params->log,
        .client_name = session->client,
        .limits = params->limits,
        .shader_hook = params->hooks ? params->hooks->shader : NULL,
        .memory_hook = session->has_tap ? &session->memory_hook : NULL,
        .notes = params->notes ? &params->notes->virgl : NULL,
        .starts_work = true,
        .blobs = !session->has_tap,
    };
    res = gv_virgl_renderer_create(&virgl_params, &session->renderer);
    if (res == GALVAN_OK)
        gv_virgl_renderer_set_hint(session->renderer, without_library);
    if (res == GALVAN_OK)
        res = gv_virgl_context_create(session->renderer, NULL, &session->context);
    if (res == GALVAN_OK)
        res = gv_vtest_late_tap_init(session);
    if (res != GALVAN_OK)
        return gv_vtest_fail(session, res, "no renderer could be made (%d)", res);
    gv_info(params->log, "vtest", "%s: connected", session->client);
    if (params->hooks && params->hooks->named)
        params->hooks->named(params->hooks->priv, name);
    return GALVAN_OK;
}

/* Replies with a capability set. The reply's first dword is the set's size in bytes plus one; the
 * second dword is the set's number. */
static enum galvan_result reply_caps(struct gv_vtest_session *session, uint32_t set)
{
    size_t size_B = gv_virgl_caps_size(set);
    uint32_t *reply = malloc(GV_VTEST_HEADER_B + size_B);
    enum galvan_result res;

    if (!reply)
        return gv_vtest_fail(session, GALVAN_ERROR_NO_MEMORY, "out of memory");
    reply[0] = (uint32_t)size_B + 1;
    reply[1] = set;
    gv_virgl_fill_caps(session->renderer, set, reply + GV_VTEST_HEADER_DW, size_B);
    if (session->tap && session->tap->caps)
        session->tap->caps(session->tap->priv, session->client, session->version, set,
                           reply + GV_VTEST_HEADER_DW, size_B);
    res = gv_vtest_reply(session, reply, GV_VTEST_HEADER_B + size_B);
    free(reply);
    return res;
}

static enum galvan_result get_caps(struct gv_vtest_session *session,
                                   const struct gv_vtest_message *message)
{
    (void)message;
    return reply_caps(session, 1);
}

static enum galvan_result get_caps2(struct gv_vtest_session *session,
                                    const struct gv_vtest_message *message)
{
    (void)message;
    return reply_caps(session, 2);
}

static enum galvan_result ping(struct gv_vtest_session *session,
                               const struct gv_vtest_message *message)
{
    const uint32_t reply[] = {0, GV_VTEST_PING_PROTOCOL_VERSION};

    (void)message;
    return gv_vtest_reply(session, reply, sizeof(reply));
}

static enum galvan_result protocol_version(struct gv_vtest_session *session,
                                           const struct gv_vtest_message *message)
{
    uint32_t wanted = message->payload[0];

    session->version =
        wanted < GV_VTEST_PROTOCOL_VERSION ? wanted : (uint32_t)GV_VTEST_PROTOCOL_VERSION;
    if (session->version == 1) {
        session->version = 0; /* version 1 was a draft and was withdrawn */
    }
    const uint32_t reply[] = {1, GV_VTEST_PROTOCOL_VERSION_CMD, session->version};
    return gv_vtest_reply(session, reply, sizeof(reply));
}

static enum galvan_result submit_cmd(struct gv_vtest_session *session,
                                     const struct gv_vtest_message *message)
{
    enum galvan_result res = gv_virgl_submit(session->context, message->payload, message->len);

    if (session->history)
        gv_virgl_history_note(session->history, message->payload, message->len);
    /* If virgl has refused a command, it has logged the refusal, and gv_virgl_submit() has returned
     * GALVAN_OK. An error that gv_virgl_submit() returns ends the connection. */
    if (res == GALVAN_ERROR_DEVICE_LOST)
        return gv_vtest_fail(session, res, "the Vulkan device was lost");
    return res;
}

static enum galvan_result busy_wait(struct gv_vtest_session *session,
                                    const struct gv_vtest_message *message)
{
    bool wait = message->payload[1] & GV_VTEST_BUSY_WAIT_FLAG;
    bool busy = gv_virgl_resource_busy(session->renderer, message->payload[0], wait);
    const uint32_t reply[] = {1, GV_VTEST_RESOURCE_BUSY_WAIT, busy};

    return gv_vtest_reply(session, reply, sizeof(reply));
}

/* ---- The table ------------------------------------------------------------------------------- */

static const struct command commands[GV_VTEST_NUM_COMMANDS] = {
    [GV_VTEST_GET_CAPS] = {"GET_CAPS", PAYLOAD_FIXED, 0, 0, get_caps},
    [GV_VTEST_RESOURCE_CREATE] = {"RESOURCE_CREATE", PAYLOAD_FIXED, GV_VTEST_RESOURCE_DW, 0,
                                  gv_vtest_resource_create},
    [GV_VTEST_RESOURCE_UNREF] = {"RESOURCE_UNREF", PAYLOAD_FIXED, 1, 0, gv_vtest_resource_unref},
    [GV_VTEST_TRANSFER_GET] = {"TRANSFER_GET", PAYLOAD_FIXED, GV_VTEST_TRANSFER_DW, 0,
                               gv_vtest_transfer_get},
    [GV_VTEST_TRANSFER_PUT] = {"TRANSFER_PUT", PAYLOAD_AT_LEAST, GV_VTEST_TRANSFER_DW, 0,
                               gv_vtest_transfer_put},
    [GV_VTEST_SUBMIT_CMD] = {"SUBMIT_CMD", PAYLOAD_SUBMIT, 0, 0, submit_cmd},
    [GV_VTEST_RESOURCE_BUSY_WAIT] = {"RESOURCE_BUSY_WAIT", PAYLOAD_FIXED, 2, 0, busy_wait},
    [GV_VTEST_CREATE_RENDERER] = {"CREATE_RENDERER", PAYLOAD_BYTES, 0, 0, create_renderer},
    [GV_VTEST_GET_CAPS2] = {"GET_CAPS2", PAYLOAD_FIXED, 0, 0, get_caps2},
    [GV_VTEST_PING_PROTOCOL_VERSION] = {"PING_PROTOCOL_VERSION", PAYLOAD_FIXED, 0, 0, ping},
    [GV_VTEST_PROTOCOL_VERSION_CMD] = {"PROTOCOL_VERSION", PAYLOAD_FIXED, 1, 0, protocol_version},
    [GV_VTEST_RESOURCE_CREATE2] = {"RESOURCE_CREATE2", PAYLOAD_FIXED, GV_VTEST_RESOURCE2_DW, 2,
                                   gv_vtest_resource_create2},
    [GV_VTEST_TRANSFER_GET2] = {"TRANSFER_GET2", PAYLOAD_FIXED, GV_VTEST_TRANSFER2_DW, 2,
                                gv_vtest_transfer_get2},
    [GV_VTEST_TRANSFER_PUT2] = {"TRANSFER_PUT2", PAYLOAD_IMPLICIT, GV_VTEST_TRANSFER2_DW, 2,
                                gv_vtest_transfer_put2},
    [GV_VTEST_RESOURCE_CREATE_BLOB] = {"RESOURCE_CREATE_BLOB", PAYLOAD_FIXED, GV_VTEST_BLOB_DW, 3,
                                       gv_vtest_resource_create_blob},
    [GV_VTEST_PRESENTS_OPEN] = {"PRESENTS_OPEN", PAYLOAD_FIXED, 1, 2, gv_vtest_present_open},
    [GV_VTEST_PRESENT_BUFFER_CREATE] = {"PRESENT_BUFFER_CREATE", PAYLOAD_FIXED, 4, 2,
                                        gv_vtest_present_create},
    [GV_VTEST_PRESENT] = {"PRESENT", PAYLOAD_FIXED, 3, 2, gv_vtest_present_show},
    [GV_VTEST_PROGRESS_OPEN] = {"PROGRESS_OPEN", PAYLOAD_FIXED, 1, 2, gv_vtest_progress_open},
    [GV_VTEST_MEMORY_OPEN] = {"MEMORY_OPEN", PAYLOAD_FIXED, 1, 2, gv_vtest_memory_open},
    [GV_VTEST_RESOURCE_PLACE] = {"RESOURCE_PLACE", PAYLOAD_FIXED, GV_VTEST_PLACE_DW, 2,
                                 gv_vtest_resource_place},
    [GV_VTEST_RING_OPEN] = {"RING_OPEN", PAYLOAD_FIXED, 1, 2, gv_vtest_ring_open},
};

const char *gv_vtest_message_name(uint32_t number)
{
    const char *name = number < GV_VTEST_NUM_COMMANDS ? commands[number].name : NULL;

    return name ? name : "no message";
}

/* Checks the length in the header. *out_payload_dw is the number of dwords of the payload that must
 * have arrived before the handler runs. */
static enum galvan_result check_length(struct gv_vtest_session *session,
                                       const struct command *command, uint32_t len,
                                       uint32_t *out_payload_dw)
{
    switch (command->payload) {
    case PAYLOAD_FIXED:
        if (len != command->len_dw)
            return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                                 "length %u dwords, but the command has %u", len, command->len_dw);
        break;
    case PAYLOAD_AT_LEAST:
        if (len < command->len_dw)
            return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                                 "length %u dwords, but the command has at least %u", len,
                                 command->len_dw);
        break;
    case PAYLOAD_SUBMIT:
        if (len > GV_VTEST_MAX_SUBMIT_B / 4)
            return gv_vtest_fail(session, GALVAN_ERROR_LIMIT,
                                 "length %u dwords, but one command buffer has at most %u", len,
                                 GV_VTEST_MAX_SUBMIT_B / 4);
        *out_payload_dw = len;
        return GALVAN_OK;
    case PAYLOAD_IMPLICIT:
    case PAYLOAD_BYTES:
        break;
    }
    *out_payload_dw = command->len_dw;
    return GALVAN_OK;
}

static enum galvan_result check_order(struct gv_vtest_session *session, uint32_t number,
                                      const struct command *command)
{
    if (!session->renderer && number != GV_VTEST_CREATE_RENDERER)
        return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                             "the first command must be CREATE_RENDERER");
    if (session->version < command->min_version)
        return gv_vtest_fail(session, GALVAN_ERROR_INVALID,
                             "belongs to protocol version %u, but version %u was agreed on",
                             command->min_version, session->version);
    return GALVAN_OK;
}

static enum galvan_result serve_message(struct gv_vtest_session *session)
{
    struct gv_vtest_stream *stream = &session->stream;
    const void *data;
    uint32_t len, number, payload_dw = 0;

    session->command = "message header";
    session->command_offset_B = stream->consumed_B;
    enum galvan_result res = gv_vtest_stream_need(stream, GV_VTEST_HEADER_B, &data);
    if (res != GALVAN_OK)
        return gv_vtest_check(session, res);
    len = ((const uint32_t *)data)[0];
    number = ((const uint32_t *)data)[1];
    if (number >= GV_VTEST_NUM_COMMANDS || !commands[number].handler)
        return gv_vtest_fail(session, GALVAN_ERROR_INVALID, "unknown command %u of %u dwords",
                             number, len);
    const struct command *command = &commands[number];
    session->command = command->name;
    if (session->params->notes)
        atomic_store_explicit(&session->params->notes->message, number, memory_order_relaxed);
    res = check_order(session, number, command);
    if (res == GALVAN_OK)
        res = check_length(session, command, len, &payload_dw);
    if (res != GALVAN_OK)
        return res;
    gv_vtest_stream_take(stream, GV_VTEST_HEADER_B);
    res = gv_vtest_stream_need(stream, (size_t)payload_dw * 4, &data);
    if (res != GALVAN_OK)
        return gv_vtest_check(session, res);
    gv_vtest_stream_take(stream, (size_t)payload_dw * 4);
    if (session->tap && session->tap->message)
        session->tap->message(session->tap->priv, (const uint32_t[]){len, number}, data,
                              (size_t)payload_dw * 4);
    const struct gv_vtest_message message = {.len = len, .payload = data};
    return command->handler(session, &message);
}

/* Submits the recorded work to the device, unless the frame's next message has already begun to
 * arrive. Mesa sends a frame in several messages of the size of its buffer. A submission after each
 * message would end and restart rendering, so that the device would store and reload all
 * attachments. */
static void start_work(struct gv_vtest_session *session)
{
    enum {
        PATIENCE_MS = 1
    };

    if (session->renderer && gv_virgl_has_work(session->renderer) &&
        !gv_vtest_stream_readable(&session->stream, PATIENCE_MS))
        gv_virgl_start_work(session->renderer);
}

static enum galvan_result serve_messages(struct gv_vtest_session *session)
{
    for (;;) {
        bool eof = false;
        start_work(session);
        session->command = "next message";
        session->command_offset_B = session->stream.consumed_B;
        enum galvan_result res = gv_vtest_stream_begin(&session->stream, !session->renderer, &eof);
        if (res != GALVAN_OK)
            return gv_vtest_check(session, res);
        if (eof)
            return GALVAN_OK;
        res = serve_message(session);
        if (res != GALVAN_OK)
            return res;
        gv_vtest_note_progress(session);
        if (session->history)
            gv_vtest_late_tap_look(session);
    }
}

static uint64_t shm_limit_B(const struct gv_vtest_params *params)
{
    if (params->shm_limit_B)
        return params->shm_limit_B;
    return params->limits ? params->limits->memory_B : gv_virgl_limits_default().memory_B;
}

/* Passes to the tap the memory that the renderer is about to read. This is the renderer's memory
 * hook. */
static void show_memory(void *priv, uint32_t handle, uint64_t offset_B, void *memory, size_t size_B)
{
    const struct gv_vtest_session *session = priv;

    if (session->tap && session->tap->memory)
        session->tap->memory(session->tap->priv, handle, offset_B, memory, size_B);
}

static void set_tap(struct gv_vtest_session *session)
{
    const struct gv_vtest_hooks *hooks = session->params->hooks;
    const struct gv_vtest_tap *tap = hooks ? hooks->tap : NULL;

    session->has_tap = tap;
    if (tap && !tap->when_wanted)
        session->tap = session->stream.tap = tap;
    session->memory_hook = (struct gv_virgl_memory_hook){show_memory, session};
}

enum galvan_result gv_vtest_serve(const struct gv_vtest_params *params)
{
    struct gv_vtest_session session = {
        .params = params,
        .screen = params->screen,
        .shm_limit_B = shm_limit_B(params),
        .fence_fd = -1,
    };
    int idle_timeout_ms =
        params->idle_timeout_ms ? params->idle_timeout_ms : GV_VTEST_DEFAULT_IDLE_TIMEOUT_MS;
    enum galvan_result res =
        gv_vtest_stream_init(&session.stream, params->transport, GV_VTEST_MAX_SUBMIT_B,
                             idle_timeout_ms, params->notes ? &params->notes->heartbeat : NULL);

    if (res != GALVAN_OK) {
        gv_err(params->log, "vtest", "%s: out of memory; connection closed", params->client);
        return res;
    }
    set_client(&session, "");
    set_tap(&session);
    gv_vtest_resources_init(&session.resources);
    gv_log_kinds_init(&session.refused, GV_VTEST_MAX_REFUSED_KINDS);
    res = serve_messages(&session);
    if (res == GALVAN_OK)
        gv_info(params->log, "vtest", "%s: disconnected after %llu frames", session.client,
                (unsigned long long)session.num_frames);
    if (res != GALVAN_ERROR_IO && res != GALVAN_ERROR_TIMEOUT) {
        /* Sends replies that were queued before the end. */
        (void)gv_vtest_stream_flush(&session.stream);
    }
    gv_vtest_retire_frame(&session, 0);
    gv_vtest_drop_present_buffers(&session, 0);
    gv_vtest_presenter_stop(&session.presenter);
    gv_virgl_history_destroy(session.history);
    gv_virgl_renderer_destroy(session.renderer);
    gv_vtest_resources_finish(&session.resources);
    for (uint32_t i = 0; i < session.num_pool_parts; i++)
        gv_shm_finish(&session.pool[i]);
    gv_shm_finish(&session.fence_shm);
    gv_shm_finish(&session.progress);
    if (session.fence_fd >= 0)
        close(session.fence_fd);
    if (params->hooks && params->hooks->ended)
        params->hooks->ended(params->hooks->priv);
    if (session.tap && session.tap->ended && session.stream.consumed_B > 0)
        session.tap->ended(session.tap->priv, session.client);
    gv_log_kinds_finish(&session.refused);
    gv_vtest_stream_finish(&session.stream);
    return res;
}
