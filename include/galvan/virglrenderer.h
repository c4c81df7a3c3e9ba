/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The API of virglrenderer, which virtual machine monitors speak, as Galvan's libvirglrenderer.so.1
 * carries it out. Programs are compiled with virglrenderer's own header, of 0.10 or 1.x, and load
 * this library in place of its; the names, numbers and layouts here are that interface's. This
 * header says what Galvan's library does with each of them. docs/virglrenderer.md has the rest.
 *
 * The interface has one renderer for a process. All functions may be called from one thread at a
 * time; a second thread waits for the first. A call from inside a log callback is refused: it does
 * nothing, and returns its error. Fence callbacks may call everything.
 *
 * "Handle" is the caller's number of a resource and "context id" that of a context; 0 is neither.
 * Numbers come from a guest and are not trusted, nor are boxes, sizes, strides and commands.
 * Structures and arrays that pointers name are the caller's word.
 *
 * Capability sets that Galvan does not draw, their contexts and their resources are those of the
 * stock library, where there is one (docs/virglrenderer.md): what is said here of a context or a
 * resource is said of Galvan's. What the stock library returns is returned as it is.
 *
 * Functions that return int return 0 or an error, with the sign that callers have it with from
 * virglrenderer. Positive errno values come from create_fence, context_create, resource_create,
 * resource_import_eglimage, resource_attach_iov and resource_get_info, with and without an ending,
 * from submissions and from transfers; negative ones from all others:
 *   EINVAL      an argument is wrong, or there is no renderer
 *   EBUSY       called from inside a log callback
 *   ENOMEM      host or device memory ran out
 *   ENOSPC      the guest's share of memory, objects or contexts is used up
 *   EOPNOTSUPP  Galvan or the Vulkan device has no such thing
 *   EIO         the Vulkan device was lost: cleanup, then init again
 * Functions that return nothing do nothing where these would return an error. Where an error is
 * returned, what pointers name is as it was. */
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

/* What GL context a caller is asked for. */
struct virgl_renderer_gl_ctx_param {
    int version; /* 1: the members up to minor_ver */
    bool shared; /* false */
    int major_ver;
    int minor_ver;
    int compat_ctx; /* since 1.0 */
};

/* Every function may be NULL. Members of a later version than version are not read. */
struct virgl_renderer_callbacks {
    int version; /* 1 to 4 */

    /* A fence of virgl_renderer_create_fence() has passed: all that was submitted before it is
     * done and the query results asked for are in the guest's memory. In the order of creation, one
     * call for each. */
    void (*write_fence)(void *cookie, uint32_t fence);

    /* For textures of the caller's GL (see tex_id), and for nothing else. With
     * VIRGL_RENDERER_USE_EGL or _USE_GLX, or when one of create_gl_context and make_current is
     * NULL, none of the three is called. scanout_idx is 0. create_gl_context is called when
     * tex_id is first asked for, with versions 3.3, 3.0 and 2.0 until it makes one; NULL: it has
     * none. What make_current returns is not looked at. They come from within functions of this
     * library, on the caller's thread, and must call none of them. */
    virgl_renderer_gl_context (*create_gl_context)(void *cookie, int scanout_idx,
                                                   struct virgl_renderer_gl_ctx_param *param);
    void (*destroy_gl_context)(void *cookie, virgl_renderer_gl_context ctx);
    int (*make_current)(void *cookie, int scanout_idx, virgl_renderer_gl_context ctx);

    /* Since version 2. For the stock library alone: GALVAN_DEVICE chooses Galvan's device. */
    int (*get_drm_fd)(void *cookie);

    /* Since version 3. The same for a fence of virgl_renderer_context_create_fence(). ring_idx is 0
     * for Galvan's contexts. With ASYNC_FENCE_CB the stock library calls from threads of its own,
     * and then no function may be called. */
    void (*write_context_fence)(void *cookie, uint32_t ctx_id, uint32_t ring_idx,
                                uint64_t fence_id);

    /* For the stock library alone. */
    int (*get_server_fd)(void *cookie, uint32_t version);

    /* Since version 4. Never called. */
    void *(*get_egl_display)(void *cookie);
};

/* Flags of virgl_renderer_init(). With EGL or GLX there are no textures of the caller's GL; the
 * others about GL (SURFACELESS, GLES, COMPAT_PROFILE) have nothing to say here, nor have VIDEO and
 * D3D11. EXTERNAL_BLOB, RENDER_SERVER and GUEST_VRAM are for the stock library. VENUS, DRM,
 * NO_VIRGL and flags that later versions have are what it is initialised for. */
#define VIRGL_RENDERER_USE_EGL             (1 << 0)
#define VIRGL_RENDERER_THREAD_SYNC         (1 << 1) /* see virgl_renderer_get_poll_fd() */
#define VIRGL_RENDERER_USE_GLX             (1 << 2)
#define VIRGL_RENDERER_USE_SURFACELESS     (1 << 3)
#define VIRGL_RENDERER_USE_GLES            (1 << 4)
#define VIRGL_RENDERER_USE_EXTERNAL_BLOB   (1 << 5)
#define VIRGL_RENDERER_VENUS               (1 << 6) /* the stock library's */
#define VIRGL_RENDERER_NO_VIRGL            (1 << 7) /* all is the stock library's */
#define VIRGL_RENDERER_ASYNC_FENCE_CB      (1 << 8) /* with THREAD_SYNC: see below */
#define VIRGL_RENDERER_RENDER_SERVER       (1 << 9)
#define VIRGL_RENDERER_DRM                 (1 << 10) /* the stock library's */
#define VIRGL_RENDERER_USE_VIDEO           (1 << 11)
#define VIRGL_RENDERER_D3D11_SHARE_TEXTURE (1 << 12)
#define VIRGL_RENDERER_COMPAT_PROFILE      (1 << 13)
#define VIRGL_RENDERER_USE_GUEST_VRAM      (1 << 14)

/* Opens a Vulkan device (GALVAN_DEVICE, GALVAN_MASK and GALVAN_CACHE are as everywhere in Galvan)
 * and makes the renderer. The callbacks are copied; cookie is passed to them and never touched. A
 * second call with the same arguments does nothing and returns 0, with others -EBUSY. -1:
 * callbacks NULL or of an unknown version. -EINVAL: VIRGL_RENDERER_NO_VIRGL without a stock
 * library; with one no Vulkan device is opened, and its errors are returned. Without that flag a
 * stock library that fails is a line in the log, and Galvan draws. -ENODEV: no Vulkan device or
 * loader; the log says what is missing. With ASYNC_FENCE_CB and THREAD_SYNC fence callbacks come
 * from a thread of the library, as soon as a fence has passed, and polling does nothing. */
GALVAN_API int virgl_renderer_init(void *cookie, int flags, struct virgl_renderer_callbacks *cb);

/* Ends contexts, resources, and the device. Fences that have not passed are dropped. When it
 * returns, no further callback comes, and none is running except one in a virgl_renderer_poll().
 * Does nothing without a renderer, or on the thread of ASYNC_FENCE_CB, which cannot wait for
 * itself. May be called from a fence callback of virgl_renderer_poll(). cookie is ignored. */
GALVAN_API void virgl_renderer_cleanup(void *cookie);

/* Ends all contexts and resources and forgets all fences, for a guest that starts over. */
GALVAN_API void virgl_renderer_reset(void);

/* Updates every texture whose tex_id the caller has queried and whose resource has changed, and
 * makes the textures' context current. Does nothing before there is a texture. Waits for the device
 * if something has changed. */
GALVAN_API void virgl_renderer_force_ctx_0(void);

/* ---- Fences -------------------------------------------------------------------------------- */

/* Calls back for every fence that had passed when this was called, and brings query results to the
 * guest's memory. Does nothing with ASYNC_FENCE_CB. */
GALVAN_API void virgl_renderer_poll(void);

/* With THREAD_SYNC a file descriptor that is readable when virgl_renderer_poll() has something to
 * do; it belongs to the library. -1 without THREAD_SYNC, with ASYNC_FENCE_CB, and without a
 * renderer. */
GALVAN_API int virgl_renderer_get_poll_fd(void);

/* A fence after everything submitted so far, of any context; ctx_id is ignored. Starts the work. */
GALVAN_API int virgl_renderer_create_fence(int client_fence_id, uint32_t ctx_id);

/* With this flag the callback of a fence may be skipped if a later one is called; Galvan always
 * calls it. */
#define VIRGL_RENDERER_FENCE_FLAG_MERGEABLE (1 << 0)

/* As virgl_renderer_create_fence(), for a context; the fence is dropped if the context ends before
 * it. ring_idx must be 0. */
GALVAN_API int virgl_renderer_context_create_fence(uint32_t ctx_id, uint32_t flags,
                                                   uint32_t ring_idx, uint64_t fence_id);

/* All contexts share one timeline: these are virgl_renderer_poll() and _get_poll_fd(), for a
 * context that exists. */
GALVAN_API void virgl_renderer_context_poll(uint32_t ctx_id);
GALVAN_API int virgl_renderer_context_get_poll_fd(uint32_t ctx_id);

/* Fences as sync files, of the stock library; without one: -EOPNOTSUPP all, but attach_fence EINVAL
 * without such a context; it closes fence_fd whatever it returns. */
GALVAN_API int virgl_renderer_export_fence(uint32_t client_fence_id, int *fd);
GALVAN_API int virgl_renderer_export_signalled_fence(void);
GALVAN_API int virgl_renderer_attach_fence(int ctx_id, int fence_fd);
GALVAN_API int virgl_renderer_get_fence_fd(uint64_t fence_id);

/* ---- Capabilities -------------------------------------------------------------------------- */

/* Version and size in bytes of a capability set: 1 and 2 are virgl's; for any other what the stock
 * library says, which is loaded for that. Both are 0 for a set that neither has. Also before
 * virgl_renderer_init(). Either pointer may be NULL. */
GALVAN_API void virgl_renderer_get_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size);

/* Writes exactly the bytes of virgl_renderer_get_cap_set(); zeros without a renderer. version is
 * not looked at. */
GALVAN_API void virgl_renderer_fill_caps(uint32_t set, uint32_t version, void *caps);

/* ---- Contexts ------------------------------------------------------------------------------ */

#define VIRGL_RENDERER_CONTEXT_FLAG_CAPSET_ID_MASK 0xff

/* Makes context ctx_id, which must not be 0; one that is there stays, and its name. name is nlen
 * bytes for log lines, which are copied, and may be NULL. ctx_flags is the number of a capability
 * set, for a set of virgl's nothing else; 0, as without flags, means 1. */
GALVAN_API int virgl_renderer_context_create(uint32_t ctx_id, uint32_t nlen, const char *name);
GALVAN_API int virgl_renderer_context_create_with_flags(uint32_t ctx_id, uint32_t ctx_flags,
                                                        uint32_t nlen, const char *name);

/* Ends a context and its fences that have not passed. Resources stay. */
GALVAN_API void virgl_renderer_context_destroy(uint32_t ctx_id);

/* Says which resources the context's commands and transfers may name. */
GALVAN_API void virgl_renderer_ctx_attach_resource(int ctx_id, int res_handle);
GALVAN_API void virgl_renderer_ctx_detach_resource(int ctx_id, int res_handle);

/* Executes ndw dwords of commands, which are not changed and not needed afterwards. No other thread
 * may change them meanwhile. EFAULT: not aligned to 4 bytes. A wrong command is logged and skipped,
 * and the rest is executed; EINVAL reports that there was one, except to virgl_test_server if it
 * only named an object that does not exist. A buffer that cannot be divided into commands ends at
 * that point. ENOSPC: more than 1 MiB. */
GALVAN_API int virgl_renderer_submit_cmd(void *buffer, int ctx_id, int ndw);

/* The same without fences to wait for; with some it returns EINVAL, since none can be had here. */
GALVAN_API int virgl_renderer_submit_cmd2(void *buffer, int ctx_id, int ndw, uint64_t *in_fence_ids,
                                          uint32_t num_in_fences);

/* A device of a context's own (DRM contexts): -EOPNOTSUPP. */
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
    uint32_t flags; /* not looked at: row 0 is the first in memory, always */
};

/* Makes a resource. iov as in virgl_renderer_resource_attach_iov(), or NULL and 0. */
GALVAN_API int virgl_renderer_resource_create(struct virgl_renderer_resource_create_args *args,
                                              struct iovec *iov, uint32_t num_iovs);

/* EOPNOTSUPP: there is no EGL here. */
GALVAN_API int
virgl_renderer_resource_import_eglimage(struct virgl_renderer_resource_create_args *args,
                                        void *image);

/* The handle is free; the resource leaves its contexts and its backing. */
GALVAN_API void virgl_renderer_resource_unref(uint32_t res_handle);

/* A pointer of the caller's; NULL without one and without the resource. */
GALVAN_API void virgl_renderer_resource_set_priv(uint32_t res_handle, void *priv);
GALVAN_API void *virgl_renderer_resource_get_priv(uint32_t res_handle);

/* Gives a resource its backing: the guest's memory, in pieces. The array is copied, and its address
 * kept for detach; the memory must stay until detach, unref, reset or cleanup. EINVAL when there
 * is a backing already. */
GALVAN_API int virgl_renderer_resource_attach_iov(int res_handle, struct iovec *iov, int num_iovs);

/* Takes the backing away. *iov and *num_iovs become what attach was given, NULL and 0 without; both
 * pointers may be NULL. */
GALVAN_API void virgl_renderer_resource_detach_iov(int res_handle, struct iovec **iov,
                                                   int *num_iovs);

struct virgl_renderer_resource_info {
    uint32_t handle;
    uint32_t virgl_format;
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    uint32_t flags; /* 0: row 0 is the top one */

    /* A 2D texture of the caller's GL with the resource's pixels as they are now, of the contexts
     * that share with what create_gl_context made. It lasts as long as the resource, and is
     * brought up to date by the next question and by virgl_renderer_force_ctx_0(). 0: the caller
     * has no GL, or the resource is not of a kind that screens show (2D, one sample, 8 bits a
     * channel, 565, or 2:10:10:10 but for GL ES). */
    uint32_t tex_id;
    uint32_t stride; /* bytes of a row when read back with stride 0 */
    int drm_fourcc;  /* DRM's name of the format; 0: it has none */
};

/* Describes a resource. Where there is a texture, its context is current afterwards. A program
 * compiled for 1.0 has one more member, fd, which is not written here, because one compiled for
 * 0.10 has no room. */
GALVAN_API int virgl_renderer_resource_get_info(int res_handle,
                                                struct virgl_renderer_resource_info *info);

/* What virglrenderer 1.0 adds, with the info of 1.0 in front. */
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
    int planes;             /* 1 if so */
    uint64_t modifiers;     /* 0: DRM_FORMAT_MOD_LINEAR */
    void *d3d_tex2d;        /* NULL */
};

GALVAN_API int virgl_renderer_resource_get_info_ext(int res_handle,
                                                    struct virgl_renderer_resource_info_ext *info);

/* ---- Transfers ----------------------------------------------------------------------------- */

/* From the backing to the resource, and back. iov is memory in place of the backing; NULL: the
 * backing. offset is where the box's first texel block lies there, stride and layer_stride are in
 * bytes, 0 being those of the level's rows without padding. With a ctx_id the resource must be
 * attached to that context; 0 asks for nothing. Both are finished when they return. */
GALVAN_API int virgl_renderer_transfer_write_iov(uint32_t handle, uint32_t ctx_id, int level,
                                                 uint32_t stride, uint32_t layer_stride,
                                                 struct virgl_box *box, uint64_t offset,
                                                 struct iovec *iov, unsigned int num_iovs);
GALVAN_API int virgl_renderer_transfer_read_iov(uint32_t handle, uint32_t ctx_id, uint32_t level,
                                                uint32_t stride, uint32_t layer_stride,
                                                struct virgl_box *box, uint64_t offset,
                                                struct iovec *iov, int num_iovs);

/* Reads a rectangle of level 0 and layer 0 into iov, from its byte offset on; rows have the stride
 * of a whole row of the resource. */
GALVAN_API void virgl_renderer_get_rect(int res_handle, struct iovec *iov, unsigned int num_iovs,
                                        uint32_t offset, int x, int y, int width, int height);

/* The pixels of a 2D texture of at most 128x128, in its format, top row first and without padding;
 * the caller's, to be freed with free(). NULL, and width and height as they were, when it is none,
 * one of them is NULL, or memory ran out. */
GALVAN_API void *virgl_renderer_get_cursor_data(uint32_t res_handle, uint32_t *width,
                                                uint32_t *height);

/* The dma-buf of the resource whose info has this tex_id, as virgl_renderer_execute() exports it; a
 * caller without OpenGL has a number there for this alone. -EINVAL where there is none, and where a
 * pointer is NULL. */
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

/* Makes a resource of bytes. Guest memory (BLOB_MEM_GUEST) must have a backing of at least size
 * bytes; transfers with other resources may name it as staging memory. Host memory (HOST3D) is a
 * buffer that a command of the context has announced under blob_id, which is forgotten then, of at
 * most size bytes; -EINVAL without. It takes no backing. HOST3D_GUEST and GUEST_VRAM: -EOPNOTSUPP.
 * The flags promise nothing that is not there anyway. */
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

/* Host memory for the guest: -EINVAL without the resource, -EOPNOTSUPP for a resource that is none.
 * Without VK_EXT_external_memory_host Galvan offers no such memory to guests, and refuses commands
 * that announce it.
 *
 * Map gives the address of the memory, on a page, and the size that the blob was created with. It
 * stays until unmap, which ends nothing but the caller's right to it, or until the resource goes;
 * once more is -EINVAL, as is unmap without map. What the guest writes the device sees in commands
 * submitted later, and what the device writes is there when a fence has passed. */
GALVAN_API int virgl_renderer_resource_map(uint32_t res_handle, void **map, uint64_t *out_size);
GALVAN_API int virgl_renderer_resource_unmap(uint32_t res_handle);

/* Maps it over what is at addr, a page, any number of times; the caller takes it away again, by
 * mapping something else there, and may do so after the resource is gone. */
GALVAN_API int virgl_renderer_resource_map_fixed(uint32_t res_handle, void *addr);

/* How a guest should map it: VIRGL_RENDERER_MAP_CACHE_CACHED. */
GALVAN_API int virgl_renderer_resource_get_map_info(uint32_t res_handle, uint32_t *map_info);

/* A new descriptor of host memory, VIRGL_RENDERER_BLOB_FD_TYPE_SHM: a file in memory of that size
 * rounded up to pages, for anyone to map. The caller closes it; the memory stays for whoever has
 * mapped it. Nothing can change its size. -EOPNOTSUPP also for what was made while 256 others
 * were there: a guest cannot use up the descriptors of the process. */
GALVAN_API int virgl_renderer_resource_export_blob(uint32_t res_handle, uint32_t *fd_type, int *fd);

/* Memory of other processes, for contexts of the stock library. Without one: -EINVAL for wrong
 * arguments, else -EOPNOTSUPP; fd stays the caller's. */
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

/* How a resource is exported as dma-bufs: a 2D texture of a format that DRM has a name for, where
 * the device has VK_EXT_external_memory_dma_buf, as one of DRM_FORMAT_MOD_LINEAR; out_fds[0] is a
 * new descriptor if in_export_fds is not 0. It is a copy, which the device brings up to date behind
 * each submission and each transfer to the resource: a fence of later says that it is. Others are
 * not exportable: out_num_fds and out_fourcc are 0, which says so, out_fds -1, the rest 0. */
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

/* Which structures there are for a version, as bits of enum virgl_renderer_structure_type_v0. */
struct virgl_renderer_supported_structures {
    struct virgl_renderer_hdr hdr;
    uint32_t in_stype_version;
    uint32_t out_supported_structures_mask;
};

/* Answers the query structure at args, whose size must be size and the structure's. -EINVAL for an
 * unknown structure or version, and for a query about a resource that is not there. */
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

/* Where messages go, each a line that ends in a newline: to the last callback of either kind that
 * was set; without one, or after NULL, to standard error. GALVAN_LOG chooses what is said. May be
 * called at any time, also before virgl_renderer_init() and from inside a callback; messages come
 * one after the other, from any thread that calls the library and from the library's own.
 * free_data, which may be NULL, is called for the user_data of a callback that is replaced. The
 * debug callback's setter returns the one before, NULL when that was a log callback. */
GALVAN_API virgl_debug_callback_type virgl_set_debug_callback(virgl_debug_callback_type cb);
GALVAN_API void virgl_set_log_callback(virgl_log_callback_type cb, void *user_data,
                                       virgl_free_data_callback_type free_data);

#ifdef __cplusplus
}
#endif
#endif
