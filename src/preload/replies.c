/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/replies.h"

#include <string.h>

void gv_replies_give(struct gv_replies *replies, uint32_t command, uint32_t dword)
{
    *replies = (struct gv_replies){{1, command, dword}, sizeof(replies->dwords)};
}

size_t gv_replies_take(struct gv_replies *replies, void *data, size_t size_B)
{
    const char *end = (const char *)replies->dwords + sizeof(replies->dwords);
    const size_t taken_B = size_B < replies->left_B ? size_B : replies->left_B;

    memcpy(data, end - replies->left_B, taken_B);
    replies->left_B -= taken_B;
    return taken_B;
}
