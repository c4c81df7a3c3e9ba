/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Device-time gate: a process that has used more than its share of the device's time waits before
 * it submits more work (batch.c). */
#ifndef GV_VK_PACE_H
#define GV_VK_PACE_H

#include <stdbool.h>

#include "vk/device.h"

/* Whether the device's time is divided among processes, so that it has to be measured. */
static inline bool gv_vk_pace_divides(const struct gv_vk_device *dev)
{
    return dev->pace.divides && dev->pace.divides(dev->pace.priv);
}

#endif
