/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reducing recordings: exactly the needed commands must be left, after few tries. */
#include "replay/reduce.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/temp_dir.h"
#include "recording/pool.h"
#include "recording/reader.h"
#include "recording/writer.h"
#include "vtest/protocol.h"

enum {
    NUM_FRAMES = 1000,
    COMMANDS = 4, /* number of commands in a frame: three in a buffer, and the message that ends the
                     frame */
    MAX_NEEDED = 4,
    MAX_LEFT = 64
};

struct fixture {
    char root[64], path[96], out[96];
    struct gv_recording_pool *pool;
    struct gv_recording *recording;
    uint32_t needed[MAX_NEEDED], num_needed; /* values of the needed commands */
    unsigned num_tries;
    char last_line[256];
    struct galvan_log log;
};

static void keep_line(void *priv, enum galvan_log_level level, const char *component,
                      const char *text)
{
    struct fixture *f = priv;

    (void)level;
    (void)component;
    snprintf(f->last_line, sizeof(f->last_line), "%s", text);
}

/* Adds a frame. The value of a command is four times the frame's index plus the command's index. */
static void add_frame(struct gv_recording_writer *writer, uint32_t frame)
{
    const uint32_t header[GV_VTEST_HEADER_DW] = {2 * (COMMANDS - 1), GV_VTEST_SUBMIT_CMD};
    const uint32_t end[GV_VTEST_HEADER_DW] = {1, GV_VTEST_PRESENT};
    uint32_t commands[COMMANDS - 1][2];
    const uint32_t last = COMMANDS * frame + COMMANDS - 1;

    for (uint32_t i = 0; i < COMMANDS - 1; i++) {
        commands[i][0] = 1u << 16 | 1;
        commands[i][1] = COMMANDS * frame + i;
    }
    gv_recording_add(writer, GV_RECORDING_MESSAGE, 0, 0, header, sizeof(header));
    gv_recording_add(writer, GV_RECORDING_MORE, 0, 0, commands, sizeof(commands));
    gv_recording_add(writer, GV_RECORDING_MESSAGE, 0, 0, end, sizeof(end));
    gv_recording_add(writer, GV_RECORDING_MORE, 0, 0, &last, sizeof(last));
    gv_recording_add_frame(writer);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    struct gv_recording_writer *writer;
    int fd;

    assert_non_null(f);
    snprintf(f->root, sizeof(f->root), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(f->root));
    snprintf(f->path, sizeof(f->path), "%.60s/whole", f->root);
    snprintf(f->out, sizeof(f->out), "%.60s/part", f->root);
    f->log = (struct galvan_log){keep_line, f, GALVAN_LOG_ERR};
    f->pool = gv_recording_pool_create(1);
    assert_non_null(f->pool);
    assert_int_equal(gv_recording_create(f->path, NULL, &fd), GALVAN_OK);
    assert_int_equal(gv_recording_writer_create(f->pool, fd, NULL, &writer), GALVAN_OK);
    for (uint32_t i = 0; i < NUM_FRAMES; i++)
        add_frame(writer, i);
    gv_recording_writer_destroy(writer);
    assert_int_equal(gv_recording_close(fd, NULL), GALVAN_OK);
    close(fd);
    assert_int_equal(gv_recording_open(f->path, NULL, &f->recording), GALVAN_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    gv_recording_destroy(f->recording);
    gv_recording_pool_destroy(f->pool);
    assert_int_equal(temp_dir_remove(f->root), 0);
    free(f);
    return 0;
}

/* Returns the number of values in a file; stores at most `max` of them, in order. */
static uint32_t values_of(const char *path, uint32_t *out, uint32_t max)
{
    struct gv_recording *file;
    const struct gv_recording_record *record;
    uint32_t num = 0, words[2 * COMMANDS];

    assert_int_equal(gv_recording_open(path, NULL, &file), GALVAN_OK);
    struct gv_recording_cursor *cursor =
        gv_recording_num_streams(file) ? gv_recording_cursor_create(file, 0) : NULL;
    while (cursor && num < max && (record = gv_recording_next(cursor))) {
        if (record->kind != GV_RECORDING_MORE)
            continue;
        assert_in_range(record->size_B, 4, sizeof(words));
        memcpy(words, gv_recording_bytes(record), record->size_B);
        if (record->size_B == 4) /* the message that ends a frame; other records are commands */
            out[num++] = words[0];
        for (uint32_t i = 1; i < record->size_B / 4 && num < max; i += 2)
            out[num++] = words[i];
    }
    gv_recording_cursor_destroy(cursor);
    gv_recording_destroy(file);
    return num;
}

/* The test command. Returns whether the file has all needed values, whatever other commands it has.
 */
static bool has_needed(void *priv, const char *path)
{
    static uint32_t values[NUM_FRAMES * COMMANDS];
    struct fixture *f = priv;
    const uint32_t num = values_of(path, values, NUM_FRAMES * COMMANDS);
    uint32_t found = 0;

    f->num_tries++;
    for (uint32_t i = 0; i < num && found < f->num_needed; i++)
        found += values[i] == f->needed[found];
    return found == f->num_needed;
}

static bool reduce(struct fixture *f, uint64_t last_frame)
{
    const struct gv_reduce_params params = {.recording = f->recording,
                                            .log = &f->log,
                                            .out_path = f->out,
                                            .last_frame = last_frame,
                                            .is_good = has_needed,
                                            .priv = f};
    char trying[128];

    const bool reduced = gv_reduce(&params);
    snprintf(trying, sizeof(trying), "%s.trying", f->out);
    assert_int_not_equal(access(trying, F_OK), 0);
    return reduced;
}

static void check_left(struct fixture *f)
{
    uint32_t left[MAX_LEFT];

    assert_int_equal(values_of(f->out, left, MAX_LEFT), f->num_needed);
    assert_memory_equal(left, f->needed, f->num_needed * sizeof(left[0]));
}

static void need(struct fixture *f, uint32_t num, const uint32_t *values)
{
    memcpy(f->needed, values, num * sizeof(values[0]));
    f->num_needed = num;
}

/* Reduces 4000 commands; checks that only the needed ones are left, wherever they are, and that the
 * number of tries is logarithmic. */
static void test_exactly_what_is_needed(void **state)
{
    struct fixture *f = *state;
    const uint32_t sets[][MAX_NEEDED] = {
        {0, 1, 2, 3},          /* a whole frame */
        {0, 3, 2546, 2551},    /* commands and ends of three frames */
        {1, 1501, 3001, 3999}, /* far from each other, with the last command */
        {3996, 3997, 3998, 3999},
    };

    for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
        need(f, MAX_NEEDED, sets[i]);
        f->num_tries = 0;
        assert_true(reduce(f, 0));
        check_left(f);
        assert_in_range(f->num_tries, 12, 150);
        assert_int_equal(unlink(f->out), 0);
    }
}

/* Reduces a recording up to a given frame; checks that only the needed commands are left, and that
 * reducing fails if a needed command comes after that frame. */
static void test_up_to_a_frame(void **state)
{
    struct fixture *f = *state;
    static uint32_t values[NUM_FRAMES * COMMANDS];

    need(f, 2, (const uint32_t[]){4, 39});
    assert_true(reduce(f, 10));
    check_left(f);
    assert_in_range(f->num_tries, 4, 40);
    assert_int_equal(unlink(f->out), 0);

    /* The needed command comes after the last frame of the reduced recording, so reducing fails at
     * once. */
    need(f, 1, (const uint32_t[]){40});
    assert_false(reduce(f, 10));
    assert_string_equal(f->last_line, "the file that it begins with is not good");
    assert_int_not_equal(access(f->out, F_OK), 0);
    assert_int_equal(values_of(f->path, values, NUM_FRAMES * COMMANDS), NUM_FRAMES * COMMANDS);
}

/* Reduces to an existing output file; checks that it is not overwritten. */
static void test_existing_file(void **state)
{
    struct fixture *f = *state;
    struct stat st;

    need(f, 1, (const uint32_t[]){0});
    FILE *file = fopen(f->out, "w");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    assert_false(reduce(f, 0));
    assert_non_null(strstr(f->last_line, "is there already"));
    assert_int_equal(f->num_tries, 0);
    assert_int_equal(stat(f->out, &st), 0);
    assert_int_equal(st.st_size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_exactly_what_is_needed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_up_to_a_frame, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_existing_file, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
