/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Implements tgsi/tgsi_strings.h with the names of TGSI text. */
#include "spirv/tgsi/names.h"

#include "tgsi/tgsi_strings.h"

const char *const *tgsi_names(enum tgsi_name_kind kind)
{
    static const struct gv_tgsi_names *const kinds[] = {
        [TGSI_NAME_PROCESSOR] = &gv_tgsi_stages,
        [TGSI_NAME_FILE] = &gv_tgsi_files,
        [TGSI_NAME_SEMANTIC] = &gv_tgsi_semantics,
        [TGSI_NAME_TEXTURE] = &gv_tgsi_targets,
        [TGSI_NAME_PROPERTY] = &gv_tgsi_properties,
        [TGSI_NAME_RETURN_TYPE] = &gv_tgsi_return_types,
        [TGSI_NAME_INTERPOLATE] = &gv_tgsi_interpolations,
        [TGSI_NAME_INTERPOLATE_LOC] = &gv_tgsi_locations,
        [TGSI_NAME_PRIMITIVE] = &gv_tgsi_primitives,
        [TGSI_NAME_FS_COORD_ORIGIN] = &gv_tgsi_coord_origins,
        [TGSI_NAME_FS_COORD_PIXEL_CENTER] = &gv_tgsi_pixel_centers,
        [TGSI_NAME_IMMEDIATE] = &gv_tgsi_imm_types,
    };
    return kinds[kind]->names;
}

const char *tgsi_file_name(unsigned file)
{
    return gv_tgsi_name(&gv_tgsi_files, file);
}
