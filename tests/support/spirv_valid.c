/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv_valid.h"

#include <stdio.h>

#include <spirv-tools/libspirv.h>

static bool valid_for(spv_target_env env, const uint32_t *words, size_t num_words, const char *name)
{
    spv_diagnostic complaint = NULL;
    spv_context context = spvContextCreate(env);
    bool valid = context && spvValidateBinary(context, words, num_words, &complaint) == SPV_SUCCESS;
    if (!valid)
        fprintf(stderr, "%s: %s\n", name, complaint ? complaint->error : "no validator");
    spvDiagnosticDestroy(complaint);
    spvContextDestroy(context);
    return valid;
}

/* Modules of SPIR-V 1.3 and below are also validated for Vulkan 1.1. */
bool spirv_valid(const uint32_t *words, size_t num_words, const char *name)
{
    bool is_old = num_words > 1 && words[1] <= 0x00010300;
    return (!is_old || valid_for(SPV_ENV_VULKAN_1_1, words, num_words, name)) &&
           valid_for(SPV_ENV_VULKAN_1_2, words, num_words, name) &&
           valid_for(SPV_ENV_VULKAN_1_3, words, num_words, name);
}
