/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The virgl renderer: turns a client's command streams into calls of the Gallium interface. It
 * knows no socket and no virtio device; whoever has those (the vtest transport, a drop-in for
 * libvirglrenderer) calls the functions in this folder.
 *
 * One renderer serves one client, a program or a virtual machine: it has its own resource numbers,
 * contexts and limits, and shares nothing with another renderer but the pipe_screen it was given. A
 * context is a process of the client with sub-contexts and objects of its own; of the renderer's
 * resources its commands see those that were attached to it. A renderer and its contexts are used
 * by one thread at a time.
 *
 * Everything that comes from the client may be wrong. A command that cannot be carried out is
 * skipped, and a line in the log names the client, the command, its dword offset and the reason;
 * only a stream whose command boundaries are lost, or a lost device, is returned as an error. */
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

/* What one client may take. Every bound is inclusive: the limit itself is allowed. */
struct gv_virgl_limits {
    uint64_t memory_B; /* host resources, their backing, sub-contexts, objects, shader texts */
    uint64_t max_resource_B;    /* one resource, all levels, layers and samples */
    uint32_t max_submit_B;      /* one gv_virgl_submit() */
    uint32_t max_objects;       /* resources and objects of all contexts together */
    uint32_t max_contexts;      /* at a time */
    uint32_t max_shader_text_B; /* one shader's text including its NUL */
    uint32_t max_shader_tokens; /* one shader after parsing */
    uint32_t max_error_kinds;   /* of bad commands that are logged; then one line says it stops */
    uint64_t gpu_timeout_ns;    /* a wait for the device that takes longer means a lost device */
};

/* 2 GiB in all, a quarter of that for one resource, 1 MiB a submit, 1 Mi objects, 1024 contexts,
 * 4 MiB of shader text, 1 Mi tokens, 100 kinds of errors, 60 s. */
struct gv_virgl_limits gv_virgl_limits_default(void);

/* The same with memory_B in all; one resource may have a quarter of it, or 512 MiB if that is
 * more. */
struct gv_virgl_limits gv_virgl_limits_of_memory(uint64_t memory_B);

/* Sees the text of every shader, good or bad, before it is parsed. */
struct gv_virgl_shader_hook {
    void (*seen)(void *priv, const char *text, size_t len); /* without its NUL */
    void *priv;
};

/* Is called before the memory that backs a resource is read for a transfer, once for each piece
 * that lies apart, in order: it may take the bytes down, or put others in their place. */
struct gv_virgl_memory_hook {
    void (*read)(void *priv, uint32_t handle, uint64_t offset_B, void *memory, size_t size_B);
    void *priv;
};

/* Rows of bytes in a backing: num_slices times num_rows of them, each of row_B bytes. */
struct gv_virgl_rows {
    uint64_t offset_B, row_B, stride_B, slice_stride_B;
    uint32_t num_rows, num_slices;
};

/* For a caller whose backings are copies of the client's memory: it is called before a range of a
 * backing is read, and after rows were written. handle 0: the memory of the transfer that is being
 * executed. What lies between rows is the client's. Blobs are no copies. */
struct gv_virgl_backing_hook {
    void (*fetch)(void *priv, uint32_t handle, uint64_t offset_B, uint64_t size_B);
    void (*wrote)(void *priv, uint32_t handle, const struct gv_virgl_rows *rows);
    void *priv;
};

struct gv_virgl_params {
    struct pipe_screen *screen;           /* must outlive the renderer; one_thread, or no image of
                                             a client can be bound as a shader image */
    const struct galvan_log *log;         /* copied; NULL: warnings and errors to stderr */
    const char *client_name;              /* for log lines; copied and cleaned; NULL: "client" */
    const struct gv_virgl_limits *limits; /* copied; NULL: gv_virgl_limits_default() */
    const struct gv_virgl_shader_hook *shader_hook;   /* must outlive the renderer; may be NULL */
    const struct gv_virgl_memory_hook *memory_hook;   /* as above */
    const struct gv_virgl_backing_hook *backing_hook; /* as above */
    struct gv_virgl_notes *notes;                     /* as above */
    bool starts_work; /* the caller calls gv_virgl_start_work() before it waits for the client */
    bool blobs;       /* the caller will call gv_virgl_blob_create(), so they may be announced */
};

/* On success *out is the caller's, ended by gv_virgl_renderer_destroy(). Makes no pipe_context
 * yet. */
enum galvan_result gv_virgl_renderer_create(const struct gv_virgl_params *params,
                                            struct gv_virgl_renderer **out);

/* Commands and calls that were refused so far for what they say; and those that named a resource or
 * an object that is not there, which are no part of the first number: threads of Mesa 22.3 send
 * such commands. */
uint64_t gv_virgl_renderer_num_errors(const struct gv_virgl_renderer *r);
uint64_t gv_virgl_renderer_num_unknown(const struct gv_virgl_renderer *r);
/* Sets what log lines about a number or handle end in that stands for nothing, or is in use: the
 * client's mistake that it may be. Lives as long as the renderer; NULL: nothing. */
void gv_virgl_renderer_set_hint(struct gv_virgl_renderer *r, const char *hint);

/* Takes size_B bytes of the client's memory_B for something that the caller keeps for it; false,
 * and nothing taken, past the limit. */
bool gv_virgl_take_memory(struct gv_virgl_renderer *r, uint64_t size_B);
void gv_virgl_give_memory_back(struct gv_virgl_renderer *r, uint64_t size_B);

/* Ends every context and resource. NULL is fine. Touches no backing memory. */
void gv_virgl_renderer_destroy(struct gv_virgl_renderer *r);

#endif
