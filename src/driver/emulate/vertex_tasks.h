/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Describes the vertices of draws as tasks of lowered vertex stages (struct galvan_vertex_task). A
 * draw becomes a list of primitives, whose vertices are rewritten indices (index_rewrite.h) or
 * consecutive. Vertices that are only captured may remain a strip. A compute shader
 * (shaders/vertex_tasks.comp) finds how many primitives fit into the targets, writes a task for
 * each draw of the call, and writes the size of the dispatch. The CPU never waits. */
#ifndef GV_VERTEX_TASKS_H
#define GV_VERTEX_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "driver/draw/index_rewrite.h"
#include "driver/query/queries.h"
#include "driver/query/statistics_data.h"
#include "driver/screen/address.h"
#include "galvan/spirv.h"
#include "pipe/p_state.h"
#include "vk/ring.h"

struct gv_context;
struct gv_dispatch_uses;
struct gv_draw;
struct gv_pass;
struct gv_recorder;
struct gv_state;
struct pipe_draw_info;

#define GV_VERTEX_ARGUMENT_NONE UINT32_MAX

/* The arguments of shaders/vertex_tasks.comp. */
struct gv_vertex_arguments {
    uint32_t num_draws, prim_vertices; /* number of draws; number of vertices of a primitive */
    uint32_t commands_dw; /* dword of VkDrawIndexedIndirectCommand[num_draws]; NONE: the next three
                             fields describe one draw */
    uint32_t num_vertices, num_instances, base_instance; /* num_instances also limits the instances
                                                            of indirect commands */
    uint32_t skipped_primitives; /* number of primitives, in all draws, that precede this part */
    uint32_t vertex_offset, base_vertex; /* for a draw without indirect commands: VERTEXID is the
                                            index plus vertex_offset, BASEVERTEX is base_vertex */
    uint32_t commands_indexed;           /* all ones: the base vertex of a command is the command's
                                            vertex offset; 0: the base vertex is 0 */
    uint32_t draw_id;                    /* draw id of the first draw */
    uint32_t first_instance;             /* INSTANCEID of the first instance */
    uint32_t index_mask;
    uint32_t indices[2]; /* address of the first index or, with indirect commands, of the index
                            to which a firstIndex of 0 refers */
    uint32_t
        overlap; /* number of vertices that consecutive primitives of a strip share; 0: a list */
    uint32_t out_tasks_dw;
    uint32_t overflow[2]; /* address of the overflow flag (unbounded_draws.h), which is set if
                             primitives remain that do not fit; 0: no flag */
    struct {
        uint32_t threads; /* number of threads for each primitive; 0: the follower is not used */
        uint32_t group;   /* number of threads of a workgroup */
    } followers[2];       /* dispatches after the vertex shader, by enum gv_vertex_follower */
    struct gv_primitive_counts counts;
    struct gv_vertex_target {
        uint32_t address[2];
        uint32_t size_B;
        uint32_t stride_B; /* size of a vertex in the target; 0: the target captures nothing */
        uint32_t counted;  /* all ones: the target's counter is valid; otherwise the counter is
                              taken as 0 */
        uint32_t stream;   /* vertex stream that the target captures */
    } targets[PIPE_MAX_SO_BUFFERS];
    struct gv_statistics_arguments statistics;
    uint32_t least, step, extra,
        step_primitives; /* how the list of primitives was generated from the draw's vertices, see
                            struct gv_index_pattern */
    uint32_t num_runs;   /* number of runs of indices between restarts */
    uint32_t headers_dw; /* dword of the headers after the commands, see struct gv_rewritten; NONE:
                            each draw has num_runs runs */
    struct gv_client_draws {
        uint32_t commands[2], counter[2]; /* addresses; 0: no buffer. Both 0: the client's draws are
                                             not used */
        uint32_t stride_dw;
        uint32_t num_indices;      /* number of indices in the index buffer; NONE: not indexed */
        uint32_t vertex_B, before; /* as in struct gv_indirect_draws */
    } client; /* indirect commands of the client, if the draws are only counted */
};

struct gv_vertex_tasks {
    struct gv_vertex_arguments args;
    struct gv_rewritten rewritten;
    enum galvan_strip strip; /* primitive of a strip that did not become a list */
    uint32_t max_vertices;   /* largest number of vertices of an instance, if the draw is not
                                indirect */
    VkDescriptorBufferInfo counters[PIPE_MAX_SO_BUFFERS]; /* for each target, a dword with the
                                                             number of captured bytes; buffer
                                                             VK_NULL_HANDLE: no counter */
    struct gv_vk_ring_slice args_slice, out;
    VkDeviceSize out_B;
};

/* Bits: options for the vertices of a draw. */
enum gv_vertex_order {
    GV_VERTICES_LAST = 1 << 0,    /* strips and fans are divided by the last-vertex convention */
    GV_VERTICES_COUNTED = 1 << 1, /* only the number of vertices is used */
    GV_VERTICES_STRIPS = 1 << 2,  /* strips need not become lists */
};

/* Whether the parameters in `info` determine the number of primitives, so that no index must be
 * read. */
bool gv_vertex_tasks_follow(const struct pipe_draw_info *info);

/* Fills in *out_tasks, which must be zeroed, with the vertices of a draw. `whole` is the pass that
 * would draw the whole draw. Returns false if there are no vertices. */
bool gv_vertex_tasks_find(struct gv_context *ctx, const struct gv_draw *draw,
                          const struct gv_pass *whole, enum gv_vertex_order order,
                          struct gv_vertex_tasks *out_tasks);

/* Adds to `uses` the buffers that are read to find the vertices. */
void gv_vertex_tasks_uses(const struct gv_state *state, const struct gv_draw *draw,
                          struct gv_dispatch_uses *uses);

/* Allocates the arguments and the results of vertex_tasks.comp. Afterwards, the caller may only
 * change the queries and targets in the arguments. Returns false if memory runs out. */
bool gv_vertex_tasks_alloc(struct gv_recorder *rec, struct gv_vertex_tasks *tasks);

/* Dispatches vertex_tasks.comp. The caller may then record an indirect dispatch whose command is at
 * the beginning of tasks->out. */
bool gv_vertex_tasks_record(struct gv_recorder *rec, const struct gv_vertex_tasks *tasks,
                            VkCommandBuffer cmd);
VkDeviceAddress gv_vertex_tasks_address(const struct gv_vertex_tasks *tasks);

/* The dispatches after the vertex shader. The device computes the number of workgroups of each
 * dispatch. For each dispatch, a VkDispatchIndirectCommand is at a dword of tasks->out. */
enum gv_vertex_follower {
    GV_FOLLOWER_STAGE,      /* the next stage */
    GV_FOLLOWER_PRIMITIVES, /* an internal shader with one thread for each primitive */
};
static inline uint32_t gv_vertex_tasks_follower_dw(enum gv_vertex_follower follower)
{
    return 4 + 4 * (uint32_t)follower;
}

/* GV_VERTEX_TASKS_TOTAL is the dword of tasks->out that holds the number of vertices of all tasks.
 * gv_vertex_tasks_total() returns the address of this dword. */
enum {
    GV_VERTEX_TASKS_TOTAL = 3,
};
VkDeviceAddress gv_vertex_tasks_total(const struct gv_vertex_tasks *tasks);

/* gv_vertex_tasks_where() returns whether the CPU knows the arguments of the only task.
 * gv_vertex_tasks_known() returns these arguments. */
enum galvan_known_task gv_vertex_tasks_where(const struct gv_vertex_tasks *tasks);
struct galvan_vertex_task gv_vertex_tasks_known(const struct gv_vertex_tasks *tasks);

#endif
