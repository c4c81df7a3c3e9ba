/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Answers messages in the server's place. */
#ifndef GV_PRELOAD_ANSWERS_H
#define GV_PRELOAD_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_thread;

/* Whether the library has answered this message itself, so that the server need not. The thread has
 * written the whole message to its connection; the message's header is in thread->framing. */
bool gv_answers_take(struct gv_thread *thread, const uint32_t *payload);

#endif
