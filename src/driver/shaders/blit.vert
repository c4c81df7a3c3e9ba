/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A rectangle over the viewport, which is the destination. The edges of the rectangle decide for
 * each sample whether it is covered; a scissor is less exact on lavapipe. */
#version 460

void main()
{
    vec2 corner = vec2((gl_VertexIndex & 1) * 2 - 1, (gl_VertexIndex & 2) - 1);
    gl_Position = vec4(corner, 0.0, 1.0);
}
