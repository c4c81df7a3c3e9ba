/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory that a worker and the listener share: the worker notes in it what it is at. No other
 * worker has it, and the listener believes nothing of it that could harm another worker. */
#ifndef GV_SERVER_PAGE_H
#define GV_SERVER_PAGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/fault.h"
#include "vtest/vtest.h"

struct gv_worker_page {
    struct gv_vtest_notes notes;
    struct gv_fault fault;

    /* Of the device, as galvan_screen_progress() has them. */
    _Atomic uint64_t submitted, finished;
    _Atomic uint32_t lacks; /* of enum gv_confine_lack */
    _Atomic bool confined;  /* lacks is complete */
};

/* All zero; NULL and errno without memory. */
struct gv_worker_page *gv_worker_page_create(void);

/* NULL is fine. */
void gv_worker_page_destroy(struct gv_worker_page *page);

/* What a worker was at when it died, in one phrase; the page may hold anything. */
void gv_worker_page_describe(const struct gv_worker_page *page, char *out, size_t size_B);

#endif
