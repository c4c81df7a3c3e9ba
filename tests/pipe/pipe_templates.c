/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resource and transfer templates as programs of 2015 fill them: fields that were added after 2015
 * contain leftovers from the stack. */
#include "pipe_fixture.h"

#include <string.h>

/* Bytes that stand for leftovers from the stack. */
static const uint8_t leftovers[] = {0xa5, 0xff, 0x01, 0x5a};

static struct pipe_resource texture_template(uint8_t leftover, unsigned bind)
{
    struct pipe_resource t;
    memset(&t, leftover, sizeof(t));
    t.target = PIPE_TEXTURE_2D;
    t.format = PIPE_FORMAT_R8G8B8A8_UNORM;
    t.width0 = t.height0 = 16;
    t.depth0 = t.nr_samples = 1;
    t.last_level = 0;
    t.bind = bind;
    return t;
}

static void test_resources(void **state)
{
    struct pipe_fixture *f = *state;
    for (size_t i = 0; i < sizeof(leftovers); i++) {
        struct pipe_resource t = texture_template(leftovers[i], PIPE_BIND_RENDER_TARGET);
        assert_true(f->screen->can_create_resource(f->screen, &t));
        struct pipe_resource *texture = f->screen->resource_create(f->screen, &t);
        assert_non_null(texture);
        assert_null(texture->next);

        struct pipe_surface s;
        memset(&s, leftovers[i], sizeof(s));
        s.format = t.format;
        s.u.tex.level = s.u.tex.first_layer = s.u.tex.last_layer = 0;
        struct pipe_surface *surface = f->pipe->create_surface(f->pipe, texture, &s);
        assert_non_null(surface);
        const union pipe_color_union color = {.f = {0.0f, 1.0f, 0.0f, 1.0f}};
        f->pipe->clear_render_target(f->pipe, surface, &color, 0, 0, 16, 16);
        assert_int_equal(fixture_texel32(f, texture, 7, 9, 0), 0xff00ff00);
        pipe_surface_reference(&surface, NULL);
        pipe_resource_reference(&texture, NULL);

        t.target = PIPE_BUFFER;
        t.format = PIPE_FORMAT_R8_UNORM;
        t.bind = PIPE_BIND_CONSTANT_BUFFER;
        t.height0 = 1;
        struct pipe_resource *buffer = f->screen->resource_create(f->screen, &t);
        assert_non_null(buffer);
        pipe_resource_reference(&buffer, NULL);
    }
}

/* Sets flags that a program of 2015 can set on purpose; checks that they take effect, rather than
 * being ignored as leftovers. */
static void test_flags_count(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *buffer =
        fixture_buffer(f, 64, PIPE_USAGE_STREAM, PIPE_RESOURCE_FLAG_MAP_PERSISTENT);
    struct pipe_transfer *transfer;
    void *map =
        pipe_buffer_map(f->pipe, buffer, PIPE_TRANSFER_WRITE | PIPE_TRANSFER_PERSISTENT, &transfer);
    assert_non_null(map);
    pipe_buffer_unmap(f->pipe, transfer);
    pipe_resource_reference(&buffer, NULL);
}

/* Maps boxes with a depth of 0 in textures without slices, and boxes with a height of 0 in buffers;
 * checks that both work. */
static void test_flat_boxes(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_resource t = texture_template(0, PIPE_BIND_SAMPLER_VIEW);
    struct pipe_resource *texture = fixture_create(f, &t);
    const struct pipe_box box = {.x = 1, .y = 2, .width = 2, .height = 2};
    struct pipe_transfer *transfer;
    uint32_t *map =
        f->pipe->transfer_map(f->pipe, texture, 0, PIPE_TRANSFER_WRITE, &box, &transfer);
    assert_non_null(map);
    assert_int_equal(transfer->box.depth, 1);
    memset(map, 0x11, 8);
    memset((uint8_t *)map + transfer->stride, 0x22, 8);
    f->pipe->transfer_unmap(f->pipe, transfer);
    assert_int_equal(fixture_texel32(f, texture, 2, 2, 0), 0x11111111);
    assert_int_equal(fixture_texel32(f, texture, 1, 3, 0), 0x22222222);
    pipe_resource_reference(&texture, NULL);

    struct pipe_resource *buffer = fixture_buffer(f, 16, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_box range = {.x = 4, .width = 4};
    const uint32_t word = 0x12345678;
    uint32_t out = 0;
    f->pipe->transfer_inline_write(f->pipe, buffer, 0, PIPE_TRANSFER_WRITE, &range, &word, 0, 0);
    f->pipe->buffer_subdata(f->pipe, buffer, PIPE_TRANSFER_WRITE, 8, 4, &word);
    for (unsigned offset = 4; offset <= 8; offset += 4) {
        pipe_buffer_read(f->pipe, buffer, offset, 4, &out);
        assert_int_equal(out, word);
        out = 0;
    }
    pipe_resource_reference(&buffer, NULL);
}

/* Sets `buffer` and leaves garbage in `user_buffer`; checks that `buffer` is bound. Programs do not
 * set `user_buffer` if they set `buffer`. */
static void test_user_buffers(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_resource *buffer = fixture_buffer(f, 64, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_vertex_buffer vb = {
        .stride = 16, .buffer = buffer, .user_buffer = (const void *)0x10};
    const struct pipe_index_buffer ib = {
        .index_size = 2, .buffer = buffer, .user_buffer = (const void *)0x10};
    const struct pipe_constant_buffer cb = {
        .buffer = buffer, .buffer_size = 64, .user_buffer = (const void *)0x10};
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
    f->pipe->set_index_buffer(f->pipe, &ib);
    f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_VERTEX, 0, &cb);
    f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_VERTEX, 1, &cb);
    assert_int_equal(buffer->reference.count, 5);
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, NULL);
    f->pipe->set_index_buffer(f->pipe, NULL);
    f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_VERTEX, 0, NULL);
    f->pipe->set_constant_buffer(f->pipe, PIPE_SHADER_VERTEX, 1, NULL);
    pipe_resource_reference(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resources),
        cmocka_unit_test(test_flags_count),
        cmocka_unit_test(test_flat_boxes),
        cmocka_unit_test(test_user_buffers),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
