/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Replaying recordings: the player limits how long a file can make it wait. */
#include "replay/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/temp_dir.h"
#include "fake_clock.h"
#include "recording/pool.h"
#include "recording/reader.h"
#include "recording/writer.h"
#include "vtest/protocol.h"

#define HOUR_US UINT64_C(3600000000)

enum {
    PAUSE_MS = 20
};

struct fixture {
    char root[64], path[96];
    struct gv_recording_pool *pool;
    struct gv_recording_writer *writer;
    struct gv_recording *recording;
    int fd;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    assert_non_null(f);
    snprintf(f->root, sizeof(f->root), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(f->root));
    snprintf(f->path, sizeof(f->path), "%.60s/file", f->root);
    f->pool = gv_recording_pool_create(1);
    assert_non_null(f->pool);
    assert_int_equal(gv_recording_create(f->path, NULL, &f->fd), GALVAN_OK);
    assert_int_equal(gv_recording_writer_create(f->pool, f->fd, NULL, &f->writer), GALVAN_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    gv_recording_destroy(f->recording);
    gv_recording_pool_destroy(f->pool);
    close(f->fd);
    assert_int_equal(temp_dir_remove(f->root), 0);
    free(f);
    return 0;
}

/* Adds a message without a payload. */
static void add(struct fixture *f, uint32_t command, uint64_t at_us)
{
    const uint32_t header[GV_VTEST_HEADER_DW] = {0, command};

    gv_recording_add(f->writer, GV_RECORDING_MESSAGE, 0, at_us, header, sizeof(header));
}

static void add_show(struct fixture *f)
{
    const uint32_t payload[3] = {0};

    add(f, GV_VTEST_PRESENT, 0);
    gv_recording_add(f->writer, GV_RECORDING_MORE, 0, 0, payload, sizeof(payload));
}

static void begin(struct fixture *f, bool real_time, struct gv_player *out)
{
    gv_recording_writer_destroy(f->writer);
    assert_int_equal(gv_recording_open(f->path, NULL, &f->recording), GALVAN_OK);
    assert_int_equal(gv_player_init(out, f->recording, 0, UINT64_MAX, real_time), GALVAN_OK);
}

static enum galvan_result receive(struct gv_player *player, size_t *out_size_B)
{
    uint8_t bytes[64];

    return player->transport.ops->recv(&player->transport, bytes, sizeof(bytes), -1, out_size_B);
}

/* Replays messages with pauses of hours, with a time before that of the previous message, and with
 * the largest possible time; checks how long the player waits. */
static void test_pauses(void **state)
{
    struct fixture *f = *state;
    const uint64_t times_us[] = {5, HOUR_US, 2 * HOUR_US, 7, UINT64_MAX, UINT64_MAX / 2, 3};
    const size_t num = sizeof(times_us) / sizeof(times_us[0]);
    struct gv_player player;
    size_t size_B = 0;

    for (size_t i = 0; i < num; i++)
        add(f, 1, times_us[i]);
    begin(f, true, &player);
    assert_in_range(player.max_pause_ns, 1000000000u, 10000000000u);
    player.max_pause_ns = PAUSE_MS * UINT64_C(1000000);
    const uint64_t begun_ns = fake_now_ns;
    for (size_t i = 0; i < num; i++) {
        assert_int_equal(receive(&player, &size_B), GALVAN_OK);
        assert_int_equal(size_B, 8);
    }
    /* Before the second and the third message, the player has waited for the longest allowed
     * time. */
    assert_int_equal(fake_now_ns - begun_ns, 2 * PAUSE_MS * UINT64_C(1000000));
    assert_int_equal(receive(&player, &size_B), GALVAN_OK);
    assert_int_equal(size_B, 0);
    gv_player_finish(&player);
}

/* Replays a second present from a slot whose first present never finishes; checks that the stream
 * ends, and that the player reports the time-out. */
static void test_no_present(void **state)
{
    struct fixture *f = *state;
    struct gv_player player;
    size_t size_B = 0;
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    add(f, GV_VTEST_PRESENTS_OPEN, 0);
    add_show(f);
    add_show(f);
    begin(f, false, &player);
    player.present_timeout_ms = PAUSE_MS;
    assert_int_equal(receive(&player, &size_B), GALVAN_OK);
    assert_int_equal(player.transport.ops->send(&player.transport, "", 1, ends[0]), GALVAN_OK);
    for (unsigned i = 0; i < 3; i++) /* the first present, and the header of the second one */
        assert_int_equal(receive(&player, &size_B), GALVAN_OK);
    assert_false(player.timed_out);
    assert_int_equal(receive(&player, &size_B), GALVAN_ERROR_IO);
    assert_true(player.timed_out);
    assert_int_equal(receive(&player, &size_B), GALVAN_ERROR_IO);
    gv_player_finish(&player);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pauses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_present, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
