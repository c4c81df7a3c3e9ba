/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Who answers on a socket of vtest. */
#ifndef GV_DIAGNOSE_SETUP_PEER_H
#define GV_DIAGNOSE_SETUP_PEER_H

enum gv_peer {
    GV_PEER_SILENT, /* does not answer in time, or hangs up */
    GV_PEER_OTHER,  /* speaks vtest, as virgl_test_server does, and is not Galvan */
    GV_PEER_GALVAN,
};

/* Asks which server answers a new connection, which cannot be used for anything else afterwards.
 * Waits for timeout_ms at most. */
enum gv_peer gv_peer_ask(int fd, unsigned timeout_ms);

#endif
