/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Types and constants of a module. Each type and each constant is created once. */
#include "spirv/module/builder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OPERANDS = 7, /* limit of the operands of a deduplicated type or constant; OpTypeImage has
                         the most */
    MAX_PARTS = 256,  /* limit of the components of a constant: the index of a component fits in a
                         byte */
};

static uint32_t hash_words(const uint32_t *words, size_t num)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < num; i++) {
        h = (h ^ words[i]) * 16777619u;
        h ^= h >> 15;
    }
    return h;
}

static bool dedup_grow(struct gv_spv_dedup *d)
{
    size_t capacity = d->capacity ? d->capacity * 2 : 128;
    struct gv_spv_dedup_entry *entries = calloc(capacity, sizeof(*entries));
    if (!entries) {
        d->failed = true;
        return false;
    }
    for (size_t i = 0; i < d->capacity; i++) {
        if (!d->entries[i].id)
            continue;
        size_t pos = d->entries[i].hash & (capacity - 1);
        while (entries[pos].id)
            pos = (pos + 1) & (capacity - 1);
        entries[pos] = d->entries[i];
    }
    free(d->entries);
    d->entries = entries;
    d->capacity = capacity;
    return true;
}

/* Returns the entry with the given key or, if no entry has this key, the free entry (id 0) for it;
 * NULL if memory ran out. */
static struct gv_spv_dedup_entry *dedup_find(struct gv_spv_dedup *d, const uint32_t *key,
                                             uint32_t len)
{
    uint32_t hash = hash_words(key, len);
    if (d->num * 4 >= d->capacity * 3 && !dedup_grow(d))
        return NULL;
    size_t pos = hash & (d->capacity - 1);
    for (;; pos = (pos + 1) & (d->capacity - 1)) {
        struct gv_spv_dedup_entry *e = &d->entries[pos];
        if (!e->id) {
            e->hash = hash;
            return e;
        }
        if (e->hash == hash && e->len == len &&
            memcmp(d->keys.data + e->key, key, len * sizeof(*key)) == 0)
            return e;
    }
}

/* Writes a type or constant. If `with_type` is set, `args` begin with the result type. */
static uint32_t write_global(struct gv_spv_builder *b, SpvOp op, const uint32_t *args,
                             unsigned num_args, bool with_type)
{
    const uint32_t id = gv_spv_id(b);
    gv_words_push(&b->globals, (num_args + 2) << SpvWordCountShift | (uint32_t)op);
    if (with_type)
        gv_words_push(&b->globals, args[0]);
    gv_words_push(&b->globals, id);
    for (unsigned i = with_type; i < num_args; i++)
        gv_words_push(&b->globals, args[i]);
    return id;
}

uint32_t gv_spv_unique(struct gv_spv_builder *b, SpvOp op, const uint32_t *args, unsigned num_args,
                       bool with_type)
{
    uint32_t key[1 + MAX_OPERANDS];
    assert(num_args <= MAX_OPERANDS);
    key[0] = (uint32_t)op;
    if (num_args)
        memcpy(key + 1, args, num_args * sizeof(*args));
    struct gv_spv_dedup_entry *e = dedup_find(&b->dedup, key, num_args + 1);
    if (!e)
        return 0;
    if (e->id)
        return e->id;
    e->key = (uint32_t)b->dedup.keys.num;
    e->len = num_args + 1;
    gv_words_append(&b->dedup.keys, key, num_args + 1);
    if (b->dedup.keys.failed) {
        b->dedup.failed = true;
        return 0;
    }
    e->id = write_global(b, op, args, num_args, with_type);
    b->dedup.num++;
    return e->id;
}

uint32_t gv_spv_type_void(struct gv_spv_builder *b)
{
    return gv_spv_unique(b, SpvOpTypeVoid, NULL, 0, false);
}

/* Returns the type of a scalar or vector, from a table, since nearly every instruction needs such a
 * type. */
static uint32_t number(struct gv_spv_builder *b, enum gv_spv_scalar scalar, unsigned num)
{
    static const struct {
        SpvOp op;
        unsigned num_args;
        uint32_t args[2]; /* bits, signedness */
    } scalars[GV_SPV_NUM_SCALARS] = {
        [GV_SPV_BOOL] = {SpvOpTypeBool, 0, {0}},
        [GV_SPV_FLOAT] = {SpvOpTypeFloat, 1, {32}},
        [GV_SPV_UINT] = {SpvOpTypeInt, 2, {32, 0}},
        [GV_SPV_INT] = {SpvOpTypeInt, 2, {32, 1}},
    };
    uint32_t *id = &b->numbers[scalar][num - 1];
    if (!*id && num == 1)
        *id = gv_spv_unique(b, scalars[scalar].op, scalars[scalar].args, scalars[scalar].num_args,
                            false);
    else if (!*id)
        *id = gv_spv_unique(b, SpvOpTypeVector, (uint32_t[]){number(b, scalar, 1), num}, 2, false);
    return *id;
}

uint32_t gv_spv_type_bool(struct gv_spv_builder *b, unsigned num)
{
    return number(b, GV_SPV_BOOL, num);
}

uint32_t gv_spv_type_float(struct gv_spv_builder *b, unsigned num)
{
    return number(b, GV_SPV_FLOAT, num);
}

uint32_t gv_spv_type_uint(struct gv_spv_builder *b, unsigned num)
{
    return number(b, GV_SPV_UINT, num);
}

uint32_t gv_spv_type_int(struct gv_spv_builder *b, unsigned num)
{
    return number(b, GV_SPV_INT, num);
}

uint32_t gv_spv_type_pointer(struct gv_spv_builder *b, SpvStorageClass storage, uint32_t type)
{
    return gv_spv_unique(b, SpvOpTypePointer, (uint32_t[]){(uint32_t)storage, type}, 2, false);
}

uint32_t gv_spv_type_array(struct gv_spv_builder *b, uint32_t element, uint32_t num)
{
    return gv_spv_unique(b, SpvOpTypeArray, (uint32_t[]){element, gv_spv_const_uint(b, num)}, 2,
                         false);
}

uint32_t gv_spv_const_uint(struct gv_spv_builder *b, uint32_t value)
{
    return gv_spv_unique(b, SpvOpConstant, (uint32_t[]){gv_spv_type_uint(b, 1), value}, 2, true);
}

uint32_t gv_spv_const_int(struct gv_spv_builder *b, int32_t value)
{
    return gv_spv_unique(b, SpvOpConstant, (uint32_t[]){gv_spv_type_int(b, 1), (uint32_t)value}, 2,
                         true);
}

uint32_t gv_spv_const_float_bits(struct gv_spv_builder *b, uint32_t bits)
{
    return gv_spv_unique(b, SpvOpConstant, (uint32_t[]){gv_spv_type_float(b, 1), bits}, 2, true);
}

uint32_t gv_spv_const_float(struct gv_spv_builder *b, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return gv_spv_const_float_bits(b, bits);
}

uint32_t gv_spv_const_bool(struct gv_spv_builder *b, bool value)
{
    uint32_t type = gv_spv_type_bool(b, 1);
    return gv_spv_unique(b, value ? SpvOpConstantTrue : SpvOpConstantFalse, &type, 1, true);
}

uint32_t gv_spv_const_composite(struct gv_spv_builder *b, uint32_t type, const uint32_t *parts,
                                unsigned num)
{
    uint32_t args[1 + MAX_PARTS];
    assert(num <= MAX_PARTS);
    args[0] = type;
    memcpy(args + 1, parts, num * sizeof(*parts));
    /* Constants with many components are tables, which are rarely equal, so they are not
     * deduplicated. */
    if (num >= MAX_OPERANDS)
        return write_global(b, SpvOpConstantComposite, args, num + 1, true);
    return gv_spv_unique(b, SpvOpConstantComposite, args, num + 1, true);
}

static uint32_t splat(struct gv_spv_builder *b, uint32_t type, uint32_t scalar, unsigned num)
{
    const uint32_t parts[4] = {scalar, scalar, scalar, scalar};
    return num == 1 ? scalar : gv_spv_const_composite(b, type, parts, num);
}

uint32_t gv_spv_float(struct gv_spv_builder *b, float value, unsigned num)
{
    uint32_t scalar = gv_spv_const_float(b, value);
    return splat(b, gv_spv_type_float(b, num), scalar, num);
}

uint32_t gv_spv_uint(struct gv_spv_builder *b, uint32_t value, unsigned num)
{
    uint32_t scalar = gv_spv_const_uint(b, value);
    return splat(b, gv_spv_type_uint(b, num), scalar, num);
}
