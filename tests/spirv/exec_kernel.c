/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A vertex kernel in place of a draw: its inputs and jobs as memory. */
#include <string.h>

#include "exec_run.h"

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

static void fill_job(const struct exec_run *run, unsigned number, struct galvan_vertex_job *job)
{
    const struct run_draw *d = &run->draw;
    const struct galvan_spirv_stream_output *so = &run->c->stream_output;
    *job = (struct galvan_vertex_job){
        .num_vertices = d->num_vertices * d->num_instances,
        .per_instance = d->num_vertices,
        .index_mask = d->indexed ? UINT32_MAX : 0,
        .vertex_offset = (int32_t)(d->indexed ? d->base_vertex : d->first),
        .base_vertex = (int32_t)(d->indexed ? d->base_vertex : 0),
        .base_instance = d->first_instance,
        .draw_id = d->draw_id + number,
    };
    put_address(job->indices, run->indices.address + (d->indexed ? d->first * 4 : 0));
    for (unsigned i = 0; i < 4; i++)
        put_address(job->targets[i],
                    run->slots[RUN_CAPTURE][i].buffer.address +
                        (VkDeviceAddress)4 * number * job->num_vertices * so->stride_dw[i]);
}

void run_fill_jobs(struct exec_run *run)
{
    struct galvan_driver_block *block = run->slots[RUN_DRIVER][0].buffer.data;
    struct galvan_vertex_job *jobs = run->jobs.data;
    fill_inputs(run, block);
    put_address(block->jobs, run->jobs.address);
    for (unsigned i = 0; i < run->grid[2] && i < RUN_JOBS; i++)
        fill_job(run, i, &jobs[i]);
}
