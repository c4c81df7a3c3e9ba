/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lines and points that the device cannot draw are expanded to quads: lines and points of a size
 * beyond the device's limit, and smooth, stippled or aliased lines that the device lacks. Lowered
 * stages list the lines or points. Each of them is drawn with six vertices. The vertex shader
 * (entry_text.c) reads the vertex entries of both ends of the line, or the entry of the point.
 * Lines are not expanded if the state draws their last pixels. */
#ifndef GV_EXPANDED_QUADS_H
#define GV_EXPANDED_QUADS_H

enum {
    GV_QUAD_VERTICES = 6,
};

#endif
