/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Copies library functions into modules. Translates the instruction GLSL of generated shaders,
 * which calls a library function. */
#include "spirv/translate/opcodes/library_function.h"

#include "generated/library_words.h"
#include "spirv/module/library.h"
#include "spirv/translate/base/families.h"
#include "spirv/translate/base/operands.h"

#define FUNCTION_NAME(NAME, name) [GALVAN_FUNCTION_##NAME] = #name,
static const char *const functions[GALVAN_NUM_FUNCTIONS] = {GALVAN_FUNCTIONS(FUNCTION_NAME)};
#undef FUNCTION_NAME

uint32_t gv_spv_library_function(struct gv_spv_ctx *c, const char *name)
{
    static const struct gv_spv_library library = {library_words,
                                                  sizeof(library_words) / sizeof(library_words[0])};
    return gv_spv_import(&c->b, &library, name);
}

void gv_spv_emit_function(struct gv_spv_ctx *c, const struct gv_tgsi_insn *in)
{
    uint32_t args[1 + GV_TGSI_MAX_SRC];
    for (unsigned s = 0; s < in->num_src; s++)
        args[1 + s] = gv_spv_src(c, in, s, 0, 4, GV_F);
    args[0] = gv_spv_library_function(c, functions[in->label]);
    const uint32_t type = gv_spv_type(&c->b, GV_F, 4);
    const uint32_t id = gv_spv_op(&c->b, SpvOpFunctionCall, type, args, 1 + in->num_src);
    gv_spv_write_vec4(c, in, id, GV_F);
}
