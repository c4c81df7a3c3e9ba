/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages to the client, device loss, and the client's markers for capture tools. */
#include "driver/debug.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "driver/context.h"
#include "driver/query/counters.h"
#include "util/log.h"
#include "util/text.h"

enum {
    MAX_MARKER_B = 1024,
    MAX_REPORT_B = 2048,
};

static void set_debug_callback(struct pipe_context *pctx,
                               const struct pipe_debug_callback *callback)
{
    struct gv_messages *m = &gv_context(pctx)->messages;
    memset(m->ids, 0, sizeof(m->ids));
    m->callback = callback ? *callback : (struct pipe_debug_callback){0};
}

static void dump_debug_state(struct pipe_context *pctx, FILE *stream, unsigned flags)
{
    struct gv_context *ctx = gv_context(pctx);
    struct pipe_screen *screen = pctx->screen;
    struct pipe_driver_query_info info;
    char report[MAX_REPORT_B];
    struct gv_text text = gv_text_init(report, sizeof(report));
    (void)flags;
    gv_text_add(&text, "%s\n", screen->get_name(screen));
    gv_text_add(&text, "device: %s\n", atomic_load(&ctx->dev->lost) ? "lost" : "not lost");
    for (unsigned i = 0; screen->get_driver_query_info(screen, i, &info); i++)
        gv_text_add(&text, "%s: %" PRIu64 "\n", info.name,
                    gv_counter_read(&ctx->rec, info.query_type));
    fwrite(report, 1, text.len, stream);
}

static void set_device_reset_callback(struct pipe_context *pctx,
                                      const struct pipe_device_reset_callback *callback)
{
    gv_context(pctx)->reset = callback ? *callback : (struct pipe_device_reset_callback){0};
}

void gv_context_tell_reset(struct gv_context *ctx)
{
    const struct pipe_device_reset_callback callback = ctx->reset;
    if (!callback.reset || !atomic_load_explicit(&ctx->dev->lost, memory_order_relaxed))
        return;
    ctx->reset.reset = NULL;
    callback.reset(callback.data, PIPE_UNKNOWN_CONTEXT_RESET);
}

/* Inserts the client's marker. Vulkan requires a NUL-terminated UTF-8 string, but clients may pass
 * any bytes. */
static void emit_string_marker(struct pipe_context *pctx, const char *string, int len)
{
    struct gv_context *ctx = gv_context(pctx);
    if (!ctx->dev->insert_label || len <= 0 || !gv_recorder_batch(&ctx->rec))
        return;
    char text[MAX_MARKER_B + 1];
    int num = 0;
    for (; num < len && num < MAX_MARKER_B && string[num]; num++)
        text[num] = (char)(string[num] >= ' ' && string[num] <= '~' ? string[num] : '?');
    text[num] = '\0';
    const VkDebugUtilsLabelEXT label = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
        .pLabelName = text,
    };
    ctx->dev->insert_label(gv_recorder_main(&ctx->rec), &label);
}

void gv_context_init_debug(struct gv_context *ctx)
{
    ctx->base.set_debug_callback = set_debug_callback;
    ctx->base.set_device_reset_callback = set_device_reset_callback;
    ctx->base.emit_string_marker = emit_string_marker;
    ctx->base.dump_debug_state = dump_debug_state;
}
