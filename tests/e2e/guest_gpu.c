/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A program for the guest of e2e/guest, which uses Linux' driver of the virtio GPU without Mesa.
 * The program executes lines of standard input (struct verb) without checks, as an attacker would.
 * It prints the verb and the error of each line; the verb `read` also prints dwords of a buffer. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <virtgpu_drm.h>

#include "util/text.h"

enum {
    MAX_BUFFERS = 4096,
    MAX_WORDS = 1 << 20,
};

static int gpu = -1;
static struct buffer {
    uint32_t handle, resource;
    size_t size_B;
} buffers[MAX_BUFFERS];
static uint32_t num_buffers, words[MAX_WORDS], num_words;

static int result(int returned)
{
    return returned < 0 ? errno : 0;
}

static uint32_t parse(const char *text)
{
    uint64_t value;
    if (gv_parse_u64(text, strlen(text), UINT32_MAX, &value))
        return (uint32_t)value;
    fprintf(stderr, "no number: %s\n", text);
    exit(1);
}

static uint32_t number(void)
{
    char text[32] = "";
    return parse(scanf("%31s", text) == 1 ? text : "");
}

static void numbers(uint32_t *out, unsigned num)
{
    for (unsigned i = 0; i < num; i++)
        out[i] = number();
}

static const struct buffer *buffer(void)
{
    return &buffers[number() % MAX_BUFFERS];
}

/* Sets the name of this program, which the driver gives to the next client's context. Parameters:
 * bytes until a zero. */
static int set_name(void)
{
    char name[16] = "";
    uint32_t byte, len = 0;
    while ((byte = number())) {
        if (len < sizeof(name) - 1)
            name[len++] = (char)byte;
    }
    return result(prctl(PR_SET_NAME, name));
}

/* Opens a new client with a separate context and no buffer. */
static int open_client(void)
{
    if (gpu >= 0)
        close(gpu);
    num_buffers = 0;
    memset(buffers, 0, sizeof(buffers));
    gpu = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
    return result(gpu);
}

/* Creates a buffer. Parameters: those of the ioctl, from the target to the flags, and the size of
 * the memory. */
static int create(void)
{
    uint32_t args[10];
    numbers(args, 10);
    struct drm_virtgpu_resource_create create = {.size = number()};
    memcpy(&create, args, sizeof(args));
    int error = result(ioctl(gpu, DRM_IOCTL_VIRTGPU_RESOURCE_CREATE, &create));
    if (num_buffers < MAX_BUFFERS)
        buffers[num_buffers++] = (struct buffer){create.bo_handle, create.res_handle, create.size};
    return error;
}

static int destroy(void)
{
    struct drm_gem_close close = {.handle = buffer()->handle};
    return result(ioctl(gpu, DRM_IOCTL_GEM_CLOSE, &close));
}

/* Transfers a buffer. Parameters: a buffer, a level, an offset and a box. */
static int transfer(unsigned long request)
{
    struct drm_virtgpu_3d_transfer_to_host transfer = {.bo_handle = buffer()->handle};
    transfer.level = number();
    transfer.offset = number();
    numbers(&transfer.box.x, 6);
    return result(ioctl(gpu, request, &transfer));
}

static int to_host(void)
{
    return transfer(DRM_IOCTL_VIRTGPU_TRANSFER_TO_HOST);
}

static int from_host(void)
{
    return transfer(DRM_IOCTL_VIRTGPU_TRANSFER_FROM_HOST);
}

static int submit_words(void)
{
    static uint32_t handles[MAX_BUFFERS];
    struct drm_virtgpu_execbuffer submission = {
        .size = num_words * (uint32_t)sizeof(*words),
        .command = (uintptr_t)words,
        .bo_handles = (uintptr_t)handles,
    };
    for (uint32_t i = 0; i < num_buffers; i++) {
        if (buffers[i].handle)
            handles[submission.num_bo_handles++] = buffers[i].handle;
    }
    return result(ioctl(gpu, DRM_IOCTL_VIRTGPU_EXECBUFFER, &submission));
}

/* Submits commands. Parameters: dwords until a full stop; "rN" is the host's handle of buffer N. */
static int submit(void)
{
    char text[32];
    for (num_words = 0; scanf("%31s", text) == 1 && strcmp(text, ".") != 0;) {
        uint32_t word = parse(text + (text[0] == 'r'));
        if (num_words < MAX_WORDS)
            words[num_words++] = text[0] == 'r' ? buffers[word % MAX_BUFFERS].resource : word;
    }
    return submit_words();
}

/* Repeats the last submission. Parameter: how often. */
static int again(void)
{
    int error = 0;
    for (uint32_t num = number(); num && !error; num--)
        error = submit_words();
    return error;
}

/* Submits this number of dwords, which are zero. */
static int submit_zeros(void)
{
    const uint32_t num = number();
    num_words = num < MAX_WORDS ? num : MAX_WORDS;
    memset(words, 0, num_words * sizeof(*words));
    return submit_words();
}

static int wait_idle(void)
{
    struct drm_virtgpu_3d_wait wait = {.handle = buffer()->handle};
    return result(ioctl(gpu, DRM_IOCTL_VIRTGPU_WAIT, &wait));
}

static uint32_t *map(const struct buffer *buffer)
{
    struct drm_virtgpu_map map = {.handle = buffer->handle};
    if (ioctl(gpu, DRM_IOCTL_VIRTGPU_MAP, &map) < 0)
        return NULL;
    void *data =
        mmap(NULL, buffer->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, gpu, (off_t)map.offset);
    return data == MAP_FAILED ? NULL : data;
}

static int fill(void)
{
    const struct buffer *of = buffer();
    const uint32_t byte = number();
    uint32_t *data = map(of);
    if (!data)
        return errno;
    memset(data, (int)byte, of->size_B);
    return result(munmap(data, of->size_B));
}

struct rewriter {
    uint32_t *data;
    size_t num;
    atomic_bool ends;
};

static void *rewrite(void *arg)
{
    struct rewriter *rewriter = arg;
    for (uint32_t value = 0; !atomic_load(&rewriter->ends); value++) {
        for (size_t i = 0; i < rewriter->num; i++)
            rewriter->data[i] = value * 0x01010101;
    }
    return NULL;
}

/* Transfers a buffer in both directions, while another thread writes to its memory. Parameters: a
 * buffer, the number of transfers, and a box. */
static int race(void)
{
    const struct buffer *of = buffer();
    struct rewriter rewriter = {.data = map(of), .num = of->size_B / sizeof(uint32_t)};
    struct drm_virtgpu_3d_transfer_to_host transfer = {.bo_handle = of->handle};
    uint32_t num = number();
    pthread_t thread;
    int error = rewriter.data ? 0 : errno;
    numbers(&transfer.box.x, 6);
    if (!error)
        error = pthread_create(&thread, NULL, rewrite, &rewriter);
    if (error)
        return error;
    for (; num && !error; num--) {
        const unsigned long request =
            num % 2 ? DRM_IOCTL_VIRTGPU_TRANSFER_TO_HOST : DRM_IOCTL_VIRTGPU_TRANSFER_FROM_HOST;
        error = result(ioctl(gpu, request, &transfer));
    }
    atomic_store(&rewriter.ends, true);
    pthread_join(thread, NULL);
    munmap(rewriter.data, of->size_B);
    return error;
}

/* Prints each dword that differs from the previous one. */
static int read_words(void)
{
    const struct buffer *of = buffer();
    const uint32_t *data = map(of);
    if (!data)
        return errno;
    for (size_t i = 0; i < of->size_B / sizeof(*data); i++) {
        if (!i || data[i] != data[i - 1])
            printf("word %zu %08x\n", i, data[i]);
    }
    return 0;
}

static const struct verb {
    const char *name;
    int (*carry_out)(void);
} verbs[] = {
    {"open", open_client}, {"create", create},   {"destroy", destroy}, {"to", to_host},
    {"from", from_host},   {"submit", submit},   {"again", again},     {"wait", wait_idle},
    {"fill", fill},        {"read", read_words}, {"name", set_name},   {"zeros", submit_zeros},
    {"race", race},
};

int main(void)
{
    char name[32];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (scanf("%31s", name) == 1) {
        for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
            if (strcmp(name, verbs[i].name) == 0)
                printf("%s: %d\n", name, verbs[i].carry_out());
        }
    }
    return 0;
}
