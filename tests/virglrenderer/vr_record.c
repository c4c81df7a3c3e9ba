/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Records a guest's session, and replays it with the code of the galvan command; the pixels must be
 * equal. The contexts share resources and use equal object ids; transfers use backing in several
 * pieces, and the caller's memory. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/temp_dir.h"
#include "galvan/galvan.h"
#include "pipe/p_screen.h"
#include "recording/reader.h"
#include "replay/player.h"
#include "virgl/api/renderer.h"
#include "vr.h"
#include "vtest/vtest.h"

enum {
    WIDTH = 16,
    HEIGHT = 8,
    PIXELS_B = WIDTH * HEIGHT * 4,
    FIRST = 1, /* first texture handle */
    SECOND = 2,
    SURFACE = 10, /* handle of a surface in each sub-context */
    SUB = 1,
    MAX_FRAMES = 16
};

/* The pixels of frames, either as recorded or as replayed. */
struct frames {
    unsigned num;
    uint8_t pixels[MAX_FRAMES][PIXELS_B];
};

struct fixture {
    char dir[64];
    struct frames drawn, played;
};

/* ---- Drawing --------------------------------------------------------------------------------- */

static int set_up_dir(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    assert_non_null(f);
    snprintf(f->dir, sizeof(f->dir), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(f->dir));
    assert_int_equal(setenv("GALVAN_RECORD", f->dir, 1), 0);
    *state = f;
    return 0;
}

static int set_up(void **state)
{
    return set_up_dir(state) || vr_setup(NULL);
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(unsetenv("GALVAN_RECORD"), 0);
    assert_int_equal(temp_dir_remove(f->dir), 0);
    free(f);
    return 0;
}

static void read_pixels(uint32_t texture, uint8_t *out_pixels)
{
    struct virgl_box box = vr_box(WIDTH, HEIGHT);
    struct iovec iov = {out_pixels, PIXELS_B};
    assert_int_equal(virgl_renderer_transfer_read_iov(texture, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
}

/* Reads the texture like a monitor that displays it: get_info marks a frame in the recording. */
static void show(struct frames *drawn, uint32_t texture)
{
    struct virgl_renderer_resource_info info;
    assert_int_equal(virgl_renderer_resource_get_info((int)texture, &info), 0);
    assert_true(drawn->num < MAX_FRAMES);
    read_pixels(texture, drawn->pixels[drawn->num++]);
}

static void begin_context(int ctx_id, uint32_t texture)
{
    struct virgl_renderer_resource_create_args args = vr_args_2d(texture, WIDTH, HEIGHT);
    struct vr_commands c = {.num_dw = 0};
    assert_int_equal(virgl_renderer_context_create((uint32_t)ctx_id, 4, "test"), 0);
    assert_int_equal(virgl_renderer_resource_create(&args, NULL, 0), 0);
    virgl_renderer_ctx_attach_resource(ctx_id, (int)texture);
    VR_COMMAND(&c, CREATE_SUB_CTX, SUB);
    VR_COMMAND(&c, SET_SUB_CTX, SUB);
    assert_int_equal(vr_submit(&c, ctx_id), 0);
}

/* Copies 4x3 pixels of `src` to column `x` of `dst`. */
static void copy(int ctx_id, uint32_t dst, uint32_t x, uint32_t src)
{
    struct vr_commands c = {.num_dw = 0};
    VR_COMMAND(&c, RESOURCE_COPY_REGION, dst, 0, x, 1, 0, src, 0, 2, 2, 0, 4, 3, 1);
    assert_int_equal(vr_submit(&c, ctx_id), 0);
}

static void fill(uint8_t *bytes, size_t size_B, unsigned seed)
{
    for (size_t i = 0; i < size_B; i++)
        bytes[i] = (uint8_t)(i * 7 + seed);
}

/* Destroys sub-context SUB, which makes context 1's first sub-context the current one. Then draws
 * in the first sub-context, which has no object SURFACE yet. */
static void draw_by_the_first(struct frames *drawn)
{
    struct vr_commands c = {.num_dw = 0};
    VR_COMMAND(&c, DESTROY_SUB_CTX, SUB);
    assert_int_equal(vr_submit(&c, 1), 0);
    assert_int_equal(vr_clear(1, FIRST, SURFACE, 1, 1, 0, 1), 0);
    show(drawn, FIRST);
    assert_int_equal(vr_clear(2, SECOND, SURFACE + 1, 0, 1, 1, 1), 0);
    show(drawn, SECOND);
}

/* Uploads a box twice: from backing that consists of three pieces, and from the caller's memory. In
 * both uploads, the rows in memory are longer than the box is wide. */
static void bring_pixels(struct frames *drawn)
{
    uint8_t memory[PIXELS_B], own[2 * PIXELS_B];
    struct iovec pieces[] = {{memory, 100}, {memory + 100, 60}, {memory + 160, PIXELS_B - 160}};
    struct iovec iov = {own, sizeof(own)};
    struct virgl_box box = {.x = 1, .y = 2, .w = 8, .h = 4, .d = 1};
    const uint32_t row_B = WIDTH * 4;

    fill(memory, sizeof(memory), 1);
    assert_int_equal(virgl_renderer_resource_attach_iov(SECOND, pieces, 3), 0);
    assert_int_equal(virgl_renderer_transfer_write_iov(SECOND, 2, 0, row_B, 0, &box, 12, NULL, 0),
                     0);
    show(drawn, SECOND);
    fill(own, sizeof(own), 99);
    assert_int_equal(virgl_renderer_transfer_write_iov(FIRST, 0, 0, row_B, 0, &box, 200, &iov, 1),
                     0);
    show(drawn, FIRST);
    virgl_renderer_resource_detach_iov(SECOND, NULL, NULL);
}

static void draw(struct frames *drawn)
{
    begin_context(1, FIRST);
    begin_context(2, SECOND);
    assert_int_equal(vr_clear(1, FIRST, SURFACE, 1, 0, 0, 1), 0);
    assert_int_equal(vr_clear(2, SECOND, SURFACE, 0, 0, 1, 1), 0);
    show(drawn, FIRST);
    show(drawn, SECOND);
    virgl_renderer_ctx_attach_resource(1, SECOND);
    virgl_renderer_ctx_attach_resource(2, FIRST);
    copy(1, SECOND, 3, FIRST);
    show(drawn, SECOND);
    copy(2, FIRST, 9, SECOND);
    show(drawn, FIRST);
    bring_pixels(drawn);
    draw_by_the_first(drawn);
}

/* ---- Replay ---------------------------------------------------------------------------------- */

static void presented(void *priv, const struct gv_vtest_frame *frame)
{
    struct frames *played = priv;
    assert_int_equal(frame->data_size_B, PIXELS_B);
    assert_true(played->num < MAX_FRAMES);
    memcpy(played->pixels[played->num++], frame->data, PIXELS_B);
}

/* Opens the only file of the directory. */
static struct gv_recording *open_recording(const char *dir)
{
    struct gv_recording *recording = NULL;
    char path[512] = "";
    DIR *list = opendir(dir);
    assert_int_equal(temp_dir_count(dir), 1);
    for (const struct dirent *entry; (entry = readdir(list));) {
        if (entry->d_name[0] != '.')
            snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name);
    }
    closedir(list);
    assert_int_equal(gv_recording_open(path, NULL, &recording), GALVAN_OK);
    assert_true(gv_recording_is_whole(recording));
    assert_int_equal(gv_recording_num_streams(recording), 1);
    return recording;
}

static void play(const char *dir, struct frames *played)
{
    struct gv_recording *recording = open_recording(dir);
    struct pipe_screen *screen = NULL;
    struct gv_player player;
    assert_int_equal(galvan_screen_create(galvan_screen_params(.one_thread = true), &screen),
                     GALVAN_OK);
    assert_int_equal(gv_player_init(&player, recording, 0, UINT64_MAX, false), GALVAN_OK);
    const struct gv_vtest_hooks hooks = {
        .presented = presented, .tap = &player.tap, .priv = played};
    const struct gv_vtest_params params = {
        .transport = &player.transport, .screen = screen, .client = "test", .hooks = &hooks};
    assert_int_equal(gv_vtest_serve(&params), GALVAN_OK);
    assert_int_equal(player.missing_B, 0);
    gv_player_finish(&player);
    screen->destroy(screen);
    gv_recording_destroy(recording);
}

static void check_played(struct fixture *f, unsigned num)
{
    play(f->dir, &f->played);
    assert_int_equal(f->played.num, num);
    for (unsigned i = 0; i < num; i++)
        assert_memory_equal(f->played.pixels[i], f->drawn.pixels[i], PIXELS_B);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void shows_the_same(void **state)
{
    struct fixture *f = *state;
    draw(&f->drawn);
    vr_teardown(NULL);
    for (unsigned i = 1; i < f->drawn.num; i++)
        assert_memory_not_equal(f->drawn.pixels[i], f->drawn.pixels[i - 1], PIXELS_B);
    check_played(f, 8);
}

/* Restarts the guest; checks that the replay, too, removes the guest's resources and frees its
 * handles. */
static void a_reset_is_recorded(void **state)
{
    struct fixture *f = *state;
    begin_context(1, FIRST);
    assert_int_equal(vr_clear(1, FIRST, SURFACE, 1, 0, 0, 1), 0);
    show(&f->drawn, FIRST);
    virgl_renderer_reset();
    begin_context(1, FIRST);
    assert_int_equal(vr_clear(1, FIRST, SURFACE, 0, 1, 0, 1), 0);
    show(&f->drawn, FIRST);
    vr_teardown(NULL);
    check_played(f, 2);
}

/* Records commands that are rejected; checks that the replay also rejects them. */
static void refused_commands(void **state)
{
    struct fixture *f = *state;
    struct vr_commands c = {.num_dw = 0};
    begin_context(1, FIRST);
    VR_COMMAND(&c, SET_SUB_CTX, 77);
    VR_COMMAND(&c, DESTROY_SUB_CTX, 0);
    VR_COMMAND(&c, CREATE_SUB_CTX, SUB);
    assert_int_equal(vr_submit(&c, 1), EINVAL);
    assert_int_equal(vr_clear(1, FIRST, SURFACE, 1, 0, 1, 1), 0);
    show(&f->drawn, FIRST);
    virgl_renderer_context_destroy(1);
    virgl_renderer_context_destroy(1);
    vr_teardown(NULL);
    check_played(f, 1);
}

/* Sends commands to an unknown sub-context of one context; checks that these commands are skipped,
 * even after another context has drawn. */
static void skipped_commands(void **state)
{
    struct fixture *f = *state;
    struct vr_commands c = {.num_dw = 0};
    begin_context(1, FIRST);
    begin_context(2, SECOND);
    assert_int_equal(vr_clear(1, FIRST, SURFACE, 1, 0, 1, 1), 0);
    show(&f->drawn, FIRST);
    VR_COMMAND(&c, SET_SUB_CTX, 77);
    assert_int_equal(vr_submit(&c, 1), EINVAL);
    assert_int_equal(vr_clear(2, SECOND, SURFACE, 0, 1, 0, 1), 0);
    show(&f->drawn, SECOND);
    assert_int_equal(vr_clear(1, FIRST, SURFACE + 1, 1, 1, 0, 1), 0);
    show(&f->drawn, FIRST);
    assert_memory_equal(f->drawn.pixels[2], f->drawn.pixels[0], PIXELS_B);
    c.num_dw = 0;
    VR_COMMAND(&c, SET_SUB_CTX, SUB);
    assert_int_equal(vr_submit(&c, 1), 0);
    assert_int_equal(vr_clear(1, FIRST, SURFACE + 1, 1, 1, 0, 1), 0);
    show(&f->drawn, FIRST);
    vr_teardown(NULL);
    check_played(f, 4);
}

/* Creates host memory, to which the guest could write without a message. Checks that the recording
 * ends before it. */
static void host_memory_ends_it(void **state)
{
    struct fixture *f = *state;
    const struct virgl_renderer_resource_create_blob_args blob = {
        .res_handle = 5,
        .ctx_id = 1,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
        .blob_flags = VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE,
        .blob_id = 1,
        .size = 4096,
    };
    begin_context(1, FIRST);
    assert_int_equal(vr_clear(1, FIRST, SURFACE, 1, 0, 0, 1), 0);
    show(&f->drawn, FIRST);
    assert_int_not_equal(virgl_renderer_resource_create_blob(&blob), 0); /* not announced */
    show(&f->drawn, FIRST);
    vr_teardown(NULL);
    check_played(f, 1);
}

/* Exits without cleanup, as QEMU does; checks that the recording can be replayed. */
static void no_cleanup(void **state)
{
    struct fixture *f = *state;
    int status = 1;
    pid_t pid = fork();
    if (pid == 0) {
        vr_setup(NULL);
        begin_context(1, FIRST);
        vr_clear(1, FIRST, SURFACE, 1, 0, 0, 1);
        show(&f->drawn, FIRST);
        exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    play(f->dir, &f->played);
    assert_int_equal(f->played.num, 1);
}

/* Records without a directory for the recording; checks that the guest still draws. */
static void no_directory(void **state)
{
    struct fixture *f = *state;
    virgl_renderer_cleanup(&vr_seen);
    assert_int_equal(temp_dir_count(f->dir), 1);
    assert_int_equal(setenv("GALVAN_RECORD", "/nowhere/at/all", 1), 0);
    vr_setup(NULL);
    begin_context(1, FIRST);
    assert_int_equal(vr_clear(1, FIRST, SURFACE, 1, 0, 0, 1), 0);
    show(&f->drawn, FIRST);
    vr_teardown(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* This test forks, so it runs first: other tests leave memory that a thread frees when it
         * ends, and a forked process lacks that thread. */
        cmocka_unit_test_setup_teardown(no_cleanup, set_up_dir, tear_down),
        cmocka_unit_test_setup_teardown(shows_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_reset_is_recorded, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refused_commands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(skipped_commands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(host_memory_ends_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_directory, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
