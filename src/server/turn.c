/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/turn.h"

/* Questions, about a millisecond apart: a listener that says nothing for so long is stopped. */
enum {
    MAX_SAME = 1000
};

static bool divides(void *priv)
{
    const struct gv_turn *turn = priv;

    return atomic_load_explicit(&turn->page->allowed_ns, memory_order_relaxed) != 0;
}

static bool may_submit(void *priv, uint64_t device_ns)
{
    struct gv_turn *turn = priv;
    const uint64_t allowed_ns = atomic_load(&turn->page->allowed_ns);
    const uint32_t looks = atomic_load(&turn->page->looks);

    turn->num_same = looks == turn->last_looks ? turn->num_same + 1 : 0;
    turn->last_looks = looks;
    const bool may = allowed_ns == 0 || device_ns < allowed_ns || turn->num_same > MAX_SAME;
    if (may)
        turn->num_same = 0;
    atomic_store(&turn->page->waits, !may);
    return may;
}

void gv_turn_init(struct gv_turn *turn, struct gv_turn_page *page)
{
    *turn = (struct gv_turn){
        .page = page,
        .pace = {.priv = turn, .divides = divides, .may_submit = may_submit},
    };
}
