/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a client did wrong, as lines of the log. */
#include "virgl/report.h"

#include <inttypes.h>
#include <stdio.h>

#include "util/log.h"
#include "virgl/context.h"
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

/* Counts an error; whether it is to be logged. A client cannot fill the disk with its mistakes. */
static bool wants_line(struct gv_virgl_renderer *r)
{
    uint64_t n = r->num_errors++;
    if (n == r->limits.max_error_lines)
        gv_err(&r->log, "virgl", "%s: %" PRIu64 " errors, further ones are not logged",
               r->client_name, n);
    return n < r->limits.max_error_lines && gv_log_wants(&r->log, GALVAN_LOG_ERR);
}

static void format_reason(char *reason, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static void format_reason(char *reason, size_t size, const char *format, va_list args)
{
    if (vsnprintf(reason, size, format, args) < 0)
        reason[0] = '\0';
}

enum galvan_result gv_virgl_refuse_at(struct gv_virgl_context *ctx, enum galvan_result result,
                                      const char *command, size_t offset_dw, const char *format,
                                      va_list args)
{
    if (wants_line(ctx->r)) {
        char reason[384];
        format_reason(reason, sizeof(reason), format, args);
        gv_err(&ctx->r->log, "virgl", "%s: %s at dword %zu: %s", ctx->name, command, offset_dw,
               reason);
    }
    return result;
}

enum galvan_result gv_virgl_refuse(struct gv_virgl_renderer *r, enum galvan_result result,
                                   const char *what, const char *format, ...)
{
    if (wants_line(r)) {
        char reason[384];
        va_list args;
        va_start(args, format);
        format_reason(reason, sizeof(reason), format, args);
        va_end(args);
        gv_err(&r->log, "virgl", "%s: %s: %s", r->client_name, what, reason);
    }
    return result;
}
