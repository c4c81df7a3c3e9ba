/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/flushes.h"

#include <GL/gl.h>
#include <stddef.h>

#include "preload/binds.h"
#include "preload/wire.h"

typedef void (*delete_fn)(GLsizei, const GLuint *);

static struct {
    void (*flush)(void);
    delete_fn delete_textures, delete_textures_ext;
    delete_fn delete_buffers, delete_buffers_arb;
    delete_fn delete_renderbuffers, delete_renderbuffers_ext;
    void (*image_2d)(GLenum, GLint, GLint, GLsizei, GLsizei, GLint, GLenum, GLenum, const void *);
    void (*image_3d)(GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei, GLint, GLenum, GLenum,
                     const void *);
    void (*compressed_2d)(GLenum, GLint, GLenum, GLsizei, GLsizei, GLint, GLsizei, const void *);
    void (*copy_2d)(GLenum, GLint, GLenum, GLint, GLint, GLsizei, GLsizei, GLint);
    void (*storage_2d)(GLenum, GLsizei, GLenum, GLsizei, GLsizei);
    void (*egl_image)(GLenum, void *);
    void (*storage)(GLenum, GLenum, GLsizei, GLsizei);
    void (*storage_samples)(GLenum, GLsizei, GLenum, GLsizei, GLsizei);
} mesa;

/* Calls glFlush() if the thread has created many bytes of resources since its last submission. A
 * context must be current. Programs do not notice the call: in states in which glFlush() raises an
 * error, the replaced functions raise the same error, and glFlush() is not compiled into display
 * lists. */
static void flush(void)
{
    if (mesa.flush && gv_wire_has_much_unsent())
        mesa.flush();
}

#define DELETE(kind)                                                                               \
    static void delete_##kind(GLsizei num, const GLuint *names)                                    \
    {                                                                                              \
        gv_binds_note_textures();                                                                  \
        mesa.delete_##kind(num, names);                                                            \
        flush();                                                                                   \
    }

DELETE(textures)
DELETE(textures_ext)
DELETE(buffers)
DELETE(buffers_arb)
DELETE(renderbuffers)
DELETE(renderbuffers_ext)

static void copy_2d(GLenum target, GLint level, GLenum internal, GLint x, GLint y, GLsizei width,
                    GLsizei height, GLint border)
{
    gv_binds_note_textures();
    mesa.copy_2d(target, level, internal, x, y, width, height, border);
}

static void storage_2d(GLenum target, GLsizei levels, GLenum internal, GLsizei width,
                       GLsizei height)
{
    gv_binds_note_textures();
    mesa.storage_2d(target, levels, internal, width, height);
}

static void egl_image(GLenum target, void *image)
{
    gv_binds_note_textures();
    mesa.egl_image(target, image);
}

static void image_2d(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height,
                     GLint border, GLenum format, GLenum type, const void *pixels)
{
    gv_binds_note_textures();
    mesa.image_2d(target, level, internal, width, height, border, format, type, pixels);
    flush();
}

static void image_3d(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height,
                     GLsizei depth, GLint border, GLenum format, GLenum type, const void *pixels)
{
    mesa.image_3d(target, level, internal, width, height, depth, border, format, type, pixels);
    flush();
}

static void compressed_2d(GLenum target, GLint level, GLenum internal, GLsizei width,
                          GLsizei height, GLint border, GLsizei size_B, const void *data)
{
    gv_binds_note_textures();
    mesa.compressed_2d(target, level, internal, width, height, border, size_B, data);
    flush();
}

static void storage(GLenum target, GLenum internal, GLsizei width, GLsizei height)
{
    mesa.storage(target, internal, width, height);
    flush();
}

static void storage_samples(GLenum target, GLsizei samples, GLenum internal, GLsizei width,
                            GLsizei height)
{
    mesa.storage_samples(target, samples, internal, width, height);
    flush();
}

const struct gv_flushes_entry gv_flushes[] = {
    {"glFlush", NULL, &mesa.flush},
    {"glDeleteTextures", (void *)delete_textures, &mesa.delete_textures},
    {"glDeleteTexturesEXT", (void *)delete_textures_ext, &mesa.delete_textures_ext},
    {"glDeleteBuffers", (void *)delete_buffers, &mesa.delete_buffers},
    {"glDeleteBuffersARB", (void *)delete_buffers_arb, &mesa.delete_buffers_arb},
    {"glDeleteRenderbuffers", (void *)delete_renderbuffers, &mesa.delete_renderbuffers},
    {"glDeleteRenderbuffersEXT", (void *)delete_renderbuffers_ext, &mesa.delete_renderbuffers_ext},
    {"glTexImage2D", (void *)image_2d, &mesa.image_2d},
    {"glTexImage3D", (void *)image_3d, &mesa.image_3d},
    {"glCompressedTexImage2D", (void *)compressed_2d, &mesa.compressed_2d},
    {"glCopyTexImage2D", (void *)copy_2d, &mesa.copy_2d},
    {"glTexStorage2D", (void *)storage_2d, &mesa.storage_2d},
    {"glEGLImageTargetTexture2DOES", (void *)egl_image, &mesa.egl_image},
    {"glRenderbufferStorage", (void *)storage, &mesa.storage},
    {"glRenderbufferStorageMultisample", (void *)storage_samples, &mesa.storage_samples},
    {NULL, NULL, NULL},
};
