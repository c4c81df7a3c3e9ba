/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What is known of each message of Mesa's by its command, and how far a thread is in the one that
 * it writes. Mesa writes header and payload one after the other. */
#ifndef GV_PRELOAD_FRAMING_H
#define GV_PRELOAD_FRAMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "vtest/protocol.h"

enum gv_message_length {
    GV_LENGTH_UNKNOWN,   /* of protocol 0, or no command that Mesa sends */
    GV_LENGTH_DW,        /* in dwords */
    GV_LENGTH_B,         /* in bytes */
    GV_LENGTH_TRANSFER2, /* that of a transfer, whatever the header says */
};

/* What of the memory of resources the message reads or writes. */
enum gv_message_use {
    GV_USE_ANY, /* not known */
    GV_USE_NONE,
    GV_USE_RESOURCE, /* that of the resource in its first dword */
    GV_USE_COMMANDS, /* as the commands in it say */
};

struct gv_message_kind {
    enum gv_message_length length;
    enum gv_message_use use;
    uint32_t answered_dw; /* payload of those that the library may answer; 0: it answers none */
    bool only_in_swap;    /* those are answered only while a frame, or a part, is presented */
    bool greets;          /* belongs to the beginning of a screen */
};

/* Of this command, also of one that does not exist. */
const struct gv_message_kind *gv_message_kind(uint32_t command);

/* All zero: between two messages. */
struct gv_framing {
    uint32_t header[GV_VTEST_HEADER_DW];
    bool keeps_header; /* until its payload comes */
    bool as_is;        /* nothing is understood any more */
    uint64_t left_B;   /* of the payload */
};

/* A header is written. True: it is kept until its payload comes. False: it goes out alone. */
bool gv_framing_begin(struct gv_framing *framing, const void *header);

/* Whether a payload of this size completes the message whose header is kept. */
bool gv_framing_is_whole(const struct gv_framing *framing, size_t size_B);

/* write() has returned this for the payload. False: nothing is understood from now on. */
bool gv_framing_note_written(struct gv_framing *framing, ssize_t n);

/* The library has answered the message, which the server does not get. */
void gv_framing_end(struct gv_framing *framing);

#endif
