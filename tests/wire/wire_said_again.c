/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A client sets equal state again: the driver must get only changes, and the decoder may use cached
 * bindings and lookups only while they are valid. */
#include <string.h>

#include "wire.h"

static const uint32_t rgba8 = PIPE_FORMAT_R8G8B8A8_UNORM;

/* ---- Calls that reach the driver */

static struct {
    void (*set_shader_images)(struct pipe_context *, unsigned, unsigned, unsigned,
                              const struct pipe_image_view *);
    void (*set_sampler_views)(struct pipe_context *, unsigned, unsigned, unsigned,
                              struct pipe_sampler_view **);
    void (*bind_sampler_states)(struct pipe_context *, unsigned, unsigned, unsigned, void **);
    void (*set_vertex_buffers)(struct pipe_context *, unsigned, unsigned,
                               const struct pipe_vertex_buffer *);
    unsigned calls, first, num; /* first and num: slots of the last call */
} heard;

static void hear(unsigned first, unsigned num)
{
    heard.calls++;
    heard.first = first;
    heard.num = num;
}

static void hear_images(struct pipe_context *pipe, unsigned stage, unsigned start, unsigned num,
                        const struct pipe_image_view *images)
{
    hear(start, num);
    heard.set_shader_images(pipe, stage, start, num, images);
}

static void hear_views(struct pipe_context *pipe, unsigned stage, unsigned start, unsigned num,
                       struct pipe_sampler_view **views)
{
    hear(start, num);
    heard.set_sampler_views(pipe, stage, start, num, views);
}

static void hear_samplers(struct pipe_context *pipe, unsigned stage, unsigned start, unsigned num,
                          void **samplers)
{
    hear(start, num);
    heard.bind_sampler_states(pipe, stage, start, num, samplers);
}

static void hear_vertices(struct pipe_context *pipe, unsigned start, unsigned num,
                          const struct pipe_vertex_buffer *buffers)
{
    hear(start, num);
    heard.set_vertex_buffers(pipe, start, num, buffers);
}

static void listen(struct pipe_context *pipe)
{
    heard.set_shader_images = pipe->set_shader_images;
    heard.set_sampler_views = pipe->set_sampler_views;
    heard.bind_sampler_states = pipe->bind_sampler_states;
    heard.set_vertex_buffers = pipe->set_vertex_buffers;
    pipe->set_shader_images = hear_images;
    pipe->set_sampler_views = hear_views;
    pipe->bind_sampler_states = hear_samplers;
    pipe->set_vertex_buffers = hear_vertices;
}

static void expect_heard(unsigned calls, unsigned first, unsigned num)
{
    assert_int_equal(heard.calls, calls);
    if (calls) {
        assert_int_equal(heard.first, first);
        assert_int_equal(heard.num, num);
    }
    heard.calls = 0;
}

static void start(struct wire *w)
{
    w->screen->tweak_context = listen;
    WIRE(w, SET_STENCIL_REF, 0);
    wire_accept(w);
    heard.calls = 0;
}

static uint32_t texture(struct wire *w, uint32_t width)
{
    return wire_texture(w, rgba8, width, 4);
}

/* Creates another texture with the same handle. */
static void make_again(struct wire *w, uint32_t handle, uint32_t width)
{
    gv_virgl_resource_unref(w->r, handle);
    struct gv_virgl_resource_args args = wire_args_2d(rgba8, width, 4);
    args.handle = handle;
    wire_resource(w, args);
}

/* Submits the written commands; `num` of them must be rejected, each for this reason. */
static void refuse_each(struct wire *w, unsigned num, const char *reason)
{
    assert_int_equal(wire_submit(w), GALVAN_OK);
    assert_int_equal(w->num_lines, num);
    for (unsigned i = 0; i < num; i++)
        assert_non_null(strstr(w->lines[i], reason));
    w->num_lines = 0;
}

/* ---- Images */

#define IMAGE(resource) rgba8, PIPE_IMAGE_ACCESS_READ, 0, 0, resource
#define SAY_IMAGES(w, first, ...)                                                                  \
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_FRAGMENT, first, __VA_ARGS__)

/* Returns the width of the image in the context that was used last, or 0 if no image is bound. */
static unsigned image_width(struct wire *w, unsigned slot)
{
    const struct pipe_image_view *image = &wire_context(w)->images[PIPE_SHADER_FRAGMENT][slot];
    return image->resource ? image->resource->width0 : 0;
}

static void images(void **state)
{
    struct wire *w = *state;
    uint32_t a = texture(w, 4), b = texture(w, 8);
    start(w);
    for (unsigned i = 0; i < 3; i++)
        SAY_IMAGES(w, 2, IMAGE(a), IMAGE(a), IMAGE(b), IMAGE(a));
    wire_accept(w);
    expect_heard(1, 2, 4);
    /* The first submit sets all slots. After later submits, the driver gets the range from the
     * first slot that differs to the last one. */
    SAY_IMAGES(w, 2, IMAGE(a), IMAGE(a), IMAGE(b), IMAGE(a));
    SAY_IMAGES(w, 2, IMAGE(a), IMAGE(b), IMAGE(b), IMAGE(a));
    wire_accept(w);
    expect_heard(2, 3, 1);
    assert_int_equal(image_width(w, 2), 4);
    assert_int_equal(image_width(w, 3), 8);
    assert_int_equal(image_width(w, 5), 4);
    SAY_IMAGES(w, 2, IMAGE(a), IMAGE(b), IMAGE(b), IMAGE(a));
    SAY_IMAGES(w, 2, IMAGE(b), IMAGE(b), IMAGE(a), IMAGE(a));
    SAY_IMAGES(w, 4, IMAGE(a));
    SAY_IMAGES(w, 5, IMAGE(a), IMAGE(b));
    wire_accept(w);
    expect_heard(3, 6, 1);
    assert_int_equal(image_width(w, 2), 8);
    assert_int_equal(image_width(w, 4), 4);
    assert_int_equal(image_width(w, 6), 8);
}

/* Changes each field of a slot, and empties the slot; checks that the driver gets every change. */
static void fields_of_images(void **state)
{
    struct wire *w = *state;
    uint32_t a = texture(w, 4);
    start(w);
    SAY_IMAGES(w, 0, IMAGE(a));
    SAY_IMAGES(w, 0, rgba8, PIPE_IMAGE_ACCESS_WRITE, 0, 0, a);
    SAY_IMAGES(w, 0, rgba8, PIPE_IMAGE_ACCESS_WRITE, 0, 0, a);
    wire_accept(w);
    expect_heard(2, 0, 1);
    assert_int_equal(wire_context(w)->images[PIPE_SHADER_FRAGMENT][0].access,
                     PIPE_IMAGE_ACCESS_WRITE);
    SAY_IMAGES(w, 0, IMAGE(a));
    SAY_IMAGES(w, 0, 0, 0, 0, 0, 0);
    wire_accept(w);
    assert_int_equal(image_width(w, 0), 0);
    SAY_IMAGES(w, 0, IMAGE(a));
    SAY_IMAGES(w, 0, 0, 0, 0, 0, 0);
    SAY_IMAGES(w, 0, IMAGE(a));
    wire_accept(w);
    assert_int_equal(image_width(w, 0), 4);
}

static void images_of_the_next_submit(void **state)
{
    struct wire *w = *state;
    uint32_t a = texture(w, 4), b = texture(w, 8);
    start(w);
    SAY_IMAGES(w, 0, IMAGE(a), IMAGE(b));
    wire_accept(w);
    make_again(w, a, 16);
    SAY_IMAGES(w, 0, IMAGE(a), IMAGE(b));
    wire_accept(w);
    assert_int_equal(image_width(w, 0), 16);
    assert_int_equal(image_width(w, 1), 8);
    gv_virgl_resource_unref(w->r, a);
    SAY_IMAGES(w, 0, IMAGE(a), IMAGE(b));
    wire_refuse(w, "unknown resource");
    assert_int_equal(image_width(w, 0), 16);
}

/* Sends a list that is rejected; checks that it binds nothing, and counts as never sent. */
static void images_of_a_refused_list(void **state)
{
    struct wire *w = *state;
    uint32_t a = texture(w, 4), b = texture(w, 8);
    start(w);
    SAY_IMAGES(w, 0, IMAGE(a), IMAGE(a), IMAGE(a));
    SAY_IMAGES(w, 0, IMAGE(b), IMAGE(b), IMAGE(999));
    wire_refuse(w, "unknown resource 999");
    for (unsigned slot = 0; slot < 3; slot++)
        assert_int_equal(image_width(w, slot), 4);
    SAY_IMAGES(w, 0, IMAGE(a), IMAGE(a), IMAGE(a));
    SAY_IMAGES(w, 0, IMAGE(b), IMAGE(a), IMAGE(999));
    SAY_IMAGES(w, 0, IMAGE(b), IMAGE(a), IMAGE(a));
    wire_submit(w);
    wire_expect_line(w, "unknown resource 999");
    assert_int_equal(image_width(w, 0), 8);
    assert_int_equal(image_width(w, 1), 4);
    assert_int_equal(image_width(w, 2), 4);
    /* The list must be rejected each time, and must not change the bindings. */
    SAY_IMAGES(w, 0, IMAGE(a), IMAGE(b), IMAGE(a));
    for (unsigned i = 0; i < 3; i++)
        SAY_IMAGES(w, 0, IMAGE(a), IMAGE(999), IMAGE(a));
    refuse_each(w, 3, "unknown resource 999");
    assert_int_equal(image_width(w, 1), 8);
}

/* Sets the same images in several stages and sub-contexts; checks that the decoder does not skip a
 * command because another stage or sub-context has these images. */
static void images_of_others(void **state)
{
    struct wire *w = *state;
    uint32_t a = texture(w, 4);
    start(w);
    SAY_IMAGES(w, 0, IMAGE(a));
    WIRE(w, SET_SHADER_IMAGES, PIPE_SHADER_VERTEX, 0, IMAGE(a));
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    SAY_IMAGES(w, 0, IMAGE(a));
    WIRE(w, SET_SUB_CTX, 0);
    SAY_IMAGES(w, 0, IMAGE(a));
    wire_accept(w);
    expect_heard(3, 0, 1);
    assert_int_equal(image_width(w, 0), 4);
    /* State of a sub-context that has ended must not count as set in a new sub-context with the
     * same id. */
    WIRE(w, DESTROY_SUB_CTX, 1);
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    SAY_IMAGES(w, 0, IMAGE(a));
    wire_accept(w);
    assert_int_equal(image_width(w, 0), 4);
}

/* ---- Views and samplers */

#define SAY_VIEWS(w, first, ...)                                                                   \
    WIRE(w, SET_SAMPLER_VIEWS, PIPE_SHADER_FRAGMENT, first, __VA_ARGS__)
#define SAY_SAMPLERS(w, first, ...)                                                                \
    WIRE(w, BIND_SAMPLER_STATES, PIPE_SHADER_FRAGMENT, first, __VA_ARGS__)

static unsigned view_width(struct wire *w, unsigned slot)
{
    const struct pipe_sampler_view *view = wire_context(w)->views[PIPE_SHADER_FRAGMENT][slot];
    return view ? view->texture->width0 : 0;
}

static void views(void **state)
{
    struct wire *w = *state;
    start(w);
    uint32_t a = wire_view(w, texture(w, 4), rgba8), b = wire_view(w, texture(w, 8), rgba8);
    SAY_VIEWS(w, 1, a, b, a, b);
    SAY_VIEWS(w, 1, a, b, a, b);
    wire_accept(w);
    expect_heard(1, 1, 4);
    SAY_VIEWS(w, 1, a, b, a, b);
    wire_accept(w);
    expect_heard(0, 0, 0);
    SAY_VIEWS(w, 1, a, 0, b, b);
    wire_accept(w);
    expect_heard(1, 2, 2);
    assert_int_equal(view_width(w, 1), 4);
    assert_int_equal(view_width(w, 2), 0);
    assert_int_equal(view_width(w, 3), 8);
    assert_int_equal(view_width(w, 4), 8);
    for (unsigned i = 0; i < 3; i++)
        SAY_VIEWS(w, 1, b, b, 999);
    refuse_each(w, 3, "unknown sampler view 999");
    assert_int_equal(view_width(w, 1), 4);
    assert_int_equal(view_width(w, 2), 0);
    SAY_VIEWS(w, 1, b, 0, b, b);
    wire_accept(w);
    expect_heard(1, 1, 1);
    assert_int_equal(view_width(w, 1), 8);
}

/* Destroys a view while it is bound, and reuses its handle; checks that the driver gets the new
 * view. */
static void views_of_one_number(void **state)
{
    struct wire *w = *state;
    uint32_t small = texture(w, 4), large = texture(w, 8);
    uint32_t view = wire_view(w, small, rgba8);
    start(w);
    SAY_VIEWS(w, 0, view);
    WIRE(w, DESTROY_OBJECT, view);
    WIRE_CREATE(w, SAMPLER_VIEW, view, large, rgba8, 0, 0, 0x688);
    SAY_VIEWS(w, 0, view);
    wire_accept(w);
    assert_int_equal(view_width(w, 0), 8);
    WIRE(w, DESTROY_OBJECT, view);
    wire_accept(w);
    assert_int_equal(view_width(w, 0), 8);
    SAY_VIEWS(w, 0, view);
    wire_refuse(w, "unknown sampler view");
    WIRE_CREATE(w, SAMPLER_VIEW, view, small, rgba8, 0, 0, 0x688);
    SAY_VIEWS(w, 0, view);
    wire_accept(w);
    assert_int_equal(view_width(w, 0), 4);
    SAY_VIEWS(w, 0, 0);
    WIRE(w, DESTROY_OBJECT, view);
    SAY_VIEWS(w, 0, view);
    wire_refuse(w, "unknown sampler view");
    assert_int_equal(view_width(w, 0), 0);
    /* The handle now belongs to another object. */
    WIRE_CREATE(w, SAMPLER_STATE, view, 0, 0, 0, 0, 0, 0, 0, 0);
    SAY_VIEWS(w, 0, view);
    wire_refuse(w, "is a sampler state");
    /* A view that was destroyed while it is bound can still be unbound. */
    WIRE(w, DESTROY_OBJECT, view);
    WIRE_CREATE(w, SAMPLER_VIEW, view, small, rgba8, 0, 0, 0x688);
    SAY_VIEWS(w, 0, view);
    WIRE(w, DESTROY_OBJECT, view);
    wire_accept(w);
    assert_int_equal(view_width(w, 0), 4);
    SAY_VIEWS(w, 0, 0);
    wire_accept(w);
    assert_int_equal(view_width(w, 0), 0);
}

static void samplers(void **state)
{
    struct wire *w = *state;
    start(w);
    uint32_t a = wire_sampler(w), b = wire_sampler(w);
    SAY_SAMPLERS(w, 0, a, b, a);
    SAY_SAMPLERS(w, 0, a, b, a);
    wire_accept(w);
    expect_heard(1, 0, 3);
    SAY_SAMPLERS(w, 0, a, a, a);
    wire_accept(w);
    expect_heard(1, 1, 1);
    const struct null_context *ctx = wire_context(w);
    assert_ptr_equal(ctx->samplers[PIPE_SHADER_FRAGMENT][1],
                     ctx->samplers[PIPE_SHADER_FRAGMENT][0]);
    for (unsigned i = 0; i < 2; i++)
        SAY_SAMPLERS(w, 0, b, a, 999);
    refuse_each(w, 2, "unknown sampler state 999");
    expect_heard(0, 0, 0);
    /* The sampler is destroyed while it is bound; the driver gets the new object. */
    WIRE(w, DESTROY_OBJECT, a);
    WIRE_CREATE(w, SAMPLER_STATE, a, 0, 0, 0, 0, 0, 0, 0, 0);
    SAY_SAMPLERS(w, 0, a);
    wire_accept(w);
    expect_heard(1, 0, 1);
    assert_ptr_not_equal(ctx->samplers[PIPE_SHADER_FRAGMENT][1],
                         ctx->samplers[PIPE_SHADER_FRAGMENT][0]);
}

/* ---- Vertex buffers */

#define VERTICES(resource)   16, 0, resource
#define SAY_VERTICES(w, ...) WIRE(w, SET_VERTEX_BUFFERS, __VA_ARGS__)

static unsigned vertices_width(struct wire *w, unsigned slot)
{
    const struct pipe_vertex_buffer *buffer = &wire_context(w)->vertex_buffers[slot];
    return buffer->buffer ? buffer->buffer->width0 : 0;
}

static void vertices(void **state)
{
    struct wire *w = *state;
    uint32_t a = wire_buffer(w, 64), b = wire_buffer(w, 128);
    start(w);
    for (unsigned i = 0; i < 3; i++)
        SAY_VERTICES(w, VERTICES(a), VERTICES(b), VERTICES(a), VERTICES(b));
    wire_accept(w);
    expect_heard(1, 0, 4);
    /* The driver must get the slots that differ from the previous list, and must unbind the slots
     * that a shorter list lacks. */
    SAY_VERTICES(w, VERTICES(a), VERTICES(b), VERTICES(a), VERTICES(b));
    SAY_VERTICES(w, VERTICES(a), VERTICES(a), VERTICES(a), VERTICES(b));
    wire_accept(w);
    expect_heard(2, 1, 1);
    SAY_VERTICES(w, VERTICES(a), VERTICES(a), VERTICES(a), VERTICES(b));
    SAY_VERTICES(w, VERTICES(a), VERTICES(a));
    wire_accept(w);
    expect_heard(2, 2, 2);
    assert_int_equal(vertices_width(w, 1), 64);
    assert_int_equal(vertices_width(w, 2), 0);
    /* The state that the list left out must be set again. */
    SAY_VERTICES(w, VERTICES(a), VERTICES(a));
    SAY_VERTICES(w, VERTICES(a), VERTICES(a), VERTICES(a), VERTICES(b));
    wire_accept(w);
    expect_heard(2, 2, 2);
    assert_int_equal(vertices_width(w, 3), 128);
    SAY_VERTICES(w, VERTICES(a));
    SAY_VERTICES(w, 32, 0, a);
    SAY_VERTICES(w, 32, 16, a);
    SAY_VERTICES(w, 32, 64, a); /* where the buffer ends */
    SAY_VERTICES(w, 32, 64, a);
    wire_accept(w);
    expect_heard(5, 0, 1);
    assert_int_equal(vertices_width(w, 0), 0);
    SAY_VERTICES(w, VERTICES(a));
    wire_command(w, GV_VIRGL_SET_VERTEX_BUFFERS, 0, NULL, 0);
    SAY_VERTICES(w, VERTICES(a));
    wire_accept(w);
    expect_heard(3, 0, 1);
    assert_int_equal(vertices_width(w, 0), 64);
}

static void vertices_that_change(void **state)
{
    struct wire *w = *state;
    uint32_t a = wire_buffer(w, 64), b = wire_buffer(w, 128);
    start(w);
    SAY_VERTICES(w, VERTICES(a), VERTICES(a), VERTICES(a));
    for (unsigned i = 0; i < 2; i++)
        SAY_VERTICES(w, VERTICES(b), VERTICES(999), VERTICES(a));
    SAY_VERTICES(w, VERTICES(b), 0x10000, 0, b, VERTICES(a));
    assert_int_equal(wire_submit(w), GALVAN_OK);
    assert_int_equal(w->num_lines, 3);
    w->num_lines = 0;
    for (unsigned slot = 0; slot < 3; slot++)
        assert_int_equal(vertices_width(w, slot), 64);
    /* The buffer's handle is reused. */
    gv_virgl_resource_unref(w->r, a);
    struct gv_virgl_resource_args args = wire_args_buffer(256);
    args.handle = a;
    wire_resource(w, args);
    SAY_VERTICES(w, VERTICES(a), VERTICES(a), VERTICES(b));
    wire_accept(w);
    assert_int_equal(vertices_width(w, 0), 256);
    assert_int_equal(vertices_width(w, 1), 256);
    /* The other sub-context has no vertex buffers. */
    SAY_VERTICES(w, VERTICES(a));
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    SAY_VERTICES(w, VERTICES(a));
    wire_accept(w);
    assert_int_equal(vertices_width(w, 0), 256);
}

/* ---- Cached lookups */

static void expect_vertex_buffer(struct wire *w, uint32_t handle, unsigned width)
{
    WIRE(w, SET_VERTEX_BUFFERS, 16, 0, handle);
    wire_accept(w);
    assert_int_equal(wire_context(w)->vertex_buffers[0].buffer->width0, width);
}

/* Uses resources whose handles have equal low bits; checks that the right ones are found. */
static void resources_of_one_number(void **state)
{
    struct wire *w = *state;
    uint32_t handles[3];
    for (unsigned i = 0; i < 3; i++) {
        struct gv_virgl_resource_args args = wire_args_buffer(64 * (i + 1));
        args.handle = 0x1000 + 256 * i;
        handles[i] = wire_resource(w, args);
    }
    for (unsigned i = 0; i < 12; i++)
        expect_vertex_buffer(w, handles[i % 3], 64 * (i % 3 + 1));
    for (unsigned i = 0; i < 3; i++) {
        gv_virgl_resource_unref(w->r, handles[i]);
        WIRE(w, SET_VERTEX_BUFFERS, 16, 0, handles[i]);
        wire_refuse(w, "unknown resource");
        struct gv_virgl_resource_args args = wire_args_buffer(1024 * (i + 1));
        args.handle = handles[i];
        wire_resource(w, args);
        expect_vertex_buffer(w, handles[i], 1024 * (i + 1));
        gv_virgl_context_detach(w->ctx, handles[i]);
        WIRE(w, SET_VERTEX_BUFFERS, 16, 0, handles[i]);
        wire_refuse(w, "unknown resource");
        assert_int_equal(gv_virgl_context_attach(w->ctx, handles[i]), GALVAN_OK);
        expect_vertex_buffer(w, handles[i], 1024 * (i + 1));
    }
}

/* Uses equal handles in several sub-contexts; checks that each finds its own objects. */
static void objects_of_others(void **state)
{
    struct wire *w = *state;
    const uint32_t number = 7;
    unsigned widths[2] = {4, 8};
    start(w);
    const struct null_context *contexts[2] = {wire_context(w)};
    WIRE_CREATE(w, SAMPLER_VIEW, number, texture(w, widths[0]), rgba8, 0, 0, 0x688);
    SAY_VIEWS(w, 0, number);
    WIRE(w, CREATE_SUB_CTX, 1);
    WIRE(w, SET_SUB_CTX, 1);
    SAY_VIEWS(w, 0, number);
    wire_refuse(w, "unknown sampler view 7");
    contexts[1] = wire_context(w);
    WIRE_CREATE(w, SAMPLER_VIEW, number, texture(w, widths[1]), rgba8, 0, 0, 0x688);
    for (unsigned i = 0; i < 4; i++) {
        WIRE(w, SET_SUB_CTX, i % 2);
        SAY_VIEWS(w, 0, number);
        SAY_VIEWS(w, 1, number);
        wire_accept(w);
        for (unsigned slot = 0; slot < 2; slot++)
            assert_int_equal(contexts[i % 2]->views[PIPE_SHADER_FRAGMENT][slot]->texture->width0,
                             widths[i % 2]);
    }
}

/* Uses resources in several contexts; checks that each finds only those that are attached to it. */
static void resources_of_others(void **state)
{
    struct wire *w = *state;
    struct gv_virgl_context *first = w->ctx, *second;
    assert_int_equal(gv_virgl_context_create(w->r, "tester", &second), GALVAN_OK);
    uint32_t handle = wire_buffer(w, 64);
    for (unsigned i = 0; i < 3; i++) {
        expect_vertex_buffer(w, handle, 64);
        w->ctx = second;
        WIRE(w, SET_VERTEX_BUFFERS, 16, 0, handle);
        wire_refuse(w, "unknown resource");
        assert_int_equal(gv_virgl_context_attach(second, handle), GALVAN_OK);
        expect_vertex_buffer(w, handle, 64);
        gv_virgl_context_detach(second, handle);
        w->ctx = first;
    }
    gv_virgl_context_destroy(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(images),
        WIRE_TEST(fields_of_images),
        WIRE_TEST(images_of_the_next_submit),
        WIRE_TEST(images_of_a_refused_list),
        WIRE_TEST(images_of_others),
        WIRE_TEST(views),
        WIRE_TEST(views_of_one_number),
        WIRE_TEST(samplers),
        WIRE_TEST(vertices),
        WIRE_TEST(vertices_that_change),
        WIRE_TEST(resources_of_one_number),
        WIRE_TEST(objects_of_others),
        WIRE_TEST(resources_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
