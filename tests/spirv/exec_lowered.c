/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Prepares a lowered stage, which runs without a draw: stores the stage's inputs and arguments in
 * memory. */
#include <stdio.h>
#include <string.h>

#include "exec_run.h"
#include "util/text.h"

static void put_address(uint32_t out_words[2], VkDeviceAddress address)
{
    out_words[0] = (uint32_t)address;
    out_words[1] = (uint32_t)(address >> 32);
}

static void fill_inputs(const struct exec_run *run, struct galvan_driver_block *block)
{
    for (unsigned i = 0; i < run->num_inputs; i++) {
        block->pulled[i] =
            (struct galvan_pulled_input){.stride_B = RUN_VERTEX_B, .num_elements = RUN_VERTICES};
        put_address(block->pulled[i].address, run->vertices.address + i * 16);
    }
}

static void fill_task(const struct exec_run *run, unsigned number, struct galvan_vertex_task *task)
{
    const struct run_draw *d = &run->draw;
    const struct galvan_spirv_stream_output *so = &run->c->stream_output;
    *task = (struct galvan_vertex_task){
        .num_vertices = d->num_vertices * d->num_instances - d->skipped,
        .per_instance = d->num_vertices,
        .index_mask = d->indexed ? UINT32_MAX : 0,
        .vertex_offset = (int32_t)(d->indexed ? d->base_vertex : d->first),
        .base_vertex = (int32_t)(d->indexed ? d->base_vertex : 0),
        .base_instance = d->first_instance,
        .draw_id = d->draw_id + number,
        .inverse = UINT32_MAX / (d->num_vertices ? d->num_vertices : 1),
        .num_primitives = UINT32_MAX,
        .skipped = d->skipped,
    };
    put_address(task->indices, run->indices.address + (d->indexed ? d->first * 4 : 0));
    for (unsigned i = 0; i < 4; i++)
        put_address(task->targets[i],
                    run->slots[RUN_CAPTURE][i].buffer.address +
                        (VkDeviceAddress)4 * number * task->num_vertices * so->stride_dw[i]);
}

/* Returns the dwords of the named input in a vertex entry, or NULL if the entry lacks the input. */
static uint32_t *position_of(uint32_t *record, const char *name, uint64_t slots)
{
    static const char generic[] = "GENERIC[";
    uint64_t n;
    if (strcmp(name, "POSITION") == 0)
        return record + GALVAN_ENTRY_POSITION;
    if (strncmp(name, generic, sizeof(generic) - 1) != 0)
        return NULL;
    const char *digits = name + sizeof(generic) - 1;
    if (!gv_parse_u64(digits, strcspn(digits, "]"), 31, &n) ||
        !(slots >> GALVAN_SLOT_GENERIC(n) & 1))
        return NULL;
    uint64_t lower = slots & ((UINT64_C(1) << GALVAN_SLOT_GENERIC(n)) - 1);
    return record + GALVAN_ENTRY_VARYINGS + 4 * __builtin_popcountll(lower);
}

static const struct galvan_tgsi_info *info_of(const struct exec_run *run)
{
    return galvan_tgsi_info(run->stages[run->main].tgsi);
}

static unsigned entry_words(const struct exec_run *run)
{
    return GALVAN_ENTRY_VARYINGS + 4 * (unsigned)__builtin_popcountll(info_of(run)->inputs_mask);
}

static void fill_records(const struct exec_run *run)
{
    const uint64_t slots = info_of(run)->inputs_mask;
    const unsigned num_words = entry_words(run);
    const struct run_draw *d = &run->draw;
    uint32_t *records = run->vertices.data;
    memset(records, 0, run->vertices.size_B);
    /* Stores in each vertex entry the number from which the primitive id is computed. In each
     * instance, the numbers count up from draw_id. */
    for (unsigned v = 0;
         !run->c->key.vertex.indexed_entries && v < d->num_vertices * d->num_instances; v++)
        records[v * num_words + GALVAN_ENTRY_PRIMITIVE_ID] = d->draw_id + v % d->num_vertices;
    for (unsigned v = 0; v < d->num_vertices; v++) {
        for (unsigned i = 0; i < run->num_inputs; i++) {
            uint32_t *place = position_of(records + v * num_words, run->inputs[i], slots);
            if (place)
                memcpy(place, run->attribs[v][i], 16);
        }
    }
}

static void fill_geometry_task(const struct exec_run *run, VkDeviceAddress vertex_task,
                               struct galvan_geometry_task *task)
{
    const struct run_slot *captures = run->slots[RUN_CAPTURE];
    *task = (struct galvan_geometry_task){.max_primitives = UINT32_MAX};
    put_address(task->num_vertices, vertex_task);
    put_address(task->in_entries, run->vertices.address);
    put_address(task->out_entries, captures[0].buffer.address);
    put_address(task->out_marks, captures[1].buffer.address);
    put_address(task->out_counts, captures[2].buffer.address);
}

static void fill_control_task(const struct exec_run *run, VkDeviceAddress vertex_task,
                              struct galvan_control_task *task)
{
    const struct run_slot *captures = run->slots[RUN_CAPTURE];
    *task = (struct galvan_control_task){.patch_vertices = run->draw.patch_vertices};
    put_address(task->num_vertices, vertex_task);
    put_address(task->in_entries, run->vertices.address);
    put_address(task->out_entries, captures[0].buffer.address);
    put_address(task->out_patches, captures[1].buffer.address);
}

static void fill_evaluation_task(const struct exec_run *run, struct galvan_evaluation_task *task)
{
    const struct run_slot *captures = run->slots[RUN_CAPTURE];
    const uint32_t patches = info_of(run)->patch_inputs_mask;
    *task = (struct galvan_evaluation_task){
        .patch_vertices = run->draw.patch_vertices,
        .in_entry_words = entry_words(run),
        .in_patch_words = GALVAN_PATCH_VARYINGS + 4 * (uint32_t)__builtin_popcount(patches),
    };
    put_address(task->in_entries, run->vertices.address);
    put_address(task->out_entries, captures[0].buffer.address);
    put_address(task->in_points, captures[1].buffer.address);
    put_address(task->in_patches, captures[2].buffer.address);
    put_address(task->num_points, captures[3].buffer.address);
}

static void fill_task_in_block(struct exec_run *run, void *task)
{
    if (run->main == GALVAN_STAGE_GEOMETRY)
        fill_geometry_task(run, run->tasks.address, task);
    else if (run->main == GALVAN_STAGE_TESS_CTRL)
        fill_control_task(run, run->tasks.address, task);
    else
        fill_evaluation_task(run, task);
}

/* Clears the members of a known task that the shader must read from the driver block: if the shader
 * reads them from the task in memory, the results are wrong. */
static void hide_known(struct galvan_vertex_task *task)
{
    struct galvan_vertex_task left = {.num_vertices = task->num_vertices,
                                      .num_primitives = task->num_primitives};
    memcpy(left.targets, task->targets, sizeof(left.targets));
    *task = left;
}

void run_fill_tasks(struct exec_run *run)
{
    struct galvan_driver_block *block = run->slots[RUN_DRIVER][0].buffer.data;
    struct galvan_vertex_task *tasks = run->tasks.data;
    for (unsigned i = 0; i < run->grid[2] && i < RUN_TASKS; i++)
        fill_task(run, i, &tasks[i]);
    put_address(block->tasks, run->tasks.address);
    if (run->main != GALVAN_STAGE_VERTEX) {
        fill_records(run);
        fill_task_in_block(run, block->task);
    } else {
        fill_inputs(run, block);
        memcpy(block->task, tasks, sizeof(*tasks));
        if (run->c->key.vertex.known_task)
            hide_known(&tasks[0]);
    }
}
