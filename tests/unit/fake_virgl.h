/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A virgl renderer for tests of the layers above it. The fake records its calls, and returns
 * results that the test has set. A source file of a test program includes this header, and the
 * program does not link src/virgl. */
#ifndef FAKE_VIRGL_H
#define FAKE_VIRGL_H

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "pipe/p_state.h"
#include "virgl/api/blob.h"
#include "virgl/api/busy.h"
#include "virgl/api/caps.h"
#include "virgl/api/context.h"
#include "virgl/api/fence.h"
#include "virgl/api/history.h"
#include "virgl/api/notes.h"
#include "virgl/api/present_buffer.h"
#include "virgl/api/renderer.h"
#include "virgl/api/resource.h"
#include "virgl/api/submit.h"
#include "virgl/api/transfer.h"

enum {
    FAKE_MAX_RESOURCES = 64,
    FAKE_CAPS1_B = 308,
    FAKE_CAPS2_B = 1376
};

struct fake_resource {
    struct gv_virgl_resource_args args;
    struct iovec iov;
    bool is_blob; /* iov must be unmapped at the end */
};

static struct {
    /* results that the fake returns */
    enum galvan_result create_result; /* of resource creation */
    enum galvan_result submit_result;
    enum galvan_result transfer_result;
    bool busy;
    bool has_work;           /* set until a call starts the pending commands */
    uint64_t memory_limit_B; /* memory that the transport may use; 0: unlimited */
    uint8_t fill;            /* byte with which a transfer_get fills the backing; 0: not filled */
    bool fences;             /* presents have a fence */
    bool hangs;              /* fences never pass */
    bool forgetful;          /* the history is incomplete */
    bool refuse_iov;         /* transfers that use memory other than the resource's backing fail */
    void (*on_submit)(void);
    void (*on_create)(void); /* called when a resource is created */

    /* recorded calls */
    unsigned num_renderers;
    const char *hint;
    unsigned num_starts; /* number of calls that started pending commands */
    unsigned num_submits, num_gets, num_puts, num_waits;
    unsigned num_present_buffers; /* number of existing present buffers */
    atomic_uint num_fences;       /* number of existing fences; two threads release them */
    uint32_t forgotten;           /* resource whose depth was declared unneeded */
    bool lost;
    size_t submitted_dw;
    uint32_t last_dword;
    uint64_t memory_B; /* memory that the transport uses */
    uint64_t blob_id;  /* id of the last blob */
    struct pipe_box last_box;
    uint64_t last_offset;
    char client_name[200];
    uint64_t gpu_timeout_ns; /* parameter of the renderer; 0: the default */
    struct fake_resource resources[FAKE_MAX_RESOURCES];
    uint8_t put[64]; /* the first bytes of the backing at the last transfer_put */
} fake;

struct gv_virgl_renderer {
    int unused;
};

static struct fake_resource *fake_find(uint32_t handle)
{
    for (unsigned i = 0; i < FAKE_MAX_RESOURCES; i++) {
        if (fake.resources[i].args.handle == handle)
            return &fake.resources[i];
    }
    return NULL;
}

enum galvan_result gv_virgl_renderer_create(const struct gv_virgl_params *params,
                                            struct gv_virgl_renderer **out)
{
    snprintf(fake.client_name, sizeof(fake.client_name), "%s", params->client_name);
    fake.gpu_timeout_ns = params->limits ? params->limits->gpu_timeout_ns : 0;
    *out = calloc(1, sizeof(**out));
    fake.num_renderers++;
    return *out ? GALVAN_OK : GALVAN_ERROR_NO_MEMORY;
}

bool gv_virgl_has_work(const struct gv_virgl_renderer *r)
{
    (void)r;
    return fake.has_work;
}

void gv_virgl_start_work(struct gv_virgl_renderer *r)
{
    (void)r;
    fake.num_starts++;
    fake.has_work = false;
}

struct gv_virgl_limits gv_virgl_limits_default(void)
{
    return (struct gv_virgl_limits){.memory_B = UINT64_C(1) << 31};
}

void gv_virgl_renderer_set_hint(struct gv_virgl_renderer *r, const char *hint)
{
    (void)r;
    fake.hint = hint;
}

bool gv_virgl_take_memory(struct gv_virgl_renderer *r, uint64_t size_B)
{
    (void)r;
    if (fake.memory_limit_B && size_B > fake.memory_limit_B - fake.memory_B)
        return false;
    fake.memory_B += size_B;
    return true;
}

void gv_virgl_give_memory_back(struct gv_virgl_renderer *r, uint64_t size_B)
{
    (void)r;
    fake.memory_B -= size_B;
}

static void fake_end(struct fake_resource *resource)
{
    if (resource->is_blob)
        munmap(resource->iov.iov_base, resource->iov.iov_len);
    *resource = (struct fake_resource){0};
}

void gv_virgl_renderer_destroy(struct gv_virgl_renderer *r)
{
    if (r) {
        for (unsigned i = 0; i < FAKE_MAX_RESOURCES; i++) {
            if (fake.resources[i].is_blob)
                fake_end(&fake.resources[i]);
        }
        fake.num_renderers--;
        free(r);
    }
}

enum galvan_result gv_virgl_context_create(struct gv_virgl_renderer *r, const char *name,
                                           struct gv_virgl_context **out)
{
    (void)r;
    (void)name;
    *out = NULL; /* the fake needs no context */
    return GALVAN_OK;
}

enum galvan_result gv_virgl_context_attach(struct gv_virgl_context *ctx, uint32_t handle)
{
    (void)ctx;
    return handle && fake_find(handle) ? GALVAN_OK : GALVAN_ERROR_INVALID;
}

const char *gv_virgl_command_name(uint32_t header)
{
    return header ? "FAKE" : "no command";
}

size_t gv_virgl_caps_size(unsigned version)
{
    return version == 1 ? FAKE_CAPS1_B : version == 2 ? FAKE_CAPS2_B : 0;
}

void gv_virgl_fill_caps(struct gv_virgl_renderer *r, unsigned version, void *out, size_t size)
{
    (void)r;
    memset(out, 0, size);
    memcpy(out, &version, sizeof(version));
    if (version == 2)
        memcpy((char *)out + 696, "fake", 5);
}

enum galvan_result gv_virgl_resource_create(struct gv_virgl_renderer *r,
                                            const struct gv_virgl_resource_args *args,
                                            const struct iovec *iov, unsigned num_iov)
{
    struct fake_resource *place = fake_find(0);

    (void)r;
    if (fake.on_create)
        fake.on_create();
    if (fake.create_result != GALVAN_OK)
        return fake.create_result;
    if (args->handle == 0 || fake_find(args->handle) || !place)
        return GALVAN_ERROR_INVALID;
    place->args = *args;
    place->iov = num_iov ? *iov : (struct iovec){0};
    return GALVAN_OK;
}

/* Creates a blob; every announced blob has one page. */
enum galvan_result gv_virgl_blob_create(struct gv_virgl_context *ctx, uint64_t blob_id,
                                        uint32_t handle, void *memory, size_t size_B)
{
    const struct gv_virgl_resource_args args = {.handle = handle, .width = 4096};
    const struct iovec iov = {.iov_base = memory, .iov_len = size_B};

    (void)ctx;
    fake.blob_id = blob_id;
    if (size_B < args.width || gv_virgl_resource_create(NULL, &args, &iov, 1) != GALVAN_OK)
        return GALVAN_ERROR_INVALID;
    fake_find(handle)->is_blob = true;
    return GALVAN_OK;
}

enum galvan_result gv_virgl_resource_attach_iov(struct gv_virgl_renderer *r, uint32_t handle,
                                                const struct iovec *iov, unsigned num_iov)
{
    struct fake_resource *resource = fake_find(handle);

    (void)r;
    (void)num_iov;
    if (handle == 0 || !resource || resource->iov.iov_base)
        return GALVAN_ERROR_INVALID;
    resource->iov = *iov;
    return GALVAN_OK;
}

void gv_virgl_resource_detach_iov(struct gv_virgl_renderer *r, uint32_t handle)
{
    (void)r;
    if (handle && fake_find(handle))
        fake_find(handle)->iov = (struct iovec){0};
}

void gv_virgl_resource_unref(struct gv_virgl_renderer *r, uint32_t handle)
{
    (void)r;
    if (handle && fake_find(handle))
        fake_end(fake_find(handle));
}

/* Records a transfer; returns the transfer's memory, or NULL if it has no memory. */
static const struct iovec *fake_transfer(const struct gv_virgl_transfer *transfer)
{
    const struct fake_resource *resource = fake_find(transfer->handle);

    fake.last_box = *transfer->box;
    fake.last_offset = transfer->offset;
    if (transfer->handle == 0 || !resource || (transfer->iov && fake.refuse_iov))
        return NULL;
    const struct iovec *iov = transfer->iov ? transfer->iov : &resource->iov;
    return iov->iov_base ? iov : NULL;
}

enum galvan_result gv_virgl_transfer_get(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer)
{
    const struct iovec *iov = fake_transfer(transfer);

    (void)r;
    fake.num_gets++;
    if (!iov)
        return GALVAN_ERROR_INVALID;
    /* Writes only if necessary, since another thread may be reading memory that was filled before.
     */
    if (fake.fill && *(const uint8_t *)iov->iov_base != fake.fill)
        memset(iov->iov_base, fake.fill, iov->iov_len);
    return fake.transfer_result;
}

struct gv_virgl_present_buffer {
    struct iovec memory;
};

enum galvan_result gv_virgl_present_buffer_create(struct gv_virgl_renderer *r, void *memory,
                                                  size_t size_B,
                                                  struct gv_virgl_present_buffer **out)
{
    if (!gv_virgl_take_memory(r, size_B))
        return GALVAN_ERROR_LIMIT;
    *out = calloc(1, sizeof(**out));
    (*out)->memory = (struct iovec){.iov_base = memory, .iov_len = size_B};
    fake.num_present_buffers++;
    return GALVAN_OK;
}

void gv_virgl_present_buffer_destroy(struct gv_virgl_renderer *r,
                                     struct gv_virgl_present_buffer *buffer)
{
    if (buffer) {
        gv_virgl_give_memory_back(r, buffer->memory.iov_len);
        fake.num_present_buffers--;
        free(buffer);
    }
}

void gv_virgl_present_buffer_forget_depth(struct gv_virgl_context *ctx, uint32_t handle)
{
    (void)ctx;
    fake.forgotten = handle;
}

enum galvan_result gv_virgl_present_buffer_fill(struct gv_virgl_context *ctx,
                                                struct gv_virgl_present_buffer *buffer,
                                                uint32_t handle,
                                                struct pipe_fence_handle **out_fence)
{
    const struct pipe_box box = {0};
    enum galvan_result res = gv_virgl_transfer_get(
        NULL, &(struct gv_virgl_transfer){
                  .ctx = ctx, .handle = handle, .box = &box, .iov = &buffer->memory, .num_iov = 1});
    *out_fence = fake.fences && res == GALVAN_OK ? malloc(1) : NULL;
    fake.num_fences += *out_fence != NULL;
    return res;
}

bool gv_virgl_fence_done(struct gv_virgl_renderer *r, struct pipe_fence_handle *fence,
                         uint64_t timeout_ns)
{
    (void)r;
    (void)fence;
    (void)timeout_ns;
    return !fake.hangs;
}

void gv_virgl_fence_release(struct gv_virgl_renderer *r, struct pipe_fence_handle **fence)
{
    (void)r;
    fake.num_fences -= *fence != NULL;
    free(*fence);
    *fence = NULL;
}

void gv_virgl_mark_lost(struct gv_virgl_renderer *r, const char *why)
{
    (void)r;
    (void)why;
    fake.lost = true;
}

enum galvan_result gv_virgl_transfer_put(struct gv_virgl_renderer *r,
                                         const struct gv_virgl_transfer *transfer)
{
    const struct iovec *iov = fake_transfer(transfer);

    (void)r;
    fake.num_puts++;
    if (!iov)
        return GALVAN_ERROR_INVALID;
    memcpy(fake.put, iov->iov_base,
           iov->iov_len < sizeof(fake.put) ? iov->iov_len : sizeof(fake.put));
    return fake.transfer_result;
}

enum galvan_result gv_virgl_submit(struct gv_virgl_context *ctx, const uint32_t *dwords,
                                   size_t num_dwords)
{
    (void)ctx;
    fake.num_submits++;
    fake.submitted_dw = num_dwords;
    fake.last_dword = num_dwords ? dwords[num_dwords - 1] : 0;
    if (fake.on_submit)
        fake.on_submit();
    return fake.submit_result;
}

/* The history of every client is one NOP. */
struct gv_virgl_history {
    int unused;
};

struct gv_virgl_history *gv_virgl_history_create(struct gv_virgl_renderer *r)
{
    (void)r;
    return calloc(1, sizeof(struct gv_virgl_history));
}

void gv_virgl_history_destroy(struct gv_virgl_history *history)
{
    free(history);
}

void gv_virgl_history_note(struct gv_virgl_history *history, const uint32_t *dwords,
                           size_t num_dwords)
{
    (void)history;
    (void)dwords;
    (void)num_dwords;
}

bool gv_virgl_history_tell(const struct gv_virgl_history *history,
                           void (*tell)(void *priv, const uint32_t *dwords, size_t num_dwords),
                           void *priv)
{
    (void)history;
    if (!fake.forgetful)
        tell(priv, (const uint32_t[]){0}, 1);
    return !fake.forgetful;
}

bool gv_virgl_resource_needs_device(const struct gv_virgl_resource_args *args)
{
    return args->bind != 0x80000;
}

bool gv_virgl_resource_busy(struct gv_virgl_renderer *r, uint32_t handle, bool wait)
{
    (void)r;
    (void)handle;
    fake.num_waits += wait;
    return fake.busy && !wait;
}

#endif
