/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/device_gate.h"

/* After MAX_SAME calls of may_submit() without an update by the listener, the worker submits in any
 * case, because then the listener itself has been stopped. The calls are about a millisecond
 * apart. */
enum {
    MAX_SAME = 1000
};

static bool divides(void *priv)
{
    const struct gv_device_gate *gate = priv;

    return atomic_load_explicit(&gate->status->allowed_ns, memory_order_relaxed) != 0;
}

static bool may_submit(void *priv, uint64_t device_ns)
{
    struct gv_device_gate *gate = priv;
    const uint64_t allowed_ns = atomic_load(&gate->status->allowed_ns);
    const uint32_t updates = atomic_load(&gate->status->updates);

    gate->num_same = updates == gate->last_updates ? gate->num_same + 1 : 0;
    gate->last_updates = updates;
    const bool may = allowed_ns == 0 || device_ns < allowed_ns || gate->num_same > MAX_SAME;
    if (may)
        gate->num_same = 0;
    atomic_store(&gate->status->waits, !may);
    return may;
}

void gv_device_gate_init(struct gv_device_gate *gate, struct gv_device_gate_status *status)
{
    *gate = (struct gv_device_gate){
        .status = status,
        .pace = {.priv = gate, .divides = divides, .may_submit = may_submit},
    };
}
