/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lines in the log about what is refused: of each kind the first, and then counts. */
#ifndef GV_VIRGL_REPORT_H
#define GV_VIRGL_REPORT_H

#include <stdarg.h>
#include <stddef.h>

#include "galvan/result.h"
#include "virgl/renderer.h"

/* Reports something refused outside a command stream and returns result. */
enum galvan_result gv_virgl_refuse(struct gv_virgl_renderer *r, enum galvan_result result,
                                   const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A command, for a line of the log. */
struct gv_virgl_command_place {
    const char *context_name;
    const char *command;
    size_t offset_dw; /* in the submit */
};

/* Reports a command that is refused and returns result. */
enum galvan_result gv_virgl_refuse_command(struct gv_virgl_renderer *r, enum galvan_result result,
                                           const struct gv_virgl_command_place *place,
                                           const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));

/* The end of a line about a number or handle that stands for nothing, or is in use: the mistake of
 * Mesa's client that it is, and the page that has more; "" where that is not known. */
const char *gv_virgl_unknown_hint(const struct gv_virgl_renderer *r);

/* Copies a name for log lines to out, without what would break a line. */
void gv_virgl_clean_name(char out[GV_VIRGL_NAME_MAX], const char *name);

#endif
