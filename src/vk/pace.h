/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A part of the device's time: a process that has had more than it may waits before it submits
 * more (batch.c). */
#ifndef GV_VK_PACE_H
#define GV_VK_PACE_H

#include <stdbool.h>

#include "vk/device.h"

/* Whether somebody divides the device's time, so that it has to be measured. */
static inline bool gv_vk_pace_divides(const struct gv_vk_device *dev)
{
    return dev->pace.divides && dev->pace.divides(dev->pace.priv);
}

#endif
