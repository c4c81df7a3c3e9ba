/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_screen: the pipe_screen of one Vulkan device, and everything that the screen's contexts
 * share. */
#ifndef GV_SCREEN_H
#define GV_SCREEN_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <volk.h>

#include "driver/screen/const_layout.h"
#include "driver/screen/format.h"
#include "driver/screen/internal_shaders.h"
#include "galvan/log.h"
#include "galvan/spirv.h"
#include "pipe/p_screen.h"
#include "util/job_queue.h"
#include "util/log.h"
#include "vk/buffer_image.h"
#include "vk/device.h"
#include "vk/pipeline_cache.h"

struct gv_disk_cache;
struct gv_interned;
struct gv_mirror;
struct gv_recorder;
struct gv_sampler_cache;

/* Resources for slots without a suitable resource. The views read (0, 0, 0, 1). There is one view
 * for each enum galvan_cbuf_class and each view type. */
struct gv_null_resources {
    struct gv_vk_image image_1d, image_2d, image_3d;
    VkImageView views[GALVAN_CBUF_UINT + 1][VK_IMAGE_VIEW_TYPE_CUBE_ARRAY + 1];
    /* Multisampled image and views. There is no image if the device lacks multisampled images. */
    struct gv_vk_image image_samples;
    VkImageView sample_views[GALVAN_CBUF_UINT + 1][VK_IMAGE_VIEW_TYPE_2D_ARRAY + 1];
    /* Depth images and views, used with compare_sampler. A view is missing if the device lacks the
     * image for it. */
    struct gv_vk_image depth_1d, depth_2d;
    VkImageView compare_views[VK_IMAGE_VIEW_TYPE_CUBE_ARRAY + 1];
    struct gv_vk_buffer buffer; /* GV_NULL_BUFFER_SIZE_B bytes of zeros */
    VkBufferView buffer_views[GALVAN_CBUF_UINT + 1];
    struct gv_vk_buffer so_buffer; /* the destination of captures for unbound targets */
    /* Image and views for unbound shader images, which shaders do not access. Not created if the
     * device supports null descriptors. */
    struct gv_vk_image storage_image;
    VkImageView storage_view;
    VkBufferView storage_texels;

    VkSampler sampler;         /* nearest filter, clamps to the edge */
    VkSampler compare_sampler; /* like `sampler`, but compares and always returns 0 */
};

/* The shader stages of push constants, in all pipeline layouts of programs and internal compute
 * shaders. */
#define GV_PUSH_STAGES (VK_SHADER_STAGE_ALL_GRAPHICS)

enum {
    GV_NULL_BUFFER_SIZE_B = 65536
};

/* Priorities of the background thread's jobs, most urgent first. */
enum gv_screen_jobs {
    GV_JOBS_LIBRARIES,     /* pipeline libraries of linked programs, and loading the disk cache */
    GV_JOBS_CACHED_LIKELY, /* pipelines of the disk cache whose shaders the client has created */
    GV_JOBS_CACHED,        /* other pipelines of the disk cache */
    GV_JOBS_OPTIMIZED,     /* pipelines that will replace linked pipelines, and storing the disk
                              cache */
};

struct gv_screen {
    struct pipe_screen base;
    struct galvan_log log;
    struct gv_log_filter log_filter; /* used by log if the caller passed no log */
    struct gv_vk_device *dev;
    char name[256];

    struct gv_format formats[GV_NUM_FORMATS]; /* the formats of this device, indexed by enum
                                                 pipe_format */
    /* The dynamic state that this device supports beyond Vulkan 1.3. */
    struct {
        bool blend; /* blend enables, equations and write masks */
        bool vertex_input;
        bool polygon_mode;
        bool sample_mask;
        bool depth_range; /* depth clamp and depth clip */
    } dynamic;
    bool no_1d; /* whether 1D depth textures are 2D images with one row, since the device lacks 1D
                   depth images */
    struct galvan_spirv_device spirv_device; /* part of all shader variant keys */

    VkDescriptorSetLayout const_layouts[GV_NUM_CONST_LAYOUTS]; /* layouts of set 0 */
    VkDescriptorSetLayout driver_layout; /* layout of set 3 in every program */
    VkDescriptorSetLayout empty_layout;
    struct gv_vk_pipeline_cache pipeline_cache;
    struct gv_job_queue jobs;         /* jobs of the background thread, by GV_JOBS_* */
    struct gv_disk_cache *disk_cache; /* NULL: there is no disk cache */
    struct gv_internal_shader internal_shaders[GV_NUM_INTERNAL_SHADERS];
    struct gv_null_resources null;
    struct gv_sampler_cache *samplers; /* the VkSamplers; sampler states with equal content share
                                          a VkSampler, in all contexts */
    uint32_t const_range_B;            /* bytes of constant buffer 0 that a shader can access */

    uint64_t clock_offset_ns; /* offset of the device's clock from the CPU's; see timestamp.c */
    uint64_t memory_limit_B;  /* 0: no limit */
    _Atomic uint64_t memory_used_B;
    _Atomic uint64_t num_draws, staged_B; /* sums over all contexts, updated at the end of each
                                             batch: draws, and bytes of upload memory */
    _Atomic uint64_t num_waited;          /* draws, dispatches and blits that waited for a
                                             compile */
    _Atomic uint64_t num_linked, num_optimized; /* numbers of pipelines */
    _Atomic uint32_t next_id;                   /* the next id for CSOs and shaders, never 0 */

    bool one_thread, keeps_storage; /* see galvan_screen_params */
    void (*drawn)(void *priv, struct pipe_context *pipe, const struct pipe_draw_info *info);
    void (*launched)(void *priv, struct pipe_context *pipe, const struct pipe_grid_info *info);
    void *drawn_priv;              /* argument of `drawn` and `launched`; for these three fields see
                                      galvan_screen_params */
    struct gv_recorder *recording; /* the recorder that has begun a batch, or NULL; only used if
                                      one_thread is true */
    _Atomic uint32_t num_contexts;
    pthread_mutex_t share_lock; /* held while a context is created or a storage is replaced */
    pthread_mutex_t init_lock;  /* held while first contents are submitted separately
                                   (record/sync.c) */

    struct {
        pthread_mutex_t lock; /* protects the list of mirrors; also held while the two sides of a
                                 mirror are compared */
        struct gv_mirror *first;
        _Atomic uint32_t num;
    } mirrors; /* see resource/mirror.h */
};

static inline struct gv_screen *gv_screen(struct pipe_screen *screen)
{
    return (struct gv_screen *)screen;
}

/* Count the contexts. While there is more than one context, no storage is replaced. */
void gv_screen_add_context(struct gv_screen *screen);
void gv_screen_remove_context(struct gv_screen *screen);

/* Whether several contexts may record at the same time. */
static inline bool gv_screen_is_shared(const struct gv_screen *screen)
{
    return !screen->one_thread &&
           atomic_load_explicit(&screen->num_contexts, memory_order_relaxed) > 1;
}

#endif
