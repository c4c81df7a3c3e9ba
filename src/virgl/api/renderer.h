/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The virgl renderer: turns a client's command streams into calls of the Gallium interface. It
 * knows no socket and no virtio device; whoever has those (the vtest transport, a drop-in for
 * libvirglrenderer) calls the functions here.
 *
 * One renderer serves one client, a program or a virtual machine: it has its own resource numbers,
 * contexts and limits, and shares nothing with another renderer but the pipe_screen it was given. A
 * context is a process of the client with sub-contexts and objects of its own; of the renderer's
 * resources its commands see those that were attached to it. A renderer and its contexts are used
 * by one thread at a time.
 *
 * Everything that comes from the client may be wrong. A command that cannot be carried out is
 * skipped, and one line in the log names the client, the command, its dword offset and the reason;
 * only a stream whose command boundaries are lost, or a lost device, is returned as an error. */
#ifndef GV_VIRGL_H
#define GV_VIRGL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct pipe_box;
struct pipe_screen;
struct gv_virgl_context;
struct gv_virgl_renderer;
struct pipe_fence_handle;

/* What one client may take. Every bound is inclusive: the limit itself is allowed. */
struct gv_virgl_limits {
    uint64_t memory_B;          /* host resources, their backing and shader texts together */
    uint64_t max_resource_B;    /* one resource, all levels, layers and samples */
    uint32_t max_submit_B;      /* one gv_virgl_submit() */
    uint32_t max_objects;       /* resources and objects of all contexts together */
    uint32_t max_contexts;      /* at a time */
    uint32_t max_sub_contexts;  /* of one context, including sub-context 0 */
    uint32_t max_shader_text_B; /* one shader's text including its NUL */
    uint32_t max_shader_tokens; /* one shader after parsing */
    uint32_t max_error_lines;   /* log lines about bad commands; then one line says it stops */
    uint64_t gpu_timeout_ns;    /* a wait for the device that takes longer means a lost device */
};

/* 2 GiB in all, a quarter of that for one resource, 1 MiB a submit, 1 Mi objects, 1024 contexts
 * of 64 sub-contexts, 4 MiB of shader text, 1 Mi tokens, 1000 error lines, 60 s. */
struct gv_virgl_limits gv_virgl_limits_default(void);

/* Sees the text of every shader, good or bad, before it is parsed. */
struct gv_virgl_shader_hook {
    void (*seen)(void *priv, const char *text, size_t len); /* without its NUL */
    void *priv;
};

struct gv_virgl_params {
    struct pipe_screen *screen;           /* must outlive the renderer */
    const struct galvan_log *log;         /* copied; NULL: warnings and errors to stderr */
    const char *client_name;              /* for log lines; copied and cleaned; NULL: "client" */
    const struct gv_virgl_limits *limits; /* copied; NULL: gv_virgl_limits_default() */
    const struct gv_virgl_shader_hook *shader_hook; /* must outlive the renderer; may be NULL */
    bool blobs; /* the caller will call gv_virgl_blob_create(), so they may be announced */
};

/* On success *out is the caller's, ended by gv_virgl_renderer_destroy(). Makes no pipe_context
 * yet. */
enum galvan_result gv_virgl_renderer_create(const struct gv_virgl_params *params,
                                            struct gv_virgl_renderer **out);

/* Ends every context and resource. NULL is fine. Touches no backing memory. */
void gv_virgl_renderer_destroy(struct gv_virgl_renderer *r);

/* ---- Capabilities -------------------------------------------------------------------------- */

/* Bytes of capability set 1 or 2; 0 for any other. */
size_t gv_virgl_caps_size(unsigned version);

/* Writes exactly size bytes: the capability set cut to size, or followed by zeros. */
void gv_virgl_fill_caps(struct gv_virgl_renderer *r, unsigned version, void *out, size_t size);

/* ---- Contexts ------------------------------------------------------------------------------ */

/* name is for log lines; copied and cleaned; NULL: the client's. On success *out ends with
 * gv_virgl_context_destroy() or with the renderer. */
enum galvan_result gv_virgl_context_create(struct gv_virgl_renderer *r, const char *name,
                                           struct gv_virgl_context **out);

/* Ends its sub-contexts; resources stay. NULL is fine. */
void gv_virgl_context_destroy(struct gv_virgl_context *ctx);

/* Lets the context's commands use the resource, until it is detached or unreferenced.
 * GALVAN_ERROR_INVALID when there is none; once more is fine. */
enum galvan_result gv_virgl_context_attach(struct gv_virgl_context *ctx, uint32_t handle);

/* Objects made from the resource stay. Unknown handles are ignored. */
void gv_virgl_context_detach(struct gv_virgl_context *ctx, uint32_t handle);

/* ---- Resources ----------------------------------------------------------------------------- */

/* As the wire carries them; none is trusted. */
struct gv_virgl_resource_args {
    uint32_t handle; /* not 0, not in use */
    uint32_t target;
    uint32_t format;
    uint32_t bind;
    uint32_t width;
    uint32_t height;
    uint32_t depth;
    uint32_t array_size;
    uint32_t last_level;
    uint32_t nr_samples;
    uint32_t flags; /* ignored */
};

/* Bytes of backing that a client lays out for this resource (all levels, rows and layers tightly
 * packed); 0 for multisample textures, UINT64_MAX when the arguments are impossible. */
uint64_t gv_virgl_resource_backing_size(const struct gv_virgl_resource_args *args);

/* Makes a resource. iov is the client's backing memory (NULL and 0 for none); the array is copied,
 * the memory stays the caller's and must stay mapped until the backing is detached, the resource
 * unreferenced or the renderer destroyed. */
enum galvan_result gv_virgl_resource_create(struct gv_virgl_renderer *r,
                                            const struct gv_virgl_resource_args *args,
                                            const struct iovec *iov, unsigned num_iov);

/* Makes the buffer that the context's commands announced under blob_id, on memory that the client
 * and the device both see: neither needs a transfer to know what the other wrote. memory was mapped
 * by mmap() in whole pages and becomes the renderer's, which unmaps it, unless this fails. Such a
 * buffer keeps its backing until it ends. */
enum galvan_result gv_virgl_blob_create(struct gv_virgl_context *ctx, uint64_t blob_id,
                                        uint32_t handle, void *memory, size_t size_B);

/* Gives a resource without backing one. GALVAN_ERROR_INVALID when it has one already. */
enum galvan_result gv_virgl_resource_attach_iov(struct gv_virgl_renderer *r, uint32_t handle,
                                                const struct iovec *iov, unsigned num_iov);

/* From return on the backing is not touched any more. Unknown handles are ignored. */
void gv_virgl_resource_detach_iov(struct gv_virgl_renderer *r, uint32_t handle);

/* Drops the client's reference: the handle is free, no context has it attached, and the backing is
 * not touched any more. Objects made from the resource keep it alive. Unknown handles are ignored.
 */
void gv_virgl_resource_unref(struct gv_virgl_renderer *r, uint32_t handle);

/* ---- Transfers between a resource and its backing ------------------------------------------ */

struct gv_virgl_transfer {
    struct gv_virgl_context *ctx; /* to which the resource must be attached; NULL: any or none */
    uint32_t handle;
    uint32_t level;
    const struct pipe_box *box;
    uint32_t stride;         /* 0: that of the level's tight layout */
    uint32_t layer_stride;   /* as above */
    uint64_t offset;         /* of the box's first block in the backing */
    const struct iovec *iov; /* memory in place of the resource's own backing; NULL: the latter */
    unsigned num_iov;
};

/* Resource to backing and backing to resource, as if executed after everything submitted so far.
 * Both are finished with the backing when they return. */
enum galvan_result gv_virgl_transfer_get(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer);
enum galvan_result gv_virgl_transfer_put(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer);

/* ---- Commands ------------------------------------------------------------------------------ */

/* Decodes and executes one buffer of commands. The caller has copied it to memory that the client
 * cannot write. Returns an error only when the rest of the buffer cannot be understood (a length
 * runs past the end, the buffer passes max_submit_B) or the device is lost; the transport then
 * closes the connection. Everything refused for its meaning is logged and skipped. */
enum galvan_result gv_virgl_submit(struct gv_virgl_context *ctx, const uint32_t *dwords,
                                   size_t num_dwords);

/* Whether something the client waits for through this resource is still under way: work submitted
 * before a fence buffer was made, a query result not yet in the backing, or work that uses a blob.
 * With wait, returns when that is over. Unknown handles, 0 among them, are idle. */
bool gv_virgl_resource_busy(struct gv_virgl_renderer *r, uint32_t handle, bool wait);

/* ---- Fences -------------------------------------------------------------------------------- */

/* A reference to the fence of all work received so far, which is started; NULL when that is done or
 * never was. */
struct pipe_fence_handle *gv_virgl_fence_now(struct gv_virgl_renderer *r);

/* Whether the fence has passed; waits at most timeout_ns. From any thread. */
bool gv_virgl_fence_done(struct gv_virgl_renderer *r, struct pipe_fence_handle *fence,
                         uint64_t timeout_ns);

/* Drops the reference and clears *fence, which may be NULL. From any thread. */
void gv_virgl_fence_release(struct gv_virgl_renderer *r, struct pipe_fence_handle **fence);

/* Writes the query results that are ready to their backings. A client that was told that a fence
 * has passed expects those of the work before it. */
void gv_virgl_poll_results(struct gv_virgl_renderer *r);

/* For a fence that did not pass in time: every further submit fails. */
void gv_virgl_mark_lost(struct gv_virgl_renderer *r, const char *why);

#endif
