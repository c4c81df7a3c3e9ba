/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "session.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vr.h"

enum {
    TEXTURE = 1,
    RESULT,
    PAGES,
    HOST_MEMORY,
    CURSOR,
    SURFACE = 10, /* first object id */
    QUERY,
    BLEND,
    DSA,
    RASTERIZER,
    ELEMENTS,
    VS,
    FS,
};

static const char vs_text[] = "VERT\nDCL OUT[0], POSITION\nIMM[0] FLT32 {2.0, 2.0, 0.0, 1.0}\n"
                              "MOV OUT[0], IMM[0]\nEND\n";
static const char fs_text[] = "FRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 {1.0, 0.0, 0.0, 1.0}\n"
                              "MOV OUT[0], IMM[0]\nEND\n";

static uint8_t memory[64 * 64 * 4];

static bool make_resources(void)
{
    struct virgl_renderer_resource_create_args texture = vr_args_2d(TEXTURE, 64, 64),
                                               result = vr_args_buffer(RESULT, 16);
    struct iovec iov[2] = {{memory, 100}, {memory + 100, sizeof(memory) - 100}};
    const struct virgl_renderer_resource_create_blob_args pages = {
        .res_handle = PAGES,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_GUEST,
        .size = 64,
        .iovecs = iov,
        .num_iovs = 2,
    };

    result.bind = GV_VIRGL_BIND_CUSTOM;
    bool ok = virgl_renderer_context_create(1, 4, "test") == 0;
    ok &= virgl_renderer_resource_create(&texture, NULL, 0) == 0;
    ok &= virgl_renderer_resource_attach_iov(TEXTURE, iov, 2) == 0;
    ok &= virgl_renderer_resource_create(&result, iov, 2) == 0;
    ok &= virgl_renderer_resource_create_blob(&pages) == 0;
    return ok;
}

static bool make_host_memory(void)
{
    const struct virgl_renderer_resource_create_blob_args host = {
        .res_handle = HOST_MEMORY,
        .ctx_id = 1,
        .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
        .blob_id = 1,
        .size = 4096,
    };
    struct vr_commands c = {.num_dw = 0};
    uint64_t mapped_B;
    void *mapped;

    VR_COMMAND(&c, PIPE_RESOURCE_CREATE, PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 0, 4000, 1, 1, 1, 0, 0,
               6, 1);
    bool ok = vr_submit(&c, 1) == 0;
    ok &= virgl_renderer_resource_create_blob(&host) == 0;
    ok &= virgl_renderer_resource_map(HOST_MEMORY, &mapped, &mapped_B) == 0;
    for (int handle = TEXTURE; handle <= HOST_MEMORY; handle++)
        virgl_renderer_ctx_attach_resource(1, handle);
    return ok;
}

static void put_shader(struct vr_commands *c, uint32_t handle, uint32_t stage, const char *text)
{
    uint32_t payload[64] = {handle, stage, (uint32_t)strlen(text) + 1, 100, 0};

    memcpy(payload + 5, text, strlen(text) + 1);
    vr_command(c, GV_VIRGL_CREATE_OBJECT, GV_VIRGL_OBJECT_SHADER, payload,
               5 + ((unsigned)strlen(text) + 4) / 4);
    VR_COMMAND(c, BIND_SHADER, handle, stage);
}

#define BIND(c, name, handle)                                                                      \
    vr_command(c, GV_VIRGL_BIND_OBJECT, GV_VIRGL_OBJECT_##name, (const uint32_t[]){handle}, 1)

/* Clears the texture, and draws a triangle that covers no pixel. */
static bool draw(void)
{
    const uint32_t mask = 0xfu << 27;
    struct vr_commands c = {.num_dw = 0};

    VR_CREATE(&c, BLEND, BLEND, 0, 0, mask, mask, mask, mask, mask, mask, mask, mask);
    VR_CREATE(&c, DSA, DSA, 0, 0, 0, 0);
    VR_CREATE(&c, RASTERIZER, RASTERIZER, 0, 0x3f800000, 0, 0, 0x3f800000, 0, 0, 0);
    VR_CREATE(&c, VERTEX_ELEMENTS, ELEMENTS);
    BIND(&c, BLEND, BLEND);
    BIND(&c, DSA, DSA);
    BIND(&c, RASTERIZER, RASTERIZER);
    BIND(&c, VERTEX_ELEMENTS, ELEMENTS);
    put_shader(&c, VS, PIPE_SHADER_VERTEX, vs_text);
    put_shader(&c, FS, PIPE_SHADER_FRAGMENT, fs_text);
    bool ok = vr_clear(1, TEXTURE, SURFACE, 0, 0, 1, 1) == 0;
    VR_CREATE(&c, QUERY, QUERY, GV_VIRGL_QUERY_TIMESTAMP, 0, RESULT);
    VR_COMMAND(&c, END_QUERY, QUERY);
    VR_COMMAND(&c, GET_QUERY_RESULT, QUERY, 0);
    VR_COMMAND(&c, DRAW_VBO, 0, 3, PIPE_PRIM_TRIANGLES, 0, 1, 0, 0, 0, 0, 0, UINT32_MAX, 0);
    ok &= vr_submit(&c, 1) == 0;
    return ok;
}

static bool transfer(uint32_t *out_pixel)
{
    struct iovec iov[2] = {{memory, 100}, {memory + 100, sizeof(memory) - 100}};
    struct virgl_box corner = vr_box(1, 1), box = vr_box(64, 64);

    bool ok = virgl_renderer_transfer_write_iov(TEXTURE, 1, 0, 0, 0, &corner, 0, NULL, 0) == 0;
    ok &= virgl_renderer_transfer_read_iov(TEXTURE, 1, 0, 0, 0, &box, 0, iov, 2) == 0;
    memcpy(out_pixel, memory + sizeof(memory) - 4, 4);
    return ok;
}

/* Polls until `num_fences` fences were reported; fails the test after about a minute. */
static void wait_for(unsigned num_fences)
{
    const struct timespec pause = {.tv_nsec = 1000 * 1000};

    for (unsigned i = 0; i < 60000; i++) {
        virgl_renderer_poll();
        if (__atomic_load_n(&vr_seen.num_fences, __ATOMIC_ACQUIRE) >= num_fences)
            return;
        nanosleep(&pause, NULL);
    }
    fail_msg("%u fences of %u", vr_seen.num_fences, num_fences);
}

static bool use_fences(void)
{
    const bool first = virgl_renderer_create_fence(1, 0) == 0,
               second = virgl_renderer_context_create_fence(1, 0, 0, 2) == 0;

    wait_for((unsigned)first + second);
    return first && second;
}

static bool show_cursor(void)
{
    struct virgl_renderer_resource_create_args cursor = vr_args_2d(CURSOR, 64, 64);
    uint32_t width, height;

    bool ok = virgl_renderer_resource_create(&cursor, NULL, 0) == 0;
    void *pixels = virgl_renderer_get_cursor_data(CURSOR, &width, &height);
    ok &= pixels != NULL;
    free(pixels);
    return ok;
}

bool vr_session_run(uint32_t *out_pixel)
{
    memset(memory, 0, sizeof(memory));
    vr_seen.num_fences = 0;
    bool ok = make_resources();
    ok &= make_host_memory();
    ok &= draw();
    ok &= transfer(out_pixel);
    ok &= use_fences();
    ok &= show_cursor();
    return ok;
}
