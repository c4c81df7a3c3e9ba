/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/context.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "virgl/api/context.h"
#include "virgl/api/renderer.h"
#include "virgl/api/submit.h"
#include "virglrenderer/dmabuf.h"
#include "virglrenderer/error.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/record.h"

enum {
    MAX_NAME_B = 64 /* that log lines get to see of a context's name */
};

struct gv_virgl_context *gv_vr_context_find(const struct gv_vr_instance *instance, uint32_t ctx_id)
{
    return gv_hash_find(&instance->contexts, ctx_id);
}

int gv_vr_context_create(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t flags,
                         uint32_t name_len, const char *name)
{
    struct gv_virgl_context *ctx = NULL;
    uint32_t set = flags & VIRGL_RENDERER_CONTEXT_FLAG_CAPSET_ID_MASK;
    char label[MAX_NAME_B + 32] = "";
    int len = name ? (int)strnlen(name, name_len < MAX_NAME_B ? name_len : MAX_NAME_B) : 0;

    if (!ctx_id || flags != set || set > 2)
        return -EINVAL;
    if (gv_vr_context_find(instance, ctx_id))
        return 0;
    snprintf(label, sizeof(label), "context %u %.*s", ctx_id, len, len ? name : "");
    int error = gv_vr_error(gv_virgl_context_create(instance->renderer, label, &ctx));
    if (error)
        return error;
    if (gv_hash_set(&instance->contexts, ctx_id, ctx)) {
        gv_vr_record_context(instance, ctx_id);
        return 0;
    }
    gv_virgl_context_destroy(ctx);
    return -ENOMEM;
}

void gv_vr_context_destroy(struct gv_vr_instance *instance, uint32_t ctx_id)
{
    if (!gv_vr_context_find(instance, ctx_id))
        return;
    gv_vr_fences_forget_context(&instance->fences, ctx_id);
    gv_vr_record_context_end(instance, ctx_id);
    gv_virgl_context_destroy(gv_hash_remove(&instance->contexts, ctx_id));
}

void gv_vr_context_attach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t res_handle)
{
    struct gv_virgl_context *ctx = gv_vr_context_find(instance, ctx_id);
    if (ctx)
        gv_virgl_context_attach(ctx, res_handle);
}

void gv_vr_context_detach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t res_handle)
{
    struct gv_virgl_context *ctx = gv_vr_context_find(instance, ctx_id);
    if (ctx)
        gv_virgl_context_detach(ctx, res_handle);
}

/* Threads of Mesa 22.3 name what is not there, and virgl_test_server ends its client at an error.
 */
static uint64_t num_errors(const struct gv_vr_instance *instance)
{
    uint64_t num = gv_virgl_renderer_num_errors(instance->renderer);
    return instance->serves_sockets ? num : num + gv_virgl_renderer_num_unknown(instance->renderer);
}

int gv_vr_submit(struct gv_vr_instance *instance, uint32_t ctx_id, const void *buffer, int num_dw)
{
    struct gv_virgl_context *ctx = gv_vr_context_find(instance, ctx_id);
    if (!ctx || num_dw < 0 || (!buffer && num_dw))
        return -EINVAL;
    if ((uintptr_t)buffer % sizeof(uint32_t))
        return -EFAULT;
    gv_vr_record_submit(instance, ctx_id, buffer, (size_t)num_dw);
    uint64_t num_before = num_errors(instance);
    int error = gv_vr_error(gv_virgl_submit(ctx, buffer, (size_t)num_dw));
    if (!error && num_errors(instance) != num_before)
        error = -EINVAL; /* a command was refused */
    gv_vr_dmabufs_update(instance);
    return error;
}
