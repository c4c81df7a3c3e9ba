/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_path: how a draw is executed, derived from the bound state and from what the device
 * lacks. A draw is native, captured or computed. Native: the device's own pipeline executes the
 * draw. Captured: a lowered vertex shader captures or counts before the native draw. Computed:
 * lowered stages compute the vertices. A table in path.c lists the reasons, one in each row. */
#ifndef GV_PATH_H
#define GV_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_defines.h"

struct gv_state;
struct gv_text;
struct gv_vk_device;

enum gv_path_kind {
    GV_PATH_NATIVE,
    GV_PATH_CAPTURED,
    GV_PATH_COMPUTED,
};

/* Why a draw is captured or computed: bits of gv_path.captured and gv_path.computed. */
enum gv_path_reason {
    GV_REASON_CAPTURE,        /* stream output on a device without transform feedback */
    GV_REASON_COUNT,          /* a query of generated primitives that lowered stages count */
    GV_REASON_STATISTICS,     /* pipeline statistics that lowered stages count */
    GV_REASON_LINES,          /* expanded lines */
    GV_REASON_POINTS,         /* expanded points */
    GV_REASON_POINT_SIZES,    /* point sizes that a stage after the vertex shader reads or writes */
    GV_REASON_TESSELLATION,   /* patches */
    GV_REASON_GEOMETRY,       /* a geometry shader */
    GV_REASON_STREAMS,        /* several vertex streams */
    GV_REASON_LARGE_GEOMETRY, /* a geometry shader that writes more components than the device's
                                 limit */
    GV_REASON_FLAT_VERTEX,    /* flat values after a geometry shader, if the device's provoking
                                 vertex differs from GL's */
    GV_REASON_PRIMITIVE_ID,   /* a fragment shader that reads the primitive id */
    GV_REASON_VARYINGS,       /* a fragment shader that reads more varyings than the device has */
    GV_REASON_OUTLINES,       /* outlines of polygons, each in its own pass */
    GV_REASON_STORES,         /* a vertex shader that stores to memory, if lowered stages
                                 capture the draw */
    GV_NUM_REASONS,
};

#define GV_REASON_BIT(reason) (1u << GV_REASON_##reason)

/* The axes along which a draw may take several passes: bits of gv_path.passes. */
enum {
    GV_PASSES_FACES = 1 << 0,      /* faces of polygons, if not all faces are filled */
    GV_PASSES_LAST_PIXEL = 1 << 1, /* the last pixels of lines */
    GV_PASSES_SAMPLES = 1 << 2,    /* samples at other locations than the device's */
    GV_PASSES_VIEWPORTS = 1 << 3,  /* viewports that the last vertex stage selects */
    GV_PASSES_LAYERS = 1 << 4,     /* layers that the last vertex stage selects */
    GV_PASSES_SPLITS = 1 << 5,     /* framebuffer splits: the framebuffer is larger than the
                                      device's limit */
};

/* Who captures stream output: nobody, the device's transform feedback, or lowered stages. */
enum gv_capturer {
    GV_CAPTURED_BY_NOBODY,
    GV_CAPTURED_BY_DEVICE,
    GV_CAPTURED_BY_SHADERS,
};

/* How the lines or points of outlines are generated. */
enum gv_outline_maker {
    GV_OUTLINE_NONE, /* no outlines: the pass is native, or the face is filled */
    GV_OUTLINE_BY_SHADER,
    GV_OUTLINE_BY_LOWERED_SHADER,
    GV_OUTLINE_BY_INDICES,
};

/* A pass that draws one face of polygons, or both. */
struct gv_face_pass {
    uint8_t part;  /* enum gv_raster_part of a native pass */
    uint8_t mode;  /* PIPE_POLYGON_MODE_* */
    uint8_t maker; /* enum gv_outline_maker */
    bool front, back;
};

/* The last bound stage that outputs vertices. */
enum gv_last_stage {
    GV_LAST_VERTEX,
    GV_LAST_EVALUATION,
    GV_LAST_GEOMETRY,
    GV_NUM_LAST_STAGES,
};

struct gv_path {
    uint32_t possible[GV_NUM_LAST_STAGES]; /* masks of the reasons that can occur on the device, by
                                              the last vertex stage */
    uint32_t captured; /* reasons why a lowered vertex shader captures or counts before the draw */
    uint32_t computed; /* reasons for which lowered stages compute the vertices */
    uint8_t mode;      /* PIPE_PRIM_* of the path's draws */
    uint8_t passes;    /* GV_PASSES_* */
    uint8_t capturer;  /* enum gv_capturer */
    uint8_t expands;   /* mask of GV_DRAWS_LINES and GV_DRAWS_POINTS: primitives that are expanded
                          to triangles */
    bool device_sees;  /* whether the device captures or counts discarded primitives, so that
                          expanded lines and points must also be drawn natively */
    uint8_t num_faces; /* 0: one pass draws both faces of all polygons */
    struct gv_face_pass faces[2];
};

/* Fills in path->possible: the reasons that can occur on the device. */
void gv_path_init(struct gv_path *path, const struct gv_vk_device *dev);

/* Derives the path of draws of a mode. A rasterizer state and a vertex shader must be bound. */
void gv_path_find(struct gv_path *path, const struct gv_state *state, unsigned mode);

static inline enum gv_path_kind gv_path_kind(const struct gv_path *path)
{
    return path->computed ? GV_PATH_COMPUTED : path->captured ? GV_PATH_CAPTURED : GV_PATH_NATIVE;
}

/* Whether lowered stages compute the draw as a whole, not only its outlines. */
static inline bool gv_path_computes_whole(const struct gv_path *path)
{
    return path->computed && !(path->computed & GV_REASON_BIT(OUTLINES));
}

/* gv_path_counts_natively() returns whether expanded lines or points are also drawn natively and
 * without rasterization, so that the device captures and counts them. gv_path_stores_natively()
 * returns whether the vertex stages of this native draw store to memory; otherwise the lowered
 * stages do. The device captures what the native stages output, so these stages need the results of
 * atomic operations. */
static inline bool gv_path_counts_natively(const struct gv_path *path)
{
    return (path->computed & (GV_REASON_BIT(LINES) | GV_REASON_BIT(POINTS))) && path->device_sees;
}

static inline bool gv_path_stores_natively(const struct gv_path *path)
{
    return gv_path_counts_natively(path) && path->capturer == GV_CAPTURED_BY_DEVICE;
}

/* Whether lists of `prim` (PIPE_PRIM_LINES or PIPE_PRIM_POINTS) are expanded before the
 * rasterizer. */
static inline bool gv_path_expands(const struct gv_path *path, unsigned prim)
{
    return prim <= PIPE_PRIM_LINES && (path->expands >> prim & 1);
}

/* Adds a line of text that describes the path: its kind, each reason and its passes. */
void gv_path_print(const struct gv_path *path, struct gv_text *text);

#endif
