/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The virgl renderer: translates a client's command streams into calls of the Gallium interface.
 * The renderer knows no socket and no virtio device. Its callers are the vtest transport, which has
 * a socket, and a drop-in replacement for libvirglrenderer, which has a virtio device.
 *
 * One renderer serves one client, a program or a virtual machine. The renderer has its own resource
 * handles, contexts and limits, and shares only its pipe_screen with other renderers. A context is
 * a process of the client, with its own sub-contexts and objects; its commands can use the
 * renderer's resources that were attached to the context. Only one thread at a time may use a
 * renderer and its contexts.
 *
 * Nothing that comes from the client is trusted. A command that cannot be executed is skipped, and
 * a line in the log names the client, the command, its dword offset and the reason. An error is
 * returned only if command boundaries are lost, or the device is lost. */
#ifndef GV_VIRGL_API_RENDERER_H
#define GV_VIRGL_API_RENDERER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_virgl_notes;
struct gv_virgl_renderer;
struct pipe_screen;

/* The limits of one client. Each limit is inclusive. */
struct gv_virgl_limits {
    uint64_t memory_B; /* memory of host resources, their backing, sub-contexts, objects and shader
                          texts */
    uint64_t max_resource_B;    /* one resource, with all its levels, layers and samples */
    uint32_t max_submit_B;      /* one gv_virgl_submit() */
    uint32_t max_objects;       /* resources and objects of all contexts together */
    uint32_t max_contexts;      /* number of contexts that exist at the same time */
    uint32_t max_shader_text_B; /* one shader's text including its NUL */
    uint32_t max_shader_tokens; /* one shader after parsing */
    uint32_t max_error_kinds; /* number of kinds of bad commands that are logged; one more line says
                                 that logging stops */
    uint64_t gpu_timeout_ns;  /* a longer wait for the device means that the device is lost */
};

/* The default limits: 2 GiB of memory, a quarter of it for one resource, 1 MiB for one submit, 1 Mi
 * objects, 1024 contexts, 4 MiB of shader text, 1 Mi tokens, 100 kinds of errors, 60 s. */
struct gv_virgl_limits gv_virgl_limits_default(void);

/* The default limits, but with memory_B bytes of memory. One resource may take a quarter of
 * memory_B, or 512 MiB if that is more. */
struct gv_virgl_limits gv_virgl_limits_of_memory(uint64_t memory_B);

/* Called with the text of every shader, valid or not, before the text is parsed. */
struct gv_virgl_shader_hook {
    void (*seen)(void *priv, const char *text, size_t len); /* len excludes the NUL */
    void *priv;
};

/* Called before a resource's backing memory is read for a transfer: once for each contiguous piece,
 * in the order of the pieces. The hook may record the bytes, or replace them. */
struct gv_virgl_memory_hook {
    void (*read)(void *priv, uint32_t handle, uint64_t offset_B, void *memory, size_t size_B);
    void *priv;
};

/* Rows of bytes in a backing: num_slices times num_rows rows, each of row_B bytes. */
struct gv_virgl_rows {
    uint64_t offset_B, row_B, stride_B, slice_stride_B;
    uint32_t num_rows, num_slices;
};

/* Hooks for a caller whose backings are copies of the client's memory. fetch() is called before a
 * range of a backing is read, wrote() after rows of a backing were written. `handle` names the
 * backing's resource; 0: the memory of the transfer that is being executed. Bytes between rows
 * belong to the client. The hook is not called for blobs, whose backing is the client's memory
 * itself. */
struct gv_virgl_backing_hook {
    void (*fetch)(void *priv, uint32_t handle, uint64_t offset_B, uint64_t size_B);
    void (*wrote)(void *priv, uint32_t handle, const struct gv_virgl_rows *rows);
    void *priv;
};

struct gv_virgl_params {
    struct pipe_screen *screen;   /* must outlive the renderer; clients can bind shader images only
                                     if the screen was created with one_thread set */
    const struct galvan_log *log; /* copied; NULL: warnings and errors to stderr */
    const char *client_name;      /* for log lines; copied and cleaned; NULL: "client" */
    const struct gv_virgl_limits *limits;             /* copied; NULL: gv_virgl_limits_default() */
    const struct gv_virgl_shader_hook *shader_hook;   /* must outlive the renderer; may be NULL */
    const struct gv_virgl_memory_hook *memory_hook;   /* must outlive the renderer; may be NULL */
    const struct gv_virgl_backing_hook *backing_hook; /* must outlive the renderer; may be NULL */
    struct gv_virgl_notes *notes;                     /* must outlive the renderer; may be NULL */
    bool starts_work; /* the caller calls gv_virgl_start_work() before it waits for the client */
    bool blobs; /* the caller will call gv_virgl_blob_create(), so clients may announce blobs */
};

/* Creates a renderer, which the caller must end by gv_virgl_renderer_destroy(). Does not create a
 * pipe_context yet. */
enum galvan_result gv_virgl_renderer_create(const struct gv_virgl_params *params,
                                            struct gv_virgl_renderer **out);

/* _num_errors() returns the number of commands and calls that were refused so far because of their
 * contents. This number excludes commands and calls that named a missing resource or object, since
 * threads of Mesa 22.3 send such commands. _num_unknown() returns the number of the excluded
 * commands and calls. */
uint64_t gv_virgl_renderer_num_errors(const struct gv_virgl_renderer *r);
uint64_t gv_virgl_renderer_num_unknown(const struct gv_virgl_renderer *r);
/* Sets a hint at the likely mistake of the client. Log lines about a handle that does not exist or
 * is already in use end with this hint. `hint` must outlive the renderer; NULL: no hint. */
void gv_virgl_renderer_set_hint(struct gv_virgl_renderer *r, const char *hint);

/* Charge and uncharge memory that the caller holds for the client. _take_memory() charges size_B
 * bytes to the client's memory_B; it returns false, with nothing charged, if the limit would be
 * exceeded. _give_memory_back() uncharges size_B bytes. */
bool gv_virgl_take_memory(struct gv_virgl_renderer *r, uint64_t size_B);
void gv_virgl_give_memory_back(struct gv_virgl_renderer *r, uint64_t size_B);

/* Destroys the renderer (may be NULL) with its contexts and resources. Does not access backing
 * memory. */
void gv_virgl_renderer_destroy(struct gv_virgl_renderer *r);

#endif
