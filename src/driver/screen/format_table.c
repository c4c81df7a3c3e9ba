/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The rows of the format table. Gallium lists components from the least significant bit or lowest
 * address, and so do Vulkan's array formats. Vulkan's _PACK formats list components from the most
 * significant bit. */
#include "driver/screen/format_table.h"

#include "galvan/spirv.h"

/* ---- Images ---------------------------------------------------------------------------------- */

#define IMAGE(pipe, class, ...)                                                                    \
    [PIPE_FORMAT_##pipe] = {.candidates = {__VA_ARGS__}, .cbuf_class = GALVAN_CBUF_##class}

/* Macros for a row whose Vulkan format has the same name (SAME), another name (AS), or another name
 * and component order (SWIZZLED). */
#define SAME(pipe, class)                  IMAGE(pipe, class, {VK_FORMAT_##pipe, NULL})
#define AS(pipe, class, vk)                IMAGE(pipe, class, {VK_FORMAT_##vk, NULL})
#define SWIZZLED(pipe, class, vk, swizzle) IMAGE(pipe, class, {VK_FORMAT_##vk, swizzle})

#define NORMS(c)    SAME(c##_UNORM, FLOAT), SAME(c##_SNORM, FLOAT)
#define INTEGERS(c) SAME(c##_UINT, UINT), SAME(c##_SINT, SINT)
#define FLOATS(c)   AS(c##_FLOAT, FLOAT, c##_SFLOAT)

/* Macros for the rows of a channel layout, with all types of components, whose components are
 * stored in another channel layout. */
#define NORMS_AS(pipe, c, swizzle)                                                                 \
    SWIZZLED(pipe##_UNORM, FLOAT, c##_UNORM, swizzle),                                             \
        SWIZZLED(pipe##_SNORM, FLOAT, c##_SNORM, swizzle)
#define INTEGERS_AS(pipe, c, swizzle)                                                              \
    SWIZZLED(pipe##_UINT, UINT, c##_UINT, swizzle), SWIZZLED(pipe##_SINT, SINT, c##_SINT, swizzle)
#define FLOATS_AS(pipe, c, swizzle) SWIZZLED(pipe##_FLOAT, FLOAT, c##_SFLOAT, swizzle)

/* Luminance, alpha and intensity are stored in red, luminance-alpha in red and green. */
#define LUMINANCE_NORMS(b)                                                                         \
    NORMS_AS(L##b, R##b, "RRR1"), NORMS_AS(A##b, R##b, "000R"), NORMS_AS(I##b, R##b, "RRRR"),      \
        NORMS_AS(L##b##A##b, R##b##G##b, "RRRG"), NORMS_AS(R##b##A##b, R##b##G##b, "R00G")
#define LUMINANCE_INTEGERS(b)                                                                      \
    INTEGERS_AS(L##b, R##b, "RRR1"), INTEGERS_AS(A##b, R##b, "000R"),                              \
        INTEGERS_AS(I##b, R##b, "RRRR"), INTEGERS_AS(L##b##A##b, R##b##G##b, "RRRG"),              \
        INTEGERS_AS(R##b##A##b, R##b##G##b, "R00G")
#define LUMINANCE_FLOATS(b)                                                                        \
    FLOATS_AS(L##b, R##b, "RRR1"), FLOATS_AS(A##b, R##b, "000R"), FLOATS_AS(I##b, R##b, "RRRR"),   \
        FLOATS_AS(L##b##A##b, R##b##G##b, "RRRG"), FLOATS_AS(R##b##A##b, R##b##G##b, "R00G")

#define BLOCK(pipe, vk)             AS(pipe, FLOAT, vk##_BLOCK)
#define BLOCK_AS(pipe, vk, swizzle) SWIZZLED(pipe, FLOAT, vk##_BLOCK, swizzle)
#define ASTC(size)                                                                                 \
    BLOCK(ASTC_##size, ASTC_##size##_UNORM), BLOCK(ASTC_##size##_SRGB, ASTC_##size##_SRGB)

#define ZS(pipe, ...) IMAGE(pipe, FLOAT, __VA_ARGS__) /* the class is not used */

#define D16                                                                                        \
    {                                                                                              \
        VK_FORMAT_D16_UNORM, NULL                                                                  \
    }
#define D24                                                                                        \
    {                                                                                              \
        VK_FORMAT_X8_D24_UNORM_PACK32, NULL                                                        \
    }
#define D24_S8                                                                                     \
    {                                                                                              \
        VK_FORMAT_D24_UNORM_S8_UINT, NULL                                                          \
    }
#define D32                                                                                        \
    {                                                                                              \
        VK_FORMAT_D32_SFLOAT, NULL                                                                 \
    }
#define D32_S8                                                                                     \
    {                                                                                              \
        VK_FORMAT_D32_SFLOAT_S8_UINT, NULL                                                         \
    }
#define S8                                                                                         \
    {                                                                                              \
        VK_FORMAT_S8_UINT, NULL                                                                    \
    }

const struct gv_image_row gv_image_rows[PIPE_FORMAT_COUNT] = {
    /* Channels of 8, 16 and 32 bits */
    NORMS(R8),
    NORMS(R8G8),
    NORMS(R8G8B8A8),
    NORMS(B8G8R8A8),
    INTEGERS(R8),
    INTEGERS(R8G8),
    INTEGERS(R8G8B8A8),
    INTEGERS(B8G8R8A8),
    NORMS(R16),
    NORMS(R16G16),
    NORMS(R16G16B16A16),
    INTEGERS(R16),
    INTEGERS(R16G16),
    INTEGERS(R16G16B16A16),
    FLOATS(R16),
    FLOATS(R16G16),
    FLOATS(R16G16B16A16),
    INTEGERS(R32),
    INTEGERS(R32G32),
    INTEGERS(R32G32B32),
    INTEGERS(R32G32B32A32),
    FLOATS(R32),
    FLOATS(R32G32),
    FLOATS(R32G32B32),
    FLOATS(R32G32B32A32),
    SAME(R8_SRGB, FLOAT),
    SAME(R8G8_SRGB, FLOAT),
    SAME(R8G8B8A8_SRGB, FLOAT),
    SAME(B8G8R8A8_SRGB, FLOAT),

    /* Padding in place of alpha */
    NORMS_AS(R8G8B8X8, R8G8B8A8, "RGB1"),
    NORMS_AS(B8G8R8X8, B8G8R8A8, "RGB1"),
    NORMS_AS(R16G16B16X16, R16G16B16A16, "RGB1"),
    INTEGERS_AS(R8G8B8X8, R8G8B8A8, "RGB1"),
    INTEGERS_AS(B8G8R8X8, B8G8R8A8, "RGB1"),
    INTEGERS_AS(R16G16B16X16, R16G16B16A16, "RGB1"),
    INTEGERS_AS(R32G32B32X32, R32G32B32A32, "RGB1"),
    FLOATS_AS(R16G16B16X16, R16G16B16A16, "RGB1"),
    FLOATS_AS(R32G32B32X32, R32G32B32A32, "RGB1"),
    SWIZZLED(R8G8B8X8_SRGB, FLOAT, R8G8B8A8_SRGB, "RGB1"),
    SWIZZLED(B8G8R8X8_SRGB, FLOAT, B8G8R8A8_SRGB, "RGB1"),

    /* Component orders that Vulkan lacks: for sampling only */
    NORMS_AS(A8R8G8B8, R8G8B8A8, "GBAR"),
    NORMS_AS(X8R8G8B8, R8G8B8A8, "GBA1"),
    NORMS_AS(A8B8G8R8, R8G8B8A8, "ABGR"),
    NORMS_AS(X8B8G8R8, R8G8B8A8, "ABG1"),
    INTEGERS_AS(A8R8G8B8, R8G8B8A8, "GBAR"),
    INTEGERS_AS(A8B8G8R8, R8G8B8A8, "ABGR"),
    NORMS_AS(G8R8, R8G8, "GR01"),
    NORMS_AS(G16R16, R16G16, "GR01"),
    NORMS_AS(A8L8, R8G8, "GGGR"),
    SWIZZLED(A16L16_UNORM, FLOAT, R16G16_UNORM, "GGGR"),

    LUMINANCE_NORMS(8),
    LUMINANCE_NORMS(16),
    LUMINANCE_INTEGERS(8),
    LUMINANCE_INTEGERS(16),
    LUMINANCE_INTEGERS(32),
    LUMINANCE_FLOATS(16),
    LUMINANCE_FLOATS(32),
    SWIZZLED(L8_SRGB, FLOAT, R8_SRGB, "RRR1"),

    /* Packed colour */
    AS(B5G6R5_UNORM, FLOAT, R5G6B5_UNORM_PACK16),
    IMAGE(R5G6B5_UNORM, FLOAT, {VK_FORMAT_B5G6R5_UNORM_PACK16, NULL},
          {VK_FORMAT_R5G6B5_UNORM_PACK16, "BGR1"}),
    AS(B5G5R5A1_UNORM, FLOAT, A1R5G5B5_UNORM_PACK16),
    SWIZZLED(B5G5R5X1_UNORM, FLOAT, A1R5G5B5_UNORM_PACK16, "RGB1"),
    SWIZZLED(R5G5B5A1_UNORM, FLOAT, A1R5G5B5_UNORM_PACK16, "BGRA"),
    SWIZZLED(R5G5B5X1_UNORM, FLOAT, A1R5G5B5_UNORM_PACK16, "BGR1"),
    AS(A1B5G5R5_UNORM, FLOAT, R5G5B5A1_UNORM_PACK16),
    SWIZZLED(X1B5G5R5_UNORM, FLOAT, R5G5B5A1_UNORM_PACK16, "RGB1"),
    AS(A1R5G5B5_UNORM, FLOAT, B5G5R5A1_UNORM_PACK16),
    SWIZZLED(X1R5G5B5_UNORM, FLOAT, B5G5R5A1_UNORM_PACK16, "RGB1"),
    IMAGE(B4G4R4A4_UNORM, FLOAT, {VK_FORMAT_A4R4G4B4_UNORM_PACK16, NULL},
          {VK_FORMAT_B4G4R4A4_UNORM_PACK16, "GRAB"}),
    IMAGE(B4G4R4X4_UNORM, FLOAT, {VK_FORMAT_A4R4G4B4_UNORM_PACK16, "RGB1"},
          {VK_FORMAT_B4G4R4A4_UNORM_PACK16, "GRA1"}),
    IMAGE(R4G4B4A4_UNORM, FLOAT, {VK_FORMAT_A4B4G4R4_UNORM_PACK16, NULL},
          {VK_FORMAT_B4G4R4A4_UNORM_PACK16, "ARGB"}),
    IMAGE(R4G4B4X4_UNORM, FLOAT, {VK_FORMAT_A4B4G4R4_UNORM_PACK16, "RGB1"},
          {VK_FORMAT_B4G4R4A4_UNORM_PACK16, "ARG1"}),
    AS(A4R4G4B4_UNORM, FLOAT, B4G4R4A4_UNORM_PACK16),
    AS(A4B4G4R4_UNORM, FLOAT, R4G4B4A4_UNORM_PACK16),
    AS(R10G10B10A2_UNORM, FLOAT, A2B10G10R10_UNORM_PACK32),
    AS(R10G10B10A2_SNORM, FLOAT, A2B10G10R10_SNORM_PACK32),
    AS(R10G10B10A2_UINT, UINT, A2B10G10R10_UINT_PACK32),
    AS(R10G10B10A2_SINT, SINT, A2B10G10R10_SINT_PACK32),
    SWIZZLED(R10G10B10X2_UNORM, FLOAT, A2B10G10R10_UNORM_PACK32, "RGB1"),
    SWIZZLED(R10G10B10X2_SNORM, FLOAT, A2B10G10R10_SNORM_PACK32, "RGB1"),
    IMAGE(B10G10R10A2_UNORM, FLOAT, {VK_FORMAT_A2R10G10B10_UNORM_PACK32, NULL},
          {VK_FORMAT_A2B10G10R10_UNORM_PACK32, "BGRA"}),
    IMAGE(B10G10R10X2_UNORM, FLOAT, {VK_FORMAT_A2R10G10B10_UNORM_PACK32, "RGB1"},
          {VK_FORMAT_A2B10G10R10_UNORM_PACK32, "BGR1"}),
    IMAGE(B10G10R10A2_UINT, UINT, {VK_FORMAT_A2R10G10B10_UINT_PACK32, NULL},
          {VK_FORMAT_A2B10G10R10_UINT_PACK32, "BGRA"}),
    AS(R11G11B10_FLOAT, FLOAT, B10G11R11_UFLOAT_PACK32),
    AS(R9G9B9E5_FLOAT, FLOAT, E5B9G9R9_UFLOAT_PACK32),

    /* Depth and stencil. A stencil-only view format shares the rows of the format that it views. */
    ZS(Z16_UNORM, D16, D24, D32),
    ZS(Z24X8_UNORM, D24, D24_S8, D32),
    ZS(X8Z24_UNORM, D24, D24_S8, D32),
    ZS(Z32_FLOAT, D32),
    ZS(Z24_UNORM_S8_UINT, D24_S8, D32_S8),
    ZS(X24S8_UINT, D24_S8, D32_S8),
    ZS(S8_UINT_Z24_UNORM, D24_S8, D32_S8),
    ZS(S8X24_UINT, D24_S8, D32_S8),
    ZS(Z32_FLOAT_S8X24_UINT, D32_S8, D24_S8),
    ZS(X32_S8X24_UINT, D32_S8, D24_S8),
    ZS(S8_UINT, S8, D24_S8, D32_S8),

    /* Compressed blocks */
    BLOCK(DXT1_RGB, BC1_RGB_UNORM),
    BLOCK(DXT1_SRGB, BC1_RGB_SRGB),
    BLOCK(DXT1_RGBA, BC1_RGBA_UNORM),
    BLOCK(DXT1_SRGBA, BC1_RGBA_SRGB),
    BLOCK(DXT3_RGBA, BC2_UNORM),
    BLOCK(DXT3_SRGBA, BC2_SRGB),
    BLOCK(DXT5_RGBA, BC3_UNORM),
    BLOCK(DXT5_SRGBA, BC3_SRGB),
    BLOCK(RGTC1_UNORM, BC4_UNORM),
    BLOCK(RGTC1_SNORM, BC4_SNORM),
    BLOCK(RGTC2_UNORM, BC5_UNORM),
    BLOCK(RGTC2_SNORM, BC5_SNORM),
    BLOCK_AS(LATC1_UNORM, BC4_UNORM, "RRR1"),
    BLOCK_AS(LATC1_SNORM, BC4_SNORM, "RRR1"),
    BLOCK_AS(LATC2_UNORM, BC5_UNORM, "RRRG"),
    BLOCK_AS(LATC2_SNORM, BC5_SNORM, "RRRG"),
    BLOCK(BPTC_RGBA_UNORM, BC7_UNORM),
    BLOCK(BPTC_SRGBA, BC7_SRGB),
    BLOCK(BPTC_RGB_FLOAT, BC6H_SFLOAT),
    BLOCK(BPTC_RGB_UFLOAT, BC6H_UFLOAT),
    BLOCK(ETC1_RGB8, ETC2_R8G8B8_UNORM),
    BLOCK(ETC2_RGB8, ETC2_R8G8B8_UNORM),
    BLOCK(ETC2_SRGB8, ETC2_R8G8B8_SRGB),
    BLOCK(ETC2_RGB8A1, ETC2_R8G8B8A1_UNORM),
    BLOCK(ETC2_SRGB8A1, ETC2_R8G8B8A1_SRGB),
    BLOCK(ETC2_RGBA8, ETC2_R8G8B8A8_UNORM),
    BLOCK(ETC2_SRGBA8, ETC2_R8G8B8A8_SRGB),
    BLOCK(ETC2_R11_UNORM, EAC_R11_UNORM),
    BLOCK(ETC2_R11_SNORM, EAC_R11_SNORM),
    BLOCK(ETC2_RG11_UNORM, EAC_R11G11_UNORM),
    BLOCK(ETC2_RG11_SNORM, EAC_R11G11_SNORM),
    ASTC(4x4),
    ASTC(5x4),
    ASTC(5x5),
    ASTC(6x5),
    ASTC(6x6),
    ASTC(8x5),
    ASTC(8x6),
    ASTC(8x8),
    ASTC(10x5),
    ASTC(10x6),
    ASTC(10x8),
    ASTC(10x10),
    ASTC(12x10),
    ASTC(12x12),
};

/* ---- Vertex fetch ---------------------------------------------------------------------------- */

#define VERTEX(pipe, ...) [PIPE_FORMAT_##pipe] = {.candidates = {__VA_ARGS__}}
#define FETCH(vk, class)                                                                           \
    {                                                                                              \
        VK_FORMAT_##vk, GALVAN_ATTRIB_##class                                                      \
    }
#define FETCH_AS(pipe, vk, class) VERTEX(pipe, FETCH(vk, class))

/* Scaled formats are fetched as integers, and the shader converts the integers to floats. The
 * conversion is exact and needs no optional format. For formats without a row, and for rows that
 * the device does not support, see format_vertex.c. */
#define VERTEX_SMALL(c)                                                                            \
    FETCH_AS(c##_UNORM, c##_UNORM, FLOAT), FETCH_AS(c##_SNORM, c##_SNORM, FLOAT),                  \
        FETCH_AS(c##_UINT, c##_UINT, UINT), FETCH_AS(c##_SINT, c##_SINT, SINT),                    \
        FETCH_AS(c##_USCALED, c##_UINT, USCALED), FETCH_AS(c##_SSCALED, c##_SINT, SSCALED)
#define VERTEX_HALF(c) FETCH_AS(c##_FLOAT, c##_SFLOAT, FLOAT)
#define VERTEX_32(c)                                                                               \
    FETCH_AS(c##_FLOAT, c##_SFLOAT, FLOAT), FETCH_AS(c##_UINT, c##_UINT, UINT),                    \
        FETCH_AS(c##_SINT, c##_SINT, SINT), FETCH_AS(c##_USCALED, c##_UINT, USCALED),              \
        FETCH_AS(c##_SSCALED, c##_SINT, SSCALED)

const struct gv_vertex_row gv_vertex_rows[PIPE_FORMAT_COUNT] = {
    VERTEX_SMALL(R8),
    VERTEX_SMALL(R8G8),
    VERTEX_SMALL(R8G8B8),
    VERTEX_SMALL(R8G8B8A8),
    VERTEX_SMALL(R16),
    VERTEX_SMALL(R16G16),
    VERTEX_SMALL(R16G16B16),
    VERTEX_SMALL(R16G16B16A16),
    VERTEX_HALF(R16),
    VERTEX_HALF(R16G16),
    VERTEX_HALF(R16G16B16),
    VERTEX_HALF(R16G16B16A16),
    VERTEX_32(R32),
    VERTEX_32(R32G32),
    VERTEX_32(R32G32B32),
    VERTEX_32(R32G32B32A32),

    VERTEX_SMALL(B8G8R8A8),
    VERTEX_SMALL(B8G8R8),
    FETCH_AS(R11G11B10_FLOAT, B10G11R11_UFLOAT_PACK32, FLOAT),
    FETCH_AS(R10G10B10A2_UNORM, A2B10G10R10_UNORM_PACK32, FLOAT),
    FETCH_AS(R10G10B10A2_SNORM, A2B10G10R10_SNORM_PACK32, FLOAT),
    FETCH_AS(R10G10B10A2_UINT, A2B10G10R10_UINT_PACK32, UINT),
    FETCH_AS(R10G10B10A2_SINT, A2B10G10R10_SINT_PACK32, SINT),
    VERTEX(R10G10B10A2_USCALED, FETCH(A2B10G10R10_UINT_PACK32, USCALED),
           FETCH(A2B10G10R10_USCALED_PACK32, FLOAT)),
    VERTEX(R10G10B10A2_SSCALED, FETCH(A2B10G10R10_SINT_PACK32, SSCALED),
           FETCH(A2B10G10R10_SSCALED_PACK32, FLOAT)),
    FETCH_AS(B10G10R10A2_UNORM, A2R10G10B10_UNORM_PACK32, FLOAT),
    FETCH_AS(B10G10R10A2_SNORM, A2R10G10B10_SNORM_PACK32, FLOAT),
    VERTEX(B10G10R10A2_USCALED, FETCH(A2R10G10B10_UINT_PACK32, USCALED),
           FETCH(A2R10G10B10_USCALED_PACK32, FLOAT)),
    VERTEX(B10G10R10A2_SSCALED, FETCH(A2R10G10B10_SINT_PACK32, SSCALED),
           FETCH(A2R10G10B10_SSCALED_PACK32, FLOAT)),
};
