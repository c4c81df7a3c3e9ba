/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Turns random bytes into valid command headers, so that the decoders of commands are reached. */
#ifndef VIRGL_TAME_H
#define VIRGL_TAME_H

#include <stddef.h>
#include <stdint.h>

/* Clamps the number, type and length in each command header to what the command table allows. */
void virgl_tame(uint32_t *dwords, size_t num_dw);

#endif
