/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "stress.h"

#include <stdlib.h>
#include <string.h>

static struct stress_buffer *any(struct stress *s)
{
    return &s->buffers[stress_below(s, STRESS_BUFFERS)];
}

static void range(struct stress *s, const struct stress_buffer *b, unsigned *out_begin_B,
                  unsigned *out_size_B)
{
    *out_begin_B = stress_one_in(s, 3) ? 0 : stress_below(s, b->size_B);
    *out_size_B = stress_one_in(s, 3) ? b->size_B - *out_begin_B
                                      : 1 + stress_below(s, b->size_B - *out_begin_B);
}

static struct pipe_box span(unsigned begin_B, unsigned size_B)
{
    return fixture_box((int)begin_B, 0, 0, (int)size_B, 1, 1);
}

void stress_buffer_create(struct stress *s, struct stress_buffer *b)
{
    unsigned usage = stress_below(s, PIPE_USAGE_STAGING + 1);
    b->size_B = 64 + 4 * stress_below(s, 200);
    b->res = fixture_buffer(s->f, b->size_B, usage, 0);
    b->bytes = malloc(b->size_B);
    assert_non_null(b->bytes);
    /* Writes the whole new buffer, in two halves. The second half is written while a copy of the
     * first half is recorded: bytes that were never written may be written without waiting for
     * readers. */
    stress_noise(s, b->bytes, b->size_B);
    struct stress_buffer *other = any(s);
    unsigned half_B = b->size_B / 2;
    for (unsigned i = 0; i < 2; i++) {
        struct pipe_box box = span(i ? half_B : 0, i ? b->size_B - half_B : half_B);
        s->f->pipe->transfer_inline_write(s->f->pipe, b->res, 0, PIPE_TRANSFER_WRITE, &box,
                                          b->bytes + box.x, 0, 0);
        if (i || !other->res || other == b || other->size_B < half_B)
            continue;
        s->f->pipe->resource_copy_region(s->f->pipe, other->res, 0, 0, 0, 0, b->res, 0, &box);
        memcpy(other->bytes, b->bytes, half_B);
    }
}

void stress_buffer_destroy(struct stress_buffer *b)
{
    pipe_resource_reference(&b->res, NULL);
    free(b->bytes);
    b->bytes = NULL;
}

void stress_buffer_check(struct stress *s, struct stress_buffer *b, unsigned begin_B,
                         unsigned end_B)
{
    struct pipe_box box = span(begin_B, end_B - begin_B);
    uint8_t *back = fixture_read(s->f, b->res, 0, &box);
    stress_expect(s, b->bytes + begin_B, back, end_B - begin_B, "buffer");
    free(back);
}

static void op_read(struct stress *s)
{
    struct stress_buffer *b = any(s);
    unsigned begin_B, size_B;
    range(s, b, &begin_B, &size_B);
    stress_buffer_check(s, b, begin_B, begin_B + size_B);
}

static void op_inline_write(struct stress *s)
{
    struct stress_buffer *b = any(s);
    unsigned begin_B, size_B, usage = PIPE_TRANSFER_WRITE;
    range(s, b, &begin_B, &size_B);
    stress_noise(s, b->bytes + begin_B, size_B);
    if (stress_one_in(s, 2))
        usage |= PIPE_TRANSFER_DISCARD_RANGE;
    if (size_B == b->size_B && stress_one_in(s, 2))
        usage |= PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE;
    struct pipe_box box = span(begin_B, size_B);
    s->f->pipe->transfer_inline_write(s->f->pipe, b->res, 0, usage, &box, b->bytes + begin_B, 0, 0);
}

static void op_map_write(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    struct stress_buffer *b = any(s);
    unsigned begin_B, size_B, usage = PIPE_TRANSFER_WRITE;
    range(s, b, &begin_B, &size_B);
    bool partly = stress_one_in(s, 3);
    if (partly)
        usage |= stress_one_in(s, 2) ? PIPE_TRANSFER_READ : 0;
    else if (stress_one_in(s, 2))
        usage |= PIPE_TRANSFER_DISCARD_RANGE;
    if (!partly && size_B == b->size_B)
        usage |= PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE;
    if (!pipe->is_resource_referenced(pipe, b->res, 0, -1) && !(usage & PIPE_TRANSFER_READ))
        usage |= PIPE_TRANSFER_UNSYNCHRONIZED;
    struct pipe_box box = span(begin_B, size_B);
    struct pipe_transfer *t;
    uint8_t *map = pipe->transfer_map(pipe, b->res, 0, usage, &box, &t);
    assert_non_null(map);
    if (usage & PIPE_TRANSFER_READ)
        stress_expect(s, b->bytes + begin_B, map, size_B, "mapped buffer");
    unsigned written_B = partly ? size_B / 2 : size_B;
    stress_noise(s, b->bytes + begin_B, written_B);
    memcpy(map, b->bytes + begin_B, written_B);
    pipe->transfer_unmap(pipe, t);
}

static void op_map_flushed(struct stress *s)
{
    struct pipe_context *pipe = s->f->pipe;
    struct stress_buffer *b = any(s);
    unsigned begin_B, size_B;
    range(s, b, &begin_B, &size_B);
    unsigned usage = PIPE_TRANSFER_WRITE | PIPE_TRANSFER_FLUSH_EXPLICIT |
                     (stress_one_in(s, 2) ? PIPE_TRANSFER_DISCARD_RANGE : 0);
    struct pipe_box box = span(begin_B, size_B);
    struct pipe_transfer *t;
    uint8_t *map = pipe->transfer_map(pipe, b->res, 0, usage, &box, &t);
    assert_non_null(map);
    /* Writes a part in the middle of the range. DISCARD_RANGE makes the other bytes of the range
     * undefined, so the whole range is then written again. */
    unsigned from_B = size_B / 4, num_B = (size_B + 1) / 2;
    stress_noise(s, b->bytes + begin_B + from_B, num_B);
    memcpy(map + from_B, b->bytes + begin_B + from_B, num_B);
    struct pipe_box part = span(from_B, num_B);
    pipe->transfer_flush_region(pipe, t, &part);
    pipe->transfer_unmap(pipe, t);
    if (usage & PIPE_TRANSFER_DISCARD_RANGE)
        pipe->transfer_inline_write(pipe, b->res, 0, PIPE_TRANSFER_WRITE, &box, b->bytes + begin_B,
                                    0, 0);
}

static void op_copy(struct stress *s)
{
    struct stress_buffer *src = any(s), *dst = any(s);
    unsigned begin_B, size_B;
    range(s, src, &begin_B, &size_B);
    if (size_B > dst->size_B)
        size_B = dst->size_B;
    unsigned to_B = stress_below(s, dst->size_B - size_B + 1);
    struct pipe_box box = span(begin_B, size_B);
    s->f->pipe->resource_copy_region(s->f->pipe, dst->res, 0, to_B, 0, 0, src->res, 0, &box);
    memmove(dst->bytes + to_B, src->bytes + begin_B, size_B);
}

static void op_fill(struct stress *s)
{
    static const unsigned sizes[] = {1, 2, 4, 8, 12, 16};
    struct stress_buffer *b = any(s);
    uint8_t value[16];
    unsigned value_B = sizes[stress_below(s, 6)];
    unsigned first = stress_below(s, b->size_B / value_B);
    unsigned num = 1 + stress_below(s, b->size_B / value_B - first);
    stress_noise(s, value, sizeof(value));
    if (stress_one_in(s, 3))
        memset(value, value[0], sizeof(value));
    s->f->pipe->clear_buffer(s->f->pipe, b->res, first * value_B, num * value_B, value,
                             (int)value_B);
    for (unsigned i = 0; i < num; i++)
        memcpy(b->bytes + (first + i) * value_B, value, value_B);
}

/* Invalidates a buffer. This makes its contents undefined, so op_invalidate() then writes the whole
 * buffer. */
static void op_invalidate(struct stress *s)
{
    struct stress_buffer *b = any(s);
    s->f->pipe->invalidate_resource(s->f->pipe, b->res);
    stress_noise(s, b->bytes, b->size_B);
    struct pipe_box box = span(0, b->size_B);
    s->f->pipe->transfer_inline_write(s->f->pipe, b->res, 0, PIPE_TRANSFER_WRITE, &box, b->bytes, 0,
                                      0);
}

static void op_replace(struct stress *s)
{
    struct stress_buffer *b = any(s);
    if (s->constants == b)
        s->constants = NULL;
    if (s->dispatch_buffers[0] == b || s->dispatch_buffers[1] == b)
        s->dispatch_buffers[0] = s->dispatch_buffers[1] = NULL;
    stress_buffer_destroy(b);
    stress_buffer_create(s, b);
}

const struct stress_op stress_buffer_ops[] = {
    {"buffer read", op_read, 6},           {"buffer inline write", op_inline_write, 16},
    {"buffer map write", op_map_write, 8}, {"buffer flushed map", op_map_flushed, 5},
    {"buffer copy", op_copy, 20},          {"buffer fill", op_fill, 14},
    {"buffer rename", op_invalidate, 8},   {"buffer replace", op_replace, 3},
};
const unsigned stress_num_buffer_ops = sizeof(stress_buffer_ops) / sizeof(stress_buffer_ops[0]);
