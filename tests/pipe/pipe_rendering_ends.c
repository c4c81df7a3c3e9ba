/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Facts about targets that the driver learns only after the draws: that contents are no longer
 * needed, and to which image they are resolved. From the second frame on, renderings must begin
 * with store and resolve operations that follow from these facts. Replaced functions in the
 * device's table record the operations; the tests also check the pixels. */
#include <string.h>

#include "driver/context.h"
#include "driver/screen/screen.h"
#include "pipe_draw_kit.h"

#define RED   0xff0000ffu
#define GREEN 0xff00ff00u
#define BLUE  0xffff0000u

/* ---- Recorded operations --------------------------------------------------------------------- */

enum {
    MAX_RENDERINGS = 4
};

/* The renderings with one colour attachment; recorded only if the device has dynamic rendering. */
static struct {
    unsigned num_renderings, num_commands; /* num_commands: number of resolve commands */
    struct rendering {
        VkAttachmentLoadOp load, depth_load;
        VkAttachmentStoreOp store, depth_store;
        bool resolves;
    } renderings[MAX_RENDERINGS];
} seen;

static struct VolkDeviceTable real;

static VKAPI_ATTR void VKAPI_CALL begin_rendering(VkCommandBuffer cmd, const VkRenderingInfo *info)
{
    if (info->colorAttachmentCount && seen.num_renderings < MAX_RENDERINGS) {
        const VkRenderingAttachmentInfo *color = info->pColorAttachments;
        const VkRenderingAttachmentInfo *depth = info->pDepthAttachment;
        seen.renderings[seen.num_renderings] = (struct rendering){
            .load = color->loadOp, .store = color->storeOp, .resolves = color->resolveMode};
        if (depth) {
            seen.renderings[seen.num_renderings].depth_load = depth->loadOp;
            seen.renderings[seen.num_renderings].depth_store = depth->storeOp;
        }
    }
    seen.num_renderings++;
    real.vkCmdBeginRendering(cmd, info);
}

static VKAPI_ATTR void VKAPI_CALL begin_pass(VkCommandBuffer cmd, const VkRenderPassBeginInfo *info,
                                             VkSubpassContents contents)
{
    seen.num_renderings++;
    real.vkCmdBeginRenderPass(cmd, info, contents);
}

static VKAPI_ATTR void VKAPI_CALL resolve_image(VkCommandBuffer cmd, VkImage src,
                                                VkImageLayout src_layout, VkImage dst,
                                                VkImageLayout dst_layout, uint32_t num,
                                                const VkImageResolve *regions)
{
    seen.num_commands++;
    real.vkCmdResolveImage(cmd, src, src_layout, dst, dst_layout, num, regions);
}

static struct gv_vk_device *device(struct pipe_fixture *f)
{
    return ((struct gv_screen *)f->screen)->dev;
}

static void begin_seeing(struct pipe_fixture *f)
{
    struct VolkDeviceTable *vk = &device(f)->vk;
    if (vk->vkCmdResolveImage != resolve_image) /* unless a failed test left them there */
        real = *vk;
    vk->vkCmdBeginRendering = begin_rendering;
    vk->vkCmdBeginRenderPass = begin_pass;
    vk->vkCmdResolveImage = resolve_image;
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

struct scene {
    struct draw_kit kit;
    struct pipe_resource *zs, *result; /* result: destination of resolves */
    struct pipe_framebuffer_state fb;
    bool late; /* the driver records renderings late, once there has been a discard or a resolve */
};

static void begin(struct scene *s, void **state, unsigned samples)
{
    struct pipe_fixture *f = *state;
    kit_init(&s->kit, f, samples, NULL);
    s->late = device(f)->quirks.rendersInTiles && !device(f)->quirks.losesQueryEnds;
    struct pipe_resource templ = *s->kit.color;
    templ.format = PIPE_FORMAT_Z24_UNORM_S8_UINT;
    templ.bind = PIPE_BIND_DEPTH_STENCIL;
    s->zs = fixture_create(f, &templ);
    templ = *s->kit.color;
    templ.nr_samples = templ.nr_storage_samples = 0;
    s->result = fixture_create(f, &templ);
    s->fb = (struct pipe_framebuffer_state){
        .width = KIT_SIZE,
        .height = KIT_SIZE,
        .nr_cbufs = 1,
        .cbufs = {s->kit.color_surface},
        .zsbuf = fixture_surface(f, s->zs, s->zs->format, 0, 0, 0),
    };
    f->pipe->set_framebuffer_state(f->pipe, &s->fb);
    const union pipe_color_union black = {.f = {0, 0, 0, 1}};
    f->pipe->clear(f->pipe, PIPE_CLEAR_COLOR | PIPE_CLEAR_DEPTHSTENCIL, &black, 1.0, 0);
    f->pipe->flush(f->pipe, NULL, 0);
    begin_seeing(f);
    memset(&seen, 0, sizeof(seen));
}

static void end(struct scene *s)
{
    struct pipe_fixture *f = s->kit.f;
    device(f)->vk = real;
    f->pipe->set_framebuffer_state(f->pipe, NULL);
    pipe_surface_reference(&s->fb.zsbuf, NULL);
    pipe_resource_reference(&s->zs, NULL);
    pipe_resource_reference(&s->result, NULL);
    kit_finish(&s->kit);
}

static void fill(struct scene *s, uint32_t color)
{
    kit_fill(&s->kit, (float)(color & 1), (float)(color >> 8 & 1), (float)(color >> 16 & 1), 0.5f);
}

static void clear_depth(struct scene *s)
{
    s->kit.f->pipe->clear(s->kit.f->pipe, PIPE_CLEAR_DEPTHSTENCIL, NULL, 1.0, 0);
}

static void discard(struct scene *s, struct pipe_resource *res)
{
    s->kit.f->pipe->invalidate_resource(s->kit.f->pipe, res);
}

static void resolve(struct scene *s, int size)
{
    struct pipe_blit_info info = {.mask = PIPE_MASK_RGBA};
    info.src.resource = s->kit.color;
    info.dst.resource = s->result;
    info.src.format = info.dst.format = s->result->format;
    info.src.box = info.dst.box = fixture_box(0, 0, 0, size, size, 1);
    s->kit.f->pipe->blit(s->kit.f->pipe, &info);
}

static void flush(struct scene *s)
{
    s->kit.f->pipe->flush(s->kit.f->pipe, NULL, 0);
}

/* Submits the current frame and clears the recorded renderings. */
static void forget(struct scene *s)
{
    flush(s);
    memset(&seen, 0, sizeof(seen));
}

static void expect_count(struct scene *s, unsigned renderings, unsigned commands)
{
    flush(s);
    assert_int_equal(seen.num_renderings, renderings);
    assert_int_equal(seen.num_commands, commands);
}

static void expect_operations(struct scene *s, unsigned i, struct rendering expected)
{
    const struct rendering *got = &seen.renderings[i];
    if (!device(s->kit.f)->caps.dynamicRendering)
        return;
    assert_int_equal(got->load, expected.load);
    assert_int_equal(got->store, expected.store);
    assert_int_equal(got->depth_load, expected.depth_load);
    assert_int_equal(got->depth_store, expected.depth_store);
    assert_int_equal(got->resolves, expected.resolves);
}

static void expect_result(struct scene *s, uint32_t color)
{
    assert_int_equal(fixture_texel32(s->kit.f, s->result, 9, 9, 0), color);
    assert_int_equal(fixture_texel32(s->kit.f, s->result, 15, 0, 0), color);
}

#define LOAD           VK_ATTACHMENT_LOAD_OP_LOAD
#define CLEAR          VK_ATTACHMENT_LOAD_OP_CLEAR
#define LOAD_DONT_CARE VK_ATTACHMENT_LOAD_OP_DONT_CARE
#define STORE          VK_ATTACHMENT_STORE_OP_STORE
#define STORE_NOTHING  VK_ATTACHMENT_STORE_OP_DONT_CARE

/* ---- Discards -------------------------------------------------------------------------------- */

/* Discards depth after the last draw of a frame; checks the operations. */
static void test_depth(void **state)
{
    static const uint32_t colors[] = {RED, GREEN, BLUE};
    struct scene s;
    begin(&s, state, 0);
    for (unsigned frame = 0; frame < 3; frame++) {
        memset(&seen, 0, sizeof(seen));
        clear_depth(&s);
        fill(&s, colors[frame]);
        discard(&s, s.zs);
        expect_count(&s, 1, 0);
        expect_operations(
            &s, 0,
            (struct rendering){LOAD, CLEAR, STORE, frame && s.late ? STORE_NOTHING : STORE, false});
        assert_int_equal(kit_pixel(&s.kit, 9, 9), colors[frame]);
    }
    end(&s);
}

/* Draws after a discard; checks that the next rendering does not load the discarded contents, and
 * that later renderings load. */
static void test_next_load(void **state)
{
    struct scene s;
    begin(&s, state, 0);
    fill(&s, RED);
    flush(&s);
    discard(&s, s.kit.color);
    forget(&s);
    fill(&s, GREEN);
    expect_count(&s, 1, 0);
    expect_operations(&s, 0, (struct rendering){LOAD_DONT_CARE, LOAD, STORE, STORE, false});
    fill(&s, BLUE);
    expect_count(&s, 2, 0);
    expect_operations(&s, 1, (struct rendering){LOAD, LOAD, STORE, STORE, false});
    assert_int_equal(kit_pixel(&s.kit, 9, 9), BLUE);
    end(&s);
}

/* Copies to the target after a discard; checks that the target has contents again. */
static void test_copy_after(void **state)
{
    static const uint32_t green = GREEN;
    struct scene s;
    begin(&s, state, 0);
    fill(&s, RED);
    discard(&s, s.kit.color);
    const struct pipe_box one = fixture_box(9, 9, 0, 1, 1, 1);
    fixture_write(s.kit.f, s.kit.color, 0, &one, &green);
    forget(&s);
    const struct kit_vertex corner[] = {{{-1, -1, 0, 1}, {0, 0, 1, 1}},
                                        {{-0.5f, -1, 0, 1}, {0, 0, 1, 1}},
                                        {{-1, -0.5f, 0, 1}, {0, 0, 1, 1}}};
    kit_draw(&s.kit, PIPE_PRIM_TRIANGLES, corner, 3);
    expect_count(&s, 1, 0);
    expect_operations(&s, 0, (struct rendering){LOAD, LOAD, STORE, STORE, false});
    assert_int_equal(kit_pixel(&s.kit, 9, 9), GREEN);
    assert_int_equal(kit_pixel(&s.kit, 0, 0), BLUE);
    end(&s);
}

/* Draws after a discard; checks that these draws are in another rendering, in the first frame and
 * later. */
static void test_draws_after(void **state)
{
    struct scene s;
    begin(&s, state, 0);
    for (unsigned frame = 0; frame < 2; frame++) {
        memset(&seen, 0, sizeof(seen));
        fill(&s, RED);
        discard(&s, s.kit.color);
        fill(&s, GREEN);
        expect_count(&s, 2, 0);
        expect_operations(
            &s, 0,
            (struct rendering){LOAD, LOAD, frame && s.late ? STORE_NOTHING : STORE, STORE, false});
        expect_operations(&s, 1, (struct rendering){LOAD_DONT_CARE, LOAD, STORE, STORE, false});
        assert_int_equal(kit_pixel(&s.kit, 9, 9), GREEN);
    }
    end(&s);
}

static void test_waiting_clear(void **state)
{
    struct scene s;
    begin(&s, state, 0);
    clear_depth(&s);
    discard(&s, s.zs);
    expect_count(&s, 0, 0);
    fill(&s, RED);
    expect_count(&s, 1, 0);
    expect_operations(&s, 0, (struct rendering){LOAD, LOAD_DONT_CARE, STORE, STORE, false});
    end(&s);
}

/* ---- Resolves -------------------------------------------------------------------------------- */

static void test_resolve(void **state)
{
    static const uint32_t colors[] = {RED, GREEN, BLUE};
    struct scene s;
    begin(&s, state, 4);
    for (unsigned frame = 0; frame < 3; frame++) {
        memset(&seen, 0, sizeof(seen));
        clear_depth(&s);
        fill(&s, colors[frame]);
        resolve(&s, KIT_SIZE);
        expect_count(&s, 1, !(frame && s.late));
        expect_operations(&s, 0, (struct rendering){LOAD, CLEAR, STORE, STORE, frame && s.late});
        expect_result(&s, colors[frame]);
        assert_int_equal(kit_pixel(&s.kit, 9, 9), colors[frame]);
    }
    end(&s);
}

/* Resolves and then discards samples; checks that the samples are not stored. */
static void test_resolve_and_discard(void **state)
{
    struct scene s;
    begin(&s, state, 4);
    fill(&s, RED);
    resolve(&s, KIT_SIZE);
    forget(&s);
    fill(&s, GREEN);
    resolve(&s, KIT_SIZE);
    discard(&s, s.kit.color);
    discard(&s, s.zs);
    expect_count(&s, 1, !s.late);
    const VkAttachmentStoreOp store = s.late ? STORE_NOTHING : STORE;
    expect_operations(&s, 0, (struct rendering){LOAD, LOAD, store, store, s.late});
    expect_result(&s, GREEN);
    end(&s);
}

/* Draws after a resolve, and resolves again to the same image. Checks that the draws are not part
 * of the first result, and that the second resolve is a command, since in this batch it must follow
 * the first resolve. */
static void test_draws_after_resolve(void **state)
{
    struct scene s;
    begin(&s, state, 4);
    fill(&s, RED);
    resolve(&s, KIT_SIZE);
    forget(&s);
    fill(&s, GREEN);
    resolve(&s, KIT_SIZE);
    fill(&s, BLUE);
    expect_count(&s, 2, !s.late);
    expect_result(&s, GREEN);
    assert_int_equal(kit_pixel(&s.kit, 9, 9), BLUE);
    memset(&seen, 0, sizeof(seen));
    fill(&s, RED);
    resolve(&s, KIT_SIZE);
    fill(&s, GREEN);
    resolve(&s, KIT_SIZE);
    expect_count(&s, 2, s.late ? 1 : 2);
    expect_result(&s, GREEN);
    end(&s);
}

/* Resolves a part of the target; checks that this is not done by a resolve attachment. */
static void test_resolve_of_a_part(void **state)
{
    struct scene s;
    begin(&s, state, 4);
    fill(&s, RED);
    resolve(&s, KIT_SIZE);
    forget(&s);
    fill(&s, GREEN);
    resolve(&s, KIT_SIZE / 2);
    expect_count(&s, 1, 1);
    assert_int_equal(fixture_texel32(s.kit.f, s.result, 7, 7, 0), GREEN);
    assert_int_equal(fixture_texel32(s.kit.f, s.result, 9, 9, 0), RED);
    end(&s);
}

/* Draws in two renderings while a query counts; checks the count. */
static void test_query(void **state)
{
    struct scene s;
    begin(&s, state, 4);
    struct pipe_context *pipe = s.kit.f->pipe;
    fill(&s, RED);
    resolve(&s, KIT_SIZE);
    forget(&s);
    struct pipe_query *query = pipe->create_query(pipe, PIPE_QUERY_OCCLUSION_COUNTER, 0);
    pipe->begin_query(pipe, query);
    fill(&s, GREEN);
    resolve(&s, KIT_SIZE);
    fill(&s, BLUE);
    pipe->end_query(pipe, query);
    assert_int_equal(kit_query_u64(&s.kit, query), 2 * 4 * KIT_SIZE * KIT_SIZE);
    expect_count(&s, 2, !s.late);
    pipe->destroy_query(pipe, query);
    end(&s);
}

/* ---- Writes of the host ---------------------------------------------------------------------- */

static void write_vertices(struct draw_kit *k, struct pipe_resource *buffer, unsigned i)
{
    struct kit_vertex vertices[3] = {
        {{-1, -1, 0, 1}, {0}}, {{3, -1, 0, 1}, {0}}, {{-1, 3, 0, 1}, {0}}};
    const struct pipe_box box =
        fixture_box((int)(i * sizeof(vertices)), 0, 0, sizeof(vertices), 1, 1);
    for (unsigned j = 0; j < 3; j++)
        vertices[j].color[i % 3] = 1.0f;
    fixture_write(k->f, buffer, 0, &box, vertices);
}

/* Writes the parts of a buffer one after the other, then one part again, and draws each part; the
 * buffer's memory may be of any kind. Checks that the writes to different parts need no barriers
 * between them, and that all draws are in one rendering. */
static void test_writes_in_a_row(void **state)
{
    enum {
        NUM = 8
    };
    static const struct pipe_draw_info triangle = {
        .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1, .max_index = ~0u};
    struct pipe_fixture *f = *state;
    struct gv_context *ctx = gv_context(f->pipe);
    struct draw_kit k;
    kit_init(&k, f, 0, NULL);
    struct pipe_resource *buffer =
        fixture_buffer(f, NUM * 3 * sizeof(struct kit_vertex), PIPE_USAGE_DEFAULT, 0);
    struct pipe_vertex_buffer vb = {.stride = sizeof(struct kit_vertex), .buffer = buffer};
    const uint64_t renderings = ctx->rec.stats.renderings, barriers = ctx->rec.stats.barriers;
    for (unsigned i = 0; i < NUM; i++)
        write_vertices(&k, buffer, i);
    assert_true(ctx->rec.stats.barriers - barriers <= 1); /* after the zeroing */
    write_vertices(&k, buffer, NUM - 2);
    for (unsigned i = 0; i < NUM; i++) {
        vb.buffer_offset = i * 3 * (unsigned)sizeof(struct kit_vertex);
        f->pipe->set_vertex_buffers(f->pipe, 0, 1, &vb);
        f->pipe->draw_vbo(f->pipe, &triangle);
        assert_int_equal(ctx->rec.stats.renderings - renderings, 1);
    }
    assert_int_equal(kit_pixel(&k, 3, 3) & 0xffffff, 0x00ff00); /* the last colour: 7 % 3 is 1 */
    f->pipe->set_vertex_buffers(f->pipe, 0, 1, NULL);
    pipe_resource_reference(&buffer, NULL);
    kit_finish(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_next_load),
        cmocka_unit_test(test_copy_after),
        cmocka_unit_test(test_draws_after),
        cmocka_unit_test(test_waiting_clear),
        cmocka_unit_test(test_resolve),
        cmocka_unit_test(test_resolve_and_discard),
        cmocka_unit_test(test_draws_after_resolve),
        cmocka_unit_test(test_resolve_of_a_part),
        cmocka_unit_test(test_query),
        cmocka_unit_test(test_writes_in_a_row),
    };
    return cmocka_run_group_tests(tests, pipe_fixture_setup, pipe_fixture_teardown);
}
