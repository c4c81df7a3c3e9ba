/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/replies.h"

void gv_replies_give(struct gv_replies *replies, uint32_t command, uint32_t dword)
{
    *replies = (struct gv_replies){{1, command, dword}, sizeof(replies->dwords)};
}
