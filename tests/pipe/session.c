/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "session.h"

#include <string.h>

#include "driver/screen/screen.h"
#include "galvan/galvan.h"
#include "galvan/spirv.h"
#include "pipe_draw_kit.h"

static const char texture_text[] = "FRAG\n"
                                   "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                   "DCL OUT[0], COLOR\n"
                                   "DCL CONST[0]\n"
                                   "DCL SAMP[0]\n"
                                   "DCL SVIEW[0], 2D, FLOAT\n"
                                   "DCL TEMP[0]\n"
                                   "TEX TEMP[0], IN[0], SAMP[0], 2D\n"
                                   "MAD OUT[0], TEMP[0], CONST[0].wwww, CONST[0]\n"
                                   "END\n";

static const char store_text[] = COMP(1) "DCL BUFFER[0]\n"
                                         "IMM[0] UINT32 {0, 7, 0, 0}\n"
                                         "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n"
                                         "END\n";

struct session {
    const struct session_program *program;
    struct pipe_context *pipe;
    struct pipe_resource *color, *texture, *vertices, *words;
    struct pipe_surface *surface;
    struct pipe_sampler_view *view;
    struct pipe_stream_output_target *target;
    struct pipe_query *query;
    void *shaders[SESSION_NUM_SHADERS];
    void *blend, *dsa, *rasterizer, *outlines, *elements, *sampler;
};

static struct pipe_shader_state shader_state(const struct session_program *p, unsigned shader)
{
    size_t num_tokens;
    struct pipe_shader_state state = {
        .tokens = (const struct tgsi_token *)galvan_tgsi_tokens(p->shaders[shader], &num_tokens)};
    if (shader == SESSION_VS)
        state.stream_output = (struct pipe_stream_output_info){
            .num_outputs = 1, .stride = {4}, .output[0] = {.num_components = 4}};
    return state;
}

static bool create_shaders(struct session *s)
{
    struct pipe_context *pipe = s->pipe;
    const struct pipe_shader_state vs = shader_state(s->program, SESSION_VS),
                                   fs = shader_state(s->program, SESSION_FS),
                                   cs = shader_state(s->program, SESSION_CS);
    const struct pipe_compute_state compute = {.prog = cs.tokens};
    s->shaders[SESSION_VS] = pipe->create_vs_state(pipe, &vs);
    s->shaders[SESSION_FS] = pipe->create_fs_state(pipe, &fs);
    s->shaders[SESSION_CS] = pipe->create_compute_state(pipe, &compute);
    return s->shaders[SESSION_VS] && s->shaders[SESSION_FS] && s->shaders[SESSION_CS];
}

/* Links the program and waits for the thread, so that the Vulkan calls have a fixed order. */
static void link_program(struct session *s)
{
    struct pipe_context *pipe = s->pipe;
    void *handles[PIPE_SHADER_TYPES] = {[PIPE_SHADER_VERTEX] = s->shaders[SESSION_VS],
                                        [PIPE_SHADER_FRAGMENT] = s->shaders[SESSION_FS]};
    if (!pipe->link_shader)
        return;
    pipe->link_shader(pipe, handles);
    gv_job_queue_drain(&gv_screen(s->program->screen)->jobs);
}

static bool create_states(struct session *s)
{
    struct pipe_context *pipe = s->pipe;
    const struct pipe_blend_state blend = {.rt[0].colormask = PIPE_MASK_RGBA};
    const struct pipe_depth_stencil_alpha_state dsa = {.depth.enabled = 0};
    const struct pipe_sampler_state sampler = {.min_mip_filter = PIPE_TEX_MIPFILTER_NONE};
    const struct pipe_vertex_element elements[] = {
        {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT},
        {.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT, .src_offset = 16}};
    struct pipe_rasterizer_state rasterizer = {
        .half_pixel_center = 1, .depth_clip = 1, .line_width = 1.0f, .point_size = 1.0f};
    s->blend = pipe->create_blend_state(pipe, &blend);
    s->dsa = pipe->create_depth_stencil_alpha_state(pipe, &dsa);
    s->sampler = pipe->create_sampler_state(pipe, &sampler);
    s->elements = pipe->create_vertex_elements_state(pipe, 2, elements);
    s->rasterizer = pipe->create_rasterizer_state(pipe, &rasterizer);
    rasterizer.fill_front = rasterizer.fill_back = PIPE_POLYGON_MODE_LINE;
    s->outlines = pipe->create_rasterizer_state(pipe, &rasterizer);
    return s->blend && s->dsa && s->sampler && s->elements && s->rasterizer && s->outlines;
}

static bool create_resources(struct session *s)
{
    struct pipe_screen *screen = s->program->screen;
    struct pipe_resource buffer = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UINT, 256, 1, 1),
                         image = fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM,
                                                  KIT_SIZE, KIT_SIZE, 1);
    buffer.bind = PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_SHADER_BUFFER | PIPE_BIND_STREAM_OUTPUT;
    image.bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW;
    s->vertices = screen->resource_create(screen, &buffer);
    s->words = screen->resource_create(screen, &buffer);
    s->color = screen->resource_create(screen, &image);
    s->texture = screen->resource_create(screen, &image);
    return s->vertices && s->words && s->color && s->texture;
}

static bool create_views(struct session *s)
{
    struct pipe_context *pipe = s->pipe;
    const struct pipe_surface surface = {.format = s->color->format};
    const struct pipe_sampler_view view = {.format = s->texture->format,
                                           .target = PIPE_TEXTURE_2D,
                                           .swizzle_g = PIPE_SWIZZLE_GREEN,
                                           .swizzle_b = PIPE_SWIZZLE_BLUE,
                                           .swizzle_a = PIPE_SWIZZLE_ALPHA};
    s->surface = pipe->create_surface(pipe, s->color, &surface);
    s->view = pipe->create_sampler_view(pipe, s->texture, &view);
    s->target = pipe->create_stream_output_target(pipe, s->words, 64, 128);
    s->query = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    return s->surface && s->view && s->target && s->query;
}

static void bind_states(struct session *s)
{
    struct pipe_context *pipe = s->pipe;
    const float half = KIT_SIZE / 2.0f, green[4] = {0, 1, 0, 0};
    const struct pipe_viewport_state viewport = {.scale = {half, half, 0.5f},
                                                 .translate = {half, half, 0.5f}};
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {s->surface}};
    const struct pipe_constant_buffer constants = {.buffer_size = sizeof(green),
                                                   .user_buffer = green};
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex),
                                          .buffer = s->vertices};
    const struct pipe_shader_buffer words = {.buffer = s->words, .buffer_size = 64};
    pipe->set_framebuffer_state(pipe, &fb);
    pipe->set_viewport_states(pipe, 0, 1, &viewport);
    pipe->bind_blend_state(pipe, s->blend);
    pipe->bind_depth_stencil_alpha_state(pipe, s->dsa);
    pipe->bind_rasterizer_state(pipe, s->rasterizer);
    pipe->bind_vertex_elements_state(pipe, s->elements);
    pipe->bind_vs_state(pipe, s->shaders[SESSION_VS]);
    pipe->bind_fs_state(pipe, s->shaders[SESSION_FS]);
    pipe->bind_compute_state(pipe, s->shaders[SESSION_CS]);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &s->sampler);
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, &s->view);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, 0, &constants);
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, &words);
}

static void write_inputs(struct session *s)
{
    struct pipe_context *pipe = s->pipe;
    static const uint8_t texels[KIT_SIZE * KIT_SIZE * 4];
    const struct kit_vertex quad_vertices[4] = {
        {{-1, -1, 0, 1}, {0}}, {{1, -1, 0, 1}, {0}}, {{1, 1, 0, 1}, {0}}, {{-1, 1, 0, 1}, {0}}};
    struct pipe_box box = fixture_box(0, 0, 0, sizeof(quad_vertices), 1, 1);
    pipe->transfer_inline_write(pipe, s->vertices, 0, PIPE_TRANSFER_WRITE, &box, quad_vertices, 0,
                                0);
    box = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
    pipe->transfer_inline_write(pipe, s->texture, 0, PIPE_TRANSFER_WRITE, &box, texels,
                                KIT_SIZE * 4, 0);
}

/* Draws with the bound state in all ways that make the driver create more objects: indexed quads,
 * outlines, captured vertices, a render condition, a dispatch. */
static void draw(struct session *s)
{
    struct pipe_context *pipe = s->pipe;
    static const uint8_t quad_vertices[] = {0, 1, 2, 3};
    const struct pipe_index_buffer indices = {.index_size = 1, .user_buffer = quad_vertices};
    const union pipe_color_union red = {.f = {1, 0, 0, 1}};
    const unsigned start = 0;
    struct pipe_draw_info info = {
        .mode = PIPE_PRIM_QUADS, .count = 4, .instance_count = 1, .indexed = 1, .max_index = ~0u};
    const struct pipe_grid_info grid = {.work_dim = 1, .block = {1, 1, 1}, .grid = {1, 1, 1}};
    pipe->clear(pipe, PIPE_CLEAR_COLOR0, &red, 0, 0);
    pipe->set_index_buffer(pipe, &indices);
    pipe->bind_rasterizer_state(pipe, s->outlines);
    pipe->draw_vbo(pipe, &info);
    pipe->bind_rasterizer_state(pipe, s->rasterizer);
    pipe->begin_query(pipe, s->query);
    pipe->draw_vbo(pipe, &info);
    pipe->end_query(pipe, s->query);
    pipe->set_stream_output_targets(pipe, 1, &s->target, &start);
    info = (struct pipe_draw_info){
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    pipe->draw_vbo(pipe, &info);
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe->render_condition(pipe, s->query, false, PIPE_RENDER_COND_WAIT);
    pipe->draw_vbo(pipe, &info);
    pipe->render_condition(pipe, NULL, false, 0);
    pipe->launch_grid(pipe, &grid);
}

static enum session_result expect_word(struct session *s, struct pipe_resource *res,
                                       uint32_t expected)
{
    struct pipe_context *pipe = s->pipe;
    const struct pipe_box box = fixture_box(0, 0, 0, res->target == PIPE_BUFFER ? 4 : 1, 1, 1);
    struct pipe_transfer *transfer = NULL;
    const uint32_t *word = pipe->transfer_map(pipe, res, 0, PIPE_TRANSFER_READ, &box, &transfer);
    if (!word)
        return SESSION_REFUSED;
    const bool same = *word == expected;
    pipe->transfer_unmap(pipe, transfer);
    return same ? SESSION_WORKED : SESSION_WRONG;
}

static enum session_result expect_samples(struct session *s)
{
    union pipe_query_result result = {0};
    if (!s->pipe->get_query_result(s->pipe, s->query, true, &result))
        return SESSION_REFUSED;
    return result.u64 == KIT_SIZE * KIT_SIZE ? SESSION_WORKED : SESSION_WRONG;
}

static void finish(struct session *s)
{
    struct pipe_screen *screen = s->program->screen;
    struct pipe_fence_handle *fence = NULL;
    s->pipe->flush(s->pipe, &fence, 0);
    if (fence)
        screen->fence_finish(screen, fence, UINT64_MAX);
    screen->fence_reference(screen, &fence, NULL);
}

/* Reads all results and compares them. */
static enum session_result ask(struct session *s)
{
    const struct pipe_box all = fixture_box(0, 0, 0, KIT_SIZE, KIT_SIZE, 1);
    const struct pipe_blit_info flip = {
        .dst = {.resource = s->texture, .box = all, .format = s->texture->format},
        .src = {.resource = s->color,
                .box = fixture_box(0, KIT_SIZE, 0, KIT_SIZE, -KIT_SIZE, 1),
                .format = s->color->format},
        .mask = PIPE_MASK_R | PIPE_MASK_G};
    s->pipe->blit(s->pipe, &flip);
    finish(s);
    enum session_result result = expect_samples(s);
    if (result == SESSION_WORKED)
        result = expect_word(s, s->texture, 0x0000ff00);
    if (result == SESSION_WORKED)
        result = expect_word(s, s->words, 7);
    return result;
}

static void unbind(struct pipe_context *pipe)
{
    pipe->set_framebuffer_state(pipe, &(struct pipe_framebuffer_state){0});
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
    pipe->set_vertex_buffers(pipe, 0, 1, NULL);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
}

static void delete_state(struct pipe_context *pipe,
                         void (*delete)(struct pipe_context *pipe, void *state), void *state)
{
    if (state)
        delete (pipe, state);
}

static void destroy(struct session *s)
{
    struct pipe_context *pipe = s->pipe;
    unbind(pipe);
    delete_state(pipe, pipe->delete_vs_state, s->shaders[SESSION_VS]);
    delete_state(pipe, pipe->delete_fs_state, s->shaders[SESSION_FS]);
    delete_state(pipe, pipe->delete_compute_state, s->shaders[SESSION_CS]);
    delete_state(pipe, pipe->delete_blend_state, s->blend);
    delete_state(pipe, pipe->delete_depth_stencil_alpha_state, s->dsa);
    delete_state(pipe, pipe->delete_rasterizer_state, s->rasterizer);
    delete_state(pipe, pipe->delete_rasterizer_state, s->outlines);
    delete_state(pipe, pipe->delete_sampler_state, s->sampler);
    delete_state(pipe, pipe->delete_vertex_elements_state, s->elements);
    if (s->query)
        pipe->destroy_query(pipe, s->query);
    pipe_surface_reference(&s->surface, NULL);
    pipe_sampler_view_reference(&s->view, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->vertices, NULL);
    pipe_resource_reference(&s->words, NULL);
    pipe_resource_reference(&s->color, NULL);
    pipe_resource_reference(&s->texture, NULL);
    pipe->destroy(pipe);
}

enum session_result session_run(const struct session_program *p)
{
    struct session s = {.program = p, .pipe = p->screen->context_create(p->screen, NULL, 0)};
    enum session_result result = SESSION_REFUSED;
    if (!s.pipe)
        return result;
    if (create_shaders(&s) && create_states(&s) && create_resources(&s) && create_views(&s)) {
        link_program(&s);
        bind_states(&s);
        write_inputs(&s);
        draw(&s);
        result = ask(&s);
    }
    destroy(&s);
    return result;
}

void session_program_init(struct session_program *p)
{
    static const char *const texts[SESSION_NUM_SHADERS] = {fixture_vertex_text, texture_text,
                                                           store_text};
    for (unsigned i = 0; i < SESSION_NUM_SHADERS; i++) {
        struct galvan_diag diag;
        assert_int_equal(galvan_tgsi_parse(texts[i], strlen(texts[i]), &diag, &p->shaders[i]),
                         GALVAN_OK);
    }
}

void session_program_finish(struct session_program *p)
{
    for (unsigned i = 0; i < SESSION_NUM_SHADERS; i++)
        galvan_tgsi_destroy(p->shaders[i]);
}
