/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A renderer's life, its error reports, its budget, and when work is handed to the device. */
#include "virgl/renderer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "util/log.h"
#include "virgl/context.h"
#include "virgl/resource.h"
#include "virgl/results.h"
#include "virgl/sub_context.h"

struct gv_virgl_limits gv_virgl_limits_default(void)
{
    return (struct gv_virgl_limits){
        .memory_B = UINT64_C(2) << 30,
        .max_resource_B = UINT64_C(512) << 20,
        .max_submit_B = 1 << 20,
        .max_objects = 1 << 20,
        .max_contexts = 1024,
        .max_sub_contexts = 64,
        .max_shader_text_B = 4 << 20,
        .max_shader_tokens = 1 << 20,
        .max_error_lines = 1000,
        .gpu_timeout_ns = UINT64_C(60) * 1000 * 1000 * 1000,
    };
}

/* ---- Life ---------------------------------------------------------------------------------- */

void gv_virgl_clean_name(char out[GV_VIRGL_NAME_MAX], const char *name)
{
    size_t i = 0;
    for (; name[i] && i + 1 < GV_VIRGL_NAME_MAX; i++) {
        unsigned char c = (unsigned char)name[i];
        out[i] = c < 0x20 || c >= 0x7f ? '?' : (char)c;
    }
    out[i] = '\0';
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
    r->blobs_wanted = params->blobs;
    r->limits = params->limits ? *params->limits : gv_virgl_limits_default();
    gv_virgl_clean_name(r->client_name, params->client_name && params->client_name[0]
                                            ? params->client_name
                                            : "client");
    gv_hash_init(&r->resources);
    r->own = r->current = gv_virgl_sub_context_create(r, 0);
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
    free(r);
}

/* ---- Error reports ------------------------------------------------------------------------- */

/* Counts an error; whether it is to be logged. A client cannot fill the disk with its mistakes. */
static bool wants_line(struct gv_virgl_renderer *r)
{
    uint64_t n = r->num_errors++;
    if (n == r->limits.max_error_lines)
        gv_err(&r->log, "virgl", "%s: %" PRIu64 " errors, further ones are not logged",
               r->client_name, n);
    return n < r->limits.max_error_lines && gv_log_wants(&r->log, GALVAN_LOG_ERR);
}

static void format_reason(char *reason, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static void format_reason(char *reason, size_t size, const char *format, va_list args)
{
    if (vsnprintf(reason, size, format, args) < 0)
        reason[0] = '\0';
}

enum galvan_result gv_virgl_refuse_at(struct gv_virgl_context *ctx, enum galvan_result result,
                                      const char *command, size_t offset_dw, const char *format,
                                      va_list args)
{
    if (wants_line(ctx->r)) {
        char reason[384];
        format_reason(reason, sizeof(reason), format, args);
        gv_err(&ctx->r->log, "virgl", "%s: %s at dword %zu: %s", ctx->name, command, offset_dw,
               reason);
    }
    return result;
}

enum galvan_result gv_virgl_refuse(struct gv_virgl_renderer *r, enum galvan_result result,
                                   const char *what, const char *format, ...)
{
    if (wants_line(r)) {
        char reason[384];
        va_list args;
        va_start(args, format);
        format_reason(reason, sizeof(reason), format, args);
        va_end(args);
        gv_err(&r->log, "virgl", "%s: %s: %s", r->client_name, what, reason);
    }
    return result;
}

/* ---- The client's budget ------------------------------------------------------------------- */

uint64_t gv_virgl_memory_left(const struct gv_virgl_renderer *r)
{
    return r->limits.memory_B - r->memory_used_B;
}

bool gv_virgl_charge(struct gv_virgl_renderer *r, uint64_t size_B)
{
    if (size_B > gv_virgl_memory_left(r))
        return false;
    r->memory_used_B += size_B;
    return true;
}

void gv_virgl_uncharge(struct gv_virgl_renderer *r, uint64_t size_B)
{
    r->memory_used_B -= size_B;
}

bool gv_virgl_count_object(struct gv_virgl_renderer *r)
{
    if (r->num_objects >= r->limits.max_objects)
        return false;
    r->num_objects++;
    return true;
}

void gv_virgl_uncount_object(struct gv_virgl_renderer *r)
{
    r->num_objects--;
}

/* ---- Work and fences ----------------------------------------------------------------------- */

void gv_virgl_mark_lost(struct gv_virgl_renderer *r, const char *why)
{
    if (!r->lost)
        gv_virgl_refuse(r, GALVAN_ERROR_DEVICE_LOST, "device", "%s", why);
    r->lost = true;
}

bool gv_virgl_check_device(struct gv_virgl_renderer *r)
{
    struct pipe_context *pipe = r->current->pipe;
    if (!r->lost && pipe && pipe->get_device_reset_status &&
        pipe->get_device_reset_status(pipe) != PIPE_NO_RESET)
        gv_virgl_mark_lost(r, "the device was lost");
    return r->lost;
}

void gv_virgl_make_current(struct gv_virgl_renderer *r, struct gv_virgl_sub_context *sub)
{
    if (r->current == sub)
        return;
    gv_virgl_flush_work(r);
    r->current = sub;
}

struct pipe_context *gv_virgl_current_pipe(struct gv_virgl_renderer *r)
{
    return gv_virgl_sub_context_pipe(r->current);
}

void gv_virgl_flush_work(struct gv_virgl_renderer *r)
{
    struct pipe_context *pipe = r->current->pipe;
    if (!r->has_work || !pipe)
        return;
    struct pipe_fence_handle *fence = NULL;
    pipe->flush(pipe, &fence, 0);
    gv_virgl_fence_release(r, &r->last_fence);
    r->last_fence = fence; /* the flush gave us a reference */
    r->has_work = false;
}

struct pipe_fence_handle *gv_virgl_fence_now(struct gv_virgl_renderer *r)
{
    gv_virgl_flush_work(r);
    struct pipe_fence_handle *fence = NULL;
    if (r->last_fence)
        r->screen->fence_reference(r->screen, &fence, r->last_fence);
    return fence;
}

bool gv_virgl_fence_done(struct gv_virgl_renderer *r, struct pipe_fence_handle *fence,
                         uint64_t timeout_ns)
{
    return r->screen->fence_finish(r->screen, fence, timeout_ns);
}

void gv_virgl_fence_release(struct gv_virgl_renderer *r, struct pipe_fence_handle **fence)
{
    if (*fence)
        r->screen->fence_reference(r->screen, fence, NULL);
}
