/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Like fuzz_session.c, but on a Vulkan device with the validation layer. A message of the layer is
 * a finding: commands that virgl and the driver accept must become valid Vulkan. Large draws and
 * dispatches are made small, and shaders with loops are skipped, since they would take too long. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "galvan/galvan.h"
#include "memory_transport.h"
#include "pipe/p_context.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"
#include "virgl/api/renderer.h"
#include "vtest/vtest.h"

enum {
    PIECE_MASK = 0x3f,
    MEMORY_B = 64 << 20,
    MAX_VERTICES = 64,
    MAX_INSTANCES = 4,
    MAX_DISPATCH = 4
};

static struct {
    struct pipe_screen *screen;
    int messages; /* pipe of the layer's messages; -1: the caller checks them */
    struct pipe_context *(*context_create)(struct pipe_screen *, void *, unsigned);
    void (*draw_vbo)(struct pipe_context *, const struct pipe_draw_info *);
    void (*launch_grid)(struct pipe_context *, const struct pipe_grid_info *);
} device;

static struct memory_transport memory;

/* ---- Small draws ---------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void draw_vbo(struct pipe_context *pipe, const struct pipe_draw_info *info)
{
    struct pipe_draw_info small = *info;

    small.count = least(info->count, MAX_VERTICES);
    small.instance_count = least(info->instance_count, MAX_INSTANCES);
    if (!info->indirect && !info->count_from_stream_output)
        device.draw_vbo(pipe, &small);
}

static void launch_grid(struct pipe_context *pipe, const struct pipe_grid_info *info)
{
    struct pipe_grid_info small = *info;

    for (unsigned i = 0; i < 3; i++)
        small.grid[i] = least(info->grid[i], MAX_DISPATCH);
    if (!info->indirect)
        device.launch_grid(pipe, &small);
}

static struct pipe_context *context_create(struct pipe_screen *screen, void *priv, unsigned flags)
{
    struct pipe_context *pipe = device.context_create(screen, priv, flags);

    if (pipe) {
        device.draw_vbo = pipe->draw_vbo;
        device.launch_grid = pipe->launch_grid;
        pipe->draw_vbo = draw_vbo;
        pipe->launch_grid = launch_grid;
    }
    return pipe;
}

/* ---- The device ----------------------------------------------------------------------------- */

static void write_settings(const char *path, int messages)
{
    FILE *file = fopen(path, "we");

    if (!file)
        abort();
    fprintf(file,
            "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
            "khronos_validation.log_filename = /dev/fd/%d\n"
            "khronos_validation.report_flags = error,warn\n",
            messages);
    fclose(file);
}

/* Enables the validation layer and reads its messages from a pipe, unless the environment has
 * enabled the layer already, as a test's environment does. */
static void use_validation(void)
{
    char path[] = "/tmp/galvan-fuzz.XXXXXX";
    int ends[2];

    device.messages = -1;
    if (getenv("VK_INSTANCE_LAYERS"))
        return;
    const int file = mkstemp(path);
    if (file < 0 || pipe2(ends, O_NONBLOCK) != 0)
        abort();
    close(file);
    write_settings(path, ends[1]);
    setenv("VK_LAYER_SETTINGS_PATH", path, 1);
    setenv("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation", 1);
    device.messages = ends[0];
}

static void open_device(void)
{
    static const struct galvan_log quiet = {0};

    use_validation();
    const enum galvan_result result =
        galvan_screen_create(galvan_screen_params(.log = &quiet), &device.screen);
    if (result == GALVAN_ERROR_NO_LOADER || result == GALVAN_ERROR_NO_DEVICE)
        exit(77);
    if (result != GALVAN_OK)
        abort();
    device.context_create = device.screen->context_create;
    device.screen->context_create = context_create;
}

static void expect_no_message(void)
{
    char text[1024];
    ssize_t len = device.messages < 0 ? 0 : read(device.messages, text, sizeof(text));

    if (len <= 0)
        return;
    do {
        fwrite(text, 1, (size_t)len, stderr);
    } while ((len = read(device.messages, text, sizeof(text))) > 0);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char loop[] = "BGNLOOP";
    struct gv_virgl_limits limits = gv_virgl_limits_default();
    const struct galvan_log quiet = {0};

    if (size < 1 || size > MEMORY_IN_MAX / 2 || memmem(data, size, loop, strlen(loop)))
        return 0;
    if (!device.screen)
        open_device();
    limits.memory_B = MEMORY_B;
    limits.max_resource_B = 1 << 20;
    limits.max_objects = 1024;
    memory_init(&memory);
    memory.piece_B = data[0] & PIECE_MASK;
    memory_put(&memory, data + 1, size - 1);
    const struct gv_vtest_params params = {
        .transport = &memory.base,
        .screen = device.screen,
        .log = &quiet,
        .limits = &limits,
        .shm_limit_B = MEMORY_B,
    };
    gv_vtest_serve(&params);
    memory_finish(&memory);
    expect_no_message();
    return 0;
}
