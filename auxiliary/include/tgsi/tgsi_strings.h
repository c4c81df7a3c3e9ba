/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The names of TGSI's enumerations. The strings are static; safe from any thread. */
#ifndef TGSI_STRINGS_H
#define TGSI_STRINGS_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The enumerations, from pipe/p_shader_tokens.h and pipe/p_defines.h. */
enum tgsi_name_kind {
    TGSI_NAME_PROCESSOR, /* TGSI_PROCESSOR_* */
    TGSI_NAME_FILE,
    TGSI_NAME_SEMANTIC,
    TGSI_NAME_TEXTURE,
    TGSI_NAME_PROPERTY,
    TGSI_NAME_RETURN_TYPE,
    TGSI_NAME_INTERPOLATE,
    TGSI_NAME_INTERPOLATE_LOC,
    TGSI_NAME_PRIMITIVE, /* PIPE_PRIM_* */
    TGSI_NAME_FS_COORD_ORIGIN,
    TGSI_NAME_FS_COORD_PIXEL_CENTER,
    TGSI_NAME_IMMEDIATE, /* TGSI_IMM_* */
};

/* Returns the names of all values of an enumeration; NULL for values without a name. */
PUBLIC const char *const *tgsi_names(enum tgsi_name_kind kind);

/* The arrays that programs expect: tgsi_texture_names[TGSI_TEXTURE_2D] is "2D". */
#define tgsi_processor_type_names        tgsi_names(TGSI_NAME_PROCESSOR)
#define tgsi_semantic_names              tgsi_names(TGSI_NAME_SEMANTIC)
#define tgsi_texture_names               tgsi_names(TGSI_NAME_TEXTURE)
#define tgsi_property_names              tgsi_names(TGSI_NAME_PROPERTY)
#define tgsi_return_type_names           tgsi_names(TGSI_NAME_RETURN_TYPE)
#define tgsi_interpolate_names           tgsi_names(TGSI_NAME_INTERPOLATE)
#define tgsi_interpolate_locations       tgsi_names(TGSI_NAME_INTERPOLATE_LOC)
#define tgsi_primitive_names             tgsi_names(TGSI_NAME_PRIMITIVE)
#define tgsi_fs_coord_origin_names       tgsi_names(TGSI_NAME_FS_COORD_ORIGIN)
#define tgsi_fs_coord_pixel_center_names tgsi_names(TGSI_NAME_FS_COORD_PIXEL_CENTER)
#define tgsi_immediate_type_names        tgsi_names(TGSI_NAME_IMMEDIATE)

/* Returns the name of a register file, such as "TEMP"; "?" if the file does not exist. */
PUBLIC const char *tgsi_file_name(unsigned file);

#ifdef __cplusplus
}
#endif
#endif
