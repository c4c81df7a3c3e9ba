// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Galvan authors
//
// The last pixel of a line: the calculations of the generated geometry shader of
// src/driver/shader/pass_text.c. v0 and v1 are the vertices in clip space; constants are those of
// struct gv_line_end_constants, by rows of four:
//   c0: from clip to window space, scale and translation; c1: subpixels in a pixel, size of a
//   subpixel, the stipple's pattern and its pixels for a bit (the last two are integers).

vec2 line_end_window(const vec4 v, const vec4 c0, const vec4 c1)
{
    return to_grid(v.xy * (1.0 / v.w) * c0.xy + c0.zw, c1.x, c1.y);
}

// Returns the vector from the line's start to its end in window space, multiplied by the w of both.
vec2 line_end_way(const vec4 v0, const vec4 v1, const vec4 c0)
{
    return (v1.xy * v0.w - v0.xy * v1.w) * c0.xy;
}

// Whether the stipple pattern draws the last pixel of a line from `begin` to `end`. The line's
// first pixel is the pixel that contains its start, unless the line starts beyond the diamond of
// that pixel.
bool line_end_stippled(const vec2 begin, const vec2 end, const vec2 way, const vec4 c1)
{
    const bool is_x = abs(way.x) >= abs(way.y);
    const float direction = sign(major(way, is_x));
    const vec2 start = from_center(begin, c1.y);
    const float past = major(start, is_x) * direction;
    const float skipped = mix(false, past > 0.0, !in_diamond(start)) ? 1.0 : 0.0;
    const vec2 pixels = pixel_center(end, c1.y) - pixel_center(begin, c1.y);
    const uint number = uint(max(major(pixels, is_x) * direction - skipped, 0.0));
    const uint bit = number / floatBitsToUint(c1.w) & 15u;
    return (floatBitsToUint(c1.z) >> bit & 1u) != 0u;
}

// Returns 1 if the line enters the diamond of its last pixel without leaving it and the stipple
// pattern draws this pixel; otherwise 0.
vec4 line_end_drawn(const vec4 v0, const vec4 v1, const vec4 c0, const vec4 c1, const vec4 u4)
{
    const vec2 way = line_end_way(v0, v1, c0);
    const vec2 begin = line_end_window(v0, c0, c1);
    const vec2 end = line_end_window(v1, c0, c1);
    const bool ends = mix(false, in_diamond(from_center(end, c1.y)), v1.w > 0.0);
    const bool is_line = mix(false, way.x != 0.0 || way.y != 0.0, ends);
    return vec4(mix(false, line_end_stippled(begin, end, way, c1), is_line) ? 1.0 : 0.0);
}

// Returns a segment one pixel long in clip space, with v1's w; xy is its start, zw its end. The
// segment starts a quarter of a pixel before the center of the line's last column (or row): devices
// differ about lines that start at the center of a pixel. The segment is a little less steep than
// the line, so that rounding never makes the other axis the longer axis.
vec4 line_end_segment(const vec4 v0, const vec4 v1, const vec4 c0, const vec4 c1, const vec4 u4)
{
    const vec2 way = line_end_way(v0, v1, c0);
    const bool is_x = abs(way.x) >= abs(way.y);
    const float direction = sign(major(way, is_x));
    const vec2 pixel = way * (1.0 / abs(major(way, is_x)));
    const vec2 end = line_end_window(v1, c0, c1);
    const float ahead = major(pixel_center(end, c1.y), is_x) - major(end, is_x);
    const vec2 drawn = pixel * (is_x ? vec2(1.0, 0.9990234375) : vec2(0.9990234375, 1.0));
    const vec2 begin = pixel * (ahead * direction) + end - 0.25 * drawn;
    const vec4 places = vec4(begin, begin + drawn) - c0.zwzw;
    return places * (1.0 / c0.xyxy) * v1.w;
}
