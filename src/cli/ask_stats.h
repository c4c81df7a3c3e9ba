/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Asking a server that runs what it and its clients are at. */
#ifndef GV_CLI_ASK_STATS_H
#define GV_CLI_ASK_STATS_H

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_server_stats;

/* Asks the server on socket_path; *out_stats is the caller's to free. Its names are plain
 * (gv_text_make_plain()), whatever the server sends. GALVAN_ERROR_IO, after a line in the log, when
 * no server of this user answers (root may ask all); GALVAN_ERROR_UNSUPPORTED, likewise, when it is
 * of another version. */
enum galvan_result gv_ask_stats(const char *socket_path, const struct galvan_log *log,
                                struct gv_server_stats **out_stats);

/* Likewise; *out_sock is the connection, for gv_ask_recording(), and the caller's to close. */
enum galvan_result gv_ask_stats_and_stay(const char *socket_path, const struct galvan_log *log,
                                         struct gv_server_stats **out_stats, int *out_sock);

#endif
