/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The status page: memory that a worker shares only with the listener, in which the worker reports
 * what it is doing. The listener never trusts a value of the page that could harm another
 * worker. */
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

    _Atomic uint64_t counters[GV_NUM_WORKER_COUNTERS]; /* the fields of struct
                                                          galvan_screen_counters, in order */
    _Atomic uint32_t lacks;                            /* enum gv_confine_lack bits */
    _Atomic uint8_t confined;                          /* not 0: `lacks` is complete */
};

/* Returns a page that is all zero; NULL with errno if memory runs out. */
struct gv_status_page *gv_status_page_create(void);

/* Destroys page, which may be NULL. */
void gv_status_page_destroy(struct gv_status_page *page);

/* Write and read the counters. Each counter is consistent by itself, but different counters may be
 * of different moments. The number of finished submissions never exceeds the number of
 * submissions. */
void gv_status_page_write_counters(struct gv_status_page *page,
                                   const struct galvan_screen_counters *counters);
void gv_status_page_read_counters(const struct gv_status_page *page,
                                  struct galvan_screen_counters *out_counters);

/* Writes to `out` the name that the client gives itself, made safe to print on a terminal. */
void gv_status_page_program(const struct gv_status_page *page, char *out, size_t size_B);

/* Describes in one phrase the action during which a worker died. The page may contain anything. */
void gv_status_page_describe(const struct gv_status_page *page, char *out, size_t size_B);

#endif
