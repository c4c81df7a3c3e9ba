/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/bind/emit_fixed.h"

#include <string.h>

#include "driver/context.h"
#include "driver/query/queries.h"
#include "driver/state/blend.h"
#include "driver/state/depth_bias.h"
#include "driver/state/depth_stencil.h"
#include "driver/state/rasterizer.h"
#include "util/clamp.h"

_Static_assert(GV_NUM_EMITTED_VALUES <= 32, "values_mask has a bit for each");

/* Whether `value` differs from the last value that the command buffer set. Stores `value` in
 * rec->emitted. */
static bool differs(struct gv_recorder *rec, unsigned what, uint32_t value)
{
    struct gv_emitted *e = &rec->emitted;
    if ((e->values_mask & 1u << what) && e->values[what] == value)
        return false;
    e->values_mask |= 1u << what;
    e->values[what] = value;
    return true;
}

static bool differ(struct gv_recorder *rec, unsigned first, const float *values, unsigned num)
{
    bool any = false;
    for (unsigned i = 0; i < num; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof(bits));
        any |= differs(rec, first + i, bits);
    }
    return any;
}

static void emit_depth_bias(const struct gv_state *state, struct gv_recorder *rec,
                            const struct gv_pass *pass, VkCommandBuffer cmd)
{
    const struct gv_rasterizer *r = pass->rasterizer;
    const struct VolkDeviceTable *vk = &rec->dev->vk;
    bool enable = r->offset[r->polygon_mode];
    float bias[3] = {0};
    if (enable)
        gv_depth_bias(state, pass, bias);
    if (differs(rec, GV_EMITTED_BIAS_ENABLE, enable))
        vk->vkCmdSetDepthBiasEnable(cmd, enable);
    if (differ(rec, GV_EMITTED_BIAS, bias, 3))
        vk->vkCmdSetDepthBias(cmd, bias[0], bias[1], bias[2]);
}

void gv_emit_rasterizer(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    const struct gv_rasterizer *r = pass->rasterizer;
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    float width = r->line[gv_multisampling(&ctx->state, pass->rasterizer)].width;
    bool discard = r->state.rasterizer_discard && !ctx->state.keeps_discarded;
    if (differs(&ctx->rec, GV_EMITTED_CULL_MODE, r->cull_mode))
        vk->vkCmdSetCullMode(cmd, r->cull_mode);
    if (differs(&ctx->rec, GV_EMITTED_FRONT_FACE, r->front_face))
        vk->vkCmdSetFrontFace(cmd, r->front_face);
    if (differs(&ctx->rec, GV_EMITTED_DISCARD, discard))
        vk->vkCmdSetRasterizerDiscardEnable(cmd, discard);
    if (differ(&ctx->rec, GV_EMITTED_LINE_WIDTH, &width, 1))
        vk->vkCmdSetLineWidth(cmd, width);
    emit_depth_bias(&ctx->state, &ctx->rec, pass, cmd);
    /* Binding a pipeline without stipple makes the stipple pattern undefined. */
    if (ctx->derived.key.rasterizer & GV_RASTER_LINE_STIPPLE)
        vk->vkCmdSetLineStippleEXT(cmd, r->state.line_stipple_factor + 1u,
                                   (uint16_t)r->state.line_stipple_pattern);
    if (ctx->screen->dynamic.polygon_mode &&
        differs(&ctx->rec, GV_EMITTED_POLYGON_MODE, r->polygon_mode))
        vk->vkCmdSetPolygonModeEXT(cmd, r->polygon_mode);
    if (!ctx->screen->dynamic.depth_range)
        return;
    if (differs(&ctx->rec, GV_EMITTED_DEPTH_CLAMP, r->depth_clamp))
        vk->vkCmdSetDepthClampEnableEXT(cmd, r->depth_clamp);
    if (differs(&ctx->rec, GV_EMITTED_DEPTH_CLIP, r->depth_clip))
        vk->vkCmdSetDepthClipEnableEXT(cmd, r->depth_clip);
}

static void emit_stencil_face(struct gv_recorder *rec, VkCommandBuffer cmd, unsigned face,
                              const VkStencilOpState *s)
{
    const struct VolkDeviceTable *vk = &rec->dev->vk;
    const VkStencilFaceFlags flags = face ? VK_STENCIL_FACE_BACK_BIT : VK_STENCIL_FACE_FRONT_BIT;
    uint32_t ops = (uint32_t)s->failOp | (uint32_t)s->passOp << 8 | (uint32_t)s->depthFailOp << 16 |
                   (uint32_t)s->compareOp << 24;
    if (differs(rec, GV_EMITTED_STENCIL_OPS + face, ops))
        vk->vkCmdSetStencilOp(cmd, flags, s->failOp, s->passOp, s->depthFailOp, s->compareOp);
    if (differs(rec, GV_EMITTED_COMPARE_MASK + face, s->compareMask))
        vk->vkCmdSetStencilCompareMask(cmd, flags, s->compareMask);
    if (differs(rec, GV_EMITTED_WRITE_MASK + face, s->writeMask))
        vk->vkCmdSetStencilWriteMask(cmd, flags, s->writeMask);
}

void gv_emit_depth_stencil(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    const struct gv_dsa *d = ctx->state.dsa;
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    if (differs(&ctx->rec, GV_EMITTED_DEPTH_TEST, d->depth_test))
        vk->vkCmdSetDepthTestEnable(cmd, d->depth_test);
    if (differs(&ctx->rec, GV_EMITTED_DEPTH_WRITE, d->depth_write))
        vk->vkCmdSetDepthWriteEnable(cmd, d->depth_write);
    if (differs(&ctx->rec, GV_EMITTED_DEPTH_OP, d->depth_op))
        vk->vkCmdSetDepthCompareOp(cmd, d->depth_op);
    if (ctx->dev->caps.depthBounds) {
        const float bounds[2] = {gv_clamp(d->state.depth.bounds_min, 0.0f, 1.0f),
                                 gv_clamp(d->state.depth.bounds_max, 0.0f, 1.0f)};
        if (differs(&ctx->rec, GV_EMITTED_BOUNDS_TEST, d->state.depth.bounds_test))
            vk->vkCmdSetDepthBoundsTestEnable(cmd, d->state.depth.bounds_test);
        if (differ(&ctx->rec, GV_EMITTED_BOUNDS, bounds, 2))
            vk->vkCmdSetDepthBounds(cmd, bounds[0], bounds[1]);
    }
    if (differs(&ctx->rec, GV_EMITTED_STENCIL_TEST, d->stencil_test))
        vk->vkCmdSetStencilTestEnable(cmd, d->stencil_test);
    /* Vulkan applies the front face's stencil state to all lines and points. So for lines and
     * points of back faces, the front face gets the back face's state. */
    emit_stencil_face(&ctx->rec, cmd, 0, pass->kind.back_faces ? &d->back : &d->front);
    emit_stencil_face(&ctx->rec, cmd, 1, &d->back);
}

void gv_emit_stencil_ref(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    const uint8_t *ref = ctx->state.stencil_ref.ref_value;
    bool two_sided = ctx->state.dsa->state.stencil[1].enabled;
    uint32_t back = ref[two_sided ? 1 : 0];
    uint32_t front = pass->kind.back_faces ? back : ref[0];
    if (differs(&ctx->rec, GV_EMITTED_REFERENCE, front))
        vk->vkCmdSetStencilReference(cmd, VK_STENCIL_FACE_FRONT_BIT, front);
    if (differs(&ctx->rec, GV_EMITTED_REFERENCE + 1, back))
        vk->vkCmdSetStencilReference(cmd, VK_STENCIL_FACE_BACK_BIT, back);
}

void gv_emit_blend(struct gv_context *ctx, const struct gv_pass *pass, VkCommandBuffer cmd)
{
    (void)pass;
    const struct VolkDeviceTable *vk = &ctx->dev->vk;
    struct gv_emitted *e = &ctx->rec.emitted;
    /* Vulkan requires this state even without colour attachments. */
    uint32_t num = ctx->state.fb.formats.num_colors ? ctx->state.fb.formats.num_colors : 1;
    VkPipelineColorBlendAttachmentState a[PIPE_MAX_COLOR_BUFS] = {0};
    VkBool32 enables[PIPE_MAX_COLOR_BUFS];
    VkColorBlendEquationEXT equations[PIPE_MAX_COLOR_BUFS];
    VkColorComponentFlags masks[PIPE_MAX_COLOR_BUFS];
    bool known = e->num_blends >= num;
    gv_blend_resolve(ctx->state.blend, &ctx->state.fb.formats, ctx->derived.written_mask, a);
    for (uint32_t i = 0; i < num; i++) {
        enables[i] = a[i].blendEnable;
        masks[i] = a[i].colorWriteMask;
        equations[i] = (VkColorBlendEquationEXT){
            a[i].srcColorBlendFactor, a[i].dstColorBlendFactor, a[i].colorBlendOp,
            a[i].srcAlphaBlendFactor, a[i].dstAlphaBlendFactor, a[i].alphaBlendOp,
        };
        if (known && !enables[i])
            equations[i] = e->blend_equations[i]; /* the device ignores equations if blending is
                                                     off */
    }
    if (!known || memcmp(enables, e->blend_enables, num * sizeof(enables[0])) != 0)
        vk->vkCmdSetColorBlendEnableEXT(cmd, 0, num, enables);
    if (!known || memcmp(equations, e->blend_equations, num * sizeof(equations[0])) != 0)
        vk->vkCmdSetColorBlendEquationEXT(cmd, 0, num, equations);
    if (!known || memcmp(masks, e->write_masks, num * sizeof(masks[0])) != 0)
        vk->vkCmdSetColorWriteMaskEXT(cmd, 0, num, masks);
    e->num_blends = known ? e->num_blends : num;
    memcpy(e->blend_enables, enables, num * sizeof(enables[0]));
    memcpy(e->blend_equations, equations, num * sizeof(equations[0]));
    memcpy(e->write_masks, masks, num * sizeof(masks[0]));
}
