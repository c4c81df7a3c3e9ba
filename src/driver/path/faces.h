/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The passes of polygons of which not all faces are filled. */
#ifndef GV_PATH_FACES_H
#define GV_PATH_FACES_H

#include <stdbool.h>

#include "driver/path/path.h"

struct gv_state;

/* Whether edge flags of the vertex shader count in draws of a mode. */
bool gv_has_edge_flags(const struct gv_state *state, unsigned mode);

/* The passes of draws of path->mode, filled faces first; 0: one pass draws everything. outlines:
 * false if other lowered stages compute the draw, after which outlines are not possible. */
unsigned gv_path_faces(const struct gv_path *path, const struct gv_state *state, bool outlines,
                       struct gv_face_pass out_faces[2]);

#endif
