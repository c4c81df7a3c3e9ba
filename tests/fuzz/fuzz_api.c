/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes libvirglrenderer: calls its functions in any order and with any numbers, on the null
 * driver, which checks its arguments. An input is a sequence of calls. Callbacks make further calls
 * from the input, so that calls nest. Each structure or array is a separate heap allocation of the
 * size that it declares, since the interface trusts its caller about sizes. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fake_gl.h"
#include "fuzz.h"
#include "galvan/virglrenderer.h"
#include "null_pipe.h"
#include "virgl/wire.h"
#include "virgl_tame.h"
#include "virglrenderer/global.h"

enum {
    MAX_INPUT_B = 1 << 14,
    MAX_CALLS = 256,
    MAX_NESTED = 3,
    MAX_RETAINED = 512, /* allocations for the calls of one input */
    MAX_DW = 256,
};

/* ---- The input ------------------------------------------------------------------------------- */

/* The compiler chooses the order in which arguments are evaluated. So at most one argument of a
 * call may read the input; then an input has the same meaning in all builds. */

static struct {
    const uint8_t *data;
    size_t size, pos;
    unsigned num_calls, depth;
    void *kept[MAX_RETAINED];
    unsigned num_retained;
    struct virgl_renderer_callbacks callbacks;
} in;

static uint8_t byte(void)
{
    return in.pos < in.size ? in.data[in.pos++] : 0;
}

static uint32_t word(void)
{
    uint32_t value = byte();
    for (unsigned i = 1; i < 4; i++)
        value |= (uint32_t)byte() << 8 * i;
    return value;
}

/* Reads a number: mostly a small one, sometimes an edge value or an arbitrary one. */
static uint32_t number(void)
{
    static const uint32_t edges[] = {0xffffffff, 0x80000000, 0x7fffffff, 0x10000, 0xffff, 1000};
    uint8_t b = byte();
    if (b < 240)
        return b % 16;
    return b < 246 ? edges[b - 240] : word();
}

/* Allocates zeroed memory for an argument of a call. The memory is freed when the input ends. */
static void *keep(size_t size_B)
{
    if (in.num_retained >= MAX_RETAINED)
        return NULL;
    void *memory = calloc(1, size_B ? size_B : 1);
    if (!memory)
        abort();
    return in.kept[in.num_retained++] = memory;
}

/* Reads an array of pieces of memory. Returns NULL if it has no pieces. */
static struct iovec *pieces(uint32_t *out_num)
{
    static const size_t sizes[] = {0, 1, 3, 16, 64, 256, 1024, 4096};
    *out_num = byte() % 5;
    struct iovec *iov = *out_num ? keep(*out_num * sizeof(*iov)) : NULL;
    for (uint32_t i = 0; iov && i < *out_num; i++) {
        iov[i].iov_len = sizes[byte() % 8];
        iov[i].iov_base = keep(iov[i].iov_len);
        if (!iov[i].iov_base)
            iov[i].iov_len = 0;
    }
    if (!iov)
        *out_num = 0;
    return iov;
}

static struct virgl_box *box(void)
{
    struct virgl_box *b = byte() % 16 ? keep(sizeof(*b)) : NULL;
    if (b)
        *b = (struct virgl_box){number(), number(), number(), number(), number(), number()};
    return b;
}

/* ---- Callbacks --------------------------------------------------------------------------------
 */

static void call_one(void);

static void call_nested(void)
{
    if (in.depth >= MAX_NESTED)
        return;
    in.depth++;
    for (unsigned num = byte() % 4; num; num--)
        call_one();
    in.depth--;
}

static void write_fence(void *cookie, uint32_t fence)
{
    (void)cookie;
    (void)fence;
    call_nested();
}

static void write_context_fence(void *cookie, uint32_t ctx_id, uint32_t ring_idx, uint64_t id)
{
    (void)ctx_id;
    (void)ring_idx;
    (void)id;
    write_fence(cookie, 0);
}

static virgl_renderer_gl_context create_gl_context(void *cookie, int scanout_idx,
                                                   struct virgl_renderer_gl_ctx_param *param)
{
    (void)cookie;
    (void)scanout_idx;
    (void)param;
    call_nested();
    return byte() % 8 ? &in : NULL;
}

static void destroy_gl_context(void *cookie, virgl_renderer_gl_context context)
{
    (void)cookie;
    if (context != &in)
        abort();
    fake_gl_make_current(false);
    call_nested();
}

static int make_current(void *cookie, int scanout_idx, virgl_renderer_gl_context context)
{
    (void)cookie;
    (void)scanout_idx;
    if (context != &in)
        abort();
    call_nested();
    fake_gl_make_current(true);
    return 0;
}

static void debug_callback(const char *format, va_list args)
{
    (void)format;
    (void)args;
    call_nested();
}

static void log_callback(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    if (!message || level > VIRGL_LOG_LEVEL_ERROR || user_data != &in)
        abort();
    call_nested();
}

static void free_data(void *user_data)
{
    if (user_data != &in)
        abort();
}

/* ---- The device --------------------------------------------------------------------------------
 */

static void (*destroy_screen)(struct pipe_screen *screen);

/* Replaces the driver's resource_from_user_memory(). Ignores `memory`, since this target never
 * checks the buffer's contents. */
static struct pipe_resource *import(struct pipe_screen *screen, const struct pipe_resource *templ,
                                    void *memory)
{
    (void)memory;
    return screen->resource_create(screen, templ);
}

static void destroy_empty_screen(struct pipe_screen *screen)
{
    if (!null_screen_is_empty(null_screen(screen)))
        abort();
    destroy_screen(screen);
}

int gv_vr_open_screen(const struct galvan_log *log, struct pipe_screen **out_screen,
                      uint64_t *out_device_B)
{
    struct null_screen *screen = null_screen_create();
    uint8_t b = byte();
    (void)log;
    (void)out_device_B;
    if (!screen)
        abort();
    destroy_screen = screen->base.destroy;
    screen->base.destroy = destroy_empty_screen;
    screen->base.resource_from_user_memory = import;
    screen->queries_held = b & 1;
    screen->fences_held = b & 2;
    screen->device_reset = (b & 0xfc) == 4;
    screen->fail_after = b >= 0xf0 ? byte() : -1;
    *out_screen = &screen->base;
    return 0;
}

/* ---- Calls -------------------------------------------------------------------------------------
 */

static void init(void)
{
    uint8_t b = byte();
    in.callbacks = (struct virgl_renderer_callbacks){
        .version = b % 6,
        .write_fence = b & 0x80 ? NULL : write_fence,
        .write_context_fence = b & 0x40 ? NULL : write_context_fence,
    };
    if (b & 0x10) {
        in.callbacks.create_gl_context = create_gl_context;
        in.callbacks.destroy_gl_context = destroy_gl_context;
        in.callbacks.make_current = make_current;
        fake_gl_become(b & 2, b & 8);
    }
    /* No threads are used, so that an input always has the same effect. */
    uint32_t flags = number() & ~(uint32_t)VIRGL_RENDERER_THREAD_SYNC;
    virgl_renderer_init(b & 0x20 ? &in : NULL, (int)flags, byte() % 16 ? &in.callbacks : NULL);
}

static void create_resource(void)
{
    struct virgl_renderer_resource_create_args args = {
        .handle = number(),
        .target = number(),
        .format = byte(),
        .bind = byte() % 4 ? number() : (uint32_t)GV_VIRGL_BIND_CUSTOM,
        .width = number(),
        .height = number(),
        .depth = number(),
        .array_size = number(),
        .last_level = byte() % 8 ? 0 : number(),
        .nr_samples = byte() % 8 ? 0 : number(),
        .flags = byte(),
    };
    uint32_t num;
    struct iovec *iov = pieces(&num);
    virgl_renderer_resource_create(byte() % 32 ? &args : NULL, iov, num);
}

/* Submits the command that announces a blob of host memory. */
static void announce_blob(void)
{
    uint32_t command[12] = {
        GV_VIRGL_PIPE_RESOURCE_CREATE | 11 << 16,
        byte() % 8 ? 0 : number(), /* target */
        byte(),                    /* format */
        number(),                  /* bind */
        byte() % 4 ? 1000 * number() : number(),
        1,
        1,
        1,
        0,
        0,
        number(),     /* flags */
        number() % 4, /* blob */
    };
    virgl_renderer_submit_cmd(command, (int)number(), 12);
}

static void create_blob(void)
{
    struct virgl_renderer_resource_create_blob_args args = {
        .res_handle = number(),
        .ctx_id = number(),
        .blob_mem = byte() % 6,
        .blob_flags = number(),
        .blob_id = number() % 4,
        .size = byte() % 8 ? number() : UINT64_MAX - number(),
    };
    args.iovecs = pieces(&args.num_iovs);
    virgl_renderer_resource_create_blob(&args);
}

static void submit(void)
{
    uint32_t num_dw = byte() % MAX_DW;
    bool is_tame = byte() & 1;
    uint32_t *dwords = keep(num_dw * 4);
    if (!dwords)
        return;
    for (uint32_t i = 0; i < num_dw; i++)
        dwords[i] = byte() & 1 ? word() : number();
    if (is_tame)
        virgl_tame(dwords, num_dw);
    int ctx_id = (int)number();
    virgl_renderer_submit_cmd(dwords, ctx_id, byte() % 16 ? (int)num_dw : -1);
}

static void transfer(bool write)
{
    uint32_t num, handle = number(), ctx_id = number(), level = number();
    uint32_t stride = number(), layer_stride = number();
    uint64_t offset = byte() % 16 ? number() : UINT64_MAX - number();
    struct virgl_box *b = box();
    struct iovec *iov = pieces(&num);
    if (write)
        virgl_renderer_transfer_write_iov(handle, ctx_id, (int)level, stride, layer_stride, b,
                                          offset, iov, num);
    else
        virgl_renderer_transfer_read_iov(handle, ctx_id, level, stride, layer_stride, b, offset,
                                         iov, (int)num);
}

static void execute(void)
{
    uint32_t size_B = byte();
    struct virgl_renderer_hdr hdr = {byte() % 4, byte() % 2, byte() % 4 ? size_B : number()};
    uint8_t *args = keep(size_B);
    for (uint32_t i = 0; args && i < size_B; i++)
        args[i] = byte();
    if (args && size_B >= sizeof(hdr))
        memcpy(args, &hdr, sizeof(hdr));
    virgl_renderer_execute(byte() % 32 ? args : NULL, size_B);
}

static void ask_info(void)
{
    struct virgl_renderer_resource_info_ext ext;
    struct virgl_renderer_resource_info info;
    uint32_t width, height;
    int handle = (int)number();
    virgl_renderer_resource_get_info(handle, byte() % 16 ? &info : NULL);
    virgl_renderer_resource_get_info_ext(handle, byte() % 16 ? &ext : NULL);
    free(virgl_renderer_get_cursor_data((uint32_t)handle, &width, &height));
    virgl_renderer_resource_get_priv((uint32_t)handle);
    virgl_renderer_resource_set_priv((uint32_t)handle, &in);
}

static void ask_caps(void)
{
    uint32_t set = number(), version, size_B;
    virgl_renderer_get_cap_set(set, &version, &size_B);
    virgl_renderer_fill_caps(set, version, byte() % 16 ? keep(size_B) : NULL);
}

static void use_host_memory(void)
{
    void *map;
    uint64_t size;
    uint32_t handle = number(), u;
    int fd;
    if (!virgl_renderer_resource_map(handle, &map, &size))
        ((uint8_t *)map)[0] = ((uint8_t *)map)[size - 1] = byte();
    virgl_renderer_resource_map_fixed(handle, (char *)&map + 1); /* not page-aligned */
    if (byte() & 1)
        virgl_renderer_resource_unmap(handle);
    virgl_renderer_resource_get_map_info(handle, &u);
    if (!virgl_renderer_resource_export_blob(handle, &u, &fd))
        close(fd);
}

static void refused(void)
{
    struct virgl_renderer_resource_import_blob_args import = {number(), number(), number(), -1, 1};
    uint32_t handle = number();
    int fd;
    virgl_renderer_resource_import_blob(&import);
    virgl_renderer_get_fd_for_texture(handle, &fd);
    virgl_renderer_export_fence(handle, &fd);
    virgl_renderer_attach_fence((int)handle, -1);
}

static void set_messages(void)
{
    if (byte() & 1)
        virgl_set_debug_callback(debug_callback);
    else
        virgl_set_log_callback(log_callback, &in, byte() & 1 ? free_data : NULL);
}

static void attach_backing(void)
{
    uint32_t num;
    struct iovec *iov = pieces(&num);
    int handle = (int)number();
    virgl_renderer_resource_attach_iov(handle, iov, byte() % 16 ? (int)num : -1);
}

static void detach_backing(void)
{
    struct iovec *iov;
    int num, handle = (int)number();
    bool wants_iov = byte() % 4;
    virgl_renderer_resource_detach_iov(handle, wants_iov ? &iov : NULL, byte() % 4 ? &num : NULL);
}

static void get_rect(void)
{
    uint32_t num, handle = number(), offset = number();
    int x = (int)number(), y = (int)number(), w = (int)number(), h = (int)number();
    struct iovec *iov = pieces(&num);
    virgl_renderer_get_rect((int)handle, iov, num, offset, x, y, w, h);
}

static void create_context(void)
{
    uint32_t ctx_id = number(), flags = byte() % 4 ? 0 : number(), len = byte();
    char *name = byte() % 4 ? keep(len) : NULL;
    for (uint32_t i = 0; name && i < len; i++)
        name[i] = (char)byte();
    virgl_renderer_context_create_with_flags(ctx_id, flags, len, name);
}

static void create_context_fence(void)
{
    uint32_t ctx_id = number(), flags = byte() % 4, ring = byte() % 8 ? 0 : number();
    virgl_renderer_context_create_fence(ctx_id, flags, ring, number());
}

static void attach_resource(bool attach)
{
    int ctx_id = (int)number(), handle = (int)number();
    if (attach)
        virgl_renderer_ctx_attach_resource(ctx_id, handle);
    else
        virgl_renderer_ctx_detach_resource(ctx_id, handle);
}

static void call_one(void)
{
    int id;
    if (in.num_calls++ >= MAX_CALLS || in.pos >= in.size)
        return;
    switch (byte() % 27) {
    case 0:
        init();
        break;
    case 1:
        virgl_renderer_cleanup(&in);
        break;
    case 2:
        virgl_renderer_reset();
        break;
    case 3:
        virgl_renderer_poll();
        break;
    case 4:
        virgl_renderer_force_ctx_0();
        break;
    case 5:
        id = (int)number();
        virgl_renderer_create_fence(id, number());
        break;
    case 6:
        create_context_fence();
        break;
    case 7:
        virgl_renderer_context_poll(number());
        virgl_renderer_context_get_poll_fd(number());
        break;
    case 8:
        ask_caps();
        break;
    case 9:
        create_context();
        break;
    case 10:
        virgl_renderer_context_destroy(number());
        break;
    case 11:
    case 12:
        attach_resource(true);
        break;
    case 13:
        attach_resource(false);
        break;
    case 14:
        submit();
        break;
    case 15:
    case 16:
        create_resource();
        break;
    case 17:
        create_blob();
        break;
    case 25:
        announce_blob();
        break;
    case 26:
        use_host_memory();
        break;
    case 18:
        virgl_renderer_resource_unref(number());
        break;
    case 19:
        attach_backing();
        break;
    case 20:
        detach_backing();
        break;
    case 21:
        transfer(byte() & 1);
        break;
    case 22:
        byte() & 1 ? get_rect() : ask_info();
        break;
    case 23:
        byte() & 1 ? execute() : refused();
        break;
    case 24:
        set_messages();
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MAX_INPUT_B)
        return 0;
    setenv("GALVAN_STOCK_VIRGLRENDERER", "none", 1); /* never load virglrenderer's own library */
    memset(&in, 0, sizeof(in));
    fake_gl_reset();
    in.data = data;
    in.size = size;
    virgl_set_log_callback(log_callback, &in, NULL); /* instead of standard error */
    while (in.pos < in.size && in.num_calls < MAX_CALLS)
        call_one();
    in.size = 0; /* callbacks make no more calls */
    virgl_renderer_cleanup(NULL);
    if (fake_gl_num_textures() > 0)
        abort();
    for (unsigned i = 0; i < in.num_retained; i++)
        free(in.kept[i]);
    return 0;
}
