/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The queries of a context: the active queries, and their part in recording. */
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

/* gv_queries_see_primitives() returns whether an active query counts primitives.
 * gv_queries_see_discarded() returns whether an active query counts draws that are not rasterized
 * and were already captured. */
bool gv_queries_see_primitives(const struct gv_state *state);
bool gv_queries_see_discarded(const struct gv_state *state);

/* gv_queries_emit() begins the segments that count a pass, and ends the others.
 * gv_queries_end_rendering() ends the segments of Vulkan's queries; call it before rendering ends.
 * gv_queries_end_segments() ends all segments; call it before a batch ends. */
void gv_queries_emit(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
void gv_queries_end_rendering(struct gv_context *ctx);
void gv_queries_end_segments(struct gv_context *ctx);
void gv_queries_begin_grid(struct gv_context *ctx, VkCommandBuffer cmd);
void gv_queries_end_grid(struct gv_context *ctx);

/* Addresses of the 64-bit counters to which lowered stages add the primitives of a stream. Each
 * address has its low dword first; 0: no active query counts these primitives. The addresses are
 * valid in the current batch. Same layout as struct Counts of shaders/statistics.glsl. */
struct gv_primitive_counts {
    uint32_t generated[2];
    uint32_t captured[2]; /* address of two counters: primitives written, and primitives needed */
};

void gv_queries_counted(struct gv_context *ctx, unsigned stream, struct gv_primitive_counts *out);

/* Records the deferred sums of query results, outside of rendering. */
void gv_queries_flush_sums(struct gv_context *ctx);

/* Records, as the batch's last commands, the copies of the batch's query results to CPU memory. */
void gv_queries_end_batch(struct gv_context *ctx);

#endif
