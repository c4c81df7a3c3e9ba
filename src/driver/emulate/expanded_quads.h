/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lines and points that the device cannot draw are expanded to quads: lines that are too wide,
 * smooth, stippled or aliased, and points that are too large. Lowered stages list the lines or
 * points. Each line or point is drawn with six vertices, whose vertex shader reads the vertex
 * entries of both ends of the line (entry_text.c), or the entry of the point. Lines are not
 * expanded if the state draws their last pixels. */
#ifndef GV_EXPANDED_QUADS_H
#define GV_EXPANDED_QUADS_H

enum {
    GV_QUAD_VERTICES = 6,
};

#endif
