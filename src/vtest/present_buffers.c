/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vtest/present_buffers.h"

#include <stddef.h>
#include <unistd.h>

#include "virgl/api/picture.h"

struct gv_vtest_present_buffer *
gv_vtest_present_buffers_find(struct gv_vtest_present_buffers *pictures, uint32_t handle,
                              uint32_t slot)
{
    for (unsigned i = 0; i < GV_VTEST_MAX_PRESENT_BUFFERS; i++) {
        if (pictures->all[i].handle == handle && pictures->all[i].slot == slot)
            return &pictures->all[i];
    }
    return NULL;
}

static void finish(struct gv_vtest_present_buffer *picture, struct gv_virgl_renderer *renderer)
{
    gv_virgl_picture_destroy(renderer, picture->virgl);
    gv_shm_finish(&picture->shm);
    *picture = (struct gv_vtest_present_buffer){0};
}

enum galvan_result gv_vtest_present_buffers_create(struct gv_vtest_present_buffers *pictures,
                                                   struct gv_virgl_renderer *renderer,
                                                   uint32_t handle, uint32_t slot, uint64_t size_B,
                                                   int *out_fd)
{
    struct gv_vtest_present_buffer *place = gv_vtest_present_buffers_find(pictures, handle, slot);
    struct gv_vtest_present_buffer made = {.handle = handle, .slot = slot};
    enum galvan_result res;
    int fd;

    if (place)
        finish(place, renderer);
    else
        place = gv_vtest_present_buffers_find(pictures, 0, 0);
    if (!place)
        return GALVAN_ERROR_LIMIT;
    res = gv_shm_create(size_B, &made.shm, &fd);
    if (res != GALVAN_OK)
        return res;
    res = gv_virgl_picture_create(renderer, made.shm.data, size_B, &made.virgl);
    if (res != GALVAN_OK) {
        gv_shm_finish(&made.shm);
        close(fd);
        return res;
    }
    *place = made;
    *out_fd = fd;
    return GALVAN_OK;
}

/* Whether it is one of the resource, 0: of any. */
static bool is_of(const struct gv_vtest_present_buffer *picture, uint32_t handle)
{
    return picture->handle && (handle == 0 || picture->handle == handle);
}

bool gv_vtest_present_buffers_has(const struct gv_vtest_present_buffers *pictures, uint32_t handle)
{
    for (unsigned i = 0; i < GV_VTEST_MAX_PRESENT_BUFFERS; i++) {
        if (is_of(&pictures->all[i], handle))
            return true;
    }
    return false;
}

void gv_vtest_present_buffers_drop(struct gv_vtest_present_buffers *pictures,
                                   struct gv_virgl_renderer *renderer, uint32_t handle)
{
    for (unsigned i = 0; i < GV_VTEST_MAX_PRESENT_BUFFERS; i++) {
        if (is_of(&pictures->all[i], handle))
            finish(&pictures->all[i], renderer);
    }
}
