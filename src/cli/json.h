/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes indented JSON. Each call writes one value. */
#ifndef GV_CLI_JSON_H
#define GV_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct gv_json {
    FILE *file;
    unsigned depth;
    bool needs_comma;
};

/* Begin and end an object or an array. `name` is NULL for elements of an array and for the
 * outermost value. `bracket` is '{' or '[' to begin, '}' or ']' to end. */
void gv_json_begin(struct gv_json *json, const char *name, char bracket);
void gv_json_end(struct gv_json *json, char bracket);
void gv_json_string(struct gv_json *json, const char *name, const char *value); /* value NULL:
                                                                                   writes null */
void gv_json_number(struct gv_json *json, const char *name, uint64_t value);
void gv_json_decimal(struct gv_json *json, const char *name, double value); /* with two decimals */
void gv_json_bool(struct gv_json *json, const char *name, bool value);

#endif
