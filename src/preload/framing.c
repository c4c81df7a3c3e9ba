/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/framing.h"

#include <string.h>

const struct gv_message_kind *gv_message_kind(uint32_t command)
{
    static const struct gv_message_kind kinds[] = {
        [GV_VTEST_GET_CAPS] = {.length = GV_LENGTH_DW, .greets = true},
        [GV_VTEST_RESOURCE_UNREF] = {GV_LENGTH_DW, GV_USE_NONE, .answered_dw = 1},
        [GV_VTEST_TRANSFER_GET] = {GV_LENGTH_DW, GV_USE_ANY},
        [GV_VTEST_SUBMIT_CMD] = {GV_LENGTH_DW, GV_USE_COMMANDS},
        [GV_VTEST_RESOURCE_BUSY_WAIT] = {GV_LENGTH_DW, GV_USE_NONE, 2, .greets = true},
        [GV_VTEST_CREATE_RENDERER] = {.length = GV_LENGTH_B, .greets = true},
        [GV_VTEST_GET_CAPS2] = {.length = GV_LENGTH_DW, .greets = true},
        [GV_VTEST_PING_PROTOCOL_VERSION] = {.length = GV_LENGTH_DW, .greets = true},
        [GV_VTEST_PROTOCOL_VERSION_CMD] = {.length = GV_LENGTH_DW, .greets = true},
        [GV_VTEST_RESOURCE_CREATE2] = {GV_LENGTH_DW, GV_USE_NONE, GV_VTEST_RESOURCE2_DW},
        [GV_VTEST_TRANSFER_GET2] = {GV_LENGTH_DW, GV_USE_RESOURCE, GV_VTEST_TRANSFER2_DW,
                                    .only_in_swap = true},
        [GV_VTEST_TRANSFER_PUT2] = {GV_LENGTH_TRANSFER2, GV_USE_RESOURCE},
        [GV_VTEST_RESOURCE_CREATE_BLOB] = {.length = GV_LENGTH_DW},
    };
    static const struct gv_message_kind unknown = {.length = GV_LENGTH_UNKNOWN};

    return command < sizeof(kinds) / sizeof(kinds[0]) ? &kinds[command] : &unknown;
}

bool gv_framing_begin(struct gv_framing *framing, const void *header)
{
    memcpy(framing->header, header, sizeof(framing->header));
    const enum gv_message_length length = gv_message_kind(framing->header[1])->length;
    framing->as_is = length == GV_LENGTH_UNKNOWN;
    framing->left_B = length == GV_LENGTH_TRANSFER2 ? GV_VTEST_TRANSFER2_DW * 4
                      : length == GV_LENGTH_B       ? framing->header[0]
                                                    : (uint64_t)framing->header[0] * 4;
    framing->keeps_header = !framing->as_is && framing->left_B > 0;
    return framing->keeps_header;
}

bool gv_framing_is_whole(const struct gv_framing *framing, size_t size_B)
{
    return framing->keeps_header && size_B == framing->left_B;
}

bool gv_framing_note_written(struct gv_framing *framing, ssize_t n)
{
    framing->keeps_header = false;
    framing->as_is = n < 0 || (uint64_t)n > framing->left_B;
    if (!framing->as_is)
        framing->left_B -= (uint64_t)n;
    return !framing->as_is;
}

void gv_framing_end(struct gv_framing *framing)
{
    framing->keeps_header = false;
    framing->left_B = 0;
}
