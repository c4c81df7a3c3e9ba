/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds the settings on which the pipeline depends, in all lines of a case. */
#include <stdio.h>
#include <string.h>

#include "exec_run.h"

static const char *const primitive_names[] = {
    [VK_PRIMITIVE_TOPOLOGY_POINT_LIST] = "POINTS",
    [VK_PRIMITIVE_TOPOLOGY_LINE_LIST] = "LINES",
    [VK_PRIMITIVE_TOPOLOGY_LINE_STRIP] = "LINE_STRIP",
    [VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST] = "TRIANGLES",
    [VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP] = "TRIANGLE_STRIP",
    [VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN] = "TRIANGLE_FAN",
    [VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY] = "LINES_ADJACENCY",
    [VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY] = "LINE_STRIP_ADJACENCY",
    [VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY] = "TRIANGLES_ADJACENCY",
    [VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY] = "TRIANGLE_STRIP_ADJACENCY",
    [VK_PRIMITIVE_TOPOLOGY_PATCH_LIST] = "PATCHES",
};

/* Parses a line "draw MODE NUM FIELD=N ...". */
static bool set_draw(struct exec_run *run, char *line)
{
    struct run_draw *d = &run->draw;
    unsigned indexed = 0;
    unsigned back = 0;
    const struct run_setting settings[] = {
        {"first", &d->first},
        {"instances", &d->num_instances},
        {"first_instance", &d->first_instance},
        {"base_vertex", &d->base_vertex},
        {"draw_id", &d->draw_id},
        {"patch", &d->patch_vertices},
        {"skipped", &d->skipped},
        {"indexed", &indexed},
        {"back", &back},
    };
    char *save = NULL;
    char *mode = strtok_r(line, " ", &save);
    const char *num = strtok_r(NULL, " ", &save);
    if (!num || !run_take_number(&num, &d->num_vertices) || d->num_vertices > RUN_VERTICES)
        return false;
    size_t i = 0;
    while (i < sizeof(primitive_names) / sizeof(primitive_names[0]) &&
           strcmp(primitive_names[i], mode) != 0)
        i++;
    if (i == sizeof(primitive_names) / sizeof(primitive_names[0]))
        return false;
    d->topology = (VkPrimitiveTopology)i;
    for (char *w = strtok_r(NULL, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        if (!run_take_setting(w, settings, sizeof(settings) / sizeof(settings[0])))
            return false;
    }
    d->indexed = indexed;
    d->back = back;
    return true;
}

static bool set_target(struct exec_run *run, const char *type)
{
    static const char *const names[] = {
        [GALVAN_CBUF_FLOAT] = "FLOAT", [GALVAN_CBUF_SINT] = "SINT", [GALVAN_CBUF_UINT] = "UINT"};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(names[i], type) == 0) {
            run->target_class = (enum galvan_cbuf_class)i;
            return true;
        }
    }
    return false;
}

/* Records the inputs and targets of the pipeline that an "in" or "out" line names. */
static bool note_offset(struct exec_run *run, const char *line, bool is_out)
{
    struct run_name name;
    const char *rest;
    if (!run_take_operands(run, line, is_out, &name, &rest))
        return false;
    if (is_out) {
        if (strcmp(name.name, "COLOR") == 0 && name.index[0] >= run->num_targets)
            run->num_targets = name.index[0] + 1;
        run->has_depth |= strcmp(name.name, "DEPTH") == 0;
        run->has_stencil |= strcmp(name.name, "STENCIL") == 0;
        return run->num_targets <= RUN_TARGETS && !(run->has_depth && run->has_stencil);
    }
    if (strcmp(name.name, "CONST") == 0 || strcmp(name.name, "BUFFER") == 0 ||
        strcmp(name.name, "HWATOMIC") == 0 || strcmp(name.name, "DRIVER") == 0 ||
        strcmp(name.name, "CAPTURE") == 0)
        return true;
    return run_input(run, &name) >= 0;
}

static bool settle_line(struct exec_run *run, const char *line)
{
    char *rest;
    char copy[256];
    unsigned size[2];
    if (strncmp(line, "in", 2) == 0 && (line[2] == ' ' || line[2] == '['))
        return note_offset(run, line, false);
    if (strncmp(line, "out", 3) == 0)
        return note_offset(run, line, true);
    if (case_is_directive(line, "target", &rest))
        return set_target(run, rest);
    if (case_is_directive(line, "samples", &rest))
        return run_take_numbers(rest, &run->num_samples, 1, 1);
    if (case_is_directive(line, "draw", &rest)) {
        snprintf(copy, sizeof(copy), "%s", rest);
        return set_draw(run, copy);
    }
    if (case_is_directive(line, "size", &rest)) {
        if (!run_take_numbers(rest, size, 2, 2))
            return false;
        run->width = size[0];
        run->height = size[1];
    }
    return true;
}

static void default_draw(struct exec_run *run)
{
    run->draw = (struct run_draw){
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .num_vertices = 3, .num_instances = 1};
    if (run->main == GALVAN_STAGE_VERTEX) {
        run->draw.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
        run->draw.num_vertices = 1;
    }
    if (run->main == GALVAN_STAGE_TESS_CTRL || run->main == GALVAN_STAGE_TESS_EVAL) {
        run->draw.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
        run->draw.patch_vertices = 3;
    }
}

/* Sets the default draw of a geometry shader: one primitive of the shader's input type. */
static void default_geometry_draw(struct exec_run *run)
{
    static const struct {
        const char *name;
        VkPrimitiveTopology topology;
        unsigned num;
    } inputs[] = {
        {"GS_INPUT_PRIMITIVE POINTS\n", VK_PRIMITIVE_TOPOLOGY_POINT_LIST, 1},
        {"GS_INPUT_PRIMITIVE LINES\n", VK_PRIMITIVE_TOPOLOGY_LINE_LIST, 2},
        {"GS_INPUT_PRIMITIVE TRIANGLES\n", VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, 3},
        {"GS_INPUT_PRIMITIVE LINES_ADJACENCY\n", VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY, 4},
        {"GS_INPUT_PRIMITIVE TRIANGLES_ADJACENCY\n",
         VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY, 6},
    };
    for (size_t i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++) {
        if (strstr(run->c->texts[0], inputs[i].name)) {
            run->draw.topology = inputs[i].topology;
            run->draw.num_vertices = inputs[i].num;
        }
    }
}

bool run_settle(struct exec_run *run)
{
    static const char *const stages[] = {"VERT", "FRAG", "GEOM", "TESS_CTRL", "TESS_EVAL", "COMP"};
    const struct run_name position = {.name = "POSITION"};
    for (unsigned i = 0; i < GALVAN_NUM_STAGES; i++) {
        size_t len = strlen(stages[i]);
        if (strncmp(run->c->texts[0], stages[i], len) == 0)
            run->main = (enum galvan_stage)i;
    }
    run->width = run->height = run->num_samples = 1;
    run->target_class = GALVAN_CBUF_UINT;
    default_draw(run);
    if (run->main == GALVAN_STAGE_GEOMETRY)
        default_geometry_draw(run);
    bool has_vertex_text = false;
    for (unsigned i = 0; i < run->c->num_texts; i++)
        has_vertex_text |= strncmp(run->c->texts[i], "VERT", 4) == 0;
    if (!has_vertex_text)
        run_input(run, &position);
    for (unsigned i = 0; i < run->c->num_value_lines; i++) {
        if (!settle_line(run, run->c->value_lines[i])) {
            fprintf(stderr, "%s: cannot read: %s\n", run->c->name, run->c->value_lines[i]);
            return false;
        }
    }
    return true;
}

void run_default_positions(struct exec_run *run)
{
    static const float triangle[3][4] = {{-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}};
    static const float middle[4] = {0, 0, 0, 1};
    bool covers = run->draw.topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    if (run->num_inputs == 0 || strcmp(run->inputs[0], "POSITION") != 0)
        return;
    for (unsigned i = 0; i < RUN_VERTICES; i++)
        memcpy(run->attribs[i][0], covers ? triangle[i % 3] : middle, sizeof(middle));
}
