/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Present buffers: shared memory from which a client's windows are presented. Each window has a few
 * of them. */
#ifndef GV_VTEST_PRESENT_BUFFERS_H
#define GV_VTEST_PRESENT_BUFFERS_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"
#include "util/shm.h"

struct gv_virgl_present_buffer;
struct gv_virgl_renderer;

enum {
    GV_VTEST_MAX_PRESENT_BUFFERS = 32
};

struct gv_vtest_present_buffer {
    uint32_t handle; /* handle of the resource; 0: the entry is free */
    uint32_t slot;   /* index among the resource's present buffers */
    struct gv_shm shm;
    struct gv_virgl_present_buffer *virgl;
};

struct gv_vtest_present_buffers {
    struct gv_vtest_present_buffer all[GV_VTEST_MAX_PRESENT_BUFFERS];
};

/* Returns the present buffer in this slot of the resource; NULL if the slot is empty. */
struct gv_vtest_present_buffer *
gv_vtest_present_buffers_find(struct gv_vtest_present_buffers *buffers, uint32_t handle,
                              uint32_t slot);

/* Whether the resource (0: any resource) has present buffers. */
bool gv_vtest_present_buffers_has(const struct gv_vtest_present_buffers *buffers, uint32_t handle);

/* Creates a present buffer of size_B bytes. If its slot already has a buffer, the new buffer
 * replaces the old one. *out_fd is a descriptor of the new buffer's memory, which the caller must
 * send and close. Fails with GALVAN_ERROR_LIMIT, GALVAN_ERROR_NO_MEMORY or GALVAN_ERROR_IO. */
enum galvan_result gv_vtest_present_buffers_create(struct gv_vtest_present_buffers *buffers,
                                                   struct gv_virgl_renderer *renderer,
                                                   uint32_t handle, uint32_t slot, uint64_t size_B,
                                                   int *out_fd);

/* Destroys the present buffers of a resource (0: of all resources), once the device has finished
 * with the buffers. */
void gv_vtest_present_buffers_drop(struct gv_vtest_present_buffers *buffers,
                                   struct gv_virgl_renderer *renderer, uint32_t handle);

#endif
