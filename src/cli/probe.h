/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A first client of a server: does what Mesa will do, so that whatever is wrong shows before the
 * program starts. */
#ifndef GV_CLI_PROBE_H
#define GV_CLI_PROBE_H

#include "galvan/log.h"
#include "galvan/result.h"

enum {
    GV_PROBE_RENDERER_MAX = 64
};

struct gv_probe {
    char renderer[GV_PROBE_RENDERER_MAX]; /* the name of the device behind the server */
};

/* Connects to the server and does the handshake up to the capabilities. GALVAN_ERROR_IO when the
 * server ends the connection, GALVAN_ERROR_TIMEOUT when it does not answer within timeout_ms; the
 * caller knows what to say about it. */
enum galvan_result gv_probe_server(const char *socket_path, int timeout_ms,
                                   const struct galvan_log *log, struct gv_probe *out_probe);

#endif
