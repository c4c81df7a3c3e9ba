/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#ifndef GV_TEST_EXPECT_H
#define GV_TEST_EXPECT_H

#include <stdio.h>
#include <stdlib.h>

/* Ends the process with status 1 if the condition is false. */
#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#endif
