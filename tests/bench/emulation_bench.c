/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* emulation_bench [FRAMES [WORD]]: runs each case whose name contains WORD, in turn with the
 * device's feature and with its emulation. A case draws 100,000 triangles or dispatches as many
 * threads. Each frame is one draw, for which the host waits; the fastest frame counts, since other
 * programs may have disturbed slower frames. Prints both wall-clock times and their ratio, both
 * processor times and their ratio, and the work that the emulation adds. The feature and the
 * emulation must produce the same bytes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/context.h"
#include "emulation_cases.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"
#include "util/text.h"

enum {
    VERTEX_DW = sizeof(struct kit_vertex) / 4,
};

/* ---- Work ------------------------------------------------------------------------------------ */

/* The commands and the memory of a frame. */
struct work {
    unsigned draws, dispatches, barriers;
    uint64_t scratch_B; /* memory that lowered shader stages write */
};

/* The device's Vulkan functions, which the counting functions call. */
static struct VolkDeviceTable below;
static struct work counted;

static void count_draw(VkCommandBuffer cmd, uint32_t vertices, uint32_t instances, uint32_t first,
                       uint32_t first_instance)
{
    counted.draws++;
    below.vkCmdDraw(cmd, vertices, instances, first, first_instance);
}

static void count_indexed(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset_B, uint32_t num,
                          uint32_t stride_B)
{
    counted.draws++;
    below.vkCmdDrawIndexedIndirect(cmd, buffer, offset_B, num, stride_B);
}

static void count_dispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z)
{
    counted.dispatches++;
    below.vkCmdDispatch(cmd, x, y, z);
}

static void count_indirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset_B)
{
    counted.dispatches++;
    below.vkCmdDispatchIndirect(cmd, buffer, offset_B);
}

static void count_barrier(VkCommandBuffer cmd, const VkDependencyInfo *info)
{
    counted.barriers++;
    below.vkCmdPipelineBarrier2(cmd, info);
}

static void begin_counting(struct gv_vk_device *dev)
{
    below = dev->vk;
    memset(&counted, 0, sizeof(counted));
    dev->vk.vkCmdDraw = count_draw;
    dev->vk.vkCmdDrawIndexedIndirect = count_indexed;
    dev->vk.vkCmdDispatch = count_dispatch;
    dev->vk.vkCmdDispatchIndirect = count_indirect;
    dev->vk.vkCmdPipelineBarrier2 = count_barrier;
}

static struct work end_counting(struct gv_context *ctx)
{
    ctx->dev->vk = below;
    for (const struct gv_vk_ring_block *b = ctx->rec.scratch.blocks; b; b = b->ring_next)
        counted.scratch_B += b->buffer.size_B;
    return counted;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

struct scene {
    const struct emulation_case *kind;
    struct pipe_fixture f;
    struct draw_kit kit;
    void *tcs, *tes, *gs, *cs;
    struct pipe_resource *vertices, *captured;
    struct pipe_stream_output_target *target;
};

static const struct pipe_stream_output_info capture = {
    .num_outputs = 2,
    .stride = {VERTEX_DW},
    .output = {{.register_index = 0, .num_components = 4},
               {.register_index = 1, .num_components = 4, .dst_offset = 4}}};

static struct pipe_resource *create_vertices(struct pipe_fixture *f, unsigned num)
{
    struct kit_vertex *vertices = calloc(num, sizeof(*vertices));
    assert_non_null(vertices);
    for (unsigned i = 0; i < num; i++)
        vertices[i] = (struct kit_vertex){{0.1f * (float)(i & 1), 0.1f * (float)(i >> 1 & 1), 0, 1},
                                          {0.25f, 0.5f, 1, 1}};
    struct pipe_resource *res = fixture_buffer_of(f, vertices, num * (unsigned)sizeof(*vertices));
    free(vertices);
    return res;
}

static void *create(struct scene *s,
                    void *(*make)(struct pipe_context *pipe, const struct pipe_shader_state *state),
                    const char *text)
{
    return text ? fixture_shader(&s->f, make, text, NULL) : NULL;
}

static void set_levels(struct scene *s)
{
    struct pipe_context *pipe = s->f.pipe;
    const float level = (float)s->kind->level, levels[4] = {level, level, level, level};
    const struct pipe_constant_buffer cb = {.user_buffer = levels, .buffer_size = sizeof(levels)};
    pipe->set_tess_state(pipe, levels, levels);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_TESS_CTRL, 0, &cb);
}

static void bind_target(struct scene *s)
{
    struct pipe_context *pipe = s->f.pipe;
    const unsigned size_B = s->kind->num_captured * (unsigned)sizeof(struct kit_vertex);
    s->captured = fixture_buffer(&s->f, size_B, PIPE_USAGE_DEFAULT, 0);
    s->target = pipe->create_stream_output_target(pipe, s->captured, 0, size_B);
    assert_non_null(s->target);
}

static void bind_dispatch(struct scene *s)
{
    enum {
        BLOCK_B = 4096
    };
    struct pipe_context *pipe = s->f.pipe;
    const unsigned size_B = s->kind->num_blocks * BLOCK_B;
    s->cs = fixture_compute_shader(&s->f, s->kind->cs, BLOCK_B);
    s->captured = fixture_buffer(&s->f, size_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_shader_buffer buffer = {.buffer = s->captured, .buffer_size = size_B};
    pipe->bind_compute_state(pipe, s->cs);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
}

/* Draws front faces as outlines. Culling is enabled, though it discards no face: without it Galvan
 * would draw the outlines as plain lines. */
static void set_outlines(struct pipe_rasterizer_state *r)
{
    r->fill_front = r->fill_back = PIPE_POLYGON_MODE_LINE;
    r->front_ccw = 1;
    r->cull_face = PIPE_FACE_BACK;
}

static void bind(struct scene *s)
{
    const struct emulation_case *kind = s->kind;
    struct pipe_context *pipe = s->f.pipe;
    s->vertices = create_vertices(&s->f, kind->num_vertices);
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex),
                                          .buffer = s->vertices};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    if (kind->vs)
        kit_use_vertex_shader(&s->kit, kind->vs);
    if (kind->fs)
        kit_use_fragment_shader(&s->kit, kind->fs);
    s->tcs = create(s, pipe->create_tcs_state, kind->tcs);
    s->tes = create(s, pipe->create_tes_state, kind->tes);
    s->gs = create(s, pipe->create_gs_state, kind->gs);
    pipe->bind_tcs_state(pipe, s->tcs);
    pipe->bind_tes_state(pipe, s->tes);
    pipe->bind_gs_state(pipe, s->gs);
    if (kind->level)
        set_levels(s);
    if (kind->num_captured)
        bind_target(s);
    if (kind->cs)
        bind_dispatch(s);
    s->kit.rasterizer_state.rasterizer_discard = kind->discards;
    if (kind->line_width > 0.0f)
        s->kit.rasterizer_state.line_width = kind->line_width;
    if (kind->point_size > 0.0f)
        s->kit.rasterizer_state.point_size = kind->point_size;
    if (kind->outlines)
        set_outlines(&s->kit.rasterizer_state);
    s->kit.rasterizer_state.line_stipple_enable = kind->stipples;
    s->kit.rasterizer_state.line_stipple_pattern = 0x5555;
    kit_update_rasterizer(&s->kit);
}

/* Creates the scene on a screen with this mask. Returns false if there is no device, or if the
 * device lacks a feature of the case. */
static bool begin(struct scene *s, const struct emulation_case *kind, const char *mask)
{
    *s = (struct scene){.kind = kind};
    if (galvan_screen_create(galvan_screen_params(.mask = mask), &s->f.screen) != GALVAN_OK)
        return false;
    s->f.pipe = s->f.screen->context_create(s->f.screen, NULL, 0);
    assert_non_null(s->f.pipe);
    kit_init(&s->kit, &s->f, 0, kind->num_captured ? &capture : NULL);
    bind(s);
    return true;
}

static void end(struct scene *s)
{
    struct pipe_context *pipe = s->f.pipe;
    pipe->set_stream_output_targets(pipe, 0, NULL, NULL);
    pipe_so_target_reference(&s->target, NULL);
    pipe_resource_reference(&s->captured, NULL);
    pipe->bind_tcs_state(pipe, NULL);
    pipe->bind_tes_state(pipe, NULL);
    pipe->bind_gs_state(pipe, NULL);
    pipe->bind_compute_state(pipe, NULL);
    if (s->cs)
        pipe->delete_compute_state(pipe, s->cs);
    if (s->tcs)
        pipe->delete_tcs_state(pipe, s->tcs);
    if (s->tes)
        pipe->delete_tes_state(pipe, s->tes);
    if (s->gs)
        pipe->delete_gs_state(pipe, s->gs);
    kit_finish(&s->kit);
    pipe_resource_reference(&s->vertices, NULL);
    pipe->destroy(pipe);
    s->f.screen->destroy(s->f.screen);
}

static void draw_vertices(struct scene *s)
{
    struct pipe_context *pipe = s->f.pipe;
    const struct pipe_draw_info info = {.mode = s->kind->mode,
                                        .count = s->kind->num_vertices,
                                        .instance_count = 1,
                                        .vertices_per_patch = 4,
                                        .max_index = ~0u};
    if (s->target)
        pipe->set_stream_output_targets(pipe, 1, &s->target, (const unsigned[]){0});
    pipe->draw_vbo(pipe, &info);
}

static void draw(struct scene *s)
{
    struct pipe_context *pipe = s->f.pipe;
    struct pipe_screen *screen = s->f.screen;
    struct pipe_fence_handle *fence = NULL;
    const struct pipe_grid_info grid = {
        .work_dim = 3, .block = {1024, 1, 1}, .grid = {s->kind->num_blocks, 1, 1}};
    if (s->cs)
        pipe->launch_grid(pipe, &grid);
    else
        draw_vertices(s);
    pipe->flush(pipe, &fence, 0);
    assert_true(screen->fence_finish(screen, fence, PIPE_TIMEOUT_INFINITE));
    screen->fence_reference(screen, &fence, NULL);
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static double now_ms(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* The minima over all frames: wall-clock time, and processor time of all threads. */
struct cost {
    double wall_ms, cpu_ms;
};

static void measure(struct scene *s, struct cost *cost)
{
    double wall_ms = -now_ms(CLOCK_MONOTONIC), cpu_ms = -now_ms(CLOCK_PROCESS_CPUTIME_ID);
    draw(s);
    cost->wall_ms = fmin(cost->wall_ms, wall_ms + now_ms(CLOCK_MONOTONIC));
    cost->cpu_ms = fmin(cost->cpu_ms, cpu_ms + now_ms(CLOCK_PROCESS_CPUTIME_ID));
}

static struct work find_work(struct scene *s)
{
    struct gv_context *ctx = gv_context(s->f.pipe);
    begin_counting(ctx->dev);
    draw(s);
    return end_counting(ctx);
}

static void expect_same_bytes(struct scene scenes[2])
{
    uint32_t *pixels[2];
    for (unsigned i = 0; i < 2; i++)
        pixels[i] = kit_pixels(&scenes[i].kit);
    fixture_expect_bytes(pixels[0], pixels[1], KIT_SIZE * KIT_SIZE * 4, scenes[0].kind->name);
    free(pixels[0]);
    free(pixels[1]);
    if (!scenes[0].captured)
        return;
    uint32_t *words[2];
    for (unsigned i = 0; i < 2; i++)
        words[i] = fixture_read_words(&scenes[i].f, scenes[i].captured);
    fixture_expect_bytes(words[0], words[1], scenes[0].captured->width0, scenes[0].kind->name);
    free(words[0]);
    free(words[1]);
}

static void print_signed(const char *name, int number)
{
    printf("  %+d %s", number, name);
}

static void report(const struct emulation_case *kind, const struct cost cost[2],
                   const struct work work[2])
{
    printf("%-36s %8.2f %8.2f %6.2f", kind->name, cost[0].wall_ms, cost[1].wall_ms,
           cost[0].wall_ms / cost[1].wall_ms);
    if (kind->aim > 0)
        printf(" (aim %.1f)", kind->aim);
    else
        printf("          ");
    printf(" %8.2f %8.2f %6.2f ", cost[0].cpu_ms, cost[1].cpu_ms, cost[0].cpu_ms / cost[1].cpu_ms);
    print_signed("dispatches", (int)(work[1].dispatches - work[0].dispatches));
    print_signed("draws", (int)(work[1].draws - work[0].draws));
    print_signed("barriers", (int)(work[1].barriers - work[0].barriers));
    printf("  %.1f MiB\n", (double)work[1].scratch_B / (1 << 20));
}

static void expect_same_work(const struct work work[2])
{
    assert_int_equal(work[0].draws, work[1].draws);
    assert_int_equal(work[0].dispatches, work[1].dispatches);
    assert_int_equal(work[0].barriers, work[1].barriers);
    assert_int_equal(work[0].scratch_B, work[1].scratch_B);
}

/* Returns false if begin() fails. */
static bool run(const struct emulation_case *kind, unsigned frames)
{
    struct scene scenes[2];
    struct work work[2];
    struct cost cost[2] = {{INFINITY, INFINITY}, {INFINITY, INFINITY}};
    const char *masks[2] = {NULL, kind->mask};
    for (unsigned i = 0; i < 2; i++) {
        if (!begin(&scenes[i], kind, masks[i]))
            return false;
        draw(&scenes[i]); /* so that the pipelines exist */
        work[i] = find_work(&scenes[i]);
    }
    for (unsigned n = 0; n < 2 * frames; n++)
        measure(&scenes[n % 2], &cost[n % 2]);
    expect_same_bytes(scenes);
    if (kind->same)
        expect_same_work(work);
    report(kind, cost, work);
    for (unsigned i = 0; i < 2; i++)
        end(&scenes[i]);
    return true;
}

int main(int argc, char **argv)
{
    uint64_t frames = 30;
    const char *word = argc > 2 ? argv[2] : "";
    if (argc > 3 ||
        (argc > 1 && (!gv_parse_u64(argv[1], strlen(argv[1]), 100000, &frames) || !frames))) {
        fprintf(stderr, "usage: emulation_bench [FRAMES [WORD]]\n");
        return 2;
    }
    printf("%-36s %8s %8s %6s %10s%8s %8s %6s\n", "milliseconds", "native", "emulated", "ratio", "",
           "CPU nat.", "emulated", "ratio");
    for (unsigned i = 0; i < num_emulation_cases; i++) {
        if (strstr(emulation_cases[i].name, word) && !run(&emulation_cases[i], (unsigned)frames)) {
            printf("skipped: no Vulkan device\n");
            return 77;
        }
    }
    return 0;
}
