/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes recordings and reads them back. Also recordings of several processes, truncated and
 * damaged recordings, and a full disk. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/temp_dir.h"
#include "emulated.h"
#include "recording/chunk.h"
#include "recording/pool.h"
#include "recording/reader.h"
#include "recording/writer.h"

enum {
    NUM_SLOTS = 2,
    LARGE_B = 3 * GV_RECORDING_CHUNK_MAX_B + 12345,
    MANY_FRAMES = 500,
    MAX_FILE_B = 1 << 16
};

struct fixture {
    char root[64];
    char path[96];
    struct gv_recording_pool *pool;
    int fd;
    int damaged; /* descriptor of an in-memory copy of the file */
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    assert_non_null(f);
    snprintf(f->root, sizeof(f->root), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(f->root));
    snprintf(f->path, sizeof(f->path), "%.60s/file", f->root);
    f->pool = gv_recording_pool_create(NUM_SLOTS);
    assert_non_null(f->pool);
    assert_int_equal(gv_recording_create(f->path, NULL, &f->fd), GALVAN_OK);
    f->damaged = memfd_create("damaged", MFD_CLOEXEC);
    assert_true(f->damaged >= 0);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    close(f->fd);
    close(f->damaged);
    gv_recording_pool_destroy(f->pool);
    assert_int_equal(temp_dir_remove(f->root), 0);
    free(f);
    return 0;
}

static struct gv_recording_writer *begin(const struct fixture *f)
{
    struct gv_recording_writer *writer = NULL;
    assert_int_equal(gv_recording_writer_create(f->pool, f->fd, NULL, &writer), GALVAN_OK);
    return writer;
}

static struct gv_recording *open_recording(const struct fixture *f)
{
    struct gv_recording *rec = NULL;
    assert_int_equal(gv_recording_open(f->path, NULL, &rec), GALVAN_OK);
    return rec;
}

/* Returns pseudo-random bytes, which do not compress; equal seeds give equal bytes. */
static uint8_t noise(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (uint8_t)(*seed >> 24);
}

static void expect_record(struct gv_recording_cursor *cursor, enum gv_recording_kind kind,
                          uint32_t handle, uint64_t at, const void *data, size_t size_B)
{
    const struct gv_recording_record *record = gv_recording_next(cursor);
    assert_non_null(record);
    assert_int_equal(record->kind, kind);
    assert_int_equal(record->handle, handle);
    assert_int_equal(record->at, at);
    assert_int_equal(record->size_B, size_B);
    if (size_B > 0)
        assert_memory_equal(gv_recording_bytes(record), data, size_B);
}

/* Writes a short stream, whose bytes depend on `which`. */
static void write_frames(struct gv_recording_writer *writer, uint32_t which, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        const uint32_t message[] = {1, which, i};
        gv_recording_add(writer, GV_RECORDING_MESSAGE, 0, i * 1000, message, sizeof(message));
        gv_recording_add(writer, GV_RECORDING_MEMORY, which + 1, i, "12345", 5);
        gv_recording_add_frame(writer);
    }
}

/* Reads the whole frames of a stream that write_frames() wrote, checks their contents, and returns
 * their number. */
static unsigned read_frames(const struct gv_recording *rec, uint32_t stream, uint32_t which)
{
    struct gv_recording_cursor *cursor = gv_recording_cursor_create(rec, stream);
    unsigned num = 0;

    assert_non_null(cursor);
    while (gv_recording_peek(cursor)) {
        const uint32_t message[] = {1, which, num};
        expect_record(cursor, GV_RECORDING_MESSAGE, 0, num * 1000, message, sizeof(message));
        if (!gv_recording_peek(cursor))
            break;
        expect_record(cursor, GV_RECORDING_MEMORY, which + 1, num, "12345", 5);
        if (!gv_recording_peek(cursor))
            break;
        expect_record(cursor, GV_RECORDING_FRAME, 0, num + 1, NULL, 0);
        num++;
    }
    gv_recording_cursor_destroy(cursor);
    return num;
}

static void test_round_trip(void **state)
{
    const struct fixture *f = *state;
    struct gv_recording_writer *a = begin(f), *b = begin(f);
    size_t size_B = 0;

    gv_recording_add_chunk(a, GV_RECORDING_INFO, "client: a", 9);
    write_frames(a, 0, MANY_FRAMES);
    write_frames(b, 1, 3);
    gv_recording_writer_destroy(a);
    gv_recording_writer_destroy(b);
    assert_int_equal(gv_recording_close(f->fd, NULL), GALVAN_OK);

    struct gv_recording *rec = open_recording(f);
    assert_int_equal(gv_recording_num_streams(rec), 2);
    assert_true(gv_recording_is_whole(rec));
    for (uint32_t i = 0; i < 2; i++) {
        char *info = gv_recording_find(rec, i, GV_RECORDING_INFO, &size_B);
        const uint32_t which = info ? 0 : 1, num = info ? MANY_FRAMES : 3;
        if (info) {
            assert_int_equal(size_B, 9);
            assert_string_equal(info, "client: a");
        }
        assert_int_equal(gv_recording_stream(rec, i)->num_frames, num);
        assert_int_equal(read_frames(rec, i, which), num);
        free(info);
    }
    gv_recording_destroy(rec);
}

static void test_long_records(void **state)
{
    const struct fixture *f = *state;
    struct gv_recording_writer *writer = begin(f);
    uint8_t *data = malloc(LARGE_B);
    uint32_t seed = 1;
    uint64_t done_B = 0;

    assert_non_null(data);
    for (unsigned i = 0; i < LARGE_B; i++)
        data[i] = noise(&seed);
    gv_recording_add(writer, GV_RECORDING_MESSAGE, 0, 7, data, LARGE_B);
    gv_recording_add(writer, GV_RECORDING_MEMORY, 3, 100, data, LARGE_B);
    gv_recording_writer_destroy(writer);

    struct gv_recording *rec = open_recording(f);
    struct gv_recording_cursor *cursor = gv_recording_cursor_create(rec, 0);
    const struct gv_recording_record *record;
    for (unsigned i = 0; done_B < 2 * (uint64_t)LARGE_B; i++) {
        record = gv_recording_next(cursor);
        assert_non_null(record);
        const bool is_memory = done_B >= LARGE_B;
        const uint64_t from_B = is_memory ? done_B - LARGE_B : done_B;
        if (is_memory) {
            assert_int_equal(record->kind, GV_RECORDING_MEMORY);
            assert_int_equal(record->handle, 3);
            assert_int_equal(record->at, 100 + from_B);
        } else {
            assert_int_equal(record->kind, i == 0 ? GV_RECORDING_MESSAGE : GV_RECORDING_MORE);
            assert_int_equal(record->at, 7);
        }
        assert_memory_equal(gv_recording_bytes(record), data + from_B, record->size_B);
        done_B += record->size_B;
    }
    assert_null(gv_recording_next(cursor));
    assert_true(gv_recording_stream(rec, 0)->is_whole);
    assert_false(gv_recording_is_whole(rec)); /* the recording was not closed */
    gv_recording_cursor_destroy(cursor);
    gv_recording_destroy(rec);
    free(data);
}

/* Kills a process that records; checks that its frames can be salvaged, and that the recording
 * counts as incomplete. */
static void test_death(void **state)
{
    const struct fixture *f = *state;

    if (is_emulated())
        skip();
    struct gv_recording_writer *writer = begin(f);
    pid_t pid = fork();
    if (pid == 0) {
        struct gv_recording_writer *of_child = NULL;
        if (gv_recording_writer_create(f->pool, f->fd, NULL, &of_child) != GALVAN_OK)
            _exit(1);
        write_frames(of_child, 1, MANY_FRAMES);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    write_frames(writer, 0, 3);
    gv_recording_writer_destroy(writer);
    assert_true(gv_recording_pool_salvage(f->pool, f->fd));
    assert_int_equal(gv_recording_close(f->fd, NULL), GALVAN_OK);

    struct gv_recording *rec = open_recording(f);
    assert_int_equal(gv_recording_num_streams(rec), 2);
    assert_false(gv_recording_is_whole(rec));
    for (uint32_t i = 0; i < 2; i++) {
        const bool is_whole = gv_recording_stream(rec, i)->is_whole;
        assert_int_equal(read_frames(rec, i, is_whole ? 0 : 1), is_whole ? 3 : MANY_FRAMES);
    }
    gv_recording_destroy(rec);
}

static size_t read_file(const struct fixture *f, uint8_t *out_data)
{
    int fd = open(f->path, O_RDONLY);
    ssize_t size_B = read(fd, out_data, MAX_FILE_B);
    close(fd);
    assert_in_range(size_B, 1, MAX_FILE_B - 1);
    return (size_t)size_B;
}

static void write_file(const struct fixture *f, const uint8_t *data, size_t size_B)
{
    assert_int_equal(ftruncate(f->damaged, (off_t)size_B), 0);
    assert_int_equal(pwrite(f->damaged, data, size_B, 0), size_B);
}

/* Writes three short streams with several chunks each; returns the file's bytes. */
static size_t write_several(const struct fixture *f, uint8_t *out_data)
{
    for (uint32_t i = 0; i < 3; i++) {
        struct gv_recording_writer *writer = begin(f);
        gv_recording_add_chunk(writer, GV_RECORDING_INFO, "x: y", 4);
        write_frames(writer, i, 4);
        gv_recording_add_chunk(writer, GV_RECORDING_CAPS, "caps", 4);
        gv_recording_writer_destroy(writer);
    }
    assert_int_equal(gv_recording_close(f->fd, NULL), GALVAN_OK);
    return read_file(f, out_data);
}

/* Checks the readable part of the file with three streams. Returns the number of frames, or -1 if
 * the file cannot be opened. */
static int read_several(const struct fixture *f)
{
    struct gv_recording *rec = NULL;
    int num = 0;

    if (gv_recording_open_fd(f->damaged, "damaged", NULL, &rec) != GALVAN_OK)
        return -1;
    assert_in_range(gv_recording_num_streams(rec), 0, 3);
    for (uint32_t i = 0; i < gv_recording_num_streams(rec); i++) {
        size_t size_B = 0;
        char *info = gv_recording_find(rec, i, GV_RECORDING_INFO, &size_B);
        if (info)
            assert_string_equal(info, "x: y");
        free(info);
        if (gv_recording_stream(rec, i)->num_frames > 0)
            num += (int)read_frames(rec, i, gv_recording_stream(rec, i)->number);
    }
    gv_recording_destroy(rec);
    return num;
}

static void test_cut(void **state)
{
    const struct fixture *f = *state;
    uint8_t *data = malloc(MAX_FILE_B);
    int last = -1;

    assert_non_null(data);
    const size_t size_B = write_several(f, data);
    write_file(f, data, size_B);
    assert_int_equal(read_several(f), 12);
    for (size_t n_B = 0; n_B < size_B; n_B++) {
        write_file(f, data, n_B);
        const int num = read_several(f);
        assert_true(num >= last); /* a longer part of the file never has fewer frames */
        assert_true((num >= 0) == (n_B >= sizeof(struct gv_recording_header)));
        last = num;
    }
    assert_int_equal(last, 12);
    free(data);
}

static void test_flipped(void **state)
{
    const struct fixture *f = *state;
    uint8_t *data = malloc(MAX_FILE_B);
    unsigned num_whole = 0;

    assert_non_null(data);
    const size_t size_B = write_several(f, data);
    for (size_t i = 0; i < size_B; i++) {
        data[i] ^= (uint8_t)(1u << i % 8);
        write_file(f, data, size_B);
        const int num = read_several(f);
        assert_true((num >= 0) == (i >= sizeof(struct gv_recording_header)));
        assert_true(num < 0 || num >= 8); /* the two undamaged streams are complete */
        num_whole += num == 12;
        data[i] ^= (uint8_t)(1u << i % 8);
    }
    assert_true(num_whole > 0 && num_whole < size_B);
    free(data);
}

/* Reads a chunk with a right checksum and a message that extends past the chunk's end; checks that
 * it is rejected. */
static void test_bad_record(void **state)
{
    const struct fixture *f = *state;
    struct gv_recording_packer packer;
    const struct gv_recording_chunk chunk = {.type = GV_RECORDING_DATA, .stream = 9};
    const struct gv_recording_record records[] = {
        {.kind = GV_RECORDING_FRAME, .at = 1},
        {.kind = GV_RECORDING_MEMORY, .size_B = UINT32_MAX},
    };

    assert_true(gv_recording_packer_init(&packer));
    assert_true(gv_recording_append(&packer, f->fd, &chunk, records, sizeof(records)));
    gv_recording_packer_finish(&packer);
    struct gv_recording *rec = open_recording(f);
    struct gv_recording_cursor *cursor = gv_recording_cursor_create(rec, 0);
    expect_record(cursor, GV_RECORDING_FRAME, 0, 1, NULL, 0);
    assert_null(gv_recording_next(cursor));
    assert_null(gv_recording_next(cursor));
    gv_recording_cursor_destroy(cursor);
    gv_recording_destroy(rec);
}

/* Records until the disk is full; checks that the recorded part can be read, and that the stream
 * counts as incomplete. */
static void test_full_disk(void **state)
{
    const struct fixture *f = *state;
    struct rlimit limit, before;
    uint8_t *data = calloc(1, LARGE_B);
    uint32_t seed = 1;

    assert_non_null(data);
    for (unsigned i = 0; i < LARGE_B; i++)
        data[i] = noise(&seed);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = GV_RECORDING_CHUNK_MAX_B * 2 + 1000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct gv_recording_writer *writer = begin(f);
    for (unsigned i = 0; i < 10; i++)
        gv_recording_add(writer, GV_RECORDING_MEMORY, 1, 0, data, LARGE_B);
    gv_recording_writer_destroy(writer);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);

    struct gv_recording *rec = open_recording(f);
    struct gv_recording_cursor *cursor = gv_recording_cursor_create(rec, 0);
    const struct gv_recording_record *record = gv_recording_next(cursor);
    assert_non_null(record);
    assert_memory_equal(gv_recording_bytes(record), data, record->size_B);
    assert_false(gv_recording_stream(rec, 0)->is_whole);
    gv_recording_cursor_destroy(cursor);
    gv_recording_destroy(rec);
    free(data);
}

/* Writes a file that has only an index of `num` ended streams. */
static void write_index(const struct fixture *f, uint32_t num)
{
    const struct gv_recording_header header = gv_recording_header();
    const size_t entries_B = num * sizeof(struct gv_recording_index_entry);
    struct gv_recording_footer footer = {.index_B = sizeof(header)};
    struct gv_recording_chunk head = {.magic = GV_RECORDING_CHUNK_MAGIC,
                                      .type = GV_RECORDING_INDEX};
    uint8_t *stored = calloc(1, entries_B + sizeof(footer));

    assert_non_null(stored);
    for (uint32_t i = 0; i < num; i++)
        ((struct gv_recording_index_entry *)(void *)stored)[i] =
            (struct gv_recording_index_entry){.stream = i, .type = GV_RECORDING_END};
    memcpy(footer.magic, GV_RECORDING_END_MAGIC, sizeof(footer.magic));
    memcpy(stored + entries_B, &footer, sizeof(footer));
    head.stored_B = head.raw_B = (uint32_t)(entries_B + sizeof(footer));
    head.check = gv_recording_check(&head, stored);
    assert_int_equal(ftruncate(f->damaged, 0), 0);
    assert_int_equal(lseek(f->damaged, 0, SEEK_SET), 0);
    assert_true(gv_recording_write(f->damaged, &header, sizeof(header)));
    assert_true(gv_recording_write(f->damaged, &head, sizeof(head)));
    assert_true(gv_recording_write(f->damaged, stored, head.stored_B));
    free(stored);
}

/* Reads an index with too many streams; checks that the reader reports the missing streams. */
static void test_too_many_streams(void **state)
{
    const struct fixture *f = *state;

    for (uint32_t more = 0; more < 2; more++) {
        struct gv_recording *rec = NULL;
        write_index(f, GV_RECORDING_MAX_STREAMS + more);
        assert_int_equal(gv_recording_open_fd(f->damaged, "many", NULL, &rec), GALVAN_OK);
        assert_int_equal(gv_recording_num_streams(rec), GV_RECORDING_MAX_STREAMS);
        assert_int_equal(gv_recording_is_whole(rec), more == 0);
        gv_recording_destroy(rec);
    }
}

/* Begins and ends as many streams as a file may have, one after the other; checks that no further
 * stream begins. */
static void test_last_stream(void **state)
{
    const struct fixture *f = *state;
    struct gv_recording_writer *writer = NULL;
    uint32_t stream = 0;

    for (unsigned i = 0; i < GV_RECORDING_MAX_STREAMS; i++) {
        struct gv_recording_slot *slot = gv_recording_pool_take(f->pool, &stream);
        assert_non_null(slot);
        assert_int_equal(stream, i);
        gv_recording_pool_give_back(slot);
    }
    for (unsigned i = 0; i < 2 * NUM_SLOTS; i++)
        assert_int_equal(gv_recording_writer_create(f->pool, f->fd, NULL, &writer),
                         GALVAN_ERROR_LIMIT);
}

static void test_no_space_for_the_header(void **state)
{
    const struct fixture *f = *state;
    struct rlimit before, limit;
    char path[128];
    int fd = -1;

    snprintf(path, sizeof(path), "%s-2", f->path);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_int_equal(gv_recording_create(path, NULL, &fd), GALVAN_ERROR_IO);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void test_refused(void **state)
{
    const struct fixture *f = *state;
    struct gv_recording_writer *a = begin(f), *b = begin(f), *c = NULL;
    struct gv_recording *rec = NULL;
    int fd = -1;

    assert_int_equal(gv_recording_create(f->path, NULL, &fd), GALVAN_ERROR_IO);
    assert_int_equal(gv_recording_writer_create(f->pool, f->fd, NULL, &c), GALVAN_ERROR_LIMIT);
    gv_recording_writer_destroy(a);
    assert_int_equal(gv_recording_writer_create(f->pool, f->fd, NULL, &c), GALVAN_OK);
    gv_recording_writer_destroy(b);
    gv_recording_writer_destroy(c);
    assert_int_equal(gv_recording_open(f->root, NULL, &rec), GALVAN_ERROR_IO);
    assert_int_equal(gv_recording_open("/proc/self/nothing", NULL, &rec), GALVAN_ERROR_IO);
    assert_null(rec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_long_records, setup, teardown),
        cmocka_unit_test_setup_teardown(test_death, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut, setup, teardown),
        cmocka_unit_test_setup_teardown(test_flipped, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bad_record, setup, teardown),
        cmocka_unit_test_setup_teardown(test_full_disk, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_many_streams, setup, teardown),
        cmocka_unit_test_setup_teardown(test_last_stream, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_space_for_the_header, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
