/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* cso_context on a driver that counts objects: equal templates must share one object, a failed
 * creation must leave the bound object, and cso_destroy_context() must release everything. */
#include "cso_cache/cso_context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "null_pipe.h"
#include "tgsi/tgsi_text.h"
#include "util/u_inlines.h"

#define FS PIPE_SHADER_FRAGMENT

struct program {
    struct null_screen *screen;
    struct pipe_context *pipe;
    struct null_context *null;
    struct cso_context *cso;
};

static void begin(struct program *p)
{
    p->screen = null_screen_create();
    assert_non_null(p->screen);
    p->pipe = p->screen->base.context_create(&p->screen->base, NULL, 0);
    assert_non_null(p->pipe);
    p->null = null_context(p->pipe);
    p->cso = cso_create_context(p->pipe, 0);
    assert_non_null(p->cso);
    assert_ptr_equal(cso_get_pipe_context(p->cso), p->pipe);
}

/* Destroys the context and checks that nothing leaked. The null driver ends the program if an
 * object is destroyed while it is bound. */
static void end(struct program *p)
{
    cso_destroy_context(p->cso);
    assert_int_equal(p->screen->live.csos, 0);
    p->pipe->destroy(p->pipe);
    assert_true(null_screen_is_empty(p->screen));
    p->screen->base.destroy(&p->screen->base);
}

static struct pipe_sampler_state sampler_of(unsigned wrap)
{
    struct pipe_sampler_state sampler;
    memset(&sampler, 0, sizeof(sampler));
    sampler.wrap_s = wrap & 7;
    return sampler;
}

static void test_templates(void **state)
{
    (void)state;
    struct program p;
    struct pipe_blend_state blend;
    struct pipe_rasterizer_state rasterizer;
    struct pipe_depth_stencil_alpha_state dsa;
    struct pipe_vertex_element elements[2];

    begin(&p);
    memset(&blend, 0, sizeof(blend));
    assert_int_equal(cso_set_blend(p.cso, &blend), PIPE_OK);
    struct null_cso *first = p.null->blend;
    assert_non_null(first);
    blend.dither = 1;
    assert_int_equal(cso_set_blend(p.cso, &blend), PIPE_OK);
    assert_ptr_not_equal(p.null->blend, first);
    assert_int_equal(p.screen->live.csos, 2);
    blend.dither = 0;
    assert_int_equal(cso_set_blend(p.cso, &blend), PIPE_OK);
    assert_ptr_equal(p.null->blend, first);
    assert_int_equal(p.screen->live.csos, 2);

    memset(&rasterizer, 0, sizeof(rasterizer));
    memset(&dsa, 0, sizeof(dsa));
    assert_int_equal(cso_set_rasterizer(p.cso, &rasterizer), PIPE_OK);
    assert_int_equal(cso_set_depth_stencil_alpha(p.cso, &dsa), PIPE_OK);
    assert_non_null(p.null->rasterizer);
    assert_non_null(p.null->dsa);

    /* Only the given number of elements counts; an array of no elements is also a state. */
    memset(elements, 0, sizeof(elements));
    elements[0].src_format = elements[1].src_format = PIPE_FORMAT_R32_FLOAT;
    assert_int_equal(cso_set_vertex_elements(p.cso, 2, elements), PIPE_OK);
    struct null_cso *two = p.null->elements;
    assert_int_equal(cso_set_vertex_elements(p.cso, 1, elements), PIPE_OK);
    assert_ptr_not_equal(p.null->elements, two);
    assert_int_equal(p.null->num_elements_templ, 1);
    assert_int_equal(cso_set_vertex_elements(p.cso, 0, elements), PIPE_OK);
    assert_int_equal(p.null->num_elements_templ, 0);
    assert_int_equal(cso_set_vertex_elements(p.cso, 2, elements), PIPE_OK);
    assert_ptr_equal(p.null->elements, two);
    assert_int_equal(p.screen->live.csos, 7);
    end(&p);
}

static void test_samplers(void **state)
{
    (void)state;
    struct program p;
    struct pipe_sampler_state a = sampler_of(1), b = sampler_of(2);
    const struct pipe_sampler_state *states[3] = {&a, NULL, &b};

    begin(&p);
    struct null_cso **bound = p.null->samplers[FS];
    assert_int_equal(cso_set_samplers(p.cso, FS, 3, states), PIPE_OK);
    assert_true(bound[0] && !bound[1] && bound[2] && bound[0] != bound[2]);
    struct null_cso *of_a = bound[0], *of_b = bound[2];
    states[0] = &b;
    assert_int_equal(cso_set_samplers(p.cso, FS, 1, states), PIPE_OK);
    assert_true(bound[0] == of_b && !bound[1] && !bound[2]);
    assert_null(p.null->samplers[PIPE_SHADER_VERTEX][0]);

    /* Sets samplers one by one. The driver must bind none of them before cso_single_sampler_done(),
     * which must also unbind the slots that were not set. */
    assert_int_equal(cso_single_sampler(p.cso, FS, 3, &a), PIPE_OK);
    assert_int_equal(cso_single_sampler(p.cso, FS, 1, &b), PIPE_OK);
    assert_true(bound[0] == of_b && !bound[1] && !bound[3]);
    cso_single_sampler_done(p.cso, FS);
    assert_true(!bound[0] && bound[1] == of_b && !bound[2] && bound[3] == of_a);
    assert_int_equal(cso_single_sampler(p.cso, FS, 0, &a), PIPE_OK);
    assert_int_equal(cso_single_sampler(p.cso, FS, 1, NULL), PIPE_OK);
    cso_single_sampler_done(p.cso, FS);
    assert_true(bound[0] == of_a && !bound[1] && !bound[3]);
    cso_single_sampler_done(p.cso, FS);
    assert_null(bound[0]);
    assert_int_equal(p.screen->live.csos, 2);

    assert_int_equal(cso_single_sampler(p.cso, PIPE_SHADER_TYPES, 0, &a), PIPE_ERROR_BAD_INPUT);
    assert_int_equal(cso_single_sampler(p.cso, FS, PIPE_MAX_SAMPLERS, &a), PIPE_ERROR_BAD_INPUT);
    assert_int_equal(cso_set_samplers(p.cso, FS, PIPE_MAX_SAMPLERS + 1, states),
                     PIPE_ERROR_BAD_INPUT);
    cso_single_sampler_done(p.cso, PIPE_SHADER_TYPES);
    end(&p);
}

static void test_failures(void **state)
{
    (void)state;
    struct program p;
    struct pipe_sampler_state a = sampler_of(1), b = sampler_of(2);
    const struct pipe_sampler_state *states[2] = {&a, &b};
    struct pipe_blend_state blend;

    begin(&p);
    memset(&blend, 0, sizeof(blend));
    assert_int_equal(cso_set_blend(p.cso, &blend), PIPE_OK);
    struct null_cso *bound = p.null->blend;
    p.screen->fail_after = 0;
    blend.dither = 1;
    assert_int_equal(cso_set_blend(p.cso, &blend), PIPE_ERROR_OUT_OF_MEMORY);
    assert_ptr_equal(p.null->blend, bound);

    assert_int_equal(cso_set_samplers(p.cso, FS, 1, &states[1]), PIPE_OK);
    bound = p.null->samplers[FS][0];
    a.wrap_t = 1;
    p.screen->fail_after = 0;
    assert_int_equal(cso_set_samplers(p.cso, FS, 2, states), PIPE_ERROR_OUT_OF_MEMORY);
    assert_ptr_equal(p.null->samplers[FS][0], bound);
    p.screen->fail_after = 0;
    assert_int_equal(cso_single_sampler(p.cso, FS, 0, &a), PIPE_ERROR_OUT_OF_MEMORY);
    assert_int_equal(cso_set_samplers(p.cso, FS, 2, states), PIPE_OK);
    assert_ptr_equal(p.null->samplers[FS][1], bound);
    end(&p);
}

static void test_values(void **state)
{
    (void)state;
    struct program p;
    struct pipe_blend_color color = {{0.25f, 0.5f, 0.75f, 1}};
    struct pipe_stencil_ref ref = {{7, 9}};

    begin(&p);
    cso_set_viewport_dims(p.cso, 64, 32, FALSE);
    assert_true(p.null->viewports[0].scale[0] == 32 && p.null->viewports[0].translate[0] == 32);
    assert_true(p.null->viewports[0].scale[1] == 16 && p.null->viewports[0].translate[1] == 16);
    assert_true(p.null->viewports[0].scale[2] == 0.5f && p.null->viewports[0].translate[2] == 0.5f);
    cso_set_viewport_dims(p.cso, 64, 32, TRUE);
    assert_true(p.null->viewports[0].scale[1] == -16 && p.null->viewports[0].translate[1] == 16);
    cso_set_blend_color(p.cso, &color);
    assert_memory_equal(&p.null->blend_color, &color, sizeof(color));
    cso_set_stencil_ref(p.cso, &ref);
    assert_memory_equal(&p.null->stencil_ref, &ref, sizeof(ref));
    cso_set_sample_mask(p.cso, 0x5a);
    cso_set_min_samples(p.cso, 4);
    assert_int_equal(p.null->sample_mask, 0x5a);
    assert_int_equal(p.null->min_samples, 4);
    end(&p);
}

/* Binds a buffer in several ways and sets a render condition; checks that cso_release_all() unbinds
 * both the buffer and the condition, and that only the test still references the buffer. */
static void test_nothing_stays_bound(void **state)
{
    (void)state;
    struct program p;
    struct pipe_vertex_buffer vertices;
    struct pipe_constant_buffer constants;

    begin(&p);
    struct pipe_resource *buffer =
        pipe_buffer_create(&p.screen->base, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_DEFAULT, 64);
    struct pipe_query *query = p.pipe->create_query(p.pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    assert_non_null(buffer);
    assert_non_null(query);
    assert_true(p.pipe->begin_query(p.pipe, query));
    assert_true(p.pipe->end_query(p.pipe, query));
    memset(&vertices, 0, sizeof(vertices));
    vertices.buffer = buffer;
    cso_set_vertex_buffers(p.cso, 2, 1, &vertices);
    cso_set_constant_buffer_resource(p.cso, PIPE_SHADER_VERTEX, 3, buffer);
    memset(&constants, 0, sizeof(constants));
    constants.buffer = buffer;
    constants.buffer_size = 64;
    cso_set_constant_buffer(p.cso, FS, 0, &constants);
    cso_set_render_condition(p.cso, query, TRUE, PIPE_RENDER_COND_NO_WAIT);
    assert_ptr_equal(p.null->vertex_buffers[2].buffer, buffer);
    assert_ptr_equal(p.null->constants[PIPE_SHADER_VERTEX][3].buffer, buffer);
    assert_ptr_equal(p.null->constants[FS][0].buffer, buffer);
    assert_int_equal(p.null->constants[PIPE_SHADER_VERTEX][3].buffer_size, 64);
    assert_ptr_equal(p.null->condition, query);

    cso_release_all(p.cso);
    assert_null(p.null->vertex_buffers[2].buffer);
    assert_null(p.null->constants[PIPE_SHADER_VERTEX][3].buffer);
    assert_null(p.null->constants[FS][0].buffer);
    assert_null(p.null->condition);
    assert_int_equal(buffer->reference.count, 1);
    p.pipe->destroy_query(p.pipe, query);
    pipe_resource_reference(&buffer, NULL);
    assert_int_equal(p.screen->live.resources, 0);
    end(&p);
}

/* The state with which a program draws, or the state with which its helper draws. */
struct look {
    struct pipe_blend_state blend;
    struct pipe_sampler_state sampler;
    struct pipe_viewport_state viewport;
    struct pipe_vertex_buffer vertices;
    struct pipe_constant_buffer constants;
    struct pipe_framebuffer_state framebuffer;
    void *fs;
    unsigned sample_mask;
};

static void init_look(struct program *p, struct look *look, unsigned i)
{
    struct pipe_resource templ;
    struct pipe_surface surf_tmpl;
    struct pipe_shader_state shader;

    memset(look, 0, sizeof(*look));
    look->blend.logicop_func = i & 0xf;
    look->sampler = sampler_of(i);
    look->viewport.scale[0] = (float)i;
    look->sample_mask = i;
    look->vertices.stride = look->constants.buffer_size = 16 * i;
    look->vertices.buffer =
        pipe_buffer_create(&p->screen->base, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_DEFAULT, 64);
    look->constants.buffer = look->vertices.buffer;

    memset(&templ, 0, sizeof(templ));
    templ.target = PIPE_TEXTURE_2D;
    templ.format = PIPE_FORMAT_R8G8B8A8_UNORM;
    templ.width0 = templ.height0 = 8 * i;
    templ.depth0 = templ.array_size = 1;
    templ.bind = PIPE_BIND_RENDER_TARGET;
    struct pipe_resource *target = p->screen->base.resource_create(&p->screen->base, &templ);
    memset(&surf_tmpl, 0, sizeof(surf_tmpl));
    surf_tmpl.format = templ.format;
    look->framebuffer.width = look->framebuffer.height = 8 * i;
    look->framebuffer.nr_cbufs = 1;
    look->framebuffer.cbufs[0] = p->pipe->create_surface(p->pipe, target, &surf_tmpl);
    pipe_resource_reference(&target, NULL);

    struct tgsi_token tokens[64];
    assert_true(tgsi_text_translate("FRAG\nEND\n", tokens, ARRAY_SIZE(tokens)));
    memset(&shader, 0, sizeof(shader));
    shader.tokens = tokens;
    look->fs = p->pipe->create_fs_state(p->pipe, &shader);
    assert_non_null(look->fs);
}

static void set_look(struct program *p, struct look *look)
{
    const struct pipe_sampler_state *samplers[1] = {&look->sampler};

    cso_set_blend(p->cso, &look->blend);
    cso_set_samplers(p->cso, FS, 1, samplers);
    cso_set_viewport(p->cso, &look->viewport);
    cso_set_vertex_buffers(p->cso, 0, 1, &look->vertices);
    cso_set_constant_buffer(p->cso, FS, 0, &look->constants);
    cso_set_framebuffer(p->cso, &look->framebuffer);
    cso_set_fragment_shader_handle(p->cso, look->fs);
    cso_set_sample_mask(p->cso, look->sample_mask);
}

static void check_look(struct program *p, struct look *look, const struct null_cso *blend,
                       const struct null_cso *sampler)
{
    assert_ptr_equal(p->null->blend, blend);
    assert_ptr_equal(p->null->samplers[FS][0], sampler);
    assert_true(p->null->viewports[0].scale[0] == look->viewport.scale[0]);
    assert_ptr_equal(p->null->vertex_buffers[0].buffer, look->vertices.buffer);
    assert_int_equal(p->null->vertex_buffers[0].stride, look->vertices.stride);
    assert_ptr_equal(p->null->constants[FS][0].buffer, look->constants.buffer);
    assert_int_equal(p->null->constants[FS][0].buffer_size, look->constants.buffer_size);
    assert_ptr_equal(p->null->framebuffer.cbufs[0], look->framebuffer.cbufs[0]);
    assert_int_equal(p->null->framebuffer.width, look->framebuffer.width);
    assert_ptr_equal(p->null->shaders[FS], look->fs);
    assert_int_equal(p->null->sample_mask, look->sample_mask);
}

static void finish_look(struct program *p, struct look *look)
{
    pipe_resource_reference(&look->vertices.buffer, NULL);
    pipe_surface_reference(&look->framebuffer.cbufs[0], NULL);
    p->pipe->delete_fs_state(p->pipe, look->fs);
}

static void save_as_2015(struct cso_context *cso)
{
    cso_save_blend(cso);
    cso_save_fragment_samplers(cso);
    cso_save_viewport(cso);
    cso_save_aux_vertex_buffer_slot(cso);
    cso_save_framebuffer(cso);
    cso_save_fragment_shader(cso);
    cso_save_sample_mask(cso);
}

static void restore_as_2015(struct cso_context *cso)
{
    cso_restore_blend(cso);
    cso_restore_fragment_samplers(cso);
    cso_restore_viewport(cso);
    cso_restore_aux_vertex_buffer_slot(cso);
    cso_restore_framebuffer(cso);
    cso_restore_fragment_shader(cso);
    cso_restore_sample_mask(cso);
}

/* Saves state, draws with a helper's state and restores, as programs did in 2015 and in 2016;
 * checks that the program's state is bound again. */
static void test_saving(void **state)
{
    (void)state;
    struct program p;
    struct look own, helpers;

    begin(&p);
    init_look(&p, &own, 1);
    init_look(&p, &helpers, 2);
    for (unsigned year = 2015; year <= 2016; year++) {
        set_look(&p, &own);
        const struct null_cso *blend = p.null->blend, *sampler = p.null->samplers[FS][0];
        cso_save_constant_buffer_slot0(p.cso, FS);
        if (year == 2015)
            save_as_2015(p.cso);
        else
            cso_save_state(p.cso, CSO_BIT_BLEND | CSO_BIT_FRAGMENT_SAMPLERS | CSO_BIT_VIEWPORT |
                                      CSO_BIT_AUX_VERTEX_BUFFER_SLOT | CSO_BIT_FRAMEBUFFER |
                                      CSO_BITS_ALL_SHADERS | CSO_BIT_SAMPLE_MASK);
        set_look(&p, &helpers);
        assert_ptr_not_equal(p.null->blend, blend);
        assert_ptr_not_equal(p.null->samplers[FS][0], sampler);
        check_look(&p, &helpers, p.null->blend, p.null->samplers[FS][0]);
        if (year == 2015)
            restore_as_2015(p.cso);
        else
            cso_restore_state(p.cso);
        cso_restore_constant_buffer_slot0(p.cso, FS);
        check_look(&p, &own, blend, sampler);
    }
    /* State that was never set must be restored to that of a new context. */
    cso_save_min_samples(p.cso);
    cso_set_min_samples(p.cso, 4);
    cso_restore_min_samples(p.cso);
    assert_int_equal(p.null->min_samples, 1);

    cso_set_fragment_shader_handle(p.cso, NULL);
    finish_look(&p, &own);
    finish_look(&p, &helpers);
    end(&p);
}

/* Saves and restores transform feedback targets; checks that later captures continue at the end of
 * the earlier captures. */
static void test_saving_targets(void **state)
{
    (void)state;
    struct program p;
    const unsigned offsets[1] = {8};

    begin(&p);
    struct pipe_resource *buffer =
        pipe_buffer_create(&p.screen->base, PIPE_BIND_STREAM_OUTPUT, PIPE_USAGE_DEFAULT, 64);
    struct pipe_stream_output_target *target =
        p.pipe->create_stream_output_target(p.pipe, buffer, 0, 64);
    cso_set_stream_outputs(p.cso, 1, &target, offsets);
    cso_save_stream_outputs(p.cso);
    cso_set_stream_outputs(p.cso, 0, NULL, NULL);
    assert_int_equal(p.null->num_targets, 0);
    cso_restore_stream_outputs(p.cso);
    assert_int_equal(p.null->num_targets, 1);
    assert_ptr_equal(p.null->targets[0], target);
    assert_int_equal(p.null->target_offsets[0], ~0u);
    pipe_so_target_reference(&target, NULL);
    pipe_resource_reference(&buffer, NULL);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_samplers),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_nothing_stays_bound),
        cmocka_unit_test(test_saving),
        cmocka_unit_test(test_saving_targets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
