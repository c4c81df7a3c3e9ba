/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Answers messages in the server's place. */
#ifndef GV_PRELOAD_ANSWERS_H
#define GV_PRELOAD_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_thread;

/* Whether a whole message that the thread has written to its connection needs no answer of the
 * server. The message's header is in the thread's framing. */
bool gv_answers_take(struct gv_thread *thread, const uint32_t *payload);

#endif
