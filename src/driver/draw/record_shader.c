/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/draw/record_shader.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/screen/slot_names.h"
#include "driver/shader/shader.h"
#include "util/text.h"

enum {
    MAX_SHADERS = 64, /* the one not used for longest goes first */
    TEXT_SIZE_B = 16 * 1024,
    FIRST_VARYING = GALVAN_RECORD_VARYINGS / 4,
};

struct gv_record_shader {
    struct gv_record_shader *next; /* most recently used first */
    struct gv_record_shader_key key;
    struct gv_shader *shader; /* NULL: it could not be made */
};

/* An output of one component, from a word of the head. */
static void declare_word(struct gv_text *t, const char *semantic, unsigned out)
{
    gv_text_add(t, "DCL OUT[%u].x, %s\n", out, semantic);
}

static void move_word(struct gv_text *t, unsigned out, unsigned word)
{
    const char component = "xyzw"[word % 4];
    gv_text_add(t, "MOV OUT[%u].x, IN[%u].%c%c%c%c\n", out, word / 4, component, component,
                component, component);
}

static void write_text(struct gv_text *t, const struct gv_record_shader_key *key)
{
    const struct {
        bool wanted;
        const char *semantic;
        unsigned word;
    } head[] = {
        {key->point_size, "PSIZE", GALVAN_RECORD_POINT_SIZE},
        {key->layer, "LAYER", GALVAN_RECORD_LAYER},
        {key->viewport_index, "VIEWPORT_INDEX", GALVAN_RECORD_VIEWPORT_INDEX},
        {true, "PRIM_ID", GALVAN_RECORD_PRIMITIVE_ID},
    };
    const unsigned num_slots = (unsigned)__builtin_popcountll(key->slots);
    unsigned out = 1;
    gv_text_add(t, "VERT\n");
    if (key->num_clipdist)
        gv_text_add(t, "PROPERTY NUM_CLIPDIST_ENABLED %u\n", key->num_clipdist);
    if (key->num_culldist)
        gv_text_add(t, "PROPERTY NUM_CULLDIST_ENABLED %u\n", key->num_culldist);
    for (unsigned i = 0; i < FIRST_VARYING + num_slots; i++)
        gv_text_add(t, "DCL IN[%u]\n", i);
    gv_text_add(t, "DCL OUT[0], POSITION\n");
    for (uint64_t left = key->slots; left; left &= left - 1) {
        gv_text_add(t, "DCL OUT[%u], ", out++);
        gv_slot_name_add(t, (unsigned)__builtin_ctzll(left));
    }
    for (unsigned i = 0; i < 4; i++) {
        if (head[i].wanted)
            declare_word(t, head[i].semantic, out++);
    }
    gv_text_add(t, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < num_slots; i++)
        gv_text_add(t, "MOV OUT[%u], IN[%u]\n", 1 + i, FIRST_VARYING + i);
    out = 1 + num_slots;
    for (unsigned i = 0; i < 4; i++) {
        if (head[i].wanted)
            move_word(t, out++, head[i].word);
    }
    gv_text_add(t, "END\n");
}

static struct gv_shader *make_shader(struct gv_context *ctx, const struct gv_record_shader_key *key)
{
    char *data = malloc(TEXT_SIZE_B);
    if (!data)
        return NULL;
    struct gv_text text = gv_text_init(data, TEXT_SIZE_B);
    write_text(&text, key);
    struct gv_shader *shader = gv_shader_from_text(ctx, GALVAN_STAGE_VERTEX, text.data, text.len);
    free(data);
    return shader;
}

static void drop(struct gv_context *ctx, struct gv_record_shader **link)
{
    struct gv_record_shader *old = *link;
    *link = old->next;
    gv_shader_destroy(ctx, old->shader);
    free(old);
}

struct gv_shader *gv_record_shader_get(struct gv_context *ctx,
                                       const struct gv_record_shader_key *key)
{
    unsigned num = 0;
    struct gv_record_shader *found = NULL;
    struct gv_record_shader **link = &ctx->record_shaders;
    while (*link && !found) {
        if (!memcmp(&(*link)->key, key, sizeof(*key))) {
            found = *link;
            *link = found->next;
        } else if (++num == MAX_SHADERS) {
            drop(ctx, link);
        } else {
            link = &(*link)->next;
        }
    }
    if (!found) {
        found = calloc(1, sizeof(*found));
        if (!found)
            return NULL;
        found->key = *key;
        found->shader = make_shader(ctx, key);
    }
    found->next = ctx->record_shaders;
    ctx->record_shaders = found;
    return found->shader;
}

void gv_record_shaders_finish(struct gv_context *ctx)
{
    while (ctx->record_shaders)
        drop(ctx, &ctx->record_shaders);
}
