/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Stores the answers that the library gives in the server's place, until the thread reads them. */
#ifndef GV_PRELOAD_REPLIES_H
#define GV_PRELOAD_REPLIES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "vtest/protocol.h"

/* The answers of one thread. All members are zero if no answer is left to read. */
struct gv_replies {
    uint32_t dwords[GV_VTEST_HEADER_DW + 1];
    size_t left_B; /* unread bytes, at the end of dwords */
};

/* Adds the answer to this command, whose payload is one dword. */
void gv_replies_give(struct gv_replies *replies, uint32_t command, uint32_t dword);

/* Moves at most size_B bytes of the answers to data, and returns the number of moved bytes. */
static inline size_t gv_replies_take(struct gv_replies *replies, void *data, size_t size_B)
{
    const char *end = (const char *)replies->dwords + sizeof(replies->dwords);
    const size_t taken_B = size_B < replies->left_B ? size_B : replies->left_B;

    memcpy(data, end - replies->left_B, taken_B);
    replies->left_B -= taken_B;
    return taken_B;
}

#endif
