/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws with one call: coloured vertices through pass-through shaders onto a small RGBA8 target. */
#ifndef PIPE_DRAW_KIT_H
#define PIPE_DRAW_KIT_H

#include "pipe_fixture.h"

enum {
    KIT_SIZE = 16 /* width and height of the target in pixels */
};

struct kit_vertex {
    float position[4];
    float color[4];
};

/* Shaders that select a viewport or a layer by component w of a colour. The vertex shader uses the
 * colour of each vertex; the geometry shader uses the colour of the triangle's first vertex. */
#define KIT_VERTEX_CHOOSES(semantic)                                                               \
    "VERT\n"                                                                                       \
    "DCL IN[0]\n"                                                                                  \
    "DCL IN[1]\n"                                                                                  \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"                                                                     \
    "DCL OUT[2], " semantic "\n"                                                                   \
    "DCL TEMP[0]\n"                                                                                \
    "MOV OUT[0], IN[0]\n"                                                                          \
    "MOV OUT[1], IN[1]\n"                                                                          \
    "F2U TEMP[0].x, IN[1].wwww\n"                                                                  \
    "MOV OUT[2].x, TEMP[0].xxxx\n"                                                                 \
    "END\n"
#define KIT_GEOMETRY_CHOOSES(semantic)                                                             \
    "GEOM\n"                                                                                       \
    "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"                                                      \
    "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"                                                \
    "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"                                                          \
    "PROPERTY GS_INVOCATIONS 1\n"                                                                  \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[0]\n"                                                                    \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"                                                                     \
    "DCL OUT[2], " semantic "\n"                                                                   \
    "DCL TEMP[0]\n"                                                                                \
    "IMM[0] UINT32 {0, 0, 0, 0}\n"                                                                 \
    "F2U TEMP[0].x, IN[0][1].wwww\n"                                                               \
    "MOV OUT[0], IN[0][0]\n"                                                                       \
    "MOV OUT[1], IN[0][1]\n"                                                                       \
    "MOV OUT[2].x, TEMP[0].xxxx\n"                                                                 \
    "EMIT IMM[0].xxxx\n"                                                                           \
    "MOV OUT[0], IN[1][0]\n"                                                                       \
    "MOV OUT[1], IN[1][1]\n"                                                                       \
    "MOV OUT[2].x, TEMP[0].xxxx\n"                                                                 \
    "EMIT IMM[0].xxxx\n"                                                                           \
    "MOV OUT[0], IN[2][0]\n"                                                                       \
    "MOV OUT[1], IN[2][1]\n"                                                                       \
    "MOV OUT[2].x, TEMP[0].xxxx\n"                                                                 \
    "EMIT IMM[0].xxxx\n"                                                                           \
    "END\n"

/* A geometry shader that emits each input triangle unchanged. */
#define KIT_GEOMETRY_PASSES                                                                        \
    "GEOM\n"                                                                                       \
    "PROPERTY GS_INPUT_PRIMITIVE TRIANGLES\n"                                                      \
    "PROPERTY GS_OUTPUT_PRIMITIVE TRIANGLE_STRIP\n"                                                \
    "PROPERTY GS_MAX_OUTPUT_VERTICES 3\n"                                                          \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[0]\n"                                                                    \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"                                                                     \
    "IMM[0] UINT32 {0, 0, 0, 0}\n"                                                                 \
    "MOV OUT[0], IN[0][0]\n"                                                                       \
    "MOV OUT[1], IN[0][1]\n"                                                                       \
    "EMIT IMM[0].xxxx\n"                                                                           \
    "MOV OUT[0], IN[1][0]\n"                                                                       \
    "MOV OUT[1], IN[1][1]\n"                                                                       \
    "EMIT IMM[0].xxxx\n"                                                                           \
    "MOV OUT[0], IN[2][0]\n"                                                                       \
    "MOV OUT[1], IN[2][1]\n"                                                                       \
    "EMIT IMM[0].xxxx\n"                                                                           \
    "END\n"

/* An evaluation shader that generates one triangle from each patch of three vertices. The triangle
 * has the vertices of the patch. */
#define KIT_EVALUATION_TRIANGLES                                                                   \
    "TESS_EVAL\n"                                                                                  \
    "PROPERTY TES_PRIM_MODE 4\n"                                                                   \
    "PROPERTY TES_SPACING 2\n"                                                                     \
    "PROPERTY TES_VERTEX_ORDER_CW 0\n"                                                             \
    "PROPERTY TES_POINT_MODE 0\n"                                                                  \
    "DCL IN[][0], POSITION\n"                                                                      \
    "DCL IN[][1], GENERIC[0]\n"                                                                    \
    "DCL SV[0], TESSCOORD\n"                                                                       \
    "DCL OUT[0], POSITION\n"                                                                       \
    "DCL OUT[1], GENERIC[0]\n"                                                                     \
    "DCL TEMP[0]\n"                                                                                \
    "MUL TEMP[0], SV[0].xxxx, IN[0][0]\n"                                                          \
    "MAD TEMP[0], SV[0].yyyy, IN[1][0], TEMP[0]\n"                                                 \
    "MAD OUT[0], SV[0].zzzz, IN[2][0], TEMP[0]\n"                                                  \
    "MOV OUT[1], IN[0][1]\n"                                                                       \
    "END\n"

struct draw_kit {
    struct pipe_fixture *f;
    struct pipe_resource *color, *depth;
    struct pipe_surface *color_surface, *depth_surface;
    void *vs, *fs, *blend, *dsa, *rasterizer, *elements;
    struct pipe_rasterizer_state rasterizer_state; /* the template of rasterizer */
    unsigned patch_vertices; /* number of vertices in a patch that kit_draw() draws */
};

/* Creates and binds a target (`samples` 0: not multisampled) and state objects: no tests, no
 * culling, clip space -w to w. `capture` names the outputs of the vertex shader that transform
 * feedback captures: output 0 is the position, output 1 the colour. */
void kit_init(struct draw_kit *k, struct pipe_fixture *f, unsigned samples,
              const struct pipe_stream_output_info *capture);
void kit_finish(struct draw_kit *k);

/* Binds a rasterizer state made from the current k->rasterizer_state. */
void kit_update_rasterizer(struct draw_kit *k);

/* Each function replaces one of the two shaders that kit_init() created and bound. The vertex
 * shader has two vec4 attributes, and passes the varying GENERIC[0] to the fragment shader. */
void kit_use_vertex_shader(struct draw_kit *k, const char *text);
void kit_use_fragment_shader(struct draw_kit *k, const char *text);
/* Blend state that adds the source to the target in all components. */
extern const struct pipe_blend_state kit_blend_add;

void kit_use_blend(struct draw_kit *k, const struct pipe_blend_state *state);
void kit_use_depth_stencil_alpha(struct draw_kit *k,
                                 const struct pipe_depth_stencil_alpha_state *state);

/* A fragment shader that colours front faces green and back faces red. */
extern const char kit_face_text[];

void kit_draw(struct draw_kit *k, unsigned mode, const struct kit_vertex *vertices, unsigned num);

/* kit_fill() draws a triangle over the whole target at depth `z`. */
void kit_fill(struct draw_kit *k, float r, float g, float b, float z);
void kit_clear(struct draw_kit *k, float r, float g, float b);

/* Both functions read pixels as 0xaabbggrr; a multisampled target is resolved first. kit_pixels()
 * returns all pixels in rows of KIT_SIZE, and the caller must free() the array; kit_pixel() returns
 * one pixel. */
uint32_t *kit_pixels(struct draw_kit *k);
uint32_t kit_pixel(struct draw_kit *k, int x, int y);

uint64_t kit_query_u64(struct draw_kit *k, struct pipe_query *query);

#endif
