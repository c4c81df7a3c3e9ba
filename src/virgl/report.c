/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Log lines about errors of a client. */
#include "virgl/report.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/log.h"
#include "virgl/renderer.h"

void gv_virgl_clean_name(char out[GV_VIRGL_NAME_MAX], const char *name)
{
    size_t i = 0;
    for (; name[i] && i + 1 < GV_VIRGL_NAME_MAX; i++) {
        unsigned char c = (unsigned char)name[i];
        out[i] = c < 0x20 || c >= 0x7f ? '?' : (char)c;
    }
    out[i] = '\0';
}

uint64_t gv_virgl_renderer_num_errors(const struct gv_virgl_renderer *r)
{
    return r->num_errors - r->num_unknown;
}

uint64_t gv_virgl_renderer_num_unknown(const struct gv_virgl_renderer *r)
{
    return r->num_unknown;
}

const char *gv_virgl_unknown_hint(const struct gv_virgl_renderer *r)
{
    if (r->refused_creation)
        return "; a creation was refused before, and Mesa's client does not notice: "
               "docs/troubleshooting.md";
    return r->hint ? r->hint : "";
}

void gv_virgl_renderer_set_hint(struct gv_virgl_renderer *r, const char *hint)
{
    r->hint = hint;
}

enum {
    MAX_REASON = 448,
    MAX_COUNT = 48
};

/* Counts an error, and returns the level at which the error is logged, so that a client cannot fill
 * the disk with errors. Writes to out_count the text that ends the log line: the number of errors
 * of this kind so far, or "". */
static enum galvan_log_level count_error(struct gv_virgl_renderer *r, const char *command,
                                         const char *reason, char out_count[MAX_COUNT])
{
    char message[MAX_REASON + 64];
    uint64_t count;

    out_count[0] = '\0';
    snprintf(message, sizeof(message), "%s: %s", command, reason);
    switch (gv_log_kinds_add(&r->error_kinds, message, &count)) {
    case GV_LOG_KIND_FIRST:
        return GALVAN_LOG_ERR;
    case GV_LOG_KIND_COUNT:
        snprintf(out_count, MAX_COUNT, " (%" PRIu64 " of this kind so far)", count);
        return GALVAN_LOG_ERR;
    case GV_LOG_KIND_LAST:
        gv_err(&r->log, "virgl", "%s: errors of %u kinds, further kinds are not logged",
               r->client_name, r->limits.max_error_kinds);
        return GALVAN_LOG_DEBUG;
    case GV_LOG_KIND_NONE:
        break;
    }
    return GALVAN_LOG_DEBUG;
}

static void format_reason(char *reason, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static void format_reason(char *reason, size_t size, const char *format, va_list args)
{
    if (vsnprintf(reason, size, format, args) < 0)
        reason[0] = '\0';
}

enum galvan_result gv_virgl_refuse_command(struct gv_virgl_renderer *r, enum galvan_result result,
                                           const struct gv_virgl_command_place *place,
                                           const char *format, va_list args)
{
    char reason[MAX_REASON], count[MAX_COUNT];

    r->num_errors++;
    if (!gv_log_wants(&r->log, GALVAN_LOG_ERR))
        return result;
    format_reason(reason, sizeof(reason), format, args);
    const enum galvan_log_level level = count_error(r, place->command, reason, count);
    gv_log_at(&r->log, level, "virgl", "%s: %s at dword %zu: %s%s", place->context_name,
              place->command, place->offset_dw, reason, count);
    return result;
}

enum galvan_result gv_virgl_refuse(struct gv_virgl_renderer *r, enum galvan_result result,
                                   const char *what, const char *format, ...)
{
    char reason[MAX_REASON], count[MAX_COUNT];
    va_list args;

    r->num_errors++;
    if (!gv_log_wants(&r->log, GALVAN_LOG_ERR))
        return result;
    va_start(args, format);
    format_reason(reason, sizeof(reason), format, args);
    va_end(args);
    const enum galvan_log_level level = count_error(r, what, reason, count);
    gv_log_at(&r->log, level, "virgl", "%s: %s: %s%s", r->client_name, what, reason, count);
    return result;
}
