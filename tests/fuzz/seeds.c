/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "seeds.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording/reader.h"

enum {
    MAX_NAMES = 2048
};

/* Returns false if the seed has no room. */
static bool append(struct seed *seed, const char *data, size_t size_B)
{
    if (size_B > SEED_MAX_B - seed->size_B)
        return false;
    memcpy(seed->data + seed->size_B, data, size_B);
    seed->size_B += size_B;
    return true;
}

/* ---- A directory --------------------------------------------------------------------------- */

static bool read_file(const char *dir, const char *name, struct seed *out_seed)
{
    char path[4096];

    snprintf(path, sizeof(path), "%s/%s", dir, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    out_seed->size_B = fread(out_seed->data, 1, SEED_MAX_B, file);
    fclose(file);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t read_dir(DIR *dir, const char *path, size_t max, struct seed *out_seeds)
{
    char *names[MAX_NAMES];
    size_t num = 0, num_read = 0;
    const struct dirent *file;

    while (num < max && num < MAX_NAMES && (file = readdir(dir))) {
        if (file->d_name[0] != '.')
            names[num++] = strdup(file->d_name);
    }
    qsort(names, num, sizeof(names[0]), compare_names);
    for (size_t i = 0; i < num; i++) {
        num_read += read_file(path, names[i], &out_seeds[num_read]);
        free(names[i]);
    }
    return num_read;
}

/* ---- Lists --------------------------------------------------------------------------------- */

/* A list of inputs, which is read line by line. */
struct list {
    FILE *file;
    char *line; /* the last line read, without its newline */
    size_t space_B;
    struct seed *seeds;
    size_t num, max;
    bool is_wrong; /* a line is invalid, or there is no room for an input */
};

static bool next_line(struct list *list)
{
    ssize_t len = list->is_wrong ? -1 : getline(&list->line, &list->space_B, list->file);

    if (len > 0 && list->line[len - 1] == '\n')
        list->line[len - 1] = '\0';
    return len >= 0;
}

/* Returns a new, empty input, or NULL if there is no room. */
static struct seed *new_seed(struct list *list)
{
    if (list->num == list->max) {
        list->is_wrong = true;
        return NULL;
    }
    struct seed *seed = &list->seeds[list->num++];
    seed->size_B = 0;
    return seed;
}

/* Returns the value of a lower-case hexadecimal digit, or 16 for any other character. */
static unsigned digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (unsigned)(at - digits) : 16;
}

static bool append_hex(struct seed *seed, const char *line)
{
    for (; *line; line += 2) {
        const unsigned high = digit(line[0]), low = digit(line[1]);
        const char byte = (char)(high << 4 | low);
        if (high > 15 || low > 15 || !append(seed, &byte, 1))
            return false;
    }
    return true;
}

static void read_hex(struct list *list)
{
    struct seed *seed = NULL;

    while (next_line(list)) {
        if (list->line[0] == '#')
            continue;
        if (!list->line[0])
            seed = NULL;
        else if (seed || (seed = new_seed(list)))
            list->is_wrong |= !append_hex(seed, list->line);
    }
}

/* Returns whether the line is "[name]", which begins a case. */
static bool is_case(const char *line)
{
    return line[0] == '[' &&
           line[strspn(line + 1, "abcdefghijklmnopqrstuvwxyz0123456789_") + 1] == ']';
}

/* Removes the empty lines after the shader's text, and appends a NUL and the key. */
static bool finish_case(struct seed *seed, struct seed *key)
{
    while (seed->size_B > 1 && seed->data[seed->size_B - 2] == '\n')
        seed->size_B--;
    if (!key->size_B)
        return true;
    return append(seed, "", 1) && append(seed, (const char *)key->data, key->size_B);
}

/* Converts a line "key FIELD=NUMBER ..." to lines of one field each. Ignores other lines. */
static bool append_key(struct seed *key, const char *line)
{
    bool has_space = true;

    if (strncmp(line, "key ", 4) != 0)
        return true;
    for (line += 4; *line;) {
        const size_t len = strcspn(line, " ");
        has_space &= !len || (append(key, line, len) && append(key, "\n", 1));
        line += len + strspn(line + len, " ");
    }
    return has_space;
}

static void read_cases(struct list *list)
{
    struct seed *seed = NULL, *key = calloc(1, sizeof(*key));
    bool in_text = false;

    list->is_wrong = !key;
    while (next_line(list)) {
        if (is_case(list->line)) {
            list->is_wrong |= seed && !finish_case(seed, key);
            seed = new_seed(list);
            key->size_B = 0;
            in_text = false;
        } else if (seed && in_text) {
            list->is_wrong |=
                (seed->size_B || list->line[0]) &&
                !(append(seed, list->line, strlen(list->line)) && append(seed, "\n", 1));
        } else if (seed) {
            in_text = strcmp(list->line, "text") == 0;
            list->is_wrong |= !append_key(key, list->line);
        }
    }
    list->is_wrong |= seed && !finish_case(seed, key);
    free(key);
}

/* ---- Recordings ---------------------------------------------------------------------------- */

/* Reads the beginning of a stream: as many whole messages as a seed has room for. */
static void read_stream(const struct gv_recording *recording, uint32_t idx, struct seed *out_seed)
{
    struct gv_recording_cursor *cursor = gv_recording_cursor_create(recording, idx);
    const struct gv_recording_record *record;
    size_t whole_B;

    out_seed->data[0] = 0;
    whole_B = out_seed->size_B = 1;
    while ((record = cursor ? gv_recording_next(cursor) : NULL)) {
        if (record->kind == GV_RECORDING_MESSAGE)
            whole_B = out_seed->size_B;
        else if (record->kind != GV_RECORDING_MORE)
            continue;
        if (!append(out_seed, gv_recording_bytes(record), record->size_B))
            break;
    }
    if (record)
        out_seed->size_B = whole_B;
    gv_recording_cursor_destroy(cursor);
}

static size_t read_recording(const char *path, size_t max, struct seed *out_seeds)
{
    struct gv_recording *recording;
    uint32_t num;

    if (gv_recording_open(path, NULL, &recording) != GALVAN_OK)
        return 0;
    for (num = 0; num < gv_recording_num_streams(recording) && num < max; num++)
        read_stream(recording, num, &out_seeds[num]);
    gv_recording_destroy(recording);
    return num;
}

static bool ends_in(const char *path, const char *end)
{
    size_t len = strlen(path), end_len = strlen(end);
    return len >= end_len && strcmp(path + len - end_len, end) == 0;
}

size_t seeds_read(const char *path, size_t max, struct seed *out_seeds)
{
    struct list list = {.seeds = out_seeds, .max = max};
    DIR *dir = opendir(path);

    if (dir) {
        list.num = read_dir(dir, path, max, out_seeds);
        closedir(dir);
    } else if (ends_in(path, ".gvrec")) {
        list.num = read_recording(path, max, out_seeds);
    } else if ((list.file = fopen(path, "r"))) {
        if (ends_in(path, ".hex"))
            read_hex(&list);
        else if (ends_in(path, ".tgsi"))
            read_cases(&list);
        fclose(list.file);
        free(list.line);
    }
    if (list.num && !list.is_wrong)
        return list.num;
    fprintf(stderr, "%s: no inputs, or one that is wrong: number %zu\n", path, list.num);
    return 0;
}
