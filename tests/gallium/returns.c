/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Returns from main with all objects alive, while the device works. A software device then still
 * translates shaders on threads of the process. These threads must not run while destructors remove
 * data that the threads need. So code that runs after main must find the device idle. */
#include <unistd.h>

#include "setup.h"

#define DRAWS  4
#define ROUNDS 200 /* number of instructions of each shader, which take a while to translate */

static const char vertex_text[] = "VERT\n"
                                  "DCL IN[0]\n"
                                  "DCL OUT[0], POSITION\n"
                                  "  MOV OUT[0], IN[0]\n"
                                  "  END\n";

/* Static, so that the leak checker still finds the objects that exist when main returns. */
static struct program p;
static struct pipe_fence_handle *fence;

/* Creates a fragment shader; each number gives a different shader. */
static void *create_fragment_shader(unsigned number)
{
    static char text[ROUNDS * 80 + 400];
    static struct tgsi_token tokens[ROUNDS * 40];
    struct pipe_shader_state state;
    FILE *file = fmemopen(text, sizeof(text), "w");
    int i;

    assert(file);
    fprintf(file,
            "FRAG\n"
            "DCL IN[0], POSITION, LINEAR\n"
            "DCL OUT[0], COLOR\n"
            "DCL TEMP[0]\n"
            "IMM FLT32 { 0.%u, 0.5, 0.25, 1.0 }\n"
            "  MOV TEMP[0], IN[0]\n",
            number + 1);
    for (i = 0; i < ROUNDS; i++) {
        fprintf(file, "  MAD TEMP[0], TEMP[0].yzwx, IMM[0], IN[0]\n"
                      "  FRC TEMP[0], TEMP[0]\n");
    }
    fprintf(file, "  MOV OUT[0], TEMP[0]\n"
                  "  END\n");
    fclose(file);
    if (!tgsi_text_translate(text, tokens, ARRAY_SIZE(tokens)))
        return NULL;
    memset(&state, 0, sizeof(state));
    state.tokens = tokens;
    return p.pipe->create_fs_state(p.pipe, &state);
}

/* Checks that the device is idle. main registers this handler last, so it runs first. */
static void check(void)
{
    if (!p.screen->fence_finish(p.screen, fence, 0)) {
        printf("the device is at work after main\n");
        fflush(stdout);
        _exit(1);
    }
}

int main(void)
{
    static const float vertices[3][4] = {{-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}};
    static void *shaders[DRAWS];
    unsigned i;

    init_screen(&p);
    init_target(&p, PIPE_FORMAT_RGBA8888_UNORM);
    init_state(&p);
    set_vertices(&p, &vertices[0][0], sizeof(vertices), 1);
    p.vs = shader_from_text(p.pipe, p.pipe->create_vs_state, vertex_text);
    assert(p.vs);
    p.pipe->bind_vs_state(p.pipe, p.vs);
    for (i = 0; i < DRAWS; i++) {
        shaders[i] = create_fragment_shader(i);
        assert(shaders[i]);
        p.pipe->bind_fs_state(p.pipe, shaders[i]);
        util_draw_arrays(p.pipe, PIPE_PRIM_TRIANGLES, 0, 3);
    }
    p.pipe->flush(p.pipe, &fence, 0);
    return atexit(check);
}
