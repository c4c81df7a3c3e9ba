/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation and destruction of an instance, its capabilities and its fences. */
#include "virglrenderer/instance.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "pipe/p_screen.h"
#include "util/log.h"
#include "virgl/api/caps.h"
#include "virgl/api/renderer.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/context.h"
#include "virglrenderer/error.h"
#include "virglrenderer/record.h"
#include "virglrenderer/remote.h"
#include "virglrenderer/resource.h"

/* ---- Creation and destruction ---------------------------------------------------------------- */

bool gv_vr_has_callbacks(const struct virgl_renderer_callbacks *callbacks)
{
    return callbacks && callbacks->version >= 1 && callbacks->version <= 4;
}

/* Copies the members that this version of the structure has. */
static void copy_callbacks(struct virgl_renderer_callbacks *out,
                           const struct virgl_renderer_callbacks *callbacks)
{
    static const size_t size_B[] = {
        [1] = offsetof(struct virgl_renderer_callbacks, get_drm_fd),
        [2] = offsetof(struct virgl_renderer_callbacks, write_context_fence),
        [3] = offsetof(struct virgl_renderer_callbacks, get_egl_display),
        [4] = sizeof(struct virgl_renderer_callbacks),
    };
    memcpy(out, callbacks, size_B[callbacks->version]);
}

static enum gv_vr_fence_mode fence_mode(int flags)
{
    if (!(flags & VIRGL_RENDERER_THREAD_SYNC))
        return GV_VR_FENCES_ASKED;
    return flags & VIRGL_RENDERER_ASYNC_FENCE_CB ? GV_VR_FENCES_ASYNC : GV_VR_FENCES_POLLED;
}

static void fences_passed(void *priv)
{
    struct gv_vr_instance *instance = priv;
    instance->fences_passed(instance);
}

/* Initialises the fences. If the thread cannot be started, mode GV_VR_FENCES_POLLED falls back to
 * GV_VR_FENCES_ASKED: the missing poll descriptor tells the caller that there is no thread. For a
 * caller that does not poll, a missing thread is an error. */
static bool init_fences(struct gv_vr_instance *instance, int flags, uint64_t timeout_ns)
{
    enum gv_vr_fence_mode mode = fence_mode(flags);
    if (gv_vr_fences_init(&instance->fences, instance->backend, mode, timeout_ns, fences_passed,
                          instance))
        return true;
    gv_warn(&instance->log, "virglrenderer", "no thread for fences");
    return mode == GV_VR_FENCES_POLLED &&
           gv_vr_fences_init(&instance->fences, instance->backend, GV_VR_FENCES_ASKED, timeout_ns,
                             fences_passed, instance);
}

/* Whether the caller's OpenGL is used for textures. False with a flag of own_gl: virglrenderer
 * itself would then open OpenGL, without a call of the callbacks. */
static bool wants_textures(int flags, const struct virgl_renderer_callbacks *callbacks)
{
    const int own_gl = VIRGL_RENDERER_USE_EGL | VIRGL_RENDERER_USE_GLX;
    return callbacks->create_gl_context && callbacks->make_current && !(flags & own_gl);
}

static struct gv_vr_instance *alloc_instance(const struct gv_vr_params *params)
{
    struct gv_vr_instance *instance = calloc(1, sizeof(*instance));
    if (!instance)
        return NULL;
    instance->screen = params->screen;
    instance->log = *params->log;
    copy_callbacks(&instance->callbacks, params->callbacks);
    instance->cookie = params->cookie;
    instance->fences_passed = params->fences_passed;
    instance->is_inside = params->is_inside;
    gv_hash_init(&instance->contexts);
    gv_hash_init(&instance->resources);
    return instance;
}

static int open_local(struct gv_vr_instance *instance, const struct gv_vr_params *params,
                      const struct gv_virgl_limits *limits)
{
    if (params->record_dir)
        instance->record = gv_vr_record_create(params->record_dir, &instance->log);
    const struct gv_vr_local_params local = {
        .screen = params->screen,
        .log = &instance->log,
        .limits = limits,
        .memory_hook = gv_vr_record_hook(instance->record),
        .blobs = !instance->record,
        .serves_sockets = params->serves_sockets,
    };
    int error = gv_vr_local_create(&local, &instance->backend);
    if (!error)
        gv_info(&instance->log, "virglrenderer", "version " GALVAN_VERSION " is in use: %s",
                instance->screen->get_name(instance->screen));
    return error;
}

/* Opens a backend with a worker. A guest of a worker cannot be recorded, since this process does
 * not read the guest's commands. */
static int open_remote(struct gv_vr_instance *instance, const struct gv_vr_params *params)
{
    const struct gv_vr_remote_params remote = {
        .program = params->worker,
        .log = &instance->log,
        .waits_for_fences = fence_mode(params->flags) != GV_VR_FENCES_ASKED,
        .serves_sockets = params->serves_sockets,
    };
    if (params->record_dir)
        gv_warn(&instance->log, "virglrenderer",
                "a guest whose renderer is a worker is not recorded");
    return gv_vr_remote_create(&remote, &instance->backend);
}

/* Creates the backend, its fences and the recording. */
static int begin_drawing(struct gv_vr_instance *instance, const struct gv_vr_params *params)
{
    const struct gv_virgl_limits limits = gv_vr_limits(params->device_B);

    instance->gl.wanted = wants_textures(params->flags, &instance->callbacks);
    int error =
        params->worker ? open_remote(instance, params) : open_local(instance, params, &limits);
    if (!error && !init_fences(instance, params->flags, limits.gpu_timeout_ns)) {
        instance->backend->f->destroy(instance->backend);
        error = -ENOMEM;
    }
    if (error) {
        instance->backend = NULL;
        gv_vr_record_destroy(instance->record);
        return error;
    }
    gv_vr_record_begin(instance);
    return 0;
}

static void end_contexts(struct gv_vr_instance *instance)
{
    const struct gv_hash_entry *entry;
    for (uint32_t pos = 0; (entry = gv_hash_next(&instance->contexts, &pos));) {
        gv_vr_record_context_end(instance, (uint32_t)entry->key);
        instance->backend->f->context_destroy(instance->backend, (uint32_t)entry->key);
    }
    gv_hash_finish(&instance->contexts);
    gv_hash_init(&instance->contexts);
}

static void end_drawing(struct gv_vr_instance *instance)
{
    gv_vr_fences_finish(&instance->fences);
    end_contexts(instance);
    gv_vr_resources_finish(instance);
    gv_vr_gl_finish(instance);
    instance->backend->f->destroy(instance->backend);
    gv_vr_record_destroy(instance->record);
}

/* If the stock library cannot be initialised, the instance works without it. */
int gv_vr_create(const struct gv_vr_params *params, struct gv_vr_instance **out)
{
    struct gv_vr_instance *instance = alloc_instance(params);
    int error = 0, stock_error = -EINVAL;
    if (!instance)
        return -ENOMEM;
    if (instance->screen || params->worker)
        error = begin_drawing(instance, params);
    if (!error && params->stock)
        stock_error = gv_vr_stock_begin(instance, params->stock, params->flags);
    if (!error && !instance->backend)
        error = stock_error;
    if (error)
        free(instance);
    else
        *out = instance;
    return error;
}

void gv_vr_destroy(struct gv_vr_instance *instance)
{
    if (!instance)
        return;
    gv_vr_stock_end(instance);
    if (instance->backend)
        end_drawing(instance);
    free(instance);
}

void gv_vr_reset(struct gv_vr_instance *instance)
{
    gv_vr_stock_reset(instance);
    if (!instance->backend)
        return;
    gv_vr_fences_forget_all(&instance->fences);
    end_contexts(instance);
    gv_vr_resources_finish(instance);
}

/* ---- Capabilities ---------------------------------------------------------------------------- */

void gv_vr_get_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size)
{
    size_t size_B = gv_virgl_caps_size(set);
    if (max_ver)
        *max_ver = size_B ? set : 0;
    if (max_size)
        *max_size = (uint32_t)size_B;
}

void gv_vr_fill_caps(struct gv_vr_instance *instance, uint32_t set, void *caps)
{
    size_t size_B = gv_virgl_caps_size(set);
    if (!size_B || !caps)
        return;
    if (instance)
        instance->backend->f->fill_caps(instance->backend, set, caps, size_B);
    else
        memset(caps, 0, size_B);
}

/* ---- Fences ---------------------------------------------------------------------------------- */

int gv_vr_create_fence(struct gv_vr_instance *instance, uint32_t id)
{
    const struct gv_vr_fence_name name = {.id = id};
    return gv_vr_fences_add(&instance->fences, &name) ? 0 : -ENOMEM;
}

int gv_vr_context_create_fence(struct gv_vr_instance *instance, uint32_t ctx_id, uint32_t flags,
                               uint32_t ring_idx, uint64_t id)
{
    const struct gv_vr_fence_name name = {.of_context = true, .ctx_id = ctx_id, .id = id};
    if (!gv_vr_context_exists(instance, ctx_id) || ring_idx ||
        flags & ~(uint32_t)VIRGL_RENDERER_FENCE_FLAG_MERGEABLE ||
        !instance->callbacks.write_context_fence)
        return -EINVAL;
    return gv_vr_fences_add(&instance->fences, &name) ? 0 : -ENOMEM;
}

size_t gv_vr_poll(struct gv_vr_instance *instance)
{
    return gv_vr_fences_update(&instance->fences);
}
