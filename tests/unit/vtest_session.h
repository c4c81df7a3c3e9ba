/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shared by tests of vtest connections: a client's bytes in memory, the fake renderer, the log. */
#ifndef VTEST_SESSION_TEST_H
#define VTEST_SESSION_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_virgl.h"
#include "memory_transport.h"
#include "vtest/vtest.h"

enum {
    SESSION_MAX_FRAMES = 8
};

static struct {
    struct memory_transport memory;
    uint64_t shm_limit_B;
    const struct gv_vtest_tap *tap; /* recorder of the messages; may be NULL */
    struct gv_vtest_notes notes;

    char name[5000];    /* the client's name, from the hook */
    unsigned num_lines; /* warnings and errors in the log */
    char line[1100];    /* the last of these lines */
    unsigned num_presented, num_retired;
    /* The frame that was last presented or retired. Its member `data` is no longer valid. */
    struct gv_vtest_frame frame;
    uint8_t first_byte; /* first byte of that frame's data */
} session;

static void session_log(void *priv, enum galvan_log_level level, const char *component,
                        const char *message)
{
    (void)priv;
    (void)level;
    (void)component;
    session.num_lines++;
    snprintf(session.line, sizeof(session.line), "%s", message);
}

static void session_named(void *priv, const char *name)
{
    (void)priv;
    snprintf(session.name, sizeof(session.name), "%s", name);
}

static void session_presented(void *priv, const struct gv_vtest_frame *frame)
{
    (void)priv;
    session.num_presented++;
    session.frame = *frame;
    session.first_byte = *(const uint8_t *)frame->data;
}

static void session_retired(void *priv, const struct gv_vtest_frame *frame)
{
    (void)priv;
    session.num_retired++;
    session.frame = *frame;
    session.first_byte = *(const uint8_t *)frame->data;
}

/* Resets everything for a new connection. */
static inline void start(void)
{
    memory_finish(&session.memory);
    memory_init(&session.memory);
    memset(&fake, 0, sizeof(fake));
    session.name[0] = session.line[0] = '\0';
    session.num_lines = session.num_presented = session.num_retired = 0;
    session.shm_limit_B = 0;
    session.tap = NULL;
    memset(&session.notes, 0, sizeof(session.notes));
}

static inline int session_set_up(void **state)
{
    (void)state;
    start();
    return 0;
}

static inline int session_tear_down(void **state)
{
    (void)state;
    memory_finish(&session.memory);
    return fake.num_renderers != 0; /* fails if a renderer still exists */
}

#define SESSION_TEST(test) cmocka_unit_test_setup_teardown(test, session_set_up, session_tear_down)

static inline enum galvan_result serve(void)
{
    const struct galvan_log log = {.fn = session_log, .level = GALVAN_LOG_WARN};
    const struct gv_vtest_hooks hooks = {.named = session_named,
                                         .presented = session_presented,
                                         .retired = session_retired,
                                         .tap = session.tap};
    const struct gv_vtest_params params = {
        .transport = &session.memory.base,
        .log = &log,
        .client = "client 1",
        .shm_limit_B = session.shm_limit_B,
        .hooks = &hooks,
        .notes = &session.notes,
    };

    return gv_vtest_serve(&params);
}

static inline void put_dwords(uint32_t command, uint32_t num_dw, const uint32_t *payload)
{
    memory_put_message(&session.memory, command, payload, num_dw);
}

static inline void put_create_renderer(const char *name)
{
    const uint32_t header[] = {(uint32_t)strlen(name) + 1, 8};

    memory_put(&session.memory, header, sizeof(header));
    memory_put(&session.memory, name, strlen(name) + 1);
}

/* Appends two messages: CREATE_RENDERER, and one that selects version 2. The server answers the
 * second message with 12 bytes. */
static inline void put_opening(void)
{
    put_create_renderer("x");
    put_dwords(11, 1, (uint32_t[]){2});
}

/* Checks that the log has exactly one line, and that the line contains this text. */
static inline void assert_line(const char *text)
{
    if (session.num_lines != 1 || !strstr(session.line, text))
        print_error("%u lines, the last: %s\n", session.num_lines, session.line);
    assert_int_equal(session.num_lines, 1);
    assert_non_null(strstr(session.line, text));
}

#endif
