/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The fields of a translation key by name: one table for the command, the tests, the fuzzers, and
 * the driver, which stores keys between runs. */
#include <string.h>

#include "galvan/spirv.h"
#include "spirv/translate/base/context.h"

#define FIELD(f, n, max)                                                                           \
    {                                                                                              \
        .name = #f, .offset_B = offsetof(struct galvan_spirv_key, f),                              \
        .size_B = sizeof(((struct galvan_spirv_key *)0)->f) / (n), .num = (n), .max_value = (max), \
    }

static const struct galvan_spirv_key_field fields[] = {
    FIELD(consumer_mask, 1, UINT64_MAX),
    FIELD(consumer_patch_mask, 1, UINT32_MAX),
    FIELD(max_locations, 1, UINT8_MAX),
    FIELD(last_vertex_stage, 1, 1),
    FIELD(clip_plane_mask, 1, UINT8_MAX),
    FIELD(clip_added, 1, 7),
    FIELD(clamp_vertex_color, 1, 1),
    FIELD(point_round, 1, 1),
    FIELD(point_grow, 1, 1),
    FIELD(point_guard, 1, 1),
    FIELD(no_point_size, 1, 1),
    FIELD(no_points, 1, 1),
    FIELD(no_layer, 1, 1),
    FIELD(no_viewport_index, 1, 1),
    FIELD(cull, 1, GALVAN_CULL_VARYINGS),
    FIELD(shown_viewports, 1, 1),
    FIELD(shown_layer, 1, 1),
    FIELD(tile, 1, 1),
    FIELD(mirror_x, 1, 1),
    FIELD(edge_rule, 1, 1),
    FIELD(write_primitive_id, 1, 1),
    FIELD(draw_parameters, 1, 1),
    FIELD(vertex_kernel, 1, 1),
    FIELD(known_job, 1, GALVAN_JOB_KNOWN_LIST),
    FIELD(strip, 1, GALVAN_STRIP_TRIANGLES_LAST),
    FIELD(head_unread, 1, UINT8_MAX),
    FIELD(indexed_records, 1, 1),
    FIELD(record_inputs, 1, 1),
    FIELD(record_lines, 1, 1),
    FIELD(point_quads, 1, 1),
    FIELD(attrib, 32, GALVAN_ATTRIB_NUM - 1),
    FIELD(attrib_layout, 32, UINT32_MAX),
    FIELD(extra_mask, 1, (1 << GALVAN_NUM_EXTRAS) - 1),
    FIELD(no_geometry, 1, 1),
    FIELD(flatshade, 1, 1),
    FIELD(light_twoside, 1, 1),
    FIELD(back_facing, 1, 1),
    FIELD(sprite_on_generic, 1, 1),
    FIELD(sprite_mask, 1, UINT32_MAX),
    FIELD(alpha_func, 1, 7),
    FIELD(clamp_fragment_color, 1, 1),
    FIELD(alpha_to_one, 1, 1),
    FIELD(alpha_coverage, 1, 32),
    FIELD(logic_source, 1, GALVAN_LOGIC_INVERSE),
    FIELD(logic_mask, 1, 0xff),
    FIELD(dual_source, 1, 1),
    FIELD(poly_stipple, 1, 1),
    FIELD(line_stipple, 1, 1),
    FIELD(line_smooth, 1, 2),
    FIELD(point_smooth, 1, 16),
    FIELD(window_rects, 1, 1),
    FIELD(count_invocations, 1, 1),
    FIELD(persample, 1, 1),
    FIELD(whole_pixels, 1, 1),
    FIELD(lower_left_origin, 1, 1),
    FIELD(fb_fetch, 1, GALVAN_FB_FETCH_COPY_SAMPLES),
    FIELD(single_sample, 1, 1),
    FIELD(shown_samples, 1, 16),
    FIELD(num_cbufs, 1, 8),
    FIELD(cbuf_holes, 1, 0xff),
    FIELD(cbuf_blend, 8, UINT32_MAX),
    FIELD(cbuf_class, 8, GALVAN_CBUF_UINT),
    FIELD(cbuf_swizzle, 8, GALVAN_CBUF_ALPHA_TO_GREEN),
    FIELD(opaque_branches, 1, 1),
    FIELD(inlined_uniforms, 1, (1 << GALVAN_MAX_INLINABLE_UNIFORMS) - 1),
    FIELD(inlined_values, GALVAN_MAX_INLINABLE_UNIFORMS, UINT32_MAX),
    FIELD(lone_votes, 1, 1),
    FIELD(check_bounds, 1, 1),
    FIELD(check_exchanges, 1, 1),
    FIELD(const_storage, 1, UINT16_MAX),
    FIELD(no_demote, 1, 1),
    FIELD(no_float64, 1, 1),
    FIELD(no_1d, 1, 1),
    FIELD(no_int64, 1, 1),
    FIELD(ends_together, 1, 1),
    FIELD(sampler_texels, 1, UINT32_MAX),
    FIELD(sampler_seams, 1, UINT32_MAX),
    FIELD(sampler_clamp, 3, UINT32_MAX),
    FIELD(sampler_mirror, 3, UINT32_MAX),
    FIELD(sampler_border, 3, UINT32_MAX),
    FIELD(sampler_border_linear, 2, UINT32_MAX),
    FIELD(shadow_swizzle, 32, UINT8_MAX),
    FIELD(shown_texture_samples, 32, 16),
    FIELD(buffer_swizzle, 32, UINT16_MAX),
    FIELD(no_gather_offsets, 1, 1),
    FIELD(image_format, 32, UINT8_MAX),
    FIELD(image_class, 32, GALVAN_CBUF_UINT),
    FIELD(shown_image_samples, 32, 16),
    FIELD(images_read_only, 1, UINT32_MAX),
    FIELD(buffer_array, 1, 1),
    FIELD(no_stores, 1, 1),
    FIELD(images_absent, 1, UINT32_MAX),
    FIELD(shared_size_B, 1, UINT32_MAX),
    FIELD(private_size_B, 1, UINT32_MAX),
    FIELD(entry, 1, UINT32_MAX),
    FIELD(grid_base, 1, 1),
    FIELD(last_block, 1, 1),
    FIELD(block_size, 3, UINT32_MAX),
    FIELD(max_threads, 1, UINT32_MAX),
    FIELD(max_block, 3, UINT32_MAX),
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

/* The len bytes at text as a number of at most max. */
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
