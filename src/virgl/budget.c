/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/budget.h"

#include "virgl/api/renderer.h"
#include "virgl/renderer.h"

/* With a bit to spare, of this layer's and of the driver's, on lavapipe. The test e2e/hostile
 * measures them. */
static const uint16_t object_costs_B[GV_VIRGL_NUM_OBJECT_TYPES] = {
    [GV_VIRGL_OBJECT_BLEND] = 1200,
    [GV_VIRGL_OBJECT_RASTERIZER] = 350,
    [GV_VIRGL_OBJECT_DSA] = 350,
    [GV_VIRGL_OBJECT_SHADER] = 10000,
    [GV_VIRGL_OBJECT_VERTEX_ELEMENTS] = 5500,
    [GV_VIRGL_OBJECT_SAMPLER_VIEW] = 700,
    [GV_VIRGL_OBJECT_SAMPLER_STATE] = 600,
    [GV_VIRGL_OBJECT_SURFACE] = 700,
    [GV_VIRGL_OBJECT_QUERY] = 350,
    [GV_VIRGL_OBJECT_STREAMOUT_TARGET] = 1600,
};

uint32_t gv_virgl_object_cost_B(enum gv_virgl_object_type type)
{
    return object_costs_B[type];
}

uint64_t gv_virgl_memory_left(const struct gv_virgl_renderer *r)
{
    return r->limits.memory_B - r->memory_used_B;
}

bool gv_virgl_charge(struct gv_virgl_renderer *r, uint64_t size_B)
{
    if (size_B > gv_virgl_memory_left(r))
        return false;
    r->memory_used_B += size_B;
    return true;
}

void gv_virgl_uncharge(struct gv_virgl_renderer *r, uint64_t size_B)
{
    r->memory_used_B -= size_B;
}

bool gv_virgl_count_object(struct gv_virgl_renderer *r)
{
    if (r->num_objects >= r->limits.max_objects)
        return false;
    r->num_objects++;
    return true;
}

void gv_virgl_uncount_object(struct gv_virgl_renderer *r)
{
    r->num_objects--;
}

bool gv_virgl_take_memory(struct gv_virgl_renderer *r, uint64_t size_B)
{
    return gv_virgl_charge(r, size_B);
}

void gv_virgl_give_memory_back(struct gv_virgl_renderer *r, uint64_t size_B)
{
    gv_virgl_uncharge(r, size_B);
}
