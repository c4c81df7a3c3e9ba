/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Message authentication: nobody without the key can create or change authenticated bytes.
 * SipHash-2-4 with 128 bits. */
#ifndef GV_UTIL_MAC_H
#define GV_UTIL_MAC_H

#include <stddef.h>
#include <stdint.h>

enum {
    GV_MAC_B = 16
};

struct gv_mac {
    uint8_t bytes[GV_MAC_B];
};

struct gv_mac_key {
    uint8_t bytes[GV_MAC_B];
};

/* Computes the authentication code, which is the same on every machine. */
struct gv_mac gv_mac_of(const struct gv_mac_key *key, const void *data, size_t size_B);

#endif
