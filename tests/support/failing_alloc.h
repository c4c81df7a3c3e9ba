/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* malloc(), calloc() and realloc() that fail when told to, in programs that link
 * galvan_test_failing_alloc. Not for several threads that allocate at once. */
#ifndef GV_TEST_FAILING_ALLOC_H
#define GV_TEST_FAILING_ALLOC_H

/* Allocations are numbered from 0 from here on; those from first to before end fail. */
void failing_alloc_begin(unsigned long first, unsigned long end);

/* None fails any more. Returns how many were asked for since the begin. */
unsigned long failing_alloc_end(void);

#endif
