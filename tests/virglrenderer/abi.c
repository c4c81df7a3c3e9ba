/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Prints the layout of the interface's structures and the values of its names, from the header that
 * it is compiled with: Galvan's, or virglrenderer's own. Both programs must print the same. */
#include <stddef.h>
#include <stdio.h>
#include <sys/uio.h>

#include INTERFACE_HEADER

#define SIZE(type)           printf("%s %zu\n", #type, sizeof(type))
#define MEMBER(type, name)   printf("%s.%s %zu\n", #type, #name, offsetof(type, name))
#define VALUE(name)          printf("%s %lld\n", #name, (long long)(name))
#define SIGNATURE(name, ...) ((void)(__VA_ARGS__){&name}, puts(#name))

typedef struct virgl_renderer_callbacks callbacks;
typedef struct virgl_renderer_gl_ctx_param gl_ctx_param;
typedef struct virgl_renderer_resource_create_args create_args;
typedef struct virgl_renderer_resource_info info;
typedef struct virgl_renderer_resource_create_blob_args blob_args;
typedef struct virgl_renderer_resource_import_blob_args import_args;
typedef struct virgl_renderer_export_query export_query;
typedef struct virgl_renderer_supported_structures supported_structures;

static void structures(void)
{
    SIZE(callbacks);
    MEMBER(callbacks, write_fence);
    MEMBER(callbacks, create_gl_context);
    MEMBER(callbacks, destroy_gl_context);
    MEMBER(callbacks, make_current);
    MEMBER(callbacks, get_drm_fd);
    MEMBER(callbacks, write_context_fence);
    MEMBER(callbacks, get_server_fd);
    MEMBER(callbacks, get_egl_display);
    MEMBER(gl_ctx_param, shared);
    MEMBER(gl_ctx_param, major_ver);
    MEMBER(gl_ctx_param, minor_ver);
    SIZE(create_args);
    MEMBER(create_args, target);
    MEMBER(create_args, nr_samples);
    MEMBER(create_args, flags);
    SIZE(info);
    MEMBER(info, virgl_format);
    MEMBER(info, tex_id);
    MEMBER(info, stride);
    MEMBER(info, drm_fourcc);
    SIZE(blob_args);
    MEMBER(blob_args, ctx_id);
    MEMBER(blob_args, blob_mem);
    MEMBER(blob_args, blob_flags);
    MEMBER(blob_args, blob_id);
    MEMBER(blob_args, size);
    MEMBER(blob_args, iovecs);
    MEMBER(blob_args, num_iovs);
    SIZE(import_args);
    MEMBER(import_args, blob_mem);
    MEMBER(import_args, fd_type);
    MEMBER(import_args, fd);
    MEMBER(import_args, size);
    SIZE(export_query);
    MEMBER(export_query, in_resource_id);
    MEMBER(export_query, out_num_fds);
    MEMBER(export_query, in_export_fds);
    MEMBER(export_query, out_fourcc);
    MEMBER(export_query, out_fds);
    MEMBER(export_query, out_strides);
    MEMBER(export_query, out_offsets);
    MEMBER(export_query, out_modifier);
    SIZE(supported_structures);
    MEMBER(supported_structures, in_stype_version);
    MEMBER(supported_structures, out_supported_structures_mask);
}

static void values(void)
{
    VALUE(VIRGL_RENDERER_USE_EGL);
    VALUE(VIRGL_RENDERER_THREAD_SYNC);
    VALUE(VIRGL_RENDERER_USE_GLX);
    VALUE(VIRGL_RENDERER_USE_SURFACELESS);
    VALUE(VIRGL_RENDERER_USE_GLES);
    VALUE(VIRGL_RENDERER_USE_EXTERNAL_BLOB);
    VALUE(VIRGL_RENDERER_VENUS);
    VALUE(VIRGL_RENDERER_NO_VIRGL);
    VALUE(VIRGL_RENDERER_ASYNC_FENCE_CB);
    VALUE(VIRGL_RENDERER_RENDER_SERVER);
    VALUE(VIRGL_RENDERER_DRM);
    VALUE(VIRGL_RENDERER_USE_VIDEO);
    VALUE(VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY);
    VALUE(VIRGL_RENDERER_STRUCTURE_TYPE_SUPPORTED_STRUCTURES);
    VALUE(VIRGL_RENDERER_CONTEXT_FLAG_CAPSET_ID_MASK);
    VALUE(VIRGL_RENDERER_BLOB_MEM_GUEST);
    VALUE(VIRGL_RENDERER_BLOB_MEM_HOST3D);
    VALUE(VIRGL_RENDERER_BLOB_MEM_HOST3D_GUEST);
    VALUE(VIRGL_RENDERER_BLOB_MEM_GUEST_VRAM);
    VALUE(VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE);
    VALUE(VIRGL_RENDERER_BLOB_FLAG_USE_SHAREABLE);
    VALUE(VIRGL_RENDERER_BLOB_FLAG_USE_CROSS_DEVICE);
    VALUE(VIRGL_RENDERER_MAP_CACHE_MASK);
    VALUE(VIRGL_RENDERER_MAP_CACHE_NONE);
    VALUE(VIRGL_RENDERER_MAP_CACHE_CACHED);
    VALUE(VIRGL_RENDERER_MAP_CACHE_UNCACHED);
    VALUE(VIRGL_RENDERER_MAP_CACHE_WC);
    VALUE(VIRGL_RENDERER_BLOB_FD_TYPE_DMABUF);
    VALUE(VIRGL_RENDERER_BLOB_FD_TYPE_OPAQUE);
    VALUE(VIRGL_RENDERER_BLOB_FD_TYPE_SHM);
    VALUE(VIRGL_RENDERER_FENCE_FLAG_MERGEABLE);
}

/* Never called: compiles only if the declarations have these types. */
static void signatures(void)
{
    typedef struct virgl_box box;
    typedef struct iovec iov;
    SIGNATURE(virgl_renderer_init, int (*)(void *, int, callbacks *));
    SIGNATURE(virgl_renderer_poll, void (*)(void));
    SIGNATURE(virgl_renderer_get_cursor_data, void *(*)(uint32_t, uint32_t *, uint32_t *));
    SIGNATURE(virgl_renderer_get_rect,
              void (*)(int, iov *, unsigned, uint32_t, int, int, int, int));
    SIGNATURE(virgl_renderer_get_fd_for_texture, int (*)(uint32_t, int *));
    SIGNATURE(virgl_renderer_get_fd_for_texture2, int (*)(uint32_t, int *, int *, int *));
    SIGNATURE(virgl_renderer_resource_create, int (*)(create_args *, iov *, uint32_t));
    SIGNATURE(virgl_renderer_resource_import_eglimage, int (*)(create_args *, void *));
    SIGNATURE(virgl_renderer_resource_unref, void (*)(uint32_t));
    SIGNATURE(virgl_renderer_resource_set_priv, void (*)(uint32_t, void *));
    SIGNATURE(virgl_renderer_resource_get_priv, void *(*)(uint32_t));
    SIGNATURE(virgl_renderer_context_create, int (*)(uint32_t, uint32_t, const char *));
    SIGNATURE(virgl_renderer_context_destroy, void (*)(uint32_t));
    SIGNATURE(virgl_renderer_submit_cmd, int (*)(void *, int, int));
    SIGNATURE(virgl_renderer_transfer_read_iov, int (*)(uint32_t, uint32_t, uint32_t, uint32_t,
                                                        uint32_t, box *, uint64_t, iov *, int));
    SIGNATURE(
        virgl_renderer_transfer_write_iov,
        int (*)(uint32_t, uint32_t, int, uint32_t, uint32_t, box *, uint64_t, iov *, unsigned));
    SIGNATURE(virgl_renderer_get_cap_set, void (*)(uint32_t, uint32_t *, uint32_t *));
    SIGNATURE(virgl_renderer_fill_caps, void (*)(uint32_t, uint32_t, void *));
    SIGNATURE(virgl_renderer_resource_attach_iov, int (*)(int, iov *, int));
    SIGNATURE(virgl_renderer_resource_detach_iov, void (*)(int, iov **, int *));
    SIGNATURE(virgl_renderer_create_fence, int (*)(int, uint32_t));
    SIGNATURE(virgl_renderer_force_ctx_0, void (*)(void));
    SIGNATURE(virgl_renderer_ctx_attach_resource, void (*)(int, int));
    SIGNATURE(virgl_renderer_ctx_detach_resource, void (*)(int, int));
    SIGNATURE(virgl_set_debug_callback, virgl_debug_callback_type(*)(virgl_debug_callback_type));
    SIGNATURE(virgl_renderer_resource_get_info, int (*)(int, info *));
    SIGNATURE(virgl_renderer_cleanup, void (*)(void *));
    SIGNATURE(virgl_renderer_reset, void (*)(void));
    SIGNATURE(virgl_renderer_get_poll_fd, int (*)(void));
    SIGNATURE(virgl_renderer_execute, int (*)(void *, uint32_t));
    SIGNATURE(virgl_renderer_context_create_with_flags,
              int (*)(uint32_t, uint32_t, uint32_t, const char *));
    SIGNATURE(virgl_renderer_resource_create_blob, int (*)(const blob_args *));
    SIGNATURE(virgl_renderer_resource_map, int (*)(uint32_t, void **, uint64_t *));
    SIGNATURE(virgl_renderer_resource_unmap, int (*)(uint32_t));
    SIGNATURE(virgl_renderer_resource_get_map_info, int (*)(uint32_t, uint32_t *));
    SIGNATURE(virgl_renderer_resource_export_blob, int (*)(uint32_t, uint32_t *, int *));
    SIGNATURE(virgl_renderer_resource_import_blob, int (*)(const import_args *));
    SIGNATURE(virgl_renderer_export_fence, int (*)(uint32_t, int *));
    SIGNATURE(virgl_renderer_context_create_fence, int (*)(uint32_t, uint32_t, uint32_t, uint64_t));
    SIGNATURE(virgl_renderer_context_poll, void (*)(uint32_t));
    SIGNATURE(virgl_renderer_context_get_poll_fd, int (*)(uint32_t));
}

int main(void)
{
    structures();
    values();
    signatures();
    return 0;
}
