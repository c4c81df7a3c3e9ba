/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The memory that a worker and the listener share: the worker notes in it what it is at. No other
 * worker has it, and the listener believes nothing of it that could harm another worker. */
#ifndef GV_SERVER_STATUS_PAGE_H
#define GV_SERVER_STATUS_PAGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/galvan.h"
#include "server/device_gate.h"
#include "server/fault.h"
#include "vtest/vtest.h"

enum {
    GV_NUM_WORKER_COUNTERS = sizeof(struct galvan_screen_counters) / sizeof(uint64_t)
};

struct gv_status_page {
    struct gv_vtest_notes notes;
    struct gv_fault fault;
    struct gv_device_gate_status gate;

    _Atomic uint64_t counters[GV_NUM_WORKER_COUNTERS]; /* struct galvan_screen_counters, in order */
    _Atomic uint32_t lacks;                            /* of enum gv_confine_lack */
    _Atomic uint8_t confined;                          /* not 0: lacks is complete */
};

/* All zero; NULL and errno without memory. */
struct gv_status_page *gv_status_page_create(void);

/* NULL is fine. */
void gv_status_page_destroy(struct gv_status_page *page);

/* Each number by itself is whole; they need not be of one moment. No more is read as finished than
 * as submitted. */
void gv_status_page_write_counters(struct gv_status_page *page,
                                   const struct galvan_screen_counters *counters);
void gv_status_page_read_counters(const struct gv_status_page *page,
                                  struct galvan_screen_counters *out_counters);

/* How the client calls itself, made fit for a terminal. */
void gv_status_page_program(const struct gv_status_page *page, char *out, size_t size_B);

/* What a worker was at when it died, in one phrase; the page may hold anything. */
void gv_status_page_describe(const struct gv_status_page *page, char *out, size_t size_B);

#endif
