/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Makes random bytes look like commands, so that decoders are reached. */
#ifndef VIRGL_TAME_H
#define VIRGL_TAME_H

#include <stddef.h>
#include <stdint.h>

/* Brings the headers of a command buffer into the bounds of the command table. */
void virgl_tame(uint32_t *dwords, size_t num_dw);

#endif
