/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/translate.h"

#include "driver/screen/screen.h"

VkResult gv_shader_translate(struct gv_screen *screen, const struct galvan_tgsi *tgsi,
                             const struct galvan_spirv_key *key, struct galvan_diag *out_diag,
                             VkShaderModule *out_module)
{
    struct galvan_spirv_module spirv = {0};
    *out_module = VK_NULL_HANDLE;
    const enum galvan_result translated = galvan_spirv_translate(tgsi, key, out_diag, &spirv);
    if (translated == GALVAN_ERROR_NO_MEMORY)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (translated != GALVAN_OK)
        return VK_ERROR_UNKNOWN;
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = spirv.num_words * sizeof(uint32_t),
        .pCode = spirv.words,
    };
    const VkResult result = GV_VK_CREATE(screen->dev, ShaderModule, &info, out_module);
    if (result != VK_SUCCESS)
        gv_vk_device_error(screen->dev, "vkCreateShaderModule", result);
    galvan_spirv_module_finish(&spirv);
    return result;
}
