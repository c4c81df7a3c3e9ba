/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_screen: the pipe_screen on one Vulkan device, and everything that its contexts
 * share. */
#ifndef GV_SCREEN_H
#define GV_SCREEN_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <volk.h>

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

/* The view of a sampler unit without a fitting view: (0, 0, 0, 1), for each enum galvan_cbuf_class
 * that a shader samples, and each view type. */
struct gv_null_resources {
    struct gv_vk_image image_1d, image_2d, image_3d;
    VkImageView views[GALVAN_CBUF_UINT + 1][VK_IMAGE_VIEW_TYPE_CUBE_ARRAY + 1];
    /* Views of several samples; no image if the device lacks such images. */
    struct gv_vk_image image_samples;
    VkImageView sample_views[GALVAN_CBUF_UINT + 1][VK_IMAGE_VIEW_TYPE_2D_ARRAY + 1];
    /* Depth views, used with compare_sampler; no view if the device lacks such images. */
    struct gv_vk_image depth_1d, depth_2d;
    VkImageView compare_views[VK_IMAGE_VIEW_TYPE_CUBE_ARRAY + 1];
    struct gv_vk_buffer buffer; /* zeros: GV_NULL_BUFFER_SIZE_B */
    VkBufferView buffer_views[GALVAN_CBUF_UINT + 1];
    struct gv_vk_buffer so_buffer; /* takes what is captured for absent targets */
    /* The views of unbound images, which shaders do not access; none if descriptors may be null. */
    struct gv_vk_image storage_image;
    VkImageView storage_view;
    VkBufferView storage_texels;

    VkSampler sampler;         /* nearest, clamped */
    VkSampler compare_sampler; /* the same; compares, gives 0 */
};

/* The stages of push constants, the same in the layouts of programs and of the driver's compute
 * shaders. */
#define GV_PUSH_STAGES (VK_SHADER_STAGE_ALL_GRAPHICS)

enum {
    GV_NULL_BUFFER_SIZE_B = 65536
};

/* The tasks of the screen's thread, most urgent first. */
enum gv_screen_jobs {
    GV_JOBS_LIBRARIES,     /* pipelines of linked programs, and reading the disk cache */
    GV_JOBS_CACHED_LIKELY, /* pipelines of the disk cache whose shaders the program has created */
    GV_JOBS_CACHED,        /* its other ones */
    GV_JOBS_OPTIMIZED,     /* pipelines that will replace linked ones; and storing the disk cache */
};

struct gv_screen {
    struct pipe_screen base;
    struct galvan_log log;
    struct gv_log_filter log_filter; /* behind log when the caller gave none */
    struct gv_vk_device *dev;
    char name[256];

    struct gv_format formats[GV_NUM_FORMATS]; /* resolved for this device, by enum pipe_format */
    /* The dynamic state of this device beyond Vulkan 1.3. */
    struct {
        bool blend; /* enables, equations and masks */
        bool vertex_input;
        bool polygon_mode;
        bool sample_mask;
        bool depth_range; /* clamping and clipping at it */
    } dynamic;
    bool no_1d; /* 1D depth textures are 2D images of one row, since the device lacks 1D depth
                   images */
    struct galvan_spirv_device spirv_device; /* of the keys of all shaders */

    VkDescriptorSetLayout const_layout;  /* set 0, the same in every program */
    VkDescriptorSetLayout driver_layout; /* set 3, likewise */
    VkDescriptorSetLayout empty_layout;
    struct gv_vk_pipeline_cache pipeline_cache;
    struct gv_job_queue jobs;         /* GV_JOBS_* */
    struct gv_disk_cache *disk_cache; /* NULL: none */
    struct gv_internal_shader internal_shaders[GV_NUM_INTERNAL_SHADERS];
    struct gv_null_resources null;
    struct gv_sampler_cache *samplers; /* shared by equal sampler states of all contexts */
    uint32_t const_range_B;            /* bytes of constant buffer 0 that a shader can access */

    uint64_t clock_offset_ns; /* offset of the device's clock from the host's; see timestamp.c */
    uint64_t memory_limit_B;  /* 0: none */
    _Atomic uint64_t memory_used_B;
    _Atomic uint64_t num_draws, staged_B; /* sums over all contexts, updated at the end of each
                                             batch */
    _Atomic uint64_t num_waited;          /* draws, for a compile */
    _Atomic uint64_t num_linked, num_optimized; /* pipelines */
    _Atomic uint32_t next_id;                   /* names for CSOs and shaders, never 0 */

    bool one_thread, keeps_storage; /* as in galvan_screen_params */
    void (*drawn)(void *priv, struct pipe_context *pipe, const struct pipe_draw_info *info);
    void (*launched)(void *priv, struct pipe_context *pipe, const struct pipe_grid_info *info);
    void *drawn_priv;              /* all three as in galvan_screen_params */
    struct gv_recorder *recording; /* one_thread: whose batch is begun; NULL: nobody's */
    _Atomic uint32_t num_contexts;
    pthread_mutex_t share_lock; /* held while a context is created or a storage is replaced */
    pthread_mutex_t init_lock;  /* held while first contents are submitted apart (record/sync.c) */

    struct {
        pthread_mutex_t lock; /* also held while the two sides of a mirror are compared */
        struct gv_mirror *first;
        _Atomic uint32_t num;
    } mirrors; /* see resource/mirror.h */
};

static inline struct gv_screen *gv_screen(struct pipe_screen *screen)
{
    return (struct gv_screen *)screen;
}

/* Counts contexts. Once there is a second one, no storage is replaced any more. */
void gv_screen_add_context(struct gv_screen *screen);
void gv_screen_remove_context(struct gv_screen *screen);

/* Whether contexts may record at the same time. */
static inline bool gv_screen_is_shared(const struct gv_screen *screen)
{
    return !screen->one_thread &&
           atomic_load_explicit(&screen->num_contexts, memory_order_relaxed) > 1;
}

#endif
