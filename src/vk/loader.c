/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Opens the Vulkan loader at run time.
 *
 * volk stores the entry points of the loader and of instances in process-wide variables. Several
 * screens can share them: the loader's instance functions are trampolines, which dispatch on the
 * object that they are called with, and which are the same for every instance. The variables are
 * written once, under a lock, and only read afterwards. Each device stores its own entry points. */
#include "vk/loader.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/log.h"

static pthread_mutex_t loader_lock = PTHREAD_MUTEX_INITIALIZER;
static bool loader_open;
static bool instance_functions_loaded;

static enum galvan_result open_loader(const struct galvan_log *log)
{
    if (loader_open)
        return GALVAN_OK;
    if (volkInitialize() != VK_SUCCESS) {
        gv_err(log, "vk",
               "the Vulkan loader libvulkan.so.1 could not be opened; install it (Debian, Ubuntu: "
               "libvulkan1, Fedora: vulkan-loader) and a Vulkan driver");
        return GALVAN_ERROR_NO_LOADER;
    }
    uint32_t version = volkGetInstanceVersion();
    if (version < VK_API_VERSION_1_1) {
        gv_err(log, "vk",
               "the Vulkan loader knows Vulkan %u.%u, but 1.1 is needed; install a newer one",
               VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version));
        return GALVAN_ERROR_NO_LOADER;
    }
    loader_open = true;
    return GALVAN_OK;
}

/* Instance extensions that are enabled if the loader or a layer has them. With the first extension
 * the loader also lists devices that are implemented on another API. The second extension provides
 * labels for captures. The last two extensions are enabled only in instances with surfaces, because
 * they make a layer of Mesa connect to the X server. */
enum {
    PORTABILITY,
    DEBUG_UTILS,
    SURFACE,
    XCB_SURFACE,
    NUM_EXTENSIONS
};
static const char *const extension_names[NUM_EXTENSIONS] = {
    [PORTABILITY] = VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME,
    [DEBUG_UTILS] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
    [SURFACE] = VK_KHR_SURFACE_EXTENSION_NAME,
    [XCB_SURFACE] = "VK_KHR_xcb_surface", /* its header includes one of XCB */
};

/* Sets each element of `found` whose extension is available. */
static void find_extensions(bool found[NUM_EXTENSIONS])
{
    uint32_t num = 0;
    if (vkEnumerateInstanceExtensionProperties(NULL, &num, NULL) != VK_SUCCESS || num == 0)
        return;
    VkExtensionProperties *extensions = calloc(num, sizeof(*extensions));
    if (!extensions)
        return;

    if (vkEnumerateInstanceExtensionProperties(NULL, &num, extensions) < 0)
        num = 0;
    for (uint32_t i = 0; i < num; i++) {
        for (unsigned e = 0; e < NUM_EXTENSIONS; e++)
            found[e] |= strcmp(extensions[i].extensionName, extension_names[e]) == 0;
    }
    free(extensions);
}

/* *surfaces, as for gv_vk_instance_create(). */
static VkResult create_instance(uint32_t version, bool *surfaces, VkInstance *out_instance)
{
    const char *names[NUM_EXTENSIONS];
    uint32_t num_names = 0;
    bool use[NUM_EXTENSIONS] = {false};
    find_extensions(use);
    *surfaces &= use[SURFACE] && use[XCB_SURFACE];
    use[SURFACE] = use[XCB_SURFACE] = *surfaces;
    for (unsigned e = 0; e < NUM_EXTENSIONS; e++) {
        if (use[e])
            names[num_names++] = extension_names[e];
    }
    VkApplicationInfo app = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pEngineName = "Galvan",
        .apiVersion = version,
    };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .flags = use[PORTABILITY] ? VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR : 0,
        .pApplicationInfo = &app,
        .enabledExtensionCount = num_names,
        .ppEnabledExtensionNames = names,
    };
    return vkCreateInstance(&info, NULL, out_instance);
}

static enum galvan_result instance_error(const struct galvan_log *log, VkResult result)
{
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        gv_err(log, "vk", "memory ran out while the Vulkan instance was created");
        return GALVAN_ERROR_NO_MEMORY;
    case VK_ERROR_LAYER_NOT_PRESENT:
        gv_err(log, "vk", "a layer named in VK_INSTANCE_LAYERS is not installed");
        return GALVAN_ERROR_NO_DEVICE;
    default:
        gv_err(log, "vk",
               "the Vulkan loader found no usable driver (VkResult %d); install one (Debian, "
               "Ubuntu: mesa-vulkan-drivers) or correct VK_ICD_FILENAMES",
               (int)result);
        return GALVAN_ERROR_NO_DEVICE;
    }
}

enum galvan_result gv_vk_loader_open(const struct galvan_log *log)
{
    pthread_mutex_lock(&loader_lock);
    enum galvan_result result = open_loader(log);
    pthread_mutex_unlock(&loader_lock);
    return result;
}

enum galvan_result gv_vk_instance_create(const struct galvan_log *log, uint32_t version,
                                         bool *surfaces, VkInstance *out_instance)
{
    bool none = false;
    pthread_mutex_lock(&loader_lock);
    enum galvan_result result = open_loader(log);
    if (result == GALVAN_OK) {
        VkInstance instance;
        VkResult vk_result = create_instance(version, surfaces ? surfaces : &none, &instance);
        if (vk_result == VK_SUCCESS) {
            if (!instance_functions_loaded)
                volkLoadInstanceOnly(instance);
            instance_functions_loaded = true;
            *out_instance = instance;
        } else {
            result = instance_error(log, vk_result);
        }
    }
    pthread_mutex_unlock(&loader_lock);
    return result;
}
