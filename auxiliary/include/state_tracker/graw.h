/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A frame for small programs written against Gallium: creates a screen and a surface to draw to,
 * runs a loop, and creates shaders from text. There is no actual window; the result can be written
 * to a file with the program's option -o. The header must be included by one source file only, and
 * supports one window; galvan/window.h supports actual windows. */
#ifndef GRAW_H
#define GRAW_H

#include "galvan/galvan.h"
#include "pipe/p_compiler.h"
#include "pipe/p_context.h"
#include "pipe/p_format.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"
#include "tgsi/tgsi_text.h"
#include "util/u_debug_image.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GRAW_MAX_TOKENS = 16384
};

/* The state of the functions below. */
struct graw_state {
    void (*draw)(void);
    const char *filename;  /* argument of -o, or NULL */
    const void *window[1]; /* its address represents the window */
};

static inline struct graw_state *graw_state(void)
{
    static struct graw_state state;

    return &state;
}

/* Creates a screen on the device that galvan_screen_create() chooses, and sets *handle to a window
 * of the given format. Returns NULL on failure, or if the device cannot draw to this format. */
static inline struct pipe_screen *graw_create_window_and_screen(int x, int y, unsigned width,
                                                                unsigned height,
                                                                enum pipe_format format,
                                                                void **handle)
{
    struct galvan_screen_params params;
    struct pipe_screen *screen;

    (void)x;
    (void)y;
    *handle = NULL;
    memset(&params, 0, sizeof(params));
    params.size = sizeof(params);
    if (width == 0 || height == 0 || galvan_screen_create(&params, &screen) != GALVAN_OK) {
        return NULL;
    }
    if (!screen->is_format_supported(screen, format, PIPE_TEXTURE_2D, 0,
                                     PIPE_BIND_RENDER_TARGET | PIPE_BIND_DISPLAY_TARGET)) {
        screen->destroy(screen);
        return NULL;
    }
    *handle = (void *)graw_state()->window;
    return screen;
}

static inline void graw_set_display_func(void (*func)(void))
{
    graw_state()->draw = func;
}

/* Draws one frame. */
static inline void graw_main_loop(void)
{
    if (graw_state()->draw) {
        graw_state()->draw();
    }
}

/* Creates a shader for the context's bind_*_state from text. Returns NULL if the text is
 * invalid. */
static inline void *graw_parse_shader(struct pipe_context *pipe,
                                      void *(*create)(struct pipe_context *,
                                                      const struct pipe_shader_state *),
                                      const char *text)
{
    static struct tgsi_token tokens[GRAW_MAX_TOKENS];
    struct pipe_shader_state state;

    memset(&state, 0, sizeof(state));
    state.tokens = tokens;
    return tgsi_text_translate(text, tokens, GRAW_MAX_TOKENS) ? create(pipe, &state) : NULL;
}

static inline void *graw_parse_vertex_shader(struct pipe_context *pipe, const char *text)
{
    return graw_parse_shader(pipe, pipe->create_vs_state, text);
}

static inline void *graw_parse_fragment_shader(struct pipe_context *pipe, const char *text)
{
    return graw_parse_shader(pipe, pipe->create_fs_state, text);
}

static inline void *graw_parse_geometry_shader(struct pipe_context *pipe, const char *text)
{
    return graw_parse_shader(pipe, pipe->create_gs_state, text);
}

/* If argv[*argi] is graw's option -o, parses it and its argument, advances *argi, and returns TRUE.
 * Otherwise returns FALSE. */
static inline boolean graw_parse_args(int *argi, int argc, char *argv[])
{
    if (strcmp(argv[*argi], "-o") != 0 || *argi + 1 >= argc) {
        return FALSE;
    }
    graw_state()->filename = argv[*argi + 1];
    *argi += 2;
    return TRUE;
}

/* Writes a surface as a BMP file of this name, or of the name given by -o. Returns FALSE if no name
 * is given. */
static inline boolean graw_save_surface_to_file(struct pipe_context *pipe,
                                                struct pipe_surface *surface, const char *filename)
{
    const char *name = filename ? filename : graw_state()->filename;

    if (name) {
        debug_dump_surface_bmp(pipe, name, surface);
    }
    return name != NULL;
}

#ifdef __cplusplus
}
#endif
#endif
