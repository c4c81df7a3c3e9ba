/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/transfer/zs_pack.h"

#include <string.h>

/* Encodings of a depth value. */
enum depth_kind {
    DEPTH_NONE = 0,
    DEPTH_U16,
    DEPTH_U24_LOW,  /* bits 0 to 23 of a dword */
    DEPTH_U24_HIGH, /* bits 8 to 31 of a dword */
    DEPTH_F32,
};

struct client_layout {
    uint8_t texel_B;
    uint8_t depth; /* enum depth_kind */
    bool has_stencil;
    uint8_t stencil_at; /* byte offset in the texel */
};

static bool find_layout(enum pipe_format client, struct client_layout *out_layout)
{
    switch (client) {
    case PIPE_FORMAT_Z16_UNORM:
        *out_layout = (struct client_layout){2, DEPTH_U16, false, 0};
        return true;
    case PIPE_FORMAT_Z24X8_UNORM:
        *out_layout = (struct client_layout){4, DEPTH_U24_LOW, false, 0};
        return true;
    case PIPE_FORMAT_X8Z24_UNORM:
        *out_layout = (struct client_layout){4, DEPTH_U24_HIGH, false, 0};
        return true;
    case PIPE_FORMAT_Z24_UNORM_S8_UINT:
        *out_layout = (struct client_layout){4, DEPTH_U24_LOW, true, 3};
        return true;
    case PIPE_FORMAT_S8_UINT_Z24_UNORM:
        *out_layout = (struct client_layout){4, DEPTH_U24_HIGH, true, 0};
        return true;
    case PIPE_FORMAT_Z32_FLOAT:
        *out_layout = (struct client_layout){4, DEPTH_F32, false, 0};
        return true;
    case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
        *out_layout = (struct client_layout){8, DEPTH_F32, true, 4};
        return true;
    case PIPE_FORMAT_S8_UINT:
        *out_layout = (struct client_layout){1, DEPTH_NONE, true, 0};
        return true;
    default:
        return false;
    }
}

static enum depth_kind plane_kind(VkFormat vk)
{
    switch (vk) {
    case VK_FORMAT_D16_UNORM:
        return DEPTH_U16;
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D24_UNORM_S8_UINT:
        return DEPTH_U24_LOW;
    case VK_FORMAT_D32_SFLOAT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return DEPTH_F32;
    default:
        return DEPTH_NONE;
    }
}

static unsigned kind_size(enum depth_kind kind)
{
    return kind == DEPTH_NONE ? 0 : kind == DEPTH_U16 ? 2 : 4;
}

bool gv_zs_planes(enum pipe_format client, VkFormat vk, struct gv_zs_planes *out_planes)
{
    struct client_layout layout;
    if (!find_layout(client, &layout))
        return false;
    out_planes->depth_B = layout.depth ? (uint8_t)kind_size(plane_kind(vk)) : 0;
    out_planes->stencil_B = layout.has_stencil ? 1 : 0;
    return true;
}

bool gv_zs_is_plain(enum pipe_format client, VkFormat vk)
{
    struct client_layout layout;
    if (!find_layout(client, &layout))
        return false;
    if (layout.depth)
        return !layout.has_stencil && layout.depth == plane_kind(vk);
    return layout.texel_B == 1;
}

/* ---- One depth value ------------------------------------------------------------------------- */

static double load_depth(enum depth_kind kind, const uint8_t *at)
{
    uint16_t u16;
    uint32_t u32;
    float f;
    switch (kind) {
    case DEPTH_U16:
        memcpy(&u16, at, sizeof(u16));
        return u16 / 65535.0;
    case DEPTH_U24_LOW:
        memcpy(&u32, at, sizeof(u32));
        return (u32 & 0xffffff) / 16777215.0;
    case DEPTH_U24_HIGH:
        memcpy(&u32, at, sizeof(u32));
        return (u32 >> 8) / 16777215.0;
    case DEPTH_F32:
        memcpy(&f, at, sizeof(f));
        return f;
    default:
        return 0.0;
    }
}

/* Rounds depth to the nearest multiple of 1 / max. NaN becomes 0. */
static uint32_t quantize(double depth, uint32_t max)
{
    if (!(depth > 0.0))
        return 0;
    return depth >= 1.0 ? max : (uint32_t)(depth * max + 0.5);
}

static void store_depth(enum depth_kind kind, double depth, uint8_t *at)
{
    uint16_t u16;
    uint32_t u32;
    float f;
    switch (kind) {
    case DEPTH_U16:
        u16 = (uint16_t)quantize(depth, 65535);
        memcpy(at, &u16, sizeof(u16));
        break;
    case DEPTH_U24_LOW:
        u32 = quantize(depth, 16777215);
        memcpy(at, &u32, sizeof(u32));
        break;
    case DEPTH_U24_HIGH:
        u32 = quantize(depth, 16777215) << 8;
        memcpy(at, &u32, sizeof(u32));
        break;
    case DEPTH_F32:
        f = (float)depth;
        memcpy(at, &f, sizeof(f));
        break;
    default:
        break;
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* A row of depth values at a distance of step_B. */
struct depth_row {
    enum depth_kind kind;
    unsigned step_B;
};

static struct depth_row depth_plane(VkFormat vk)
{
    return (struct depth_row){plane_kind(vk), kind_size(plane_kind(vk))};
}

static void convert_depth(const struct depth_row *from_row, const uint8_t *src,
                          const struct depth_row *to_row, uint8_t *dst, unsigned num)
{
    const enum depth_kind from = from_row->kind, to = to_row->kind;
    const unsigned from_step_B = from_row->step_B, to_step_B = to_row->step_B;
    if (from == to && from != DEPTH_U24_LOW && from != DEPTH_U24_HIGH) {
        unsigned size_B = kind_size(from);
        for (unsigned i = 0; i < num; i++)
            memcpy(dst + (size_t)i * to_step_B, src + (size_t)i * from_step_B, size_B);
        return;
    }
    bool from_u24 = from == DEPTH_U24_LOW || from == DEPTH_U24_HIGH;
    bool to_u24 = to == DEPTH_U24_LOW || to == DEPTH_U24_HIGH;
    if (from_u24 && to_u24) {
        unsigned down = from == DEPTH_U24_HIGH ? 8 : 0, up = to == DEPTH_U24_HIGH ? 8 : 0;
        for (unsigned i = 0; i < num; i++) {
            uint32_t word;
            memcpy(&word, src + (size_t)i * from_step_B, sizeof(word));
            word = ((word >> down) & 0xffffff) << up;
            memcpy(dst + (size_t)i * to_step_B, &word, sizeof(word));
        }
        return;
    }
    for (unsigned i = 0; i < num; i++)
        store_depth(to, load_depth(from, src + (size_t)i * from_step_B),
                    dst + (size_t)i * to_step_B);
}

void gv_zs_pack(enum pipe_format client, VkFormat vk, unsigned num, const void *depth,
                const void *stencil, void *out_texels)
{
    struct client_layout layout;
    if (!find_layout(client, &layout))
        return;
    uint8_t *out = out_texels;
    if (layout.texel_B == 8) /* padding bytes must be zero */
        memset(out, 0, (size_t)num * layout.texel_B);
    const struct depth_row row = {layout.depth, layout.texel_B};
    const struct depth_row plane = depth_plane(vk);
    if (layout.depth)
        convert_depth(&plane, depth, &row, out, num);
    if (layout.has_stencil) {
        const uint8_t *s = stencil;
        for (unsigned i = 0; i < num; i++)
            out[(size_t)i * layout.texel_B + layout.stencil_at] = s[i];
    }
}

void gv_zs_unpack(enum pipe_format client, VkFormat vk, unsigned num, const void *texels,
                  void *out_depth, void *out_stencil)
{
    struct client_layout layout;
    if (!find_layout(client, &layout))
        return;
    const uint8_t *in = texels;
    const struct depth_row row = {layout.depth, layout.texel_B};
    const struct depth_row plane = depth_plane(vk);
    if (layout.depth)
        convert_depth(&row, in, &plane, out_depth, num);
    if (layout.has_stencil) {
        uint8_t *s = out_stencil;
        for (unsigned i = 0; i < num; i++)
            s[i] = in[(size_t)i * layout.texel_B + layout.stencil_at];
    }
}

void gv_zs_read(enum pipe_format client, const void *texel, float *out_depth, uint8_t *out_stencil)
{
    struct client_layout layout;
    const uint8_t *in = texel;
    *out_depth = 0.0f;
    *out_stencil = 0;
    if (!find_layout(client, &layout))
        return;
    if (layout.depth)
        *out_depth = (float)load_depth(layout.depth, in);
    if (layout.has_stencil)
        *out_stencil = in[layout.stencil_at];
}
