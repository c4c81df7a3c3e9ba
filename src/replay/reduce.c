/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/reduce.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay/script.h"
#include "util/log.h"

struct reduce {
    const struct gv_reduce_params *params;
    struct gv_script *script;
    bool *keep;     /* for each part: whether the part is kept */
    uint32_t *left; /* indices of the remaining parts, in order */
    uint32_t num_left, num_tries;
    char trying[PATH_MAX]; /* path of a temporary file in the directory of the result */
    bool failed;           /* an error has occurred, and no further attempt is possible */
};

static void list_left(struct reduce *r)
{
    r->num_left = 0;
    for (uint32_t i = 0; i < r->script->num_parts; i++) {
        if (r->keep[i])
            r->left[r->num_left++] = i;
    }
}

/* Writes a recording of the remaining parts. If the recording is good, it becomes the result, and
 * the function returns true. */
static bool try(struct reduce *r)
{
    const struct gv_reduce_params *params = r->params;

    r->num_tries++;
    if (gv_script_write(r->script, r->keep, r->trying, params->log) != GALVAN_OK) {
        r->failed = true;
        return false;
    }
    if (!params->is_good(params->priv, r->trying))
        return false;
    if (rename(r->trying, params->out_path) != 0) {
        gv_err(params->log, "replay", "%s: %s", params->out_path, strerror(errno));
        r->failed = true;
        return false;
    }
    return true;
}

static void set_left(struct reduce *r, uint32_t first, uint32_t num, bool keep)
{
    for (uint32_t i = 0; i < num; i++)
        r->keep[r->left[first + i]] = keep;
}

/* Tries to remove each group of `size` consecutive parts. Returns whether any group could be
 * removed. Starts at the end, because a draw depends on earlier parts, not on later parts. */
static bool pass(struct reduce *r, uint32_t size)
{
    bool some = false;

    list_left(r);
    for (uint32_t end = r->num_left; end > 0 && !r->failed;) {
        const uint32_t num = size < end ? size : end;
        set_left(r, end - num, num, false);
        if (try(r))
            some = true;
        else
            set_left(r, end - num, num, true);
        end -= num;
    }
    list_left(r);
    return some;
}

static void search(struct reduce *r)
{
    uint32_t size = 1;

    while (size < r->num_left / 2)
        size *= 2;
    for (; size > 0 && !r->failed; size /= 2) {
        pass(r, size);
        fprintf(stderr, "galvan: replay: %u of %u parts are left after %u tries\n", r->num_left,
                r->script->num_parts, r->num_tries);
    }
    while (!r->failed && pass(r, 1)) {
    }
}

/* Drops all parts after the end of frame last_frame, and all parts of clients that did not present
 * this frame. */
static void cut(struct reduce *r)
{
    const struct gv_script *script = r->script;
    uint32_t last = script->num_messages;

    for (uint32_t i = 0; i < script->num_messages; i++) {
        if (r->params->last_frame && script->messages[i].frame == r->params->last_frame)
            last = i;
    }
    for (uint32_t i = 0; i < script->num_parts; i++) {
        const uint32_t message = script->parts[i].message;
        r->keep[i] =
            last == script->num_messages ||
            (message <= last && script->messages[message].stream == script->messages[last].stream);
    }
    list_left(r);
}

static bool reduce(struct reduce *r)
{
    cut(r);
    if (!try(r)) {
        if (!r->failed)
            gv_err(r->params->log, "replay", "the file that it begins with is not good");
        return false;
    }
    search(r);
    if (r->failed)
        return false;
    fprintf(stderr, "galvan: replay: %u of %u parts are in %s, after %u tries\n", r->num_left,
            r->script->num_parts, r->params->out_path, r->num_tries);
    return true;
}

bool gv_reduce(const struct gv_reduce_params *params)
{
    struct reduce r = {.params = params};
    bool reduced = false;

    if (access(params->out_path, F_OK) == 0 ||
        snprintf(r.trying, sizeof(r.trying), "%s.trying", params->out_path) >=
            (int)sizeof(r.trying)) {
        gv_err(params->log, "replay", "%s is there already, or its path is too long",
               params->out_path);
        return false;
    }
    if (gv_script_read(params->recording, params->log, &r.script) != GALVAN_OK)
        return false;
    r.keep = calloc(r.script->num_parts ? r.script->num_parts : 1, sizeof(*r.keep));
    r.left = calloc(r.script->num_parts ? r.script->num_parts : 1, sizeof(*r.left));
    if (r.keep && r.left)
        reduced = reduce(&r);
    else
        gv_err(params->log, "replay", "out of memory");
    unlink(r.trying);
    free(r.keep);
    free(r.left);
    gv_script_destroy(r.script);
    return reduced;
}
