// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Galvan authors
//
// Vertices of expanded lines: the calculations of the generated vertex shader of
// src/driver/shader/entry_text.c. `end` is the end of the line to which the vertex belongs, and
// `other` is the other end, both in clip space; `sides` and `window` are the inputs
// GALVAN_CORNER_SIDES and GALVAN_CORNER_WINDOW.
//
// A vertex lies half the line's width beside its end. Nothing is divided by w: to move a clip-space
// point by a distance, w times the distance is added to x and y. Behind the eye w is negative and
// the point would move to the other side, so an end behind the eye is moved along the line to just
// before the eye, and the clipper removes what is out of view. A line of whole pixels covers the
// columns (rows, if it is steep) whose diamonds it leaves: an end in the diamond of its pixel moves
// along the line to the center of that pixel.

// Returns the vector to the other end in window space, multiplied by the w of both ends.
vec2 expanded_line_way(const vec4 end, const vec4 other, const vec4 window)
{
    return (other.xy * end.w - end.xy * other.w) * window.xy;
}

// Returns how far along the line an end behind the eye moves, as a fraction of the distance to the
// other end.
float expanded_line_cut(const vec4 end, const vec4 other)
{
    const float step = (other.w * (1.0 / 65536.0) - end.w) * (1.0 / (other.w - end.w));
    return other.w > 0.0 ? step : 0.0;
}

// Returns how far along the line an end of a line of whole pixels moves, as a fraction of the
// distance to the other end. A line includes the pixel at whose center it begins, so lines to the
// left and up are moved by one subpixel, the least distance that the device observes.
float expanded_line_pixel(const vec4 end, const vec4 other, const vec4 sides, const vec4 window,
                          const vec4 grid)
{
    const vec2 way = expanded_line_way(end, other, window);
    const bool is_x = abs(way.x) >= abs(way.y);
    const vec2 place = end.xy * (1.0 / end.w) * window.xy + window.zw + vec2(0.0, grid.z);
    const vec2 seen = to_grid(place, grid.x, grid.y);
    const vec2 drawn = in_diamond(from_center(seen, grid.y)) ? pixel_center(seen, grid.y) : seen;
    const float back = major(way * sides.y, is_x) < 0.0 ? grid.y : 0.0;
    const float distance = (major(drawn, is_x) + back - major(place, is_x)) * end.w;
    const float length = major(way, is_x) - distance * (other.w - end.w);
    return length != 0.0 ? distance * end.w * (1.0 / length) : 0.0;
}

// Return how far along the line the end moves, as a fraction of the distance to the other end.
// grid: subpixels in a pixel, size of a subpixel, and how far down the device draws the line.
vec4 expanded_line_move_pixels(const vec4 end, const vec4 other, const vec4 sides,
                               const vec4 window, const vec4 grid)
{
    return vec4(end.w > 0.0 ? expanded_line_pixel(end, other, sides, window, grid)
                            : expanded_line_cut(end, other));
}

vec4 expanded_line_move(const vec4 end, const vec4 other, const vec4 u2, const vec4 u3,
                        const vec4 u4)
{
    return vec4(end.w > 0.0 ? 0.0 : expanded_line_cut(end, other));
}

// Returns the position at the distance `beside` from the end, after the end has moved by `move`.
vec4 expanded_line_position(const vec4 end, const vec4 other, const vec4 window, const vec2 beside,
                            const float move)
{
    const vec4 moved = (other - end) * move + end;
    return vec4((1.0 / window.xy) * beside * moved.w + moved.xy, moved.zw);
}

// Returns the direction from the first end to the second end, one pixel long.
vec2 expanded_line_direction(const vec4 end, const vec4 other, const vec4 corner, const vec4 window)
{
    const vec2 way = expanded_line_way(end, other, window) * corner.y;
    return way * inversesqrt(max(dot(way, way), 1e-30));
}

// Return the position of a vertex. corner: its two sides, the width of the line, and how far its
// end moves along the line. expanded_line_pixels() widens the line across its longer axis; the next
// two functions widen it at a right angle to its direction. All expanded lines have the same
// winding.
vec4 expanded_line_pixels(const vec4 end, const vec4 other, const vec4 corner, const vec4 window,
                          const vec4 u4)
{
    const vec2 way = expanded_line_way(end, other, window);
    const vec2 turn = sign(way * corner.y);
    const vec2 across = abs(way.x) >= abs(way.y) ? vec2(0.0, turn.x) : vec2(-turn.y, 0.0);
    const vec2 beside = across * (corner.z * 0.5 * corner.x);
    return expanded_line_position(end, other, window, beside, corner.w);
}

vec4 expanded_line_exact(const vec4 end, const vec4 other, const vec4 corner, const vec4 window,
                         const vec4 u4)
{
    const vec2 direction = expanded_line_direction(end, other, corner, window);
    const vec2 beside = vec2(-direction.y, direction.x) * (corner.z * 0.5 * corner.x);
    return expanded_line_position(end, other, window, beside, corner.w);
}

// A smooth line begins half a pixel before its first end, ends half a pixel after its second end,
// and is one pixel wider than its width.
vec4 expanded_line_smooth(const vec4 end, const vec4 other, const vec4 corner, const vec4 window,
                          const vec4 u4)
{
    const vec2 direction = expanded_line_direction(end, other, corner, window);
    const vec2 beside = vec2(-direction.y, direction.x) * ((corner.z * 0.5 + 0.5) * corner.x);
    const vec2 ahead = direction * -(corner.y * 0.5);
    return expanded_line_position(end, other, window, beside + ahead, corner.w);
}
