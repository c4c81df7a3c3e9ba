/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources that shaders read from slots without a suitable resource. */
#ifndef GV_NULL_RESOURCES_H
#define GV_NULL_RESOURCES_H

#include <stdbool.h>

#include <volk.h>

struct gv_screen;

/* Creates the null resources. False, with a message in the log, on failure. */
bool gv_screen_init_null_resources(struct gv_screen *screen);
void gv_screen_finish_null_resources(struct gv_screen *screen);

/* Returns the view type for a TGSI_TEXTURE_* target other than BUFFER. */
VkImageViewType gv_view_type_of(const struct gv_screen *screen, unsigned tgsi_target);

#endif
