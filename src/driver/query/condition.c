/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/query/condition.h"

#include <stdlib.h>

#include "driver/context.h"
#include "driver/query/query.h"
#include "driver/query/query_device.h"
#include "driver/record/sync.h"
#include "driver/resource/resource.h"
#include "pipe/p_inlines.h"

enum {
    WORDS_PER_PAGE = 1024,
    MAX_SUMS = 256 /* limit of the queries whose predicates are written at once */
};

/* A buffer of predicates: one dword for each query that was used as a condition. */
struct gv_predicate_page {
    struct gv_predicate_page *next;
    struct pipe_resource *buffer;
    uint32_t num_free;
    uint16_t free[WORDS_PER_PAGE];
};

/* ---- Predicates */

static struct gv_predicate_page *add_page(struct gv_context *ctx)
{
    struct gv_predicate_page *page = calloc(1, sizeof(*page));
    if (!page)
        return NULL;
    page->buffer = pipe_buffer_create(&ctx->screen->base, PIPE_BIND_SHADER_BUFFER,
                                      PIPE_USAGE_DEFAULT, WORDS_PER_PAGE * 4);
    if (!page->buffer) {
        free(page);
        return NULL;
    }
    for (uint16_t i = WORDS_PER_PAGE; i > 0; i--)
        page->free[page->num_free++] = (uint16_t)(i - 1);
    page->next = ctx->condition.pages;
    ctx->condition.pages = page;
    return page;
}

static bool need_word(struct gv_context *ctx, struct gv_query *q)
{
    if (q->page)
        return true;
    struct gv_predicate_page *page = ctx->condition.pages;
    while (page && !page->num_free)
        page = page->next;
    if (!page && !(page = add_page(ctx)))
        return false;
    q->page = page;
    q->predicate = page->free[--page->num_free];
    return true;
}

static void unlink_stale(struct gv_context *ctx, struct gv_query *q)
{
    if (!q->stale)
        return;
    if (q->stale_prev)
        q->stale_prev->stale_next = q->stale_next;
    else
        ctx->condition.stale = q->stale_next;
    if (q->stale_next)
        q->stale_next->stale_prev = q->stale_prev;
    q->stale_prev = q->stale_next = NULL;
    q->stale = false;
}

void gv_condition_query_begun(struct gv_context *ctx, struct gv_query *q)
{
    unlink_stale(ctx, q);
    q->predicate_valid = false;
}

/* Marks the predicate of an ended query as out of date, if the query was a condition before. Such
 * predicates are later written together. */
void gv_condition_query_ended(struct gv_context *ctx, struct gv_query *q)
{
    if (q->stale || !q->page)
        return;
    q->stale = true;
    q->stale_prev = NULL;
    q->stale_next = ctx->condition.stale;
    if (q->stale_next)
        q->stale_next->stale_prev = q;
    ctx->condition.stale = q;
}

void gv_condition_query_destroyed(struct gv_context *ctx, struct gv_query *q)
{
    if (ctx->condition.query == q) {
        gv_condition_end(ctx);
        ctx->condition.query = NULL;
    }
    unlink_stale(ctx, q);
    if (q->page)
        q->page->free[q->page->num_free++] = q->predicate;
    q->page = NULL;
}

static struct gv_query_sum sum_for(struct gv_query *q)
{
    return (struct gv_query_sum){
        .query = q, .type = PIPE_QUERY_TYPE_U32, .boolean = true, .offset_B = q->predicate * 4u};
}

/* Writes the predicate of `q`, and the out-of-date predicates of other ended queries in the same
 * page, so that later conditions on these queries find their predicates written. */
static bool write_words(struct gv_context *ctx, struct gv_query *q)
{
    struct gv_query_sum sums[MAX_SUMS] = {sum_for(q)};
    unsigned num = 1;
    for (struct gv_query *other = ctx->condition.stale; other && num < MAX_SUMS;
         other = other->stale_next) {
        if (other != q && other->page == q->page && !other->active)
            sums[num++] = sum_for(other);
    }
    if (!gv_queries_sum(ctx, q->page->buffer, sums, num))
        return false;
    for (unsigned i = 0; i < num; i++) {
        unlink_stale(ctx, sums[i].query);
        sums[i].query->predicate_valid = true;
    }
    return true;
}

/* ---- The condition */

static bool is_true(const struct gv_query *q, const union pipe_query_result *result)
{
    return gv_query_is_boolean(q) ? result->b : result->u64 != 0;
}

/* Prepares the predicate. Returns whether the device evaluates the condition; otherwise the CPU
 * must read the result. */
static bool decide_on_device(struct gv_context *ctx, struct gv_query *q)
{
    return ctx->dev->caps.conditionalRendering && q->counters && need_word(ctx, q) &&
           (q->predicate_valid || write_words(ctx, q));
}

static void render_condition(struct pipe_context *pctx, struct pipe_query *query, boolean condition,
                             uint mode)
{
    struct gv_context *ctx = gv_context(pctx);
    struct gv_query *q = (struct gv_query *)query;
    union pipe_query_result result;
    gv_draw_run_flush(&ctx->rec); /* deferred draws do not depend on the new condition, so record
                                     them first */
    gv_condition_end(ctx);
    ctx->condition.query = q;
    ctx->condition.inverted = condition;
    ctx->condition.wait = mode == PIPE_RENDER_COND_WAIT || mode == PIPE_RENDER_COND_BY_REGION_WAIT;
    ctx->condition.known = ctx->condition.on_device = false;
    if (!q || q->active)
        return;
    if (gv_query_peek(&ctx->state, q, &result)) {
        ctx->condition.known = true;
        ctx->condition.passes = is_true(q, &result) != ctx->condition.inverted;
    } else {
        ctx->condition.on_device = decide_on_device(ctx, q);
    }
}

bool gv_condition_on_device(const struct gv_context *ctx)
{
    return ctx->condition.query && ctx->condition.on_device;
}

/* If the device does not evaluate the condition, the CPU reads the result once for each condition.
 * In the modes with a wait, the CPU waits for the result. In the other modes, draws are executed
 * until the result is available. */
bool gv_condition_passes(struct gv_context *ctx)
{
    struct gv_query *q = ctx->condition.query;
    union pipe_query_result result;
    if (!q || ctx->condition.on_device)
        return true;
    if (!ctx->condition.known) {
        if (!ctx->base.get_query_result(&ctx->base, (struct pipe_query *)q, ctx->condition.wait,
                                        &result))
            return true;
        ctx->condition.passes = is_true(q, &result) != ctx->condition.inverted;
        ctx->condition.known = true;
    }
    return ctx->condition.passes;
}

void gv_condition_use(struct gv_context *ctx)
{
    if (gv_condition_on_device(ctx) && !ctx->condition.begun)
        gv_sync_main(&ctx->rec, gv_resource(ctx->condition.query->page->buffer)->storage,
                     VK_PIPELINE_STAGE_2_CONDITIONAL_RENDERING_BIT_EXT,
                     VK_ACCESS_2_CONDITIONAL_RENDERING_READ_BIT_EXT, false);
}

void gv_condition_begin(struct gv_context *ctx, VkCommandBuffer cmd)
{
    if (!gv_condition_on_device(ctx) || ctx->condition.begun)
        return;
    const struct gv_query *q = ctx->condition.query;
    const VkConditionalRenderingBeginInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT,
        .buffer = gv_resource(q->page->buffer)->storage->buffer.handle,
        .offset = q->predicate * 4u,
        .flags = ctx->condition.inverted ? VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT : 0,
    };
    ctx->dev->vk.vkCmdBeginConditionalRenderingEXT(cmd, &info);
    ctx->condition.begun = true;
}

void gv_condition_end(struct gv_context *ctx)
{
    if (!ctx->condition.begun)
        return;
    ctx->dev->vk.vkCmdEndConditionalRenderingEXT(gv_recorder_main(&ctx->rec));
    ctx->condition.begun = false;
}

void gv_condition_init(struct gv_context *ctx)
{
    ctx->base.render_condition = render_condition;
}

void gv_condition_finish(struct gv_context *ctx)
{
    while (ctx->condition.pages) {
        struct gv_predicate_page *page = ctx->condition.pages;
        ctx->condition.pages = page->next;
        pipe_resource_reference(&page->buffer, NULL);
        free(page);
    }
}
