/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/texture.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/uio.h>

#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "pipe/p_state.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/gl_functions.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/memory.h"
#include "virglrenderer/resource.h"
#include "virglrenderer/shown.h"

struct format {
    GLint internal;
    GLenum format, type;
};

/* Finds the OpenGL format for pixels of a screen. OpenGL ES accepts BGRA pixels only if the
 * internal format is also BGRA. */
static bool find_format(uint32_t virgl, bool is_es, struct format *out)
{
    const GLint with_alpha = is_es ? GL_BGRA : GL_RGBA8, without = is_es ? GL_BGRA : GL_RGB8;
    switch (virgl) {
    case PIPE_FORMAT_B8G8R8A8_UNORM:
    case PIPE_FORMAT_B8G8R8A8_SRGB:
        *out = (struct format){with_alpha, GL_BGRA, GL_UNSIGNED_BYTE};
        return true;
    case PIPE_FORMAT_B8G8R8X8_UNORM:
    case PIPE_FORMAT_B8G8R8X8_SRGB:
        *out = (struct format){without, GL_BGRA, GL_UNSIGNED_BYTE};
        return true;
    case PIPE_FORMAT_R8G8B8A8_UNORM:
    case PIPE_FORMAT_R8G8B8A8_SRGB:
        *out = (struct format){is_es ? GL_RGBA : GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
        return true;
    case PIPE_FORMAT_R8G8B8X8_UNORM:
    case PIPE_FORMAT_R8G8B8X8_SRGB:
        *out = (struct format){is_es ? GL_RGBA : GL_RGB8, GL_RGBA, GL_UNSIGNED_BYTE};
        return true;
    case PIPE_FORMAT_B5G6R5_UNORM:
        *out = (struct format){GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5};
        return true;
    case PIPE_FORMAT_B10G10R10A2_UNORM:
        *out = (struct format){GL_RGB10_A2, GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV};
        return !is_es;
    default:
        return false;
    }
}

static bool is_screen(const struct gv_vr_resource *res)
{
    return (res->args.target == PIPE_TEXTURE_2D || res->args.target == PIPE_TEXTURE_RECT) &&
           res->args.nr_samples <= 1;
}

/* Reads a box of the resource's pixels to gl->pixels, without padding between rows. */
static bool read_pixels(struct gv_vr_instance *instance, const struct gv_vr_resource *res,
                        const struct pipe_box *place)
{
    struct gv_vr_gl *gl = &instance->gl;
    const struct virgl_box box = {
        .x = (uint32_t)place->x,
        .y = (uint32_t)place->y,
        .w = (uint32_t)place->width,
        .h = (uint32_t)place->height,
        .d = 1,
    };
    const uint32_t row_B = gv_vr_resource_stride(res) / res->args.width * box.w;
    const size_t size_B = (size_t)row_B * box.h;
    if (size_B > gl->pixels_B) {
        void *more = realloc(gl->pixels, size_B);
        if (!more)
            return false;
        gl->pixels = more;
        gl->pixels_B = size_B;
    }
    const struct iovec iov = {.iov_base = gl->pixels, .iov_len = size_B};
    const struct gv_vr_transfer transfer = {
        .handle = res->args.handle, .stride = row_B, .box = &box, .iov = &iov, .num_iovs = 1};
    return !gv_vr_transfer_read(instance, &transfer);
}

/* Uploads a box of the resource to its texture. The context must be current. glFinish() is needed
 * because the caller reads the texture from another context. */
static void upload(struct gv_vr_instance *instance, const struct gv_vr_resource *res,
                   const struct pipe_box *box)
{
    const struct gv_vr_gl *gl = &instance->gl;
    struct format format;
    if (!find_format(res->args.format, gl->is_es, &format) || !read_pixels(instance, res, box))
        return;
    gl->functions->glBindTexture(GL_TEXTURE_2D, res->texture);
    gl->functions->glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl->functions->glTexSubImage2D(GL_TEXTURE_2D, 0, box->x, box->y, box->width, box->height,
                                   format.format, format.type, gl->pixels);
    gl->functions->glFinish();
}

/* Copies a box of the resource to its texture. If the resource has a dma-buf, also copies the box
 * to the dma-buf. The context must be current. */
static void copy(struct gv_vr_instance *instance, struct gv_vr_resource *res,
                 const struct pipe_box *box)
{
    struct gv_vr_backend *b = instance->backend;
    if (res->has_dmabuf)
        b->f->dmabuf_update(b, res->args.handle, box);
    if (res->has_share)
        b->f->share_update(b, res->args.handle, box);
    else
        upload(instance, res, box);
}

/* Copies the changes of the resource to its texture. The context must be current. */
static void update(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    struct gv_vr_backend *b = instance->backend;
    struct pipe_box box;
    if (!res->texture || (res->has_share && b->f->share_refresh(b, res->args.handle)))
        return;
    res->has_share = false;
    if (b->f->changed(b, res->args.handle, &box))
        copy(instance, res, &box);
}

/* Allocates storage of the resource's size, without contents, for the bound texture. False if
 * OpenGL does not support such storage. */
static bool fill_in(const struct gv_vr_gl *gl, const struct gv_vr_resource *res,
                    const struct format *format)
{
    const struct gv_vr_gl_functions *f = gl->functions;
    while (f->glGetError() != GL_NO_ERROR)
        continue;
    f->glTexImage2D(GL_TEXTURE_2D, 0, format->internal, (GLsizei)res->args.width,
                    (GLsizei)res->args.height, 0, format->format, format->type, NULL);
    return f->glGetError() == GL_NO_ERROR;
}

/* Creates the texture with the resource's contents. The context must be current. */
static void make_texture(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    const struct gv_vr_gl_functions *f = instance->gl.functions;
    const struct pipe_box all = {
        .width = (int)res->args.width, .height = (int)res->args.height, .depth = 1};
    struct pipe_box box;
    struct format format;
    if (!find_format(res->args.format, instance->gl.is_es, &format))
        return;
    f->glGenTextures(1, &res->texture);
    f->glBindTexture(GL_TEXTURE_2D, res->texture);
    f->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    f->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    f->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    f->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    if (!gv_vr_memory_share(instance, res) && !fill_in(&instance->gl, res, &format)) {
        f->glDeleteTextures(1, &res->texture);
        res->texture = 0;
        return;
    }
    gv_vr_shown_add(instance, res);
    instance->backend->f->changed(instance->backend, res->args.handle, &box); /* begins the watch
                                                                                 for changes */
    copy(instance, res, &all);
}

uint32_t gv_vr_texture_get(struct gv_vr_instance *instance, uint32_t handle)
{
    struct gv_vr_resource *res = gv_vr_resource_find(instance, handle);
    if (!res || !instance->gl.wanted || !is_screen(res) || !gv_vr_gl_enter(instance))
        return 0;
    if (res->texture)
        update(instance, res);
    else
        make_texture(instance, res);
    return res->texture;
}

void gv_vr_textures_update(struct gv_vr_instance *instance)
{
    if (!gv_vr_gl_make_current(instance))
        return;
    for (struct gv_vr_resource *res = instance->shown; res; res = res->next_shown)
        update(instance, res);
}
