/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/mac.h"

#include <sodium/crypto_shorthash_siphash24.h>

_Static_assert(GV_MAC_B == crypto_shorthash_siphashx24_BYTES, "a mark");
_Static_assert(GV_MAC_B == crypto_shorthash_siphashx24_KEYBYTES, "a key");

struct gv_mac gv_mac_of(const struct gv_mac_key *key, const void *data, size_t size_B)
{
    struct gv_mac mac;

    crypto_shorthash_siphashx24(mac.bytes, data, size_B, key->bytes);
    return mac;
}
