/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Swapchains of galvan_swapchain_create(). */
#ifndef GV_SWAPCHAIN_H
#define GV_SWAPCHAIN_H

#include <stdbool.h>

struct galvan_swapchain;
struct gv_recorder;
struct gv_resource;

/* Implements galvan_swapchain_copy(). */
bool gv_swapchain_record_copy(struct galvan_swapchain *swapchain, unsigned slot,
                              struct gv_recorder *rec, const struct gv_resource *frame);

#endif
