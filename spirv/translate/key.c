/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The fields of a translation key by name: one table for the command, the tests, the fuzzers, and
 * the driver, which stores keys between runs. */
#include <string.h>

#include "galvan/spirv.h"
#include "spirv/translate/base/context.h"

#define FIELD(part, f, n, max)                                                                     \
    {                                                                                              \
        .name = #f, .offset_B = offsetof(struct galvan_spirv_key, part.f),                         \
        .size_B = sizeof(((struct galvan_spirv_key *)0)->part.f) / (n), .num = (n),                \
        .max_value = (max),                                                                        \
    }

static const struct galvan_spirv_key_field fields[] = {
    FIELD(vertex, consumer_mask, 1, UINT64_MAX),
    FIELD(vertex, consumer_patch_mask, 1, UINT32_MAX),
    FIELD(device, max_locations, 1, UINT8_MAX),
    FIELD(vertex, last_vertex_stage, 1, 1),
    FIELD(vertex, clip_plane_mask, 1, UINT8_MAX),
    FIELD(vertex, clip_added, 1, 7),
    FIELD(vertex, clamp_vertex_color, 1, 1),
    FIELD(vertex, point_round, 1, 1),
    FIELD(vertex, point_grow, 1, 1),
    FIELD(vertex, point_guard, 1, 1),
    FIELD(device, no_point_size, 1, 1),
    FIELD(vertex, no_points, 1, 1),
    FIELD(raster, no_layer, 1, 1),
    FIELD(raster, no_viewport_index, 1, 1),
    FIELD(device, cull, 1, GALVAN_CULL_VARYINGS),
    FIELD(raster, shown_viewports, 1, 1),
    FIELD(raster, shown_layer, 1, 1),
    FIELD(raster, tile, 1, 1),
    FIELD(vertex, mirror_x, 1, 1),
    FIELD(vertex, edge_rule, 1, 1),
    FIELD(vertex, write_primitive_id, 1, 1),
    FIELD(device, draw_parameters, 1, 1),
    FIELD(vertex, lowered, 1, 1),
    FIELD(vertex, known_task, 1, GALVAN_TASK_KNOWN_LIST),
    FIELD(vertex, strip, 1, GALVAN_STRIP_TRIANGLES_LAST),
    FIELD(vertex, head_unread, 1, UINT8_MAX),
    FIELD(vertex, indexed_entries, 1, 1),
    FIELD(vertex, entry_inputs, 1, 1),
    FIELD(vertex, entry_lines, 1, 1),
    FIELD(raster, point_quads, 1, 1),
    FIELD(vertex, entry_vertices, 1, 3),
    FIELD(vertex, attrib, 32, GALVAN_ATTRIB_NUM - 1),
    FIELD(vertex, attrib_layout, 32, UINT32_MAX),
    FIELD(raster, extra_mask, 1, (1 << GALVAN_NUM_EXTRAS) - 1),
    FIELD(device, no_geometry, 1, 1),
    FIELD(fragment, spilled_mask, 1, UINT64_MAX),
    FIELD(fragment, flatshade, 1, 1),
    FIELD(fragment, light_twoside, 1, 1),
    FIELD(fragment, back_facing, 1, 1),
    FIELD(fragment, sprite_on_generic, 1, 1),
    FIELD(fragment, sprite_mask, 1, UINT32_MAX),
    FIELD(fragment, alpha_func, 1, 7),
    FIELD(fragment, clamp_fragment_color, 1, 1),
    FIELD(fragment, alpha_to_one, 1, 1),
    FIELD(fragment, alpha_coverage, 1, 32),
    FIELD(fragment, logic_source, 1, GALVAN_LOGIC_INVERSE),
    FIELD(fragment, logic_mask, 1, 0xff),
    FIELD(fragment, dual_source, 1, 1),
    FIELD(fragment, poly_stipple, 1, 1),
    FIELD(fragment, line_stipple, 1, 1),
    FIELD(fragment, line_smooth, 1, 2),
    FIELD(fragment, point_smooth, 1, 16),
    FIELD(fragment, window_rects, 1, 1),
    FIELD(fragment, count_invocations, 1, 1),
    FIELD(fragment, persample, 1, 1),
    FIELD(fragment, whole_pixels, 1, 1),
    FIELD(fragment, lower_left_origin, 1, 1),
    FIELD(fragment, fb_fetch, 1, GALVAN_FB_FETCH_COPY_SAMPLES),
    FIELD(fragment, single_sample, 1, 1),
    FIELD(fragment, shown_samples, 1, 16),
    FIELD(fragment, num_cbufs, 1, 8),
    FIELD(fragment, cbuf_holes, 1, 0xff),
    FIELD(fragment, cbuf_blend, 8, UINT32_MAX),
    FIELD(fragment, cbuf_class, 8, GALVAN_CBUF_UINT),
    FIELD(fragment, cbuf_swizzle, 8, GALVAN_CBUF_ALPHA_TO_GREEN),
    FIELD(device, opaque_branches, 1, 1),
    FIELD(common, inlined_uniforms, 1, (1 << GALVAN_MAX_INLINABLE_UNIFORMS) - 1),
    FIELD(common, inlined_values, GALVAN_MAX_INLINABLE_UNIFORMS, UINT32_MAX),
    FIELD(common, lone_subgroups, 1, 1),
    FIELD(device, check_bounds, 1, 1),
    FIELD(device, check_exchanges, 1, 1),
    FIELD(common, const_storage, 1, UINT16_MAX),
    FIELD(device, no_demote, 1, 1),
    FIELD(device, no_float64, 1, 1),
    FIELD(device, no_1d, 1, 1),
    FIELD(device, no_int64, 1, 1),
    FIELD(compute, ends_together, 1, 1),
    FIELD(common, sampler_texels, 1, UINT32_MAX),
    FIELD(common, sampler_seams, 1, UINT32_MAX),
    FIELD(common, sampler_clamp, 3, UINT32_MAX),
    FIELD(common, sampler_mirror, 3, UINT32_MAX),
    FIELD(common, sampler_border, 3, UINT32_MAX),
    FIELD(common, sampler_border_linear, 2, UINT32_MAX),
    FIELD(common, shadow_swizzle, 32, UINT8_MAX),
    FIELD(common, shown_texture_samples, 32, 16),
    FIELD(common, buffer_swizzle, 32, UINT16_MAX),
    FIELD(device, no_gather_offsets, 1, 1),
    FIELD(common, image_format, 32, UINT8_MAX),
    FIELD(common, image_class, 32, GALVAN_CBUF_UINT),
    FIELD(common, shown_image_samples, 32, 16),
    FIELD(common, image_slice, 32, UINT16_MAX),
    FIELD(common, images_read_only, 1, UINT32_MAX),
    FIELD(device, buffer_array, 1, 1),
    FIELD(common, no_stores, 1, 1),
    FIELD(common, images_absent, 1, UINT32_MAX),
    FIELD(common, counter_start, 16, UINT8_MAX),
    FIELD(compute, shared_size_B, 1, UINT32_MAX),
    FIELD(compute, private_size_B, 1, UINT32_MAX),
    FIELD(compute, entry, 1, UINT32_MAX),
    FIELD(compute, grid_base, 1, 1),
    FIELD(compute, last_block, 1, 1),
    FIELD(compute, block_size, 3, UINT32_MAX),
    FIELD(device, max_threads, 1, UINT32_MAX),
    FIELD(device, max_block, 3, UINT32_MAX),
    FIELD(device, few_gather_offsets, 1, 1),
};

const struct galvan_spirv_key_field *galvan_spirv_key_fields(size_t *out_num)
{
    *out_num = sizeof(fields) / sizeof(fields[0]);
    return fields;
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

/* Parses the `len` bytes at `text` as a number of at most `max`. */
static bool parse_number(const char *text, size_t len, uint64_t max, uint64_t *out_value)
{
    unsigned base = 10;
    uint64_t value = 0;
    if (len > 2 && text[0] == '0' && text[1] == 'x') {
        base = 16;
        text += 2;
        len -= 2;
    }
    for (size_t i = 0; i < len; i++) {
        unsigned digit = (unsigned)digit_value(text[i]);
        if (digit >= base || value > (max - digit) / base || digit > max)
            return false;
        value = value * base + digit;
    }
    *out_value = value;
    return len > 0;
}

static const struct galvan_spirv_key_field *find_field(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (strlen(fields[i].name) == len && memcmp(fields[i].name, name, len) == 0)
            return &fields[i];
    }
    return NULL;
}

static void store(struct galvan_spirv_key *key, const struct galvan_spirv_key_field *field,
                  size_t index, uint64_t value)
{
    char *at = (char *)key + field->offset_B + index * field->size_B;
    const uint8_t byte = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;
    if (field->size_B == sizeof(byte))
        memcpy(at, &byte, sizeof(byte));
    else if (field->size_B == sizeof(half))
        memcpy(at, &half, sizeof(half));
    else if (field->size_B == sizeof(word))
        memcpy(at, &word, sizeof(word));
    else
        memcpy(at, &value, sizeof(value));
}

enum galvan_result galvan_spirv_key_set(struct galvan_spirv_key *key, const char *assignment)
{
    size_t name_len = strcspn(assignment, "[=");
    const struct galvan_spirv_key_field *field = find_field(assignment, name_len);
    const char *at = assignment + name_len;
    uint64_t index = 0;
    uint64_t value;
    if (!field)
        return GALVAN_ERROR_INVALID;
    if (*at == '[') {
        size_t len = strcspn(++at, "]");
        if (!at[len] || !parse_number(at, len, field->num - 1u, &index))
            return GALVAN_ERROR_INVALID;
        at += len + 1;
    }
    if (*at != '=' || !parse_number(at + 1, strlen(at + 1), field->max_value, &value))
        return GALVAN_ERROR_INVALID;
    store(key, field, (size_t)index, value);
    return GALVAN_OK;
}
