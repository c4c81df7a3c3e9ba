/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Requests the counters of a running server and its clients. */
#ifndef GV_CLI_ASK_STATS_H
#define GV_CLI_ASK_STATS_H

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_server_stats;

/* Asks the server at socket_path for its counters. The caller must free *out_stats. Names in
 * *out_stats can be printed to a terminal (gv_text_make_plain()), whatever the server sends.
 * Returns GALVAN_ERROR_IO if no server of this user answers (root may ask every server), and
 * GALVAN_ERROR_UNSUPPORTED if the server has another version. In both cases, writes a line to the
 * log. */
enum galvan_result gv_ask_stats(const char *socket_path, const struct galvan_log *log,
                                struct gv_server_stats **out_stats);

/* As gv_ask_stats(), but also returns the connection in *out_sock, for gv_ask_recording(). The
 * caller must close the connection. */
enum galvan_result gv_ask_stats_and_stay(const char *socket_path, const struct galvan_log *log,
                                         struct gv_server_stats **out_stats, int *out_sock);

#endif
