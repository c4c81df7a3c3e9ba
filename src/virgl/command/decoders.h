/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Declares the decoders of all commands and object types that wire_commands.h lists. */
#ifndef GV_VIRGL_COMMAND_DECODERS_H
#define GV_VIRGL_COMMAND_DECODERS_H

#include "galvan/result.h"
#include "virgl/wire_commands.h"

struct gv_virgl_cmd;

typedef enum galvan_result gv_virgl_decoder(struct gv_virgl_cmd *cmd);

#define GV_VIRGL_DECODER_OF_COMMAND(number, name, decoder, ...)                                    \
    gv_virgl_decoder gv_virgl_decode_##decoder;
#define GV_VIRGL_DECODER_OF_OBJECT(number, name, decoder, ...)                                     \
    gv_virgl_decoder gv_virgl_decode_##decoder;

GV_VIRGL_COMMAND_ROWS(GV_VIRGL_DECODER_OF_COMMAND)
GV_VIRGL_OBJECT_ROWS(GV_VIRGL_DECODER_OF_OBJECT)
gv_virgl_decoder gv_virgl_decode_unknown_command;

#endif
