/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Contexts of one screen in separate threads, with common resources: uploads, draws, reads, copies,
 * queries and dispatches at the same time; each thread checks its results. Also two contexts in one
 * thread whose recordings overlap. Built with ThreadSanitizer (preset tsan), the tests must cause
 * no report. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"
#include "pipe_sample.h"

enum {
    NUM_THREADS = 8,
    NUM_ROUNDS = 12,
    PART_WORDS = 64, /* number of dwords that each thread has in the shared buffers */
    PART_B = PART_WORDS * 4,
};

struct shared {
    struct pipe_screen *screen;
    struct pipe_resource *vertices; /* a white triangle that covers the target */
    struct pipe_resource *texture;  /* read by all threads */
    struct pipe_resource *layers;   /* each thread draws to one layer */
    struct pipe_resource *uploads;  /* each thread has a part, which the CPU writes */
    struct pipe_resource *words;    /* each thread has a part, which dispatches write */
    struct pipe_resource *copies;   /* each thread has a part, which copies write */
};

struct worker {
    struct shared *shared;
    unsigned idx;
    struct pipe_fixture f;
    struct draw_kit kit;
    void *cs;
    struct pipe_surface *layer;
    struct pipe_query *query;
};

/* ---- Operations of threads */

/* Stores CONST[0].x + i to dword i, for thread i of the block. */
static const char number_text[] = COMP(64) "DCL SV[0], THREAD_ID\n"
                                           "DCL CONST[0]\n"
                                           "DCL BUFFER[0]\n"
                                           "DCL TEMP[0]\n"
                                           "IMM[0] UINT32 {4, 0, 0, 0}\n"
                                           "UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
                                           "UADD TEMP[0].y, CONST[0].xxxx, SV[0].xxxx\n"
                                           "STORE BUFFER[0].x, TEMP[0].xxxx, TEMP[0].yyyy\n"
                                           "END\n";

static struct pipe_box part_of(unsigned idx)
{
    return fixture_box((int)(idx * PART_B), 0, 0, PART_B, 1, 1);
}

static struct pipe_fixture with_context(struct pipe_screen *screen)
{
    struct pipe_fixture f = {.screen = screen, .pipe = screen->context_create(screen, NULL, 0)};
    assert_non_null(f.pipe);
    return f;
}

static void expect_part(struct worker *w, struct pipe_resource *res, const void *expected,
                        const char *what)
{
    const struct pipe_box box = part_of(w->idx);
    uint8_t *got = fixture_read(&w->f, res, 0, &box);
    fixture_expect_bytes(expected, got, PART_B, what);
    free(got);
}

static void upload(struct worker *w, unsigned round)
{
    uint8_t data[PART_B];
    const struct pipe_box box = part_of(w->idx);
    fixture_noise(round * NUM_THREADS + w->idx, data, sizeof(data));
    fixture_write(&w->f, w->shared->uploads, 0, &box, data);
    expect_part(w, w->shared->uploads, data, "the thread's part of the uploads");
}

/* Writes numbers with a dispatch, copies them and reads them back; checks them. */
static void compute(struct worker *w, unsigned round)
{
    struct pipe_context *pipe = w->f.pipe;
    const uint32_t constants[4] = {round * 1000 + w->idx * 100};
    const struct pipe_constant_buffer cb = {.user_buffer = constants,
                                            .buffer_size = sizeof(constants)};
    const struct pipe_shader_buffer buffer = {
        .buffer = w->shared->words, .buffer_offset = w->idx * PART_B, .buffer_size = PART_B};
    const struct pipe_grid_info grid = {.work_dim = 1, .block = {64, 1, 1}, .grid = {1, 1, 1}};
    const struct pipe_box box = part_of(w->idx);
    pipe->bind_compute_state(pipe, w->cs);
    pipe->set_constant_buffer(pipe, PIPE_SHADER_COMPUTE, 0, &cb);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, &buffer);
    pipe->launch_grid(pipe, &grid);
    pipe->resource_copy_region(pipe, w->shared->copies, 0, w->idx * PART_B, 0, 0, w->shared->words,
                               0, &box);
    uint32_t expected[PART_WORDS];
    for (unsigned i = 0; i < PART_WORDS; i++)
        expected[i] = constants[0] + i;
    expect_part(w, w->shared->copies, expected, "the thread's part of the copies");
}

static void draw_shared_triangle(struct worker *w)
{
    struct pipe_context *pipe = w->f.pipe;
    const struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex),
                                          .buffer = w->shared->vertices};
    const struct pipe_draw_info info = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    pipe->draw_vbo(pipe, &info);
}

/* Draws to the thread's own target, with a query. */
static void draw(struct worker *w, unsigned round)
{
    struct pipe_context *pipe = w->f.pipe;
    float red = (float)(round % 5 * 51) / 255.0f;
    kit_clear(&w->kit, 0, 0, 1);
    pipe->begin_query(pipe, w->query);
    kit_fill(&w->kit, red, 1, 0, 0);
    draw_shared_triangle(w);
    pipe->end_query(pipe, w->query);
    kit_fill(&w->kit, red, 1, 0, 0);
    assert_int_equal(kit_pixel(&w->kit, 3, 7), 0xff00ff00u | round % 5 * 51);
    assert_int_equal(kit_query_u64(&w->kit, w->query), 2 * KIT_SIZE * KIT_SIZE);
}

/* Draws to the thread's layer of the shared target. */
static void draw_layer(struct worker *w, unsigned round)
{
    struct pipe_context *pipe = w->f.pipe;
    struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE, .height = KIT_SIZE, .nr_cbufs = 1, .cbufs = {w->layer}};
    pipe->set_framebuffer_state(pipe, &fb);
    if (round % 2)
        kit_fill(&w->kit, 0, (float)(w->idx * 16) / 255.0f, 1, 0);
    else
        kit_clear(&w->kit, 0, (float)(w->idx * 16) / 255.0f, 1);
    assert_int_equal(fixture_texel32(&w->f, w->shared->layers, 5, 5, (int)w->idx),
                     0xffff0000u | (w->idx * 16) << 8);
    fb.cbufs[0] = w->kit.color_surface;
    fb.zsbuf = w->kit.depth_surface;
    pipe->set_framebuffer_state(pipe, &fb);
}

/* Copies texels of the shared texture to a texture of the thread. */
static void copy(struct worker *w)
{
    struct pipe_resource *mine =
        fixture_texture(&w->f, PIPE_TEXTURE_2D, w->shared->texture->format, 8, 8, 1);
    const struct pipe_box box = fixture_box(4, 4, 0, 8, 8, 1);
    w->f.pipe->resource_copy_region(w->f.pipe, mine, 0, 0, 0, 0, w->shared->texture, 0, &box);
    assert_int_equal(fixture_texel32(&w->f, mine, 1, 2, 0), 0xff000000u | 6 << 8 | 5);
    pipe_resource_reference(&mine, NULL);
}

static void look_up(struct worker *w)
{
    const struct pipe_sampler_view view = sample_view(w->shared->texture);
    const struct pipe_sampler_state nearest = sample_nearest();
    const struct sample_lookup lookup = {.target = "2D", .coord = {8.5f / 16, 3.5f / 16}};
    const union pipe_color_union texel =
        sample(&w->f, w->shared->texture, &view, &nearest, &lookup);
    sample_expect(&texel, 8 / 255.0f, 3 / 255.0f, 0, 1, 1e-3f, "a texel of the shared texture");
    /* Creates the kit again, because sample() has bound other state objects. */
    kit_finish(&w->kit);
    kit_init(&w->kit, &w->f, 0, NULL);
}

/* Waits for a fence of this context through the screen. */
static void fence(struct worker *w)
{
    struct pipe_fence_handle *fence = NULL;
    w->f.pipe->flush(w->f.pipe, &fence, 0);
    assert_non_null(fence);
    assert_true(w->f.screen->fence_finish(w->f.screen, fence, UINT64_MAX));
    w->f.screen->fence_reference(w->f.screen, &fence, NULL);
}

static void worker_begin(struct worker *w)
{
    w->f = with_context(w->shared->screen);
    kit_init(&w->kit, &w->f, 0, NULL);
    w->cs = fixture_compute_shader(&w->f, number_text, 0);
    w->layer =
        fixture_surface(&w->f, w->shared->layers, PIPE_FORMAT_R8G8B8A8_UNORM, 0, w->idx, w->idx);
    w->query = w->f.pipe->create_query(w->f.pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    assert_non_null(w->query);
}

static void worker_end(struct worker *w)
{
    struct pipe_context *pipe = w->f.pipe;
    pipe->destroy_query(pipe, w->query);
    pipe_surface_reference(&w->layer, NULL);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, w->cs);
    kit_finish(&w->kit);
    pipe->destroy(pipe);
}

static void *work(void *arg)
{
    struct worker *w = arg;
    worker_begin(w);
    for (unsigned round = 0; round < NUM_ROUNDS; round++) {
        upload(w, round);
        draw(w, round);
        compute(w, round);
        draw_layer(w, round);
        copy(w);
        if (round % 4 == 0)
            look_up(w);
        if (round % 3 == w->idx % 3)
            fence(w);
    }
    worker_end(w);
    return NULL;
}

/* ---- Shared resources */

static void shared_begin(struct shared *s, struct pipe_fixture *f)
{
    static const struct kit_vertex triangle[3] = {{{-1, -1, 0, 1}, {1, 1, 1, 1}},
                                                  {{3, -1, 0, 1}, {1, 1, 1, 1}},
                                                  {{-1, 3, 0, 1}, {1, 1, 1, 1}}};
    uint32_t texels[16 * 16];
    for (uint32_t i = 0; i < 16 * 16; i++)
        texels[i] = 0xff000000u | i / 16 << 8 | i % 16;
    *s = (struct shared){.screen = f->screen};
    s->vertices = fixture_buffer(f, sizeof(triangle), PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box vertex_box = fixture_box(0, 0, 0, sizeof(triangle), 1, 1);
    fixture_write(f, s->vertices, 0, &vertex_box, triangle);
    s->texture = fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, 1);
    const struct pipe_box texture_box = fixture_level_box(s->texture, 0);
    fixture_write(f, s->texture, 0, &texture_box, texels);
    struct pipe_resource templ = fixture_template(PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM,
                                                  KIT_SIZE, KIT_SIZE, NUM_THREADS);
    templ.bind = PIPE_BIND_RENDER_TARGET;
    s->layers = fixture_create(f, &templ);
    s->uploads = fixture_buffer(f, NUM_THREADS * PART_B, PIPE_USAGE_DEFAULT, 0);
    s->words = fixture_buffer(f, NUM_THREADS * PART_B, PIPE_USAGE_DEFAULT, 0);
    s->copies = fixture_buffer(f, NUM_THREADS * PART_B, PIPE_USAGE_STAGING, 0);
    f->pipe->flush(f->pipe, NULL, 0);
}

static void shared_end(struct shared *s)
{
    pipe_resource_reference(&s->vertices, NULL);
    pipe_resource_reference(&s->texture, NULL);
    pipe_resource_reference(&s->layers, NULL);
    pipe_resource_reference(&s->uploads, NULL);
    pipe_resource_reference(&s->words, NULL);
    pipe_resource_reference(&s->copies, NULL);
}

static void test_eight_contexts(void **state)
{
    struct shared shared;
    struct worker workers[NUM_THREADS];
    pthread_t threads[NUM_THREADS];
    shared_begin(&shared, *state);
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        workers[i] = (struct worker){.shared = &shared, .idx = i};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    shared_end(&shared);
}

/* ---- Two contexts in turn */

static void write_words(struct pipe_fixture *f, struct pipe_resource *res, unsigned first,
                        const uint32_t *data, unsigned num)
{
    const struct pipe_box box = fixture_box((int)first * 4, 0, 0, (int)num * 4, 1, 1);
    fixture_write(f, res, 0, &box, data);
}

static void finish(struct pipe_fixture *f)
{
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, 0);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

/* Each of two contexts writes a part of one buffer and copies that part. Checks that each copy has
 * the bytes of its context, although the recordings overlap and the context that writes first is
 * submitted last. */
static void test_overlapping_writes(void **state)
{
    struct pipe_fixture *a = *state, b = with_context(a->screen);
    uint32_t mine[PART_WORDS], others[PART_WORDS];
    fixture_noise(1, mine, sizeof(mine));
    fixture_noise(2, others, sizeof(others));
    struct pipe_resource *both = fixture_buffer(a, 2 * PART_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *out = fixture_buffer(a, 2 * PART_B, PIPE_USAGE_STAGING, 0);
    a->hide_memory = b.hide_memory = true;
    struct pipe_resource *from_a = fixture_buffer(a, PART_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *from_b = fixture_buffer(&b, PART_B, PIPE_USAGE_DEFAULT, 0);
    a->hide_memory = false;
    const struct pipe_box box = fixture_box(0, 0, 0, PART_B, 1, 1);
    const struct pipe_box second = fixture_box(PART_B, 0, 0, PART_B, 1, 1);

    write_words(a, from_a, 0, mine, PART_WORDS);
    write_words(&b, from_b, 0, others, PART_WORDS);
    a->pipe->resource_copy_region(a->pipe, both, 0, 0, 0, 0, from_a, 0, &box);
    b.pipe->resource_copy_region(b.pipe, both, 0, PART_B, 0, 0, from_b, 0, &box);
    a->pipe->resource_copy_region(a->pipe, out, 0, 0, 0, 0, both, 0, &box);
    b.pipe->resource_copy_region(b.pipe, out, 0, PART_B, 0, 0, both, 0, &second);
    assert_int_not_equal(a->pipe->is_resource_referenced(a->pipe, both, 0, 0), PIPE_UNREFERENCED);
    finish(&b);
    assert_int_equal(b.pipe->is_resource_referenced(b.pipe, both, 0, 0),
                     PIPE_REFERENCED_FOR_READ |
                         PIPE_REFERENCED_FOR_WRITE); /* the other context writes */
    a->pipe->flush(a->pipe, NULL, 0);

    uint8_t *got = fixture_read(a, out, 0, &box);
    fixture_expect_bytes(mine, got, PART_B, "what one context wrote");
    free(got);
    got = fixture_read(&b, out, 0, &second);
    fixture_expect_bytes(others, got, PART_B, "what the other wrote");
    free(got);
    assert_int_equal(a->pipe->is_resource_referenced(a->pipe, both, 0, 0), PIPE_UNREFERENCED);

    pipe_resource_reference(&both, NULL);
    pipe_resource_reference(&out, NULL);
    pipe_resource_reference(&from_a, NULL);
    pipe_resource_reference(&from_b, NULL);
    b.pipe->destroy(b.pipe);
}

/* Copies in two contexts from a buffer that was written before; checks both copies. A context
 * cannot rely on the other context's barrier, because the other context may be submitted later. */
static void test_overlapping_reads(void **state)
{
    struct pipe_fixture *a = *state, b = with_context(a->screen);
    uint32_t data[PART_WORDS];
    fixture_noise(3, data, sizeof(data));
    a->hide_memory = true;
    struct pipe_resource *source = fixture_buffer(a, PART_B, PIPE_USAGE_DEFAULT, 0);
    a->hide_memory = false;
    struct pipe_resource *to_a = fixture_buffer(a, PART_B, PIPE_USAGE_STAGING, 0);
    struct pipe_resource *to_b = fixture_buffer(a, PART_B, PIPE_USAGE_STAGING, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, PART_B, 1, 1);

    write_words(a, source, 0, data, PART_WORDS);
    a->pipe->flush(a->pipe, NULL, 0);
    a->pipe->resource_copy_region(a->pipe, to_a, 0, 0, 0, 0, source, 0, &box);
    b.pipe->resource_copy_region(b.pipe, to_b, 0, 0, 0, 0, source, 0, &box);
    b.pipe->flush(b.pipe, NULL, 0);
    a->pipe->flush(a->pipe, NULL, 0);

    uint8_t *got = fixture_read(a, to_a, 0, &box);
    fixture_expect_bytes(data, got, PART_B, "what the first reader copied");
    free(got);
    got = fixture_read(&b, to_b, 0, &box);
    fixture_expect_bytes(data, got, PART_B, "what the second reader copied");
    free(got);
    pipe_resource_reference(&source, NULL);
    pipe_resource_reference(&to_a, NULL);
    pipe_resource_reference(&to_b, NULL);
    b.pipe->destroy(b.pipe);
}

static void fill_layer(struct draw_kit *k, struct pipe_resource *layers, unsigned layer, float red)
{
    struct pipe_context *pipe = k->f->pipe;
    const struct pipe_framebuffer_state fb = {
        .width = KIT_SIZE,
        .height = KIT_SIZE,
        .nr_cbufs = 1,
        .cbufs = {fixture_surface(k->f, layers, layers->format, 0, layer, layer)},
    };
    struct pipe_surface *surface = fb.cbufs[0];
    pipe->set_framebuffer_state(pipe, &fb);
    pipe_surface_reference(&surface, NULL);
    kit_fill(k, red, 0, 0, 0);
}

/* Submits commands that the device still executes while the next submissions are recorded. */
static void keep_busy(struct pipe_fixture *f)
{
    enum {
        SIZE_B = 64 << 20,
        NUM_COPIES = 8
    };
    struct pipe_resource *from = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *to = fixture_buffer(f, SIZE_B, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, SIZE_B, 1, 1);
    for (unsigned i = 0; i < NUM_COPIES; i++)
        f->pipe->resource_copy_region(f->pipe, to, 0, 0, 0, 0, from, 0, &box);
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
}

/* Submits a write to a texture in one context. Then records a second write in that context without
 * submitting it, and reads the texture in another context; checks that the read waits for the first
 * write. */
static void test_overlapping_target(void **state)
{
    struct pipe_fixture *a = *state, b = with_context(a->screen);
    struct draw_kit k;
    kit_init(&k, a, 0, NULL);
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, KIT_SIZE, KIT_SIZE, 2);
    templ.bind = PIPE_BIND_RENDER_TARGET;
    struct pipe_resource *layers = fixture_create(a, &templ);
    const struct pipe_box box = fixture_level_box(layers, 0);
    uint32_t texels[2][KIT_SIZE][KIT_SIZE];
    fixture_noise(6, texels, sizeof(texels));
    fill_layer(&k, layers, 0, 0);
    finish(a);

    keep_busy(a);
    fixture_write(a, layers, 0, &box, texels);
    a->pipe->flush(a->pipe, NULL, 0);
    fill_layer(&k, layers, 0, 1);
    assert_int_equal(fixture_texel32(&b, layers, 2, 3, 1), texels[1][3][2]);
    assert_int_equal(fixture_texel32(a, layers, 1, 1, 0), 0xff0000ff);

    kit_finish(&k);
    pipe_resource_reference(&layers, NULL);
    b.pipe->destroy(b.pipe);
}

/* Discards a buffer from which another context has copied; checks the bytes in each context. */
static void test_discard(void **state)
{
    struct pipe_fixture *a = *state, b = with_context(a->screen);
    uint32_t data[PART_WORDS], fresh[PART_WORDS];
    fixture_noise(4, data, sizeof(data));
    fixture_noise(5, fresh, sizeof(fresh));
    struct pipe_resource *source = fixture_buffer(a, PART_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_resource *out = fixture_buffer(a, PART_B, PIPE_USAGE_STAGING, 0);
    const struct pipe_box box = fixture_box(0, 0, 0, PART_B, 1, 1);
    write_words(a, source, 0, data, PART_WORDS);
    a->pipe->flush(a->pipe, NULL, 0);
    b.pipe->resource_copy_region(b.pipe, out, 0, 0, 0, 0, source, 0, &box);
    b.pipe->flush(b.pipe, NULL, 0);

    struct pipe_transfer *transfer = NULL;
    void *map = a->pipe->transfer_map(a->pipe, source, 0,
                                      PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE,
                                      &box, &transfer);
    assert_non_null(map);
    memcpy(map, fresh, PART_B);
    a->pipe->transfer_unmap(a->pipe, transfer);
    a->pipe->flush(a->pipe, NULL, 0);
    uint8_t *got = fixture_read(&b, out, 0, &box);
    fixture_expect_bytes(data, got, PART_B, "what was copied before");
    free(got);
    got = fixture_read(&b, source, 0, &box);
    fixture_expect_bytes(fresh, got, PART_B, "what the other context wrote");
    free(got);
    pipe_resource_reference(&source, NULL);
    pipe_resource_reference(&out, NULL);
    b.pipe->destroy(b.pipe);
}

/* Makes cmocka abort: a failed assertion in another thread prints its message before the program
 * ends. */
int main(void)
{
    setenv("CMOCKA_TEST_ABORT", "1", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eight_contexts),    cmocka_unit_test(test_overlapping_writes),
        cmocka_unit_test(test_overlapping_reads), cmocka_unit_test(test_overlapping_target),
        cmocka_unit_test(test_discard),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
