/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The decoder's table of wire commands, generated from the rows of wire_commands.h, and the
 * decoders of commands that Galvan ignores or does not support. */
#include "virgl/command/table.h"

#include "virgl/command/decoders.h"

enum galvan_result gv_virgl_decode_unsupported(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail_with(cmd, GALVAN_ERROR_UNSUPPORTED, "not supported, nor announced");
}

enum galvan_result gv_virgl_decode_ignore(struct gv_virgl_cmd *cmd)
{
    (void)cmd;
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_unknown_command(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail(cmd, "unknown command %u of %u dwords",
                         gv_virgl_header_command(cmd->header), gv_virgl_header_len(cmd->header));
}

enum galvan_result gv_virgl_decode_unknown_object(struct gv_virgl_cmd *cmd)
{
    return gv_virgl_fail(cmd, "unknown object type %u", gv_virgl_header_type(cmd->header));
}

#define NONE  0
#define PIPE  GV_VIRGL_NEEDS_PIPE
#define WORK  (GV_VIRGL_NEEDS_PIPE | GV_VIRGL_IS_WORK)
#define FRAME (GV_VIRGL_NEEDS_PIPE | GV_VIRGL_IS_FRAME)

#define NO                                                                                         \
    {                                                                                              \
        .is_retained = false                                                                       \
    }
#define STATE(first, num)                                                                          \
    {                                                                                              \
        .is_retained = true, .first_dw = (first), .num_dw = (num)                                  \
    }
#define RANGE(first, num)                                                                          \
    {                                                                                              \
        .is_retained = true, .is_range = true, .first_dw = (first), .num_dw = (num)                \
    }

#define COMMAND(number, id, function, kind, min, max, stride, history, memory)                     \
    [GV_VIRGL_##id] = {.name = #id,                                                                \
                       .min_dw = (min),                                                            \
                       .max_dw = (max),                                                            \
                       .stride_dw = (stride),                                                      \
                       .flags = (kind),                                                            \
                       .retained = history,                                                        \
                       .decode = gv_virgl_decode_##function},
#define OBJECT(number, id, function, min, max, stride)                                             \
    [GV_VIRGL_OBJECT_##id] = {.name = "CREATE_OBJECT " #id,                                        \
                              .min_dw = (min),                                                     \
                              .max_dw = (max),                                                     \
                              .stride_dw = (stride),                                               \
                              .flags = PIPE,                                                       \
                              .decode = gv_virgl_decode_##function},

const struct gv_virgl_command gv_virgl_commands[GV_VIRGL_NUM_COMMANDS] = {
    GV_VIRGL_COMMAND_ROWS(COMMAND)};

const struct gv_virgl_command gv_virgl_objects[GV_VIRGL_NUM_OBJECT_TYPES] = {
    GV_VIRGL_OBJECT_ROWS(OBJECT)};

const struct gv_virgl_command gv_virgl_unknown_command = {
    .name = "UNKNOWN",
    .max_dw = GV_VIRGL_ANY_LENGTH,
    .decode = gv_virgl_decode_unknown_command,
};
