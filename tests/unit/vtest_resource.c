/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Resources and transfers of a vtest connection: shared memory, rejected requests that must not
 * stall the client, frames, and the commands of version 0 that send data through the socket. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "vtest_session.h"

enum {
    OPENING_B = 12,
    DISPLAY_TARGET = 0x80,
    B8G8R8X8 = 2
};

static void put_create2(uint32_t handle, uint32_t width, uint32_t height, uint32_t bind,
                        uint32_t data_size_B)
{
    put_dwords(12, 11,
               (uint32_t[]){handle, 2, B8G8R8X8, bind, width, height, 1, 1, 0, 0, data_size_B});
}

static void put_transfer2(uint32_t command, uint32_t handle, uint32_t width, uint32_t height,
                          uint32_t offset)
{
    put_dwords(command, 10, (uint32_t[]){handle, 0, 0, 0, 0, width, height, 1, 0, offset});
}

static off_t size_of(int fd)
{
    struct stat st;

    assert_int_equal(fstat(fd, &st), 0);
    return st.st_size;
}

/* ---- Shared memory ------------------------------------------------------------------------- */

static void test_memory_is_zeroed_sealed_and_shared(void **state)
{
    (void)state;
    fake.fill = 0xab;
    put_opening();
    put_create2(1, 16, 16, 8, 1024);
    put_create2(2, 16, 16, 8, 1000);
    put_transfer2(13, 1, 16, 16, 0);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 0);
    assert_int_equal(session.memory.num_fds, 2);
    assert_int_equal(session.memory.out_B, OPENING_B + 2);
    assert_int_equal(session.memory.out[OPENING_B], 0);

    int fd = session.memory.fds[0], other = session.memory.fds[1];
    assert_int_equal(size_of(fd), 1024);
    assert_int_equal(size_of(other), 1000);
    uint8_t *data = mmap(NULL, 1024, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    uint8_t *zeros = mmap(NULL, 1000, PROT_READ | PROT_WRITE, MAP_SHARED, other, 0);
    assert_true(data != MAP_FAILED && zeros != MAP_FAILED);
    assert_int_equal(data[0], 0xab);
    assert_int_equal(data[1023], 0xab);
    assert_int_equal(zeros[0], 0);
    assert_int_equal(zeros[999], 0);
    munmap(data, 1024);
    munmap(zeros, 1000);
    assert_int_equal(ftruncate(fd, 0), -1);
    assert_int_equal(errno, EPERM);
    assert_int_equal(ftruncate(fd, 1 << 20), -1);
}

static unsigned num_fds_at_creation;

static void count_fds(void)
{
    num_fds_at_creation = session.memory.num_fds;
}

/* Creates a resource; checks that the memory's descriptor is sent before the resource is created,
 * so that the client does not wait for the creation. */
static void test_client_has_its_memory_first(void **state)
{
    (void)state;
    fake.on_create = count_fds;
    put_opening();
    put_create2(1, 16, 16, 8, 1024);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(num_fds_at_creation, 1);
}

static void test_multisample_gets_no_descriptor(void **state)
{
    (void)state;
    put_opening();
    put_create2(1, 16, 16, 2, 0);
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.num_fds, 0);
    assert_int_equal(session.memory.out_B, OPENING_B + 8);
}

/* Creates an invalid resource; checks that the server still sends a descriptor, for which the
 * client waits. */
static void test_refused_resource_still_gets_memory(void **state)
{
    (void)state;
    fake.create_result = GALVAN_ERROR_INVALID;
    put_opening();
    put_create2(1, 16, 16, 8, 1024);
    put_transfer2(13, 1, 16, 16, 0);
    put_dwords(3, 1, (uint32_t[]){1});
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.num_fds, 1);
    assert_int_equal(size_of(session.memory.fds[0]), 1024);
    assert_int_equal(session.memory.out_B, OPENING_B + 1 + 8);
}

/* Creates buffers for fences as Mesa does; checks that these buffers share their memory, and are
 * otherwise ordinary resources. */
static void test_fences(void **state)
{
    static const uint32_t fence[] = {0, 0, 64, 0x20000, 8, 1, 1, 0, 0, 0, 8};
    struct stat first, second;

    (void)state;
    put_opening();
    for (uint32_t handle = 5; handle < 7; handle++) {
        uint32_t payload[11];
        memcpy(payload, fence, sizeof(fence));
        payload[0] = handle;
        put_dwords(12, 11, payload);
    }
    put_dwords(3, 1, (uint32_t[]){5});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.num_fds, 2);
    assert_int_equal(fstat(session.memory.fds[0], &first), 0);
    assert_int_equal(fstat(session.memory.fds[1], &second), 0);
    assert_int_equal(first.st_size, 8);
    assert_int_equal(first.st_ino, second.st_ino);
    assert_null(fake_find(5));
    assert_non_null(fake_find(6));
}

static void test_handle_used_twice(void **state)
{
    (void)state;
    put_opening();
    put_create2(7, 16, 16, 8, 1024);
    put_create2(7, 32, 32, 8, 4096);
    put_create2(0, 32, 32, 8, 4096);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.num_fds, 3);
    assert_int_equal(fake_find(7)->args.width, 16);
}

static void test_absurd_size(void **state)
{
    (void)state;
    session.shm_limit_B = 1 << 20;
    put_opening();
    put_create2(1, 1 << 30, 1 << 30, 8, UINT32_MAX);
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_ERROR_LIMIT);
    assert_line("client 1 (x): RESOURCE_CREATE2 at byte 22: resource 1 wants 4294967295 bytes of "
                "shared memory");
    assert_int_equal(session.memory.out_B, OPENING_B);
}

static void test_memory_limit(void **state)
{
    (void)state;
    session.shm_limit_B = 8192;
    put_opening();
    put_create2(1, 1, 1, 8, 8192);
    put_create2(2, 1, 1, 8, 8193);
    assert_int_equal(serve(), GALVAN_ERROR_LIMIT);
    assert_line("resource 2 wants 8193 bytes of shared memory, of at most 8192");
    assert_int_equal(session.memory.num_fds, 1);
}

static void test_unref_unknown(void **state)
{
    (void)state;
    put_opening();
    put_dwords(3, 1, (uint32_t[]){4711});
    put_dwords(3, 1, (uint32_t[]){0});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 0);
}

static void test_many_resources(void **state)
{
    enum {
        NUM = FAKE_MAX_RESOURCES
    };

    (void)state;
    put_opening();
    for (uint32_t i = 1; i < NUM; i++)
        put_create2(i * 0x01000000u, 16, 16, 8, 64);
    for (uint32_t i = 1; i < NUM; i++)
        put_dwords(3, 1, (uint32_t[]){i * 0x01000000u});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.memory.num_fds, NUM - 1);
    assert_null(fake_find(0x01000000u));
}

/* ---- Resource handles chosen by the server, blobs (version 3) -------------------------------- */

enum {
    BLOB_HOST3D = 2,
    BLOB_MAPPABLE = 1
};

static void put_opening_3(void)
{
    put_create_renderer("x");
    put_dwords(11, 1, (uint32_t[]){3});
}

static void put_blob(uint32_t type, uint32_t size_B, uint32_t id)
{
    put_dwords(18, 6, (uint32_t[]){type, BLOB_MAPPABLE, size_B, 0, id, 0});
}

/* Checks that the reply at *at answers `command` with `handle`, and moves *at past the reply. */
static void expect_handle(size_t *at, uint32_t command, uint32_t handle)
{
    const uint32_t expected[] = {1, command, handle};

    assert_true(*at + sizeof(expected) <= session.memory.out_B);
    assert_memory_equal(session.memory.out + *at, expected, sizeof(expected));
    *at += sizeof(expected);
}

static void test_server_numbers_resources(void **state)
{
    size_t at = OPENING_B;

    (void)state;
    put_opening_3();
    put_create2(0, 16, 16, 8, 1024);
    put_create2(0, 16, 16, 2, 0); /* a resource without memory: no descriptor */
    put_dwords(2, 10, (uint32_t[]){0, 2, B8G8R8X8, 8, 16, 16, 1, 1, 0, 0});
    put_dwords(12, 11, (uint32_t[]){0, 0, 64, 0x20000, 8, 1, 1, 0, 0, 0, 8}); /* a fence */
    put_dwords(3, 1, (uint32_t[]){1});
    put_create2(0, 32, 16, 8, 2048);
    assert_int_equal(serve(), GALVAN_OK);
    expect_handle(&at, 12, 1);
    at++; /* the byte with which the descriptor was sent */
    expect_handle(&at, 12, 2);
    expect_handle(&at, 2, 3);
    expect_handle(&at, 12, 4);
    at++;
    expect_handle(&at, 12, 5); /* handle 1 must not be reused at once */
    assert_int_equal(session.memory.out_B, at + 1);
    assert_int_equal(session.memory.num_fds, 3);
    assert_int_equal(session.num_lines, 0);
    assert_null(fake_find(1));
    assert_int_equal(fake_find(5)->args.width, 32);
}

/* Creates an invalid resource; checks that it has handle 0, and that the client still gets the
 * descriptor for which it waits. */
static void test_refused_resource_is_number_0(void **state)
{
    size_t at = OPENING_B;

    (void)state;
    fake.create_result = GALVAN_ERROR_INVALID;
    put_opening_3();
    put_create2(0, 16, 16, 8, 1024);
    put_blob(BLOB_HOST3D, 4096, 7);
    assert_int_equal(serve(), GALVAN_OK);
    expect_handle(&at, 12, 0);
    at++;
    expect_handle(&at, 18, 0);
    assert_int_equal(session.memory.num_fds, 2);
    assert_int_equal(size_of(session.memory.fds[1]), 4096);
}

static void test_blob_is_shared(void **state)
{
    size_t at = OPENING_B;

    (void)state;
    fake.fill = 0xab;
    put_opening_3();
    put_blob(BLOB_HOST3D, 4096, 7);
    put_transfer2(13, 1, 1, 1, 0);
    put_blob(BLOB_HOST3D, 8192, 8);
    put_dwords(3, 1, (uint32_t[]){2});
    assert_int_equal(serve(), GALVAN_OK);
    expect_handle(&at, 18, 1);
    at++;
    expect_handle(&at, 18, 2);
    assert_int_equal(fake.blob_id, 8);
    assert_int_equal(session.num_lines, 0);
    assert_int_equal(session.memory.num_fds, 2);
    assert_int_equal(size_of(session.memory.fds[0]), 4096);
    assert_int_equal(size_of(session.memory.fds[1]), 8192);
    uint8_t *data = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, session.memory.fds[0], 0);
    assert_true(data != MAP_FAILED);
    assert_int_equal(data[4095], 0xab);
    munmap(data, 4096);
}

static void test_blobs_that_there_are_not(void **state)
{
    (void)state;
    put_opening();
    put_blob(BLOB_HOST3D, 4096, 7);
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_line("RESOURCE_CREATE_BLOB at byte 22: belongs to protocol version 3, but version 2");
    start();
    put_opening_3();
    put_blob(1, 4096, 0);
    assert_int_equal(serve(), GALVAN_ERROR_UNSUPPORTED);
    assert_line("blob of type 1");
    start();
    session.shm_limit_B = 4096;
    put_opening_3();
    put_blob(BLOB_HOST3D, 4097, 7);
    assert_int_equal(serve(), GALVAN_ERROR_LIMIT);
    assert_line("blob of 4097 bytes, of at most 4096");
    start();
    put_opening_3();
    put_blob(BLOB_HOST3D, 0, 7);
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_line("no 0 bytes of shared memory");
}

/* ---- Transfers ----------------------------------------------------------------------------- */

static void test_transfer_arguments_arrive(void **state)
{
    (void)state;
    put_opening();
    put_create2(1, 16, 16, 8, 1024);
    put_dwords(13, 10, (uint32_t[]){1, 0, 1, 2, (uint32_t)-3, 4, 5, 6, 0, 68});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(fake.num_gets, 1);
    assert_int_equal(fake.last_box.x, 1);
    assert_int_equal(fake.last_box.y, 2);
    assert_int_equal(fake.last_box.z, -3);
    assert_int_equal(fake.last_box.width, 4);
    assert_int_equal(fake.last_box.height, 5);
    assert_int_equal(fake.last_box.depth, 6);
    assert_int_equal(fake.last_offset, 68);
}

/* Sends a PUT2 of ten dwords, whose header announces more data after the arguments, as Mesa does.
 * Checks that the server does not wait for such data. */
static void test_put2_ignores_its_length(void **state)
{
    const uint32_t put2[] = {10 + 256, 14, 1, 0, 0, 0, 0, 16, 16, 1, 1024, 0};

    (void)state;
    put_opening();
    put_create2(1, 16, 16, 8, 1024);
    memory_put(&session.memory, put2, sizeof(put2));
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(fake.num_puts, 1);
    assert_int_equal(session.memory.out_B, OPENING_B + 1 + 8);
}

static void test_lost_device(void **state)
{
    (void)state;
    fake.transfer_result = GALVAN_ERROR_DEVICE_LOST;
    put_opening();
    put_create2(1, 16, 16, 8, 1024);
    put_transfer2(13, 1, 16, 16, 0);
    assert_int_equal(serve(), GALVAN_ERROR_DEVICE_LOST);
    assert_line("TRANSFER_GET2 at byte 74: the Vulkan device was lost");
}

/* ---- Frames -------------------------------------------------------------------------------- */

static void test_frames_are_seen(void **state)
{
    (void)state;
    fake.fill = 0x11;
    put_opening();
    put_create2(1, 16, 16, DISPLAY_TARGET, 1024);
    put_transfer2(13, 1, 16, 16, 0);
    put_transfer2(13, 1, 16, 16, 0);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_presented, 2);
    assert_int_equal(session.num_retired, 1);
    assert_int_equal(session.frame.idx, 2);
    assert_int_equal(session.frame.width, 16);
    assert_int_equal(session.frame.height, 16);
    assert_int_equal(session.frame.format, B8G8R8X8);
    assert_int_equal(session.frame.data_size_B, 1024);
    assert_int_equal(session.first_byte, 0x11);
}

static void test_what_is_no_frame(void **state)
{
    (void)state;
    put_opening();
    put_create2(1, 16, 16, DISPLAY_TARGET, 1024);
    put_create2(2, 16, 16, 8, 1024);
    put_transfer2(13, 1, 15, 16, 0);                                  /* a part of the window */
    put_transfer2(13, 2, 16, 16, 0);                                  /* a texture, no window */
    put_transfer2(14, 1, 16, 16, 0);                                  /* a write */
    put_dwords(13, 10, (uint32_t[]){1, 1, 0, 0, 0, 16, 16, 1, 0, 0}); /* another level */
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_presented, 0);
    assert_int_equal(session.num_retired, 0);
}

/* Resizes a window, which gets a new resource; checks that the old frame is retired. */
static void test_frame_is_retired_with_its_resource(void **state)
{
    (void)state;
    put_opening();
    put_create2(1, 16, 16, DISPLAY_TARGET, 1024);
    put_transfer2(13, 1, 16, 16, 0);
    put_create2(2, 8, 8, DISPLAY_TARGET, 256);
    put_dwords(3, 1, (uint32_t[]){1});
    put_transfer2(13, 2, 8, 8, 0);
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_presented, 2);
    assert_int_equal(session.num_retired, 2);
    assert_int_equal(session.frame.width, 8);
}

static void test_older_frames_resource_goes_quietly(void **state)
{
    (void)state;
    put_opening();
    put_create2(1, 16, 16, DISPLAY_TARGET, 1024);
    put_create2(2, 8, 8, DISPLAY_TARGET, 256);
    put_transfer2(13, 1, 16, 16, 0);
    put_transfer2(13, 2, 8, 8, 0);
    put_dwords(3, 1, (uint32_t[]){1});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_retired, 1);
    assert_int_equal(session.frame.width, 8);
}

/* ---- Version 0 ----------------------------------------------------------------------------- */

static void put_create(uint32_t handle)
{
    put_dwords(2, 10, (uint32_t[]){handle, 0, 64, 16, 8, 1, 1, 1, 0, 0});
}

static void test_data_through_the_socket(void **state)
{
    const uint32_t put[] = {11 + 2, 5, 1, 0, 0, 0, 0, 0, 0, 6, 1, 1, 6};
    static const uint8_t expected[] = {0x22, 0x22, 0x22, 0x22, 0x22};

    (void)state;
    fake.fill = 0x22;
    put_create_renderer("x");
    put_create(1);
    memory_put(&session.memory, put, sizeof(put));
    memory_put(&session.memory, "abcdef", 6); /* without padding */
    put_dwords(4, 11, (uint32_t[]){1, 0, 0, 0, 0, 0, 0, 5, 1, 1, 5});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 0);
    assert_memory_equal(fake.put, "abcdef", 6);
    assert_int_equal(session.memory.out_B, sizeof(expected)); /* no reply has a header */
    assert_memory_equal(session.memory.out, expected, sizeof(expected));
    assert_null(fake_find(1)->iov.iov_base);
}

/* Reads from invalid resources; checks that the client gets as many bytes as it requested. */
static void test_get_of_unknown_resource_answers_zeros(void **state)
{
    static const uint8_t zeros[100];

    (void)state;
    put_create_renderer("x");
    put_dwords(4, 11, (uint32_t[]){9, 0, 0, 0, 0, 0, 0, 100, 1, 1, 100});
    put_dwords(10, 0, NULL);
    assert_int_equal(serve(), GALVAN_OK);
    assert_line("TRANSFER_GET at byte 10: resource 9 does not exist; command skipped");
    assert_int_equal(session.memory.out_B, 108);
    assert_memory_equal(session.memory.out, zeros, 100);
}

static void test_put_whose_length_lies(void **state)
{
    const uint32_t put[] = {11 + 1, 5, 1, 0, 0, 0, 0, 0, 0, 6, 1, 1, 6};

    (void)state;
    put_create_renderer("x");
    put_create(1);
    memory_put(&session.memory, put, sizeof(put));
    assert_int_equal(serve(), GALVAN_ERROR_INVALID);
    assert_line("TRANSFER_PUT at byte 58: 6 bytes of data in a message with room for 1 dwords");
}

static void test_put_that_ends_early(void **state)
{
    const uint32_t put[] = {11 + 2, 5, 1, 0, 0, 0, 0, 0, 0, 6, 1, 1, 6};

    (void)state;
    put_create_renderer("x");
    put_create(1);
    memory_put(&session.memory, put, sizeof(put));
    memory_put(&session.memory, "abc", 3);
    assert_int_equal(serve(), GALVAN_ERROR_SYNTAX);
    assert_int_equal(fake.num_puts, 0);
}

static void test_huge_data_is_refused(void **state)
{
    (void)state;
    fake.memory_limit_B = 1 << 20;
    put_create_renderer("x");
    put_create(1);
    put_dwords(4, 11, (uint32_t[]){1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1 << 20});
    put_dwords(4, 11, (uint32_t[]){1, 0, 0, 0, 0, 0, 0, 1, 1, 1, UINT32_MAX});
    assert_int_equal(serve(), GALVAN_ERROR_LIMIT);
    assert_line("TRANSFER_GET at byte 110: 4294967295 bytes of data: memory limit of the client");
    assert_int_equal(fake.memory_B, 0);
}

/* Sends many rejected commands; checks that the log has one line for the first of each kind, and
 * later lines with counts. */
static void test_refusals_of_a_kind_are_counted(void **state)
{
    (void)state;
    put_create_renderer("x");
    for (unsigned i = 0; i < 100; i++)
        put_dwords(4, 11, (uint32_t[]){9, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(session.num_lines, 3); /* for the first, the 10th and the 100th */
    assert_non_null(strstr(session.line, "resource 9 does not exist; command skipped"));
    assert_non_null(strstr(session.line, "(100 of this kind so far)"));
}

/* ---- A connection that is recorded --------------------------------------------------------- */

static struct {
    uint8_t bytes[4096];
    size_t num_B;
    unsigned num_frames, num_ended;
    uint32_t version, set;
    char client[64];
} tapped;

static void tap_more(void *priv, const void *data, size_t size_B)
{
    (void)priv;
    memcpy(tapped.bytes + tapped.num_B, data, size_B);
    tapped.num_B += size_B;
}

static void tap_message(void *priv, const uint32_t header[2], const void *payload, size_t size_B)
{
    tap_more(priv, header, 8);
    tap_more(priv, payload, size_B);
}

static void tap_frame(void *priv)
{
    (void)priv;
    tapped.num_frames++;
}

static void tap_caps(void *priv, const char *client, uint32_t version, uint32_t set,
                     const void *data, size_t size_B)
{
    (void)priv;
    assert_memory_equal(data, &set, sizeof(set));
    assert_int_equal(size_B, FAKE_CAPS2_B);
    snprintf(tapped.client, sizeof(tapped.client), "%s", client);
    tapped.version = version;
    tapped.set = set;
}

static void tap_ended(void *priv, const char *client)
{
    (void)priv;
    assert_string_equal(client, tapped.client);
    tapped.num_ended++;
}

/* Records a connection; checks that the recording gets every byte of the client, in order,
 * including those of messages that the handler reads itself. */
static void test_tap(void **state)
{
    static const struct gv_vtest_tap tap = {.message = tap_message,
                                            .more = tap_more,
                                            .frame = tap_frame,
                                            .caps = tap_caps,
                                            .ended = tap_ended};

    (void)state;
    memset(&tapped, 0, sizeof(tapped));
    session.tap = &tap;
    session.memory.piece_B = 3;
    put_opening();
    put_dwords(9, 0, NULL);
    put_create2(1, 16, 16, DISPLAY_TARGET, 1024);
    put_transfer2(13, 1, 16, 16, 0);
    put_dwords(6, 3, (uint32_t[]){1, 2, 3});
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(tapped.num_B, session.memory.in_B);
    assert_memory_equal(tapped.bytes, session.memory.in, tapped.num_B);
    assert_int_equal(tapped.num_frames, 1);
    assert_int_equal(tapped.num_ended, 1);
    assert_int_equal(tapped.version, 2);
    assert_int_equal(tapped.set, 2);
    assert_string_equal(tapped.client, "client 1 (x)");
}

/* Records a client that sends no message; checks that it is not recorded. */
static void test_tap_of_nothing(void **state)
{
    static const struct gv_vtest_tap tap = {.ended = tap_ended};

    (void)state;
    memset(&tapped, 0, sizeof(tapped));
    session.tap = &tap;
    assert_int_equal(serve(), GALVAN_OK);
    assert_int_equal(tapped.num_ended, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SESSION_TEST(test_memory_is_zeroed_sealed_and_shared),
        SESSION_TEST(test_client_has_its_memory_first),
        SESSION_TEST(test_multisample_gets_no_descriptor),
        SESSION_TEST(test_refused_resource_still_gets_memory),
        SESSION_TEST(test_fences),
        SESSION_TEST(test_handle_used_twice),
        SESSION_TEST(test_absurd_size),
        SESSION_TEST(test_memory_limit),
        SESSION_TEST(test_unref_unknown),
        SESSION_TEST(test_many_resources),
        SESSION_TEST(test_server_numbers_resources),
        SESSION_TEST(test_refused_resource_is_number_0),
        SESSION_TEST(test_blob_is_shared),
        SESSION_TEST(test_blobs_that_there_are_not),
        SESSION_TEST(test_transfer_arguments_arrive),
        SESSION_TEST(test_put2_ignores_its_length),
        SESSION_TEST(test_lost_device),
        SESSION_TEST(test_frames_are_seen),
        SESSION_TEST(test_tap),
        SESSION_TEST(test_tap_of_nothing),
        SESSION_TEST(test_what_is_no_frame),
        SESSION_TEST(test_frame_is_retired_with_its_resource),
        SESSION_TEST(test_older_frames_resource_goes_quietly),
        SESSION_TEST(test_data_through_the_socket),
        SESSION_TEST(test_get_of_unknown_resource_answers_zeros),
        SESSION_TEST(test_put_whose_length_lies),
        SESSION_TEST(test_put_that_ends_early),
        SESSION_TEST(test_huge_data_is_refused),
        SESSION_TEST(test_refusals_of_a_kind_are_counted),
    };

    return cmocka_run_group_tests_name("vtest resources", tests, NULL, NULL);
}
