/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/shader/translate.h"

#include "driver/screen/screen.h"

VkShaderModule gv_shader_translate(struct gv_screen *screen, const struct galvan_tgsi *tgsi,
                                   const struct galvan_spirv_key *key, struct galvan_diag *out_diag)
{
    struct galvan_spirv_module spirv = {0};
    if (galvan_spirv_translate(tgsi, key, out_diag, &spirv) != GALVAN_OK)
        return VK_NULL_HANDLE;
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = spirv.num_words * sizeof(uint32_t),
        .pCode = spirv.words,
    };
    VkShaderModule module = VK_NULL_HANDLE;
    VkResult result = GV_VK_CREATE(screen->dev, ShaderModule, &info, &module);
    if (result != VK_SUCCESS)
        gv_vk_device_error(screen->dev, "vkCreateShaderModule", result);
    galvan_spirv_module_finish(&spirv);
    return module;
}
