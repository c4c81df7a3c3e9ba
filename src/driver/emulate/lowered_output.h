/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The output of a lowered stage in scratch memory: vertex entries, and a list of primitives as
 * indices of entries. The functions declared here capture the list, and describe how a generated
 * vertex shader draws the list. */
#ifndef GV_LOWERED_OUTPUT_H
#define GV_LOWERED_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/emulate/vertex_tasks.h"
#include "driver/record/internal_shader.h"
#include "galvan/spirv.h"

struct gv_context;
struct gv_generated;
struct gv_dispatch_uses;
struct gv_rasterizer;
struct gv_shader;
struct gv_path;
struct gv_storage;

/* Memory for the output of lowered stages. */
struct gv_scratch {
    VkBuffer buffer;
    VkDeviceSize offset_B, size_B;
    VkDeviceAddress address;    /* device address of the buffer at offset_B */
    struct gv_storage *storage; /* shared by several draws; NULL: the batch allocated the memory for
                                   this draw */
};

static inline VkDeviceAddress gv_scratch_address(const struct gv_scratch *s, uint32_t word)
{
    return s->address + 4 * (VkDeviceAddress)word;
}

/* Offsets, in dwords, of the fields at the beginning of scratch memory. */
enum {
    GV_SCRATCH_COMMAND = 4,         /* VkDrawIndexedIndirectCommand */
    GV_SCRATCH_CAPTURED = 12,       /* addresses in the targets at which the capture begins */
    GV_SCRATCH_CAPTURE_GROUPS = 24, /* VkDispatchIndirectCommand */
    GV_SCRATCH_INNER_COMMAND = 27,  /* VkDrawIndexedIndirectCommand of a stage before the last */
    GV_SCRATCH_WINDOW = 32,         /* the window of a round, see shaders/tess_window.glsl */
    GV_SCRATCH_STREAMS = 48,        /* the vertex streams, see shaders/output.glsl */
    /* Two VkDispatchIndirectCommand, 4 dwords apart. If a geometry shader follows tessellation, its
     * successive groups alternate between these commands. */
    GV_SCRATCH_GEOMETRY_GROUPS = 56,
    GV_SCRATCH_HEADER_DW = 64,
};

/* Bindings of the internal compute shaders. */
enum {
    GV_OUTPUT_ARGUMENTS = 0,
    GV_OUTPUT_SCRATCH,
    GV_OUTPUT_TASKS,
    GV_OUTPUT_COUNTERS,
    GV_NUM_OUTPUT_BINDINGS = GV_OUTPUT_COUNTERS + PIPE_MAX_SO_BUFFERS,
};

enum {
    GV_MAX_CAPTURED_DW = 4 * GALVAN_MAX_CAPTURES,
};

/* struct Output of shaders/output.glsl: the first arguments of each internal compute shader of
 * lowered stages. */
struct gv_output_arguments {
    uint32_t prim_vertices, drawn_vertices, command, streams, captured, capture_groups;
    uint32_t first_index, indices, entries, entry_dw;
    uint32_t order;
    struct gv_primitive_counts counts[PIPE_MAX_VERTEX_STREAMS];
    struct gv_vertex_target targets[PIPE_MAX_SO_BUFFERS];
    struct gv_statistics_arguments statistics;
    uint32_t num_captures; /* number of captured dwords of a vertex, listed in `captures` */
    uint32_t captures[GV_MAX_CAPTURED_DW];
};

struct gv_lowered_output {
    const struct gv_shader *last;      /* the shader of the stage */
    const struct gv_shader *capturing; /* the shader whose stream output captures the entries */
    bool leaves;   /* whether the stage is the last lowered stage, so that its output is drawn and
                      captured */
    bool captured; /* whether the whole draw was already captured and counted */
    bool spills;   /* whether the fragment shader also reads the entries: gv_spills() */
    bool quads;    /* whether lines or points are expanded, see expanded_quads.h */
    bool stipples; /* whether the expanded lines are stippled */
    enum gv_strips {
        GV_NO_STRIPS,
        GV_STRIPS_BY_ENTRY,    /* consecutive lines share an entry */
        GV_STRIPS_BY_POSITION, /* consecutive lines have two entries of equal position */
    } strips;                  /* how consecutive lines of a strip are recognized, to continue a
                                  stipple pattern */
    bool seen;                 /* whether the device captures and counts the unexpanded draw */
    struct gv_shader *vertex;  /* the generated vertex shader that draws the list */
    unsigned mode; /* PIPE_PRIM_* of the list; prim_vertices: number of vertices of each of its
                      primitives */
    uint32_t prim_vertices;
    uint64_t slots; /* mask of the varyings in an entry; header: mask of the header dwords that are
                       stored */
    uint8_t header;
    uint32_t entry_dw;
    uint32_t entries, indices; /* offsets in the scratch memory, in dwords */

    /* Targets and counters of the current part. */
    struct gv_vertex_target targets[PIPE_MAX_SO_BUFFERS];
    VkDescriptorBufferInfo counters[PIPE_MAX_SO_BUFFERS];
    struct gv_primitive_counts counts[PIPE_MAX_VERTEX_STREAMS];
    struct gv_statistics_arguments statistics;
};

/* The parameters of a stage's dispatches for one part. */
struct gv_lowered_run {
    struct gv_context *ctx;
    VkCommandBuffer cmd;
    const struct gv_scratch *scratch;
    const struct gv_vertex_tasks *tasks;
    VkDeviceAddress overflow; /* address of the overflow flag, in the last round; 0: more rounds
                                 follow */
};

/* Defines the output of the last stage, which is a list of primitives. `mode` is the PIPE_PRIM_* of
 * these primitives. Returns false if memory runs out. */
bool gv_lowered_output_find(struct gv_context *ctx, const struct gv_shader *last, unsigned mode,
                            struct gv_lowered_output *out_output);
/* Defines the output of a stage before the last. The next stage reads the varyings in `slots` and
 * the header dwords in the mask `header`. */
void gv_lowered_output_find_inner(const struct gv_shader *last, uint64_t slots, uint8_t header,
                                  unsigned mode, struct gv_lowered_output *out_output);

/* Returns the mask of the varyings that the shader's stream output captures, including varyings
 * that the shader does not write. */
uint64_t gv_lowered_output_captured_slots(const struct gv_shader *shader);

/* Whether the bound vertex shader's stream output captures the entries that the geometry shader of
 * numbering.h stores. `mode`: the primitives that this geometry shader outputs. */
bool gv_lowered_output_is_of_vertices(const struct gv_state *state, const struct gv_path *path,
                                      unsigned mode);

/* Whether dispatches capture a part of this output. */
bool gv_lowered_output_captures(const struct gv_path *path, const struct gv_lowered_output *o);

/* gv_lowered_output_uses() finds the targets of the current part, and adds to `uses` the accesses
 * of dispatches to these targets. gv_lowered_output_count() finds the counters of queries; call it
 * once the batch has begun. */
void gv_lowered_output_uses(struct gv_context *ctx, struct gv_lowered_output *o,
                            struct gv_dispatch_uses *uses);
void gv_lowered_output_count(struct gv_context *ctx, struct gv_lowered_output *o);

/* Fills in the arguments with which all internal compute shaders of lowered stages begin. */
void gv_lowered_output_plan(const struct gv_lowered_run *run, const struct gv_lowered_output *o,
                            struct gv_output_arguments *out_args);

/* Uploads size_B bytes of arguments for gv_lowered_run_bind(). Returns false if memory runs out. */
bool gv_lowered_run_upload(const struct gv_lowered_run *run, const void *args, VkDeviceSize size_B,
                           VkDescriptorBufferInfo *out_args);
/* Records a barrier that waits for earlier dispatches and for the indirect commands that these
 * dispatches wrote. Then binds an internal compute shader and its arguments. The caller may then
 * record a dispatch. Returns false on failure. */
bool gv_lowered_run_bind(const struct gv_lowered_run *run, enum gv_internal_shader_id id,
                         const VkDescriptorBufferInfo *args, const struct gv_lowered_output *o);
/* gv_lowered_run_dispatch() dispatches num_threads invocations. gv_lowered_run_dispatch_indirect()
 * executes the dispatch command that begins at dword `word` of the scratch memory. */
void gv_lowered_run_dispatch(const struct gv_lowered_run *run, uint64_t num_threads,
                             uint32_t group_size);
void gv_lowered_run_dispatch_indirect(const struct gv_lowered_run *run, uint32_t word);
/* Dispatches the stage after the vertex shader. If the vertex tasks computed the number of
 * workgroups of this stage, the device reads that number; otherwise num_threads invocations are
 * dispatched. */
void gv_lowered_run_dispatch_follower(const struct gv_lowered_run *run,
                                      enum gv_vertex_follower follower, uint64_t num_threads,
                                      uint32_t group_size);

/* Records the capture of the output and the computation of stipple positions. Returns false if
 * memory runs out. */
bool gv_lowered_output_finish(const struct gv_lowered_run *run, const struct gv_lowered_output *o,
                              const VkDescriptorBufferInfo *args);

/* Whether the output must be rasterized after the compute shaders. */
bool gv_lowered_output_must_draw(const struct gv_path *path, const struct gv_rasterizer *rast);

/* Returns the pipeline stages of draws that read the output. `spills`: the fragment shader also
 * reads the output. */
VkPipelineStageFlags2 gv_lowered_output_readers(bool spills);

/* gv_lowered_output_generated() describes how the list is drawn. gv_lowered_output_bind() binds the
 * vertex entries for a pass that draws the list (emulation.h). */
void gv_lowered_output_generated(const struct gv_lowered_output *o,
                                 const struct gv_scratch *scratch,
                                 struct gv_generated *out_generated);
void gv_lowered_output_bind(struct gv_context *ctx, const struct gv_generated *generated);

#endif
