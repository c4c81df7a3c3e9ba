/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The fragment shader of the Vulkan half of the draw benchmark. */
#version 450
layout(location = 0) in vec2 coord;
layout(location = 0) out vec4 out_color;
layout(set = 0, binding = 0, std140) uniform Constants {
    vec4 offset;
    vec4 color;
    vec4 choice;
} constants;
layout(set = 1, binding = 0) uniform sampler2D image;

#ifndef FACTOR
#define FACTOR 1.0
#endif

void main()
{
    out_color = texture(image, coord) * constants.color * FACTOR;
#ifdef EITHER
    if (constants.choice.x != 0.0)
        out_color *= 0.5;
#endif
}
