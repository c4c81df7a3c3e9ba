/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The vertices of a draw as tasks of vertex stages (struct galvan_vertex_task). A draw becomes a
 * list of primitives, whose vertices are its indices (index_rewrite.h) unless they follow one
 * another. What is only captured may be a strip. A lowered (shaders/vertex_tasks.comp) finds how
 * many of them their targets take, and writes a task for each draw of the call and the size of the
 * dispatch. The host never waits. */
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

/* struct Plan of the shader. */
struct gv_vertex_arguments {
    uint32_t num_draws, prim_vertices; /* vertices of a primitive */
    uint32_t commands_dw; /* of VkDrawIndexedIndirectCommand[num_draws]; NONE: one draw of: */
    uint32_t num_vertices, num_instances, base_instance; /* of commands no more instances */
    uint32_t skipped_primitives;         /* of all draws, before the first one of this part */
    uint32_t vertex_offset, base_vertex; /* commands have their own */
    uint32_t commands_indexed;           /* all ones: base_vertex of a command is its offset */
    uint32_t draw_id;                    /* of the first */
    uint32_t first_instance;             /* INSTANCEID of the first */
    uint32_t index_mask;
    uint32_t indices[2]; /* address of the first index, or of word 0 of what commands count in */
    uint32_t overlap;    /* vertices of a strip that are in its next primitive, too; 0: a list */
    uint32_t out_tasks_dw;
    uint32_t overflow[2]; /* unbounded_draws.h: primitives may be left behind those that fit; 0: no
                             matter */
    struct {
        uint32_t threads; /* of each primitive; 0: nobody asks */
        uint32_t group;   /* threads of a workgroup */
    } followers[2];       /* enum gv_vertex_follower */
    struct gv_primitive_counts counts;
    struct gv_vertex_target {
        uint32_t address[2];
        uint32_t size_B;
        uint32_t stride_B; /* of a vertex; 0: nothing goes there */
        uint32_t counted;  /* all ones: the counter is valid, else it is 0 */
        uint32_t stream;   /* of the vertices that go there */
    } targets[PIPE_MAX_SO_BUFFERS];
    struct gv_statistics_arguments statistics;
    uint32_t least, step, extra, step_primitives; /* how the primitives of the list were output:
                                                     gv_index_pattern */
    uint32_t num_runs;                            /* of indices between restarts */
    uint32_t headers_dw; /* of struct gv_rewritten, behind the commands; NONE: num_runs for each */
    struct gv_client_draws {
        uint32_t commands[2], counter[2]; /* addresses; 0: none. Without both there are no such */
        uint32_t stride_dw;
        uint32_t num_indices;      /* that there are; NONE: not indexed */
        uint32_t vertex_B, before; /* as in struct gv_indirect_draws */
    } client; /* draws that are only counted, as they are in the client's memory */
};

struct gv_vertex_tasks {
    struct gv_vertex_arguments args;
    struct gv_rewritten rewritten;
    enum galvan_strip strip; /* what the vertices are */
    uint32_t max_vertices;   /* of an instance, where the draw is not indirect */
    VkDescriptorBufferInfo counters[PIPE_MAX_SO_BUFFERS]; /* a word of each target: bytes;
                                                             buffer VK_NULL_HANDLE: none */
    struct gv_vk_ring_slice args_slice, out;
    VkDeviceSize out_B;
};

/* How the vertices of a draw are computed: bits. */
enum gv_vertex_order {
    GV_VERTICES_LAST = 1 << 0,    /* strips and fans are taken apart by the convention that the last
                                     vertex is the provoking one */
    GV_VERTICES_COUNTED = 1 << 1, /* only how many there are matters */
    GV_VERTICES_STRIPS = 1 << 2,  /* those of a strip may be left as they are */
};

/* Whether the draw's parameters determine the number of primitives, so that no index must be
 * read. */
bool gv_vertex_tasks_follow(const struct pipe_draw_info *info);

/* Fills in *out_tasks, which must be zeroed, with the vertices of a draw; whole is the draw in
 * one pass. False if there are none. */
bool gv_vertex_tasks_find(struct gv_context *ctx, const struct gv_draw *draw,
                          const struct gv_pass *whole, enum gv_vertex_order order,
                          struct gv_vertex_tasks *out_tasks);

/* The storages that were read to compute them. */
void gv_vertex_tasks_uses(const struct gv_state *state, const struct gv_draw *draw,
                          struct gv_dispatch_uses *uses);

/* Makes room for what the lowered reads and writes; behind it nothing of the args but queries and
 * targets may be set. False when memory ran out. */
bool gv_vertex_tasks_alloc(struct gv_recorder *rec, struct gv_vertex_tasks *tasks);

/* Dispatches the shader that computes the tasks. An indirect dispatch from the beginning of
 * tasks->out may follow. */
bool gv_vertex_tasks_record(struct gv_recorder *rec, const struct gv_vertex_tasks *tasks,
                            VkCommandBuffer cmd);
VkDeviceAddress gv_vertex_tasks_address(const struct gv_vertex_tasks *tasks);

/* What follows the vertices, for which the device finds the workgroups: VkDispatchIndirectCommand
 * at a word of tasks->out. */
enum gv_vertex_follower {
    GV_FOLLOWER_STAGE,      /* the next stage */
    GV_FOLLOWER_PRIMITIVES, /* a thread for each primitive */
};
static inline uint32_t gv_vertex_tasks_follower_dw(enum gv_vertex_follower follower)
{
    return 4 + 4 * (uint32_t)follower;
}

/* The dword of tasks->out with the number of vertices of all tasks, and its address. */
enum {
    GV_VERTEX_TASKS_TOTAL = 3,
};
VkDeviceAddress gv_vertex_tasks_total(const struct gv_vertex_tasks *tasks);

/* Whether there is one task whose arguments the host knows, and which of them it knows. */
enum galvan_known_task gv_vertex_tasks_where(const struct gv_vertex_tasks *tasks);
struct galvan_vertex_task gv_vertex_tasks_known(const struct gv_vertex_tasks *tasks);

#endif
