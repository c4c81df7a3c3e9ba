/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Answers messages in the server's place. */
#ifndef GV_PRELOAD_ANSWERS_H
#define GV_PRELOAD_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

struct gv_thread;

/* Answers the thread's message in the server's place, if the library can. Returns whether the
 * message was answered, so that it must not be sent to the server. The thread has written the whole
 * message to its connection; the message's header is in thread->framing. */
bool gv_answers_take(struct gv_thread *thread, const uint32_t *payload);

#endif
