/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by the tests of libvirglrenderer, which call it like a virtual machine monitor, on any
 * Vulkan device. */
#ifndef VR_H
#define VR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include <cmocka.h>

#include "galvan/virglrenderer.h"
#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "virgl/wire.h"

enum {
    VR_MAX_FENCES = 256,
    VR_MAX_DW = 1024
};

/* The arguments with which callbacks were called. A caller's cookie points to a vr_seen. */
struct vr_seen {
    unsigned num_fences;
    uint64_t fences[VR_MAX_FENCES];
    uint32_t ctx_ids[VR_MAX_FENCES];                        /* 0: of the renderer */
    void (*on_fence)(struct vr_seen *seen, uint64_t fence); /* may be NULL */
    void *priv;
};

/* Callbacks of version 4. The callback that creates a GL context returns NULL. */
extern struct virgl_renderer_callbacks vr_callbacks;

/* The fixture's cookie. vr_setup() initialises the library without flags, vr_teardown() cleans up.
 */
extern struct vr_seen vr_seen;
int vr_setup(void **state);
int vr_teardown(void **state);

/* Cleans up and initialises with other flags. */
void vr_restart(int flags);

/* Polls until the caller has received `num` fences, however long that takes. */
void vr_wait_fences(struct vr_seen *seen, unsigned num);

/* ---- Resources and commands ----------------------------------------------------------------- */

struct virgl_renderer_resource_create_args vr_args_2d(uint32_t handle, uint32_t width,
                                                      uint32_t height); /* B8G8R8A8_UNORM */
struct virgl_renderer_resource_create_args vr_args_buffer(uint32_t handle, uint32_t size_B);

/* Creates context 1 and a texture that is attached to it, without backing. */
void vr_context_with_texture(uint32_t handle, uint32_t width, uint32_t height);

/* Returns a box of w * h * 1 at the origin. */
struct virgl_box vr_box(uint32_t w, uint32_t h);

/* Commands gathered for one submission. */
struct vr_commands {
    uint32_t dwords[VR_MAX_DW];
    int num_dw;
};
void vr_command(struct vr_commands *c, unsigned command, unsigned type, const uint32_t *payload,
                unsigned len_dw);
#define VR_COMMAND(c, name, ...)                                                                   \
    vr_command((c), GV_VIRGL_##name, 0, (const uint32_t[]){__VA_ARGS__},                           \
               sizeof((const uint32_t[]){__VA_ARGS__}) / 4)
#define VR_CREATE(c, name, ...)                                                                    \
    vr_command((c), GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_##name,                                \
               (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

/* Submits and clears the commands; returns the submission's result. */
int vr_submit(struct vr_commands *c, int ctx_id);

/* Creates a surface of the texture and clears it, in context `ctx_id`. */
int vr_clear(int ctx_id, uint32_t texture, uint32_t surface, float r, float g, float b, float a);

#endif
