/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of wire commands. */
#ifndef GV_VIRGL_COMMAND_TABLE_H
#define GV_VIRGL_COMMAND_TABLE_H

#include "virgl/command/command.h"
#include "virgl/wire.h"

extern const struct gv_virgl_command gv_virgl_commands[GV_VIRGL_NUM_COMMANDS];
extern const struct gv_virgl_command gv_virgl_unknown_command; /* for any other command number */
extern const struct gv_virgl_command gv_virgl_objects[GV_VIRGL_NUM_OBJECT_TYPES];

#endif
