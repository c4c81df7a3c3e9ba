/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How the client library handles Mesa's messages: swaps, messages in pieces, and the ring. */
#include "sealed_memory.h"
#include "wire_kit.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preload/next.h"
#include "preload/swap.h"
#include "preload/wire.h"
#include "virgl/wire.h"
#include "vtest/protocol.h"

static const struct gv_show_how by_glx;

/* ---- Swaps ----------------------------------------------------------------------------------- */

/* Lets the library present a frame in each of two swaps, one by EGL and one by GLX; checks that
 * each frame is presented with the API and the interval of its swap. */
static void test_how_it_is_swapped(void **state)
{
    (void)state;
    wire_say_get();
    assert_true(wire_fake.how.by_egl);
    assert_int_equal(wire_fake.how.interval, 3);
    gv_wire_end_swap();
    gv_wire_begin_swap(&by_glx);
    wire_say_get();
    assert_int_equal(wire_fake.num_taken, 2);
    assert_false(wire_fake.how.by_egl);
    assert_int_equal(wire_fake.how.interval, 0);
}

static void test_a_swap_says_nothing_itself(void **state)
{
    const struct gv_show_place place = {.window = 1};

    (void)state;
    wire_say_fence(WIRE_FENCE);
    wire_say_wait(WIRE_FENCE);
    wire_expect_idle();
    wire_say_get();
    wire_say_wait(WIRE_HANDLE);
    wire_expect_idle();
    wire_expect_silence();
    assert_true(gv_swap_put(&place));
    assert_true(gv_swap_has_put());
    gv_wire_end_swap();
    assert_int_equal(wire_fake.num_taken, 1);
    assert_int_equal(wire_fake.num_paced, 1);
    assert_int_equal(wire_fake.num_drained, 0);
    assert_false(gv_swap_has_put());
}

static void test_an_unknown_window_is_learned(void **state)
{
    const struct gv_show_place place = {.window = 1};

    (void)state;
    wire_fake.takes = false;
    wire_say_get();
    wire_say_wait(WIRE_HANDLE);
    wire_expect_said(GV_VTEST_TRANSFER_GET2, 10, WIRE_HANDLE);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, WIRE_HANDLE);
    wire_expect_no_answer();
    assert_false(gv_swap_put(&place));
    assert_int_equal(wire_fake.num_learned, 1);
    assert_int_equal(wire_fake.num_drained, 1);
    assert_false(gv_swap_put(&place));
    assert_int_equal(wire_fake.num_learned, 1);
}

static void test_a_put_after_something_else_teaches_nothing(void **state)
{
    const struct gv_show_place place = {.window = 1};

    (void)state;
    wire_fake.takes = false;
    wire_say_get();
    wire_say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    assert_false(gv_swap_put(&place));
    assert_int_equal(wire_fake.num_learned, 0);
}

static void test_only_the_first_read_back(void **state)
{
    (void)state;
    wire_say_get();
    wire_say_get();
    wire_say_wait(WIRE_HANDLE); /* the answer to the first wait */
    wire_expect_idle();
    wire_say_wait(WIRE_HANDLE);
    wire_expect_said(GV_VTEST_TRANSFER_GET2, 10, WIRE_HANDLE);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, WIRE_HANDLE);
    wire_expect_no_answer();
}

static void test_a_fence_comes_with_memory(void **state)
{
    struct stat st;

    (void)state;
    wire_say_fence(WIRE_FENCE);
    wire_expect_silence();
    int fd = wire_take_fd();
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_size, 8);
    assert_int_equal(close(fd), 0);
    assert_int_equal(wire_take_fd(), -1); /* the descriptor arrives only once */
}

/* Creates a fence with protocol version 3, from which on the server chooses handles; checks that
 * the server creates the fence, and that the library reads its handle. */
static void test_a_fence_that_the_server_numbers(void **state)
{
    const uint32_t answer[] = {1, GV_VTEST_RESOURCE_CREATE2, 1234};
    uint32_t header[2], number;

    (void)state;
    wire_say_fence(0);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 0);
    assert_int_equal(send(wire_fake.far, answer, sizeof(answer), 0), sizeof(answer));
    assert_int_equal(read(wire_fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(read(wire_fake.fd, &number, sizeof(number)), sizeof(number));
    assert_int_equal(number, 1234);
    wire_say_wait(1234);
    wire_expect_idle();
    wire_expect_silence();
}

static void test_other_questions_are_the_servers(void **state)
{
    const uint32_t buffer[] = {5, 0, 64, 0x10, 4096, 1, 1, 1, 0, 0, 4096};

    (void)state;
    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, buffer);
    wire_say_wait(5);
    wire_say(GV_VTEST_RESOURCE_UNREF, 1, (uint32_t[]){5});
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
    wire_expect_said(GV_VTEST_RESOURCE_UNREF, 1, 5);
    wire_expect_no_answer();
}

/* Reads the dword of an answer that the server may not have sent yet. */
static uint32_t read_word(void)
{
    uint32_t answer[3];
    size_t got_B = 0;

    while (got_B < sizeof(answer)) {
        ssize_t n = read(wire_fake.fd, (uint8_t *)answer + got_B, sizeof(answer) - got_B);
        assert_true(n > 0 || errno == EAGAIN);
        got_B += n > 0 ? (size_t)n : 0;
    }
    return answer[2];
}

static void send_word(uint32_t word)
{
    const uint32_t answer[] = {1, GV_VTEST_RESOURCE_BUSY_WAIT, word};

    assert_int_equal(send(wire_fake.far, answer, sizeof(answer), 0), sizeof(answer));
}

static void *ask_for_6(void *priv)
{
    uint32_t *word = priv;

    wire_say_wait(6);
    *word = read_word();
    return NULL;
}

static void test_a_thread_reads_its_own_answer(void **state)
{
    pthread_t other;
    uint32_t word = 0;

    (void)state;
    wire_say_wait(5);
    assert_int_equal(pthread_create(&other, NULL, ask_for_6, &word), 0);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
    send_word(15);
    usleep(20000); /* time in which the other thread could read the answer */
    assert_int_equal(read_word(), 15);
    while (recv(wire_fake.far, &word, sizeof(word), MSG_PEEK | MSG_DONTWAIT) < 0)
        usleep(1000);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 6);
    send_word(16);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(word, 16);
}

static void *submit(void *priv)
{
    wire_say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    *(atomic_bool *)priv = true;
    return NULL;
}

/* While a thread waits for an answer, another thread sends commands; checks that the second thread
 * does not wait for this answer. */
static void test_a_thread_that_only_sends_does_not_wait(void **state)
{
    pthread_t other;
    atomic_bool is_sent = false;

    (void)state;
    wire_say_wait(5);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, 5);
    assert_int_equal(pthread_create(&other, NULL, submit, &is_sent), 0);
    for (unsigned i = 0; i < 5000 && !is_sent; i++)
        usleep(1000);
    const bool was_free = is_sent;
    send_word(15);
    assert_int_equal(read_word(), 15);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_true(was_free);
    wire_expect_said(GV_VTEST_SUBMIT_CMD, 1, 1);
}

/* Reads an answer in pieces; checks that a read of any size gets the bytes that have arrived, and
 * the next read the remaining bytes. */
static void test_an_answer_in_pieces(void **state)
{
    uint8_t bytes[32];
    const uint32_t idle[] = {1, GV_VTEST_RESOURCE_BUSY_WAIT, 0};

    (void)state;
    wire_say_fence(WIRE_FENCE);
    wire_say_wait(WIRE_FENCE);
    for (unsigned i = 0; i < sizeof(idle); i++)
        assert_int_equal(read(wire_fake.fd, bytes + i, 1), 1);
    assert_memory_equal(bytes, idle, sizeof(idle));
    wire_say_wait(WIRE_FENCE);
    assert_int_equal(read(wire_fake.fd, bytes, 5), 5);
    assert_int_equal(read(wire_fake.fd, bytes + 5, 20), 7);
    assert_memory_equal(bytes, idle, sizeof(idle));
}

/* Sends a question that differs from Mesa's; checks that it goes to the server, and that later
 * messages are handled as before. */
static void test_a_question_in_pieces_passes(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT}, payload[] = {WIRE_FENCE, 1};
    uint32_t got[4];

    (void)state;
    wire_say_fence(WIRE_FENCE);
    assert_int_equal(write(wire_fake.fd, header, 8), 8);
    assert_int_equal(write(wire_fake.fd, payload, 3), 3);
    assert_int_equal(write(wire_fake.fd, (const char *)payload + 3, 5), 5);
    assert_int_equal(recv(wire_fake.far, got, sizeof(got), 0), sizeof(got));
    assert_memory_equal(got, header, 8);
    assert_memory_equal(got + 2, payload, 8);
    wire_expect_no_answer();
    wire_say_wait(WIRE_FENCE);
    wire_expect_idle();
}

/* Writes header and payload; checks that they are sent together, so that the server is woken once.
 */
static void test_a_message_goes_out_at_once(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_SUBMIT_CMD}, payload[] = {1, 2};

    (void)state;
    assert_int_equal(write(wire_fake.fd, header, 8), 8);
    wire_expect_silence();
    assert_int_equal(write(wire_fake.fd, payload, 8), 8);
    assert_int_equal(wire_fake.num_writes, 1);
    wire_expect_said(GV_VTEST_SUBMIT_CMD, 2, 1);
}

/* Outside of a swap, a thread holds one use of the connection from a message's header to the end of
 * its payload. */
static void test_a_message_holds_the_connection(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_SUBMIT_CMD}, payload[] = {1, 2};

    (void)state;
    gv_wire_end_swap();
    assert_int_equal(wire_num_uses(), 0);
    assert_int_equal(write(wire_fake.fd, header, sizeof(header)), sizeof(header));
    assert_int_equal(wire_num_uses(), 1);
    assert_int_equal(write(wire_fake.fd, payload, sizeof(payload)), sizeof(payload));
    assert_int_equal(wire_num_uses(), 0);
    wire_expect_said(GV_VTEST_SUBMIT_CMD, 2, 1);
}

static void test_a_message_in_one_piece_passes(void **state)
{
    const uint32_t message[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT, WIRE_FENCE, 1};

    (void)state;
    assert_int_equal(write(wire_fake.fd, message, sizeof(message)), sizeof(message));
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, WIRE_FENCE);
    wire_say_get();
    wire_expect_said(GV_VTEST_TRANSFER_GET2, 10, WIRE_HANDLE);
    assert_int_equal(wire_fake.num_taken, 0);
}

/* Writes a payload in pieces; checks that the library finds the end of the payload. */
static void test_a_payload_in_pieces(void **state)
{
    const uint32_t header[] = {4, GV_VTEST_SUBMIT_CMD};
    const uint8_t payload[16] = {1};

    (void)state;
    assert_int_equal(write(wire_fake.fd, header, 8), 8);
    assert_int_equal(write(wire_fake.fd, payload, 8), 8);
    assert_int_equal(write(wire_fake.fd, payload + 8, 8), 8);
    wire_expect_said(GV_VTEST_SUBMIT_CMD, 4, 1);
    wire_say_get();
    assert_int_equal(wire_fake.num_taken, 1);
}

static void test_a_header_alone_goes_out_at_the_end(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT};
    uint32_t got[2];

    (void)state;
    assert_int_equal(write(wire_fake.fd, header, 8), 8);
    wire_expect_silence();
    gv_wire_end_swap();
    assert_int_equal(recv(wire_fake.far, got, sizeof(got), 0), sizeof(got));
    assert_memory_equal(got, header, sizeof(got));
}

static void test_outside_of_a_swap_everything_passes(void **state)
{
    const struct gv_show_place place = {.window = 1};

    (void)state;
    gv_wire_end_swap();
    wire_say_fence(WIRE_FENCE);
    wire_say_wait(WIRE_FENCE);
    wire_say_get();
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, WIRE_FENCE);
    wire_expect_said(GV_VTEST_RESOURCE_BUSY_WAIT, 2, WIRE_FENCE);
    wire_expect_said(GV_VTEST_TRANSFER_GET2, 10, WIRE_HANDLE);
    wire_expect_no_answer();
    assert_false(gv_swap_put(&place));
    assert_int_equal(wire_fake.num_drained, 1);
    assert_int_equal(wire_fake.num_taken + wire_fake.num_learned, 0);
}

/* Reads pixels as Mesa does; checks that this counts as a read of the window only while a part of
 * the window is presented. */
static void test_a_part_is_known_while_it_is_presented(void **state)
{
    const uint32_t get[] = {WIRE_HANDLE, 0, 8, 16, 0, 24, 32, 1, 0, 0};
    struct gv_swap_box box;

    (void)state;
    gv_wire_end_swap();
    wire_say(GV_VTEST_TRANSFER_GET2, 10, get);
    wire_say_wait(WIRE_HANDLE);
    assert_false(gv_swap_read(&box));
    gv_swap_begin_part();
    assert_false(gv_swap_read(&box));
    wire_say(GV_VTEST_TRANSFER_GET2, 10, get);
    wire_say_wait(WIRE_HANDLE);
    assert_true(gv_swap_read(&box));
    assert_true(box.x == 8 && box.y == 16 && box.width == 24 && box.height == 32);
    wire_say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    assert_false(gv_swap_read(&box));
    wire_say(GV_VTEST_TRANSFER_GET2, 10, get);
    gv_swap_end_part();
    assert_false(gv_swap_read(&box));
    gv_wire_begin_swap(&wire_by_egl);
    wire_fake.takes = false;
    wire_say_get();
    assert_true(gv_swap_read(&box));
    assert_true(box.x == 0 && box.y == 0 && box.width == 64 && box.height == 64);
}

static void say_resource(uint32_t width, uint32_t height, uint32_t samples, uint32_t size_B)
{
    const uint32_t payload[] = {WIRE_HANDLE, 2, 1, 2, width, height, 1, 1, 0, samples, size_B};

    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, WIRE_HANDLE);
}

/* Creates resources between submissions; checks that gv_wire_has_much_unsent() becomes true when
 * the memory of these resources reaches 128 MiB, and false at the next submission. Even if the
 * program has deleted the resources, Mesa releases them only when it submits commands. */
static void test_resources_since_the_last_commands_are_counted(void **state)
{
    (void)state;
    gv_wire_end_swap();
    wire_say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    wire_expect_said(GV_VTEST_SUBMIT_CMD, 1, 1);
    for (unsigned i = 0; i < 31; i++)
        say_resource(1024, 1024, 0, 4 << 20);
    assert_false(gv_wire_has_much_unsent());
    say_resource(1024, 1024, 0, 4 << 20);
    assert_true(gv_wire_has_much_unsent());
    wire_say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
    wire_expect_said(GV_VTEST_SUBMIT_CMD, 1, 1);
    assert_false(gv_wire_has_much_unsent());
    /* Resources whose size is not in the message. */
    say_resource(4096, 4096, 4, 0);
    assert_true(gv_wire_has_much_unsent());
    wire_say(GV_VTEST_SUBMIT_CMD, 1, (uint32_t[]){1});
}

/* ---- The ring -------------------------------------------------------------------------------- */

static void give_ring(int memory_fd)
{
    const uint32_t answer[] = {1, GV_VTEST_RING_OPEN,
                               memory_fd < 0 ? 0 : GV_VTEST_INTERNAL_VERSION};

    wire_fake.outbox.ring.opened = false;
    assert_int_equal(send(wire_fake.far, answer, sizeof(answer), 0), sizeof(answer));
    if (memory_fd >= 0)
        wire_send_fd(memory_fd);
}

/* Creates resources and sends messages; checks that the library requests the ring before the first
 * resource, that later messages go through the ring in Mesa's order, and that answers come by the
 * socket. */
static void test_messages_go_through_the_ring(void **state)
{
    static const uint32_t create[] = {5, 0, 64, 0x10, 4096, 1, 1, 1, 0, 0, 4096};
    static const uint32_t caps[] = {0, GV_VTEST_GET_CAPS2, 0, GV_VTEST_GET_CAPS};
    static const uint32_t ping[] = {0, GV_VTEST_PING_PROTOCOL_VERSION};
    uint32_t expected[13 + 5 + 4], got[2];
    int fd = sealed_memory(GV_VTEST_RING_MEMORY_B);

    (void)state;
    gv_wire_end_swap();
    give_ring(fd);
    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, create);
    wire_expect_said(GV_VTEST_RING_OPEN, 1, GV_VTEST_INTERNAL_VERSION);
    struct gv_vtest_ring_page *page = wire_fake.outbox.ring.page;
    assert_non_null(page);
    wire_say(GV_VTEST_SUBMIT_CMD, 3, (uint32_t[]){1, 2, 3});
    assert_int_equal(write(wire_fake.fd, caps, sizeof(caps)), sizeof(caps));
    wire_expect_silence();
    memcpy(expected, (uint32_t[]){11, GV_VTEST_RESOURCE_CREATE2}, 8);
    memcpy(expected + 2, create, sizeof(create));
    memcpy(expected + 13, (uint32_t[]){3, GV_VTEST_SUBMIT_CMD, 1, 2, 3}, 20);
    memcpy(expected + 18, caps, sizeof(caps));
    assert_int_equal(page->written_B, sizeof(expected));
    assert_memory_equal((char *)page + GV_VTEST_RING_DATA_B, expected, sizeof(expected));
    assert_int_equal(wire_fake.asks.written_B, 12 + sizeof(expected)); /* includes RING_OPEN */
    assert_int_equal(send(wire_fake.far, ping, sizeof(ping), 0), sizeof(ping));
    assert_int_equal(read(wire_fake.fd, got, sizeof(got)), sizeof(got));
    assert_int_equal(got[1], GV_VTEST_PING_PROTOCOL_VERSION);
    gv_next_munmap(page, GV_VTEST_RING_MEMORY_B);
}

static void test_a_server_without_a_ring(void **state)
{
    static const uint32_t create[] = {5, 0, 64, 0x10, 4096, 1, 1, 1, 0, 0, 4096};

    (void)state;
    gv_wire_end_swap();
    give_ring(-1);
    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, create);
    wire_expect_said(GV_VTEST_RING_OPEN, 1, GV_VTEST_INTERNAL_VERSION);
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    wire_say(GV_VTEST_RESOURCE_CREATE2, 11,
             create); /* the library does not request the ring again */
    wire_expect_said(GV_VTEST_RESOURCE_CREATE2, 11, 5);
    wire_expect_silence();
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* Sends Mesa's first messages, up to its first resource; checks that the library finds the
 * boundaries of all these messages. */
static void test_the_beginning_is_understood(void **state)
{
    const uint32_t name[] = {5, GV_VTEST_CREATE_RENDERER}, caps[] = {0, 9, 0, 1};
    const uint32_t ping[] = {0, GV_VTEST_PING_PROTOCOL_VERSION};
    char said[128];

    (void)state;
    gv_wire_end_swap();
    assert_int_equal(write(wire_fake.fd, name, 8), 8);
    assert_int_equal(write(wire_fake.fd, "name", 5), 5);
    assert_int_equal(write(wire_fake.fd, ping, 8), 8);
    wire_say_wait(0);
    wire_say(GV_VTEST_PROTOCOL_VERSION_CMD, 1, (uint32_t[]){2});
    assert_int_equal(write(wire_fake.fd, caps, 16), 16);
    assert_int_equal(recv(wire_fake.far, said, sizeof(said), 0), 8 + 5 + 8 + 16 + 12 + 16);
    wire_say_buffer(5, 0x10);
    wire_catch_up();
    wire_say_wait(5);
    wire_expect_idle();
}

/* Sends a payload that has the bytes of a question; checks that it is not handled as a question. */
static void test_a_payload_is_no_header(void **state)
{
    const uint32_t header[] = {2, GV_VTEST_SUBMIT_CMD},
                   payload[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT};

    (void)state;
    gv_wire_end_swap();
    assert_int_equal(write(wire_fake.fd, header, 8), 8);
    assert_int_equal(write(wire_fake.fd, payload, 8), 8);
    wire_expect_said(GV_VTEST_SUBMIT_CMD, 2, 2);
}

/* Creates sub-contexts in a screen that has joined another screen's connection; checks that they
 * have separate ids. */
static void test_sub_contexts_have_ids_of_their_own(void **state)
{
    const uint32_t set = gv_virgl_header(GV_VIRGL_SET_SUB_CTX, 0, 1);
    const uint32_t said[] = {gv_virgl_header(GV_VIRGL_CREATE_SUB_CTX, 0, 1),
                             1,
                             set,
                             1,
                             gv_virgl_header(GV_VIRGL_SET_STENCIL_REF, 0, 2),
                             set,
                             1,
                             gv_virgl_header(GV_VIRGL_DESTROY_SUB_CTX, 0, 1),
                             1};
    const uint32_t num_dw = sizeof(said) / 4, expected[] = {num_dw,  GV_VTEST_SUBMIT_CMD,
                                                            said[0], 0x10001,
                                                            set,     0x10001,
                                                            said[4], set,
                                                            1,       said[7],
                                                            0x10001};
    uint32_t got[32];

    (void)state;
    gv_wire_end_swap();
    wire_fake.first_sub_ctx = 0x10000;
    wire_say(GV_VTEST_SUBMIT_CMD, num_dw, said);
    assert_int_equal(recv(wire_fake.far, got, sizeof(got), 0), sizeof(expected));
    assert_memory_equal(got, expected, sizeof(expected));
    wire_fake.first_sub_ctx = 0;
    wire_say(GV_VTEST_SUBMIT_CMD, num_dw, said);
    assert_int_equal(recv(wire_fake.far, got, sizeof(got), 0), sizeof(expected));
    assert_memory_equal(got + 2, said, sizeof(said));
}

static void test_other_descriptors_pass(void **state)
{
    int ends[2];
    const uint32_t header[] = {2, GV_VTEST_RESOURCE_BUSY_WAIT};
    uint32_t got[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    wire_say_fence(WIRE_FENCE);
    assert_int_equal(write(ends[1], header, 8), 8);
    assert_int_equal(read(ends[0], got, 8), 8);
    assert_memory_equal(got, header, 8);
    close(ends[0]);
    close(ends[1]);
}

/* Creates resources; checks that gv_wire_made_target() gives the size of a display target only if
 * the last message created it. */
static void test_a_target_that_was_made_last(void **state)
{
    uint32_t payload[] = {11, 2, 1, GV_VTEST_BIND_DISPLAY_TARGET, 64, 48, 1, 1, 0, 0, 0};
    uint32_t width = 1, height = 1;

    (void)state;
    assert_false(gv_wire_made_target(&width, &height));
    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
    assert_true(gv_wire_made_target(&width, &height));
    assert_int_equal(width, 64);
    assert_int_equal(height, 48);
    wire_say(GV_VTEST_RESOURCE_UNREF, 1, payload);
    assert_false(gv_wire_made_target(&width, &height));
    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
    payload[3] = 2;
    wire_say(GV_VTEST_RESOURCE_CREATE2, 11, payload);
    assert_false(gv_wire_made_target(&width, &height));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WIRE_TEST(test_how_it_is_swapped),
        WIRE_TEST(test_a_swap_says_nothing_itself),
        WIRE_TEST(test_an_unknown_window_is_learned),
        WIRE_TEST(test_a_put_after_something_else_teaches_nothing),
        WIRE_TEST(test_only_the_first_read_back),
        WIRE_TEST(test_a_target_that_was_made_last),
        WIRE_TEST(test_a_fence_comes_with_memory),
        WIRE_TEST(test_a_fence_that_the_server_numbers),
        WIRE_TEST(test_other_questions_are_the_servers),
        WIRE_TEST(test_a_thread_reads_its_own_answer),
        WIRE_TEST(test_a_thread_that_only_sends_does_not_wait),
        WIRE_TEST(test_an_answer_in_pieces),
        WIRE_TEST(test_a_question_in_pieces_passes),
        WIRE_TEST(test_a_message_goes_out_at_once),
        WIRE_TEST(test_a_message_holds_the_connection),
        WIRE_TEST(test_a_message_in_one_piece_passes),
        WIRE_TEST(test_a_payload_in_pieces),
        WIRE_TEST(test_a_header_alone_goes_out_at_the_end),
        WIRE_TEST(test_outside_of_a_swap_everything_passes),
        WIRE_TEST(test_sub_contexts_have_ids_of_their_own),
        WIRE_TEST(test_other_descriptors_pass),
        WIRE_TEST(test_a_part_is_known_while_it_is_presented),
        WIRE_TEST(test_resources_since_the_last_commands_are_counted),
        WIRE_TEST(test_messages_go_through_the_ring),
        WIRE_TEST(test_a_server_without_a_ring),
        WIRE_TEST(test_the_beginning_is_understood),
        WIRE_TEST(test_a_payload_is_no_header),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
