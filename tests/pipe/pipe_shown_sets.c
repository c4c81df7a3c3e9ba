/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Draws with textures, samplers, uniform buffers, storage buffers and images, while setters change
 * a few of these between the draws, in any order; compares the pixels with a model of the bindings.
 * Descriptor sets with equal contents are reused, so most draws bind the set of an earlier draw. */
#include <stdlib.h>
#include <string.h>

#include "pipe_draw_kit.h"

enum {
    NUM_TEXTURES = 5,
    NUM_RANGES = 4, /* number of ranges of each buffer */
    RANGE_B = 256,
    NUM_PIXELS = KIT_SIZE * KIT_SIZE,
    NUM_SLOTS = 2,
    STEPS = NUM_PIXELS, /* one draw in each step */
};

#define HEADER                                                                                     \
    "FRAG\n"                                                                                       \
    "DCL IN[0], GENERIC[0], PERSPECTIVE\n"                                                         \
    "DCL OUT[0], COLOR\n"

/* A shader that copies lookups to its output: red and green come from the textures of slots 0 and
 * 1, blue and alpha from the uniform buffers of slots 0 and 1. */
static const char lookups_text[] = HEADER "DCL SAMP[0]\n"
                                          "DCL SAMP[1]\n"
                                          "DCL SVIEW[0], 2D, FLOAT\n"
                                          "DCL SVIEW[1], 2D, FLOAT\n"
                                          "DCL CONST[0][0]\n"
                                          "DCL CONST[2][0]\n"
                                          "DCL TEMP[0..1]\n"
                                          "TEX TEMP[0], IN[0], SAMP[0], 2D\n"
                                          "TEX TEMP[1], IN[0], SAMP[1], 2D\n"
                                          "MOV OUT[0].x, TEMP[0].xxxx\n"
                                          "MOV OUT[0].y, TEMP[1].xxxx\n"
                                          "MOV OUT[0].z, CONST[0][0].xxxx\n"
                                          "MOV OUT[0].w, CONST[2][0].xxxx\n"
                                          "END\n";

/* Like lookups_text, but uses only the second slots. */
static const char one_text[] = HEADER "DCL SAMP[1]\n"
                                      "DCL SVIEW[1], 2D, FLOAT\n"
                                      "DCL CONST[2][0]\n"
                                      "DCL TEMP[0]\n"
                                      "IMM[0] FLT32 {0.0, 0.0, 0.0, 0.0}\n"
                                      "TEX TEMP[0], IN[0], SAMP[1], 2D\n"
                                      "MOV OUT[0], IMM[0]\n"
                                      "MOV OUT[0].y, TEMP[0].xxxx\n"
                                      "MOV OUT[0].w, CONST[2][0].xxxx\n"
                                      "END\n";

/* A shader that copies loads to its output: red and green come from the images of slots 0 and 1,
 * blue and alpha from the storage buffers of slots 0 and 1. */
static const char storage_text[] =
    HEADER "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT\n"
           "DCL IMAGE[1], 2D, PIPE_FORMAT_R32_FLOAT\n"
           "DCL BUFFER[0]\n"
           "DCL BUFFER[1]\n"
           "DCL TEMP[0]\n"
           "IMM[0] UINT32 {0, 0, 0, 0}\n"
           "LOAD TEMP[0], IMAGE[0], IMM[0], 2D, PIPE_FORMAT_R32_FLOAT\n"
           "MOV OUT[0].x, TEMP[0].xxxx\n"
           "LOAD TEMP[0], IMAGE[1], IMM[0], 2D, PIPE_FORMAT_R32_FLOAT\n"
           "MOV OUT[0].y, TEMP[0].xxxx\n"
           "LOAD TEMP[0].x, BUFFER[0], IMM[0].xxxx\n"
           "MOV OUT[0].z, TEMP[0].xxxx\n"
           "LOAD TEMP[0].x, BUFFER[1], IMM[0].xxxx\n"
           "MOV OUT[0].w, TEMP[0].xxxx\n"
           "END\n";

/* Stores the value of the first uniform buffer to the first texel of the first image. */
static const char store_text[] = HEADER "DCL IMAGE[0], 2D, PIPE_FORMAT_R32_FLOAT, WR\n"
                                        "DCL CONST[0][0]\n"
                                        "IMM[0] UINT32 {0, 0, 0, 0}\n"
                                        "STORE IMAGE[0], IMM[0], CONST[0][0].xxxx, 2D, "
                                        "PIPE_FORMAT_R32_FLOAT\n"
                                        "MOV OUT[0], IMM[0]\n"
                                        "END\n";

enum program {
    LOOKUPS,
    ONE,
    STORAGE,
    STORE,
    NUM_PROGRAMS
};

/* The expected values, as bytes of a colour, and the bindings, as indices. */
struct model {
    uint8_t texels[NUM_TEXTURES][2];
    uint8_t values[2][NUM_RANGES]; /* values in the uniform buffer and in the storage buffer */
    enum program program;
    unsigned view[NUM_SLOTS], sampler[NUM_SLOTS], uniforms[NUM_SLOTS];
    unsigned image[NUM_SLOTS], storage[NUM_SLOTS];
};

struct sets {
    struct draw_kit kit;
    struct pipe_context *other; /* a second context that also writes; NULL: no second context */
    struct model m;
    uint32_t random;
    unsigned num_programs;
    struct pipe_resource *textures[NUM_TEXTURES], *buffers[2];
    struct pipe_sampler_view *views[NUM_TEXTURES];
    void *samplers[2]; /* the second sampler repeats */
    void *shaders[NUM_PROGRAMS];
};

static unsigned pick(struct sets *s, unsigned num)
{
    s->random = s->random * 1664525u + 1013904223u;
    return (s->random >> 16) % num;
}

static float value_of(uint8_t byte)
{
    return (float)byte / 255.0f;
}

/* ---- Bound objects */

static bool has_storage(struct pipe_fixture *f)
{
    struct pipe_screen *screen = f->screen;
    return screen->get_shader_param(screen, PIPE_SHADER_FRAGMENT,
                                    PIPE_SHADER_CAP_MAX_SHADER_IMAGES) >= NUM_SLOTS &&
           screen->get_shader_param(screen, PIPE_SHADER_FRAGMENT,
                                    PIPE_SHADER_CAP_MAX_SHADER_BUFFERS) >= NUM_SLOTS &&
           screen->is_format_supported(screen, PIPE_FORMAT_R32_FLOAT, PIPE_TEXTURE_2D, 0,
                                       PIPE_BIND_SHADER_IMAGE);
}

static void make_texture(struct sets *s, unsigned i)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    struct pipe_resource texture =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R32_FLOAT, 2, 1, 1);
    texture.bind = PIPE_BIND_SAMPLER_VIEW | (has_storage(s->kit.f) ? PIPE_BIND_SHADER_IMAGE : 0);
    s->textures[i] = fixture_create(s->kit.f, &texture);
    const struct pipe_sampler_view templ = {.format = PIPE_FORMAT_R32_FLOAT,
                                            .target = PIPE_TEXTURE_2D,
                                            .swizzle_r = PIPE_SWIZZLE_X,
                                            .swizzle_g = PIPE_SWIZZLE_Y,
                                            .swizzle_b = PIPE_SWIZZLE_Z,
                                            .swizzle_a = PIPE_SWIZZLE_W};
    s->views[i] = pipe->create_sampler_view(pipe, s->textures[i], &templ);
    assert_non_null(s->views[i]);
}

static void end_texture(struct sets *s, unsigned i)
{
    pipe_sampler_view_reference(&s->views[i], NULL);
    pipe_resource_reference(&s->textures[i], NULL);
}

static void make_sampler(struct sets *s, unsigned i)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const unsigned wrap = i ? PIPE_TEX_WRAP_REPEAT : PIPE_TEX_WRAP_CLAMP_TO_EDGE;
    const struct pipe_sampler_state state = {
        .wrap_s = wrap, .wrap_t = wrap, .wrap_r = wrap, .normalized_coords = 1};
    s->samplers[i] = pipe->create_sampler_state(pipe, &state);
}

/* ---- Changes */

static void write_texture(struct sets *s, struct pipe_context *pipe, unsigned i)
{
    const struct pipe_box box = fixture_level_box(s->textures[i], 0);
    float texels[2];
    for (unsigned t = 0; t < 2; t++) {
        s->m.texels[i][t] = (uint8_t)pick(s, 256);
        texels[t] = value_of(s->m.texels[i][t]);
    }
    pipe->transfer_inline_write(pipe, s->textures[i], 0, PIPE_TRANSFER_WRITE, &box, texels,
                                sizeof(texels), sizeof(texels));
}

/* Writes a buffer, which gets new memory; earlier draws must keep the old memory. */
static void write_buffer(struct sets *s, struct pipe_context *pipe, unsigned which)
{
    float words[NUM_RANGES * RANGE_B / 4] = {0};
    const struct pipe_box box = fixture_box(0, 0, 0, (int)sizeof(words), 1, 1);
    for (unsigned i = 0; i < NUM_RANGES; i++) {
        s->m.values[which][i] = (uint8_t)pick(s, 256);
        words[i * RANGE_B / 4] = value_of(s->m.values[which][i]);
    }
    pipe->transfer_inline_write(pipe, s->buffers[which], 0,
                                PIPE_TRANSFER_WRITE | PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE, &box,
                                words, 0, 0);
}

/* Writes a texture or a buffer in the second context. If the screen allows several threads, the
 * flushes put the commands of the two contexts in order. */
static void write_elsewhere(struct sets *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const bool in_order = getenv("GALVAN_TEST_ONE_THREAD");
    if (!in_order)
        pipe->flush(pipe, NULL, 0);
    if (pick(s, 2))
        write_texture(s, s->other, pick(s, NUM_TEXTURES));
    else
        write_buffer(s, s->other, pick(s, 2));
    if (!in_order)
        s->other->flush(s->other, NULL, 0);
}

static void bind_view(struct sets *s, unsigned slot)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, slot, 1, &s->views[s->m.view[slot]]);
}

static void set_view(struct sets *s, unsigned slot)
{
    s->m.view[slot] = pick(s, NUM_TEXTURES);
    bind_view(s, slot);
}

static void bind_sampler(struct sets *s, unsigned slot)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, slot, 1,
                              &s->samplers[s->m.sampler[slot]]);
}

static void set_sampler(struct sets *s, unsigned slot)
{
    s->m.sampler[slot] = pick(s, 2);
    bind_sampler(s, slot);
}

/* Returns the constant buffer of a slot. Slot 0 uses constant buffer 0, so that the test has both
 * kinds of descriptors: constant buffer 0 has another kind than the other constant buffers. */
static unsigned constant_buffer_of(unsigned slot)
{
    return 2 * slot;
}

static void set_uniforms(struct sets *s, unsigned slot)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    s->m.uniforms[slot] = pick(s, NUM_RANGES);
    const struct pipe_constant_buffer cb = {
        .buffer = s->buffers[0], .buffer_offset = s->m.uniforms[slot] * RANGE_B, .buffer_size = 16};
    pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, constant_buffer_of(slot), &cb);
}

static void set_storage(struct sets *s, unsigned slot)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    s->m.storage[slot] = pick(s, NUM_RANGES);
    const struct pipe_shader_buffer buffer = {
        .buffer = s->buffers[1], .buffer_offset = s->m.storage[slot] * RANGE_B, .buffer_size = 16};
    pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, slot, 1, &buffer);
}

static void bind_image(struct sets *s, unsigned slot)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const struct pipe_image_view image = {.resource = s->textures[s->m.image[slot]],
                                          .format = PIPE_FORMAT_R32_FLOAT,
                                          .access = PIPE_IMAGE_ACCESS_READ_WRITE};
    pipe->set_shader_images(pipe, PIPE_SHADER_FRAGMENT, slot, 1, &image);
}

static void set_image(struct sets *s, unsigned slot)
{
    s->m.image[slot] = pick(s, NUM_TEXTURES);
    bind_image(s, slot);
}

/* Destroys a texture that no binding uses, and creates another, which may get the old texture's
 * address. */
static void remake_texture(struct sets *s, unsigned i)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const bool has_images = s->num_programs > STORAGE;
    for (unsigned slot = 0; slot < NUM_SLOTS; slot++) {
        if (s->m.view[slot] == i)
            pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, slot, 1, NULL);
        if (has_images && s->m.image[slot] == i)
            pipe->set_shader_images(pipe, PIPE_SHADER_FRAGMENT, slot, 1, NULL);
    }
    end_texture(s, i);
    make_texture(s, i);
    write_texture(s, pipe, i);
    for (unsigned slot = 0; slot < NUM_SLOTS; slot++) {
        if (s->m.view[slot] == i)
            bind_view(s, slot);
        if (has_images && s->m.image[slot] == i)
            bind_image(s, slot);
    }
}

/* Destroys a sampler while it is bound, and creates another. */
static void remake_sampler(struct sets *s, unsigned i)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->delete_sampler_state(pipe, s->samplers[i]);
    make_sampler(s, i);
    for (unsigned slot = 0; slot < NUM_SLOTS; slot++) {
        if (s->m.sampler[slot] == i)
            bind_sampler(s, slot);
    }
}

static void set_program(struct sets *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    s->m.program = (enum program)pick(s, s->num_programs);
    pipe->bind_fs_state(pipe, s->shaders[s->m.program]);
}

static void change(struct sets *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    const unsigned slot = pick(s, NUM_SLOTS), what = pick(s, s->other ? 28 : 26);
    const bool has_storage = s->num_programs > STORAGE;
    if (what < 6)
        set_view(s, slot);
    else if (what < 9)
        set_sampler(s, slot);
    else if (what < 13)
        set_uniforms(s, slot);
    else if (what < 16 && has_storage)
        set_storage(s, slot);
    else if (what < 19 && has_storage)
        set_image(s, slot);
    else if (what < 21)
        set_program(s);
    else if (what == 21)
        write_texture(s, pipe, pick(s, NUM_TEXTURES));
    else if (what == 22)
        write_buffer(s, pipe, pick(s, 2));
    else if (what == 23)
        remake_texture(s, pick(s, NUM_TEXTURES));
    else if (what == 24)
        remake_sampler(s, pick(s, 2));
    else if (what == 25 && !pick(s, 4))
        pipe->flush(pipe, NULL, 0);
    else if (s->other)
        write_elsewhere(s);
}

/* ---- The test */

static void make_shaders(struct sets *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    s->num_programs = has_storage(s->kit.f) ? NUM_PROGRAMS : STORAGE;
    static const char *const texts[NUM_PROGRAMS] = {lookups_text, one_text, storage_text,
                                                    store_text};
    for (unsigned i = 0; i < s->num_programs; i++)
        s->shaders[i] = fixture_shader(s->kit.f, pipe->create_fs_state, texts[i], NULL);
}

static void make(struct sets *s, struct pipe_fixture *f, struct pipe_context *other, uint32_t seed)
{
    memset(s, 0, sizeof(*s));
    s->other = other;
    s->random = seed;
    kit_init(&s->kit, f, 0, NULL);
    for (unsigned i = 0; i < NUM_TEXTURES; i++) {
        make_texture(s, i);
        write_texture(s, f->pipe, i);
    }
    for (unsigned i = 0; i < 2; i++) {
        make_sampler(s, i);
        s->buffers[i] = fixture_buffer(f, NUM_RANGES * RANGE_B, PIPE_USAGE_DEFAULT, 0);
        write_buffer(s, f->pipe, i);
    }
    make_shaders(s);
    for (unsigned slot = 0; slot < NUM_SLOTS; slot++) {
        set_view(s, slot);
        set_sampler(s, slot);
        set_uniforms(s, slot);
        if (s->num_programs > STORAGE) {
            set_storage(s, slot);
            set_image(s, slot);
        }
    }
    set_program(s);
}

static void finish(struct sets *s)
{
    struct pipe_context *pipe = s->kit.f->pipe;
    pipe->set_sampler_views(pipe, PIPE_SHADER_FRAGMENT, 0, NUM_SLOTS, NULL);
    pipe->bind_sampler_states(pipe, PIPE_SHADER_FRAGMENT, 0, NUM_SLOTS, NULL);
    for (unsigned slot = 0; slot < NUM_SLOTS; slot++)
        pipe->set_constant_buffer(pipe, PIPE_SHADER_FRAGMENT, constant_buffer_of(slot), NULL);
    if (s->num_programs > STORAGE) {
        pipe->set_shader_buffers(pipe, PIPE_SHADER_FRAGMENT, 0, NUM_SLOTS, NULL);
        pipe->set_shader_images(pipe, PIPE_SHADER_FRAGMENT, 0, NUM_SLOTS, NULL);
    }
    pipe->bind_fs_state(pipe, s->kit.fs);
    for (unsigned i = 0; i < s->num_programs; i++)
        pipe->delete_fs_state(pipe, s->shaders[i]);
    for (unsigned i = 0; i < NUM_TEXTURES; i++)
        end_texture(s, i);
    for (unsigned i = 0; i < 2; i++) {
        pipe->delete_sampler_state(pipe, s->samplers[i]);
        pipe_resource_reference(&s->buffers[i], NULL);
    }
    kit_finish(&s->kit);
}

/* Returns the expected lookup in a slot. The first sampler clamps the coordinate to the second
 * texel, and the second sampler wraps it to the first texel. */
static uint8_t looked_up(const struct model *m, unsigned slot)
{
    return m->texels[m->view[slot]][m->sampler[slot] ? 0 : 1];
}

static uint32_t expected(const struct model *m)
{
    const uint8_t *uniforms = m->values[0], *storage = m->values[1];
    uint32_t r, g, b, a;
    if (m->program == STORE) {
        r = g = b = a = 0;
    } else if (m->program == STORAGE) {
        r = m->texels[m->image[0]][0];
        g = m->texels[m->image[1]][0];
        b = storage[m->storage[0]];
        a = storage[m->storage[1]];
    } else {
        const bool all = m->program == LOOKUPS;
        r = all ? looked_up(m, 0) : 0;
        g = looked_up(m, 1);
        b = all ? uniforms[m->uniforms[0]] : 0;
        a = uniforms[m->uniforms[1]];
    }
    return r | g << 8 | b << 16 | a << 24;
}

/* Draws a point on pixel i, whose colour is the coordinate. */
static void draw(struct sets *s, unsigned i)
{
    const float step = 2.0f / KIT_SIZE;
    const struct kit_vertex vertex = {{-1.0f + step * ((float)(i % KIT_SIZE) + 0.5f),
                                       -1.0f + step * ((float)(i / KIT_SIZE) + 0.5f), 0, 1},
                                      {1.25f, 0.5f, 0, 1}};
    kit_draw(&s->kit, PIPE_PRIM_POINTS, &vertex, 1);
    if (s->m.program == STORE) {
        struct pipe_context *pipe = s->kit.f->pipe;
        pipe->memory_barrier(pipe, PIPE_BARRIER_ALL);
        s->m.texels[s->m.image[0]][0] = s->m.values[0][s->m.uniforms[0]];
    }
}

static void draw_changes(struct pipe_fixture *f, struct pipe_context *other, uint32_t seed)
{
    struct sets s;
    uint32_t words[STEPS];
    make(&s, f, other, seed);
    kit_clear(&s.kit, 0, 0, 0);
    for (unsigned i = 0; i < STEPS; i++) {
        for (unsigned changes = 1 + pick(&s, 2); changes > 0; changes--)
            change(&s);
        words[i] = expected(&s.m);
        draw(&s, i);
    }
    uint32_t *pixels = kit_pixels(&s.kit);
    for (unsigned i = 0; i < STEPS; i++) {
        if (pixels[i] != words[i])
            fail_msg("seed %u, draw %u: 0x%08x, not 0x%08x", seed, i, pixels[i], words[i]);
    }
    free(pixels);
    finish(&s);
}

static void test_changes(void **state)
{
    for (uint32_t seed = 1; seed <= 4; seed++)
        draw_changes(*state, NULL, seed);
}

static void test_changes_of_others(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_context *other = f->screen->context_create(f->screen, NULL, 0);
    assert_non_null(other);
    for (uint32_t seed = 5; seed <= 6; seed++)
        draw_changes(f, other, seed);
    other->destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_changes_of_others),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
