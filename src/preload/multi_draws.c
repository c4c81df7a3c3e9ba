/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/multi_draws.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <stdbool.h>
#include <stddef.h>

typedef void (*draws_fn)(GLenum, const GLsizei *, GLenum, const void *const *, GLsizei);

static struct {
    void (*get)(GLenum, GLint *);
    void (*draw)(GLenum, GLsizei, GLenum, const void *);
    draws_fn draws, draws_ext;
} mesa;

/* Whether the draws can be split. A call that is an error must execute none of its draws, so Mesa's
 * own function handles two kinds of calls: calls with a negative count, and calls between glBegin()
 * and glEnd(), which are detected because glGetIntegerv() then writes nothing. */
static bool is_split(const GLsizei *counts, GLsizei num)
{
    GLint buffer = 1;

    if (num < 2 || !mesa.get || !mesa.draw)
        return false;
    for (GLsizei i = 0; i < num; i++) {
        if (counts[i] < 0)
            return false;
    }
    mesa.get(GL_ELEMENT_ARRAY_BUFFER_BINDING, &buffer);
    return buffer == 0;
}

static void draw_each(draws_fn theirs, GLenum mode, const GLsizei *counts, GLenum type,
                      const void *const *indices, GLsizei num)
{
    if (!is_split(counts, num)) {
        theirs(mode, counts, type, indices, num);
        return;
    }
    for (GLsizei i = 0; i < num; i++) {
        if (counts[i] > 0)
            mesa.draw(mode, counts[i], type, indices[i]);
    }
}

static void draws(GLenum mode, const GLsizei *counts, GLenum type, const void *const *indices,
                  GLsizei num)
{
    draw_each(mesa.draws, mode, counts, type, indices, num);
}

static void draws_ext(GLenum mode, const GLsizei *counts, GLenum type, const void *const *indices,
                      GLsizei num)
{
    draw_each(mesa.draws_ext, mode, counts, type, indices, num);
}

const struct gv_flushes_entry gv_multi_draws[] = {
    {"glGetIntegerv", NULL, &mesa.get},
    {"glDrawElements", NULL, &mesa.draw},
    {"glMultiDrawElements", (void *)draws, &mesa.draws},
    {"glMultiDrawElementsEXT", (void *)draws_ext, &mesa.draws_ext},
    {NULL, NULL, NULL},
};
