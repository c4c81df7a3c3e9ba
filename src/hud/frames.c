/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Counts frames and takes the screenshot in the workers. If a program renders in its own process,
 * that process counts the frames (mesa/driver/frames.c). */
#include "hud/frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "galvan/galvan.h"
#include "hud/hud.h"
#include "hud/screenshot.h"
#include "pipe/p_screen.h"
#include "util/checked.h"
#include "util/clock.h"
#include "util/shm.h"
#include "util/text.h"

static void take_screenshot(struct gv_frames *frames, const struct gv_vtest_frame *frame)
{
    if (gv_screenshot_write(frame, frames->screenshot_path, frames->log) == GALVAN_OK)
        atomic_store(&frames->shared->screenshot_written, true);
}

static void count_compiled(struct gv_frames *frames, struct galvan_screen_counters *out_counters)
{
    struct galvan_screen_counters now = {0};

    if (frames->screen)
        galvan_screen_counters(frames->screen, &now);
    gv_frames_add_work(frames->shared, &frames->reported, &now);
    frames->reported = now;
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
    const uint64_t now = gv_now_ns();
    const uint64_t idx = gv_frames_count(frames->shared, now);

    count_compiled(frames, &counters);
    if (frames->screenshot_path && idx == frames->screenshot_frame)
        take_screenshot(frames, frame);
    if (frames->hud && frame->may_draw)
        gv_hud_draw(frames->hud, frame, &counters, now);
}

/* The hook that is called before a frame's memory is freed. This call may be the first sign that
 * the frame was the client's last frame. */
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

/* The hook that is called at the end of a client, also if the client presented no frame. */
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
    struct gv_frames made = {.log = log, .memory_fd = -1, .image_fd = -1};
    enum galvan_result res = screenshot ? parse_screenshot(&made, screenshot) : GALVAN_OK;

    if (res != GALVAN_OK)
        return res;
    made.shared =
        mmap(NULL, sizeof(*made.shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (made.shared == MAP_FAILED) {
        free(made.screenshot_path);
        return GALVAN_ERROR_NO_MEMORY;
    }
    made.shared->version = GV_FRAMES_VERSION;
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
    if (frames->memory_fd >= 0)
        close(frames->memory_fd);
    if (frames->image_fd >= 0)
        close(frames->image_fd);
}

/* ---- Programs that render in their own processes --------------------------------------------- */

enum galvan_result gv_frames_share(struct gv_frames *frames, char *out_variable, size_t size_B)
{
    struct gv_shm shm;
    int memory;
    enum galvan_result res = gv_shm_create(sizeof(*frames->shared), &shm, &memory);

    if (res != GALVAN_OK)
        return res;
    int image = memfd_create("galvan-image", MFD_CLOEXEC);
    if (image < 0) {
        close(memory);
        gv_shm_finish(&shm);
        return GALVAN_ERROR_IO;
    }
    munmap(frames->shared, sizeof(*frames->shared));
    frames->shared = shm.data;
    frames->memory_fd = memory;
    frames->image_fd = image;
    frames->shared->version = GV_FRAMES_VERSION;
    frames->shared->image_frame = frames->screenshot_frame;
    if (frames->screenshot_path)
        frames->shared->image_wanted =
            frames->screenshot_frame ? GV_FRAMES_ONE_IMAGE : GV_FRAMES_LAST_IMAGE;
    snprintf(out_variable, size_B, "%ld:%d:%d", (long)getpid(), memory, image);
    return GALVAN_OK;
}

/* Reads the image's pixels, which the caller must free(). NULL if the file has fewer pixels. */
static void *read_pixels(const struct gv_frames *frames, const struct gv_frames_pixels *image,
                         size_t *out_size_B)
{
    size_t size_B;
    struct stat st;

    if (!gv_mul_size(image->width, image->height, &size_B) ||
        !gv_mul_size(size_B, image->pixel_B, &size_B) || size_B == 0 ||
        fstat(frames->image_fd, &st) != 0 || (uint64_t)st.st_size < size_B)
        return NULL;
    void *pixels = malloc(size_B);
    if (pixels && pread(frames->image_fd, pixels, size_B, 0) != (ssize_t)size_B) {
        free(pixels);
        return NULL;
    }
    *out_size_B = size_B;
    return pixels;
}

/* Reads the fields of the image only once, and checks them, because the program may have written
 * any values. */
void gv_frames_take_image(struct gv_frames *frames)
{
    const struct gv_frames_pixels image = frames->shared->image;
    size_t size_B;
    void *pixels = frames->screenshot_path ? read_pixels(frames, &image, &size_B) : NULL;

    atomic_store(&frames->shared->screenshot_written, false);
    if (!pixels)
        return;
    take_screenshot(frames, &(struct gv_vtest_frame){.width = image.width,
                                                     .height = image.height,
                                                     .format = image.format,
                                                     .data = pixels,
                                                     .data_size_B = size_B});
    free(pixels);
}

/* ---- Results --------------------------------------------------------------------------------- */

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
