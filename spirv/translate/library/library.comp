// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Galvan authors
//
// The library of functions that translated shaders call. A module gets copies of the functions that
// it calls, by name, so parameters are const: glslang passes those by value. main is empty.
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 1) in;

void main()
{
}

#include "wide.glsl"

// ---- Functions of the instruction GLSL: each takes five vectors, not all of which it uses

// The component along the longer axis, which is x if is_x.
float major(const vec2 v, const bool is_x)
{
    return is_x ? v.x : v.y;
}

// A position on the device's grid of subpixels.
vec2 to_grid(const vec2 position, const float subpixels, const float subpixel)
{
    return roundEven(position * subpixels) * subpixel;
}

// The center of the pixel that contains a position on the subpixel grid. Vulkan treats a position
// on the edge of a diamond as if it were moved to the right by an epsilon, and down by the
// epsilon's square.
vec2 pixel_center(const vec2 position, const float subpixel)
{
    return floor(position + vec2(0.25, 0.0625) * subpixel) + 0.5;
}

// The vector to a position, moved by that epsilon, from the center of the pixel that contains it.
vec2 from_center(const vec2 position, const float subpixel)
{
    return position + vec2(0.25, 0.0625) * subpixel - pixel_center(position, subpixel);
}

// Whether a vector from the center of a pixel ends inside the pixel's diamond.
bool in_diamond(const vec2 way)
{
    return abs(way.x) + abs(way.y) < 0.5;
}

#include "expanded_line.glsl"
#include "line_end.glsl"
#include "outline.glsl"
