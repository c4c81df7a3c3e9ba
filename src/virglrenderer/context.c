/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/context.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "virglrenderer/backend.h"
#include "virglrenderer/dmabuf.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/record.h"

enum {
    MAX_NAME_B = 64 /* number of bytes of a context's name that are logged */
};

bool gv_vr_context_exists(const struct gv_vr_instance *instance, uint32_t ctx_id)
{
    return gv_hash_find(&instance->contexts, ctx_id);
}

int gv_vr_context_create(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t flags,
                         uint32_t name_len, const char *name)
{
    struct gv_vr_backend *b = instance->backend;
    uint32_t set = flags & VIRGL_RENDERER_CONTEXT_FLAG_CAPSET_ID_MASK;
    char label[MAX_NAME_B + 32] = "";
    int len = name ? (int)strnlen(name, name_len < MAX_NAME_B ? name_len : MAX_NAME_B) : 0;

    if (!ctx_id || flags != set || set > 2)
        return -EINVAL;
    if (gv_vr_context_exists(instance, ctx_id))
        return 0;
    snprintf(label, sizeof(label), "context %u %.*s", ctx_id, len, len ? name : "");
    int error = b->f->context_create(b, ctx_id, label);
    if (error)
        return error;
    if (gv_hash_set(&instance->contexts, ctx_id, instance)) {
        gv_vr_record_context(instance, ctx_id);
        return 0;
    }
    b->f->context_destroy(b, ctx_id);
    return -ENOMEM;
}

void gv_vr_context_destroy(struct gv_vr_instance *instance, uint32_t ctx_id)
{
    if (!gv_hash_remove(&instance->contexts, ctx_id))
        return;
    gv_vr_fences_forget_context(&instance->fences, ctx_id);
    gv_vr_record_context_end(instance, ctx_id);
    instance->backend->f->context_destroy(instance->backend, ctx_id);
}

void gv_vr_context_attach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t res_handle)
{
    if (gv_vr_context_exists(instance, ctx_id))
        instance->backend->f->context_attach(instance->backend, ctx_id, res_handle);
}

void gv_vr_context_detach(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t res_handle)
{
    if (gv_vr_context_exists(instance, ctx_id))
        instance->backend->f->context_detach(instance->backend, ctx_id, res_handle);
}

int gv_vr_submit(struct gv_vr_instance *instance, uint32_t ctx_id, const void *buffer, int num_dw)
{
    struct gv_vr_backend *b = instance->backend;
    if (!gv_vr_context_exists(instance, ctx_id) || num_dw < 0 || (!buffer && num_dw))
        return -EINVAL;
    if ((uintptr_t)buffer % sizeof(uint32_t))
        return -EFAULT;
    gv_vr_record_submit(instance, ctx_id, buffer, (size_t)num_dw);
    int error = b->f->submit(b, ctx_id, buffer, (size_t)num_dw);
    gv_vr_dmabufs_update(instance);
    return error;
}
