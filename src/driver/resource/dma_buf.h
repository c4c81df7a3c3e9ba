/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures in dma-bufs: their modifiers and uses, and waits for their other users. Only 2D colour
 * textures of one level, one layer and one sample can be in a dma-buf. */
#ifndef GV_DRIVER_DMA_BUF_H
#define GV_DRIVER_DMA_BUF_H

#include "driver/resource/image_uses.h"
#include "vk/dma_buf.h"

struct gv_image_info;
struct gv_screen;
struct gv_storage;

/* The modifiers of which the driver may choose one for a new image. */
struct gv_dma_buf_choice {
    struct gv_image_uses uses; /* of all of the modifiers */
    uint64_t modifiers[GV_VK_MAX_MODIFIERS];
    unsigned num_modifiers;
};

/* Whether a template requests a texture in a dma-buf. */
bool gv_dma_buf_wanted(const struct pipe_resource *templ);

/* Chooses the modifiers for a template. False if the device cannot export such a texture. */
bool gv_dma_buf_choose(const struct gv_screen *screen, const struct pipe_resource *templ,
                       struct gv_dma_buf_choice *out_choice);

/* As gv_dma_buf_choose(), but for `uses`. If no modifier supports views of all their formats, the
 * choice has fewer formats of views. */
bool gv_dma_buf_choose_for(const struct gv_screen *screen, const struct pipe_resource *templ,
                           struct gv_image_uses uses, struct gv_dma_buf_choice *out_choice);

/* Completes the info of gv_image_describe() for an image in a dma-buf: if views may have any
 * format, Vulkan requires a list of the formats. */
void gv_dma_buf_list_formats(const struct gv_screen *screen, const struct pipe_resource *templ,
                             struct gv_image_uses uses, struct gv_image_info *info);

/* Fills in the uses of a texture that is imported with a modifier. False if the device cannot
 * import such a texture. */
bool gv_dma_buf_uses(const struct gv_screen *screen, const struct pipe_resource *templ,
                     uint64_t modifier, struct gv_image_uses *out_uses);

/* Makes all later submissions wait until other devices have finished the writes to a dma-buf that
 * they have begun and, if `for_write` is true, also the reads. Without sync files, the CPU waits,
 * and only for imported dma-bufs; it warns and continues after a second. Some kernel drivers then
 * count this device's own accesses, so that a wait for reads waits for this device, too. */
void gv_dma_buf_wait(const struct gv_storage *storage, bool for_write);

/* Sets the screen's methods about modifiers, if the device has dma-bufs of images. */
void gv_screen_init_dma_bufs(struct gv_screen *screen);

#endif
