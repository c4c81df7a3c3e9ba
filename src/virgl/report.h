/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Log lines about refused commands and calls. The first error of each kind is logged in full, later
 * errors of this kind only as counts. */
#ifndef GV_VIRGL_REPORT_H
#define GV_VIRGL_REPORT_H

#include <stdarg.h>
#include <stddef.h>

#include "galvan/result.h"
#include "virgl/renderer.h"

/* Reports the refusal of a call that is not part of a command stream, and returns `result`. */
enum galvan_result gv_virgl_refuse(struct gv_virgl_renderer *r, enum galvan_result result,
                                   const char *what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Identifies a command in a log line. */
struct gv_virgl_command_place {
    const char *context_name;
    const char *command;
    size_t offset_dw; /* offset in the submit */
};

/* Reports the refusal of a command, and returns `result`. */
enum galvan_result gv_virgl_refuse_command(struct gv_virgl_renderer *r, enum galvan_result result,
                                           const struct gv_virgl_command_place *place,
                                           const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));

/* Returns text that ends a log line about a handle that does not exist or is already in use. The
 * text names the likely mistake of Mesa's client, and the page that explains this mistake. "" if no
 * mistake is known. */
const char *gv_virgl_unknown_hint(const struct gv_virgl_renderer *r);

/* Copies a name for log lines to out. Replaces control characters and non-ASCII bytes by '?'. */
void gv_virgl_clean_name(char out[GV_VIRGL_NAME_MAX], const char *name);

#endif
