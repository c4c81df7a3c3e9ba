/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Replies to the client, and lines in the log about its messages. */
#ifndef GV_VTEST_REPLY_H
#define GV_VTEST_REPLY_H

#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"

struct gv_vtest_session;

/* Logs why the connection ends, and returns `result`. */
enum galvan_result gv_vtest_fail(struct gv_vtest_session *session, enum galvan_result result,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Logs that the current command is skipped. Counts repetitions of a line instead of logging
 * them. */
void gv_vtest_refuse(struct gv_vtest_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns `res`. If `res` is a failure of the stream, first logs the failure. */
enum galvan_result gv_vtest_check(struct gv_vtest_session *session, enum galvan_result res);

/* Sends a reply. A failure is logged and ends the connection. */
enum galvan_result gv_vtest_reply(struct gv_vtest_session *session, const void *data,
                                  size_t size_B);
enum galvan_result gv_vtest_reply_fd(struct gv_vtest_session *session, int fd);

/* Answers an internal command with one dword, and with fd (-1: no descriptor), which the function
 * closes. */
enum galvan_result gv_vtest_answer(struct gv_vtest_session *session, uint32_t command,
                                   uint32_t word, int fd);

#endif
