/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shaders: their text is assembled from several commands, parsed, and passed to the driver as
 * tokens. A shader that cannot be used becomes an invalid object, so that the client may bind and
 * destroy it; draws with it are skipped. */
#include <inttypes.h>
#include <string.h>

#include "galvan/spirv.h"
#include "pipe/p_context.h"
#include "pipe/p_shader_tokens.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/pipe.h"
#include "virgl/renderer.h"
#include "virgl/shader_text.h"
#include "virgl/sub_context.h"

#define CONTINUATION 0x80000000u

/* ---- From the complete text to a driver's shader --------------------------------------------- */

static void *create_compute(struct pipe_context *pipe, const struct gv_virgl_shader_text *t,
                            const uint32_t *tokens)
{
    struct pipe_compute_state state = {
        .ir_type = PIPE_SHADER_IR_TGSI,
        .prog = tokens,
        .req_local_mem = t->shared_memory_B,
    };
    return pipe->create_compute_state ? pipe->create_compute_state(pipe, &state) : NULL;
}

static void *create_stage(struct pipe_context *pipe, const struct gv_virgl_shader_text *t,
                          const uint32_t *tokens)
{
    typedef void *(*create_fn)(struct pipe_context *, const struct pipe_shader_state *);
    const create_fn create[GV_VIRGL_NUM_STAGES] = {
        [PIPE_SHADER_VERTEX] = pipe->create_vs_state,
        [PIPE_SHADER_FRAGMENT] = pipe->create_fs_state,
        [PIPE_SHADER_GEOMETRY] = pipe->create_gs_state,
        [PIPE_SHADER_TESS_CTRL] = pipe->create_tcs_state,
        [PIPE_SHADER_TESS_EVAL] = pipe->create_tes_state,
    };
    if (t->stage == PIPE_SHADER_COMPUTE)
        return create_compute(pipe, t, tokens);
    struct pipe_shader_state state = {
        .tokens = (const struct tgsi_token *)tokens,
        .stream_output = t->stream_output,
        .type = PIPE_SHADER_IR_TGSI,
    };
    return create[t->stage] ? create[t->stage](pipe, &state) : NULL;
}

/* Parses the text and creates obj's shader. If that fails, obj stays invalid. */
static enum galvan_result compile(struct gv_virgl_cmd *cmd, const struct gv_virgl_shader_text *t,
                                  struct gv_virgl_object *obj)
{
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_diag diag = {0};
    const struct gv_virgl_shader_hook *hook = cmd->r->shader_hook;
    size_t num_tokens;

    atomic_store_explicit(&cmd->r->notes->shader, t->handle, memory_order_relaxed);
    if (hook)
        hook->seen(hook->priv, t->text, strnlen(t->text, t->total_B));
    enum galvan_result result = galvan_tgsi_parse(t->text, t->total_B, &diag, &tgsi);
    if (result != GALVAN_OK)
        return gv_virgl_fail_with(cmd, result,
                                  "shader %u: diagnostic %" PRIu32 " at line %" PRIu32
                                  ", column %" PRIu32 ": %s",
                                  t->handle, diag.code, diag.line, diag.column, diag.text);
    const uint32_t *tokens = galvan_tgsi_tokens(tgsi, &num_tokens);
    obj->reads_primitive_id = galvan_tgsi_info(tgsi)->reads_primitive_id;
    if ((unsigned)galvan_tgsi_info(tgsi)->stage != t->stage)
        result = gv_virgl_fail(cmd, "shader %u: text of another stage", t->handle);
    else if (num_tokens > cmd->r->limits.max_shader_tokens)
        result = gv_virgl_fail_with(cmd, GALVAN_ERROR_LIMIT, "shader %u: %zu tokens, at most %u",
                                    t->handle, num_tokens, cmd->r->limits.max_shader_tokens);
    else if (!(obj->u.cso = create_stage(cmd->pipe, t, tokens)))
        result = gv_virgl_fail_with(cmd, GALVAN_ERROR_UNSUPPORTED,
                                    "shader %u: the driver refused it", t->handle);
    galvan_tgsi_destroy(tgsi);
    return result;
}

/* Creates the object once the text is complete, even if the text is not valid. */
static enum galvan_result finish_text(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_shader_text *t = cmd->sub->text;
    enum galvan_result result = GALVAN_ERROR_INVALID;
    struct gv_virgl_object *obj = gv_virgl_new_object(cmd, t->handle, GV_VIRGL_OBJECT_SHADER);
    if (obj) {
        obj->stage = (uint8_t)t->stage;
        result = compile(cmd, t, obj);
        /* The driver's tokens are about as large as the text, so the charge for the text becomes
         * the charge for the tokens. */
        obj->charged_B += t->total_B;
        t->total_B = 0;
    }
    gv_virgl_shader_text_destroy(cmd->sub);
    return result;
}

/* ---- Parts of the text ----------------------------------------------------------------------- */

static enum galvan_result decode_stream_output(struct gv_virgl_cmd *cmd, uint32_t num_outputs,
                                               struct pipe_stream_output_info *out)
{
    struct gv_virgl_reader *in = &cmd->in;
    struct pipe_stream_output_info so = {.num_outputs = num_outputs};

    if (num_outputs > GV_VIRGL_MAX_SO_OUTPUTS)
        return gv_virgl_fail(cmd, "%u stream outputs", num_outputs);
    if (gv_virgl_left(in) < GV_VIRGL_MAX_SO_BUFFERS + 2 * (size_t)num_outputs)
        return gv_virgl_fail(cmd, "too short for %u stream outputs", num_outputs);
    for (unsigned i = 0; i < GV_VIRGL_MAX_SO_BUFFERS; i++) {
        uint32_t stride_dw = gv_virgl_u32(in);
        if (stride_dw > UINT16_MAX)
            return gv_virgl_fail(cmd, "stream output stride %u", stride_dw);
        so.stride[i] = (uint16_t)stride_dw;
    }
    for (unsigned i = 0; i < num_outputs; i++) {
        uint32_t s0 = gv_virgl_u32(in);
        struct pipe_stream_output *o = &so.output[i];
        o->register_index = gv_virgl_bits(s0, 0, 8);
        o->start_component = gv_virgl_bits(s0, 8, 2);
        o->num_components = gv_virgl_bits(s0, 10, 3);
        o->output_buffer = gv_virgl_bits(s0, 13, 3);
        o->dst_offset = gv_virgl_bits(s0, 16, 16);
        o->stream = gv_virgl_bits(gv_virgl_u32(in), 0, 2);
        if (!o->num_components || o->start_component + o->num_components > 4 ||
            o->output_buffer >= GV_VIRGL_MAX_SO_BUFFERS)
            return gv_virgl_fail(cmd, "stream output %u makes no sense", i);
        if (o->dst_offset + o->num_components > so.stride[o->output_buffer])
            return gv_virgl_fail(cmd, "stream output %u lies outside its vertex", i);
    }
    *out = so;
    return GALVAN_OK;
}

/* Copies this command's part of the text. */
static enum galvan_result append_text(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_shader_text *t = cmd->sub->text;
    size_t left_dw = gv_virgl_left(&cmd->in);
    size_t size_B = left_dw * sizeof(uint32_t);
    if (size_B > t->total_B - t->got_B)
        size_B = t->total_B - t->got_B;
    if (!size_B) {
        gv_virgl_shader_text_destroy(cmd->sub);
        return gv_virgl_fail(cmd, "a packet without text");
    }
    memcpy(t->text + t->got_B, gv_virgl_dwords(&cmd->in, left_dw), size_B);
    t->got_B += (uint32_t)size_B;
    return t->got_B == t->total_B ? finish_text(cmd) : GALVAN_OK;
}

static enum galvan_result first_packet(struct gv_virgl_cmd *cmd, uint32_t handle, uint32_t stage,
                                       uint32_t total_B, uint32_t dw5)
{
    struct pipe_stream_output_info so = {0};
    bool compute = stage == PIPE_SHADER_COMPUTE;

    if (cmd->sub->text) {
        uint32_t unfinished = cmd->sub->text->handle;
        gv_virgl_shader_text_destroy(cmd->sub);
        return gv_virgl_fail(cmd, "shader %u begins before %u is complete", handle, unfinished);
    }
    if (!compute && dw5) {
        enum galvan_result result = decode_stream_output(cmd, dw5, &so);
        if (result != GALVAN_OK)
            return result;
    }
    if (!total_B || total_B > cmd->r->limits.max_shader_text_B)
        return gv_virgl_fail_with(cmd, GALVAN_ERROR_LIMIT, "%u bytes of text, at most %u", total_B,
                                  cmd->r->limits.max_shader_text_B);
    const struct gv_virgl_shader_text text = {
        .handle = handle,
        .stage = stage,
        .total_B = total_B,
        .shared_memory_B = compute ? dw5 : 0,
        .stream_output = so,
    };
    enum galvan_result result = gv_virgl_shader_text_begin(cmd->sub, &text);
    if (result != GALVAN_OK)
        return gv_virgl_fail_with(cmd, result,
                                  result == GALVAN_ERROR_LIMIT ? "memory limit of the client"
                                                               : "out of memory");
    return append_text(cmd);
}

static enum galvan_result continuation(struct gv_virgl_cmd *cmd, uint32_t handle, uint32_t stage,
                                       uint32_t offset_B)
{
    const struct gv_virgl_shader_text *t = cmd->sub->text;
    if (!t)
        return gv_virgl_fail(cmd, "shader %u continues but never began", handle);
    if (t->handle != handle || t->stage != stage || t->got_B != offset_B) {
        uint32_t want_handle = t->handle, want_offset_B = t->got_B;
        gv_virgl_shader_text_destroy(cmd->sub);
        return gv_virgl_fail(cmd, "shader %u continues at byte %u, wanted shader %u at byte %u",
                             handle, offset_B, want_handle, want_offset_B);
    }
    return append_text(cmd);
}

enum galvan_result gv_virgl_decode_create_shader(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    uint32_t handle = gv_virgl_u32(in);
    uint32_t stage = gv_virgl_u32(in);
    uint32_t length = gv_virgl_u32(in);
    gv_virgl_u32(in); /* the client's estimate of the token count is not trusted */
    uint32_t dw5 = gv_virgl_u32(in);

    if (!gv_virgl_stage_ok(cmd, stage))
        return GALVAN_ERROR_INVALID;
    if (length & CONTINUATION)
        return continuation(cmd, handle, stage, length & ~CONTINUATION);
    return first_packet(cmd, handle, stage, length, dw5);
}

/* ---- Binding --------------------------------------------------------------------------------- */

enum galvan_result gv_virgl_decode_bind_shader(struct gv_virgl_cmd *cmd)
{
    uint32_t handle = gv_virgl_u32(&cmd->in);
    uint32_t stage = gv_virgl_u32(&cmd->in);
    struct gv_virgl_object *obj = NULL;

    if (!gv_virgl_stage_ok(cmd, stage))
        return GALVAN_ERROR_INVALID;
    if (handle) {
        obj = gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_SHADER);
        if (!obj)
            return GALVAN_ERROR_INVALID;
        if (obj->stage != stage)
            return gv_virgl_fail(cmd, "shader %u is of stage %u, not %u", handle, obj->stage,
                                 stage);
    }
    gv_virgl_pipe_bind_shader(cmd->pipe, stage, obj ? obj->u.cso : NULL);
    gv_virgl_object_bind(&cmd->sub->shaders[stage], obj);
    return GALVAN_OK;
}

/* LINK_SHADER is a hint. If one of the shaders does not exist or is not valid, the command does
 * nothing. */
enum galvan_result gv_virgl_decode_link_shader(struct gv_virgl_cmd *cmd)
{
    void *csos[GV_VIRGL_NUM_STAGES] = {NULL};
    for (unsigned stage = 0; stage < GV_VIRGL_NUM_STAGES; stage++) {
        uint32_t handle = gv_virgl_u32(&cmd->in);
        if (!handle)
            continue;
        const struct gv_virgl_object *obj =
            gv_virgl_need_object(cmd, handle, GV_VIRGL_OBJECT_SHADER);
        if (!obj)
            return GALVAN_ERROR_INVALID;
        if (obj->stage != stage)
            return gv_virgl_fail(cmd, "shader %u is of stage %u, not %u", handle, obj->stage,
                                 stage);
        if (!obj->u.cso)
            return GALVAN_OK;
        csos[stage] = obj->u.cso;
    }
    if (cmd->pipe->link_shader)
        cmd->pipe->link_shader(cmd->pipe, csos);
    return GALVAN_OK;
}
