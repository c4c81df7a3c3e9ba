/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* New resources that the client library places in its pool, and the ends of such resources. */
#include "wire_kit.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preload/connections.h"
#include "preload/next.h"
#include "preload/pool.h"
#include "preload/wire.h"
#include "vtest/protocol.h"

static void say_resource(uint32_t handle, uint32_t bind, uint32_t size_B)
{
    const uint32_t payload[] = {handle, 0, 64, bind, size_B, 1, 1, 1, 0, 0, size_B};

    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
}

static int new_memory(size_t size_B)
{
    int fd = memfd_create("test", MFD_CLOEXEC);

    assert_int_equal(ftruncate(fd, (off_t)size_B), 0);
    return fd;
}

/* Begins a connection outside of a swap, with a pool, and with a first resource that the server
 * created. */
static void begin_with_pool(bool is_mapped)
{
    gv_wire_end_swap();
    wire_fake.pool->size_B = wire_fake.pool->high_B = GV_VTEST_POOL_PART_B;
    wire_fake.pool->is_final = true;
    wire_fake.pool->memory = gv_next_mmap(NULL, GV_VTEST_POOL_B, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    say_resource(1, 0x10, 4096);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 1);
    wire_send_fd(new_memory(4096));
    int fd = wire_take_fd();
    if (is_mapped) {
        void *memory = mmap64(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        assert_true(memory != MAP_FAILED && !gv_pool_has(wire_fake.pool, memory));
        assert_int_equal(munmap(memory, 4096), 0);
    }
    close(fd);
    wire_catch_up();
}

/* Makes the library send what it has delayed, as with the next message. */
static void send_on(void)
{
    wire_expect_silence();
    assert_int_equal(gv_connections_write(wire_fake.fd, NULL, 0), 0);
}

/* Checks the message about a placed resource, which has no answer; returns the resource's offset.
 */
static uint32_t expect_placed(uint32_t handle, uint32_t size_B)
{
    uint32_t message[14];

    send_on();
    assert_int_equal(recv(wire_fake.far, message, sizeof(message), 0), sizeof(message));
    assert_int_equal(message[0], 12);
    assert_int_equal(message[1], GV_VTEST_RESOURCE_PLACE);
    assert_int_equal(message[2], handle);
    assert_int_equal(message[12], size_B);
    return message[13];
}

static uint8_t *map_next(size_t size_B)
{
    int fd = wire_take_fd();

    assert_true(fd >= 0 && fd != wire_fake.fd);
    uint8_t *memory = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    /* The descriptor does not refer to the block's memory, so only the first mapping succeeds. */
    assert_true(mmap(NULL, size_B, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED);
    assert_int_equal(close(fd), 0);
    return memory;
}

static void test_a_new_resource_is_no_question(void **state)
{
    (void)state;
    begin_with_pool(true);
    say_resource(5, 0x10, 4096);
    const uint32_t offset_B = expect_placed(5, 4096);
    uint8_t *memory = map_next(4096);
    assert_ptr_equal(memory, wire_fake.pool->memory + offset_B);
    wire_expect_no_answer();
    memory[4095] = 1;
    assert_int_equal(munmap(memory, 4096), 0);
    say_resource(6, 0x10, 4000); /* the server has not finished with the first resource */
    assert_int_not_equal(expect_placed(6, 4000), offset_B);
    assert_int_equal(munmap(map_next(4000), 4000), 0);
    wire_catch_up();
    say_resource(7, 0x10, 4096);
    assert_int_equal(expect_placed(7, 4096), offset_B);
    assert_ptr_equal(map_next(4096), memory);
    assert_int_equal(memory[4095], 0);
    wire_catch_up();
    wire_say_wait(7);
    wire_expect_idle();
    wire_expect_silence();
}

/* Ends resources; checks that the end of a resource in the pool is sent with the next message, and
 * the end of another resource at once. */
static void test_ends_are_put_off(void **state)
{
    (void)state;
    begin_with_pool(true);
    say_resource(5, 0x10, 4096);
    assert_int_equal(munmap(map_next(4096), 4096), 0);
    wire_say(GV_VTEST_RESOURCE_UNREF, 1, (uint32_t[]){5});
    wire_expect_silence();
    wire_say(GV_VTEST_RESOURCE_UNREF, 1, (uint32_t[]){1});
    wire_expect_said(GV_VTEST_RESOURCE_PLACE, 12, 5);
    wire_expect_said(GV_VTEST_RESOURCE_UNREF, 1, 5);
    wire_expect_said(GV_VTEST_RESOURCE_UNREF, 1, 1);
    wire_expect_silence();
}

static void test_in_a_swap_too(void **state)
{
    (void)state;
    begin_with_pool(true);
    gv_wire_begin_swap(&wire_by_egl);
    wire_say_fence(WIRE_FENCE);
    wire_expect_silence(); /* the message is delayed */
    assert_true(gv_pool_has(wire_fake.pool, map_next(8)));
    wire_say_wait(WIRE_FENCE);
    wire_expect_idle();
    wire_say_fence(WIRE_FENCE + 1);
    expect_placed(WIRE_FENCE + 1, 8);
    assert_true(gv_pool_has(wire_fake.pool, map_next(8)));
    say_resource(5, 0x10, 100);
    expect_placed(5, 100);
}

static void test_numbers_that_the_server_would_choose(void **state)
{
    uint32_t header[2], number;

    (void)state;
    begin_with_pool(true);
    for (uint32_t i = 0; i < 2; i++) {
        say_resource(0, 0x10, 4096);
        expect_placed(GV_VTEST_FIRST_PLACED + i, 4096);
        assert_int_equal(read(wire_fake.fd, header, sizeof(header)), sizeof(header));
        assert_int_equal(header[0], 1);
        assert_int_equal(header[1], GV_VTEST_RESOURCE_CREATE2);
        assert_int_equal(read(wire_fake.fd, &number, sizeof(number)), sizeof(number));
        assert_int_equal(number, GV_VTEST_FIRST_PLACED + i);
        assert_true(gv_pool_has(wire_fake.pool, map_next(4096)));
    }
    wire_catch_up();
    wire_say_wait(number);
    wire_expect_idle();
    gv_wire_begin_swap(&wire_by_egl);
    wire_say_fence(0);
    assert_int_equal(read(wire_fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(read(wire_fake.fd, &number, sizeof(number)), sizeof(number));
    assert_int_equal(number, GV_VTEST_FIRST_PLACED + 2);
    wire_say_wait(number);
    wire_expect_idle();
    wire_expect_silence();
}

/* Creates a resource that is too large for the pool, one without memory, and one while the pool is
 * full. Checks that the server creates them. */
static void test_other_resources_are_the_servers(void **state)
{
    (void)state;
    begin_with_pool(true);
    say_resource(5, 0x10, 1 << 20);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    say_resource(6, 0x10, 0);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 6);
    while (gv_pool_take(wire_fake.pool, 256 << 10, 0))
        ;
    say_resource(7, 0x10, 16);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 7);
    assert_int_equal(wire_take_fd(), -1);
}

static void test_who_maps_unseen_gets_no_pieces(void **state)
{
    (void)state;
    begin_with_pool(false);
    say_resource(5, 0x10, 4096);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    wire_send_fd(new_memory(4096));
    int fd = wire_take_fd();
    void *memory = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    assert_int_equal(munmap(memory, 4096), 0);
    assert_int_equal(gv_next_close(fd), 0); /* also without the library seeing it */
    say_resource(6, 0x10, 4096);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 6);
}

/* Creates several resources; checks that Mesa gets the same descriptor for all blocks. */
static void test_the_descriptor_stays(void **state)
{
    (void)state;
    begin_with_pool(true);
    for (uint32_t handle = 5; handle < 8; handle++) {
        say_resource(handle, 0x10, 4096);
        int fd = wire_take_fd();
        assert_int_equal(fd, wire_fake.pool->fd);
        assert_true(gv_pool_has(wire_fake.pool, mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0)));
        assert_int_equal(close(fd), 0);
        assert_true(fcntl(fd, F_GETFD) >= 0);
    }
    say_resource(8, 0x10, 4096);
    assert_int_equal(close(wire_take_fd()), 0); /* without mapping it */
    int fd = wire_fake.pool->fd;
    assert_int_equal(close(fd), 0); /* the program itself closes the descriptor */
    assert_int_equal(fcntl(fd, F_GETFD), -1);
    wire_fake.pool->fd = dup(wire_fake.fd);
}

static void test_closing_is_noted(void **state)
{
    int other = dup(wire_fake.far);

    (void)state;
    close(other);
    assert_int_equal(wire_fake.num_closings, 0);
    other = dup(wire_fake.far);
    assert_int_equal(dup2(other, wire_fake.fd), wire_fake.fd);
    assert_int_equal(wire_fake.num_closings, 2); /* before and after the call */
    assert_int_equal(dup3(other, wire_fake.fd, O_CLOEXEC), wire_fake.fd);
    assert_int_equal(wire_fake.num_closings, 4);
    close(other);
    assert_int_equal(close_range((unsigned)wire_fake.fd, (unsigned)wire_fake.fd, 0), 0);
    assert_int_equal(wire_fake.num_closings, 6);
    assert_int_equal(fcntl(wire_fake.fd, F_GETFD), -1);
    assert_int_equal(close(wire_fake.fd), -1);
    assert_int_equal(errno, EBADF);
    assert_int_equal(wire_fake.num_closings, 8);
    wire_fake.fd = dup(wire_fake.far);
}

/* Maps other files; checks that the library does not treat these mappings as blocks, even if a file
 * reuses the number of a block's descriptor. */
static void test_other_maps_pass(void **state)
{
    (void)state;
    begin_with_pool(true);
    say_resource(5, 0x10, 4096);
    expect_placed(5, 4096);
    int fd = wire_take_fd(), file = new_memory(8192);
    uint8_t *other = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    uint8_t *half = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 4096);
    uint8_t *none = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(other != MAP_FAILED && half != MAP_FAILED && none != MAP_FAILED);
    other[4096] = 7;
    assert_int_equal(half[0], 7);
    assert_int_equal(munmap(other, 8192) | munmap(half, 4096) | munmap(none, 4096), 0);
    assert_int_equal(munmap((void *)1, 1), -1);
    assert_true(gv_pool_has(wire_fake.pool, mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0)));
    assert_int_equal(dup2(file, fd), fd);
    other = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    assert_true(other != MAP_FAILED && !gv_pool_has(wire_fake.pool, other));
    assert_int_equal(munmap(other, 4096), 0);
    close(fd);
    close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(test_a_new_resource_is_no_question),
        WIRE_TEST(test_ends_are_put_off),
        WIRE_TEST(test_in_a_swap_too),
        WIRE_TEST(test_numbers_that_the_server_would_choose),
        WIRE_TEST(test_other_resources_are_the_servers),
        WIRE_TEST(test_who_maps_unseen_gets_no_pieces),
        WIRE_TEST(test_the_descriptor_stays),
        WIRE_TEST(test_closing_is_noted),
        WIRE_TEST(test_other_maps_pass),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
