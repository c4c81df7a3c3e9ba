/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/awaited.h"

#include "preload/asks.h"
#include "preload/connection.h"
#include "vtest/protocol.h"

enum {
    ANSWER_B = (GV_VTEST_HEADER_DW + 1) * 4 /* an answer of one dword */
};

static bool is_over(const struct gv_awaited *awaited)
{
    return awaited->left_B == 0 && !awaited->has_fd;
}

void gv_awaited_begin(struct gv_awaited *awaited, uint32_t command, const uint32_t *payload,
                      struct gv_connection *connection)
{
    switch (command) {
    case GV_VTEST_RESOURCE_BUSY_WAIT:
        awaited->left_B = ANSWER_B;
        break;
    case GV_VTEST_RESOURCE_CREATE2: /* the answer has the handle, if the server chooses it, and the
                                       descriptor of the memory */
        awaited->left_B = payload[0] ? 0 : ANSWER_B;
        awaited->has_fd = payload[GV_VTEST_RESOURCE_DW] != 0;
        break;
    case GV_VTEST_RESOURCE_CREATE_BLOB:
        awaited->left_B = ANSWER_B;
        awaited->has_fd = true;
        break;
    default:
        return;
    }
    if (is_over(awaited) || !gv_connection_acquire(connection))
        return;
    awaited->connection = connection;
    gv_asks_begin_answer(connection->asks);
}

static void end(struct gv_awaited *awaited)
{
    if (!is_over(awaited) || !awaited->connection)
        return;
    gv_asks_end_answer(awaited->connection->asks);
    gv_connection_release(awaited->connection);
    awaited->connection = NULL;
}

void gv_awaited_drop(struct gv_awaited *awaited)
{
    awaited->left_B = 0;
    awaited->has_fd = false;
    end(awaited);
}

void gv_awaited_note_read(struct gv_awaited *awaited, ssize_t n)
{
    if (n <= 0) {
        gv_awaited_drop(awaited);
        return;
    }
    awaited->left_B -= (size_t)n < awaited->left_B ? (size_t)n : awaited->left_B;
    end(awaited);
}

void gv_awaited_note_fd(struct gv_awaited *awaited, ssize_t n)
{
    if (n <= 0) {
        gv_awaited_drop(awaited);
        return;
    }
    awaited->has_fd = false;
    end(awaited);
}
