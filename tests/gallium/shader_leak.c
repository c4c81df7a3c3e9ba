/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates shaders in a loop, draws with them and deletes them; checks that after the first rounds
 * the heap does not grow. */
#include <malloc.h>

#include "setup.h"

#define WARM_ROUNDS 40
#define ROUNDS      400

/* Defined only with AddressSanitizer, which replaces the C library's heap. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static size_t allocated(void)
{
    if (__sanitizer_get_current_allocated_bytes)
        return __sanitizer_get_current_allocated_bytes();
    return mallinfo2().uordblks + mallinfo2().hblkhd;
}

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL IN[1]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "DCL OUT[1], COLOR\n"
                                  "  0: MOV OUT[1], IN[1]\n"
                                  "  1: MOV OUT[0], IN[0]\n"
                                  "  2: END\n";

/* SUB was an opcode until 2016. */
static const char fragment_text[] = "FRAG\n"
                                    "DCL IN[0], COLOR, LINEAR\n"
                                    "DCL OUT[0], COLOR\n"
                                    "DCL TEMP[0..1]\n"
                                    "  0: MUL TEMP[0], IN[0], IN[0]\n"
                                    "  1: ADD TEMP[1], IN[0], IN[0]\n"
                                    "  2: SUB OUT[0], TEMP[1], TEMP[0]\n"
                                    "  3: END\n";

static const float vertices[3][2][4] = {
    {{-1, -1, 0, 1}, {0.5, 0, 1, 1}},
    {{3, -1, 0, 1}, {0.5, 0, 1, 1}},
    {{-1, 3, 0, 1}, {0.5, 0, 1, 1}},
};

static void draw_rounds(struct program *p, int rounds)
{
    int i;

    for (i = 0; i < rounds; i++) {
        struct pipe_fence_handle *fence = NULL;
        void *vs = shader_from_text(p->pipe, p->pipe->create_vs_state, vertex_text);
        void *fs = shader_from_text(p->pipe, p->pipe->create_fs_state, fragment_text);

        assert(vs && fs);
        p->pipe->bind_vs_state(p->pipe, vs);
        p->pipe->bind_fs_state(p->pipe, fs);
        clear(p, 0, 0, 0, 1);
        util_draw_arrays(p->pipe, PIPE_PRIM_TRIANGLES, 0, 3);
        p->pipe->flush(p->pipe, &fence, 0);
        CHECK(p, p->screen->fence_finish(p->screen, fence, PIPE_TIMEOUT_INFINITE), "no end");
        p->screen->fence_reference(p->screen, &fence, NULL);
        p->pipe->bind_vs_state(p->pipe, NULL);
        p->pipe->bind_fs_state(p->pipe, NULL);
        p->pipe->delete_vs_state(p->pipe, vs);
        p->pipe->delete_fs_state(p->pipe, fs);
    }
}

int main(void)
{
    static uint8_t pixels[HEIGHT][WIDTH][4];
    struct program p;
    size_t before, after;

    init_screen(&p);
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    set_vertices(&p, &vertices[0][0][0], sizeof(vertices), 2);
    draw_rounds(&p, WARM_ROUNDS);
    read_target(&p, pixels);
    CHECK(&p, abs(pixels[9][9][0] - 191) <= 1 && pixels[9][9][1] == 0 && pixels[9][9][2] == 255,
          "a pixel is %u %u %u", pixels[9][9][0], pixels[9][9][1], pixels[9][9][2]);
    before = allocated();
    draw_rounds(&p, ROUNDS);
    read_target(&p, pixels); /* so that both measurements follow a read */
    after = allocated();
    printf("%zu bytes before, %zu after %d rounds\n", before, after, ROUNDS);
    /* If one shader leaked in each round, the heap would grow by several times this bound. Some
     * growth is allowed, because lavapipe frees memory with a delay. */
    CHECK(&p, after < before + ROUNDS * 2048, "the heap grows");
    return finish(&p);
}
