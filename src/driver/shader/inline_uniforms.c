/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/inline_uniforms.h"

#include <string.h>

#include "driver/context.h"
#include "driver/shader/shader.h"
#include "driver/state/inputs.h"

enum {
    VALUES_B = GALVAN_MAX_INLINABLE_UNIFORMS * sizeof(uint32_t)
};

/* What the buffer does not hold reads as zero, as in upload_stage(). */
static void read_values(struct gv_context *ctx, const struct gv_shader *shader,
                        uint32_t out_values[GALVAN_MAX_INLINABLE_UNIFORMS])
{
    const struct gv_const0 *c = gv_shader_const0(ctx, shader);
    memset(out_values, 0, VALUES_B);
    for (unsigned i = 0; i < shader->info->num_inlinable_uniforms; i++) {
        uint32_t offset_B = shader->info->inlinable_uniforms[i] * 4u;
        if (offset_B + 4 <= c->size_B)
            memcpy(&out_values[i], c->data + offset_B, 4);
    }
}

/* Whether these values have, or can have, variants of their own. */
static bool remember(struct gv_shader *shader, const uint32_t values[GALVAN_MAX_INLINABLE_UNIFORMS])
{
    for (unsigned i = 0; i < shader->num_inlined; i++) {
        if (!memcmp(shader->inlined[i], values, VALUES_B))
            return true;
    }
    if (shader->num_inlined == GV_MAX_INLINED)
        return false;
    memcpy(shader->inlined[shader->num_inlined++], values, VALUES_B);
    return true;
}

/* Whether the shader's values are inlined; the stage keeps them. */
static bool inlines(struct gv_context *ctx, struct gv_shader *shader)
{
    struct gv_stage_bindings *stage = &ctx->stages[shader->stage];
    if (!shader->inlines_uniforms || gv_shader_const0(ctx, shader)->resource)
        return false;
    read_values(ctx, shader, stage->inlined_values);
    return remember(shader, stage->inlined_values);
}

static void set_values(const struct gv_context *ctx, const struct gv_shader *shader,
                       struct galvan_spirv_key *key)
{
    key->inlined_uniforms = (uint8_t)((1u << shader->info->num_inlinable_uniforms) - 1);
    memcpy(key->inlined_values, ctx->stages[shader->stage].inlined_values, VALUES_B);
}

void gv_inline_uniforms_key(struct gv_context *ctx, struct gv_shader *shader,
                            struct galvan_spirv_key *key)
{
    if (inlines(ctx, shader))
        set_values(ctx, shader, key);
}

/* Nothing else depends on the values: no other field of the key, no key of another stage, nor
 * whether the driver's block is needed. */
static const struct gv_variant *update(struct gv_context *ctx, struct gv_shader *shader,
                                       const struct gv_variant *chosen)
{
    bool inlined = inlines(ctx, shader);
    if (inlined == (chosen->key.inlined_uniforms != 0) &&
        (!inlined ||
         !memcmp(ctx->stages[shader->stage].inlined_values, chosen->key.inlined_values, VALUES_B)))
        return chosen;
    struct galvan_spirv_key key = chosen->key;
    key.inlined_uniforms = 0;
    memset(key.inlined_values, 0, VALUES_B);
    if (inlined)
        set_values(ctx, shader, &key);
    return gv_shader_variant(ctx, shader, &key);
}

bool gv_inline_uniforms_update(struct gv_context *ctx, struct gv_program *p)
{
    if (!p->inlines_uniforms)
        return true;
    const struct gv_variant **fragment = &p->variants[GALVAN_STAGE_FRAGMENT];
    const struct gv_variant *v = update(ctx, p->shaders[GALVAN_STAGE_FRAGMENT], *fragment);
    if (!v || !v->module)
        return false;
    *fragment = v;
    return true;
}

void gv_inline_uniforms_bound(struct gv_context *ctx, unsigned stage)
{
    const struct gv_shader *shader = ctx->shaders[stage];
    uint32_t values[GALVAN_MAX_INLINABLE_UNIFORMS];
    if (!shader || !shader->inlines_uniforms)
        return;
    read_values(ctx, shader, values);
    if (ctx->stages[stage].const0.resource ||
        memcmp(values, ctx->stages[stage].inlined_values, VALUES_B) != 0)
        gv_input_changed(&ctx->graphics, GV_INPUT_INLINED_UNIFORMS);
}
