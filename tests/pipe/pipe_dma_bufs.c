/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Textures in dma-bufs that two screens, or a screen and the CPU, access in turn, and descriptors
 * and layouts that must be refused. */
#include "pipe_fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../support/descriptors.h"
#include "driver/resource/resource.h"
#include "driver/resource/storage.h"
#include "galvan/galvan.h"

enum {
    LINEAR = 0, /* DRM_FORMAT_MOD_LINEAR */
    WIDTH = 64,
    HEIGHT = 36,
    BOTH_WAYS = PIPE_HANDLE_USAGE_READ | PIPE_HANDLE_USAGE_WRITE,
};

#define NO_MODIFIER UINT64_C(0x00ffffffffffffff) /* DRM_FORMAT_MOD_INVALID */

/* Whether the layer of tests/support/dma_buf_layer.c is loaded, whose dma-bufs are files. */
static bool has_files(void)
{
    const char *layer = getenv("GALVAN_TEST_LAYER");
    return layer && strstr(layer, "galvan_dma_buf");
}

static void need_dma_bufs(struct pipe_fixture *f)
{
    bool has = f->screen->get_param(f->screen, PIPE_CAP_DMABUF);
    if (has_files())
        assert_true(has);
    if (!has)
        skip();
}

static struct pipe_resource template(enum pipe_format format)
{
    struct pipe_resource t = fixture_template(PIPE_TEXTURE_2D, format, WIDTH, HEIGHT, 1);
    t.bind =
        PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHARED | PIPE_BIND_SCANOUT;
    return t;
}

static struct winsys_handle export(struct pipe_fixture *f, struct pipe_resource *res)
{
    struct winsys_handle handle = {.type = WINSYS_HANDLE_TYPE_FD};
    assert_true(f->screen->resource_get_handle(f->screen, res, &handle, BOTH_WAYS));
    return handle;
}

static struct pipe_resource *import(struct pipe_fixture *f, const struct pipe_resource *templ,
                                    struct winsys_handle handle)
{
    return f->screen->resource_from_handle(f->screen, templ, &handle, BOTH_WAYS);
}

/* Submits all commands and waits until they have finished. */
static void finish(struct pipe_fixture *f)
{
    struct pipe_fence_handle *fence = NULL;
    f->pipe->flush(f->pipe, &fence, 0);
    assert_true(f->screen->fence_finish(f->screen, fence, PIPE_TIMEOUT_INFINITE));
    f->screen->fence_reference(f->screen, &fence, NULL);
}

static void clear(struct pipe_fixture *f, struct pipe_resource *res, float red)
{
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
    const union pipe_color_union color = {.f = {red, 0.0f, 1.0f, 0.2f}};
    f->pipe->clear_render_target(f->pipe, surface, &color, 0, 0, res->width0, res->height0);
    pipe_surface_reference(&surface, NULL);
    finish(f);
}

/* Writes noise by a copy from another texture, so that the dma-buf is not mapped. */
static uint8_t *fill(struct pipe_fixture *f, struct pipe_resource *res, uint32_t seed)
{
    struct pipe_resource *source =
        fixture_texture(f, PIPE_TEXTURE_2D, res->format, res->width0, res->height0, 1);
    struct pipe_box all = fixture_level_box(res, 0);
    const size_t size_B = fixture_box_size(res, &all);
    uint8_t *bytes = malloc(size_B);
    assert_non_null(bytes);
    fixture_noise(seed, bytes, size_B);
    fixture_write(f, source, 0, &all, bytes);
    f->pipe->resource_copy_region(f->pipe, res, 0, 0, 0, 0, source, 0, &all);
    finish(f);
    pipe_resource_reference(&source, NULL);
    return bytes;
}

static void expect(struct pipe_fixture *f, struct pipe_resource *res, const uint8_t *bytes)
{
    struct pipe_box all = fixture_level_box(res, 0);
    uint8_t *back = fixture_read(f, res, 0, &all);
    fixture_expect_bytes(bytes, back, fixture_box_size(res, &all), util_format_name(res->format));
    free(back);
}

/* ---- Capabilities ---------------------------------------------------------------------------- */

static void test_modifiers(void **state)
{
    struct pipe_fixture *f = *state;
    struct pipe_screen *s = f->screen;
    const bool has = s->get_param(s, PIPE_CAP_DMABUF);
    assert_int_equal(has, s->query_dmabuf_modifiers != NULL);
    assert_int_equal(has, s->is_dmabuf_modifier_supported != NULL);
    assert_int_equal(has, s->get_dmabuf_modifier_planes != NULL);
    need_dma_bufs(f);
    const enum pipe_format none[] = {PIPE_FORMAT_Z32_FLOAT, PIPE_FORMAT_DXT1_RGB, PIPE_FORMAT_NONE};
    uint64_t all[64], first = 1;
    unsigned external_only[64];
    int num = -1, num_first = -1;
    bool external = true;
    s->query_dmabuf_modifiers(s, PIPE_FORMAT_B8G8R8A8_UNORM, 0, NULL, NULL, &num);
    assert_true(num >= 1 && num <= 64);
    s->query_dmabuf_modifiers(s, PIPE_FORMAT_B8G8R8A8_UNORM, 64, all, external_only, &num_first);
    assert_int_equal(num, num_first);
    s->query_dmabuf_modifiers(s, PIPE_FORMAT_B8G8R8A8_UNORM, 1, &first, NULL, &num_first);
    assert_int_equal(num_first, 1);
    assert_int_equal(first, all[0]);
    for (int i = 0; i < num; i++) {
        assert_false(external_only[i]);
        assert_true(
            s->is_dmabuf_modifier_supported(s, all[i], PIPE_FORMAT_B8G8R8A8_UNORM, &external));
        assert_false(external);
        assert_int_equal(s->get_dmabuf_modifier_planes(s, all[i], PIPE_FORMAT_B8G8R8A8_UNORM), 1);
    }
    assert_true(s->is_dmabuf_modifier_supported(s, LINEAR, PIPE_FORMAT_B8G8R8A8_UNORM, NULL));
    assert_false(s->is_dmabuf_modifier_supported(s, NO_MODIFIER, PIPE_FORMAT_B8G8R8A8_UNORM, NULL));
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        s->query_dmabuf_modifiers(s, none[i], 64, all, NULL, &num);
        assert_int_equal(num, 0);
        assert_int_equal(s->get_dmabuf_modifier_planes(s, LINEAR, none[i]), 0);
    }
}

/* ---- Turns ----------------------------------------------------------------------------------- */

/* Lets two screens write a texture in turn. No call tells a screen of the other's writes. */
static void test_two_screens(void **state)
{
    static const enum pipe_format formats[] = {
        PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_R8_UNORM,
        PIPE_FORMAT_R8G8_UNORM,     PIPE_FORMAT_B5G6R5_UNORM,   PIPE_FORMAT_R10G10B10A2_UNORM,
        PIPE_FORMAT_B8G8R8A8_SRGB,  PIPE_FORMAT_R16G16_UNORM,
    };
    struct pipe_fixture *f = *state, *other;
    need_dma_bufs(f);
    pipe_fixture_setup((void **)&other);
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        struct pipe_resource t = template(formats[i]);
        t.bind |= i % 2 ? PIPE_BIND_LINEAR : 0;
        struct pipe_resource *here = fixture_create(f, &t);
        struct winsys_handle handle = export(f, here);
        struct pipe_resource *there = import(other, &t, handle);
        assert_non_null(there);
        assert_true(!(i % 2) || handle.modifier == LINEAR);
        assert_true(
            f->screen->is_dmabuf_modifier_supported(f->screen, handle.modifier, formats[i], NULL));
        close((int)handle.handle);
        for (uint32_t turn = 0; turn < 2; turn++) {
            uint8_t *bytes = fill(f, here, turn);
            expect(other, there, bytes);
            free(bytes);
            bytes = fill(other, there, 100 + turn);
            expect(f, here, bytes);
            free(bytes);
        }
        pipe_resource_reference(&here, NULL); /* the memory lives as long as either side has it */
        uint8_t *bytes = fill(other, there, 200);
        expect(other, there, bytes);
        free(bytes);
        pipe_resource_reference(&there, NULL);
    }
    pipe_fixture_teardown((void **)&other);
}

/* Shares a texture with the CPU, and with a second resource on the same dma-buf. */
static void test_bytes(void **state)
{
    struct pipe_fixture *f = *state;
    need_dma_bufs(f);
    if (!has_files())
        skip();
    const struct pipe_resource t = template(PIPE_FORMAT_B8G8R8A8_UNORM);
    struct pipe_resource *res = fixture_create(f, &t);
    struct winsys_handle handle = export(f, res);
    uint8_t *file =
        mmap(NULL, handle.size, PROT_READ | PROT_WRITE, MAP_SHARED, (int)handle.handle, 0);
    assert_ptr_not_equal(file, MAP_FAILED);
    static const uint32_t zero, blue = 0x330000ff, purple = 0x33ff00ff, written = 0x12345678;
    uint8_t *texel = file + handle.offset + 7 * handle.stride + 9 * sizeof(uint32_t);
    assert_memory_equal(texel, &zero, sizeof(zero));
    clear(f, res, 0.0f);
    assert_memory_equal(texel, &blue, sizeof(blue));
    memcpy(texel, &written, sizeof(written));
    assert_int_equal(fixture_texel32(f, res, 9, 7, 0), written);
    struct pipe_resource *again = import(f, &t, handle);
    assert_non_null(again);
    clear(f, again, 1.0f);
    assert_memory_equal(texel, &purple, sizeof(purple));
    assert_int_equal(fixture_texel32(f, res, 9, 7, 0), purple);
    /* Without a modifier, rows are consecutive. */
    handle.modifier = NO_MODIFIER;
    struct pipe_resource *implied = import(f, &t, handle);
    assert_non_null(implied);
    assert_int_equal(fixture_texel32(f, implied, 9, 7, 0), purple);
    munmap(file, handle.size);
    close((int)handle.handle);
    pipe_resource_reference(&implied, NULL);
    pipe_resource_reference(&again, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Returns a texture that was not created to be shared. */
static struct pipe_resource plain(enum pipe_format format)
{
    struct pipe_resource t = template(format);
    t.bind &= ~(unsigned)(PIPE_BIND_SHARED | PIPE_BIND_SCANOUT);
    return t;
}

/* Makes textures exportable that have contents and a surface, and exports them to another
 * screen. */
static void test_late(void **state)
{
    static const enum pipe_format formats[] = {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8_UNORM,
                                               PIPE_FORMAT_B5G6R5_UNORM,
                                               PIPE_FORMAT_R16G16B16A16_FLOAT};
    struct pipe_fixture *f = *state, *other;
    need_dma_bufs(f);
    pipe_fixture_setup((void **)&other);
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        struct pipe_resource t = plain(formats[i]);
        struct winsys_handle handle = {.type = WINSYS_HANDLE_TYPE_FD};
        struct pipe_resource *here = fixture_create(f, &t);
        struct pipe_surface *surface = fixture_surface(f, here, here->format, 0, 0, 0);
        const struct pipe_framebuffer_state framebuffer = {
            .width = WIDTH, .height = HEIGHT, .nr_cbufs = 1, .cbufs = {surface}};
        const union pipe_color_union ones = {.f = {1.0f, 1.0f, 1.0f, 1.0f}};
        assert_false(f->screen->resource_get_handle(f->screen, here, &handle, BOTH_WAYS));
        uint8_t *bytes = fill(f, here, (uint32_t)i);
        assert_true(galvan_context_make_exportable(f->pipe, here));
        assert_true(galvan_context_make_exportable(f->pipe, here)); /* changes nothing */
        finish(f);
        handle = export(f, here);
        struct pipe_resource *there = import(other, &t, handle);
        assert_non_null(there);
        close((int)handle.handle);
        expect(other, there, bytes);
        expect(f, here, bytes);
        free(bytes);
        bytes = fill(other, there, 100);
        expect(f, here, bytes);
        /* The surface of before renders to the new memory. */
        f->pipe->set_framebuffer_state(f->pipe, &framebuffer);
        f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &ones, 0.0, 0);
        finish(f);
        struct pipe_box all = fixture_level_box(here, 0);
        uint8_t *cleared = fixture_read(other, there, 0, &all);
        assert_memory_not_equal(cleared, bytes, fixture_box_size(here, &all));
        expect(f, here, cleared);
        free(cleared);
        free(bytes);
        f->pipe->set_framebuffer_state(f->pipe, &(struct pipe_framebuffer_state){0});
        pipe_surface_reference(&surface, NULL);
        pipe_resource_reference(&here, NULL);
        pipe_resource_reference(&there, NULL);
    }
    pipe_fixture_teardown((void **)&other);
}

/* Makes a texture exportable whose clear is pending, while it is bound for rendering. */
static void test_late_clear(void **state)
{
    struct pipe_fixture *f = *state;
    need_dma_bufs(f);
    const struct pipe_resource t = plain(PIPE_FORMAT_R8G8B8A8_UNORM);
    const union pipe_color_union red = {.f = {1.0f, 0.0f, 0.0f, 1.0f}};
    const union pipe_color_union blue = {.f = {0.0f, 0.0f, 1.0f, 1.0f}};
    struct pipe_resource *res = fixture_create(f, &t);
    struct pipe_surface *surface = fixture_surface(f, res, res->format, 0, 0, 0);
    const struct pipe_framebuffer_state framebuffer = {
        .width = WIDTH, .height = HEIGHT, .nr_cbufs = 1, .cbufs = {surface}};
    f->pipe->set_framebuffer_state(f->pipe, &framebuffer);
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &red, 0.0, 0);
    assert_true(galvan_context_make_exportable(f->pipe, res));
    finish(f);
    struct winsys_handle handle = export(f, res);
    struct pipe_resource *again = import(f, &t, handle);
    assert_non_null(again);
    close((int)handle.handle);
    assert_int_equal(fixture_texel32(f, again, 9, 7, 0), 0xff0000ff);
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR0, &blue, 0.0, 0);
    finish(f);
    assert_int_equal(fixture_texel32(f, again, 9, 7, 0), 0xffff0000);
    f->pipe->set_framebuffer_state(f->pipe, &(struct pipe_framebuffer_state){0});
    pipe_surface_reference(&surface, NULL);
    pipe_resource_reference(&again, NULL);
    pipe_resource_reference(&res, NULL);
}

/* Stores to a texture that became exportable, by a shader. */
static void test_late_stores(void **state)
{
    struct pipe_fixture *f = *state;
    need_dma_bufs(f);
    struct pipe_resource t = plain(PIPE_FORMAT_R8G8B8A8_UNORM);
    t.bind |= PIPE_BIND_SHADER_IMAGE;
    if (!f->screen->is_format_supported(f->screen, t.format, t.target, 0, t.bind))
        skip();
    struct pipe_resource *res = fixture_create(f, &t);
    struct pipe_image_view image = {
        .resource = res,
        .format = t.format,
        .access = PIPE_IMAGE_ACCESS_READ_WRITE,
        .shader_access = PIPE_IMAGE_ACCESS_READ_WRITE,
    };
    const struct pipe_grid_info grid = {.block = {1, 1, 1}, .grid = {1, 1, 1}};
    assert_true(galvan_context_make_exportable(f->pipe, res));
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, &image);
    fixture_dispatch(f,
                     COMP(1) "DCL IMAGE[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
                             "IMM[0] UINT32 {9, 7, 0, 0}\n"
                             "IMM[1] FLT32 {0.0, 1.0, 0.0, 1.0}\n"
                             "STORE IMAGE[0], IMM[0], IMM[1], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\n"
                             "END\n",
                     &(struct pipe_compute_state){0}, &grid);
    f->pipe->set_shader_images(f->pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    finish(f);
    struct winsys_handle handle = export(f, res);
    struct pipe_resource *again = import(f, &t, handle);
    assert_non_null(again);
    close((int)handle.handle);
    assert_int_equal(fixture_texel32(f, again, 9, 7, 0), 0xff00ff00);
    pipe_resource_reference(&again, NULL);
    pipe_resource_reference(&res, NULL);
}

static void test_never(void **state)
{
    struct pipe_fixture *f = *state;
    need_dma_bufs(f);
    struct pipe_resource templates[5];
    for (size_t i = 0; i < 5; i++)
        templates[i] = plain(PIPE_FORMAT_R8G8B8A8_UNORM);
    templates[0].last_level = 1;
    templates[1].target = PIPE_TEXTURE_2D_ARRAY;
    templates[1].array_size = 2;
    templates[2].format = PIPE_FORMAT_Z32_FLOAT;
    templates[2].bind = PIPE_BIND_DEPTH_STENCIL;
    templates[3].nr_samples = templates[3].nr_storage_samples = 4;
    templates[4] = fixture_template(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 4096, 1, 1);
    for (size_t i = 0; i < 5; i++) {
        struct pipe_resource *res = fixture_create(f, &templates[i]);
        assert_false(galvan_context_make_exportable(f->pipe, res));
        pipe_resource_reference(&res, NULL);
    }
}

static int memory_file(size_t size_B, int seals)
{
    int fd = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, (off_t)size_B), 0);
    assert_int_equal(fcntl(fd, F_ADD_SEALS, seals), 0);
    return fd;
}

/* Imports the two planes of a video frame (NV12) from one dma-buf. */
static void test_planes(void **state)
{
    enum {
        CHROMA_B = WIDTH * HEIGHT,
        PADDING_B = 1 << 16, /* devices need whole tiles */
    };
    struct pipe_fixture *f = *state;
    uint8_t frame[CHROMA_B * 3 / 2];
    need_dma_bufs(f);
    if (!has_files())
        skip();
    fixture_noise(1, frame, sizeof(frame));
    int fd = memory_file(sizeof(frame) + PADDING_B, F_SEAL_SHRINK);
    assert_int_equal(pwrite(fd, frame, sizeof(frame), 0), sizeof(frame));
    struct pipe_resource t =
        fixture_template(PIPE_TEXTURE_2D, PIPE_FORMAT_R8_UNORM, WIDTH, HEIGHT, 1);
    t.bind = PIPE_BIND_SAMPLER_VIEW;
    struct winsys_handle handle = {
        .type = WINSYS_HANDLE_TYPE_FD, .handle = (unsigned)fd, .stride = WIDTH};
    struct pipe_resource *luma = import(f, &t, handle);
    t.format = PIPE_FORMAT_R8G8_UNORM;
    t.width0 /= 2;
    t.height0 /= 2;
    handle.plane = 1;
    handle.offset = CHROMA_B;
    struct pipe_resource *chroma = import(f, &t, handle);
    assert_non_null(luma);
    assert_non_null(chroma);
    close(fd);
    expect(f, luma, frame);
    expect(f, chroma, frame + CHROMA_B);
    pipe_resource_reference(&luma, NULL);
    pipe_resource_reference(&chroma, NULL);
}

/* Another device that writes to a dma-buf. */
struct writer {
    uint8_t *bytes;
    int event;
};

static void *write_late(void *data)
{
    const struct writer *writer = data;
    const struct timespec pause = {.tv_nsec = 100000000};
    const uint64_t one = 1;
    nanosleep(&pause, NULL);
    memset(writer->bytes, 0x77, sizeof(uint32_t));
    assert_int_equal(write(writer->event, &one, sizeof(one)), sizeof(one));
    return NULL;
}

/* Reads a texture while another device writes to it. An event, which becomes readable when the
 * writer has finished, takes the place of the storage's descriptor: files are always readable. */
static void test_wait(void **state)
{
    struct pipe_fixture *f = *state;
    need_dma_bufs(f);
    if (!has_files())
        skip();
    struct pipe_resource t = template(PIPE_FORMAT_B8G8R8A8_UNORM);
    int fd = memory_file(1 << 16, F_SEAL_SHRINK);
    const struct winsys_handle handle = {
        .type = WINSYS_HANDLE_TYPE_FD, .handle = (unsigned)fd, .stride = WIDTH * 4};
    struct pipe_resource *res = import(f, &t, handle);
    assert_non_null(res);
    uint8_t *file = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert_ptr_not_equal(file, MAP_FAILED);
    assert_int_equal(fixture_texel32(f, res, 0, 0, 0), 0);
    struct writer writer = {.bytes = file, .event = eventfd(0, EFD_CLOEXEC)};
    assert_true(dup2(writer.event, gv_resource(res)->storage->dma_buf.fd) >= 0);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, write_late, &writer), 0);
    assert_int_equal(fixture_texel32(f, res, 0, 0, 0), 0x77777777);
    pthread_join(thread, NULL);
    munmap(file, 1 << 16);
    close(writer.event);
    close(fd);
    pipe_resource_reference(&res, NULL);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void test_hostile_descriptors(void **state)
{
    struct pipe_fixture *f = *state;
    const struct pipe_resource t = template(PIPE_FORMAT_B8G8R8A8_UNORM);
    const size_t size_B = 1 << 20;
    int ends[2];
    need_dma_bufs(f);
    const unsigned descriptors = count_descriptors();
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    const int bad[] = {ends[0],
                       ends[1],
                       open("/dev/null", O_RDWR | O_CLOEXEC),
                       memory_file(0, F_SEAL_SHRINK),
                       memory_file(4096, F_SEAL_SHRINK),
                       12345,
                       -1,
                       INT32_MIN,
                       memory_file(size_B, F_SEAL_GROW)}; /* could be cut */
    const size_t num = sizeof(bad) / sizeof(bad[0]);
    for (size_t i = 0; i < num; i++) {
        const struct winsys_handle handle = {
            .type = WINSYS_HANDLE_TYPE_FD, .handle = (unsigned)bad[i], .stride = WIDTH * 4};
        /* Real systems refuse the last file, too; the stand-in of the drivers' tests does not. */
        if (i < num - 1 || has_files())
            assert_null(import(f, &t, handle));
        if (i < 5 || i == num - 1)
            close(bad[i]);
    }
    assert_int_equal(count_descriptors(), descriptors);
}

/* Changes one thing of a handle or of a template that would be accepted. */
static void test_refused_layouts(void **state)
{
    struct pipe_fixture *f = *state;
    need_dma_bufs(f);
    const struct pipe_resource t = template(PIPE_FORMAT_B8G8R8A8_UNORM);
    struct pipe_resource *res = fixture_create(f, &t);
    const struct winsys_handle good = export(f, res);
    struct winsys_handle handles[8];
    for (size_t i = 0; i < 8; i++)
        handles[i] = good;
    handles[0].layer = 1;
    handles[1].modifier = UINT64_C(0x00deadbeef123456);
    handles[2].type = WINSYS_HANDLE_TYPE_KMS;
    handles[3].type = WINSYS_HANDLE_TYPE_SHARED;
    handles[4].offset += 4 << 20;
    handles[5].offset = UINT32_MAX & ~4095u;
    handles[6].stride = has_files() ? 4 : handles[6].stride; /* drivers check strides in part */
    handles[6].offset += has_files() ? 0 : 4 << 20;
    handles[7].handle = 0x80000000u;
    for (size_t i = 0; i < 8; i++)
        assert_null(import(f, &t, handles[i]));
    struct pipe_resource templates[6];
    for (size_t i = 0; i < 6; i++)
        templates[i] = t;
    templates[0].last_level = 1;
    templates[1].target = PIPE_TEXTURE_2D_ARRAY;
    templates[2].height0 = 64 * HEIGHT;
    templates[3].format = PIPE_FORMAT_Z32_FLOAT;
    templates[4].nr_samples = templates[4].nr_storage_samples = 4;
    templates[5].target = PIPE_BUFFER;
    for (size_t i = 0; i < 6; i++) {
        struct pipe_resource *wrong = import(f, &templates[i], good);
        assert_null(wrong);
    }
    struct winsys_handle opaque = {.type = WINSYS_HANDLE_TYPE_OPAQUE_FD};
    assert_false(f->screen->resource_get_handle(f->screen, res, &opaque, BOTH_WAYS));
    close((int)good.handle);
    pipe_resource_reference(&res, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_modifiers),       cmocka_unit_test(test_two_screens),
        cmocka_unit_test(test_bytes),           cmocka_unit_test(test_wait),
        cmocka_unit_test(test_planes),          cmocka_unit_test(test_hostile_descriptors),
        cmocka_unit_test(test_refused_layouts), cmocka_unit_test(test_late),
        cmocka_unit_test(test_late_clear),      cmocka_unit_test(test_late_stores),
        cmocka_unit_test(test_never),
    };
    return cmocka_run_group_tests_name("dma_bufs", tests, pipe_fixture_setup,
                                       pipe_fixture_teardown);
}
