/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Parsers for parts of the lines of an executed case. */
#include <string.h>

#include "exec_run.h"
#include "util/text.h"

bool run_take_number(const char **text, unsigned *out_number)
{
    uint64_t number;
    size_t len = strspn(*text, "0123456789");
    if (!gv_parse_u64(*text, len, UINT32_MAX, &number))
        return false;
    *text += len;
    *out_number = (unsigned)number;
    return true;
}

bool run_take_name(const char **text, struct run_name *out_name)
{
    size_t len = strspn(*text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    struct run_name name = {.num_indices = 0};
    if (len >= RUN_NAME_MAX)
        return false;
    memcpy(name.name, *text, len);
    *text += len;
    while (**text == '[') {
        ++*text;
        if (name.num_indices == 2 || !run_take_number(text, &name.index[name.num_indices++]) ||
            **text != ']')
            return false;
        ++*text;
    }
    *out_name = name;
    return true;
}

bool run_is_compute(const struct exec_run *run)
{
    bool vertices = run->main != GALVAN_STAGE_FRAGMENT;
    return run->main == GALVAN_STAGE_COMPUTE || (vertices && run->c->key.vertex.lowered);
}

bool run_take_operands(const struct exec_run *run, const char *line, bool is_out,
                       struct run_name *out_name, const char **out_rest)
{
    struct run_name name;
    const char *default_name = is_out                             ? "COLOR"
                               : run->main == GALVAN_STAGE_VERTEX ? "IN"
                                                                  : "GENERIC";
    if (run->main == GALVAN_STAGE_COMPUTE)
        default_name = "BUFFER";
    line += is_out ? 3 : 2;
    bool has_name = line[0] == ' ' && line[1] >= 'A' && line[1] <= 'Z';
    line += has_name;
    if (!run_take_name(&line, &name))
        return false;
    if (!has_name)
        memcpy(name.name, default_name, strlen(default_name) + 1);
    if (!has_name && name.num_indices == 0)
        name.num_indices = 1;
    *out_name = name;
    *out_rest = line;
    return true;
}

bool run_take_numbers(const char *text, unsigned *out_numbers, unsigned min, unsigned max)
{
    unsigned num = 0;
    while (*text) {
        if (num == max || !run_take_number(&text, &out_numbers[num++]))
            return false;
        text += strspn(text, " ");
    }
    return num >= min;
}

bool run_take_setting(const char *word, const struct run_setting *settings, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        size_t len = strlen(settings[i].name);
        if (strncmp(word, settings[i].name, len) == 0 && word[len] == '=') {
            word += len + 1;
            return run_take_number(&word, settings[i].value) && !*word;
        }
    }
    return false;
}
