/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of wire commands, and what a decoder is given. */
#ifndef GV_VIRGL_COMMAND_H
#define GV_VIRGL_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"
#include "virgl/reader.h"
#include "virgl/wire.h"

struct gv_virgl_context;
struct gv_virgl_renderer;
struct gv_virgl_sub_context;
struct pipe_context;

/* One command being carried out. */
struct gv_virgl_cmd {
    struct gv_virgl_renderer *r;
    struct gv_virgl_context *ctx;
    struct gv_virgl_sub_context *sub; /* the current one of ctx */
    struct pipe_context *pipe;        /* sub's; NULL unless the row says GV_VIRGL_NEEDS_PIPE */
    const char *name;
    uint32_t header;
    size_t offset_dw; /* of the header in the submit */
    struct gv_virgl_reader in;
};

enum {
    GV_VIRGL_NEEDS_PIPE = 1 << 0,
    GV_VIRGL_IS_WORK = 1 << 1,  /* leaves something for the device to do */
    GV_VIRGL_IS_FRAME = 1 << 2, /* work that is worth starting at the end of the submit */
};

typedef enum galvan_result (*gv_virgl_decode_fn)(struct gv_virgl_cmd *cmd);

/* One command, or one object type of CREATE_OBJECT. The length has to be min_dw plus a multiple of
 * stride_dw (0: min_dw to max_dw, any), and at most max_dw. */
struct gv_virgl_command {
    const char *name; /* NULL: no such command */
    uint16_t min_dw;
    uint16_t max_dw;
    uint8_t stride_dw;
    uint8_t flags;
    gv_virgl_decode_fn decode;
};

extern const struct gv_virgl_command gv_virgl_commands[GV_VIRGL_NUM_COMMANDS];
extern const struct gv_virgl_command gv_virgl_objects[GV_VIRGL_NUM_OBJECT_TYPES];

/* Logs the one line about a command that is not carried out, and returns GALVAN_ERROR_INVALID (or
 * result, in the second form), for a decoder to pass on. */
enum galvan_result gv_virgl_fail(struct gv_virgl_cmd *cmd, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum galvan_result gv_virgl_fail_with(struct gv_virgl_cmd *cmd, enum galvan_result result,
                                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For a pipe_context without the method that a command needs. */
enum galvan_result gv_virgl_fail_unsupported(struct gv_virgl_cmd *cmd);

/* A stage number from the wire; reports and returns false when there is no such stage. */
bool gv_virgl_stage_ok(struct gv_virgl_cmd *cmd, uint32_t stage);

/* count slots from start among max; reports and returns false when they do not fit. */
bool gv_virgl_slots_ok(struct gv_virgl_cmd *cmd, uint32_t start, uint32_t count, uint32_t max);

/* Decoders, by the file that holds them. */
#define GV_VIRGL_DECODER(name) enum galvan_result gv_virgl_decode_##name(struct gv_virgl_cmd *cmd)

/* decode.c */
GV_VIRGL_DECODER(unsupported);
GV_VIRGL_DECODER(ignore);
GV_VIRGL_DECODER(create_object);

/* blob.c */
GV_VIRGL_DECODER(pipe_resource_create);

/* object.c */
GV_VIRGL_DECODER(bind_object);
GV_VIRGL_DECODER(destroy_object);

/* object_state.c */
GV_VIRGL_DECODER(create_blend);
GV_VIRGL_DECODER(create_dsa);
GV_VIRGL_DECODER(create_rasterizer);
GV_VIRGL_DECODER(create_vertex_elements);
GV_VIRGL_DECODER(create_sampler_state);

/* object_view.c */
GV_VIRGL_DECODER(create_sampler_view);
GV_VIRGL_DECODER(create_surface);

/* shader.c */
GV_VIRGL_DECODER(create_shader);
GV_VIRGL_DECODER(bind_shader);
GV_VIRGL_DECODER(link_shader);

/* sub_context.c */
GV_VIRGL_DECODER(create_sub_ctx);
GV_VIRGL_DECODER(set_sub_ctx);
GV_VIRGL_DECODER(destroy_sub_ctx);

/* state.c */
GV_VIRGL_DECODER(set_viewport_state);
GV_VIRGL_DECODER(set_scissor_state);
GV_VIRGL_DECODER(set_stencil_ref);
GV_VIRGL_DECODER(set_blend_color);
GV_VIRGL_DECODER(set_polygon_stipple);
GV_VIRGL_DECODER(set_clip_state);
GV_VIRGL_DECODER(set_sample_mask);
GV_VIRGL_DECODER(set_min_samples);
GV_VIRGL_DECODER(set_tess_state);
GV_VIRGL_DECODER(memory_barrier);
GV_VIRGL_DECODER(texture_barrier);
GV_VIRGL_DECODER(emit_string_marker);

/* framebuffer.c */
GV_VIRGL_DECODER(set_framebuffer_state);
GV_VIRGL_DECODER(set_framebuffer_state_no_attach);

/* bind.c */
GV_VIRGL_DECODER(set_constant_buffer);
GV_VIRGL_DECODER(set_uniform_buffer);
GV_VIRGL_DECODER(set_sampler_views);
GV_VIRGL_DECODER(bind_sampler_states);
GV_VIRGL_DECODER(set_shader_buffers);
GV_VIRGL_DECODER(set_atomic_buffers);
GV_VIRGL_DECODER(set_shader_images);

/* draw.c */
GV_VIRGL_DECODER(set_vertex_buffers);
GV_VIRGL_DECODER(set_index_buffer);
GV_VIRGL_DECODER(draw_vbo);
GV_VIRGL_DECODER(launch_grid);

/* clear.c */
GV_VIRGL_DECODER(clear);
GV_VIRGL_DECODER(clear_texture);
GV_VIRGL_DECODER(clear_surface);

/* copy.c */
GV_VIRGL_DECODER(resource_copy_region);
GV_VIRGL_DECODER(blit);

/* transfer.c */
GV_VIRGL_DECODER(transfer3d);
GV_VIRGL_DECODER(copy_transfer3d);
GV_VIRGL_DECODER(resource_inline_write);
GV_VIRGL_DECODER(get_memory_info);

/* query.c */
GV_VIRGL_DECODER(create_query);
GV_VIRGL_DECODER(begin_query);
GV_VIRGL_DECODER(end_query);
GV_VIRGL_DECODER(get_query_result);
GV_VIRGL_DECODER(get_query_result_qbo);
GV_VIRGL_DECODER(set_render_condition);

/* streamout.c */
GV_VIRGL_DECODER(create_streamout_target);
GV_VIRGL_DECODER(set_streamout_targets);

#endif
