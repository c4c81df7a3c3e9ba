/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws a rectangle over the viewport, which is the blit's destination. The rectangle's edges
 * decide for each sample whether it is covered. A scissor would be less exact on lavapipe. */
#version 460

void main()
{
    vec2 corner = vec2((gl_VertexIndex & 1) * 2 - 1, (gl_VertexIndex & 2) - 1);
    gl_Position = vec4(corner, 0.0, 1.0);
}
