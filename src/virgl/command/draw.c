/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Vertex buffers, index buffers, draws and compute dispatches. */
#include <string.h>

#include "pipe/p_context.h"
#include "pipe/p_inlines.h"
#include "pipe/p_screen.h"
#include "util/log.h"
#include "virgl/api/notes.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/framebuffer.h"
#include "virgl/command/handles.h"
#include "virgl/command/quads.h"
#include "virgl/command/said.h"
#include "virgl/command/streamout.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"

enum {
    INDEX_BUFFER_DW = 3, /* length of SET_INDEX_BUFFER with a buffer */
    INDEX_BUFFER_HEADER = GV_VIRGL_SET_INDEX_BUFFER | INDEX_BUFFER_DW << 16,
};

/* Decodes one slot: stride, offset, resource. */
static bool decode_vertex_buffer(struct gv_virgl_cmd *cmd, unsigned slot,
                                 const uint32_t words[GV_VIRGL_VERTEX_BUFFER_DW],
                                 struct pipe_vertex_buffer *out)
{
    const uint32_t stride_B = words[0], offset_B = words[1], handle = words[2];
    *out = (struct pipe_vertex_buffer){0};
    if (!handle)
        return true;
    struct gv_virgl_resource *res = gv_virgl_need_buffer(cmd, handle);
    if (!res)
        return false;
    if (stride_B > UINT16_MAX) {
        gv_virgl_fail(cmd, "slot %u: stride %u", slot, stride_B);
        return false;
    }
    /* A buffer that ends before its offset has no vertices, so it stays unbound. */
    if (offset_B >= gv_virgl_buffer_size(res))
        return true;
    out->stride = stride_B;
    out->buffer_offset = offset_B;
    out->buffer = res->pipe;
    return true;
}

/* Binds a list of vertex buffers, which replaces the previous list. Skips leading and trailing
 * slots that this submit has already set to the same values. */
enum galvan_result gv_virgl_decode_set_vertex_buffers(struct gv_virgl_cmd *cmd)
{
    enum {
        DW = GV_VIRGL_VERTEX_BUFFER_DW
    };
    struct gv_virgl_sub_context *sub = cmd->sub;
    struct gv_virgl_said_vertices *said = &sub->vertices_said;
    struct pipe_vertex_buffer buffers[GV_VIRGL_MAX_VERTEX_BUFFERS];
    const unsigned num = (unsigned)(gv_virgl_left(&cmd->in) / DW);
    const uint32_t *words = gv_virgl_dwords(&cmd->in, (size_t)num * DW);
    const unsigned num_said = said->submit == cmd->r->num_submits ? sub->num_vertex_buffers : 0;
    unsigned first = 0, end = num;

    if (num <= num_said && !memcmp(said->words, words, num * sizeof(said->words[0])))
        first = num;
    while (first < end && num <= num_said &&
           gv_virgl_same_words(said->words[end - 1], &words[(end - 1) * DW]))
        end--;
    while (first < end && first < num_said &&
           gv_virgl_same_words(said->words[first], &words[first * DW]))
        first++;
    for (unsigned i = first; i < end; i++) {
        if (!decode_vertex_buffer(cmd, i, &words[i * DW], &buffers[i]))
            return GALVAN_ERROR_INVALID;
    }
    if (first < end)
        cmd->pipe->set_vertex_buffers(cmd->pipe, first, end - first, &buffers[first]);
    if (sub->num_vertex_buffers > num)
        cmd->pipe->set_vertex_buffers(cmd->pipe, num, sub->num_vertex_buffers - num, NULL);
    for (unsigned i = first; i < end; i++) {
        memcpy(said->words[i], &words[i * DW], sizeof(said->words[i]));
        said->buffers[i] = buffers[i].buffer;
    }
    said->submit = cmd->r->num_submits;
    sub->num_vertex_buffers = num;
    return GALVAN_OK;
}

static __attribute__((noinline)) enum galvan_result set_index_buffer(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_sub_context *sub = cmd->sub;
    const uint32_t *words = cmd->in.dwords;

    sub->index_said.submit = 0;
    uint32_t handle = gv_virgl_u32(&cmd->in);
    if (!handle) {
        cmd->pipe->set_index_buffer(cmd->pipe, NULL);
        pipe_resource_reference(&sub->index_buffer, NULL);
        return GALVAN_OK;
    }
    uint32_t size_B = gv_virgl_u32(&cmd->in);
    uint32_t offset_B = gv_virgl_u32(&cmd->in);
    struct gv_virgl_resource *res = gv_virgl_need_buffer(cmd, handle);
    if (!res)
        return GALVAN_ERROR_INVALID;
    if (size_B != 1 && size_B != 2 && size_B != 4)
        return gv_virgl_fail(cmd, "index size %u", size_B);
    if (offset_B % size_B)
        return gv_virgl_fail(cmd, "offset %u is no multiple of %u", offset_B, size_B);

    struct pipe_index_buffer buffer = {
        .index_size = size_B,
        .offset = offset_B,
        .buffer = res->pipe,
    };
    cmd->pipe->set_index_buffer(cmd->pipe, &buffer);
    pipe_resource_reference(&sub->index_buffer, res->pipe);
    sub->index_size_B = size_B;
    sub->index_offset_B = offset_B;
    sub->num_indices = offset_B < res->pipe->width0 ? (res->pipe->width0 - offset_B) / size_B : 0;
    gv_virgl_note_said(cmd, &sub->index_said, words);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_index_buffer(struct gv_virgl_cmd *cmd)
{
    if (cmd->in.len_dw == INDEX_BUFFER_DW &&
        gv_virgl_is_said(cmd, &cmd->sub->index_said, cmd->in.dwords))
        return GALVAN_OK;
    return set_index_buffer(cmd);
}

/* ---- Draws ----------------------------------------------------------------------------------- */

/* Offsets of the parameters of DRAW_VBO, and its lengths. */
enum {
    START_DW,
    COUNT_DW,
    INDEX_BIAS_DW = 5,
    MIN_INDEX_DW = 9,
    MAX_INDEX_DW,
    PLAIN_DW = 12,   /* length without patch parameters and indirect parameters */
    PATCHES_DW = 14, /* length with patch parameters, without indirect parameters */
    INDIRECT_DW = 20,
};

/* Whether the shader (may be NULL) is an invalid object. Only shaders can be invalid objects. */
static bool is_invalid(const struct gv_virgl_object *shader)
{
    return shader && !shader->u.cso;
}

static bool is_usable(const struct gv_virgl_object *shader)
{
    return shader && shader->u.cso;
}

/* Returns the reason why a draw has no effect, or NULL. Such draws are no error here: a client may
 * send them after one of its earlier commands has failed. */
static const char *why_no_draw(const struct gv_virgl_sub_context *sub, enum pipe_prim_type mode)
{
    const struct gv_virgl_object *const *shaders =
        (const struct gv_virgl_object *const *)sub->shaders;

    if (!sub->blend || !sub->dsa || !sub->rasterizer)
        return "blend, depth-stencil-alpha or rasterizer state is not bound";
    if (!sub->vertex_elements)
        return "no vertex elements are bound";
    if (!is_usable(shaders[PIPE_SHADER_VERTEX]))
        return "no valid vertex shader is bound";
    if (is_invalid(shaders[PIPE_SHADER_GEOMETRY]) || is_invalid(shaders[PIPE_SHADER_TESS_CTRL]) ||
        is_invalid(shaders[PIPE_SHADER_TESS_EVAL]))
        return "an invalid shader is bound";
    if ((shaders[PIPE_SHADER_TESS_EVAL] != NULL) != (mode == PIPE_PRIM_PATCHES))
        return "patches and tessellation go only together";
    if (sub->rasterizer->rasterizer_discard)
        return NULL;
    if (!is_usable(shaders[PIPE_SHADER_FRAGMENT]))
        return "no valid fragment shader is bound";
    return sub->fb.has_pixels ? NULL : "the framebuffer is empty";
}

/* Shortens an indexed draw to the index buffer's end. False if no index is left. */
static bool clip_indices(const struct gv_virgl_sub_context *sub, struct pipe_draw_info *info)
{
    if (info->count > sub->num_indices)
        info->count = sub->num_indices;
    return info->count != 0;
}

static __attribute__((noinline)) enum galvan_result decode_indirect(struct gv_virgl_cmd *cmd,
                                                                    struct pipe_draw_info *info)
{
    struct gv_virgl_reader *in = &cmd->in;
    struct pipe_screen *screen = cmd->r->screen;
    uint32_t handle = gv_virgl_u32(in);
    uint32_t offset_B = gv_virgl_u32(in);
    uint32_t stride_B = gv_virgl_u32(in);
    uint32_t draw_count = gv_virgl_u32(in);
    uint32_t params_offset_B = gv_virgl_u32(in);
    uint32_t params_handle = gv_virgl_u32(in);

    if (!handle)
        return GALVAN_OK;
    struct gv_virgl_resource *res = gv_virgl_need_buffer(cmd, handle);
    if (!res)
        return GALVAN_ERROR_INVALID;
    if (!screen->get_param(screen, PIPE_CAP_DRAW_INDIRECT) ||
        (draw_count > 1 && !screen->get_param(screen, PIPE_CAP_MULTI_DRAW_INDIRECT)) ||
        (params_handle && !screen->get_param(screen, PIPE_CAP_MULTI_DRAW_INDIRECT_PARAMS)))
        return gv_virgl_fail_unsupported(cmd);
    const uint32_t record_B = info->indexed ? 20 : 16;
    if (!stride_B)
        stride_B = record_B;
    if (!draw_count)
        draw_count = 1;
    uint64_t end_B = offset_B + (uint64_t)(draw_count - 1) * stride_B + record_B;
    if (offset_B % 4 || stride_B % 4 || stride_B < record_B || end_B > gv_virgl_buffer_size(res))
        return gv_virgl_fail(cmd, "%u indirect records at %u do not fit resource %u", draw_count,
                             offset_B, handle);
    if (params_handle) {
        struct gv_virgl_resource *params = gv_virgl_need_buffer(cmd, params_handle);
        if (!params)
            return GALVAN_ERROR_INVALID;
        if (params_offset_B % 4 || (uint64_t)params_offset_B + 4 > gv_virgl_buffer_size(params))
            return gv_virgl_fail(cmd, "draw count at %u does not fit resource %u", params_offset_B,
                                 params_handle);
        info->indirect_params = params->pipe;
        info->indirect_params_offset = params_offset_B;
    }
    info->indirect = res->pipe;
    info->indirect_offset = offset_B;
    info->indirect_stride = stride_B;
    info->indirect_count = draw_count;
    return GALVAN_OK;
}

/* Checks the parameters of a draw, independently of the state. */
static enum galvan_result check_draw(struct gv_virgl_cmd *cmd, const struct pipe_draw_info *info)
{
    if (info->mode >= PIPE_PRIM_MAX)
        return gv_virgl_fail(cmd, "unknown primitive type %u", info->mode);
    if (info->mode == PIPE_PRIM_PATCHES &&
        (!info->vertices_per_patch || info->vertices_per_patch > GV_VIRGL_MAX_PATCH_VERTICES))
        return gv_virgl_fail(cmd, "%u vertices in a patch", info->vertices_per_patch);
    if (info->start + (uint64_t)info->count > UINT32_MAX)
        return gv_virgl_fail(cmd, "%u vertices from %u", info->count, info->start);
    if (info->start_instance + (uint64_t)info->instance_count > UINT32_MAX)
        return gv_virgl_fail(cmd, "%u instances from %u", info->instance_count,
                             info->start_instance);
    return GALVAN_OK;
}

static enum galvan_result decode_draw_info(struct gv_virgl_cmd *cmd, struct pipe_draw_info *info,
                                           uint32_t *out_count_from_so)
{
    struct gv_virgl_reader *in = &cmd->in;
    const size_t len_dw = gv_virgl_left(in);
    const uint32_t *words = gv_virgl_dwords(in, PLAIN_DW);

    if (len_dw != PLAIN_DW && len_dw != PATCHES_DW && len_dw != INDIRECT_DW)
        return gv_virgl_fail(cmd, "length %zu, wanted 12, 14 or 20", len_dw);
    const bool indexed = words[3] != 0;
    *info = (struct pipe_draw_info){
        .indexed = indexed,
        .primitive_restart = words[7] != 0,
        .mode = words[2],
        .start = indexed ? 0 : words[START_DW], /* the index buffer's offset
                                                   includes the start already */
        .count = words[COUNT_DW],
        .start_instance = words[6],
        .instance_count = words[4],
        .index_bias = (int32_t)words[INDEX_BIAS_DW],
        .min_index = words[MIN_INDEX_DW],
        .max_index = words[MAX_INDEX_DW],
        .restart_index = words[8],
    };
    *out_count_from_so = words[PLAIN_DW - 1];
    if (len_dw > PLAIN_DW) {
        info->vertices_per_patch = gv_virgl_u32(in);
        info->drawid = gv_virgl_u32(in);
    }
    enum galvan_result result = check_draw(cmd, info);
    if (result == GALVAN_OK && len_dw == INDIRECT_DW)
        result = decode_indirect(cmd, info);
    if (!info->instance_count && !info->indirect) {
        /* On the wire, 0 instances mean a draw without instancing, that is, one instance. */
        info->instance_count = 1;
        info->start_instance = 0;
    }
    return result;
}

/* ---- Consecutive draws ----------------------------------------------------------------------- */

/* Returns the payload of the next command in the submit if that command has this header, else
 * NULL. */
static const uint32_t *next_is(const struct gv_virgl_reader *submit, uint32_t header)
{
    size_t len_dw = gv_virgl_header_len(header);
    const uint32_t *next = submit->dwords + submit->pos_dw;
    return gv_virgl_left(submit) > len_dw && *next == header ? next + 1 : NULL;
}

/* Whether two draws differ only in their ranges of vertices. */
static bool is_like(const uint32_t *draw, const uint32_t *first)
{
    const uint32_t differs = (draw[2] ^ first[2]) | (draw[3] ^ first[3]) | (draw[4] ^ first[4]) |
                             (draw[6] ^ first[6]) | (draw[7] ^ first[7]) | (draw[8] ^ first[8]) |
                             (draw[PLAIN_DW - 1] ^ first[PLAIN_DW - 1]);
    return !differs;
}

/* Executes the draws that directly follow cmd and differ from cmd only in their vertices; stops
 * before a draw that may be invalid. Since no other command is between these draws, the checks of
 * the first draw hold for all. */
static void draw_row(struct gv_virgl_cmd *cmd, struct pipe_draw_info *info)
{
    struct gv_virgl_reader *submit = &cmd->submit;
    const uint32_t *draw, *words;

    for (;;) {
        while ((words = next_is(submit, INDEX_BUFFER_HEADER)) != NULL &&
               gv_virgl_is_said(cmd, &cmd->sub->index_said, words))
            submit->pos_dw += 1 + INDEX_BUFFER_DW;
        draw = next_is(submit, cmd->header);
        if (!draw || !is_like(draw, cmd->in.dwords) || draw[COUNT_DW] > UINT32_MAX - draw[START_DW])
            return;
        atomic_store_explicit(&cmd->r->notes->offset_dw, (uint32_t)submit->pos_dw,
                              memory_order_relaxed);
        submit->pos_dw += 1 + PLAIN_DW;
        info->start = info->indexed ? 0 : draw[START_DW];
        info->count = draw[COUNT_DW];
        info->index_bias = (int32_t)draw[INDEX_BIAS_DW];
        info->min_index = draw[MIN_INDEX_DW];
        info->max_index = draw[MAX_INDEX_DW];
        if (info->count && (!info->indexed || clip_indices(cmd->sub, info)))
            cmd->pipe->draw_vbo(cmd->pipe, info);
    }
}

enum galvan_result gv_virgl_decode_draw_vbo(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_sub_context *sub = cmd->sub;
    struct pipe_draw_info info;
    uint32_t count_from_so_B = 0;

    enum galvan_result result = decode_draw_info(cmd, &info, &count_from_so_B);
    if (result != GALVAN_OK)
        return result;
    const char *why = why_no_draw(sub, info.mode);
    if (why) {
        gv_debug(&cmd->r->log, "virgl", "%s: draw at dword %zu skipped: %s", cmd->ctx->name,
                 cmd->offset_dw, why);
        return GALVAN_OK;
    }
    if (count_from_so_B) {
        info.count_from_stream_output = gv_virgl_so_target_by_size(sub, count_from_so_B);
        if (!info.count_from_stream_output)
            return gv_virgl_fail(cmd, "no stream-out target of %u bytes", count_from_so_B);
        info.indexed = FALSE;
    } else if (info.indexed && !sub->index_buffer) {
        return gv_virgl_fail(cmd, "no index buffer");
    } else if (!info.indirect) {
        if (!info.count || (info.indexed && !clip_indices(sub, &info)))
            return GALVAN_OK;
    }
    gv_virgl_emit_framebuffer(sub);
    const bool quads = gv_virgl_looks_for_quads(sub);
    if (quads && gv_virgl_draw_as_quads(sub, &info))
        return GALVAN_OK;
    cmd->pipe->draw_vbo(cmd->pipe, &info);
    if (cmd->in.len_dw == PLAIN_DW && !count_from_so_B && !quads)
        draw_row(cmd, &info);
    return GALVAN_OK;
}

/* ---- Compute --------------------------------------------------------------------------------- */

/* Whether the sizes of a dispatch and of its workgroup are within the announced limits. */
static bool grid_fits(struct pipe_screen *screen, const struct pipe_grid_info *info)
{
    uint64_t max_grid[3] = {0}, max_block[3] = {0}, max_threads = 0;

    if (!screen->get_compute_param)
        return false;
    screen->get_compute_param(screen, PIPE_SHADER_IR_TGSI, PIPE_COMPUTE_CAP_MAX_GRID_SIZE,
                              max_grid);
    screen->get_compute_param(screen, PIPE_SHADER_IR_TGSI, PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE,
                              max_block);
    screen->get_compute_param(screen, PIPE_SHADER_IR_TGSI, PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK,
                              &max_threads);
    uint64_t threads = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (info->grid[i] > max_grid[i] || !info->block[i] || info->block[i] > max_block[i])
            return false;
        threads *= info->block[i];
    }
    return threads <= max_threads;
}

enum galvan_result gv_virgl_decode_launch_grid(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_reader *in = &cmd->in;
    struct pipe_grid_info info = {.work_dim = 3};

    for (unsigned i = 0; i < 3; i++)
        info.block[i] = gv_virgl_u32(in);
    for (unsigned i = 0; i < 3; i++)
        info.grid[i] = gv_virgl_u32(in);
    uint32_t handle = gv_virgl_u32(in);
    info.indirect_offset = gv_virgl_u32(in);

    if (!cmd->pipe->launch_grid)
        return gv_virgl_fail_unsupported(cmd);
    if (!is_usable(cmd->sub->shaders[PIPE_SHADER_COMPUTE]))
        return gv_virgl_fail(cmd, "no valid compute shader is bound");
    if (!grid_fits(cmd->r->screen, &info))
        return gv_virgl_fail(cmd, "grid %ux%ux%u of blocks %ux%ux%u is too large", info.grid[0],
                             info.grid[1], info.grid[2], info.block[0], info.block[1],
                             info.block[2]);
    if (handle) {
        struct gv_virgl_resource *res = gv_virgl_need_buffer(cmd, handle);
        if (!res)
            return GALVAN_ERROR_INVALID;
        if (info.indirect_offset % 4 ||
            (uint64_t)info.indirect_offset + 12 > gv_virgl_buffer_size(res))
            return gv_virgl_fail(cmd, "grid size at %u does not fit resource %u",
                                 info.indirect_offset, handle);
        info.indirect = res->pipe;
    } else if (!info.grid[0] || !info.grid[1] || !info.grid[2]) {
        return GALVAN_OK;
    }
    cmd->pipe->launch_grid(cmd->pipe, &info);
    return GALVAN_OK;
}
