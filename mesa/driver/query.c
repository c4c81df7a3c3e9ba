/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Queries, each with an object of Galvan, and render conditions. */
#include "util/u_memory.h"

#include "gm.h"
#include "names.h"

_Static_assert(sizeof(struct pipe_query_data_pipeline_statistics) >=
                   sizeof(struct gpipe_query_data_pipeline_statistics),
               "");
_Static_assert(sizeof(union pipe_query_result) >= sizeof(union gpipe_query_result), "");

static struct gpipe_query *galvan_query(struct pipe_query *query)
{
    return query ? ((struct gm_query *)query)->galvan : NULL;
}

static struct pipe_query *create_query(struct pipe_context *pipe, unsigned type, unsigned index)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;
    struct gm_query *query = CALLOC_STRUCT(gm_query);

    if (query) /* create_query() does not access the context, so any thread may call it */
        query->galvan = galvan->create_query(galvan, gm_query_type(type), index);
    if (!query || !query->galvan) {
        FREE(query);
        return NULL;
    }
    return (struct pipe_query *)query;
}

static void destroy_query(struct pipe_context *pipe, struct pipe_query *query)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->destroy_query(galvan, galvan_query(query));
    FREE(query);
}

static bool begin_query(struct pipe_context *pipe, struct pipe_query *query)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    return galvan->begin_query(galvan, galvan_query(query));
}

static bool end_query(struct pipe_context *pipe, struct pipe_query *query)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    return galvan->end_query(galvan, galvan_query(query));
}

static bool get_query_result(struct pipe_context *pipe, struct pipe_query *query, bool wait,
                             union pipe_query_result *result)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    if (((struct gm_query *)query)->base.flushed) /* called on the program's thread */
        gm_sync(gm_context(pipe));
    return galvan->get_query_result(galvan, galvan_query(query), wait,
                                    (union gpipe_query_result *)result);
}

static void get_query_result_resource(struct pipe_context *pipe, struct pipe_query *query,
                                      enum pipe_query_flags flags, enum pipe_query_value_type type,
                                      int index, struct pipe_resource *resource, unsigned offset_B)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->get_query_result_resource(galvan, galvan_query(query), flags & PIPE_QUERY_WAIT,
                                      (enum gpipe_query_value_type)type, index,
                                      gm_galvan_resource(resource), offset_B);
    if (resource->target == PIPE_BUFFER)
        util_range_add(resource, &gm_resource(resource)->base.valid_buffer_range, offset_B,
                       offset_B + sizeof(uint64_t));
}

static void set_active_query_state(struct pipe_context *pipe, bool enable)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->set_active_query_state(galvan, enable);
}

static void render_condition(struct pipe_context *pipe, struct pipe_query *query, bool condition,
                             enum pipe_render_cond_flag mode)
{
    struct gm_context *ctx = gm_context(pipe);

    ctx->condition = galvan_query(query);
    ctx->condition_value = condition;
    ctx->condition_mode = mode;
    ctx->galvan->render_condition(ctx->galvan, ctx->condition, condition, mode);
}

static void get_sample_position(struct pipe_context *pipe, unsigned samples, unsigned index,
                                float *position)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    galvan->get_sample_position(galvan, samples, index, position);
}

static uint64_t get_timestamp(struct pipe_context *pipe)
{
    struct gpipe_context *galvan = gm_context(pipe)->galvan;

    return galvan->get_timestamp(galvan);
}

void gm_init_context_queries(struct gm_context *ctx)
{
    struct pipe_context *base = &ctx->base;

    base->create_query = create_query;
    base->destroy_query = destroy_query;
    base->begin_query = begin_query;
    base->end_query = end_query;
    base->get_query_result = get_query_result;
    base->get_query_result_resource = get_query_result_resource;
    base->set_active_query_state = set_active_query_state;
    base->render_condition = render_condition;
    base->get_sample_position = get_sample_position;
    base->get_timestamp = get_timestamp;
}
