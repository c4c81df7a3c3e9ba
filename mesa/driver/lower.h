/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#ifndef GM_LOWER_H
#define GM_LOWER_H

struct nir_shader;

/* lower.c: Replaces in a shader what nir_to_tgsi() does not translate, or translates wrongly. */
void gm_lower(struct nir_shader *nir);

#endif
