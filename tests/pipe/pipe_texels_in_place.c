/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Access by the CPU to the texels of images with linear tiling: writes and maps of idle images
 * neither stage texels nor submit commands, and accesses to images in use have the same results as
 * through staging memory. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/resource/resource.h"
#include "driver/screen/screen.h"

enum {
    WIDTH = 20,
    HEIGHT = 12,
    LAYERS = 6
};

struct scene {
    struct pipe_fixture *f;
    struct pipe_resource *res; /* WIDTH x HEIGHT texels, or a square of HEIGHT, in LAYERS layers */
    struct pipe_box all;
    uint32_t texels[WIDTH * HEIGHT * LAYERS];
    uint64_t staged_B, submitted; /* before the accesses that are checked */
};

/* Creates a texture. Skips the test if images have optimal tiling. */
static void begin(struct scene *s, struct pipe_fixture *f, enum pipe_texture_target target)
{
    const bool square = target == PIPE_TEXTURE_CUBE, flat = target == PIPE_TEXTURE_1D;
    memset(s, 0, sizeof(*s));
    s->f = f;
    s->res = fixture_texture(f, target, PIPE_FORMAT_R8G8B8A8_UNORM, square ? HEIGHT : WIDTH,
                             flat ? 1 : HEIGHT, target == PIPE_TEXTURE_2D || flat ? 1 : LAYERS);
    s->all = fixture_level_box(s->res, 0);
    if (gv_resource(s->res)->storage->texels)
        return;
    pipe_resource_reference(&s->res, NULL);
    skip();
}

static void write_noise(struct scene *s, unsigned seed)
{
    fixture_noise(seed, s->texels, fixture_box_size(s->res, &s->all));
    fixture_write(s->f, s->res, 0, &s->all, s->texels);
}

static void expect_texels(struct scene *s, const char *what)
{
    uint8_t *found = fixture_read(s->f, s->res, 0, &s->all);
    fixture_expect_bytes(s->texels, found, fixture_box_size(s->res, &s->all), what);
    free(found);
}

static void note_work(struct scene *s)
{
    s->f->pipe->flush(s->f->pipe, NULL, 0);
    s->staged_B = gv_context(s->f->pipe)->rec.stats.upload_B;
    s->submitted = atomic_load(&gv_screen(s->f->screen)->dev->submitted);
}

static void expect_no_work(struct scene *s)
{
    s->f->pipe->flush(s->f->pipe, NULL, 0);
    assert_int_equal(gv_context(s->f->pipe)->rec.stats.upload_B, s->staged_B);
    assert_int_equal(atomic_load(&gv_screen(s->f->screen)->dev->submitted), s->submitted);
}

static void test_no_work(void **state)
{
    static const enum pipe_texture_target targets[] = {PIPE_TEXTURE_1D, PIPE_TEXTURE_2D,
                                                       PIPE_TEXTURE_CUBE, PIPE_TEXTURE_2D_ARRAY};
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
        struct scene s;
        begin(&s, *state, targets[i]);
        note_work(&s);
        expect_texels(&s, "new texels");
        write_noise(&s, 1);
        expect_texels(&s, "texels");
        expect_no_work(&s);
        pipe_resource_reference(&s.res, NULL);
    }
}

/* Copies the texture to another texture. The copy is recorded, but not submitted. */
static struct pipe_resource *copy(struct scene *s)
{
    struct pipe_resource *to =
        fixture_texture(s->f, PIPE_TEXTURE_2D, s->res->format, WIDTH, HEIGHT, 1);
    s->f->pipe->resource_copy_region(s->f->pipe, to, 0, 0, 0, 0, s->res, 0, &s->all);
    return to;
}

/* Writes to a texture that a recorded copy reads; checks that the copy has the older texels. */
static void test_write_in_use(void **state)
{
    struct scene s;
    begin(&s, *state, PIPE_TEXTURE_2D);
    write_noise(&s, 2);
    uint32_t older[WIDTH * HEIGHT];
    memcpy(older, s.texels, sizeof(older));
    struct pipe_resource *to = copy(&s);
    write_noise(&s, 3);
    uint8_t *copied = fixture_read(s.f, to, 0, &s.all);
    fixture_expect_bytes(older, copied, sizeof(older), "the copy");
    free(copied);
    expect_texels(&s, "the texture");
    pipe_resource_reference(&to, NULL);
    pipe_resource_reference(&s.res, NULL);
}

/* Maps a part of a texture that recorded commands write; checks that the map has their texels, and
 * that the other texels stay. */
static void test_map_in_use(void **state)
{
    struct scene s;
    begin(&s, *state, PIPE_TEXTURE_2D);
    write_noise(&s, 4);
    struct pipe_resource *to = copy(&s);
    pipe_resource_reference(&s.res, to);
    const struct pipe_box part = fixture_box(3, 2, 0, 7, 5, 1);
    struct pipe_transfer *t;
    uint8_t *rows = s.f->pipe->transfer_map(s.f->pipe, to, 0, PIPE_TRANSFER_READ_WRITE, &part, &t);
    assert_non_null(rows);
    for (unsigned y = 0; y < 5; y++) {
        uint32_t *row = &s.texels[(2 + y) * WIDTH + 3];
        fixture_expect_bytes(row, rows + y * t->stride, 7 * 4, "the map");
        fixture_noise(5 + y, row, 7 * 4);
        memcpy(rows + y * t->stride, row, 7 * 4);
    }
    s.f->pipe->transfer_unmap(s.f->pipe, t);
    expect_texels(&s, "the copy");
    pipe_resource_reference(&to, NULL);
    pipe_resource_reference(&s.res, NULL);
}

/* Writes two levels before the first use, copies one of them, and checks the other one. */
static void test_levels(void **state)
{
    struct scene s;
    begin(&s, *state, PIPE_TEXTURE_2D);
    struct pipe_resource templ =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, WIDTH, HEIGHT, 1);
    templ.last_level = 2;
    struct pipe_resource *levels = fixture_create(s.f, &templ);
    const struct pipe_box second = fixture_level_box(levels, 1);
    uint8_t noise[WIDTH * HEIGHT];
    fixture_noise(6, noise, sizeof(noise));
    fixture_write(s.f, levels, 1, &second, noise);
    write_noise(&s, 7);
    s.f->pipe->resource_copy_region(s.f->pipe, levels, 0, 0, 0, 0, s.res, 0, &s.all);
    uint8_t *found = fixture_read(s.f, levels, 1, &second);
    fixture_expect_bytes(noise, found, fixture_box_size(levels, &second), "level 1");
    free(found);
    found = fixture_read(s.f, levels, 0, &s.all);
    fixture_expect_bytes(s.texels, found, WIDTH * HEIGHT * 4, "level 0");
    free(found);
    const struct pipe_box third = fixture_level_box(levels, 2);
    const uint8_t zero[WIDTH * HEIGHT / 4] = {0};
    found = fixture_read(s.f, levels, 2, &third);
    fixture_expect_bytes(zero, found, fixture_box_size(levels, &third), "level 2");
    free(found);
    pipe_resource_reference(&levels, NULL);
    pipe_resource_reference(&s.res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_work),
        cmocka_unit_test(test_write_in_use),
        cmocka_unit_test(test_map_in_use),
        cmocka_unit_test(test_levels),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
