/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Conway's game of life: in each frame, a compute shader computes the next generation from one
 * shader buffer to another, and draws it to an image. The two buffers, which have a word for each
 * cell, change places after each frame. A blit copies the image to the window. */
#include <stdbool.h>
#include <stdint.h>

#include <galvan/window.h>
#include <pipe/p_context.h>
#include <pipe/p_screen.h>
#include <tgsi/tgsi_text.h>
#include <util/u_box.h>
#include <util/u_inlines.h>

enum {
    MAX_TOKENS = 512, /* limit for the shader */
    GRID_SIZE = 128,  /* columns and rows of cells; constants of the shader depend on it */
    BLOCK_SIZE = 16,
    CELLS_B = GRID_SIZE * GRID_SIZE * 4
};

/* Adds a cell to the sum in TEMP[4].x. `column` selects the cell's column (byte offsets in
 * TEMP[1].xyz), `row` its row (byte offsets in TEMP[2].xyz). */
#define ADD_CELL(column, row)                                                                      \
    "UADD TEMP[3].x, TEMP[1]." column ", TEMP[2]." row "\n"                                        \
    "LOAD TEMP[3].x, BUFFER[0], TEMP[3].xxxx\n"                                                    \
    "UADD TEMP[4].x, TEMP[4].xxxx, TEMP[3].xxxx\n"

/* Counts the living cells among a cell and its eight neighbours. If three live, the cell lives in
 * the next generation. If four live, it lives if it lives now. Otherwise it is dead. Opposite edges
 * of the grid are neighbours. */
static const char life_text[] =
    "COMP\n"
    "PROPERTY CS_FIXED_BLOCK_WIDTH 16\n"
    "PROPERTY CS_FIXED_BLOCK_HEIGHT 16\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
    "DCL SV[0], THREAD_ID\n"
    "DCL SV[1], BLOCK_ID\n"
    "DCL BUFFER[0]\n"
    "DCL BUFFER[1]\n"
    "DCL IMAGE[0], 2D, PIPE_FORMAT_R8G8B8A8_UNORM, WR\n"
    "DCL TEMP[0..6]\n"
    "IMM[0] INT32 {-1, 0, 1, 127}\n"
    "IMM[1] UINT32 {16, 4, 512, 3}\n"
    "IMM[2] FLT32 {0.3, 0.9, 0.5, 1.0}\n"
    "UMAD TEMP[0].xy, SV[1], IMM[1].xxxx, SV[0]\n" /* position of the thread's cell */
    "UADD TEMP[1].xyz, TEMP[0].xxxx, IMM[0]\n"     /* three columns; then their byte offsets */
    "AND TEMP[1].xyz, TEMP[1], IMM[0].wwww\n"
    "UMUL TEMP[1].xyz, TEMP[1], IMM[1].yyyy\n"
    "UADD TEMP[2].xyz, TEMP[0].yyyy, IMM[0]\n" /* three rows; then their byte offsets */
    "AND TEMP[2].xyz, TEMP[2], IMM[0].wwww\n"
    "UMUL TEMP[2].xyz, TEMP[2], IMM[1].zzzz\n"
    "MOV TEMP[4].x, IMM[0].yyyy\n"
    /* clang-format off */
    ADD_CELL("xxxx", "xxxx") ADD_CELL("yyyy", "xxxx") ADD_CELL("zzzz", "xxxx")
    ADD_CELL("xxxx", "yyyy") ADD_CELL("yyyy", "yyyy") ADD_CELL("zzzz", "yyyy")
    ADD_CELL("xxxx", "zzzz") ADD_CELL("yyyy", "zzzz") ADD_CELL("zzzz", "zzzz")
    /* clang-format on */
    "UADD TEMP[3].x, TEMP[1].yyyy, TEMP[2].yyyy\n"
    "LOAD TEMP[5].x, BUFFER[0], TEMP[3].xxxx\n" /* the thread's cell, 0 or 1 */
    "USEQ TEMP[5].y, TEMP[4].xxxx, IMM[1].yyyy\n"
    "AND TEMP[5].y, TEMP[5].yyyy, TEMP[5].xxxx\n"
    "USEQ TEMP[5].z, TEMP[4].xxxx, IMM[1].wwww\n"
    "AND TEMP[5].z, TEMP[5].zzzz, IMM[0].zzzz\n"
    "OR TEMP[5].x, TEMP[5].yyyy, TEMP[5].zzzz\n"
    "STORE BUFFER[1].x, TEMP[3].xxxx, TEMP[5].xxxx\n"
    "U2F TEMP[6], TEMP[5].xxxx\n"
    "MUL TEMP[6], TEMP[6], IMM[2]\n"
    "STORE IMAGE[0], TEMP[0], TEMP[6], 2D, PIPE_FORMAT_R8G8B8A8_UNORM\n"
    "END\n";

struct life {
    struct pipe_resource *cells[2], *image;
    void *cs;
};

static void *create_shader(struct pipe_context *pipe)
{
    struct tgsi_token tokens[MAX_TOKENS];
    const struct pipe_compute_state state = {.prog = tokens};

    if (!tgsi_text_translate(life_text, tokens, MAX_TOKENS)) {
        return NULL;
    }
    return pipe->create_compute_state(pipe, &state);
}

/* Makes one in about three cells alive; these are the same cells in every run. */
static void write_first_generation(struct pipe_context *pipe, struct pipe_resource *cells)
{
    struct pipe_transfer *transfer;
    uint32_t *words = pipe_buffer_map(pipe, cells, PIPE_TRANSFER_WRITE, &transfer);
    uint32_t random = 1;

    if (!words) {
        return;
    }
    for (int i = 0; i < GRID_SIZE * GRID_SIZE; i++) {
        random = random * 1664525u + 1013904223u;
        words[i] = (random >> 16) % 3 == 0;
    }
    pipe_buffer_unmap(pipe, transfer);
}

static bool create_objects(struct pipe_context *pipe, struct life *life)
{
    struct pipe_screen *screen = pipe->screen;
    const struct pipe_resource image = {.target = PIPE_TEXTURE_2D,
                                        .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                        .width0 = GRID_SIZE,
                                        .height0 = GRID_SIZE,
                                        .depth0 = 1,
                                        .array_size = 1,
                                        .bind = PIPE_BIND_SHADER_IMAGE | PIPE_BIND_SAMPLER_VIEW};

    life->cs = create_shader(pipe);
    for (int i = 0; i < 2; i++) {
        life->cells[i] =
            pipe_buffer_create(screen, PIPE_BIND_SHADER_BUFFER, PIPE_USAGE_DEFAULT, CELLS_B);
    }
    life->image = screen->resource_create(screen, &image);
    if (!life->cs || !life->cells[0] || !life->cells[1] || !life->image) {
        return false;
    }
    write_first_generation(pipe, life->cells[0]);
    return true;
}

/* Computes the next generation and its image, with one thread for each cell. */
static void compute_generation(struct pipe_context *pipe, struct life *life, unsigned number)
{
    const struct pipe_shader_buffer buffers[2] = {
        {.buffer = life->cells[number % 2], .buffer_size = CELLS_B},
        {.buffer = life->cells[(number + 1) % 2], .buffer_size = CELLS_B}};
    const struct pipe_image_view image = {.resource = life->image,
                                          .format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                          .access = PIPE_IMAGE_ACCESS_WRITE,
                                          .shader_access = PIPE_IMAGE_ACCESS_WRITE};
    const struct pipe_grid_info info = {
        .work_dim = 2,
        .block = {BLOCK_SIZE, BLOCK_SIZE, 1},
        .grid = {GRID_SIZE / BLOCK_SIZE, GRID_SIZE / BLOCK_SIZE, 1}};

    pipe->bind_compute_state(pipe, life->cs);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 2, buffers);
    pipe->set_shader_images(pipe, PIPE_SHADER_COMPUTE, 0, 1, &image);
    pipe->launch_grid(pipe, &info);
    /* Makes the stores visible to the next dispatch, which loads the cells, and to the blit, which
     * reads the image. */
    pipe->memory_barrier(pipe, PIPE_BARRIER_SHADER_BUFFER | PIPE_BARRIER_TEXTURE);
}

static void show_image(struct pipe_context *pipe, struct life *life,
                       const struct galvan_window_frame *frame)
{
    struct pipe_blit_info info = {
        .dst = {.resource = frame->color->texture, .format = frame->color->format},
        .src = {.resource = life->image, .format = life->image->format},
        .mask = PIPE_MASK_RGBA,
        .filter = PIPE_TEX_FILTER_NEAREST};

    u_box_origin_2d((int)frame->width, (int)frame->height, &info.dst.box);
    u_box_origin_2d(GRID_SIZE, GRID_SIZE, &info.src.box);
    pipe->blit(pipe, &info);
}

static void destroy_objects(struct pipe_context *pipe, struct life *life)
{
    pipe->bind_compute_state(pipe, NULL);
    pipe->set_shader_buffers(pipe, PIPE_SHADER_COMPUTE, 0, 2, NULL);
    pipe->set_shader_images(pipe, PIPE_SHADER_COMPUTE, 0, 1, NULL);
    pipe->delete_compute_state(pipe, life->cs);
    pipe_resource_reference(&life->cells[0], NULL);
    pipe_resource_reference(&life->cells[1], NULL);
    pipe_resource_reference(&life->image, NULL);
}

int main(int argc, char **argv)
{
    struct galvan_window_params *params =
        galvan_window_params(.title = "life", .width = 512, .height = 512);
    struct galvan_window_frame frame;
    struct galvan_window *window;
    struct life life = {.image = NULL};

    if (galvan_window_options(argc, argv, params) != GALVAN_OK ||
        galvan_window_create(params, &window) != GALVAN_OK) {
        return 1;
    }
    struct pipe_context *pipe = galvan_window_context(window);
    bool good = create_objects(pipe, &life);
    while (good && galvan_window_begin(window, &frame)) {
        compute_generation(pipe, &life, frame.number);
        show_image(pipe, &life, &frame);
        galvan_window_present(window);
    }
    good = good && galvan_window_result(window) == GALVAN_OK;
    destroy_objects(pipe, &life);
    galvan_window_destroy(window);
    return good ? 0 : 1;
}
