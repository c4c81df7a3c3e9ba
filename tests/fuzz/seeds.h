/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The inputs that a fuzz target begins with, from
 *
 *   a directory       each file is an input
 *   a list, *.hex     each paragraph is an input in hexadecimal; a line that begins with # is a
 *                     comment
 *   cases, *.tgsi     each case of tests/spirv (case_file.h) is an input of the shader targets: its
 *                     text and, after a NUL, the fields of its key
 *   a recording, *.gvrec
 *                     the beginning of each stream is an input of fuzz_session.c. */
#ifndef SEEDS_H
#define SEEDS_H

#include <stddef.h>
#include <stdint.h>

enum {
    SEED_MAX_B = 1 << 16
};

struct seed {
    uint8_t data[SEED_MAX_B];
    size_t size_B;
};

/* Reads at most `max` inputs from `path`, which is of one of the kinds above. Files of a directory
 * are read in the order of their names. Returns the number of inputs. If there are no inputs or one
 * of them is wrong, prints a line to standard error and returns 0. */
size_t seeds_read(const char *path, size_t max, struct seed *out_seeds);

#endif
