/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/screen/messages.h"

#include <stdarg.h>
#include <stdio.h>

#include "util/log.h"

void gv_message(struct gv_messages *messages, enum gv_message message, const char *format, ...)
{
    static const struct {
        enum pipe_debug_type type;
        enum galvan_log_level level;
    } kinds[GV_NUM_MESSAGES] = {
        [GV_MESSAGE_SHADER] = {PIPE_DEBUG_TYPE_ERROR, GALVAN_LOG_ERR},
        [GV_MESSAGE_PIPELINE] = {PIPE_DEBUG_TYPE_PERF_INFO, GALVAN_LOG_DEBUG},
    };
    const struct galvan_log *log = messages->log;
    va_list args;
    if (gv_log_wants(log, kinds[message].level)) {
        char text[GV_LOG_MESSAGE_MAX];
        va_start(args, format);
        vsnprintf(text, sizeof(text), format, args);
        va_end(args);
        gv_log_print(log, kinds[message].level, "driver", "%s", text);
    }
    if (messages->callback.debug_message) {
        va_start(args, format);
        messages->callback.debug_message(messages->callback.data, &messages->ids[message],
                                         kinds[message].type, format, args);
        va_end(args);
    }
}
