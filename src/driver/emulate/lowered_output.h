/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the kernels of a draw make: records of vertices and a list of primitives by their indices,
 * in scratch memory; how it is captured, and how a vertex shader of the driver's own draws it. */
#ifndef GV_LOWERED_OUTPUT_H
#define GV_LOWERED_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/emulate/vertex_jobs.h"
#include "driver/record/kernel.h"
#include "galvan/spirv.h"

struct gv_context;
struct gv_generated;
struct gv_kernel_uses;
struct gv_rasterizer;
struct gv_shader;
struct gv_path;
struct gv_storage;

/* Memory for the output of lowered stages, in dwords. */
struct gv_scratch {
    VkBuffer buffer;
    VkDeviceSize offset_B, size_B;
    VkDeviceAddress address;    /* of its begin */
    struct gv_storage *storage; /* shared with other draws; NULL: allocated for this draw by the
                                   batch */
};

static inline VkDeviceAddress gv_scratch_address(const struct gv_scratch *s, uint32_t word)
{
    return s->address + 4 * (VkDeviceAddress)word;
}

/* Its begin. */
enum {
    GV_SCRATCH_COUNTER = 0,          /* of the target of records */
    GV_SCRATCH_RECORD = 4,           /* VkDrawIndexedIndirectCommand */
    GV_SCRATCH_CAPTURED = 12,        /* where the first primitive goes in each target */
    GV_SCRATCH_CAPTURE_GROUPS = 24,  /* VkDispatchIndirectCommand */
    GV_SCRATCH_INNER_RECORD = 27,    /* likewise, of what another stage follows */
    GV_SCRATCH_WINDOW = 32,          /* shaders/tess_window.glsl */
    GV_SCRATCH_STREAMS = 48,         /* shaders/output.glsl */
    GV_SCRATCH_GEOMETRY_GROUPS = 56, /* VkDispatchIndirectCommand[2], 4 words apart, of geometry
                                        shaders behind patches, in turns */
    GV_SCRATCH_HEAD = 64,
};

/* Bindings of the driver's kernels. */
enum {
    GV_MADE_PLAN = 0,
    GV_MADE_SCRATCH,
    GV_MADE_JOBS,
    GV_MADE_COUNTERS,
    GV_NUM_MADE_BINDINGS = GV_MADE_COUNTERS + PIPE_MAX_SO_BUFFERS,
};

enum {
    GV_MAX_CAPTURED_DW = 4 * GALVAN_MAX_CAPTURES,
};

/* struct Output of shaders/output.glsl: the begin of each kernel's plan. */
struct gv_output_plan {
    uint32_t corners, drawn_corners, record, streams, captured, capture_groups;
    uint32_t first_index, indices, records, record_dw;
    uint32_t order;
    struct gv_primitive_counts counts[PIPE_MAX_VERTEX_STREAMS];
    struct gv_vertex_target targets[PIPE_MAX_SO_BUFFERS];
    struct gv_statistics_plan statistics;
    uint32_t num_captures; /* words that are captured of a vertex: */
    uint32_t captures[GV_MAX_CAPTURED_DW];
};

struct gv_lowered_output {
    const struct gv_shader *last; /* the stage that makes the vertices */
    bool leaves;                  /* no stage follows: it is drawn and captured */
    bool captured;                /* and counted, before the draw: not again */
    bool spills;                  /* fragments read its vertex entries, too: gv_spills() */
    bool quads;                   /* lines or points that are drawn natively, see quads.h */
    bool stipples;                /* ... lines that are stippled */
    enum gv_strips {
        GV_NO_STRIPS,
        GV_STRIPS_BY_RECORD,  /* they have the vertex where one ends and the next begins once, */
        GV_STRIPS_BY_PLACE,   /* or twice, at one place */
    } strips;                 /* ... and go on along such */
    bool seen;                /* ... and the device has captured and counted it as it is */
    struct gv_shader *vertex; /* of passes that draw it */
    unsigned mode;            /* a list; of vertices a primitive has: */
    uint32_t corners;
    uint64_t slots; /* of its records; and words of their heads (bit n: word n) */
    uint8_t head;
    uint32_t record_dw;
    uint32_t records, indices; /* words of the scratch memory */

    /* The destinations of captures in the present part. */
    struct gv_vertex_target targets[PIPE_MAX_SO_BUFFERS];
    VkDescriptorBufferInfo counters[PIPE_MAX_SO_BUFFERS];
    struct gv_primitive_counts counts[PIPE_MAX_VERTEX_STREAMS];
    struct gv_statistics_plan statistics;
};

/* A stage's kernels at work on a part. */
struct gv_kernel_run {
    struct gv_context *ctx;
    VkCommandBuffer cmd;
    const struct gv_scratch *scratch;
    const struct gv_vertex_jobs *jobs;
    VkDeviceAddress note; /* of what is left behind the last round; 0: there is another round */
};

/* Plans the output of the last stage, a list of mode. False if memory runs out. */
bool gv_lowered_output_find(struct gv_context *ctx, const struct gv_shader *last, unsigned mode,
                            struct gv_lowered_output *out_output);
/* The same where a stage follows that reads these slots and words of the head. */
void gv_lowered_output_find_inner(const struct gv_shader *last, uint64_t slots, uint8_t head,
                                  unsigned mode, struct gv_lowered_output *out_output);

/* Whether kernels capture something of it. */
bool gv_lowered_output_captures(const struct gv_path *path, const struct gv_lowered_output *o);

/* Finds the targets of the present part and adds how kernels use them; behind the begin of the
 * batch, finds where they count. */
void gv_lowered_output_uses(struct gv_context *ctx, struct gv_lowered_output *o,
                            struct gv_kernel_uses *uses);
void gv_lowered_output_count(struct gv_context *ctx, struct gv_lowered_output *o);

/* The begin of a plan. */
void gv_lowered_output_plan(const struct gv_kernel_run *run, const struct gv_lowered_output *o,
                            struct gv_output_plan *out_plan);

/* Uploads the arguments, size_B bytes, for the compute shaders below. False if memory runs out. */
bool gv_kernel_run_plan(const struct gv_kernel_run *run, const void *plan, VkDeviceSize size_B,
                        VkDescriptorBufferInfo *out_plan);
/* Waits for the kernels before, and for the indirect commands that they wrote, and binds a kernel
 * with the plan; a dispatch may follow. */
bool gv_kernel_run_bind(const struct gv_kernel_run *run, enum gv_kernel_id id,
                        const VkDescriptorBufferInfo *plan, const struct gv_lowered_output *o);
/* The number of workgroups for this number of threads; read from a dword of the scratch memory. */
void gv_kernel_run_dispatch(const struct gv_kernel_run *run, uint64_t num_threads,
                            uint32_t group_size);
void gv_kernel_run_dispatch_indirect(const struct gv_kernel_run *run, uint32_t word);
/* Workgroups for what the vertices of a part become, as many of its threads as the device found if
 * it was asked for them, else for num_threads. */
void gv_kernel_run_dispatch_follower(const struct gv_kernel_run *run,
                                     enum gv_vertex_follower follower, uint64_t num_threads,
                                     uint32_t group_size);

/* Captures the output, and computes the positions of stipple patterns. False if memory runs out. */
bool gv_lowered_output_finish(const struct gv_kernel_run *run, const struct gv_lowered_output *o,
                              const VkDescriptorBufferInfo *plan);

/* Whether the draw has effects under this state other than those of compute shaders. */
bool gv_lowered_output_must_draw(const struct gv_path *path, const struct gv_rasterizer *rast);

/* The stages of draws that read the output. spills: also the fragment shader. */
VkPipelineStageFlags2 gv_lowered_output_readers(bool spills);

/* What passes draw of it, and the binding before each (emulation.h). */
void gv_lowered_output_generated(const struct gv_lowered_output *o,
                                 const struct gv_scratch *scratch,
                                 struct gv_generated *out_generated);
void gv_lowered_output_bind(struct gv_context *ctx, const struct gv_generated *generated);

#endif
