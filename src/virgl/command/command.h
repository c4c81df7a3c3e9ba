/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The arguments of decoders, and the table entry that describes a command. */
#ifndef GV_VIRGL_COMMAND_H
#define GV_VIRGL_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/result.h"
#include "virgl/reader.h"
#include "virgl/wire.h"

struct gv_virgl_command;
struct gv_virgl_context;
struct gv_virgl_renderer;
struct gv_virgl_sub_context;
struct pipe_context;

/* The command that is being executed. */
struct gv_virgl_cmd {
    struct gv_virgl_renderer *r;
    struct gv_virgl_context *ctx;
    struct gv_virgl_sub_context *sub; /* the current sub-context of ctx */
    struct pipe_context *pipe; /* the pipe_context of `sub`; may be NULL unless the command's row
                                  has GV_VIRGL_NEEDS_PIPE */
    const struct gv_virgl_command *row;
    uint32_t header;
    size_t offset_dw; /* offset of the header in the submit */
    struct gv_virgl_reader in;
    struct gv_virgl_reader submit; /* position of the next command, for decoders that execute
                                      several commands */
};

enum {
    GV_VIRGL_NEEDS_PIPE = 1 << 0, /* needs the pipe_context of a sub-context */
    GV_VIRGL_IS_WORK = 1 << 1,    /* records work for the device */
    GV_VIRGL_IS_FRAME = 1 << 2,   /* records work that should be submitted to the device as soon as
                                     this command buffer was executed */
};

typedef enum galvan_result (*gv_virgl_decode_fn)(struct gv_virgl_cmd *cmd);

/* Which commands a history retains. Two commands set the same state if their num_dw dwords from
 * first_dw on are equal (dword 0 is the first after the header). Of such commands, the history
 * retains only the last. */
struct gv_virgl_retained {
    bool is_retained;
    bool is_range; /* the number of slots that the command sets depends on its length; two commands
                      set the same state only if their lengths are also equal */
    uint8_t first_dw, num_dw;
};

/* One command, or one object type of CREATE_OBJECT. The length in dwords must be min_dw plus a
 * multiple of stride_dw, and at most max_dw. If stride_dw is 0, any length from min_dw to max_dw is
 * valid. */
struct gv_virgl_command {
    const char *name; /* NULL: no such command */
    uint16_t min_dw;
    uint16_t max_dw;
    uint8_t stride_dw;
    uint8_t flags;
    struct gv_virgl_retained retained;
    gv_virgl_decode_fn decode;
};

/* Both functions log why the command is refused. gv_virgl_fail() returns GALVAN_ERROR_INVALID, and
 * gv_virgl_fail_with() returns `result`, so that the decoder can return the value. */
enum galvan_result gv_virgl_fail(struct gv_virgl_cmd *cmd, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum galvan_result gv_virgl_fail_with(struct gv_virgl_cmd *cmd, enum galvan_result result,
                                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Refuses a command whose method the pipe_context lacks. */
enum galvan_result gv_virgl_fail_unsupported(struct gv_virgl_cmd *cmd);

/* Reports that the stage number is invalid, and returns false. */
bool gv_virgl_no_stage(struct gv_virgl_cmd *cmd, uint32_t stage);

/* Checks a stage number from the wire. Reports an error and returns false if no stage has this
 * number. */
static inline bool gv_virgl_stage_ok(struct gv_virgl_cmd *cmd, uint32_t stage)
{
    return stage < GV_VIRGL_NUM_STAGES || gv_virgl_no_stage(cmd, stage);
}

/* Checks that start + count is at most max. Reports an error and returns false if the sum is
 * larger. */
bool gv_virgl_slots_ok(struct gv_virgl_cmd *cmd, uint32_t start, uint32_t count, uint32_t max);

#endif
