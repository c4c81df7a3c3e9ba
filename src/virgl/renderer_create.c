/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates and destroys the renderer of a client. */
#include <stdlib.h>

#include "virgl/api/context.h"
#include "virgl/api/fence.h"
#include "virgl/api/renderer.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/resource_table.h"
#include "virgl/sub_context.h"
#include "virgl/work.h"

struct gv_virgl_limits gv_virgl_limits_default(void)
{
    return gv_virgl_limits_of_memory(UINT64_C(2) << 30);
}

struct gv_virgl_limits gv_virgl_limits_of_memory(uint64_t memory_B)
{
    const uint64_t least_B = UINT64_C(512) << 20;
    return (struct gv_virgl_limits){
        .memory_B = memory_B,
        .max_resource_B = memory_B / 4 > least_B ? memory_B / 4 : least_B,
        .max_submit_B = 1 << 20,
        .max_objects = 1 << 20,
        .max_contexts = 1024,
        .max_shader_text_B = 4 << 20,
        .max_shader_tokens = 1 << 20,
        .max_error_kinds = 100,
        .gpu_timeout_ns = UINT64_C(60) * 1000 * 1000 * 1000,
    };
}

enum galvan_result gv_virgl_renderer_create(const struct gv_virgl_params *params,
                                            struct gv_virgl_renderer **out)
{
    if (!params || !params->screen)
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_renderer *r = calloc(1, sizeof(*r));
    if (!r)
        return GALVAN_ERROR_NO_MEMORY;

    r->screen = params->screen;
    r->log = params->log ? *params->log : (struct galvan_log){.level = GALVAN_LOG_WARN};
    r->shader_hook = params->shader_hook;
    r->memory_hook = params->memory_hook;
    r->backing_hook = params->backing_hook;
    r->notes = params->notes ? params->notes : &r->own_notes;
    r->blobs_wanted = params->blobs;
    r->starts_work = params->starts_work;
    r->limits = params->limits ? *params->limits : gv_virgl_limits_default();
    gv_virgl_clean_name(r->client_name, params->client_name && params->client_name[0]
                                            ? params->client_name
                                            : "client");
    gv_hash_init(&r->resources);
    gv_log_kinds_init(&r->error_kinds, r->limits.max_error_kinds);
    r->own = r->current = gv_virgl_sub_context_create(r);
    if (!r->own) {
        free(r);
        return GALVAN_ERROR_NO_MEMORY;
    }
    *out = r;
    return GALVAN_OK;
}

void gv_virgl_renderer_destroy(struct gv_virgl_renderer *r)
{
    if (!r)
        return;
    gv_virgl_flush_work(r);
    while (r->contexts)
        gv_virgl_context_destroy(r->contexts);
    gv_virgl_resources_finish(r);
    gv_virgl_sub_context_destroy(r->own);
    gv_virgl_fence_release(r, &r->last_fence);
    gv_log_kinds_finish(&r->error_kinds);
    free(r);
}
