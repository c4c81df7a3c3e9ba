/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/presents.h"

#include "preload/connections.h"
#include "preload/driver_frames.h"

bool gv_presents_are_there(void)
{
    return gv_connections_are_there() || gv_driver_frames_are_there();
}

void gv_presents_drain(void)
{
    gv_connections_drain();
    gv_driver_frames_drain();
}
