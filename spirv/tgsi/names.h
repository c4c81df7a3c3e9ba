/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The spelling of files, semantics, properties, targets and other small enumerations in TGSI text.
 */
#ifndef GV_SPV_NAMES_H
#define GV_SPV_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A table of names, indexed by the value in tokens; NULL: the value has no name. */
struct gv_tgsi_names {
    const char *const *names;
    unsigned num;
};

extern const struct gv_tgsi_names gv_tgsi_stages;
extern const struct gv_tgsi_names gv_tgsi_files;
extern const struct gv_tgsi_names gv_tgsi_semantics;
extern const struct gv_tgsi_names gv_tgsi_properties;
extern const struct gv_tgsi_names gv_tgsi_targets;
extern const struct gv_tgsi_names gv_tgsi_interpolations;
extern const struct gv_tgsi_names gv_tgsi_locations;
extern const struct gv_tgsi_names gv_tgsi_return_types;
extern const struct gv_tgsi_names gv_tgsi_imm_types;
extern const struct gv_tgsi_names gv_tgsi_memory_types;
extern const struct gv_tgsi_names gv_tgsi_qualifiers; /* indexed by the number of the bit */
extern const struct gv_tgsi_names gv_tgsi_primitives;
extern const struct gv_tgsi_names gv_tgsi_coord_origins;
extern const struct gv_tgsi_names gv_tgsi_pixel_centers;

/* Whether `string` equals the `len` bytes at `name`. */
static inline bool gv_tgsi_spells(const char *string, const char *name, size_t len)
{
    return string[0] == name[0] && strncmp(string, name, len) == 0 && !string[len];
}

/* Returns the name of `value`, or "?". */
const char *gv_tgsi_name(const struct gv_tgsi_names *names, unsigned value);

/* Returns the value with the given spelling (upper case, `len` bytes), or -1. */
int gv_tgsi_find_name(const struct gv_tgsi_names *names, const char *name, size_t len);

/* Returns the register file with the given spelling, or -1. Until 2015 the file IMAGE was called
 * RES, and some of its registers had names (enum tgsi_resource). If the spelling is the name of
 * such a register, *out_register is the register's number, otherwise -1. */
int gv_tgsi_find_file(const char *name, size_t len, int *out_register);

/* Returns the names of a property's values; NULL if the values are numbers. */
const struct gv_tgsi_names *gv_tgsi_property_values(unsigned property);

/* gv_tgsi_format_name() returns the name of a storage image format, gv_tgsi_find_format() the
 * number. Formats are numbered as in the format lists of Gallium and virgl. */
const char *gv_tgsi_format_name(unsigned format);
int gv_tgsi_find_format(const char *name, size_t len);

#endif
