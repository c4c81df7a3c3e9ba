/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Changes of watched pixmaps, with a fake X server, which sends one event when a pixmap's damage
 * stops being empty. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#include "preload/damage.h"
#include "preload/next.h"
#include "preload/x11.h"

enum {
    FIRST_EVENT = 90,
    SUBTRACT = 3, /* opcode of the extension DAMAGE */
    FIRST_ID = 100,
    MAX_EVENTS = 8,
    NUM_PIXMAPS = 2,
};

/* ---- The server ------------------------------------------------------------------------------ */

static struct {
    unsigned sequence; /* sequence number of the library's last request */
    uint32_t num_ids;
    bool is_damaged[NUM_PIXMAPS];
    bool changes_before_answer; /* the first pixmap changes between the subtraction of its damage
                                   and the answer */
    xcb_generic_event_t *events[MAX_EVENTS];
    unsigned num_events;
} server;

/* Changes a pixmap as another program's draw does. */
static void change(uint32_t id)
{
    if (server.is_damaged[id - FIRST_ID])
        return;
    server.is_damaged[id - FIRST_ID] = true;
    xcb_generic_event_t *event = calloc(1, sizeof(*event));
    assert_non_null(event);
    event->response_type = FIRST_EVENT;
    event->full_sequence = server.sequence;
    memcpy((char *)event + 8, &id, sizeof(id));
    assert_true(server.num_events < MAX_EVENTS);
    server.events[server.num_events++] = event;
}

static unsigned send_request(xcb_connection_t *c, int flags, struct iovec *parts,
                             const xcb_protocol_request_t *protocol)
{
    (void)c;
    (void)flags;
    server.sequence++;
    if (protocol->opcode == SUBTRACT) {
        uint32_t id;
        memcpy(&id, (const char *)parts[0].iov_base + 4, sizeof(id));
        server.is_damaged[id - FIRST_ID] = false;
        if (server.changes_before_answer)
            change(FIRST_ID);
        server.changes_before_answer = false;
    }
    return server.sequence;
}

static xcb_generic_error_t *request_check(xcb_connection_t *c, xcb_void_cookie_t cookie)
{
    (void)c;
    (void)cookie;
    server.sequence++; /* XCB sends a request that has an answer */
    return NULL;
}

static void *wait_for_reply(xcb_connection_t *c, unsigned request, xcb_generic_error_t **error)
{
    (void)c;
    (void)request;
    *error = NULL;
    return malloc(1);
}

static xcb_generic_event_t *poll_for_event(xcb_connection_t *c)
{
    (void)c;
    if (!server.num_events)
        return NULL;
    xcb_generic_event_t *first = server.events[0];
    memmove(server.events, server.events + 1, --server.num_events * sizeof(server.events[0]));
    return first;
}

static xcb_connection_t *connect_to(const char *name, int *screen)
{
    (void)name;
    (void)screen;
    return (xcb_connection_t *)&server;
}

static const xcb_query_extension_reply_t *extension_data(xcb_connection_t *c, xcb_extension_t *ext)
{
    static const xcb_query_extension_reply_t found = {.present = 1, .first_event = FIRST_EVENT};
    (void)c;
    (void)ext;
    return &found;
}

static uint32_t generate_id(xcb_connection_t *c)
{
    (void)c;
    return FIRST_ID + server.num_ids++;
}

static int always_0(xcb_connection_t *c)
{
    (void)c;
    return 0;
}

bool gv_x11_is_same_server(int fd, int other_fd)
{
    (void)fd;
    (void)other_fd;
    return true;
}

void *gv_next_once(void **slot, const char *library, const char *name)
{
#define F(function, replacement)                                                                   \
    {                                                                                              \
#function, (void (*)(void))replacement                                                     \
    }
    static const struct {
        const char *name;
        void (*function)(void);
    } functions[] = {
        F(xcb_connect, connect_to),
        F(xcb_disconnect, always_0),
        F(xcb_connection_has_error, always_0),
        F(xcb_get_file_descriptor, always_0),
        F(xcb_get_extension_data, extension_data),
        F(xcb_generate_id, generate_id),
        F(xcb_send_request, send_request),
        F(xcb_wait_for_reply, wait_for_reply),
        F(xcb_request_check, request_check),
        F(xcb_poll_for_event, poll_for_event),
        F(xcb_flush, always_0),
    };
#undef F
    (void)slot;
    (void)library;
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (strcmp(name, functions[i].name) == 0)
            return *(void *const *)&functions[i].function;
    }
    fail_msg("%s", name);
    return NULL;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static struct gv_damage *start(uint32_t ids[NUM_PIXMAPS])
{
    memset(&server, 0, sizeof(server));
    struct gv_damage *damage = gv_damage_open(":0", 3);
    assert_non_null(damage);
    for (unsigned i = 0; i < NUM_PIXMAPS; i++) {
        ids[i] = gv_damage_watch(damage, 7 + i);
        assert_true(gv_damage_take(damage, ids[i])); /* earlier changes are unknown */
        assert_false(gv_damage_take(damage, ids[i]));
    }
    return damage;
}

static void test_changes(void **state)
{
    uint32_t ids[NUM_PIXMAPS];
    (void)state;
    struct gv_damage *damage = start(ids);
    for (unsigned i = 0; i < 3; i++) {
        change(ids[0]);
        change(ids[0]);
        assert_false(gv_damage_take(damage, ids[1])); /* reads the event of the other pixmap */
        assert_true(gv_damage_take(damage, ids[0]));
        assert_false(gv_damage_take(damage, ids[0]));
    }
    gv_damage_close(damage);
}

/* Changes a pixmap between the subtraction of its damage and the answer. Its damage is then no
 * longer empty, so the X server sends no event for the next change. Checks that the library reports
 * the next change, too. */
static void test_change_before_the_answer(void **state)
{
    uint32_t ids[NUM_PIXMAPS];
    (void)state;
    struct gv_damage *damage = start(ids);
    for (unsigned i = 0; i < 3; i++) {
        server.changes_before_answer = true;
        if (i > 0)
            change(ids[0]);
        assert_true(gv_damage_take(damage, ids[0]));
        change(ids[0]);
        assert_true(gv_damage_take(damage, ids[0]));
        assert_false(gv_damage_take(damage, ids[0]));
    }
    gv_damage_close(damage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_change_before_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
