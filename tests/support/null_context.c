/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The null driver's context: its creation and destruction, constant state objects, and views. */
#include <stdlib.h>
#include <string.h>

#include "null_pipe.h"
#include "pipe/p_format_description.h"
#include "pipe/p_inlines.h"
#include "pipe/p_shader_tokens.h"

enum {
    CSO_MAGIC = 0xc50
};

/* ---- Constant state objects ----------------------------------------------------------------- */

static void *cso_create(struct pipe_context *pipe, unsigned kind)
{
    struct null_context *ctx = null_context(pipe);
    if (!null_may_create(ctx->screen))
        return NULL;
    struct null_cso *cso = calloc(1, sizeof(*cso));
    if (cso) {
        *cso = (struct null_cso){.magic = CSO_MAGIC, .kind = kind, .ctx = ctx};
        ctx->screen->live.csos++;
    }
    return cso;
}

static struct null_cso *cso_checked(struct pipe_context *pipe, void *p, unsigned kind)
{
    struct null_cso *cso = p;
    if (!cso)
        return NULL;
    NULL_CHECK(cso->magic == CSO_MAGIC);
    NULL_CHECK(cso->kind == kind);
    NULL_CHECK(cso->ctx == null_context(pipe));
    return cso;
}

static void cso_bind(struct pipe_context *pipe, struct null_cso **slot, void *p, unsigned kind)
{
    struct null_cso *cso = cso_checked(pipe, p, kind);
    if (*slot)
        (*slot)->num_bound--;
    if (cso)
        cso->num_bound++;
    *slot = cso;
}

static void cso_delete(struct pipe_context *pipe, void *p, unsigned kind)
{
    struct null_cso *cso = cso_checked(pipe, p, kind);
    NULL_CHECK(cso != NULL);
    NULL_CHECK(cso->num_bound == 0);
    cso->magic = 0;
    free(cso);
    null_context(pipe)->screen->live.csos--;
}

#define CSO_METHODS(noun, slot, kind)                                                              \
    static void bind_##noun(struct pipe_context *pipe, void *cso)                                  \
    {                                                                                              \
        cso_bind(pipe, &null_context(pipe)->slot, cso, kind);                                      \
    }                                                                                              \
    static void delete_##noun(struct pipe_context *pipe, void *cso)                                \
    {                                                                                              \
        cso_delete(pipe, cso, kind);                                                               \
    }

CSO_METHODS(blend, blend, NULL_BLEND)
CSO_METHODS(dsa, dsa, NULL_DSA)
CSO_METHODS(rasterizer, rasterizer, NULL_RASTERIZER)
CSO_METHODS(elements, elements, NULL_ELEMENTS)
CSO_METHODS(vs, shaders[PIPE_SHADER_VERTEX], NULL_SHADER_FIRST + PIPE_SHADER_VERTEX)
CSO_METHODS(fs, shaders[PIPE_SHADER_FRAGMENT], NULL_SHADER_FIRST + PIPE_SHADER_FRAGMENT)
CSO_METHODS(gs, shaders[PIPE_SHADER_GEOMETRY], NULL_SHADER_FIRST + PIPE_SHADER_GEOMETRY)
CSO_METHODS(tcs, shaders[PIPE_SHADER_TESS_CTRL], NULL_SHADER_FIRST + PIPE_SHADER_TESS_CTRL)
CSO_METHODS(tes, shaders[PIPE_SHADER_TESS_EVAL], NULL_SHADER_FIRST + PIPE_SHADER_TESS_EVAL)
CSO_METHODS(cs, shaders[PIPE_SHADER_COMPUTE], NULL_SHADER_FIRST + PIPE_SHADER_COMPUTE)

static void check_rt(const struct pipe_rt_blend_state *rt)
{
    if (!rt->blend_enable)
        return;
    NULL_CHECK(rt->rgb_func <= PIPE_BLEND_MAX && rt->alpha_func <= PIPE_BLEND_MAX);
    NULL_CHECK(rt->rgb_src_factor && rt->rgb_src_factor <= PIPE_BLENDFACTOR_INV_SRC1_ALPHA);
    NULL_CHECK(rt->rgb_dst_factor && rt->rgb_dst_factor <= PIPE_BLENDFACTOR_INV_SRC1_ALPHA);
}

static void *create_blend(struct pipe_context *pipe, const struct pipe_blend_state *templ)
{
    for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
        check_rt(&templ->rt[i]);
    null_context(pipe)->blend_templ = *templ;
    return cso_create(pipe, NULL_BLEND);
}

static void *create_dsa(struct pipe_context *pipe,
                        const struct pipe_depth_stencil_alpha_state *templ)
{
    null_context(pipe)->dsa_templ = *templ;
    return cso_create(pipe, NULL_DSA);
}

static void *create_rasterizer(struct pipe_context *pipe, const struct pipe_rasterizer_state *templ)
{
    NULL_CHECK(templ->fill_front <= PIPE_POLYGON_MODE_POINT);
    NULL_CHECK(templ->fill_back <= PIPE_POLYGON_MODE_POINT);
    null_context(pipe)->rasterizer_templ = *templ;
    return cso_create(pipe, NULL_RASTERIZER);
}

static void *create_elements(struct pipe_context *pipe, unsigned num,
                             const struct pipe_vertex_element *elements)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(num <= PIPE_MAX_ATTRIBS);
    for (unsigned i = 0; i < num; i++) {
        NULL_CHECK(elements[i].vertex_buffer_index < PIPE_MAX_ATTRIBS);
        NULL_CHECK(util_format_get_blocksize(elements[i].src_format));
        ctx->elements_templ[i] = elements[i];
    }
    ctx->num_elements_templ = num;
    return cso_create(pipe, NULL_ELEMENTS);
}

static void *create_sampler(struct pipe_context *pipe, const struct pipe_sampler_state *templ)
{
    NULL_CHECK(templ->min_img_filter <= PIPE_TEX_FILTER_LINEAR);
    NULL_CHECK(templ->mag_img_filter <= PIPE_TEX_FILTER_LINEAR);
    NULL_CHECK(templ->min_mip_filter <= PIPE_TEX_MIPFILTER_NONE);
    null_context(pipe)->sampler_templ = *templ;
    return cso_create(pipe, NULL_SAMPLER);
}

static void bind_samplers(struct pipe_context *pipe, unsigned stage, unsigned start, unsigned num,
                          void **samplers)
{
    struct null_context *ctx = null_context(pipe);
    NULL_CHECK(stage < PIPE_SHADER_TYPES);
    NULL_CHECK(start + num <= PIPE_MAX_SAMPLERS);
    for (unsigned i = 0; i < num; i++)
        cso_bind(pipe, &ctx->samplers[stage][start + i], samplers ? samplers[i] : NULL,
                 NULL_SAMPLER);
}

static void delete_sampler(struct pipe_context *pipe, void *cso)
{
    cso_delete(pipe, cso, NULL_SAMPLER);
}

static void check_tokens(const void *tokens)
{
    struct tgsi_header header;
    NULL_CHECK(tokens != NULL);
    memcpy(&header, tokens, sizeof(header));
    NULL_CHECK(header.HeaderSize == 2);
}

static void *create_shader(struct pipe_context *pipe, const struct pipe_shader_state *templ,
                           unsigned stage)
{
    const struct pipe_stream_output_info *so = &templ->stream_output;
    check_tokens(templ->tokens);
    NULL_CHECK(templ->type == PIPE_SHADER_IR_TGSI);
    NULL_CHECK(so->num_outputs <= PIPE_MAX_SO_OUTPUTS);
    for (unsigned i = 0; i < so->num_outputs; i++) {
        NULL_CHECK(so->output[i].output_buffer < PIPE_MAX_SO_BUFFERS);
        NULL_CHECK(so->output[i].start_component + so->output[i].num_components <= 4);
    }
    null_context(pipe)->so_templ = *so;
    return cso_create(pipe, NULL_SHADER_FIRST + stage);
}

#define SHADER_CREATE(noun, stage)                                                                 \
    static void *create_##noun(struct pipe_context *pipe, const struct pipe_shader_state *templ)   \
    {                                                                                              \
        return create_shader(pipe, templ, stage);                                                  \
    }

SHADER_CREATE(vs, PIPE_SHADER_VERTEX)
SHADER_CREATE(fs, PIPE_SHADER_FRAGMENT)
SHADER_CREATE(gs, PIPE_SHADER_GEOMETRY)
SHADER_CREATE(tcs, PIPE_SHADER_TESS_CTRL)
SHADER_CREATE(tes, PIPE_SHADER_TESS_EVAL)

static void *create_cs(struct pipe_context *pipe, const struct pipe_compute_state *templ)
{
    NULL_CHECK(templ->ir_type == PIPE_SHADER_IR_TGSI);
    check_tokens(templ->prog);
    null_context(pipe)->compute_templ = *templ;
    return cso_create(pipe, NULL_SHADER_FIRST + PIPE_SHADER_COMPUTE);
}

static void link_shader(struct pipe_context *pipe, void **handles)
{
    for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
        cso_checked(pipe, handles[stage], NULL_SHADER_FIRST + stage);
    null_context(pipe)->screen->counts.links++;
}

/* ---- Views ---------------------------------------------------------------------------------- */

static struct pipe_sampler_view *create_sampler_view(struct pipe_context *pipe,
                                                     struct pipe_resource *texture,
                                                     const struct pipe_sampler_view *templ)
{
    struct null_context *ctx = null_context(pipe);
    null_resource_checked(texture);
    unsigned block_B = util_format_get_blocksize(templ->format);
    NULL_CHECK(block_B);
    if (texture->target == PIPE_BUFFER) {
        NULL_CHECK(templ->target == PIPE_BUFFER);
        NULL_CHECK(templ->u.buf.first_element <= templ->u.buf.last_element);
        NULL_CHECK((templ->u.buf.last_element + UINT64_C(1)) * block_B <= texture->width0);
    } else {
        NULL_CHECK(templ->target != PIPE_BUFFER && templ->target < PIPE_MAX_TEXTURE_TYPES);
        NULL_CHECK(templ->u.tex.first_level <= templ->u.tex.last_level);
        NULL_CHECK(templ->u.tex.last_level <= texture->last_level);
        NULL_CHECK(templ->u.tex.first_layer <= templ->u.tex.last_layer);
        NULL_CHECK(templ->u.tex.last_layer < null_level_slices(texture, 0));
        NULL_CHECK(block_B == util_format_get_blocksize(texture->format));
    }
    ctx->view_templ = *templ;
    if (!null_may_create(ctx->screen))
        return NULL;
    struct pipe_sampler_view *view = calloc(1, sizeof(*view));
    if (!view)
        return NULL;
    *view = *templ;
    pipe_reference_init(&view->reference, 1);
    view->texture = NULL;
    pipe_resource_reference(&view->texture, texture);
    view->context = pipe;
    ctx->screen->live.views++;
    return view;
}

static void sampler_view_destroy(struct pipe_context *pipe, struct pipe_sampler_view *view)
{
    NULL_CHECK(view->context == pipe);
    pipe_resource_reference(&view->texture, NULL);
    free(view);
    null_context(pipe)->screen->live.views--;
}

static unsigned minify(unsigned size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

static struct pipe_surface *create_surface(struct pipe_context *pipe, struct pipe_resource *texture,
                                           const struct pipe_surface *templ)
{
    struct null_context *ctx = null_context(pipe);
    null_resource_checked(texture);
    NULL_CHECK(texture->target != PIPE_BUFFER);
    NULL_CHECK(templ->u.tex.level <= texture->last_level);
    NULL_CHECK(templ->u.tex.first_layer <= templ->u.tex.last_layer);
    NULL_CHECK(templ->u.tex.last_layer < null_level_slices(texture, templ->u.tex.level));
    NULL_CHECK(util_format_get_blocksize(templ->format) ==
               util_format_get_blocksize(texture->format));
    ctx->surface_templ = *templ;
    if (!null_may_create(ctx->screen))
        return NULL;
    struct pipe_surface *surface = calloc(1, sizeof(*surface));
    if (!surface)
        return NULL;
    *surface = *templ;
    pipe_reference_init(&surface->reference, 1);
    surface->texture = NULL;
    pipe_resource_reference(&surface->texture, texture);
    surface->context = pipe;
    surface->width = minify(texture->width0, templ->u.tex.level);
    surface->height = minify(texture->height0, templ->u.tex.level);
    ctx->screen->live.surfaces++;
    return surface;
}

static void surface_destroy(struct pipe_context *pipe, struct pipe_surface *surface)
{
    NULL_CHECK(surface->context == pipe);
    pipe_resource_reference(&surface->texture, NULL);
    free(surface);
    null_context(pipe)->screen->live.surfaces--;
}

static struct pipe_stream_output_target *create_target(struct pipe_context *pipe,
                                                       struct pipe_resource *buffer,
                                                       unsigned offset_B, unsigned size_B)
{
    struct null_context *ctx = null_context(pipe);
    null_resource_checked(buffer);
    NULL_CHECK(buffer->target == PIPE_BUFFER && offset_B % 4 == 0);
    NULL_CHECK((uint64_t)offset_B + size_B <= buffer->width0);
    if (!null_may_create(ctx->screen))
        return NULL;
    struct pipe_stream_output_target *target = calloc(1, sizeof(*target));
    if (!target)
        return NULL;
    pipe_reference_init(&target->reference, 1);
    pipe_resource_reference(&target->buffer, buffer);
    target->context = pipe;
    target->buffer_offset = offset_B;
    target->buffer_size = size_B;
    ctx->screen->live.targets++;
    return target;
}

static void target_destroy(struct pipe_context *pipe, struct pipe_stream_output_target *target)
{
    NULL_CHECK(target->context == pipe);
    pipe_resource_reference(&target->buffer, NULL);
    free(target);
    null_context(pipe)->screen->live.targets--;
}

/* ---- Creation and destruction */

static void context_destroy(struct pipe_context *pipe)
{
    struct null_context *ctx = null_context(pipe);
    null_context_unbind(ctx);
    ctx->screen->live.contexts--;
    if (ctx->screen->last_context == ctx)
        ctx->screen->last_context = NULL;
    free(ctx);
}

void null_context_init_objects(struct null_context *ctx)
{
    struct pipe_context *pipe = &ctx->base;
    pipe->create_blend_state = create_blend;
    pipe->bind_blend_state = bind_blend;
    pipe->delete_blend_state = delete_blend;
    pipe->create_depth_stencil_alpha_state = create_dsa;
    pipe->bind_depth_stencil_alpha_state = bind_dsa;
    pipe->delete_depth_stencil_alpha_state = delete_dsa;
    pipe->create_rasterizer_state = create_rasterizer;
    pipe->bind_rasterizer_state = bind_rasterizer;
    pipe->delete_rasterizer_state = delete_rasterizer;
    pipe->create_vertex_elements_state = create_elements;
    pipe->bind_vertex_elements_state = bind_elements;
    pipe->delete_vertex_elements_state = delete_elements;
    pipe->create_sampler_state = create_sampler;
    pipe->bind_sampler_states = bind_samplers;
    pipe->delete_sampler_state = delete_sampler;
    pipe->create_vs_state = create_vs;
    pipe->bind_vs_state = bind_vs;
    pipe->delete_vs_state = delete_vs;
    pipe->create_fs_state = create_fs;
    pipe->bind_fs_state = bind_fs;
    pipe->delete_fs_state = delete_fs;
    pipe->create_gs_state = create_gs;
    pipe->bind_gs_state = bind_gs;
    pipe->delete_gs_state = delete_gs;
    pipe->create_tcs_state = create_tcs;
    pipe->bind_tcs_state = bind_tcs;
    pipe->delete_tcs_state = delete_tcs;
    pipe->create_tes_state = create_tes;
    pipe->bind_tes_state = bind_tes;
    pipe->delete_tes_state = delete_tes;
    pipe->create_compute_state = create_cs;
    pipe->bind_compute_state = bind_cs;
    pipe->delete_compute_state = delete_cs;
    pipe->link_shader = link_shader;
    pipe->create_sampler_view = create_sampler_view;
    pipe->sampler_view_destroy = sampler_view_destroy;
    pipe->create_surface = create_surface;
    pipe->surface_destroy = surface_destroy;
    pipe->create_stream_output_target = create_target;
    pipe->stream_output_target_destroy = target_destroy;
}

struct pipe_context *null_context_create(struct pipe_screen *screen, void *priv, unsigned flags)
{
    struct null_screen *null = null_screen(screen);
    (void)flags;
    if (!null_may_create(null))
        return NULL;
    struct null_context *ctx = calloc(1, sizeof(*ctx));
    if (!ctx)
        return NULL;
    ctx->screen = null;
    ctx->base.screen = screen;
    ctx->base.priv = priv;
    ctx->base.destroy = context_destroy;
    ctx->sample_mask = ~0u;
    ctx->min_samples = 1;
    null_context_init_objects(ctx);
    null_context_init_state(ctx);
    null_context_init_work(ctx);
    null_context_init_transfers(ctx);
    null_context_init_queries(ctx);
    if (null->tweak_context)
        null->tweak_context(&ctx->base);
    null->live.contexts++;
    null->last_context = ctx;
    return &ctx->base;
}
