/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The inputs of draws and dispatches, and the bind points that read the inputs. A setter only
 * reports that an input has changed. A table of rows (draw/emit.c, draw/grid.c) derives state from
 * inputs. Each row lists the inputs that it reads. */
#ifndef GV_INPUTS_H
#define GV_INPUTS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include <volk.h>

struct gv_context;
struct gv_pass;
struct gv_program;
struct gv_screen;

enum gv_input {
    GV_INPUT_NONE, /* ends the list of inputs of a row */

    /* Bound state. If different parts of a state object are used separately, each part is an
     * input. */
    GV_INPUT_BLEND,
    GV_INPUT_BLEND_SHADING, /* the part of blend state that fragment shaders observe */
    GV_INPUT_BLEND_COLOR,
    GV_INPUT_DEPTH_STENCIL,
    GV_INPUT_ALPHA_TEST,
    GV_INPUT_ALPHA_REF,
    GV_INPUT_STENCIL_REF,
    GV_INPUT_RASTERIZER,
    GV_INPUT_RASTERIZER_SHADING, /* the part of the rasterizer state that shaders observe */
    GV_INPUT_SCISSOR_ENABLE,
    GV_INPUT_DISCARD, /* rasterizer discard, and whether an empty scissor implements it */
    GV_INPUT_POINT_CLIPPING,
    GV_INPUT_PIXEL_CENTERS, /* the depth range of clip space, the pixel centres and the edge rule */
    GV_INPUT_VIEWPORTS,
    GV_INPUT_MIRRORED_VIEWPORTS, /* whether a viewport is mirrored */
    GV_INPUT_SCISSORS,
    GV_INPUT_WINDOW_RECTANGLES, /* whether window rectangles are on */
    GV_INPUT_CLIP_PLANES,       /* which clip planes are in use */
    GV_INPUT_SAMPLE_MASK,
    GV_INPUT_SAMPLE_SHADING, /* the multisample state that shaders observe */
    GV_INPUT_SAMPLE_LOCATIONS,
    GV_INPUT_FRAMEBUFFER,
    GV_INPUT_TARGETS,    /* the formats of the framebuffer */
    GV_INPUT_DEPTH_UNIT, /* the unit of depth offsets that the vertex stage applies */
    GV_INPUT_VERTEX_ELEMENTS,
    GV_INPUT_VERTEX_FORMATS, /* the part of the vertex elements that vertex shaders observe */
    GV_INPUT_VERTEX_BUFFERS, /* the buffers, and the slots that the vertex elements use */
    GV_INPUT_VERTEX_STRIDES,
    GV_INPUT_USER_VERTICES,
    GV_INPUT_INDEX_BUFFER,
    GV_INPUT_INDEX_SIZE,     /* the index size, whether the draw is indexed, or whether indices are
                                misaligned */
    GV_INPUT_WAITING_CLEARS, /* pending clears of the framebuffer, or the end of its rendering */
    GV_INPUT_SHADERS,
    GV_INPUT_PATH, /* vertex stages, properties of the fragment shader on which paths depend, stream
                      output targets, and active queries */
    GV_INPUT_INLINED_UNIFORMS, /* constants that are compiled into pipelines */
    GV_INPUT_CONSTANTS,        /* values of constant buffer 0 */
    GV_INPUT_CONSTANT_BUFFER,  /* the buffer resource that is bound as constant buffer 0 */
    GV_INPUT_UNIFORM_BUFFERS,  /* the constant buffers other than buffer 0 */
    GV_INPUT_SAMPLER_VIEWS,
    GV_INPUT_SAMPLERS,
    GV_INPUT_SAMPLING, /* the part of sampler views and samplers that shaders observe */
    GV_INPUT_STORAGE,  /* buffers and images that shaders store to */
    GV_INPUT_IMAGE_FORMATS,
    GV_INPUT_COUNTER_STARTS,    /* where atomic counters begin in the bound ranges */
    GV_INPUT_QUERIES,           /* the active queries, and whether rendering has begun */
    GV_INPUT_COUNTED_FRAGMENTS, /* whether fragment shaders count their invocations */

    /* Properties of a draw and its pass. */
    GV_INPUT_PATCH_VERTICES,
    GV_INPUT_DRAW_PARAMETERS,
    GV_INPUT_PRIMITIVE,         /* points, lines or triangles */
    GV_INPUT_PRIMITIVE_SHADING, /* points, lines or triangles, if shaders, viewports or scissors
                                   depend on the primitive */
    GV_INPUT_FACES,             /* whether the pass draws back faces as lines or points */
    GV_INPUT_SHOWN,             /* whether the pass draws only some viewports or one layer */
    GV_INPUT_STORES,            /* whether vertex stages store in the pass */
    GV_INPUT_SAMPLE,            /* the sample that the pass draws, or all samples */
    GV_INPUT_INDEX_FORM,

    /* Derived state. */
    GV_INPUT_PIPELINE_KEY, /* the pipeline key, or the parts of the key that come from bound blend
                              state and vertex elements */
    GV_INPUT_PULLED_VERTICES,  /* which elements the vertex shader fetches from memory */
    GV_INPUT_MISSING_VERTICES, /* which inputs of the vertex shader have no element */
    GV_INPUT_COLOR_OUTPUTS,    /* which colours the fragment shader writes */
    GV_INPUT_VIEWPORT_COUNT,
    GV_INPUT_RASTERIZER_KEY,
    GV_INPUT_SHADER_BLEND_COLOR, /* the blend colour, if the fragment shader blends */
    GV_INPUT_PROGRAM,
    GV_INPUT_DESCRIPTOR_LAYOUT, /* layout of the program's descriptor sets 1 and 2 */
    GV_INPUT_DRIVER_BLOCK,      /* the values of the driver block, and whether the program reads
                                   it */
    GV_INPUT_MEMORY,            /* whether a resource got another storage */
    GV_INPUT_MEMORY_USE,        /* whether other commands have used memory, so that bindings must be
                                   synchronized again */
    GV_NUM_INPUTS,
};

enum {
    GV_MAX_ROWS = 64,
    GV_MAX_ROW_INPUTS = 24,
};

/* A row of the table. Each draw or dispatch runs those rows whose bits are set in the bind point's
 * dirty mask. A row derives state or records state. */
struct gv_row {
    uint8_t reads[GV_MAX_ROW_INPUTS]; /* enum gv_input; ends with GV_INPUT_NONE */
    /* Records the state of the row into `cmd`. NULL: the row records no commands. */
    void (*emit)(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd);
    bool (*applies)(const struct gv_screen *screen); /* whether the screen's device needs the row;
                                                        NULL: all devices do */
};

/* A bind point, graphics or compute: its program and its dirty rows. */
struct gv_bind_point {
    uint64_t dirty;                  /* mask of the rows that must be emitted */
    uint64_t all;                    /* mask of the rows that apply to this device */
    uint64_t readers[GV_NUM_INPUTS]; /* mask of the rows that read each input */
    struct gv_program *program;      /* the program of the last draw or dispatch */
};

static inline void gv_input_changed(struct gv_bind_point *point, enum gv_input input)
{
    point->dirty |= point->readers[input];
}

/* Calls the emitters of dirty rows in order. A row may make later rows dirty. `pass` is NULL for
 * dispatches. */
static inline void gv_bind_point_emit(struct gv_bind_point *point, struct gv_context *ctx,
                                      const struct gv_row *rows, const struct gv_pass *pass,
                                      VkCommandBuffer cmd)
{
    while (point->dirty) {
        uint64_t dirty = point->dirty;
        point->dirty = 0;
        for (; dirty; dirty &= dirty - 1) {
            const unsigned row = (unsigned)__builtin_ctzll(dirty);
            const uint64_t before = point->dirty;
            if (rows[row].emit)
                rows[row].emit(ctx, pass, cmd);
            assert(!(point->dirty & ~before & ((UINT64_C(2) << row) - 1)));
            (void)before;
        }
    }
}

/* Fills in point->readers and makes all rows that apply to the device dirty. Rows that do not apply
 * to the device read no input. */
void gv_bind_point_init(struct gv_bind_point *point, const struct gv_screen *screen,
                        const struct gv_row *rows, unsigned num_rows);

#endif
