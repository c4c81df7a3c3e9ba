/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The passes of polygons, if a face is drawn as lines or points. */
#ifndef GV_PATH_FACES_H
#define GV_PATH_FACES_H

#include <stdbool.h>

#include "driver/path/path.h"

struct gv_state;

/* Whether the edge flags that the vertex shader writes affect draws of a mode. */
bool gv_has_edge_flags(const struct gv_state *state, unsigned mode);

/* Finds the passes for draws of path->mode. Passes of filled faces come first. Returns the number
 * of passes, or 0 if one pass draws all faces. If lowered stages compute the draw for another
 * reason, outlines cannot be drawn; `outlines` is then false. */
unsigned gv_path_faces(const struct gv_path *path, const struct gv_state *state, bool outlines,
                       struct gv_face_pass out_faces[2]);

#endif
