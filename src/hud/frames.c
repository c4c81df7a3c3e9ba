/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Counts frames in the workers and takes the screenshot there. */
#include "hud/frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "galvan/galvan.h"
#include "hud/hud.h"
#include "hud/screenshot.h"
#include "pipe/p_screen.h"
#include "util/clock.h"
#include "util/text.h"

static void take_screenshot(struct gv_frames *frames, const struct gv_vtest_frame *frame)
{
    if (gv_screenshot_write(frame, frames->screenshot_path, frames->log) == GALVAN_OK)
        atomic_store(&frames->shared->screenshot_written, true);
}

static void count_compiled(struct gv_frames *frames, struct galvan_screen_counters *out_counters)
{
    struct gv_frames_shared *shared = frames->shared;
    const struct galvan_screen_counters told = frames->told;
    struct galvan_screen_counters now = {0};

    if (frames->screen)
        galvan_screen_counters(frames->screen, &now);
    atomic_fetch_add(&shared->num_compiled, now.pipelines_compiled - told.pipelines_compiled);
    atomic_fetch_add(&shared->num_linked, now.pipelines_linked - told.pipelines_linked);
    atomic_fetch_add(&shared->num_optimized, now.pipelines_optimized - told.pipelines_optimized);
    atomic_fetch_add(&shared->num_waited, now.draws_waited - told.draws_waited);
    frames->told = now;
    *out_counters = now;
}

static void named(void *priv, const char *name)
{
    struct gv_frames *frames = priv;

    (void)name;
    atomic_fetch_add(&frames->shared->num_clients, 1);
}

static void presented(void *priv, const struct gv_vtest_frame *frame)
{
    struct gv_frames *frames = priv;
    struct galvan_screen_counters counters;
    uint64_t now = gv_now_ns(), none = 0;
    uint64_t idx = atomic_fetch_add(&frames->shared->num_frames, 1) + 1;

    atomic_compare_exchange_strong(&frames->shared->first_frame_ns, &none, now);
    atomic_store(&frames->shared->last_frame_ns, now);
    count_compiled(frames, &counters);
    if (frames->screenshot_path && idx == frames->screenshot_frame)
        take_screenshot(frames, frame);
    if (frames->hud && frame->may_draw)
        gv_hud_draw(frames->hud, frame, &counters, now);
}

/* Galvan learns that a frame was the last one only when the frame's memory is freed. */
static void retired(void *priv, const struct gv_vtest_frame *frame)
{
    struct gv_frames *frames = priv;
    struct galvan_screen_counters counters;

    count_compiled(frames, &counters);
    if (frames->hud)
        gv_hud_take_off(frames->hud, frame);
    if (frames->screenshot_path && frames->screenshot_frame == 0)
        take_screenshot(frames, frame);
}

/* After the last frame, or if there was no frame. */
static void ended(void *priv)
{
    struct galvan_screen_counters counters;

    count_compiled(priv, &counters);
}

/* Splits FILE@FRAME; an '@' that is not followed by a number belongs to the file's name. */
static enum galvan_result parse_screenshot(struct gv_frames *frames, const char *spec)
{
    const char *at = strrchr(spec, '@');
    size_t len = strlen(spec);
    uint64_t frame = 0;

    if (at && gv_parse_u64(at + 1, strlen(at + 1), UINT32_MAX, &frame)) {
        len = (size_t)(at - spec);
        if (frame == 0)
            return GALVAN_ERROR_INVALID;
    }
    if (len < 5 || memcmp(spec + len - 4, ".png", 4) != 0)
        return GALVAN_ERROR_INVALID;
    char *path = strndup(spec, len);
    if (!path)
        return GALVAN_ERROR_NO_MEMORY;
    frames->screenshot_path = path;
    frames->screenshot_frame = frame;
    return GALVAN_OK;
}

enum galvan_result gv_frames_init(struct gv_frames *frames, const char *screenshot,
                                  const struct galvan_log *log)
{
    struct gv_frames made = {.log = log};
    enum galvan_result res = screenshot ? parse_screenshot(&made, screenshot) : GALVAN_OK;

    if (res != GALVAN_OK)
        return res;
    made.shared =
        mmap(NULL, sizeof(*made.shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (made.shared == MAP_FAILED) {
        free(made.screenshot_path);
        return GALVAN_ERROR_NO_MEMORY;
    }
    *frames = made;
    frames->hooks = (struct gv_vtest_hooks){
        .named = named,
        .presented = presented,
        .retired = retired,
        .ended = ended,
        .priv = frames,
    };
    return GALVAN_OK;
}

void gv_frames_finish(struct gv_frames *frames)
{
    munmap(frames->shared, sizeof(*frames->shared));
    free(frames->screenshot_path);
}

void gv_frames_set_screen(struct gv_frames *frames, struct pipe_screen *screen)
{
    frames->screen = screen;
    snprintf(frames->shared->device, sizeof(frames->shared->device), "%s",
             screen->get_name(screen));
}

double gv_frames_rate(const struct gv_frames *frames)
{
    uint64_t num = atomic_load(&frames->shared->num_frames);
    uint64_t ns =
        atomic_load(&frames->shared->last_frame_ns) - atomic_load(&frames->shared->first_frame_ns);

    return num > 1 && ns > 0 ? (double)(num - 1) * 1e9 / (double)ns : 0.0;
}
