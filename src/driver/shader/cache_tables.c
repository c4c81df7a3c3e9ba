/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/cache_tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/shader/pipeline.h"

/* ---- Entries --------------------------------------------------------------------------------- */

static uint32_t find_shader(const struct gv_cache_tables *tables, enum galvan_stage stage,
                            const uint32_t *tokens, size_t num_tokens,
                            const struct galvan_spirv_stream_output *stream_output)
{
    for (uint32_t i = 0; i < tables->num_shaders; i++) {
        const struct gv_cached_shader *s = &tables->shaders[i];
        if (s->stage == stage && s->num_tokens == num_tokens &&
            !memcmp(s->tokens, tokens, num_tokens * sizeof(*tokens)) &&
            !memcmp(&s->stream_output, stream_output, sizeof(*stream_output)))
            return i + 1;
    }
    return 0;
}

bool gv_cache_tables_note_shader(struct gv_cache_tables *tables, enum galvan_stage stage,
                                 const uint32_t *tokens, size_t num_tokens,
                                 const struct galvan_spirv_stream_output *stream_output)
{
    const uint32_t number = find_shader(tables, stage, tokens, num_tokens, stream_output);
    if (!number || tables->shaders[number - 1].created)
        return false;
    tables->shaders[number - 1].created = true;
    return true;
}

uint32_t gv_cache_tables_add_shader(struct gv_cache_tables *tables, enum galvan_stage stage,
                                    const uint32_t *tokens, size_t num_tokens,
                                    const struct galvan_spirv_stream_output *stream_output)
{
    const uint32_t number = find_shader(tables, stage, tokens, num_tokens, stream_output);
    if (number)
        return number;
    if (tables->num_shaders == GV_MAX_CACHED || !num_tokens ||
        num_tokens > GV_MAX_CACHED_TOKENS - tables->num_tokens)
        return 0;
    uint32_t *copy = malloc(num_tokens * sizeof(*copy));
    if (!copy)
        return 0;
    memcpy(copy, tokens, num_tokens * sizeof(*copy));
    tables->num_tokens += (uint32_t)num_tokens;
    tables->shaders[tables->num_shaders] = (struct gv_cached_shader){
        .stage = stage, .num_tokens = (uint32_t)num_tokens, .tokens = copy};
    memcpy(&tables->shaders[tables->num_shaders].stream_output, stream_output,
           sizeof(*stream_output));
    return ++tables->num_shaders;
}

uint32_t gv_cache_tables_add_variant(struct gv_cache_tables *tables, uint32_t shader,
                                     const struct galvan_spirv_key *key, bool captures,
                                     bool to_compile)
{
    for (uint32_t i = 0; i < tables->num_variants; i++) {
        const struct gv_cached_variant *v = &tables->variants[i];
        if (v->shader == shader && v->captures == captures && !memcmp(&v->key, key, sizeof(*key)))
            return i + 1;
    }
    if (tables->num_variants == GV_MAX_CACHED)
        return 0;
    struct gv_cached_variant *v = &tables->variants[tables->num_variants];
    v->to_compile = to_compile;
    v->shader = shader;
    v->captures = captures;
    memcpy(&v->key, key, sizeof(*key));
    return ++tables->num_variants;
}

uint32_t gv_cache_tables_add_pipeline(struct gv_cache_tables *tables,
                                      const struct gv_pipeline_info *info, bool to_compile)
{
    for (uint32_t i = 0; i < tables->num_pipelines; i++) {
        if (!memcmp(&tables->pipelines[i].info, info, sizeof(*info)))
            return i + 1;
    }
    if (tables->num_pipelines == GV_MAX_CACHED)
        return 0;
    struct gv_cached_pipeline *p = &tables->pipelines[tables->num_pipelines];
    p->to_compile = to_compile;
    memcpy(&p->info, info, sizeof(*info));
    return ++tables->num_pipelines;
}

bool gv_cache_tables_is_likely(const struct gv_cache_tables *tables,
                               const struct gv_cached_pipeline *pipeline)
{
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        const uint32_t variant = pipeline->info.cached_variants[s];
        if (variant && !tables->shaders[tables->variants[variant - 1].shader - 1].created)
            return false;
    }
    return true;
}

void gv_cache_tables_finish(struct gv_cache_tables *tables)
{
    for (uint32_t i = 0; i < tables->num_shaders; i++) {
        galvan_tgsi_destroy(tables->shaders[i].tgsi);
        free(tables->shaders[i].tokens);
    }
}

/* ---- Dwords --------------------------------------------------------------------------------- */

enum {
    FIRST_WORD = 0x33564b47, /* "GKV3" */
    NUM_HEAD_WORDS = 8,
    GROUP = 32 /* number of dwords for one mask */
};

#define WORDS_OF(type) (sizeof(type) / sizeof(uint32_t))

static_assert(sizeof(struct galvan_spirv_key) % sizeof(uint32_t) == 0 &&
                  sizeof(struct galvan_spirv_stream_output) % sizeof(uint32_t) == 0,
              "they are written as words");

struct writer {
    uint32_t *words;
    size_t num, max;
    bool failed;
};

static void put(struct writer *w, const uint32_t *words, size_t num)
{
    if (num > w->max - w->num) {
        const size_t max = 2 * w->max + num + 1024;
        uint32_t *grown = w->failed ? NULL : realloc(w->words, max * sizeof(*grown));
        if (!grown) {
            w->failed = true;
            return;
        }
        w->words = grown;
        w->max = max;
    }
    memcpy(w->words + w->num, words, num * sizeof(*words));
    w->num += num;
}

static void put_word(struct writer *w, uint32_t word)
{
    put(w, &word, 1);
}

/* Writes keys and infos, most dwords of which are 0. Each GROUP of dwords becomes a mask of the
 * dwords that are not 0, followed by the dwords that are not 0. */
static void put_sparse(struct writer *w, const void *data, size_t num)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < num; i += GROUP) {
        uint32_t mask = 0, left[GROUP], num_left = 0;
        for (size_t k = i; k < num && k < i + GROUP; k++) {
            uint32_t word;
            memcpy(&word, bytes + k * sizeof(word), sizeof(word));
            if (word) {
                mask |= 1u << (k - i);
                left[num_left++] = word;
            }
        }
        put_word(w, mask);
        put(w, left, num_left);
    }
}

struct reader {
    const uint32_t *words;
    size_t num, at;
    bool failed; /* set once a read fails, because no more dwords remain */
};

static const uint32_t *take(struct reader *r, size_t num)
{
    if (r->failed || num > r->num - r->at) {
        r->failed = true;
        return NULL;
    }
    r->at += num;
    return r->words + r->at - num;
}

static uint32_t take_word(struct reader *r)
{
    const uint32_t *word = take(r, 1);
    return word ? *word : 0;
}

static void take_sparse(struct reader *r, void *out, size_t num)
{
    unsigned char *bytes = out;
    memset(out, 0, num * sizeof(uint32_t));
    for (size_t i = 0; i < num; i += GROUP) {
        for (uint32_t mask = take_word(r); mask; mask &= mask - 1) {
            const size_t k = i + (size_t)__builtin_ctz(mask);
            const uint32_t word = take_word(r);
            if (k >= num)
                r->failed = true;
            else
                memcpy(bytes + k * sizeof(word), &word, sizeof(word));
        }
    }
}

/* ---- Deserializing --------------------------------------------------------------------------- */

/* For each number of an entry in the data: the entry's number in the tables, or 0 if the entry was
 * dropped. */
struct numbers {
    uint32_t shaders[GV_MAX_CACHED + 1], variants[GV_MAX_CACHED + 1];
};

static bool is_capture_valid(const struct galvan_spirv_capture *c)
{
    return c->num_components >= 1 && c->num_components <= 4 && c->start_component < 4 &&
           c->buffer < 4 && c->stream < 4;
}

static bool is_stream_output_valid(const struct galvan_spirv_stream_output *so)
{
    if (so->num_captures > GALVAN_MAX_CAPTURES)
        return false;
    for (uint32_t i = 0; i < so->num_captures; i++) {
        if (!is_capture_valid(&so->captures[i]))
            return false;
    }
    return true;
}

static void read_shader(struct gv_cache_tables *tables, struct reader *r, uint32_t *out_number)
{
    const uint32_t stage = take_word(r), num_tokens = take_word(r);
    struct galvan_spirv_stream_output so;
    take_sparse(r, &so, WORDS_OF(so));
    const uint32_t *tokens = take(r, num_tokens);
    if (!r->failed && stage < GALVAN_NUM_STAGES && is_stream_output_valid(&so))
        *out_number =
            gv_cache_tables_add_shader(tables, (enum galvan_stage)stage, tokens, num_tokens, &so);
}

static uint64_t number_at(const void *data, size_t size_B)
{
    uint64_t number = 0;
    memcpy(&number, data, size_B); /* correct on little-endian CPUs, the only CPUs that Galvan
                                      supports */
    return number;
}

/* Copies the fields of a key, with zero padding. False if a field is not in its range. */
static bool is_key_valid(const struct galvan_spirv_key *key, struct galvan_spirv_key *out_key)
{
    size_t num;
    const struct galvan_spirv_key_field *fields = galvan_spirv_key_fields(&num);
    memset(out_key, 0, sizeof(*out_key));
    for (size_t f = 0; f < num; f++) {
        for (unsigned i = 0; i < fields[f].num; i++) {
            const size_t at_B = fields[f].offset_B + (size_t)i * fields[f].size_B;
            if (number_at((const char *)key + at_B, fields[f].size_B) > fields[f].max_value)
                return false;
            memcpy((char *)out_key + at_B, (const char *)key + at_B, fields[f].size_B);
        }
    }
    return true;
}

static void read_variant(struct gv_cache_tables *tables, const struct numbers *numbers,
                         struct reader *r, bool to_compile, uint32_t *out_number)
{
    struct galvan_spirv_key words, key;
    const uint32_t shader = take_word(r), captures = take_word(r);
    take_sparse(r, &words, WORDS_OF(words));
    if (r->failed || shader > GV_MAX_CACHED || !numbers->shaders[shader] ||
        !is_key_valid(&words, &key))
        return;
    *out_number = gv_cache_tables_add_variant(tables, numbers->shaders[shader], &key, captures != 0,
                                              to_compile);
}

/* Replaces the data's numbers of variants by the tables' numbers. False if a variant was
 * dropped. */
static bool translate_numbers(const struct gv_cache_tables *tables, const struct numbers *numbers,
                              struct gv_pipeline_info *info)
{
    for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
        if (!info->cached_variants[s])
            continue;
        const uint32_t number = info->cached_variants[s] <= GV_MAX_CACHED
                                    ? numbers->variants[info->cached_variants[s]]
                                    : 0;
        if (!number ||
            tables->shaders[tables->variants[number - 1].shader - 1].stage != (enum galvan_stage)s)
            return false;
        info->cached_variants[s] = number;
    }
    return true;
}

static void read_pipeline(struct gv_cache_tables *tables, const struct numbers *numbers,
                          struct reader *r, bool to_compile)
{
    struct gv_pipeline_info info;
    const uint32_t age = take_word(r);
    take_sparse(r, &info, WORDS_OF(info));
    if (r->failed || age > GV_MAX_CACHED_AGE || !gv_pipeline_info_is_valid(&info) ||
        !translate_numbers(tables, numbers, &info))
        return;
    const uint32_t before = tables->num_pipelines;
    const uint32_t number = gv_cache_tables_add_pipeline(tables, &info, to_compile);
    if (number > before)
        tables->pipelines[number - 1].age = age;
}

void gv_cache_tables_deserialize(struct gv_cache_tables *tables, const void *data, size_t size_B,
                                 bool to_compile)
{
    struct reader r = {.words = data, .num = size_B / sizeof(uint32_t)};
    const uint32_t *head = take(&r, NUM_HEAD_WORDS);
    if (!head || head[0] != FIRST_WORD || head[1] != sizeof(struct galvan_spirv_key) ||
        head[2] != sizeof(struct gv_pipeline_info) || head[3] > GV_MAX_CACHED ||
        head[4] > GV_MAX_CACHED || head[5] > GV_MAX_CACHED)
        return;
    struct numbers *numbers = calloc(1, sizeof(*numbers));
    if (!numbers)
        return;
    tables->internal_shaders |= head[6] | (uint64_t)head[7] << 32;
    for (uint32_t i = 1; i <= head[3] && !r.failed; i++)
        read_shader(tables, &r, &numbers->shaders[i]);
    for (uint32_t i = 1; i <= head[4] && !r.failed; i++)
        read_variant(tables, numbers, &r, to_compile, &numbers->variants[i]);
    for (uint32_t i = 1; i <= head[5] && !r.failed; i++)
        read_pipeline(tables, numbers, &r, to_compile);
    free(numbers);
}

/* ---- Serializing ----------------------------------------------------------------------------- */

/* The entries to serialize, in the order of their numbers in the data. `numbers` maps the number of
 * an entry in the tables to its number in the data. */
struct choice {
    uint32_t num_shaders, num_variants, num_pipelines;
    uint32_t shaders[GV_MAX_CACHED], variants[GV_MAX_CACHED];
    const struct gv_cached_pipeline *pipelines[GV_MAX_CACHED];
    struct numbers numbers;
};

static int by_use(const void *a, const void *b)
{
    const struct gv_cached_pipeline *p = *(const struct gv_cached_pipeline *const *)a;
    const struct gv_cached_pipeline *q = *(const struct gv_cached_pipeline *const *)b;
    /* Unused pipelines come last, in the order of the table: their `used` is 0, and used - 1 wraps
     * around to the largest value. */
    if (p->used != q->used)
        return p->used - 1 < q->used - 1 ? -1 : 1;
    return p < q ? -1 : p > q;
}

static void choose_variant(const struct gv_cache_tables *tables, struct choice *choice,
                           uint32_t number)
{
    const uint32_t shader = tables->variants[number - 1].shader;
    if (choice->numbers.variants[number])
        return;
    choice->variants[choice->num_variants++] = number;
    choice->numbers.variants[number] = choice->num_variants;
    if (choice->numbers.shaders[shader])
        return;
    choice->shaders[choice->num_shaders++] = shader;
    choice->numbers.shaders[shader] = choice->num_shaders;
}

static void choose(const struct gv_cache_tables *tables, struct choice *choice)
{
    for (uint32_t i = 0; i < tables->num_pipelines; i++) {
        if (tables->pipelines[i].used || tables->pipelines[i].age < GV_MAX_CACHED_AGE)
            choice->pipelines[choice->num_pipelines++] = &tables->pipelines[i];
    }
    qsort(choice->pipelines, choice->num_pipelines, sizeof(choice->pipelines[0]), by_use);
    for (uint32_t i = 0; i < choice->num_pipelines; i++) {
        for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++) {
            if (choice->pipelines[i]->info.cached_variants[s])
                choose_variant(tables, choice, choice->pipelines[i]->info.cached_variants[s]);
        }
    }
}

static void write_chosen(const struct gv_cache_tables *tables, const struct choice *choice,
                         struct writer *w)
{
    const uint32_t head[NUM_HEAD_WORDS] = {FIRST_WORD,
                                           sizeof(struct galvan_spirv_key),
                                           sizeof(struct gv_pipeline_info),
                                           choice->num_shaders,
                                           choice->num_variants,
                                           choice->num_pipelines,
                                           (uint32_t)tables->internal_shaders,
                                           (uint32_t)(tables->internal_shaders >> 32)};
    put(w, head, NUM_HEAD_WORDS);
    for (uint32_t i = 0; i < choice->num_shaders; i++) {
        const struct gv_cached_shader *s = &tables->shaders[choice->shaders[i] - 1];
        put_word(w, s->stage);
        put_word(w, s->num_tokens);
        put_sparse(w, &s->stream_output, WORDS_OF(s->stream_output));
        put(w, s->tokens, s->num_tokens);
    }
    for (uint32_t i = 0; i < choice->num_variants; i++) {
        const struct gv_cached_variant *v = &tables->variants[choice->variants[i] - 1];
        put_word(w, choice->numbers.shaders[v->shader]);
        put_word(w, v->captures);
        put_sparse(w, &v->key, WORDS_OF(v->key));
    }
    for (uint32_t i = 0; i < choice->num_pipelines; i++) {
        const struct gv_cached_pipeline *p = choice->pipelines[i];
        struct gv_pipeline_info info = p->info;
        for (unsigned s = 0; s < GALVAN_NUM_STAGES; s++)
            info.cached_variants[s] = choice->numbers.variants[info.cached_variants[s]];
        put_word(w, p->used ? 0 : p->age + 1);
        put_sparse(w, &info, WORDS_OF(info));
    }
}

void *gv_cache_tables_serialize(const struct gv_cache_tables *tables, size_t *out_size_B)
{
    struct writer w = {0};
    struct choice *choice = calloc(1, sizeof(*choice));
    if (!choice)
        return NULL;
    choose(tables, choice);
    if (choice->num_pipelines)
        write_chosen(tables, choice, &w);
    free(choice);
    if (w.failed) {
        free(w.words);
        return NULL;
    }
    *out_size_B = w.num * sizeof(uint32_t);
    return w.words;
}
