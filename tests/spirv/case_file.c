/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "case_file.h"

#include <stdio.h>
#include <string.h>

#include "util/text.h"

/* Directives that the executor reads. */
static const char *const value_directives[] = {
    "in",   "out",  "pixel",   "vertex", "size", "samples", "target",
    "draw", "grid", "texture", "image",  "ulp",  "within",  "fails",
};

/* Directives about the module. */
static const char *const expectations[] = {
    "contains", "absent", "declares", "effects", "most", "every",
};

static bool parse_number(const char *text, uint64_t *out_value)
{
    return gv_parse_u64(text, strlen(text), UINT64_MAX, out_value);
}

static bool set_key(struct galvan_spirv_key *key, char *words)
{
    char *save = NULL;
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        if (galvan_spirv_key_set(key, w)) {
            fprintf(stderr, "no such key field or value: %s\n", w);
            return false;
        }
    }
    return true;
}

/* Parses blank-separated numbers. Returns their count, or -1 if one of them is invalid or there are
 * more than `max`. */
static int take_numbers(char *words, uint64_t *out_numbers, int max)
{
    char *save = NULL;
    int num = 0;
    for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        if (num == max || !parse_number(w, &out_numbers[num++]))
            return -1;
    }
    return num;
}

static bool add_capture(struct spirv_case *t, char *words)
{
    struct galvan_spirv_stream_output *so = &t->stream_output;
    uint64_t n[5];
    if (take_numbers(words, n, 5) != 5 || so->num_captures == GALVAN_MAX_CAPTURES)
        return false;
    so->captures[so->num_captures++] = (struct galvan_spirv_capture){
        .register_index = (uint8_t)n[0],
        .start_component = (uint8_t)n[1],
        .num_components = (uint8_t)n[2],
        .buffer = (uint8_t)n[3],
        .dst_offset_dw = (uint16_t)n[4],
    };
    t->key.vertex.stream_output = so;
    return true;
}

static bool set_strides(struct spirv_case *t, char *words)
{
    uint64_t n[4] = {0};
    bool ok = take_numbers(words, n, 4) > 0;
    for (unsigned i = 0; i < 4; i++)
        t->stream_output.stride_dw[i] = (uint16_t)n[i];
    return ok;
}

bool case_is_directive(const char *line, const char *name, char **out_rest)
{
    size_t len = strlen(name);
    if (strncmp(line, name, len) != 0 || (line[len] && line[len] != ' '))
        return false;
    *out_rest = (char *)line + len + (line[len] == ' ');
    return true;
}

static bool is_value_directive(const char *line)
{
    size_t len = strcspn(line, " [");
    for (size_t i = 0; i < sizeof(value_directives) / sizeof(value_directives[0]); i++) {
        if (strlen(value_directives[i]) == len && memcmp(value_directives[i], line, len) == 0)
            return true;
    }
    return false;
}

bool case_is_expectation(const char *line)
{
    char *rest;
    for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
        if (case_is_directive(line, expectations[i], &rest))
            return true;
    }
    return false;
}

static bool keep_line(char *line, char **lines, unsigned *num)
{
    if (*num == CASE_MAX_LINES)
        return false;
    lines[(*num)++] = line;
    return true;
}

static bool parse_directive(struct spirv_case *t, char *line)
{
    char *rest;
    if (case_is_directive(line, "key", &rest))
        return set_key(&t->key, rest);
    if (case_is_directive(line, "capture", &rest))
        return add_capture(t, rest);
    if (case_is_directive(line, "stride", &rest))
        return set_strides(t, rest);
    if (case_is_directive(line, "error", &rest))
        return parse_number(rest, &t->error);
    if (case_is_directive(line, "line", &rest))
        return parse_number(rest, &t->line);
    if (case_is_directive(line, "exact", &rest))
        return t->exact = true;
    if (case_is_directive(line, "todo", &rest))
        return t->todo = true;
    if (case_is_expectation(line))
        return keep_line(line, t->lines, &t->num_lines);
    if (is_value_directive(line)) {
        t->is_executed |= strncmp(line, "out", 3) == 0;
        return keep_line(line, t->value_lines, &t->num_value_lines);
    }
    return line[0] == 0 || line[0] == '#';
}

/* Cuts the next line off the text. Returns NULL at the end of the text. */
static char *next_line(char **text)
{
    char *line = *text;
    if (!*line)
        return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : line + strlen(line);
    if (end)
        *end = 0;
    return line;
}

/* Separates the texts of the other stages from the text of the first stage. */
static bool cut_texts(struct spirv_case *t)
{
    char *at = t->texts[0];
    t->num_texts = 1;
    while ((at = strstr(at, "\ntext\n"))) {
        if (t->num_texts == CASE_MAX_TEXTS)
            return false;
        at[1] = 0;
        at += 6;
        t->texts[t->num_texts++] = at;
    }
    return true;
}

/* Returns the newline at which a text ends: the newline before the first comment or before the next
 * case's name. Returns NULL if no comment and no case follows. */
static char *text_end(char *text)
{
    for (char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n')) {
        if (at[1] == '[' || at[1] == '#')
            return at;
    }
    return NULL;
}

/* Reads the directives and the text of one case. *rest points to the line after the case's name. An
 * empty line separates two cases: its newline is cut off, and the text still ends with a
 * newline. */
static bool read_case(struct spirv_case *t, char **rest)
{
    char *line;
    while ((line = next_line(rest)) && strcmp(line, "text") != 0) {
        if (!parse_directive(t, line)) {
            fprintf(stderr, "%s: unknown directive: %s\n", t->name, line);
            return false;
        }
    }
    t->texts[0] = *rest;
    char *end = text_end(*rest);
    if (end)
        *end++ = 0;
    *rest = end ? end : *rest + strlen(*rest);
    return cut_texts(t);
}

bool case_next(char **rest, struct spirv_case *out_case, bool *out_ok)
{
    char *line;
    while ((line = next_line(rest))) {
        char *end = line[0] == '[' ? strchr(line, ']') : NULL;
        if (!end)
            continue;
        *end = 0;
        memset(out_case, 0, sizeof(*out_case));
        out_case->name = line + 1;
        out_case->key.fragment.alpha_func = 7;
        *out_ok = read_case(out_case, rest);
        return true;
    }
    return false;
}
