/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Dwords that the device writes to a buffer just before a command uses them: the host can read them
 * only after a wait. */
#ifndef PIPE_DEVICE_WORDS_H
#define PIPE_DEVICE_WORDS_H

#include "pipe_fixture.h"

/* Both functions write num dwords to the beginning of a buffer: by a copy, or by a dispatch. */
void device_words_copy(struct pipe_fixture *f, struct pipe_resource *to, const uint32_t *words,
                       unsigned num);
void device_words_store(struct pipe_fixture *f, struct pipe_resource *to, const uint32_t *words,
                        unsigned num);

#endif
