/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_sub_context: one GL context of the client, with its objects, its bindings and its
 * pipe_context. */
#ifndef GV_VIRGL_SUB_CONTEXT_H
#define GV_VIRGL_SUB_CONTEXT_H

#include "pipe/p_state.h"
#include "util/hash.h"
#include "virgl/area.h"
#include "virgl/object.h"
#include "virgl/wire.h"

struct gv_virgl_renderer;
struct gv_virgl_shader_text;

/* The lists of stream-output targets that were bound before. Binding a list again continues the
 * capture after the list's last output; binding a new list begins a capture. */
enum {
    GV_VIRGL_MAX_SO_TUPLES = 256
};

struct gv_virgl_so_tuple {
    uint32_t num_targets; /* 0: the slot is free */
    uint32_t handles[GV_VIRGL_MAX_SO_BUFFERS];
};

struct gv_virgl_framebuffer {
    struct gv_virgl_object *cbufs[GV_VIRGL_MAX_CBUFS];
    struct gv_virgl_object *zsbuf;
    unsigned num_cbufs;
    /* Parameters of SET_FRAMEBUFFER_STATE_NO_ATTACH, which a client may never send. */
    unsigned width, height, layers, samples;
    bool has_pixels;
    uint8_t due; /* bits of enum gv_virgl_framebuffer_due: work to do before the next draw or
                    clear */
};

enum gv_virgl_framebuffer_due {
    GV_VIRGL_FRAMEBUFFER_DUE = 1 << 0, /* the framebuffer has to be passed to the pipe_context */
    GV_VIRGL_WATCH_DUE = 1 << 1, /* the area that draws may write has to be added to the damage of a
                                    watched colour buffer */
};

/* The last dwords that were sent for a bind point. These dwords are valid for one submit. Mesa
 * sends much state again with each draw. */
struct gv_virgl_said {
    uint64_t submit; /* num_submits when the dwords were sent, since a handle names the same
                        resource only within one submit; 0: no dwords were sent */
    uint32_t words[3];
};

enum {
    GV_VIRGL_IMAGE_DW = 5,         /* number of dwords of one slot of SET_SHADER_IMAGES */
    GV_VIRGL_VERTEX_BUFFER_DW = 3, /* number of dwords of one slot of SET_VERTEX_BUFFERS */
};

/* The last dwords of a stage's images. Mesa sends all images again if one changes. */
struct gv_virgl_said_images {
    uint64_t submit;
    uint32_t mask; /* mask of the slots that were sent */
    uint32_t words[GV_VIRGL_MAX_SHADER_IMAGES][GV_VIRGL_IMAGE_DW];
};

/* The last dwords of the vertex buffers. */
struct gv_virgl_said_vertices {
    uint64_t submit;
    uint32_t words[GV_VIRGL_MAX_VERTEX_BUFFERS][GV_VIRGL_VERTEX_BUFFER_DW];
    const struct pipe_resource *buffers[GV_VIRGL_MAX_VERTEX_BUFFERS]; /* compared, never
                                                                         dereferenced */
};

struct gv_virgl_sub_context {
    struct gv_virgl_renderer *r;
    uint64_t charged_B;        /* memory charged to the client; 0 if no
                                  command created the sub-context */
    struct pipe_context *pipe; /* NULL until the first command that needs a pipe_context */
    struct gv_hash objects;
    struct gv_hash_found objects_found;

    /* Bind points; each holds a reference. */
    struct gv_virgl_object *blend;
    struct gv_virgl_object *dsa;
    struct gv_virgl_object *rasterizer;
    struct gv_virgl_object *vertex_elements;
    struct gv_virgl_object *shaders[GV_VIRGL_NUM_STAGES];
    struct gv_virgl_object *samplers[GV_VIRGL_NUM_STAGES][GV_VIRGL_MAX_SAMPLERS];
    struct gv_virgl_object *views[GV_VIRGL_NUM_STAGES][GV_VIRGL_MAX_SAMPLERS];
    struct gv_virgl_framebuffer fb;
    struct gv_virgl_object *so_targets[GV_VIRGL_MAX_SO_BUFFERS];
    unsigned num_so_targets;
    struct gv_virgl_object *render_condition;
    bool condition_inverted;
    unsigned condition_mode; /* flags of enum pipe_render_cond_flag */

    struct gv_virgl_area scissor; /* scissor of viewport 0; at first the whole area */
    bool many_scissors;           /* a scissor was set for another viewport */

    unsigned num_vertex_buffers;
    struct gv_virgl_said_vertices vertices_said; /* last dwords of num_vertex_buffers slots */
    struct pipe_resource *index_buffer;          /* holds a reference */
    unsigned index_size_B;
    unsigned index_offset_B;
    unsigned num_indices;            /* number of indices in the buffer after index_offset_B */
    struct gv_virgl_said index_said; /* last dwords of SET_INDEX_BUFFER */
    struct gv_virgl_said uniforms_said[GV_VIRGL_NUM_STAGES][GV_VIRGL_MAX_CONST_BUFFERS];
    struct gv_virgl_said_images images_said[GV_VIRGL_NUM_STAGES];

    struct gv_virgl_so_tuple so_tuples[GV_VIRGL_MAX_SO_TUPLES];
    unsigned next_so_tuple;
    uint64_t so_clock; /* number of SET_STREAMOUT_TARGETS commands so far */

    struct gv_virgl_shader_text *text; /* the shader whose text is incomplete; NULL if no text is
                                          incomplete */
};

/* Creates a sub-context, but not its pipe_context. NULL if memory runs out. */
struct gv_virgl_sub_context *gv_virgl_sub_context_create(struct gv_virgl_renderer *r);

/* Unbinds everything, and destroys all objects and the pipe_context. */
void gv_virgl_sub_context_destroy(struct gv_virgl_sub_context *sub);

/* Sets the pipe_context's render condition again after a caller had disabled the condition. */
void gv_virgl_restore_render_condition(struct gv_virgl_sub_context *sub);

#endif
