/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vtest/present_buffers.h"

#include <stddef.h>
#include <unistd.h>

#include "virgl/api/present_buffer.h"

struct gv_vtest_present_buffer *
gv_vtest_present_buffers_find(struct gv_vtest_present_buffers *buffers, uint32_t handle,
                              uint32_t slot)
{
    for (unsigned i = 0; i < GV_VTEST_MAX_PRESENT_BUFFERS; i++) {
        if (buffers->all[i].handle == handle && buffers->all[i].slot == slot)
            return &buffers->all[i];
    }
    return NULL;
}

static void finish(struct gv_vtest_present_buffer *buffer, struct gv_virgl_renderer *renderer)
{
    gv_virgl_present_buffer_destroy(renderer, buffer->virgl);
    gv_shm_finish(&buffer->shm);
    *buffer = (struct gv_vtest_present_buffer){0};
}

enum galvan_result gv_vtest_present_buffers_create(struct gv_vtest_present_buffers *buffers,
                                                   struct gv_virgl_renderer *renderer,
                                                   uint32_t handle, uint32_t slot, uint64_t size_B,
                                                   int *out_fd)
{
    struct gv_vtest_present_buffer *buffer = gv_vtest_present_buffers_find(buffers, handle, slot);
    struct gv_vtest_present_buffer made = {.handle = handle, .slot = slot};
    enum galvan_result res;
    int fd;

    if (buffer)
        finish(buffer, renderer);
    else
        buffer = gv_vtest_present_buffers_find(buffers, 0, 0);
    if (!buffer)
        return GALVAN_ERROR_LIMIT;
    res = gv_shm_create(size_B, &made.shm, &fd);
    if (res != GALVAN_OK)
        return res;
    res = gv_virgl_present_buffer_create(renderer, made.shm.data, size_B, &made.virgl);
    if (res != GALVAN_OK) {
        gv_shm_finish(&made.shm);
        close(fd);
        return res;
    }
    *buffer = made;
    *out_fd = fd;
    return GALVAN_OK;
}

/* Whether the buffer belongs to the resource; handle 0 matches any resource. */
static bool is_of(const struct gv_vtest_present_buffer *buffer, uint32_t handle)
{
    return buffer->handle && (handle == 0 || buffer->handle == handle);
}

bool gv_vtest_present_buffers_has(const struct gv_vtest_present_buffers *buffers, uint32_t handle)
{
    for (unsigned i = 0; i < GV_VTEST_MAX_PRESENT_BUFFERS; i++) {
        if (is_of(&buffers->all[i], handle))
            return true;
    }
    return false;
}

void gv_vtest_present_buffers_drop(struct gv_vtest_present_buffers *buffers,
                                   struct gv_virgl_renderer *renderer, uint32_t handle)
{
    for (unsigned i = 0; i < GV_VTEST_MAX_PRESENT_BUFFERS; i++) {
        if (is_of(&buffers->all[i], handle))
            finish(&buffers->all[i], renderer);
    }
}
