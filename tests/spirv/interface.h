/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The interface of a module: its variables of the storage classes Input and Output. */
#ifndef GALVAN_TEST_SPIRV_INTERFACE_H
#define GALVAN_TEST_SPIRV_INTERFACE_H

#include <stdbool.h>

#include "galvan/spirv.h"

enum {
    MAX_INTERFACE = 128
};

/* A variable of the interface. An array of locations has one struct for each of its elements, whose
 * locations are consecutive. */
struct interface_var {
    uint32_t id;
    uint32_t element;
    bool output;
    bool has_location, has_builtin, patch, captured;
    uint32_t location, builtin;
    uint32_t xfb_buffer, xfb_offset_B, xfb_stride_B, stream;
    uint32_t num_vertices; /* length of the array of vertices, or of a built-in's array; 0: no such
                              array */
    uint32_t length;       /* length of the array of locations; 0: no such array */
    uint32_t num_components;
    uint32_t stored; /* the last constant that was stored to the variable: the bits of its first
                        component */
};

struct interface {
    struct interface_var vars[MAX_INTERFACE];
    unsigned num;
};

/* Reads the interface of a module with one entry point. Returns false if the module has an unknown
 * construct.
 */
bool interface_read(const struct galvan_spirv_module *module, struct interface *out_interface);

/* Returns the variable at a location, or NULL if the location has no variable. */
const struct interface_var *interface_find(const struct interface *interface, bool output,
                                           uint32_t location);

#endif
