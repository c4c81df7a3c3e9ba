/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of wire commands: number, name, lengths, decoder. What is not supported has a row too,
 * so that it is refused by name and with its length checked. */
#include "virgl/command/table.h"

#include "virgl/command/decoders.h"

enum galvan_result gv_virgl_decode_unsupported(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail_with(cmd, GALVAN_ERROR_UNSUPPORTED, "not supported, nor announced");
}

enum galvan_result gv_virgl_decode_ignore(struct gv_virgl_cmd *cmd)
{
    (void)cmd;
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_unknown_command(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail(cmd, "unknown command %u of %u dwords",
                         gv_virgl_header_command(cmd->header), gv_virgl_header_len(cmd->header));
}

enum galvan_result gv_virgl_decode_unknown_object(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail(cmd, "unknown object type %u", gv_virgl_header_type(cmd->header));
}

enum {
    ANY_LENGTH = 0xffff
};

#define ROW(number, min, max, stride, row_flags, function)                                         \
    [GV_VIRGL_##number] = {.name = #number,                                                        \
                           .min_dw = (min),                                                        \
                           .max_dw = (max),                                                        \
                           .stride_dw = (stride),                                                  \
                           .flags = (row_flags),                                                   \
                           .decode = gv_virgl_decode_##function}

#define PIPE  GV_VIRGL_NEEDS_PIPE
#define WORK  (GV_VIRGL_NEEDS_PIPE | GV_VIRGL_IS_WORK)
#define FRAME (GV_VIRGL_NEEDS_PIPE | GV_VIRGL_IS_FRAME)

#define MAX_CONST_DW (GV_VIRGL_MAX_CONST_BUFFER_B / 4)

/* clang-format off */
const struct gv_virgl_command gv_virgl_commands[GV_VIRGL_NUM_COMMANDS] = {
    /*  number                  min  max                                   stride */
    ROW(NOP,                      0, ANY_LENGTH,                               0, 0,     ignore),
    /* Of types that have no row in gv_virgl_objects. */
    ROW(CREATE_OBJECT,            1, ANY_LENGTH,                               0, 0,     unknown_object),
    ROW(BIND_OBJECT,              1, 1,                                        0, PIPE,  bind_object),
    ROW(DESTROY_OBJECT,           1, 1,                                        0, PIPE,  destroy_object),
    ROW(SET_VIEWPORT_STATE,       1, 1 + 6 * GV_VIRGL_MAX_VIEWPORTS,           6, PIPE,  set_viewport_state),
    ROW(SET_FRAMEBUFFER_STATE,    2, 2 + GV_VIRGL_MAX_CBUFS,                   1, PIPE,  set_framebuffer_state),
    ROW(SET_VERTEX_BUFFERS,       0, 3 * GV_VIRGL_MAX_VERTEX_BUFFERS,          3, PIPE,  set_vertex_buffers),
    ROW(CLEAR,                    8, 8,                                        0, FRAME, clear),
    ROW(DRAW_VBO,                12, 20,                                       0, FRAME, draw_vbo),
    ROW(RESOURCE_INLINE_WRITE,   11, ANY_LENGTH,                               0, WORK,  resource_inline_write),
    ROW(SET_SAMPLER_VIEWS,        2, 2 + GV_VIRGL_MAX_SAMPLERS,                1, PIPE,  set_sampler_views),
    ROW(SET_INDEX_BUFFER,         1, 3,                                        2, PIPE,  set_index_buffer),
    ROW(SET_CONSTANT_BUFFER,      2, 2 + MAX_CONST_DW,                         1, PIPE,  set_constant_buffer),
    ROW(SET_STENCIL_REF,          1, 1,                                        0, PIPE,  set_stencil_ref),
    ROW(SET_BLEND_COLOR,          4, 4,                                        0, PIPE,  set_blend_color),
    ROW(SET_SCISSOR_STATE,        1, 1 + 2 * GV_VIRGL_MAX_VIEWPORTS,           2, PIPE,  set_scissor_state),
    ROW(BLIT,                    21, 21,                                       0, FRAME, blit),
    ROW(RESOURCE_COPY_REGION,    13, 13,                                       0, FRAME, resource_copy_region),
    ROW(BIND_SAMPLER_STATES,      2, 2 + GV_VIRGL_MAX_SAMPLERS,                1, PIPE,  bind_sampler_states),
    ROW(BEGIN_QUERY,              1, 1,                                        0, WORK,  begin_query),
    ROW(END_QUERY,                1, 1,                                        0, FRAME, end_query),
    ROW(GET_QUERY_RESULT,         2, 2,                                        0, PIPE,  get_query_result),
    ROW(SET_POLYGON_STIPPLE,     32, 32,                                       0, PIPE,  set_polygon_stipple),
    ROW(SET_CLIP_STATE,          32, 32,                                       0, PIPE,  set_clip_state),
    ROW(SET_SAMPLE_MASK,          1, 1,                                        0, PIPE,  set_sample_mask),
    ROW(SET_STREAMOUT_TARGETS,    1, 1 + GV_VIRGL_MAX_SO_BUFFERS,              1, PIPE,  set_streamout_targets),
    ROW(SET_RENDER_CONDITION,     3, 3,                                        0, PIPE,  set_render_condition),
    ROW(SET_UNIFORM_BUFFER,       5, 5,                                        0, PIPE,  set_uniform_buffer),
    ROW(SET_SUB_CTX,              1, 1,                                        0, 0,     set_sub_ctx),
    ROW(CREATE_SUB_CTX,           1, 1,                                        0, 0,     create_sub_ctx),
    ROW(DESTROY_SUB_CTX,          1, 1,                                        0, 0,     destroy_sub_ctx),
    ROW(BIND_SHADER,              2, 2,                                        0, PIPE,  bind_shader),
    ROW(SET_TESS_STATE,           6, 6,                                        0, PIPE,  set_tess_state),
    ROW(SET_MIN_SAMPLES,          1, 1,                                        0, PIPE,  set_min_samples),
    ROW(SET_SHADER_BUFFERS,       2, 2 + 3 * GV_VIRGL_MAX_SHADER_BUFFERS,      3, PIPE,  set_shader_buffers),
    ROW(SET_SHADER_IMAGES,        2, 2 + 5 * GV_VIRGL_MAX_SHADER_IMAGES,       5, PIPE,  set_shader_images),
    ROW(MEMORY_BARRIER,           1, 1,                                        0, WORK,  memory_barrier),
    ROW(LAUNCH_GRID,              8, 8,                                        0, FRAME, launch_grid),
    ROW(SET_FRAMEBUFFER_STATE_NO_ATTACH, 2, 2,                                 0, PIPE,  set_framebuffer_state_no_attach),
    ROW(TEXTURE_BARRIER,          1, 1,                                        0, WORK,  texture_barrier),
    ROW(SET_ATOMIC_BUFFERS,       1, 1 + 3 * GV_VIRGL_MAX_ATOMIC_BUFFERS,      3, PIPE,  set_atomic_buffers),
    ROW(SET_DEBUG_FLAGS,          1, ANY_LENGTH,                               0, 0,     ignore),
    ROW(GET_QUERY_RESULT_QBO,     6, 6,                                        0, FRAME, get_query_result_qbo),
    ROW(TRANSFER3D,              13, 13,                                       0, WORK,  transfer3d),
    ROW(END_TRANSFERS,            0, ANY_LENGTH,                               0, 0,     ignore),
    ROW(COPY_TRANSFER3D,         14, 14,                                       0, WORK,  copy_transfer3d),
    ROW(SET_TWEAKS,               2, 2,                                        0, 0,     ignore),
    ROW(CLEAR_TEXTURE,           12, 12,                                       0, FRAME, clear_texture),
    ROW(PIPE_RESOURCE_CREATE,    11, 11,                                       0, 0,     pipe_resource_create),
    ROW(PIPE_RESOURCE_SET_TYPE,   8, 8 + 2 * 4,                                2, 0,     unsupported),
    ROW(GET_MEMORY_INFO,          1, 1,                                        0, PIPE,  get_memory_info),
    ROW(EMIT_STRING_MARKER,       1, ANY_LENGTH,                               0, PIPE,  emit_string_marker),
    ROW(LINK_SHADER,              6, 6,                                        0, PIPE,  link_shader),
    ROW(CREATE_VIDEO_CODEC,       7, 8,                                        0, 0,     unsupported),
    ROW(DESTROY_VIDEO_CODEC,      1, 1,                                        0, 0,     unsupported),
    ROW(CREATE_VIDEO_BUFFER,      4, 4 + 3,                                    0, 0,     unsupported),
    ROW(DESTROY_VIDEO_BUFFER,     1, 1,                                        0, 0,     unsupported),
    ROW(BEGIN_FRAME,              2, 2,                                        0, 0,     unsupported),
    ROW(DECODE_MACROBLOCK,        0, ANY_LENGTH,                               0, 0,     unsupported),
    ROW(DECODE_BITSTREAM,         5, 5,                                        0, 0,     unsupported),
    ROW(ENCODE_BITSTREAM,         5, 5,                                        0, 0,     unsupported),
    ROW(END_FRAME,                2, 2,                                        0, 0,     unsupported),
    ROW(CLEAR_SURFACE,           10, 10,                                       0, FRAME, clear_surface),
    ROW(GET_PIPE_RESOURCE_LAYOUT, 2, 2,                                        0, 0,     unsupported),
};

const struct gv_virgl_command gv_virgl_unknown_command = {
    .name = "UNKNOWN",
    .max_dw = ANY_LENGTH,
    .decode = gv_virgl_decode_unknown_command,
};

#undef ROW
#define ROW(type, type_name, min, max, stride, function)                                           \
    [GV_VIRGL_OBJECT_##type] = {.name = "CREATE_OBJECT " type_name,                                \
                                .min_dw = (min),                                                   \
                                .max_dw = (max),                                                   \
                                .stride_dw = (stride),                                             \
                                .flags = PIPE,                                                     \
                                .decode = gv_virgl_decode_##function}

const struct gv_virgl_command gv_virgl_objects[GV_VIRGL_NUM_OBJECT_TYPES] = {
    ROW(BLEND,            "BLEND",            11, 11,                                   0, create_blend),
    ROW(RASTERIZER,       "RASTERIZER",        9, 9,                                    0, create_rasterizer),
    ROW(DSA,              "DSA",               5, 5,                                    0, create_dsa),
    ROW(SHADER,           "SHADER",            5, ANY_LENGTH,                           0, create_shader),
    ROW(VERTEX_ELEMENTS,  "VERTEX_ELEMENTS",   1, 1 + 4 * GV_VIRGL_MAX_VERTEX_ELEMENTS, 4, create_vertex_elements),
    ROW(SAMPLER_VIEW,     "SAMPLER_VIEW",      6, 6,                                    0, create_sampler_view),
    ROW(SAMPLER_STATE,    "SAMPLER_STATE",     9, 9,                                    0, create_sampler_state),
    ROW(SURFACE,          "SURFACE",           5, 5,                                    0, create_surface),
    ROW(QUERY,            "QUERY",             4, 4,                                    0, create_query),
    ROW(STREAMOUT_TARGET, "STREAMOUT_TARGET",  4, 4,                                    0, create_streamout_target),
    ROW(MSAA_SURFACE,     "MSAA_SURFACE",      6, 6,                                    0, create_surface),
};
/* clang-format on */
