/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/text_shader.h"

#include <stdlib.h>
#include <string.h>

#include "driver/shader/shader.h"
#include "driver/shader/shader_cache.h"
#include "util/text.h"

static const struct family {
    enum galvan_stage stage;
    unsigned max;  /* largest number of cached shaders; beyond it, the least recently used shader is
                      evicted */
    size_t key_B;  /* size of the key, which is compared as bytes */
    size_t text_B; /* upper limit of the size of a text */
    void (*write)(struct gv_text *t, const void *key);
} families[GV_NUM_TEXT_SHADERS] = {
    [GV_TEXT_TESS_CTRL] = {GALVAN_STAGE_TESS_CTRL, 16, sizeof(struct gv_tess_ctrl_key), 16 * 1024,
                           gv_tess_ctrl_text},
    [GV_TEXT_OUTLINE] = {GALVAN_STAGE_GEOMETRY, 64, sizeof(struct gv_pass_shader_key), 48 * 1024,
                         gv_outline_text},
    [GV_TEXT_LINE_END] = {GALVAN_STAGE_GEOMETRY, 64, sizeof(struct gv_pass_shader_key), 48 * 1024,
                          gv_line_end_text},
    [GV_TEXT_NUMBERING] = {GALVAN_STAGE_GEOMETRY, 64, sizeof(struct gv_numbering_key), 48 * 1024,
                           gv_numbering_text},
    [GV_TEXT_ENTRY] = {GALVAN_STAGE_VERTEX, 64, sizeof(struct gv_entry_shader_key), 32 * 1024,
                       gv_entry_text},
};

struct gv_text_shader {
    struct gv_text_shader *next;
    struct gv_shader *shader; /* NULL: the shader could not be generated */
    unsigned char key[];
};

struct gv_text_shaders {
    struct gv_text_shader *by_kind[GV_NUM_TEXT_SHADERS]; /* cached shaders of each kind, most
                                                            recently used first */
};

static struct gv_shader *make(struct gv_shader_cache *cache, const struct family *family,
                              const void *key)
{
    char *data = malloc(family->text_B);
    if (!data)
        return NULL;
    struct gv_text text = gv_text_init(data, family->text_B);
    family->write(&text, key);
    struct gv_shader *shader = gv_shader_from_text(cache, family->stage, text.data, text.len);
    free(data);
    return shader;
}

static struct gv_text_shader *add(struct gv_shader_cache *cache, const struct family *family,
                                  const void *key)
{
    struct gv_text_shader *added = malloc(sizeof(*added) + family->key_B);
    if (!added)
        return NULL;
    memcpy(added->key, key, family->key_B);
    added->shader = make(cache, family, key);
    return added;
}

static void drop(struct gv_shader_cache *cache, struct gv_text_shader **link)
{
    struct gv_text_shader *old = *link;
    *link = old->next;
    gv_shader_destroy(cache, old->shader);
    free(old);
}

struct gv_shader *gv_text_shader_get(struct gv_shader_cache *cache, enum gv_text_shader_kind kind,
                                     const void *key)
{
    const struct family *family = &families[kind];
    if (!cache->texts)
        cache->texts = calloc(1, sizeof(*cache->texts));
    if (!cache->texts)
        return NULL;
    struct gv_text_shader **list = &cache->texts->by_kind[kind];
    unsigned num = 0;
    struct gv_text_shader *found = NULL;
    struct gv_text_shader **link = list;
    while (*link && !found) {
        if (!memcmp((*link)->key, key, family->key_B)) {
            found = *link;
            *link = found->next;
        } else if (++num == family->max) {
            drop(cache, link);
        } else {
            link = &(*link)->next;
        }
    }
    if (!found)
        found = add(cache, family, key);
    if (!found)
        return NULL;
    found->next = *list;
    *list = found;
    return found->shader;
}

void gv_text_shaders_finish(struct gv_shader_cache *cache)
{
    for (unsigned kind = 0; cache->texts && kind < GV_NUM_TEXT_SHADERS; kind++) {
        while (cache->texts->by_kind[kind])
            drop(cache, &cache->texts->by_kind[kind]);
    }
    free(cache->texts);
    cache->texts = NULL;
}
