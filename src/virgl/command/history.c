/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/api/history.h"

#include <stdlib.h>
#include <string.h>

#include "util/hash.h"
#include "virgl/budget.h"
#include "virgl/command/table.h"
#include "virgl/wire.h"

#define SHADER_CONTINUES                                                                           \
    0x80000000u /* a flag in dword 2 of a shader: the command continues the                        \
                   shader's text */

/* Identifies the state or object that a command sets. */
struct subject {
    uint32_t command, type, len_dw, words[2];
};

struct entry {
    struct entry *prev, *next; /* links entries in the order of their last update */
    uint64_t key;
    uint32_t num_dw, max_dw;
    uint32_t dwords[]; /* one command; for a shader, all commands with parts of its text */
};

struct sub_history {
    struct sub_history *prev, *next;
    uint32_t id;
    struct gv_hash entries;
    struct entry *first, *last;
};

struct gv_virgl_history {
    struct gv_virgl_renderer *r;
    struct sub_history *subs;
    struct gv_hash subs_by_id;
    struct sub_history *current; /* NULL if the client chose a sub-context that does not exist */
    uint32_t current_id;
    bool incomplete;
};

/* ---- Entries --------------------------------------------------------------------------------- */

static size_t entry_size_B(uint32_t max_dw)
{
    return sizeof(struct entry) + (size_t)max_dw * sizeof(uint32_t);
}

/* Returns the key of an entry. Subjects with the same hash are treated as equal; the seed is
 * random. */
static uint64_t key_of(const struct sub_history *sub, const struct subject *subject)
{
    return gv_hash_bytes(subject, sizeof(*subject), sub->entries.seed);
}

static void append(struct sub_history *sub, struct entry *entry)
{
    entry->prev = sub->last;
    entry->next = NULL;
    *(sub->last ? &sub->last->next : &sub->first) = entry;
    sub->last = entry;
}

static void unlink_entry(struct sub_history *sub, struct entry *entry)
{
    *(entry->prev ? &entry->prev->next : &sub->first) = entry->next;
    *(entry->next ? &entry->next->prev : &sub->last) = entry->prev;
}

static void free_entry(struct gv_virgl_history *history, struct entry *entry)
{
    gv_virgl_uncharge(history->r, entry_size_B(entry->max_dw));
    free(entry);
}

static void drop(struct gv_virgl_history *history, struct sub_history *sub,
                 const struct subject *subject)
{
    struct entry *entry = gv_hash_remove(&sub->entries, key_of(sub, subject));

    if (entry) {
        unlink_entry(sub, entry);
        free_entry(history, entry);
    }
}

/* Replaces `old` (may be NULL) by a larger entry for max_dw dwords, which begins with the contents
 * of `old`. Puts the new entry at the end of the list. NULL, with `old` unchanged, if memory runs
 * out. */
static struct entry *enlarge(struct gv_virgl_history *history, struct sub_history *sub,
                             uint64_t key, struct entry *old, uint32_t max_dw)
{
    if (!gv_virgl_charge(history->r, entry_size_B(max_dw)))
        return NULL;
    struct entry *entry = malloc(entry_size_B(max_dw));
    if (!entry || !gv_hash_set(&sub->entries, key, entry)) {
        gv_virgl_uncharge(history->r, entry_size_B(max_dw));
        free(entry);
        return NULL;
    }
    *entry = (struct entry){.key = key, .num_dw = old ? old->num_dw : 0, .max_dw = max_dw};
    if (old) {
        memcpy(entry->dwords, old->dwords, (size_t)old->num_dw * sizeof(uint32_t));
        unlink_entry(sub, old);
        free_entry(history, old);
    }
    append(sub, entry);
    return entry;
}

/* Retains a command. The command replaces the retained command with the same key or, if `continues`
 * is true, is appended to that command. */
static void keep(struct gv_virgl_history *history, const struct subject *subject,
                 const uint32_t *dwords, uint32_t num_dw, bool continues)
{
    struct sub_history *sub = history->current;
    const uint64_t key = key_of(sub, subject);
    struct entry *entry = gv_hash_find(&sub->entries, key);
    const uint32_t kept_dw = entry && continues ? entry->num_dw : 0;

    if (entry && entry->max_dw >= kept_dw + num_dw) {
        unlink_entry(sub, entry);
        append(sub, entry);
    } else {
        entry = enlarge(history, sub, key, entry, kept_dw + num_dw);
    }
    if (!entry) {
        history->incomplete = true;
        return;
    }
    memcpy(entry->dwords + kept_dw, dwords, (size_t)num_dw * sizeof(uint32_t));
    entry->num_dw = kept_dw + num_dw;
}

/* ---- Sub-contexts ---------------------------------------------------------------------------- */

static struct sub_history *find_sub(const struct gv_virgl_history *history, uint32_t id)
{
    return gv_hash_find(&history->subs_by_id, id);
}

static struct sub_history *add_sub(struct gv_virgl_history *history, uint32_t id)
{
    struct sub_history *sub;

    if (!gv_virgl_charge(history->r, sizeof(*sub)))
        return NULL;
    sub = calloc(1, sizeof(*sub));
    if (!sub || !gv_hash_set(&history->subs_by_id, id, sub)) {
        gv_virgl_uncharge(history->r, sizeof(*sub));
        free(sub);
        return NULL;
    }
    sub->id = id;
    gv_hash_init(&sub->entries);
    sub->next = history->subs;
    if (sub->next)
        sub->next->prev = sub;
    history->subs = sub;
    return sub;
}

static void destroy_sub(struct gv_virgl_history *history, struct sub_history *sub)
{
    for (struct entry *entry = sub->first, *next; entry; entry = next) {
        next = entry->next;
        free_entry(history, entry);
    }
    gv_hash_finish(&sub->entries);
    gv_virgl_uncharge(history->r, sizeof(*sub));
    free(sub);
}

static void choose_sub(struct gv_virgl_history *history, uint32_t id)
{
    history->current = find_sub(history, id);
    history->current_id = id;
}

/* Ends a sub-context, except sub-context 0, which always exists. If the current sub-context ends,
 * sub-context 0 becomes current. */
static void end_sub(struct gv_virgl_history *history, uint32_t id)
{
    struct sub_history *sub = id != 0 ? gv_hash_remove(&history->subs_by_id, id) : NULL;

    if (!sub)
        return;
    *(sub->prev ? &sub->prev->next : &history->subs) = sub->next;
    if (sub->next)
        sub->next->prev = sub->prev;
    if (history->current == sub)
        choose_sub(history, 0);
    destroy_sub(history, sub);
}

struct gv_virgl_history *gv_virgl_history_create(struct gv_virgl_renderer *r)
{
    struct gv_virgl_history *history = calloc(1, sizeof(*history));

    if (!history)
        return NULL;
    history->r = r;
    gv_hash_init(&history->subs_by_id);
    history->current = add_sub(history, 0);
    if (!history->current) {
        gv_hash_finish(&history->subs_by_id);
        free(history);
        return NULL;
    }
    return history;
}

void gv_virgl_history_destroy(struct gv_virgl_history *history)
{
    if (!history)
        return;
    for (struct sub_history *sub = history->subs, *next; sub; sub = next) {
        next = sub->next;
        destroy_sub(history, sub);
    }
    gv_hash_finish(&history->subs_by_id);
    free(history);
}

/* ---- Adding commands ------------------------------------------------------------------------- */

static void note_object(struct gv_virgl_history *history, const uint32_t *dwords, uint32_t len_dw)
{
    const struct subject subject = {.command = GV_VIRGL_CREATE_OBJECT, .words = {dwords[1]}};
    const bool continues = gv_virgl_header_type(dwords[0]) == GV_VIRGL_OBJECT_SHADER &&
                           len_dw > 2 && (dwords[3] & SHADER_CONTINUES);

    keep(history, &subject, dwords, 1 + len_dw, continues);
}

static void forget_object(struct gv_virgl_history *history, uint32_t handle)
{
    const uint32_t commands[] = {GV_VIRGL_CREATE_OBJECT, GV_VIRGL_BEGIN_QUERY};

    for (unsigned i = 0; i < 2; i++)
        drop(history, history->current,
             &(struct subject){.command = commands[i], .words = {handle}});
}

static void note_state(struct gv_virgl_history *history, const uint32_t *dwords, uint32_t len_dw)
{
    const unsigned command = gv_virgl_header_command(dwords[0]);
    const struct gv_virgl_retained *row = &gv_virgl_commands[command].retained;
    struct subject subject = {.command = command};

    if (!row->is_retained || len_dw < row->first_dw + row->num_dw)
        return;
    if (command == GV_VIRGL_BIND_OBJECT)
        subject.type = gv_virgl_header_type(dwords[0]);
    if (row->is_range)
        subject.len_dw = len_dw;
    memcpy(subject.words, dwords + 1 + row->first_dw, row->num_dw * sizeof(uint32_t));
    keep(history, &subject, dwords, 1 + len_dw, false);
}

static void make_sub(struct gv_virgl_history *history, uint32_t id)
{
    if (!find_sub(history, id) && !add_sub(history, id))
        history->incomplete = true;
}

/* Adds a command of the current sub-context. */
static void note_command(struct gv_virgl_history *history, const uint32_t *dwords, uint32_t len_dw)
{
    switch (gv_virgl_header_command(dwords[0])) {
    case GV_VIRGL_CREATE_OBJECT:
        note_object(history, dwords, len_dw);
        break;
    case GV_VIRGL_DESTROY_OBJECT:
        forget_object(history, dwords[1]);
        break;
    case GV_VIRGL_END_QUERY:
        drop(history, history->current,
             &(struct subject){.command = GV_VIRGL_BEGIN_QUERY, .words = {dwords[1]}});
        break;
    default:
        note_state(history, dwords, len_dw);
    }
}

static void note(struct gv_virgl_history *history, const uint32_t *dwords, uint32_t len_dw)
{
    const unsigned command = gv_virgl_header_command(dwords[0]);

    if (command >= GV_VIRGL_NUM_COMMANDS || len_dw == 0)
        return;
    switch (command) {
    case GV_VIRGL_CREATE_SUB_CTX:
        make_sub(history, dwords[1]);
        break;
    case GV_VIRGL_SET_SUB_CTX:
        choose_sub(history, dwords[1]);
        break;
    case GV_VIRGL_DESTROY_SUB_CTX:
        end_sub(history, dwords[1]);
        break;
    default:
        if (history->current)
            note_command(history, dwords, len_dw);
    }
}

void gv_virgl_history_note(struct gv_virgl_history *history, const uint32_t *dwords,
                           size_t num_dwords)
{
    for (size_t pos = 0; pos < num_dwords;) {
        const uint32_t len_dw = gv_virgl_header_len(dwords[pos]);
        if (len_dw > num_dwords - pos - 1)
            return;
        note(history, dwords + pos, len_dw);
        pos += 1 + len_dw;
    }
}

/* ---- Reading commands ------------------------------------------------------------------------ */

bool gv_virgl_history_tell(const struct gv_virgl_history *history,
                           void (*tell)(void *priv, const uint32_t *dwords, size_t num_dwords),
                           void *priv)
{
    if (history->incomplete)
        return false;
    for (const struct sub_history *sub = history->subs; sub; sub = sub->next) {
        const uint32_t create[] = {gv_virgl_header(GV_VIRGL_CREATE_SUB_CTX, 0, 1), sub->id};
        const uint32_t set[] = {gv_virgl_header(GV_VIRGL_SET_SUB_CTX, 0, 1), sub->id};
        if (sub->id != 0)
            tell(priv, create, 2);
        tell(priv, set, 2);
        for (const struct entry *entry = sub->first; entry; entry = entry->next) {
            for (uint32_t pos = 0; pos < entry->num_dw;) {
                const uint32_t num_dw = 1 + gv_virgl_header_len(entry->dwords[pos]);
                tell(priv, entry->dwords + pos, num_dw);
                pos += num_dw;
            }
        }
    }
    const uint32_t set[] = {gv_virgl_header(GV_VIRGL_SET_SUB_CTX, 0, 1), history->current_id};
    tell(priv, set, 2);
    return true;
}
