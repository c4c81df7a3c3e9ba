/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The wire's commands and the object types of CREATE_OBJECT. A row describes one command or object
 * type completely. The decoder, the history of commands and the client library generate their
 * tables from these rows. */
#ifndef GV_VIRGL_WIRE_COMMANDS_H
#define GV_VIRGL_WIRE_COMMANDS_H

enum {
    GV_VIRGL_ANY_LENGTH = 0xffff,
    GV_VIRGL_ANY_RESOURCE = 0xff
};

/* ROW(number, NAME, decoder, kind, min, max, stride, retained, memory)
 *
 * min, max, stride: the length in dwords is min plus a multiple of stride, and at most max. A
 *     stride of 0 allows each length from min to max.
 * kind: NONE: the command needs no pipe_context. PIPE: it needs the pipe_context of a sub-context.
 *     WORK: it also records work for the device. FRAME: it also records work that should be
 *     submitted to the device as soon as this command buffer was executed.
 * retained: which commands a history of the connection retains. NO: none by this table, but
 *     command/history.c has code for some of these commands. STATE(first, num): of the commands
 *     whose num dwords from `first` on are equal, the last. RANGE(first, num): of the commands that
 *     are also equally long, the last.
 * memory: the dword (1 is the first after the header) that names the resource whose memory on the
 *     client's side the device reads or writes; 0: no resource; ANY: it may be any resource.
 *
 * A command that Galvan does not support has a row, too: after the check of its length the command
 * is refused, with its name in the log. */
/* clang-format off */
#define GV_VIRGL_COMMAND_ROWS(ROW)                                                    \
    ROW(0, NOP, ignore, NONE,                                                         \
        0, GV_VIRGL_ANY_LENGTH, 0, NO, 0)                                             \
    ROW(1, CREATE_OBJECT, unknown_object, NONE,                                       \
        1, GV_VIRGL_ANY_LENGTH, 0, NO, 0)                                             \
    ROW(2, BIND_OBJECT, bind_object, PIPE,                                            \
        1, 1, 0, STATE(0, 0), 0)                                                      \
    ROW(3, DESTROY_OBJECT, destroy_object, PIPE,                                      \
        1, 1, 0, NO, 0)                                                               \
    ROW(4, SET_VIEWPORT_STATE, set_viewport_state, PIPE,                              \
        1, 1 + 6 * GV_VIRGL_MAX_VIEWPORTS, 6, RANGE(0, 1), 0)                         \
    ROW(5, SET_FRAMEBUFFER_STATE, set_framebuffer_state, PIPE,                        \
        2, 2 + GV_VIRGL_MAX_CBUFS, 1, STATE(0, 0), 0)                                 \
    ROW(6, SET_VERTEX_BUFFERS, set_vertex_buffers, PIPE,                              \
        0, 3 * GV_VIRGL_MAX_VERTEX_BUFFERS, 3, STATE(0, 0), 0)                        \
    ROW(7, CLEAR, clear, FRAME,                                                       \
        8, 8, 0, NO, 0)                                                               \
    ROW(8, DRAW_VBO, draw_vbo, FRAME,                                                 \
        12, 20, 0, NO, 0)                                                             \
    ROW(9, RESOURCE_INLINE_WRITE, resource_inline_write, WORK,                        \
        11, GV_VIRGL_ANY_LENGTH, 0, NO, 0)                                            \
    ROW(10, SET_SAMPLER_VIEWS, set_sampler_views, PIPE,                               \
        2, 2 + GV_VIRGL_MAX_SAMPLERS, 1, RANGE(0, 2), 0)                              \
    ROW(11, SET_INDEX_BUFFER, set_index_buffer, PIPE,                                 \
        1, 3, 2, STATE(0, 0), 0)                                                      \
    ROW(12, SET_CONSTANT_BUFFER, set_constant_buffer, PIPE,                           \
        2, 2 + GV_VIRGL_MAX_CONST_BUFFER_B / 4, 1, STATE(0, 2), 0)                    \
    ROW(13, SET_STENCIL_REF, set_stencil_ref, PIPE,                                   \
        1, 1, 0, STATE(0, 0), 0)                                                      \
    ROW(14, SET_BLEND_COLOR, set_blend_color, PIPE,                                   \
        4, 4, 0, STATE(0, 0), 0)                                                      \
    ROW(15, SET_SCISSOR_STATE, set_scissor_state, PIPE,                               \
        1, 1 + 2 * GV_VIRGL_MAX_VIEWPORTS, 2, RANGE(0, 1), 0)                         \
    ROW(16, BLIT, blit, FRAME,                                                        \
        21, 21, 0, NO, 0)                                                             \
    ROW(17, RESOURCE_COPY_REGION, resource_copy_region, FRAME,                        \
        13, 13, 0, NO, 0)                                                             \
    ROW(18, BIND_SAMPLER_STATES, bind_sampler_states, PIPE,                           \
        2, 2 + GV_VIRGL_MAX_SAMPLERS, 1, RANGE(0, 2), 0)                              \
    ROW(19, BEGIN_QUERY, begin_query, WORK,                                           \
        1, 1, 0, STATE(0, 1), 0)                                                      \
    ROW(20, END_QUERY, end_query, FRAME,                                              \
        1, 1, 0, NO, 0)                                                               \
    ROW(21, GET_QUERY_RESULT, get_query_result, PIPE,                                 \
        2, 2, 0, NO, 0)                                                               \
    ROW(22, SET_POLYGON_STIPPLE, set_polygon_stipple, PIPE,                           \
        32, 32, 0, STATE(0, 0), 0)                                                    \
    ROW(23, SET_CLIP_STATE, set_clip_state, PIPE,                                     \
        32, 32, 0, STATE(0, 0), 0)                                                    \
    ROW(24, SET_SAMPLE_MASK, set_sample_mask, PIPE,                                   \
        1, 1, 0, STATE(0, 0), 0)                                                      \
    ROW(25, SET_STREAMOUT_TARGETS, set_streamout_targets, PIPE,                       \
        1, 1 + GV_VIRGL_MAX_SO_BUFFERS, 1, STATE(0, 0), 0)                            \
    ROW(26, SET_RENDER_CONDITION, set_render_condition, PIPE,                         \
        3, 3, 0, STATE(0, 0), 0)                                                      \
    ROW(27, SET_UNIFORM_BUFFER, set_uniform_buffer, PIPE,                             \
        5, 5, 0, STATE(0, 2), 0)                                                      \
    ROW(28, SET_SUB_CTX, set_sub_ctx, NONE,                                           \
        1, 1, 0, NO, 0)                                                               \
    ROW(29, CREATE_SUB_CTX, create_sub_ctx, NONE,                                     \
        1, 1, 0, NO, 0)                                                               \
    ROW(30, DESTROY_SUB_CTX, destroy_sub_ctx, NONE,                                   \
        1, 1, 0, NO, 0)                                                               \
    ROW(31, BIND_SHADER, bind_shader, PIPE,                                           \
        2, 2, 0, STATE(1, 1), 0)                                                      \
    ROW(32, SET_TESS_STATE, set_tess_state, PIPE,                                     \
        6, 6, 0, STATE(0, 0), 0)                                                      \
    ROW(33, SET_MIN_SAMPLES, set_min_samples, PIPE,                                   \
        1, 1, 0, STATE(0, 0), 0)                                                      \
    ROW(34, SET_SHADER_BUFFERS, set_shader_buffers, PIPE,                             \
        2, 2 + 3 * GV_VIRGL_MAX_SHADER_BUFFERS, 3, RANGE(0, 2), 0)                    \
    ROW(35, SET_SHADER_IMAGES, set_shader_images, PIPE,                               \
        2, 2 + 5 * GV_VIRGL_MAX_SHADER_IMAGES, 5, RANGE(0, 2), 0)                     \
    ROW(36, MEMORY_BARRIER, memory_barrier, WORK,                                     \
        1, 1, 0, NO, 0)                                                               \
    ROW(37, LAUNCH_GRID, launch_grid, FRAME,                                          \
        8, 8, 0, NO, 0)                                                               \
    ROW(38, SET_FRAMEBUFFER_STATE_NO_ATTACH, set_framebuffer_state_no_attach, PIPE,   \
        2, 2, 0, STATE(0, 0), 0)                                                      \
    ROW(39, TEXTURE_BARRIER, texture_barrier, WORK,                                   \
        1, 1, 0, NO, 0)                                                               \
    ROW(40, SET_ATOMIC_BUFFERS, set_atomic_buffers, PIPE,                             \
        1, 1 + 3 * GV_VIRGL_MAX_ATOMIC_BUFFERS, 3, RANGE(0, 1), 0)                    \
    ROW(41, SET_DEBUG_FLAGS, ignore, NONE,                                            \
        1, GV_VIRGL_ANY_LENGTH, 0, NO, 0)                                             \
    ROW(42, GET_QUERY_RESULT_QBO, get_query_result_qbo, FRAME,                        \
        6, 6, 0, NO, 0)                                                               \
    ROW(43, TRANSFER3D, transfer3d, WORK,                                             \
        13, 13, 0, NO, 1)                                                             \
    ROW(44, END_TRANSFERS, ignore, NONE,                                              \
        0, GV_VIRGL_ANY_LENGTH, 0, NO, 0)                                             \
    ROW(45, COPY_TRANSFER3D, copy_transfer3d, WORK,                                   \
        14, 14, 0, NO, 12)                                                            \
    ROW(46, SET_TWEAKS, ignore, NONE,                                                 \
        2, 2, 0, NO, 0)                                                               \
    ROW(47, CLEAR_TEXTURE, clear_texture, FRAME,                                      \
        12, 12, 0, NO, 0)                                                             \
    ROW(48, PIPE_RESOURCE_CREATE, pipe_resource_create, NONE,                         \
        11, 11, 0, NO, 0)                                                             \
    ROW(49, PIPE_RESOURCE_SET_TYPE, unsupported, NONE,                                \
        8, 8 + 2 * 4, 2, NO, 0)                                                       \
    ROW(50, GET_MEMORY_INFO, get_memory_info, PIPE,                                   \
        1, 1, 0, NO, 1)                                                               \
    ROW(51, EMIT_STRING_MARKER, emit_string_marker, PIPE,                             \
        1, GV_VIRGL_ANY_LENGTH, 0, NO, 0)                                             \
    ROW(52, LINK_SHADER, link_shader, PIPE,                                           \
        6, 6, 0, NO, 0)                                                               \
    ROW(53, CREATE_VIDEO_CODEC, unsupported, NONE,                                    \
        7, 8, 0, NO, ANY)                                                             \
    ROW(54, DESTROY_VIDEO_CODEC, unsupported, NONE,                                   \
        1, 1, 0, NO, ANY)                                                             \
    ROW(55, CREATE_VIDEO_BUFFER, unsupported, NONE,                                   \
        4, 4 + 3, 0, NO, ANY)                                                         \
    ROW(56, DESTROY_VIDEO_BUFFER, unsupported, NONE,                                  \
        1, 1, 0, NO, ANY)                                                             \
    ROW(57, BEGIN_FRAME, unsupported, NONE,                                           \
        2, 2, 0, NO, ANY)                                                             \
    ROW(58, DECODE_MACROBLOCK, unsupported, NONE,                                     \
        0, GV_VIRGL_ANY_LENGTH, 0, NO, ANY)                                           \
    ROW(59, DECODE_BITSTREAM, unsupported, NONE,                                      \
        5, 5, 0, NO, ANY)                                                             \
    ROW(60, ENCODE_BITSTREAM, unsupported, NONE,                                      \
        5, 5, 0, NO, ANY)                                                             \
    ROW(61, END_FRAME, unsupported, NONE,                                             \
        2, 2, 0, NO, ANY)                                                             \
    ROW(62, CLEAR_SURFACE, clear_surface, FRAME,                                      \
        10, 10, 0, NO, 0)                                                             \
    ROW(63, GET_PIPE_RESOURCE_LAYOUT, get_pipe_resource_layout, NONE,                 \
        2, 2, 0, NO, 1)

/* ROW(number, NAME, decoder, min, max, stride). CREATE_OBJECT is refused for types that are not in
 * the table. */
#define GV_VIRGL_OBJECT_ROWS(ROW)                                                     \
    ROW(1, BLEND, create_blend, 11, 11, 0)                                            \
    ROW(2, RASTERIZER, create_rasterizer, 9, 9, 0)                                    \
    ROW(3, DSA, create_dsa, 5, 5, 0)                                                  \
    ROW(4, SHADER, create_shader, 5, GV_VIRGL_ANY_LENGTH, 0)                          \
    ROW(5, VERTEX_ELEMENTS, create_vertex_elements, 1, 1 + 4 * GV_VIRGL_MAX_VERTEX_ELEMENTS, 4)\
    ROW(6, SAMPLER_VIEW, create_sampler_view, 6, 6, 0)                                \
    ROW(7, SAMPLER_STATE, create_sampler_state, 9, 9, 0)                              \
    ROW(8, SURFACE, create_surface, 5, 5, 0)                                          \
    ROW(9, QUERY, create_query, 4, 4, 0)                                              \
    ROW(10, STREAMOUT_TARGET, create_streamout_target, 4, 4, 0)                       \
    ROW(11, MSAA_SURFACE, create_surface, 6, 6, 0)
/* clang-format on */

#define GV_VIRGL_NUMBER_OF_COMMAND(number, name, ...) GV_VIRGL_##name = (number),
#define GV_VIRGL_NUMBER_OF_OBJECT(number, name, ...)  GV_VIRGL_OBJECT_##name = (number),

enum gv_virgl_command_number {
    GV_VIRGL_COMMAND_ROWS(GV_VIRGL_NUMBER_OF_COMMAND) GV_VIRGL_NUM_COMMANDS
};

enum gv_virgl_object_type {
    GV_VIRGL_OBJECT_NULL = 0,
    GV_VIRGL_OBJECT_ROWS(GV_VIRGL_NUMBER_OF_OBJECT) GV_VIRGL_NUM_OBJECT_TYPES
};

#endif
