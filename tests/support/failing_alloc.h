/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* malloc(), calloc() and realloc() that fail on request, in programs that link
 * galvan_test_failing_alloc. Only one thread may allocate at a time. */
#ifndef GV_TEST_FAILING_ALLOC_H
#define GV_TEST_FAILING_ALLOC_H

/* Starts to count allocations from 0; allocations `first` to `end` - 1 fail. */
void failing_alloc_begin(unsigned long first, unsigned long end);

/* Stops the failures. Returns the number of allocations since failing_alloc_begin(). */
unsigned long failing_alloc_end(void);

#endif
