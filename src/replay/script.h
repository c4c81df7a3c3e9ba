/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A recording in memory, as a list of parts that can be removed one by one. A part is a message, or
 * a command of a command buffer. */
#ifndef GV_REPLAY_SCRIPT_H
#define GV_REPLAY_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/log.h"
#include "galvan/result.h"

struct gv_recording;

/* A range of bytes in struct gv_script.data. */
struct gv_script_bytes {
    size_t begin_B, size_B;
};

/* A range of a resource's memory, which a message reads. */
struct gv_script_memory {
    uint32_t handle;
    uint64_t offset_B;
    struct gv_script_bytes bytes;
};

struct gv_script_message {
    uint32_t stream; /* index of the stream */
    uint32_t header[2];
    uint64_t time_us;
    struct gv_script_bytes payload;
    uint32_t first_memory, num_memory;
    uint32_t first_part, num_parts;
    uint64_t frame; /* number of the frame that the message ends; the frames of all streams are
                       counted together, from 1; 0: the message ends no frame */
};

/* A part: a command, or a whole message. */
struct gv_script_part {
    uint32_t message;
    struct gv_script_bytes bytes; /* bytes of the command, including its header */
};

struct gv_script_stream {
    void *info, *caps; /* may be NULL */
    size_t info_B, caps_B;
};

struct gv_script {
    uint8_t *data;
    size_t data_B, max_data_B;
    struct gv_script_message *messages;
    uint32_t num_messages, max_messages;
    struct gv_script_memory *memory;
    uint32_t num_memory, max_memory;
    struct gv_script_part *parts;
    uint32_t num_parts, max_parts;
    struct gv_script_stream *streams;
    uint32_t num_streams;
};

/* Reads a whole recording. Failures are logged: GALVAN_ERROR_NO_MEMORY, GALVAN_ERROR_LIMIT if the
 * recording is too large. */
enum galvan_result gv_script_read(const struct gv_recording *recording,
                                  const struct galvan_log *log, struct gv_script **out_script);
/* Destroys the object, which may be NULL. */
void gv_script_destroy(struct gv_script *script);

/* Writes a recording of the parts for which `keep` is true. Replaces an existing file. Failures are
 * logged. */
enum galvan_result gv_script_write(const struct gv_script *script, const bool *keep,
                                   const char *path, const struct galvan_log *log);

/* Prints one line for each message and each command. */
void gv_script_print(const struct gv_script *script);

#endif
