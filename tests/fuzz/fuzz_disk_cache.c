/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes the reader of the disk cache, whose data an earlier worker has stored. An input is data
 * for gv_cache_tables_deserialize(); the target overwrites dwords 1 and 2 of the input with the
 * expected sizes. Accepted entries must be valid, and must be unchanged after they are serialized
 * and read again. The target also translates one of their variants; this may fail. */
#include <stdlib.h>
#include <string.h>

#include "driver/shader/cache_tables.h"
#include "fuzz.h"
#include "tgsi_input.h"

enum {
    NUM_TRANSLATED = 1 /* number of variants per input; other targets fuzz the translator */
};

static void expect(bool holds)
{
    if (!holds)
        abort();
}

/* Static because of their size of a few MiB; every input reuses them. */
static struct gv_cache_tables tables_of_input, tables_of_copy;

static void end_tables(struct gv_cache_tables *t)
{
    gv_cache_tables_finish(t);
    memset(t->shaders, 0, t->num_shaders * sizeof(t->shaders[0]));
    memset(t->variants, 0, t->num_variants * sizeof(t->variants[0]));
    memset(t->pipelines, 0, t->num_pipelines * sizeof(t->pipelines[0]));
    t->num_shaders = t->num_variants = t->num_pipelines = 0;
    t->num_tokens = t->num_used = 0;
}

static void check_info(const struct gv_cache_tables *tables, const struct gv_pipeline_info *info)
{
    expect(gv_pipeline_info_is_valid(info));
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (!info->cached_variants[s])
            continue;
        expect(info->cached_variants[s] <= tables->num_variants);
        const uint32_t shader = tables->variants[info->cached_variants[s] - 1].shader;
        expect(shader && shader <= tables->num_shaders);
        expect(tables->shaders[shader - 1].stage == (enum galvan_stage)s);
    }
}

static void translate(const struct gv_cache_tables *tables, const struct gv_cached_variant *v)
{
    const struct gv_cached_shader *shader = &tables->shaders[v->shader - 1];
    struct galvan_spirv_key key = v->key;
    struct galvan_tgsi *tgsi = NULL;
    if (galvan_tgsi_from_tokens(shader->tokens, shader->num_tokens, NULL, &tgsi) != GALVAN_OK)
        return;
    key.device.max_locations = 0; /* as in tgsi_key_of() */
    if (v->captures)
        key.vertex.stream_output = &shader->stream_output;
    if (galvan_tgsi_info(tgsi)->stage == shader->stage)
        tgsi_check_translation(tgsi, &key);
    galvan_tgsi_destroy(tgsi);
}

/* Serializes the tables, deserializes the data, and serializes the new tables: the data must be the
 * same both times. The tables themselves are not compared, since the first serialization may drop
 * objects that no pipeline refers to. */
static void check_written(struct gv_cache_tables *tables)
{
    void *data[2] = {NULL};
    size_t size_B[2] = {0};
    for (uint32_t i = 0; i < tables->num_pipelines; i++)
        tables->pipelines[i].used = i + 1;
    data[0] = gv_cache_tables_serialize(tables, &size_B[0]);
    struct gv_cache_tables *again = &tables_of_copy;
    gv_cache_tables_deserialize(again, data[0], size_B[0], true);
    expect(again->num_pipelines == tables->num_pipelines);
    for (uint32_t i = 0; i < again->num_pipelines; i++)
        again->pipelines[i].used = i + 1;
    data[1] = gv_cache_tables_serialize(again, &size_B[1]);
    expect(size_B[0] == size_B[1] && (!size_B[0] || !memcmp(data[0], data[1], size_B[0])));
    end_tables(again);
    free(data[0]);
    free(data[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t sizes_B[] = {sizeof(struct galvan_spirv_key),
                                       sizeof(struct gv_pipeline_info)};
    uint8_t *copy = malloc(size + 1);
    expect(copy != NULL);
    memcpy(copy, data, size);
    for (unsigned i = 0; i < 2 && (i + 2) * sizeof(sizes_B[0]) <= size; i++)
        memcpy(copy + (i + 1) * sizeof(sizes_B[0]), &sizes_B[i], sizeof(sizes_B[0]));
    struct gv_cache_tables *tables = &tables_of_input;
    gv_cache_tables_deserialize(tables, copy, size, true);
    for (uint32_t i = 0; i < tables->num_pipelines; i++)
        check_info(tables, &tables->pipelines[i].info);
    for (uint32_t i = 0; i < tables->num_variants && i < NUM_TRANSLATED; i++)
        translate(tables, &tables->variants[i]);
    check_written(tables);
    end_tables(tables);
    free(copy);
    return 0;
}
