/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One decoder for each command, by the file that holds it. */
#ifndef GV_VIRGL_COMMAND_DECODERS_H
#define GV_VIRGL_COMMAND_DECODERS_H

#include "galvan/result.h"

struct gv_virgl_cmd;

#define GV_VIRGL_DECODER(name) enum galvan_result gv_virgl_decode_##name(struct gv_virgl_cmd *cmd)

/* table.c */
GV_VIRGL_DECODER(unsupported);
GV_VIRGL_DECODER(ignore);
GV_VIRGL_DECODER(unknown_command);
GV_VIRGL_DECODER(unknown_object);

/* announce.c */
GV_VIRGL_DECODER(pipe_resource_create);

/* bind_object.c */
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

/* sub_ctx.c */
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

/* transfer3d.c */
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
