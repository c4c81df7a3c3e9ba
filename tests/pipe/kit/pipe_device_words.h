/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes dwords to a buffer on the device just before a command uses them, so that the host can
 * read the dwords only after a wait. */
#ifndef PIPE_DEVICE_WORDS_H
#define PIPE_DEVICE_WORDS_H

#include "pipe_fixture.h"

/* Both functions write `num` dwords to the beginning of a buffer: device_words_copy() by a copy,
 * device_words_store() by a dispatch. */
void device_words_copy(struct pipe_fixture *f, struct pipe_resource *to, const uint32_t *words,
                       unsigned num);
void device_words_store(struct pipe_fixture *f, struct pipe_resource *to, const uint32_t *words,
                        unsigned num);

#endif
