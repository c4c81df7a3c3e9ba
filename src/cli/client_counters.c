/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/client_counters.h"

#include <string.h>

#include "server/stats.h"
#include "util/array.h"

#define OF(field) offsetof(struct gv_client_stats, field)

static const struct gv_client_counter counters[] = {
    {"frames", "Frames presented.", true, OF(frames)},
    {"draws", "Draw commands given to the device.", true, OF(work.draws)},
    {"staged_bytes", "Bytes that went to the device through memory for uploads.", true,
     OF(work.staged_B)},
    {"waits", "Times that the client's process waited for the device.", true, OF(work.waits)},
    {"pipelines", "Pipelines that were needed.", true, OF(work.pipelines)},
    {"pipelines_compiled", "Pipelines that kept the client waiting while they were compiled.", true,
     OF(work.pipelines_compiled)},
    {"pipelines_linked", "Pipelines that draws linked from precompiled libraries.", true,
     OF(work.pipelines_linked)},
    {"pipelines_optimized", "Linked pipelines that were replaced by ones compiled whole.", true,
     OF(work.pipelines_optimized)},
    {"draws_waited", "Draws that waited while a shader or a pipeline was compiled.", true,
     OF(work.draws_waited)},
    {"submissions", "Submissions to the device.", true, OF(work.submitted)},
    {"submissions_finished", "Submissions that the device has finished.", true, OF(work.finished)},
    {"device_ns", "Time for which the device has worked, where that is measured.", true,
     OF(work.device_ns), .is_ns = true},
    {"memory_bytes", "Device memory of the client's resources.", false, OF(work.memory_B)},
};

const struct gv_client_counter *gv_client_counter(unsigned idx)
{
    return idx < GV_ARRAY_SIZE(counters) ? &counters[idx] : NULL;
}

uint64_t gv_client_counter_of(const struct gv_client_stats *stats,
                              const struct gv_client_counter *counter)
{
    uint64_t value;

    memcpy(&value, (const char *)stats + counter->offset, sizeof(value));
    return value;
}
