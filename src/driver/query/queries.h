/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The queries of a context: those that are active, and their part in recording. */
#ifndef GV_QUERIES_H
#define GV_QUERIES_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_pass;
struct gv_state;

bool gv_context_init_queries(struct gv_context *ctx);
void gv_queries_finish(struct gv_context *ctx);

/* Whether an active query counts primitives; and whether an active query counts draws that
 * rasterize nothing and have been captured already. */
bool gv_queries_see_primitives(const struct gv_state *state);
bool gv_queries_see_discarded(const struct gv_state *state);

/* Opens and closes the segments of active queries; end: all of them before a batch ends, and those
 * that shaders do not count before rendering does. */
void gv_queries_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_queries_end_rendering(struct gv_context *ctx);
void gv_queries_end_segments(struct gv_context *ctx);
void gv_queries_begin_grid(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_queries_end_grid(struct gv_context *ctx);

/* Where lowered stages count the primitives of a stream for the active queries of this batch,
 * which must have begun. Addresses of 64-bit counters, low dword first; 0: no active query counts
 * them. As struct Counts of shaders/statistics.glsl. */
struct gv_primitive_counts {
    uint32_t generated[2];
    uint32_t captured[2]; /* two numbers: those written, and those there were */
};

void gv_queries_counted(struct gv_context *ctx, unsigned stream, struct gv_primitive_counts *out);

/* Records the deferred results of queries, outside of rendering. */
void gv_queries_flush_sums(struct gv_context *ctx);

/* Records the copies of the batch's query results to the host, as the batch's last commands. */
void gv_queries_end_batch(struct gv_context *ctx);

#endif
