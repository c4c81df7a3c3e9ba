/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/patience.h"

#include "virglrenderer/worker_protocol.h"

#define SECOND_NS UINT64_C(1000000000)

/* Returns how often a request may need a part of the guest's memory: at most once for each dword of
 * a SUBMIT, and once for each row of a TRANSFER. */
static uint64_t num_steps(const struct gv_vr_request *request)
{
    const struct gv_vr_wire_box *box = &request->box;
    if (request->kind == GV_VR_SUBMIT)
        return request->size_B / sizeof(uint32_t);
    if (request->kind == GV_VR_TRANSFER && box->height > 0 && box->depth > 0)
        return (uint64_t)box->height * (uint64_t)box->depth;
    return 0;
}

void gv_vr_patience_begin(struct gv_vr_patience *patience, const struct gv_vr_request *request)
{
    *patience = (struct gv_vr_patience){
        .quiet_limit_ns = (request->kind == GV_VR_HELLO ? GV_VR_CALL_S : GV_VR_QUIET_S) * SECOND_NS,
        .questions_left = GV_VR_FREE_QUESTIONS + num_steps(request),
    };
}

/* Returns the part of wall_ns that counts. If the worker has used less than 1/64 of a processor, it
 * has slept, and all of wall_ns counts. A worker that has used more may also have waited for a
 * processor, so only its processor time counts. */
static uint64_t counted_ns(uint64_t wall_ns, uint64_t cpu_ns)
{
    return cpu_ns < wall_ns / 64 || cpu_ns > wall_ns ? wall_ns : cpu_ns;
}

bool gv_vr_patience_look(struct gv_vr_patience *patience, const struct gv_vr_sight *sight)
{
    const struct gv_vr_sight last = patience->last;
    patience->last = *sight;
    if (!patience->has_looked) {
        patience->has_looked = true;
        patience->begin_ns = sight->now_ns;
        return true;
    }
    patience->quiet_ns += counted_ns(sight->now_ns - last.now_ns, sight->cpu_ns - last.cpu_ns);
    if (sight->progress != last.progress)
        patience->quiet_ns = 0;
    return patience->quiet_ns < patience->quiet_limit_ns &&
           sight->now_ns - patience->begin_ns < GV_VR_CALL_S * SECOND_NS;
}

bool gv_vr_patience_ask(struct gv_vr_patience *patience)
{
    if (!patience->questions_left)
        return false;
    patience->questions_left--;
    return true;
}
