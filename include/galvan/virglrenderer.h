/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The API of virglrenderer, which virtual machine monitors call, as Galvan's libvirglrenderer.so.1
 * implements it. Programs are compiled with virglrenderer's own header, of 0.10 or 1.x, and load
 * Galvan's library in place of virglrenderer's; the names, numbers and layouts here are
 * virglrenderer's. This header describes what each function does in Galvan's library.
 * docs/virglrenderer.md describes how to use the library.
 *
 * A process has one renderer. Any thread may call the functions; a second thread waits for the
 * first. A call from inside a log callback is refused: it does nothing, and returns an error. Fence
 * callbacks may call all functions.
 *
 * "Handle" is the caller's number of a resource and "context id" its number of a context; neither
 * is 0. Numbers, boxes, sizes, strides and commands come from a guest and are not trusted. Pointers
 * to structures and arrays come from the caller and are trusted.
 *
 * The stock library, if there is one, handles the capability sets that Galvan lacks, with their
 * contexts and resources (docs/virglrenderer.md): this header describes Galvan's contexts and
 * resources only. Results of the stock library are returned unchanged.
 *
 * Functions that return int return 0 or an error, with the same sign as in virglrenderer. These
 * return positive errno values: create_fence, context_create, resource_create,
 * resource_import_eglimage, resource_attach_iov, resource_get_info, their variants with a longer
 * name, submissions and transfers. All others return negative ones:
 *   EINVAL      an argument is wrong, or there is no renderer
 *   EBUSY       called from inside a log callback
 *   ENOMEM      host or device memory ran out
 *   ENOSPC      the guest's share of memory, objects or contexts is used up
 *   EOPNOTSUPP  Galvan or the Vulkan device has no such thing
 *   EIO         the Vulkan device was lost: cleanup, then init again
 * Functions without a result do nothing in these cases. After an error, output parameters are
 * unchanged. */
#ifndef GALVAN_VIRGLRENDERER_H
#define GALVAN_VIRGLRENDERER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"

#ifdef __cplusplus
extern "C" {
#endif

struct iovec; /* of <sys/uio.h> */

/* In texels; z is a layer, or a slice of a 3D texture. */
struct virgl_box {
    uint32_t x, y, z;
    uint32_t w, h, d;
};

/* ---- The renderer -------------------------------------------------------------------------- */

typedef void *virgl_renderer_gl_context;

/* The GL context that the library asks the caller to create. */
struct virgl_renderer_gl_ctx_param {
    int version; /* 1: the members up to minor_ver */
    bool shared; /* false */
    int major_ver;
    int minor_ver;
    int compat_ctx; /* since 1.0 */
};

/* Every function may be NULL. Members of versions later than `version` are not read. */
struct virgl_renderer_callbacks {
    int version; /* 1 to 4 */

    /* Reports that a fence of virgl_renderer_create_fence() has passed: all earlier submissions
     * have finished, and the requested query results are in the guest's memory. Called once for
     * each fence, in the order of their creation. */
    void (*write_fence)(void *cookie, uint32_t fence);

    /* create_gl_context, destroy_gl_context and make_current are only for textures of the caller's
     * GL (see tex_id). With VIRGL_RENDERER_USE_EGL or _USE_GLX, or if create_gl_context or
     * make_current is NULL, none of the three is called. scanout_idx is 0. create_gl_context is
     * called when tex_id is first queried, with versions 3.3, 3.0 and 2.0 in turn, until it returns
     * a context; it must return NULL if it cannot create a context of that version. The result of
     * make_current is ignored. Functions of this library call the three on the caller's thread, and
     * the three must not call this library. */
    virgl_renderer_gl_context (*create_gl_context)(void *cookie, int scanout_idx,
                                                   struct virgl_renderer_gl_ctx_param *param);
    void (*destroy_gl_context)(void *cookie, virgl_renderer_gl_context ctx);
    int (*make_current)(void *cookie, int scanout_idx, virgl_renderer_gl_context ctx);

    /* Since version 2. Only the stock library calls this: GALVAN_DEVICE chooses Galvan's device. */
    int (*get_drm_fd)(void *cookie);

    /* Since version 3. Reports, like write_fence, that a fence of
     * virgl_renderer_context_create_fence() has passed. ring_idx is 0 for Galvan's contexts. With
     * ASYNC_FENCE_CB the stock library calls this function from its own threads; in such a call,
     * the function must not call this library. */
    void (*write_context_fence)(void *cookie, uint32_t ctx_id, uint32_t ring_idx,
                                uint64_t fence_id);

    /* Only the stock library calls this. */
    int (*get_server_fd)(void *cookie, uint32_t version);

    /* Since version 4. Never called. */
    void *(*get_egl_display)(void *cookie);
};

/* Flags of virgl_renderer_init(). With USE_EGL or USE_GLX there are no textures of the caller's GL.
 * The other flags about GL (SURFACELESS, GLES, COMPAT_PROFILE), VIDEO and D3D11 have no effect.
 * EXTERNAL_BLOB, RENDER_SERVER and GUEST_VRAM are for the stock library. VENUS, DRM, NO_VIRGL and
 * flags of later versions make this library initialise the stock library. */
#define VIRGL_RENDERER_USE_EGL             (1 << 0)
#define VIRGL_RENDERER_THREAD_SYNC         (1 << 1) /* see virgl_renderer_get_poll_fd() */
#define VIRGL_RENDERER_USE_GLX             (1 << 2)
#define VIRGL_RENDERER_USE_SURFACELESS     (1 << 3)
#define VIRGL_RENDERER_USE_GLES            (1 << 4)
#define VIRGL_RENDERER_USE_EXTERNAL_BLOB   (1 << 5)
#define VIRGL_RENDERER_VENUS               (1 << 6) /* the stock library's */
#define VIRGL_RENDERER_NO_VIRGL            (1 << 7) /* use the stock library only */
#define VIRGL_RENDERER_ASYNC_FENCE_CB      (1 << 8) /* see virgl_renderer_init() */
#define VIRGL_RENDERER_RENDER_SERVER       (1 << 9)
#define VIRGL_RENDERER_DRM                 (1 << 10) /* the stock library's */
#define VIRGL_RENDERER_USE_VIDEO           (1 << 11)
#define VIRGL_RENDERER_D3D11_SHARE_TEXTURE (1 << 12)
#define VIRGL_RENDERER_COMPAT_PROFILE      (1 << 13)
#define VIRGL_RENDERER_USE_GUEST_VRAM      (1 << 14)

/* Opens a Vulkan device (GALVAN_DEVICE, GALVAN_MASK and GALVAN_CACHE have their usual meaning) and
 * creates the renderer. The callbacks are copied; `cookie` is passed to them and never accessed. A
 * second call with the same arguments does nothing and returns 0; with other arguments it returns
 * -EBUSY. Returns -1 if `cb` is NULL or has an unknown version. With VIRGL_RENDERER_NO_VIRGL, opens
 * no Vulkan device, and returns the errors of the stock library, or -EINVAL if there is no stock
 * library. Without that flag, a failure of the stock library is only logged, and Galvan still
 * draws. Returns -ENODEV if there is no Vulkan device or loader; the log then says what is missing.
 * With ASYNC_FENCE_CB and THREAD_SYNC a thread of the library calls fence callbacks as soon as a
 * fence has passed, and polling does nothing. */
GALVAN_API int virgl_renderer_init(void *cookie, int flags, struct virgl_renderer_callbacks *cb);

/* Ends contexts, resources, and the device. Fences that have not passed are dropped. When the
 * function returns, no further callback comes, and no callback is running except in a
 * virgl_renderer_poll(). Does nothing without a renderer, or on the thread of ASYNC_FENCE_CB, which
 * cannot wait for itself. May be called from a fence callback of virgl_renderer_poll(). `cookie` is
 * ignored. */
GALVAN_API void virgl_renderer_cleanup(void *cookie);

/* Ends all contexts and resources and forgets all fences, for a guest that starts over. */
GALVAN_API void virgl_renderer_reset(void);

/* Updates every texture whose tex_id the caller has queried and whose resource has changed, and
 * makes the textures' context current. Does nothing before there is a texture. Waits for the device
 * if something has changed. */
GALVAN_API void virgl_renderer_force_ctx_0(void);

/* ---- Fences -------------------------------------------------------------------------------- */

/* Calls back for every fence that had passed when the function was called, and copies query results
 * to the guest's memory. Does nothing with ASYNC_FENCE_CB. */
GALVAN_API void virgl_renderer_poll(void);

/* With THREAD_SYNC, returns a file descriptor that is readable when virgl_renderer_poll() has work;
 * the library owns it. Returns -1 without THREAD_SYNC, with ASYNC_FENCE_CB, and without a
 * renderer. */
GALVAN_API int virgl_renderer_get_poll_fd(void);

/* Creates a fence after all work submitted so far by any context, and starts that work. ctx_id is
 * ignored. */
GALVAN_API int virgl_renderer_create_fence(int client_fence_id, uint32_t ctx_id);

/* With this flag the callback of a fence may be skipped if the callback of a later fence is called;
 * Galvan always calls it. */
#define VIRGL_RENDERER_FENCE_FLAG_MERGEABLE (1 << 0)

/* Creates a fence like virgl_renderer_create_fence(), but for a context. The fence is dropped if
 * the context ends before the fence passes. ring_idx must be 0. */
GALVAN_API int virgl_renderer_context_create_fence(uint32_t ctx_id, uint32_t flags,
                                                   uint32_t ring_idx, uint64_t fence_id);

/* Do the same as virgl_renderer_poll() and virgl_renderer_get_poll_fd(), if the context exists: all
 * contexts share one timeline. */
GALVAN_API void virgl_renderer_context_poll(uint32_t ctx_id);
GALVAN_API int virgl_renderer_context_get_poll_fd(uint32_t ctx_id);

/* Fences of the stock library are exported and imported as sync files. Without a stock library
 * these four functions return -EOPNOTSUPP, except that attach_fence returns EINVAL if the context
 * does not exist. attach_fence always closes fence_fd. */
GALVAN_API int virgl_renderer_export_fence(uint32_t client_fence_id, int *fd);
GALVAN_API int virgl_renderer_export_signalled_fence(void);
GALVAN_API int virgl_renderer_attach_fence(int ctx_id, int fence_fd);
GALVAN_API int virgl_renderer_get_fence_fd(uint64_t fence_id);

/* ---- Capabilities -------------------------------------------------------------------------- */

/* Returns version and size in bytes of a capability set. Sets 1 and 2 are virgl's; for any other
 * set, the stock library is loaded and answers. If neither library has the set, version and size
 * are 0. May be called before virgl_renderer_init(). Either pointer may be NULL. */
GALVAN_API void virgl_renderer_get_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size);

/* Writes a capability set, or zeros if there is no renderer: exactly as many bytes as
 * virgl_renderer_get_cap_set() returns. `version` is ignored. */
GALVAN_API void virgl_renderer_fill_caps(uint32_t set, uint32_t version, void *caps);

/* ---- Contexts ------------------------------------------------------------------------------ */

#define VIRGL_RENDERER_CONTEXT_FLAG_CAPSET_ID_MASK 0xff

/* Creates context ctx_id, which must not be 0. An existing context with this id stays, with its
 * name. `name`, for log lines, has `nlen` bytes, which are copied; it may be NULL. ctx_flags is the
 * number of the context's capability set; 0 means set 1. For virgl's sets, ctx_flags may contain no
 * other bits. The function without ctx_flags always means set 1. */
GALVAN_API int virgl_renderer_context_create(uint32_t ctx_id, uint32_t nlen, const char *name);
GALVAN_API int virgl_renderer_context_create_with_flags(uint32_t ctx_id, uint32_t ctx_flags,
                                                        uint32_t nlen, const char *name);

/* Ends a context, and drops the context's fences that have not passed. Resources stay. */
GALVAN_API void virgl_renderer_context_destroy(uint32_t ctx_id);

/* Attach a resource to a context, or detach it. The context's commands and transfers may only name
 * attached resources. */
GALVAN_API void virgl_renderer_ctx_attach_resource(int ctx_id, int res_handle);
GALVAN_API void virgl_renderer_ctx_detach_resource(int ctx_id, int res_handle);

/* Executes `ndw` dwords of commands; the buffer is not changed and not needed afterwards. No other
 * thread may change the buffer during the call. EFAULT: the buffer is not aligned to 4 bytes. A
 * wrong command is logged and skipped, the commands after it are executed, and the function returns
 * EINVAL; in virgl_test_server the function returns 0 if the command only named an object that does
 * not exist. If the buffer cannot be divided into commands, execution ends at that point. ENOSPC:
 * more than 1 MiB. */
GALVAN_API int virgl_renderer_submit_cmd(void *buffer, int ctx_id, int ndw);

/* Executes commands like virgl_renderer_submit_cmd() if `num_in_fences` is 0; otherwise returns
 * EINVAL, since no function returns fences to wait for. */
GALVAN_API int virgl_renderer_submit_cmd2(void *buffer, int ctx_id, int ndw, uint64_t *in_fence_ids,
                                          uint32_t num_in_fences);

/* Returns -EOPNOTSUPP: only DRM contexts have a device with a file descriptor. */
GALVAN_API int virgl_renderer_get_dev_fd(uint32_t ctx_id);

/* ---- Resources ----------------------------------------------------------------------------- */

struct virgl_renderer_resource_create_args {
    uint32_t handle; /* neither 0 nor in use */
    uint32_t target; /* enum pipe_texture_target */
    uint32_t format; /* as the protocol numbers them */
    uint32_t bind;
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    uint32_t array_size;
    uint32_t last_level;
    uint32_t nr_samples;
    uint32_t flags; /* ignored: row 0 is always the first in memory */
};

/* Creates a resource. `iov` and `num_iovs` are its backing, as in
 * virgl_renderer_resource_attach_iov(), or NULL and 0. */
GALVAN_API int virgl_renderer_resource_create(struct virgl_renderer_resource_create_args *args,
                                              struct iovec *iov, uint32_t num_iovs);

/* Returns EOPNOTSUPP: Galvan does not use EGL. */
GALVAN_API int
virgl_renderer_resource_import_eglimage(struct virgl_renderer_resource_create_args *args,
                                        void *image);

/* Destroys a resource: removes it from its contexts, detaches its backing, and frees the handle. */
GALVAN_API void virgl_renderer_resource_unref(uint32_t res_handle);

/* virgl_renderer_resource_set_priv() stores a pointer of the caller with a resource.
 * virgl_renderer_resource_get_priv() returns this pointer, or NULL if no pointer was stored or the
 * resource does not exist. */
GALVAN_API void virgl_renderer_resource_set_priv(uint32_t res_handle, void *priv);
GALVAN_API void *virgl_renderer_resource_get_priv(uint32_t res_handle);

/* Attaches the backing of a resource: pieces of the guest's memory. The array is copied, and its
 * address is stored for detach; the memory must stay until detach, unref, reset or cleanup. EINVAL
 * if the resource already has a backing. */
GALVAN_API int virgl_renderer_resource_attach_iov(int res_handle, struct iovec *iov, int num_iovs);

/* Detaches the backing. *iov and *num_iovs get the arguments of attach, or NULL and 0 without a
 * backing; both pointers may be NULL. */
GALVAN_API void virgl_renderer_resource_detach_iov(int res_handle, struct iovec **iov,
                                                   int *num_iovs);

struct virgl_renderer_resource_info {
    uint32_t handle;
    uint32_t virgl_format;
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    uint32_t flags; /* 0: row 0 is the top row */

    /* A 2D texture of the caller's GL that has the resource's present pixels. The texture exists in
     * the contexts that share objects with the context of create_gl_context, and lasts as long as
     * the resource. The next query and virgl_renderer_force_ctx_0() update its pixels. 0 if the
     * caller has no GL, or if a screen cannot display the resource. A resource that a screen can
     * display is 2D, has one sample, and has 8 bits a channel, 565, or (not with GL ES)
     * 2:10:10:10. */
    uint32_t tex_id;
    uint32_t stride; /* bytes of a row in a transfer with stride 0 */
    int drm_fourcc;  /* DRM's name of the format; 0: it has none */
};

/* Describes a resource. If it has a texture, the texture's context is current afterwards. In a
 * program compiled for 1.0 the structure has one more member, fd; it is not written, because a
 * program compiled for 0.10 has no room for it. */
GALVAN_API int virgl_renderer_resource_get_info(int res_handle,
                                                struct virgl_renderer_resource_info *info);

/* `base` is struct virgl_renderer_resource_info as in virglrenderer 1.0. The members after it are
 * new in 1.0. */
struct virgl_renderer_resource_info_ext {
    int version; /* set to 0 */
    struct {
        uint32_t handle;
        uint32_t virgl_format;
        uint32_t width;
        uint32_t height;
        uint32_t depth;
        uint32_t flags;
        uint32_t tex_id;
        uint32_t stride;
        int drm_fourcc;
        int fd; /* -1 */
    } base;
    bool has_dmabuf_export; /* see struct virgl_renderer_export_query */
    int planes;             /* 1 if has_dmabuf_export */
    uint64_t modifiers;     /* 0: DRM_FORMAT_MOD_LINEAR */
    void *d3d_tex2d;        /* NULL */
};

GALVAN_API int virgl_renderer_resource_get_info_ext(int res_handle,
                                                    struct virgl_renderer_resource_info_ext *info);

/* ---- Transfers ----------------------------------------------------------------------------- */

/* Copy from the backing to the resource, and back. `iov` is memory to use in place of the backing;
 * if it is NULL, the backing is used. `offset` is the position of the box's first texel block in
 * that memory. `stride` and `layer_stride` are in bytes; if they are 0, the level's rows have no
 * padding. If ctx_id is not 0, the resource must be attached to that context. The copy is finished
 * when the function returns. */
GALVAN_API int virgl_renderer_transfer_write_iov(uint32_t handle, uint32_t ctx_id, int level,
                                                 uint32_t stride, uint32_t layer_stride,
                                                 struct virgl_box *box, uint64_t offset,
                                                 struct iovec *iov, unsigned int num_iovs);
GALVAN_API int virgl_renderer_transfer_read_iov(uint32_t handle, uint32_t ctx_id, uint32_t level,
                                                uint32_t stride, uint32_t layer_stride,
                                                struct virgl_box *box, uint64_t offset,
                                                struct iovec *iov, int num_iovs);

/* Reads a rectangle of level 0 and layer 0 into `iov`, beginning at byte `offset` of `iov`. The
 * stride of the rows is that of a whole row of the resource. */
GALVAN_API void virgl_renderer_get_rect(int res_handle, struct iovec *iov, unsigned int num_iovs,
                                        uint32_t offset, int x, int y, int width, int height);

/* Returns the pixels of a 2D texture of at most 128x128, in the texture's format, top row first and
 * without padding. The caller must free() them. Returns NULL, with *width and *height unchanged, if
 * the resource is not such a texture, if `width` or `height` is NULL, or if memory ran out. */
GALVAN_API void *virgl_renderer_get_cursor_data(uint32_t res_handle, uint32_t *width,
                                                uint32_t *height);

/* Returns the dma-buf of the resource whose info has this tex_id, as virgl_renderer_execute()
 * exports it. If the caller has no OpenGL, tex_id is not a texture but only identifies the resource
 * for this function. -EINVAL if there is no such resource or a pointer is NULL. */
GALVAN_API int virgl_renderer_get_fd_for_texture(uint32_t tex_id, int *fd);
GALVAN_API int virgl_renderer_get_fd_for_texture2(uint32_t tex_id, int *fd, int *stride,
                                                  int *offset);

/* ---- Blobs --------------------------------------------------------------------------------- */

#define VIRGL_RENDERER_BLOB_MEM_GUEST        1
#define VIRGL_RENDERER_BLOB_MEM_HOST3D       2
#define VIRGL_RENDERER_BLOB_MEM_HOST3D_GUEST 3
#define VIRGL_RENDERER_BLOB_MEM_GUEST_VRAM   4

#define VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE     1
#define VIRGL_RENDERER_BLOB_FLAG_USE_SHAREABLE    2
#define VIRGL_RENDERER_BLOB_FLAG_USE_CROSS_DEVICE 4

struct virgl_renderer_resource_create_blob_args {
    uint32_t res_handle;
    uint32_t ctx_id; /* 0 for guest memory */
    uint32_t blob_mem;
    uint32_t blob_flags;
    uint64_t blob_id; /* 0 for guest memory */
    uint64_t size;    /* bytes, not 0 */
    const struct iovec *iovecs;
    uint32_t num_iovs;
};

/* Creates a resource of bytes. Guest memory (BLOB_MEM_GUEST) must have a backing of at least `size`
 * bytes; transfers with other resources may name it as staging memory. Host memory (HOST3D) is a
 * buffer of at most `size` bytes that a command of the context has announced under blob_id, and
 * takes no backing; the call consumes the announcement. -EINVAL if no buffer was announced.
 * HOST3D_GUEST and GUEST_VRAM: -EOPNOTSUPP. The flags have no effect: every blob has the properties
 * that flags can request. */
GALVAN_API int
virgl_renderer_resource_create_blob(const struct virgl_renderer_resource_create_blob_args *args);

#define VIRGL_RENDERER_MAP_CACHE_MASK     0x0f
#define VIRGL_RENDERER_MAP_CACHE_NONE     0x00
#define VIRGL_RENDERER_MAP_CACHE_CACHED   0x01
#define VIRGL_RENDERER_MAP_CACHE_UNCACHED 0x02
#define VIRGL_RENDERER_MAP_CACHE_WC       0x03

#define VIRGL_RENDERER_BLOB_FD_TYPE_DMABUF 1
#define VIRGL_RENDERER_BLOB_FD_TYPE_OPAQUE 2
#define VIRGL_RENDERER_BLOB_FD_TYPE_SHM    3

struct virgl_renderer_resource_import_blob_args {
    uint32_t res_handle;
    uint32_t blob_mem;
    uint32_t fd_type;
    int fd;
    uint64_t size;
};

/* Map and unmap host memory for the guest: -EINVAL if the resource does not exist, -EOPNOTSUPP if
 * it is not host memory. Without VK_EXT_external_memory_host Galvan offers no such memory to
 * guests, and refuses commands that announce it.
 *
 * Map returns the page-aligned address of the memory, and the `size` that the blob was created
 * with. The address is valid until unmap, which only ends the caller's right to use it, or until
 * the resource is destroyed. A second map, or an unmap without a map, returns -EINVAL. The device
 * sees the guest's writes in commands submitted later; the guest sees the device's writes when a
 * fence has passed. */
GALVAN_API int virgl_renderer_resource_map(uint32_t res_handle, void **map, uint64_t *out_size);
GALVAN_API int virgl_renderer_resource_unmap(uint32_t res_handle);

/* Maps the host memory at the page-aligned address `addr`, replacing any mapping at that address.
 * May be called any number of times. The mapping remains when the resource is destroyed; the caller
 * removes it by another mapping at that address. */
GALVAN_API int virgl_renderer_resource_map_fixed(uint32_t res_handle, void *addr);

/* Stores in *map_info how a guest should map the memory: VIRGL_RENDERER_MAP_CACHE_CACHED. */
GALVAN_API int virgl_renderer_resource_get_map_info(uint32_t res_handle, uint32_t *map_info);

/* Returns a new descriptor of host memory, VIRGL_RENDERER_BLOB_FD_TYPE_SHM: a file in memory, of
 * the blob's size rounded up to pages, that any process can map and none can resize. The caller
 * closes it; the memory stays for processes that have mapped it. A blob that was created while 256
 * other blobs existed cannot be exported (-EOPNOTSUPP), so that a guest cannot use up the
 * descriptors of the process. */
GALVAN_API int virgl_renderer_resource_export_blob(uint32_t res_handle, uint32_t *fd_type, int *fd);

/* Imports memory of other processes, for contexts of the stock library. Without a stock library,
 * returns -EINVAL for wrong arguments, otherwise -EOPNOTSUPP. The caller still owns the
 * descriptor. */
GALVAN_API int
virgl_renderer_resource_import_blob(const struct virgl_renderer_resource_import_blob_args *args);

/* ---- Queries ------------------------------------------------------------------------------- */

enum virgl_renderer_structure_type_v0 {
    VIRGL_RENDERER_STRUCTURE_TYPE_NONE = 0,
    VIRGL_RENDERER_STRUCTURE_TYPE_EXPORT_QUERY = 1 << 0,
    VIRGL_RENDERER_STRUCTURE_TYPE_SUPPORTED_STRUCTURES = 1 << 1,
};

struct virgl_renderer_hdr {
    uint32_t stype;
    uint32_t stype_version; /* 0 */
    uint32_t size;          /* of the whole structure */
};

/* A query that exports a resource as a dma-buf. A 2D texture can be exported if DRM has a name for
 * its format and the device has VK_EXT_external_memory_dma_buf. The result is then one dma-buf with
 * DRM_FORMAT_MOD_LINEAR; if in_export_fds is not 0, out_fds[0] is a new descriptor of it. The
 * dma-buf is a copy, which the device updates after each submission and each transfer to the
 * resource; a later fence passes after the update. For other resources, out_num_fds and out_fourcc
 * are 0, out_fds are -1, and the other outputs are 0. */
struct virgl_renderer_export_query {
    struct virgl_renderer_hdr hdr;
    uint32_t in_resource_id;

    uint32_t out_num_fds;
    uint32_t in_export_fds;
    uint32_t out_fourcc;
    uint32_t pad;

    int32_t out_fds[4];
    uint32_t out_strides[4];
    uint32_t out_offsets[4];
    uint64_t out_modifier;
};

/* Queries the structures that the interface has in version in_stype_version. The result is a mask
 * of enum virgl_renderer_structure_type_v0. */
struct virgl_renderer_supported_structures {
    struct virgl_renderer_hdr hdr;
    uint32_t in_stype_version;
    uint32_t out_supported_structures_mask;
};

/* Answers the query structure at `args`. `size` must be the size of the structure, and equal the
 * size in its header. -EINVAL for an unknown structure or version, and for a query about a resource
 * that does not exist. */
GALVAN_API int virgl_renderer_execute(void *args, uint32_t size);

/* ---- Messages ------------------------------------------------------------------------------ */

typedef void (*virgl_debug_callback_type)(const char *fmt, va_list ap);

enum virgl_log_level_flags {
    VIRGL_LOG_LEVEL_DEBUG,
    VIRGL_LOG_LEVEL_INFO,
    VIRGL_LOG_LEVEL_WARNING,
    VIRGL_LOG_LEVEL_ERROR,
    VIRGL_LOG_LEVEL_SILENT,
};

typedef void (*virgl_log_callback_type)(enum virgl_log_level_flags level, const char *message,
                                        void *user_data);
typedef void (*virgl_free_data_callback_type)(void *user_data);

/* Choose where messages go: to the last callback of either kind that was set; without a callback,
 * or after NULL, to standard error. Each message is a line that ends in a newline. GALVAN_LOG
 * selects the messages. May be called at any time, also before virgl_renderer_init() and from
 * inside a callback. Messages come one at a time, from any thread that calls the library and from
 * the library's own threads. free_data, which may be NULL, is called for the user_data of a
 * callback that is replaced. virgl_set_debug_callback() returns the previous debug callback, or
 * NULL if a log callback was set. */
GALVAN_API virgl_debug_callback_type virgl_set_debug_callback(virgl_debug_callback_type cb);
GALVAN_API void virgl_set_log_callback(virgl_log_callback_type cb, void *user_data,
                                       virgl_free_data_callback_type free_data);

#ifdef __cplusplus
}
#endif
#endif
