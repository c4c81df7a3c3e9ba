/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* malloc(), calloc() and realloc() that fail on request, in programs that link
 * galvan_test_failing_alloc. Not for several threads that allocate at once. */
#ifndef GV_TEST_FAILING_ALLOC_H
#define GV_TEST_FAILING_ALLOC_H

/* From here on, allocations are numbered from 0; those from first to before end fail. */
void failing_alloc_begin(unsigned long first, unsigned long end);

/* No allocation fails any more. Returns the number of allocations since the begin. */
unsigned long failing_alloc_end(void);

#endif
