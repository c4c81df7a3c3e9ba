/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Internal compute shaders, which read and write buffers. All contexts of a screen share these
 * shaders. The pipeline of a shader is created when it is first needed, or earlier by the
 * background thread. */
#ifndef GV_INTERNAL_SHADERS_H
#define GV_INTERNAL_SHADERS_H

#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

#include "util/job_queue.h"

struct gv_screen;
struct gv_vk_device;

enum {
    GV_INTERNAL_SHADER_MAX_BUFFERS = 8
};

/* X(id, name of its SPIR-V, number of storage buffers in set 0) */
#define GV_INTERNAL_SHADERS(X)                                                                     \
    X(INDEX_RUNS, index_runs, 5)                                                                   \
    X(INDEX_REWRITE, index_rewrite, 5)                                                             \
    X(VERTEX_TASKS, vertex_tasks, 7)                                                               \
    X(GEOMETRY_SCAN, geometry_scan, 7)                                                             \
    X(GEOMETRY_ASSEMBLE, geometry_assemble, 7)                                                     \
    X(OUTPUT_CAPTURE, output_capture, 7)                                                           \
    X(TESS_COUNT, tess_count, 7)                                                                   \
    X(TESS_SCAN, tess_scan, 7)                                                                     \
    X(TESS_WINDOW, tess_window, 7)                                                                 \
    X(TESS_MAKE_LINES, tess_make_lines, 7)                                                         \
    X(TESS_MAKE_TRIANGLES, tess_make_triangles, 7)                                                 \
    X(TESS_MAKE_QUADS, tess_make_quads, 7)                                                         \
    X(GRID_STATISTICS, grid_statistics, 2)                                                         \
    X(QUERY_SUM, query_sum, 3)                                                                     \
    X(LINE_STIPPLE, line_stipple, 7)

#define GV_INTERNAL_SHADER_ENUMERATOR(shader, words, num) GV_CS_##shader,
#define GV_INTERNAL_SHADER_BUFFERS(shader, words, num)    GV_CS_##shader##_BUFFERS = (num),
enum gv_internal_shader_id {
    GV_INTERNAL_SHADERS(GV_INTERNAL_SHADER_ENUMERATOR) GV_NUM_INTERNAL_SHADERS
};
enum {
    GV_INTERNAL_SHADERS(GV_INTERNAL_SHADER_BUFFERS)
};
#undef GV_INTERNAL_SHADER_ENUMERATOR
#undef GV_INTERNAL_SHADER_BUFFERS

struct gv_internal_shader {
    struct gv_screen *screen;
    uint32_t num_buffers; /* number of storage buffers in set 0 */
    struct gv_job job;    /* job that creates the members below */
    _Atomic bool needed;  /* whether the shader was needed in this run */
    _Atomic bool ready;
    _Atomic bool out_of_memory; /* creation failed for lack of memory; clearing this allows another
                                   attempt */
    VkDescriptorSetLayout set_layout; /* layout of set 0, with storage buffers */
    VkPipelineLayout layout;
    VkPipeline pipeline; /* VK_NULL_HANDLE: creation failed */
};

void gv_internal_shaders_init(struct gv_screen *screen);

/* Destroys the shaders. The screen's contexts must have been destroyed before. */
void gv_internal_shaders_finish(struct gv_screen *screen);

/* Requests the creation of pipelines on the screen's thread, unless a creation has begun already.
 * `shaders` has bits of enum gv_internal_shader_id. `shaders` may come from the disk cache of a run
 * in which fewer features were masked, so shaders that need a feature which the device lacks are
 * skipped. */
void gv_internal_shaders_make(struct gv_screen *screen, uint64_t shaders);

/* Returns the mask of the shaders that were needed so far. May be called by any thread. */
uint64_t gv_internal_shaders_needed(const struct gv_screen *screen);

/* Creates the pipeline of a shader if it does not exist. *out_waited: whether the caller had to
 * wait. False, with a message in the log, if the pipeline cannot be created. May be called by any
 * thread. */
bool gv_internal_shaders_need(struct gv_screen *screen, enum gv_internal_shader_id id,
                              bool *out_waited);

/* Returns the alignment of buffers for internal shaders: the device's alignment, but at least 16
 * bytes. */
VkDeviceSize gv_storage_align_B(const struct gv_vk_device *dev);

#endif
