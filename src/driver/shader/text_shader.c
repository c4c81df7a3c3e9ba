/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/text_shader.h"

#include <stdlib.h>
#include <string.h>

#include "driver/shader/shader.h"
#include "util/text.h"

struct gv_text_shader {
    struct gv_text_shader *next;
    struct gv_shader *shader; /* NULL: it could not be made */
    unsigned char key[];
};

static struct gv_shader *make(struct gv_context *ctx, const struct gv_text_shader_family *family,
                              const void *key)
{
    char *data = malloc(family->text_B);
    if (!data)
        return NULL;
    struct gv_text text = gv_text_init(data, family->text_B);
    family->write(&text, key);
    struct gv_shader *shader = gv_shader_from_text(ctx, family->stage, text.data, text.len);
    free(data);
    return shader;
}

static struct gv_text_shader *add(struct gv_context *ctx,
                                  const struct gv_text_shader_family *family, const void *key)
{
    struct gv_text_shader *added = malloc(sizeof(*added) + family->key_B);
    if (!added)
        return NULL;
    memcpy(added->key, key, family->key_B);
    added->shader = make(ctx, family, key);
    return added;
}

static void drop(struct gv_context *ctx, struct gv_text_shader **link)
{
    struct gv_text_shader *old = *link;
    *link = old->next;
    gv_shader_destroy(ctx, old->shader);
    free(old);
}

struct gv_shader *gv_text_shader_get(struct gv_context *ctx, struct gv_text_shader **list,
                                     const struct gv_text_shader_family *family, const void *key)
{
    unsigned num = 0;
    struct gv_text_shader *found = NULL;
    struct gv_text_shader **link = list;
    while (*link && !found) {
        if (!memcmp((*link)->key, key, family->key_B)) {
            found = *link;
            *link = found->next;
        } else if (++num == family->max) {
            drop(ctx, link);
        } else {
            link = &(*link)->next;
        }
    }
    if (!found)
        found = add(ctx, family, key);
    if (!found)
        return NULL;
    found->next = *list;
    *list = found;
    return found->shader;
}

void gv_text_shaders_finish(struct gv_context *ctx, struct gv_text_shader **list)
{
    while (*list)
        drop(ctx, list);
}
