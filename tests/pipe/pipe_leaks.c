/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates and destroys objects many times; checks that the memory in use after 2N repetitions
 * equals that after N repetitions. */
#include "pipe_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "driver/screen/screen.h"
#include "vk/batch.h"

static struct gv_vk_memory_stats stats_of(struct pipe_fixture *f)
{
    struct gv_vk_memory_stats stats;
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, 0);
    f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE);
    f->screen->fence_reference(f->screen, &fence, NULL);
    struct gv_vk_device *dev = gv_screen(f->screen)->dev;
    gv_vk_device_wait(dev, atomic_load(&dev->submitted), UINT64_MAX);
    gv_vk_device_retire(dev);
    gv_vk_memory_stats(dev, &stats);
    return stats;
}

static void one_life(struct pipe_fixture *f, unsigned i)
{
    struct pipe_resource *a =
        fixture_texture(f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64, 1);
    struct pipe_resource *b =
        fixture_texture(f, PIPE_TEXTURE_2D_ARRAY, PIPE_FORMAT_R8G8B8A8_UNORM, 32, 32, 2);
    struct pipe_resource *buffer = fixture_buffer(f, 10000, i % 4, 0);
    struct pipe_surface *surface = fixture_surface(f, a, a->format, 0, 0, 0);
    struct pipe_sampler_view vt = {.format = a->format, .target = PIPE_TEXTURE_2D};
    struct pipe_sampler_view *view = f->pipe->create_sampler_view(f->pipe, a, &vt);
    struct pipe_sampler_state st = {.wrap_s = i % 8, .min_mip_filter = PIPE_TEX_MIPFILTER_NONE};
    void *sampler = f->pipe->create_sampler_state(f->pipe, &st);
    assert_true(view && sampler);

    uint8_t data[4096];
    fixture_noise(i, data, sizeof(data));
    struct pipe_box part = fixture_box(0, 0, 0, 32, 32, 1);
    struct pipe_box bytes = fixture_box(1, 0, 0, 4096, 1, 1);
    fixture_write(f, a, 0, &part, data);
    fixture_write(f, buffer, 0, &bytes, data);
    const union pipe_color_union color = {.f = {1.0f}};
    f->pipe->clear_render_target(f->pipe, surface, &color, 0, 0, 8, 8);
    struct pipe_blit_info info = {.mask = PIPE_MASK_R, .filter = PIPE_TEX_FILTER_LINEAR};
    info.src.resource = a;
    info.dst.resource = b;
    info.src.format = info.dst.format = a->format;
    info.src.box = info.dst.box = part;
    info.src.box.width = 64;
    f->pipe->blit(f->pipe, &info);
    free(fixture_read(f, b, 0, &part));

    f->pipe->delete_sampler_state(f->pipe, sampler);
    pipe_sampler_view_reference(&view, NULL);
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&a, NULL);
    pipe_resource_reference(&b, NULL);
    pipe_resource_reference(&buffer, NULL);
}

static void test_objects(void **state)
{
    struct pipe_fixture *f = *state;
    enum {
        N = 50
    };
    for (unsigned i = 0; i < N; i++)
        one_life(f, i);
    struct gv_vk_memory_stats once = stats_of(f);
    for (unsigned i = 0; i < 2 * N; i++)
        one_life(f, i);
    struct gv_vk_memory_stats twice = stats_of(f);
    assert_int_equal(once.reserved_B, twice.reserved_B);
    assert_int_equal(once.allocations, twice.allocations);
    assert_int_equal(once.blocks, twice.blocks);
}

static void test_contexts(void **state)
{
    struct pipe_fixture *f = *state;
    struct gv_vk_memory_stats stats[2];
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 10u * (round + 1); i++) {
            struct pipe_fixture other = {f->screen, f->screen->context_create(f->screen, NULL, 0)};
            assert_non_null(other.pipe);
            one_life(&other, i);
            other.pipe->destroy(other.pipe);
        }
        stats[round] = stats_of(f);
    }
    assert_int_equal(stats[0].reserved_B, stats[1].reserved_B);
    assert_int_equal(stats[0].blocks, stats[1].blocks);
}

static void test_everything_is_given_back(void **state)
{
    struct pipe_fixture *f = *state;
    one_life(f, 1);
    stats_of(f);
    assert_int_equal(atomic_load(&gv_screen(f->screen)->memory_used_B), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_contexts),
        cmocka_unit_test(test_everything_is_given_back),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
