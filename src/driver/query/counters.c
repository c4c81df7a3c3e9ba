/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/query/counters.h"

#include "driver/record/recorder.h"
#include "driver/screen/screen.h"
#include "pipe/p_defines.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"
#include "util/array.h"
#include "vk/pipeline_cache.h"

enum group {
    GROUP_WORK = 0,
    GROUP_COMPILING,
    GROUP_MEMORY,
    NUM_GROUPS,
};

static const char *const group_names[NUM_GROUPS] = {
    [GROUP_WORK] = "work",
    [GROUP_COMPILING] = "compiling",
    [GROUP_MEMORY] = "memory",
};

enum counter {
    COUNTER_DRAWS = 0,
    COUNTER_GRIDS,
    COUNTER_RENDERINGS,
    COUNTER_BARRIERS,
    COUNTER_SUBMISSIONS,
    COUNTER_WAITS,
    COUNTER_IMAGES_REMADE,
    COUNTER_PIPELINES,
    COUNTER_PIPELINES_COMPILED,
    COUNTER_PIPELINES_LINKED,
    COUNTER_PIPELINES_OPTIMIZED,
    COUNTER_DRAWS_WAITED,
    COUNTER_UPLOAD,
    COUNTER_MEMORY,
    NUM_COUNTERS,
};

static const struct {
    const char *name;
    enum group group;
    enum pipe_driver_query_type type;
    bool level;
} counters[NUM_COUNTERS] = {
    [COUNTER_DRAWS] = {"draws", GROUP_WORK},
    [COUNTER_GRIDS] = {"grids", GROUP_WORK},
    [COUNTER_RENDERINGS] = {"renderings", GROUP_WORK},
    [COUNTER_BARRIERS] = {"barriers", GROUP_WORK},
    [COUNTER_SUBMISSIONS] = {"submissions", GROUP_WORK},
    [COUNTER_WAITS] = {"waits", GROUP_WORK},
    [COUNTER_IMAGES_REMADE] = {"images-remade", GROUP_WORK},
    [COUNTER_PIPELINES] = {"pipelines", GROUP_COMPILING},
    [COUNTER_PIPELINES_COMPILED] = {"pipelines-compiled", GROUP_COMPILING},
    [COUNTER_PIPELINES_LINKED] = {"pipelines-linked", GROUP_COMPILING},
    [COUNTER_PIPELINES_OPTIMIZED] = {"pipelines-optimized", GROUP_COMPILING},
    [COUNTER_DRAWS_WAITED] = {"draws-waited", GROUP_COMPILING},
    [COUNTER_UPLOAD] = {"bytes-staged", GROUP_MEMORY, PIPE_DRIVER_QUERY_TYPE_BYTES},
    [COUNTER_MEMORY] = {"memory", GROUP_MEMORY, PIPE_DRIVER_QUERY_TYPE_BYTES, .level = true},
};

bool gv_counter_exists(unsigned type)
{
    return type >= PIPE_QUERY_DRIVER_SPECIFIC &&
           type - PIPE_QUERY_DRIVER_SPECIFIC < GV_ARRAY_SIZE(counters);
}

bool gv_counter_is_level(unsigned type)
{
    return counters[type - PIPE_QUERY_DRIVER_SPECIFIC].level;
}

uint64_t gv_counter_read(struct gv_recorder *rec, unsigned type)
{
    uint64_t num_pipelines, num_compiled;
    gv_vk_pipeline_cache_counts(&rec->screen->pipeline_cache, &num_pipelines, &num_compiled);
    switch ((enum counter)(type - PIPE_QUERY_DRIVER_SPECIFIC)) {
    case COUNTER_DRAWS:
        return rec->stats.draws;
    case COUNTER_GRIDS:
        return rec->stats.grids;
    case COUNTER_RENDERINGS:
        return rec->stats.renderings;
    case COUNTER_BARRIERS:
        return rec->stats.barriers;
    case COUNTER_SUBMISSIONS:
        return rec->stats.batches;
    case COUNTER_WAITS:
        return atomic_load(&rec->dev->waits);
    case COUNTER_IMAGES_REMADE:
        return rec->stats.images_remade;
    case COUNTER_PIPELINES:
        return num_pipelines;
    case COUNTER_PIPELINES_COMPILED:
        return num_compiled;
    case COUNTER_PIPELINES_LINKED:
        return rec->stats.linked;
    case COUNTER_PIPELINES_OPTIMIZED:
        return rec->stats.optimized;
    case COUNTER_DRAWS_WAITED:
        return rec->stats.waited;
    case COUNTER_UPLOAD:
        return rec->stats.upload_B;
    case COUNTER_MEMORY:
        return atomic_load(&rec->screen->memory_used_B);
    default:
        return 0;
    }
}

static int get_driver_query_info(struct pipe_screen *screen, unsigned index,
                                 struct pipe_driver_query_info *out_info)
{
    (void)screen;
    if (!out_info)
        return NUM_COUNTERS;
    if (index >= NUM_COUNTERS)
        return 0;
    *out_info = (struct pipe_driver_query_info){
        .name = counters[index].name,
        .query_type = PIPE_QUERY_DRIVER_SPECIFIC + index,
        .type = counters[index].type,
        .result_type = counters[index].level ? PIPE_DRIVER_QUERY_RESULT_TYPE_AVERAGE
                                             : PIPE_DRIVER_QUERY_RESULT_TYPE_CUMULATIVE,
        .group_id = counters[index].group,
    };
    return 1;
}

static int get_driver_query_group_info(struct pipe_screen *screen, unsigned index,
                                       struct pipe_driver_query_group_info *out_info)
{
    unsigned num = 0;
    (void)screen;
    if (!out_info)
        return NUM_GROUPS;
    if (index >= NUM_GROUPS)
        return 0;
    for (unsigned i = 0; i < NUM_COUNTERS; i++)
        num += counters[i].group == index;
    *out_info = (struct pipe_driver_query_group_info){
        .name = group_names[index], .max_active_queries = num, .num_queries = num};
    return 1;
}

void gv_screen_init_counters(struct gv_screen *screen)
{
    screen->base.get_driver_query_info = get_driver_query_info;
    screen->base.get_driver_query_group_info = get_driver_query_group_info;
}
