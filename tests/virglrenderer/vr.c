/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vr.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Callbacks ------------------------------------------------------------------------------ */

struct vr_seen vr_seen;

static void see(struct vr_seen *seen, uint32_t ctx_id, uint64_t fence)
{
    if (seen->num_fences < VR_MAX_FENCES) {
        seen->fences[seen->num_fences] = fence;
        seen->ctx_ids[seen->num_fences] = ctx_id;
    }
    __atomic_add_fetch(&seen->num_fences, 1, __ATOMIC_RELEASE);
    if (seen->on_fence)
        seen->on_fence(seen, fence);
}

static void write_fence(void *cookie, uint32_t fence)
{
    see(cookie, 0, fence);
}

static void write_context_fence(void *cookie, uint32_t ctx_id, uint32_t ring_idx, uint64_t fence_id)
{
    if (ring_idx)
        abort();
    see(cookie, ctx_id, fence_id);
}

static virgl_renderer_gl_context no_create(void *cookie, int idx,
                                           struct virgl_renderer_gl_ctx_param *param)
{
    (void)cookie;
    (void)idx;
    (void)param;
    return NULL;
}

static void no_destroy(void *cookie, virgl_renderer_gl_context ctx)
{
    (void)cookie;
    (void)ctx;
    abort();
}

static int no_make_current(void *cookie, int idx, virgl_renderer_gl_context ctx)
{
    (void)cookie;
    (void)idx;
    (void)ctx;
    abort();
}

static int no_drm_fd(void *cookie)
{
    (void)cookie;
    abort();
}

static int no_server_fd(void *cookie, uint32_t version)
{
    (void)cookie;
    (void)version;
    abort();
}

static void *no_egl_display(void *cookie)
{
    (void)cookie;
    abort();
}

struct virgl_renderer_callbacks vr_callbacks = {
    .version = 4,
    .write_fence = write_fence,
    .create_gl_context = no_create,
    .destroy_gl_context = no_destroy,
    .make_current = no_make_current,
    .get_drm_fd = no_drm_fd,
    .write_context_fence = write_context_fence,
    .get_server_fd = no_server_fd,
    .get_egl_display = no_egl_display,
};

/* ---- Setup and teardown ---------------------------------------------------------------------- */

int vr_setup(void **state)
{
    (void)state;
    memset(&vr_seen, 0, sizeof(vr_seen));
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    return 0;
}

int vr_teardown(void **state)
{
    (void)state;
    virgl_renderer_cleanup(&vr_seen);
    return 0;
}

void vr_restart(int flags)
{
    virgl_renderer_cleanup(&vr_seen);
    memset(&vr_seen, 0, sizeof(vr_seen));
    assert_int_equal(virgl_renderer_init(&vr_seen, flags, &vr_callbacks), 0);
}

void vr_wait_fences(struct vr_seen *seen, unsigned num)
{
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    while (__atomic_load_n(&seen->num_fences, __ATOMIC_ACQUIRE) < num) {
        virgl_renderer_poll();
        nanosleep(&pause, NULL);
    }
}

/* ---- Resources and commands ----------------------------------------------------------------- */

struct virgl_renderer_resource_create_args vr_args_2d(uint32_t handle, uint32_t width,
                                                      uint32_t height)
{
    return (struct virgl_renderer_resource_create_args){
        .handle = handle,
        .target = PIPE_TEXTURE_2D,
        .format = PIPE_FORMAT_B8G8R8A8_UNORM,
        .bind = GV_VIRGL_BIND_RENDER_TARGET | GV_VIRGL_BIND_SAMPLER_VIEW,
        .width = width,
        .height = height,
        .depth = 1,
        .array_size = 1,
    };
}

struct virgl_renderer_resource_create_args vr_args_buffer(uint32_t handle, uint32_t size_B)
{
    return (struct virgl_renderer_resource_create_args){
        .handle = handle,
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R8_UNORM,
        .bind = GV_VIRGL_BIND_VERTEX_BUFFER,
        .width = size_B,
        .height = 1,
        .depth = 1,
        .array_size = 1,
    };
}

void vr_context_with_texture(uint32_t handle, uint32_t width, uint32_t height)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(handle, width, height);
    assert_int_equal(virgl_renderer_context_create(1, 4, "test"), 0);
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
    virgl_renderer_ctx_attach_resource(1, (int)handle);
}

struct virgl_box vr_box(uint32_t w, uint32_t h)
{
    return (struct virgl_box){.w = w, .h = h, .d = 1};
}

void vr_command(struct vr_commands *c, unsigned command, unsigned type, const uint32_t *payload,
                unsigned len_dw)
{
    assert_true((unsigned)c->num_dw + 1 + len_dw <= VR_MAX_DW);
    c->dwords[c->num_dw++] = gv_virgl_header(command, type, len_dw);
    if (len_dw)
        memcpy(c->dwords + c->num_dw, payload, len_dw * 4);
    c->num_dw += (int)len_dw;
}

int vr_submit(struct vr_commands *c, int ctx_id)
{
    int error = virgl_renderer_submit_cmd(c->dwords, ctx_id, c->num_dw);
    c->num_dw = 0;
    return error;
}

static uint32_t bits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof(u));
    return u;
}

int vr_clear(int ctx_id, uint32_t texture, uint32_t surface, float r, float g, float b, float a)
{
    struct vr_commands c = {.num_dw = 0};
    VR_CREATE(&c, SURFACE, surface, texture, PIPE_FORMAT_B8G8R8A8_UNORM, 0, 0);
    VR_COMMAND(&c, SET_FRAMEBUFFER_STATE, 1, 0, surface);
    VR_COMMAND(&c, CLEAR, PIPE_CLEAR_COLOR0, bits(r), bits(g), bits(b), bits(a), 0, 0, 0);
    return vr_submit(&c, ctx_id);
}
