/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Memory that a client's windows are shown from, a few pieces for each window. */
#ifndef GV_VTEST_PRESENT_BUFFERS_H
#define GV_VTEST_PRESENT_BUFFERS_H

#include <stdbool.h>
#include <stdint.h>

#include "galvan/result.h"
#include "util/shm.h"

struct gv_virgl_picture;
struct gv_virgl_renderer;

enum {
    GV_VTEST_MAX_PRESENT_BUFFERS = 32
};

struct gv_vtest_present_buffer {
    uint32_t handle; /* of the resource; 0: this is free */
    uint32_t slot;   /* which of the resource's */
    struct gv_shm shm;
    struct gv_virgl_picture *virgl;
};

struct gv_vtest_present_buffers {
    struct gv_vtest_present_buffer all[GV_VTEST_MAX_PRESENT_BUFFERS];
};

/* NULL when there is none. */
struct gv_vtest_present_buffer *
gv_vtest_present_buffers_find(struct gv_vtest_present_buffers *pictures, uint32_t handle,
                              uint32_t slot);

/* Whether the resource (0: any) has pictures. */
bool gv_vtest_present_buffers_has(const struct gv_vtest_present_buffers *pictures, uint32_t handle);

/* Makes one of size_B bytes in place of what was there. *out_fd shows it to whoever maps it, and is
 * the caller's to send and close. GALVAN_ERROR_LIMIT, GALVAN_ERROR_NO_MEMORY, GALVAN_ERROR_IO. */
enum galvan_result gv_vtest_present_buffers_create(struct gv_vtest_present_buffers *pictures,
                                                   struct gv_virgl_renderer *renderer,
                                                   uint32_t handle, uint32_t slot, uint64_t size_B,
                                                   int *out_fd);

/* Ends those of a resource (0: all), once the device has finished with them. */
void gv_vtest_present_buffers_drop(struct gv_vtest_present_buffers *pictures,
                                   struct gv_virgl_renderer *renderer, uint32_t handle);

#endif
