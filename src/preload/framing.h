/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of Mesa's messages, and a thread's position in the message that it is writing. Mesa
 * writes the header and the payload by separate calls. */
#ifndef GV_PRELOAD_FRAMING_H
#define GV_PRELOAD_FRAMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "vtest/protocol.h"

enum gv_message_length {
    GV_LENGTH_UNKNOWN,   /* a command of protocol 0, or one that Mesa does not send */
    GV_LENGTH_DW,        /* in dwords */
    GV_LENGTH_B,         /* in bytes */
    GV_LENGTH_TRANSFER2, /* that of a transfer, whatever the header says */
};

/* Which resources' memory the message reads or writes. */
enum gv_message_use {
    GV_USE_ANY, /* not known */
    GV_USE_NONE,
    GV_USE_RESOURCE, /* that of the resource in its first dword */
    GV_USE_COMMANDS, /* as the commands in it say */
};

struct gv_message_kind {
    enum gv_message_length length;
    enum gv_message_use use;
    uint32_t answered_dw; /* payload size of messages that the library may answer; 0: none */
    bool only_in_swap;    /* answered only while a frame, or a part of it, is presented */
    bool greets;          /* belongs to the beginning of a screen */
};

/* The entry of a command, also of one that does not exist. */
const struct gv_message_kind *gv_message_kind(uint32_t command);

/* All zero: between two messages. */
struct gv_framing {
    uint32_t header[GV_VTEST_HEADER_DW];
    bool keeps_header; /* until its payload comes */
    bool as_is;        /* nothing is understood any more */
    uint64_t left_B;   /* of the payload */
};

/* Call when a header is written. True: it is kept until its payload is written. False: it is
 * sent alone. */
bool gv_framing_begin(struct gv_framing *framing, const void *header);

/* Whether a payload of this size completes the message of the kept header. */
bool gv_framing_is_whole(const struct gv_framing *framing, size_t size_B);

/* Call with write()'s result for the payload. False: the position is lost, and no further
 * message is understood. */
bool gv_framing_note_written(struct gv_framing *framing, ssize_t n);

/* Call when the library has answered the message in the server's place. */
void gv_framing_end(struct gv_framing *framing);

#endif
