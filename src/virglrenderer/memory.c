/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/memory.h"

#include <string.h>
#include <unistd.h>

#include "virgl/api/share.h"
#include "virglrenderer/backend.h"
#include "virglrenderer/gl_functions.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/resource.h"

static bool is_complete(const struct gv_vr_gl_functions *f)
{
#define F(type, name) &&f->name
    return true GL_MEMORY_FUNCTIONS(F);
#undef F
}

/* Whether OpenGL has the extension. Always false for versions before 3 of OpenGL and OpenGL ES,
 * because they lack glGetStringi(); so these versions do not share memory. */
static bool has_extension(const struct gv_vr_gl_functions *f, const char *name)
{
    GLint num = 0;
    f->glGetIntegerv(GL_NUM_EXTENSIONS, &num);
    for (GLint i = 0; i < num; i++) {
        const char *found = (const char *)f->glGetStringi(GL_EXTENSIONS, (GLuint)i);
        if (found && !strcmp(found, name))
            return true;
    }
    return false;
}

static bool is_peer(const struct gv_vr_gl_functions *f, const struct gv_virgl_share_peer *peer)
{
    static const struct gv_virgl_share_peer nobody;
    struct gv_virgl_share_peer gl = {0};
    GLint num_devices = 0;
    _Static_assert(sizeof(gl.driver_uuid) == GL_UUID_SIZE_EXT, "");
    f->glGetIntegerv(GL_NUM_DEVICE_UUIDS_EXT, &num_devices);
    if (num_devices != 1 || !memcmp(peer, &nobody, sizeof(nobody)))
        return false;
    f->glGetUnsignedBytevEXT(GL_DRIVER_UUID_EXT, gl.driver_uuid);
    f->glGetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, 0, gl.device_uuid);
    return !memcmp(peer, &gl, sizeof(gl));
}

/* Whether the caller's OpenGL can import the device's memory. */
static bool can_share(struct gv_vr_instance *instance)
{
    const struct gv_vr_gl_functions *f = instance->gl.functions;
    struct gv_virgl_share_peer peer;
    instance->backend->f->share_get_peer(instance->backend, &peer);
    return is_complete(f) && has_extension(f, "GL_EXT_memory_object") &&
           has_extension(f, "GL_EXT_memory_object_fd") && is_peer(f, &peer);
}

/* Imports the memory as storage of the bound texture. OpenGL takes ownership of fd on success;
 * otherwise fd is closed. In llvmpipe 22 a texture does not keep its memory object alive, so the
 * memory object must be destroyed after the texture. */
static bool take(const struct gv_vr_gl_functions *f, struct gv_vr_resource *res, int fd,
                 uint64_t size_B, bool is_ten_bit)
{
    const GLenum format = is_ten_bit ? GL_RGB10_A2 : GL_RGBA8;
    const GLint dedicated = GL_TRUE;
    while (f->glGetError() != GL_NO_ERROR)
        continue;
    f->glCreateMemoryObjectsEXT(1, &res->gl_memory);
    f->glMemoryObjectParameterivEXT(res->gl_memory, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
    f->glImportMemoryFdEXT(res->gl_memory, size_B, GL_HANDLE_TYPE_OPAQUE_FD_EXT, fd);
    bool taken = f->glGetError() == GL_NO_ERROR;
    if (taken)
        f->glTexStorageMem2DEXT(GL_TEXTURE_2D, 1, format, (GLsizei)res->args.width,
                                (GLsizei)res->args.height, res->gl_memory, 0);
    else
        close(fd);
    return taken && f->glGetError() == GL_NO_ERROR;
}

static void end_memory(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    if (res->gl_memory && gv_vr_gl_make_current(instance))
        instance->gl.functions->glDeleteMemoryObjectsEXT(1, &res->gl_memory);
    res->gl_memory = 0;
    if (res->has_share)
        instance->backend->f->share_destroy(instance->backend, res->args.handle);
    res->has_share = false;
}

bool gv_vr_memory_share(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    struct gv_vr_backend *b = instance->backend;
    const uint32_t handle = res->args.handle;
    struct gv_vr_gl *gl = &instance->gl;
    bool is_ten_bit;
    uint64_t size_B;
    if (!gl->tried_memory) {
        gl->tried_memory = true;
        gl->has_memory = can_share(instance);
    }
    if (!gl->has_memory || b->f->share_create(b, handle, &is_ten_bit))
        return false;
    res->has_share = true;
    int fd = b->f->share_open(b, handle, &size_B);
    if (fd >= 0 && take(gl->functions, res, fd, size_B, is_ten_bit))
        return true;
    end_memory(instance, res);
    return false;
}

void gv_vr_memory_forget(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    if (!res->texture)
        return;
    if (gv_vr_gl_make_current(instance))
        instance->gl.functions->glDeleteTextures(1, &res->texture);
    end_memory(instance, res);
    res->texture = 0;
}
