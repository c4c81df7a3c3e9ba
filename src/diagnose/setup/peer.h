/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds out which server answers on a vtest socket. */
#ifndef GV_DIAGNOSE_SETUP_PEER_H
#define GV_DIAGNOSE_SETUP_PEER_H

enum gv_peer {
    GV_PEER_SILENT, /* the server does not answer in time, or hangs up */
    GV_PEER_OTHER,  /* the server speaks vtest but is not Galvan, for example virgl_test_server */
    GV_PEER_GALVAN,
};

/* Finds out which server answers on a new connection. The connection cannot be used for anything
 * else afterwards. Waits at most timeout_ms. */
enum gv_peer gv_peer_ask(int fd, unsigned timeout_ms);

#endif
