/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Translates a shader with a variant key to a VkShaderModule. */
#ifndef GV_TRANSLATE_H
#define GV_TRANSLATE_H

#include <volk.h>

#include "galvan/spirv.h"
#include "util/must_check.h"

struct gv_screen;

/* Creates the module of a shader for `key`. VK_ERROR_UNKNOWN: the shader cannot be translated, and
 * *out_diag has the reason. `out_diag` may be NULL. May be called by any thread. */
GV_MUST_CHECK VkResult gv_shader_translate(struct gv_screen *screen, const struct galvan_tgsi *tgsi,
                                           const struct galvan_spirv_key *key,
                                           struct galvan_diag *out_diag,
                                           VkShaderModule *out_module);

#endif
