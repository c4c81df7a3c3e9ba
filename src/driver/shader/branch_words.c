/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/branch_words.h"

#include <string.h>

#include "driver/context.h"
#include "driver/shader/pipeline.h"
#include "driver/shader/shader.h"
#include "driver/state/inputs.h"

enum {
    WORDS_B = GALVAN_MAX_BRANCH_WORDS * sizeof(uint32_t)
};

/* What was not given reads as zero, as in upload_stage(). */
static void read_words(struct gv_context *ctx, const struct gv_shader *shader,
                       uint32_t out_words[GALVAN_MAX_BRANCH_WORDS])
{
    const struct gv_const0 *c = gv_shader_const0(ctx, shader);
    memset(out_words, 0, WORDS_B);
    for (unsigned i = 0; i < shader->info->num_branch_words; i++) {
        uint32_t offset_B = shader->info->branch_words[i] * 4u;
        if (offset_B + 4 <= c->size_B)
            memcpy(&out_words[i], c->data + offset_B, 4);
    }
}

/* Whether these words have, or can have, variants of their own. */
static bool remember(struct gv_shader *shader, const uint32_t words[GALVAN_MAX_BRANCH_WORDS])
{
    for (unsigned i = 0; i < shader->num_told; i++) {
        if (!memcmp(shader->told[i], words, WORDS_B))
            return true;
    }
    if (shader->num_told == GV_MAX_TOLD)
        return false;
    memcpy(shader->told[shader->num_told++], words, WORDS_B);
    return true;
}

/* Whether a variant is to know the words of the shader, which the stage keeps. */
static bool are_told(struct gv_context *ctx, struct gv_shader *shader)
{
    struct gv_stage_bindings *stage = &ctx->stages[shader->stage];
    if (!shader->info->num_branch_words || !ctx->inlines_uniforms ||
        gv_shader_const0(ctx, shader)->resource)
        return false;
    read_words(ctx, shader, stage->branch_words);
    return remember(shader, stage->branch_words);
}

static void tell(const struct gv_context *ctx, const struct gv_shader *shader,
                 struct galvan_spirv_key *key)
{
    key->known_words = (uint8_t)((1u << shader->info->num_branch_words) - 1);
    memcpy(key->known_word, ctx->stages[shader->stage].branch_words, WORDS_B);
}

void gv_branch_words_key(struct gv_context *ctx, struct gv_shader *shader,
                         struct galvan_spirv_key *key)
{
    if (are_told(ctx, shader))
        tell(ctx, shader, key);
}

/* Nothing else depends on words: no other field of the key, no key of another stage, nor whether
 * the driver's block is needed. */
static const struct gv_variant *retell(struct gv_context *ctx, struct gv_shader *shader,
                                       const struct gv_variant *chosen)
{
    bool told = are_told(ctx, shader);
    if (told == (chosen->key.known_words != 0) &&
        (!told ||
         !memcmp(ctx->stages[shader->stage].branch_words, chosen->key.known_word, WORDS_B)))
        return chosen;
    struct galvan_spirv_key key = chosen->key;
    key.known_words = 0;
    memset(key.known_word, 0, WORDS_B);
    if (told)
        tell(ctx, shader, &key);
    return gv_shader_variant(ctx, shader, &key);
}

bool gv_branch_words_retell(struct gv_context *ctx, struct gv_program *p)
{
    if (!p->has_branch_words)
        return true;
    for (unsigned s = 0; s < GV_NUM_GRAPHICS_STAGES; s++) {
        struct gv_shader *shader = p->shaders[s];
        if (!shader || !shader->info->num_branch_words)
            continue;
        const struct gv_variant *v = retell(ctx, shader, p->variants[s]);
        if (!v || !v->module)
            return false;
        p->variants[s] = v;
    }
    return true;
}

void gv_branch_words_bound(struct gv_context *ctx, unsigned stage)
{
    const struct gv_shader *shader = ctx->shaders[stage];
    uint32_t words[GALVAN_MAX_BRANCH_WORDS];
    if (stage == GALVAN_STAGE_COMPUTE || !shader || !shader->info->num_branch_words ||
        !ctx->inlines_uniforms)
        return;
    read_words(ctx, shader, words);
    if (ctx->stages[stage].const0.resource ||
        memcmp(words, ctx->stages[stage].branch_words, WORDS_B) != 0)
        gv_input_changed(&ctx->graphics, GV_INPUT_INLINED_UNIFORMS);
}
