/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One triangle that covers the framebuffer; the scissor cuts out the destination. */
#version 460

void main()
{
    vec2 corner = vec2((gl_VertexIndex & 1) * 4 - 1, (gl_VertexIndex & 2) * 2 - 1);
    gl_Position = vec4(corner, 0.0, 1.0);
}
