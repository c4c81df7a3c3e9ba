/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The static part of the format table: for each enum pipe_format the Vulkan formats that can
 * represent it, in order of preference. format.c checks which of these formats the device
 * supports. */
#ifndef GV_FORMAT_TABLE_H
#define GV_FORMAT_TABLE_H

#include <stdint.h>

#include <volk.h>

#include "pipe/p_format.h"

struct gv_format;
struct gv_vk_device;

/* One way to store a format. `swizzle` names, for each of the API's r, g, b, a, the component of vk
 * that stores it ("RGB1": alpha reads as 1). NULL is "RGBA". */
struct gv_image_candidate {
    VkFormat vk;
    const char *swizzle;
};

enum {
    GV_MAX_IMAGE_CANDIDATES = 3
};

struct gv_image_row {
    struct gv_image_candidate candidates[GV_MAX_IMAGE_CANDIDATES];
    uint8_t cbuf_class; /* enum galvan_cbuf_class */
};

/* One way to fetch a vertex attribute: the format vk, and enum galvan_attrib for the shader. */
struct gv_vertex_candidate {
    VkFormat vk;
    uint8_t attrib;
};

enum {
    GV_MAX_VERTEX_CANDIDATES = 2
};

struct gv_vertex_row {
    struct gv_vertex_candidate candidates[GV_MAX_VERTEX_CANDIDATES];
};

/* Fills in the vertex members of f. Defined in format_vertex.c. */
void gv_format_resolve_vertex(const struct gv_vk_device *dev, enum pipe_format format,
                              struct gv_format *f);

extern const struct gv_image_row gv_image_rows[PIPE_FORMAT_COUNT];
extern const struct gv_vertex_row gv_vertex_rows[PIPE_FORMAT_COUNT];

#endif
