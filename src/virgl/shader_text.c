/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/shader_text.h"

#include <stdlib.h>

#include "virgl/budget.h"
#include "virgl/sub_context.h"

enum galvan_result gv_virgl_shader_text_begin(struct gv_virgl_sub_context *sub,
                                              const struct gv_virgl_shader_text *text)
{
    if (!gv_virgl_charge(sub->r, text->total_B))
        return GALVAN_ERROR_LIMIT;
    struct gv_virgl_shader_text *t = malloc(sizeof(*t));
    char *bytes = malloc(text->total_B);
    if (!t || !bytes) {
        free(t);
        free(bytes);
        gv_virgl_uncharge(sub->r, text->total_B);
        return GALVAN_ERROR_NO_MEMORY;
    }
    *t = *text;
    t->text = bytes;
    sub->text = t;
    return GALVAN_OK;
}

void gv_virgl_shader_text_destroy(struct gv_virgl_sub_context *sub)
{
    struct gv_virgl_shader_text *t = sub->text;
    if (!t)
        return;
    gv_virgl_uncharge(sub->r, t->total_B);
    free(t->text);
    free(t);
    sub->text = NULL;
}
