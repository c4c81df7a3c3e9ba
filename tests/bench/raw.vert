/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The vertex shader of the Vulkan half of the draw benchmark. */
#version 450
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 coord;
layout(location = 0) out vec2 out_coord;
layout(set = 0, binding = 0, std140) uniform Constants {
    vec4 offset;
    vec4 color;
} constants;

void main()
{
    out_coord = coord;
    gl_Position = vec4(position, 0.5, 1.0) + constants.offset;
}
