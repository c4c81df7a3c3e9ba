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
    GV_LENGTH_UNKNOWN,   /* the length is not known: a command of protocol 0, or a command that Mesa
                            does not send */
    GV_LENGTH_DW,        /* the header's length is in dwords */
    GV_LENGTH_B,         /* the header's length is in bytes */
    GV_LENGTH_TRANSFER2, /* the transfer in the payload has the length; the header's length is
                            ignored */
};

/* Which resources' memory the message reads or writes. */
enum gv_message_use {
    GV_USE_ANY, /* not known */
    GV_USE_NONE,
    GV_USE_RESOURCE, /* memory of the resource whose handle is the payload's first dword */
    GV_USE_COMMANDS, /* memory of the resources that the commands in the payload name */
};

struct gv_message_kind {
    enum gv_message_length length;
    enum gv_message_use use;
    uint32_t answered_dw; /* payload size of a message that the library may answer; 0: the server
                             answers it */
    bool only_in_swap;    /* the library answers only while Mesa presents a frame or a part of it */
    bool greets;          /* sent when a screen begins */
};

/* Returns the table entry of a command. Command numbers that do not exist have an entry, too. */
const struct gv_message_kind *gv_message_kind(uint32_t command);

/* A thread's position in its messages. All members are zero between two messages. */
struct gv_framing {
    uint32_t header[GV_VTEST_HEADER_DW];
    bool keeps_header; /* header is retained until its payload is written */
    bool as_is;        /* messages are passed unchanged, since the position is lost */
    uint64_t left_B;   /* number of bytes of the payload that are still to be written */
};

/* Begins a message whose header is written. Returns true if the header is retained until its
 * payload is written, and false if the header is sent alone. */
bool gv_framing_begin(struct gv_framing *framing, const void *header);

/* Whether a payload of this size completes the message of the retained header. */
bool gv_framing_is_whole(const struct gv_framing *framing, size_t size_B);

/* Advances the position by `n`, write()'s result for the payload. False if the position is lost, so
 * that no further message is understood. */
bool gv_framing_note_written(struct gv_framing *framing, ssize_t n);

/* Ends the message. Call when the library has answered the message in the server's place. */
void gv_framing_end(struct gv_framing *framing);

#endif
