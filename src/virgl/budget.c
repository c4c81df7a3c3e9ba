/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/budget.h"

#include <stdatomic.h>
#include <time.h>

#include "virgl/api/renderer.h"
#include "virgl/renderer.h"

/* Sizes of this layer's and the driver's structures on lavapipe, rounded up. The test
 * e2e/hostile measures them. */
static const uint16_t object_costs_B[GV_VIRGL_NUM_OBJECT_TYPES] = {
    [GV_VIRGL_OBJECT_BLEND] = 1200,
    [GV_VIRGL_OBJECT_RASTERIZER] = 350,
    [GV_VIRGL_OBJECT_DSA] = 350,
    [GV_VIRGL_OBJECT_SHADER] = 10000,
    [GV_VIRGL_OBJECT_VERTEX_ELEMENTS] = 8000,
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

/* ---- Grants from outside --------------------------------------------------------------------- */

/* Charges size_B if the grant allows the charge. Returns whether size_B was charged. */
static bool use_grant(const struct gv_virgl_renderer *r, uint64_t size_B)
{
    struct gv_virgl_grant *grant = &r->notes->grant;
    const uint64_t used_B = r->memory_used_B;

    atomic_store(&grant->used_B, used_B + size_B);
    if (used_B + size_B <= atomic_load(&grant->allowed_B))
        return true;
    atomic_store(&grant->used_B, used_B);
    return false;
}

/* Whether a whole division, from its beginning to its end, took place between the time when the
 * count of divisions was `then` and the time when it was `now`. */
static bool was_divided_since(uint32_t then, uint32_t now)
{
    const uint32_t end = then + (then % 2 ? 3 : 2);

    return (int32_t)(now - end) >= 0;
}

/* Requests size_B, and waits until the other process has divided the memory once with knowledge of
 * this request. If that division does not grant the request, there is not enough memory, and a
 * longer wait does not help. */
static bool wait_for_grant(const struct gv_virgl_renderer *r, uint64_t size_B)
{
    enum {
        TRIES = 500,
        PAUSE_MS = 1
    };
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000 * 1000};
    struct gv_virgl_grant *grant = &r->notes->grant;
    bool granted = false, refused = false;

    atomic_store(&grant->wanted_B, size_B);
    const uint32_t then = atomic_load(&grant->divisions);
    for (unsigned i = 0; i < TRIES && !granted && !refused; i++) {
        nanosleep(&pause, NULL);
        const uint32_t now = atomic_load(&grant->divisions);
        granted = use_grant(r, size_B);
        /* Nothing is granted while a division is under way. */
        refused =
            now % 2 == 0 && was_divided_since(then, now) && atomic_load(&grant->divisions) == now;
    }
    atomic_store(&grant->wanted_B, 0);
    return granted;
}

static bool has_grant(const struct gv_virgl_renderer *r)
{
    return atomic_load_explicit(&r->notes->grant.allowed_B, memory_order_relaxed) != 0;
}

bool gv_virgl_charge(struct gv_virgl_renderer *r, uint64_t size_B)
{
    if (size_B > gv_virgl_memory_left(r) ||
        (has_grant(r) && !use_grant(r, size_B) && !wait_for_grant(r, size_B)))
        return false;
    r->memory_used_B += size_B;
    return true;
}

void gv_virgl_uncharge(struct gv_virgl_renderer *r, uint64_t size_B)
{
    r->memory_used_B -= size_B;
    if (has_grant(r))
        atomic_store(&r->notes->grant.used_B, r->memory_used_B);
}

/* ---- Objects --------------------------------------------------------------------------------- */

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
