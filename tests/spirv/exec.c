/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Executes the lines of a case in order: settings, and expected results.
 */
#include "exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec_run.h"

struct exec {
    struct exec_device dev;
};

struct exec *exec_open(void)
{
    struct exec *exec = malloc(sizeof(*exec));
    if (!exec)
        exit(1);
    exec_device_open(&exec->dev);
    printf("device \"%s\", driver \"%s\" %s\n", exec->dev.properties.deviceName,
           exec->dev.properties12.driverName, exec->dev.properties12.driverInfo);
    return exec;
}

void exec_close(struct exec *exec)
{
    if (!exec)
        return;
    exec_device_close(&exec->dev);
    free(exec);
}

bool exec_is_reference(const struct exec *exec)
{
    return exec->dev.properties12.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
}

bool exec_is_known_failure(const struct exec *exec, const struct spirv_case *c)
{
    char *rest;
    for (unsigned i = 0; i < c->num_value_lines; i++) {
        if (case_is_directive(c->value_lines[i], "fails", &rest) &&
            strncmp(rest, exec->dev.properties12.driverName, strcspn(rest, " ")) == 0)
            return true;
    }
    return false;
}

/* ---- Lines -------------------------------------------------------------- */

enum {
    LINE_WORDS = 4096
};

/* Stores the dwords of values; a double has two. */
static unsigned flatten(const struct value *values, int num, uint32_t *out_words)
{
    unsigned n = 0;
    for (int i = 0; i < num; i++) {
        out_words[n++] = (uint32_t)values[i].bits;
        if (values[i].num_words == 2)
            out_words[n++] = (uint32_t)(values[i].bits >> 32);
    }
    return n;
}

static bool set_input(struct exec_run *run, const struct run_name *name, const uint32_t *words,
                      unsigned num)
{
    int location = run_input(run, name);
    if (location < 0 || num > 4)
        return false;
    for (int v = 0; v < RUN_VERTICES; v++) {
        if (run->vertex < 0 || run->vertex == v)
            memcpy(run->attribs[v][location], words, num * sizeof(uint32_t));
    }
    return true;
}

static struct run_slot *find_slot(struct exec_run *run, const struct run_name *name,
                                  unsigned *out_first)
{
    static const char *const kinds[] = {[RUN_CONST] = "CONST",
                                        [RUN_BUFFER] = "BUFFER",
                                        [RUN_HWATOMIC] = "HWATOMIC",
                                        [RUN_DRIVER] = "DRIVER",
                                        [RUN_CAPTURE] = "CAPTURE"};
    unsigned kind = 0;
    while (kind < RUN_NUM_KINDS && strcmp(kinds[kind], name->name) != 0)
        kind++;
    bool two = kind == RUN_CONST && name->num_indices == 2;
    unsigned slot = kind == RUN_DRIVER || (kind == RUN_CONST && !two) ? 0 : name->index[0];
    if (kind == RUN_NUM_KINDS || slot >= RUN_SLOTS)
        return NULL;
    *out_first = kind == RUN_CONST || kind == RUN_DRIVER ? name->index[two] * 4 : 0;
    return &run->slots[kind][slot];
}

static bool do_in(struct exec_run *run, const char *line)
{
    static struct value values[LINE_WORDS];
    static uint32_t words[2 * LINE_WORDS];
    static char copy[16 * LINE_WORDS];
    struct run_name name;
    const char *rest;
    unsigned first;
    run_take_operands(run, line, false, &name, &rest);
    snprintf(copy, sizeof(copy), "%s", rest);
    int num = values_parse(copy, values, LINE_WORDS);
    if (num < 0)
        return false;
    unsigned num_words = flatten(values, num, words);
    struct run_slot *slot = find_slot(run, &name, &first);
    if (!slot)
        return set_input(run, &name, words, num_words);
    if (first + num_words > RUN_WORDS)
        return false;
    memcpy(slot->words + first, words, num_words * sizeof(uint32_t));
    slot->num_words = first + num_words;
    return true;
}

/* Returns the address of the dwords of an output, or NULL if there is no such output. */
static const uint32_t *find_output(struct exec_run *run, const struct run_name *name,
                                   unsigned *out_num)
{
    unsigned first = 0;
    const struct exec_image *image = NULL;
    struct run_slot *slot = find_slot(run, name, &first);
    if (slot && slot->buffer.handle) {
        *out_num = slot->num_words;
        return slot->buffer.data;
    }
    if (strcmp(name->name, "COLOR") == 0)
        image = &run->targets[name->index[0]];
    if (strcmp(name->name, "DEPTH") == 0 || strcmp(name->name, "STENCIL") == 0)
        image = &run->depth;
    if (strcmp(name->name, "IMAGE") == 0 && name->index[0] < RUN_SLOTS)
        image = &run->images[name->index[0]];
    if (!image || !image->texels.data)
        return NULL;
    *out_num = image->format == VK_FORMAT_S8_UINT ? 1 : exec_format_size_B(image->format) / 4;
    return exec_image_texel(image, run->pixel);
}

static bool do_out(struct exec_run *run, const char *line)
{
    static struct value values[LINE_WORDS];
    static char copy[16 * LINE_WORDS];
    struct run_name name;
    const char *rest;
    unsigned num_words = 0;
    unsigned at = 0;
    bool ok = true;
    run_take_operands(run, line, true, &name, &rest);
    snprintf(copy, sizeof(copy), "%s", rest);
    int num = values_parse(copy, values, LINE_WORDS);
    const uint32_t *words = find_output(run, &name, &num_words);
    if (num <= 0 || !words)
        return false;
    for (int i = 0; i < num; at += values[i++].num_words) {
        char text[64];
        uint64_t got;
        if (at + values[i].num_words > num_words)
            return false;
        if (value_matches(&values[i], words + at, &run->tolerance))
            continue;
        struct value actual = values[i];
        got = words[at] | (actual.num_words == 2 ? (uint64_t)words[at + 1] << 32 : 0);
        actual.bits = got;
        value_print(&actual, text, sizeof(text));
        fprintf(stderr, "%s: %s: word %u is %s, ", run->c->name, line, at, text);
        value_print(&values[i], text, sizeof(text));
        fprintf(stderr, "not %s\n", text);
        ok = false;
    }
    return ok;
}

static bool set_tolerance(struct exec_run *run, const char *line)
{
    char *rest;
    double number;
    bool ulp = case_is_directive(line, "ulp", &rest);
    if (!ulp && !case_is_directive(line, "within", &rest))
        return true;
    if (!value_number(rest, &number))
        return false;
    run->tolerance = (struct tolerance){0};
    if (ulp)
        run->tolerance.ulp = (uint64_t)number;
    else
        run->tolerance.within = number;
    return true;
}

/* Executes a line that is neither "in" nor "out". */
static bool do_setting(struct exec_run *run, const char *line, bool *changed)
{
    char *rest;
    unsigned number;
    if (case_is_directive(line, "vertex", &rest)) {
        if (!run_take_numbers(rest, &number, 1, 1))
            return false;
        run->vertex = (int)number;
        return true;
    }
    if (case_is_directive(line, "pixel", &rest)) {
        run->pixel[2] = 0;
        return run_take_numbers(rest, run->pixel, 2, 3);
    }
    if (case_is_directive(line, "grid", &rest)) {
        *changed = true;
        return run_take_numbers(rest, run->grid, 3, 3);
    }
    return set_tolerance(run, line);
}

static bool do_lines(struct exec_run *run)
{
    bool changed = true;
    bool ok = true;
    for (unsigned i = 0; i < run->c->num_value_lines; i++) {
        const char *line = run->c->value_lines[i];
        bool line_ok;
        if (strncmp(line, "out", 3) == 0) {
            if (changed)
                run_once(run);
            changed = false;
            run->vertex = -1;
            line_ok = do_out(run, line);
        } else if (strncmp(line, "in", 2) == 0 && (line[2] == ' ' || line[2] == '[')) {
            changed = true;
            line_ok = do_in(run, line);
        } else {
            line_ok = do_setting(run, line, &changed);
        }
        if (!line_ok)
            fprintf(stderr, "%s: does not hold: %s\n", run->c->name, line);
        ok &= line_ok;
    }
    return ok;
}

enum exec_result exec_case(struct exec *exec, const struct spirv_case *c)
{
    struct exec_run *run = calloc(1, sizeof(*run));
    enum exec_result result = EXEC_FAILED;
    if (!run)
        exit(1);
    run->dev = &exec->dev;
    run->c = c;
    run->vertex = -1;
    run->grid[0] = run->grid[1] = run->grid[2] = 1;
    if (run_settle(run))
        result = run_shaders(run);
    run_default_positions(run);
    if (result == EXEC_OK && !run_resources(run))
        result = EXEC_FAILED;
    if (result == EXEC_OK) {
        run_pipeline(run);
        result = do_lines(run) ? EXEC_OK : EXEC_FAILED;
    }
    run_pipeline_finish(run);
    run_resources_finish(run);
    run_shaders_finish(run);
    free(run);
    return result;
}
