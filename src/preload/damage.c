/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* DAMAGE requests are encoded here, since the header that declares them would need another package.
 * With the report level NonEmpty the X server sends one event when a pixmap changes, and the next
 * one only after the damage has been subtracted. */
#include "preload/damage.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#include "preload/next.h"
#include "preload/x11.h"

#define XCB "libxcb.so.1"

/* Looks up the function of this name in the library. */
#define NEXT(name) ((__typeof__(&name))gv_next_once(&(slots.name), XCB, #name))

enum {
    MAX_WATCHED = 64,

    QUERY_VERSION = 0, /* opcodes of requests */
    CREATE = 1,
    DESTROY = 2,
    SUBTRACT = 3,
    NON_EMPTY = 3, /* a report level */
};

static struct {
    void *xcb_connect, *xcb_disconnect, *xcb_connection_has_error, *xcb_get_file_descriptor,
        *xcb_get_extension_data, *xcb_generate_id, *xcb_send_request, *xcb_wait_for_reply,
        *xcb_request_check, *xcb_poll_for_event, *xcb_flush;
} slots;

static xcb_extension_t extension = {.name = "DAMAGE"};

struct gv_damage {
    xcb_connection_t *connection;
    uint8_t first_event;
    struct {
        uint32_t id;      /* 0: the slot is free */
        bool has_changed; /* an event came, and no other event comes until the next subtraction */
    } watched[MAX_WATCHED];
};

/* Sends a request of at most three dwords after its header, which XCB fills in. */
static unsigned request(struct gv_damage *damage, uint8_t opcode, bool has_reply, int flags,
                        const uint32_t *dwords, size_t num_dw)
{
    uint32_t message[4] = {0};
    struct iovec parts[4] = {
        [2] = {.iov_base = message, .iov_len = (1 + num_dw) * 4}}; /* parts 0 and 1 are reserved for
                                                                      XCB */
    const xcb_protocol_request_t protocol = {
        .count = 1, .ext = &extension, .opcode = opcode, .isvoid = !has_reply};

    memcpy(message + 1, dwords, num_dw * 4);
    return NEXT(xcb_send_request)(damage->connection, flags, parts + 2, &protocol);
}

static bool works(struct gv_damage *damage, unsigned sequence)
{
    xcb_generic_error_t *error =
        NEXT(xcb_request_check)(damage->connection, (xcb_void_cookie_t){sequence});
    const bool is_fine = !error && !NEXT(xcb_connection_has_error)(damage->connection);

    free(error);
    return is_fine;
}

/* Sends the client's version. This must be the client's first DAMAGE request. */
static bool agree(struct gv_damage *damage)
{
    const uint32_t version[] = {1, 1};
    xcb_generic_error_t *error = NULL;
    const xcb_query_extension_reply_t *found =
        NEXT(xcb_get_extension_data)(damage->connection, &extension);

    if (!found || !found->present)
        return false;
    damage->first_event = found->first_event;
    void *reply = NEXT(xcb_wait_for_reply)(
        damage->connection, request(damage, QUERY_VERSION, true, XCB_REQUEST_CHECKED, version, 2),
        &error);
    const bool is_fine = reply != NULL;
    free(reply);
    free(error);
    return is_fine;
}

struct gv_damage *gv_damage_open(const char *display, int program_fd)
{
    struct gv_damage *damage = calloc(1, sizeof(*damage));

    if (!damage)
        return NULL;
    if (!NEXT(xcb_connect) || !NEXT(xcb_send_request) || !NEXT(xcb_wait_for_reply)) {
        free(damage);
        return NULL;
    }
    damage->connection = NEXT(xcb_connect)(display, NULL);
    if (!NEXT(xcb_connection_has_error)(damage->connection) &&
        gv_x11_is_same_server(NEXT(xcb_get_file_descriptor)(damage->connection), program_fd) &&
        agree(damage))
        return damage;
    gv_damage_close(damage);
    return NULL;
}

void gv_damage_close(struct gv_damage *damage)
{
    if (!damage)
        return;
    NEXT(xcb_disconnect)(damage->connection);
    free(damage);
}

/* Returns the index of the slot with this id; MAX_WATCHED if no slot has this id. */
static unsigned place_of(const struct gv_damage *damage, uint32_t id)
{
    unsigned place = 0;

    while (place < MAX_WATCHED && damage->watched[place].id != id)
        place++;
    return place;
}

uint32_t gv_damage_watch(struct gv_damage *damage, uint32_t pixmap)
{
    const unsigned place = place_of(damage, 0);
    const uint32_t id = NEXT(xcb_generate_id)(damage->connection);
    const uint32_t create[] = {id, pixmap, NON_EMPTY};

    if (place == MAX_WATCHED ||
        !works(damage, request(damage, CREATE, false, XCB_REQUEST_CHECKED, create, 3)))
        return 0;
    damage->watched[place].id = id;
    damage->watched[place].has_changed = true;
    return id;
}

void gv_damage_unwatch(struct gv_damage *damage, uint32_t id)
{
    const unsigned place = place_of(damage, id);

    if (id == 0 || place == MAX_WATCHED)
        return;
    damage->watched[place].id = 0;
    /* Does not wait for an answer, because the X server does not answer while the program has
     * grabbed it. If the pixmap does not exist any more, the error comes as an event. */
    request(damage, DESTROY, false, 0, &id, 1);
    NEXT(xcb_flush)(damage->connection);
}

/* Reads the events that have arrived. Errors come from pixmaps that do not exist any more. Returns
 * whether the pixmap in slot `subtracted` has changed after the request with this sequence
 * number. */
static bool read_events(struct gv_damage *damage, unsigned subtracted, unsigned sequence)
{
    xcb_generic_event_t *event;
    bool changes_again = false;

    while ((event = NEXT(xcb_poll_for_event)(damage->connection)) != NULL) {
        uint32_t id;
        memcpy(&id, (const char *)event + 8, sizeof(id));
        const unsigned place = place_of(damage, id);
        if ((event->response_type & 0x7f) == damage->first_event && id && place < MAX_WATCHED) {
            damage->watched[place].has_changed = true;
            changes_again |= place == subtracted && (int)(event->full_sequence - sequence) >= 0;
        }
        free(event);
    }
    return changes_again;
}

/* The events of all changes before the subtraction arrive before the answer to the subtraction. A
 * change after the subtraction causes another event, which may also arrive before the answer. That
 * event belongs to the next call, since it stands for all changes until the next subtraction. */
bool gv_damage_take(struct gv_damage *damage, uint32_t id)
{
    const uint32_t subtract[] = {id, 0, 0};
    const unsigned place = place_of(damage, id);

    if (place == MAX_WATCHED)
        return true;
    const unsigned sequence = request(damage, SUBTRACT, false, XCB_REQUEST_CHECKED, subtract, 3);
    if (!works(damage, sequence))
        return true;
    const bool changes_again = read_events(damage, place, sequence);
    const bool has_changed = damage->watched[place].has_changed;
    damage->watched[place].has_changed = changes_again;
    return has_changed;
}
