/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Names of Vulkan objects: they must appear in the validation layer's messages, and are not set if
 * no tool is loaded. The tests load the layer themselves, since the messages that they provoke must
 * not fail the test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/context.h"
#include "driver/resource/resource.h"
#include "driver/shader/shader.h"
#include "galvan/galvan.h"
#include "pipe_draw_kit.h"

enum {
    MAX_NAMES = 64
};

static struct {
    unsigned num;
    char names[MAX_NAMES][160];
} reported;

static void keep(const char *name)
{
    if (reported.num < MAX_NAMES)
        snprintf(reported.names[reported.num++], sizeof(reported.names[0]), "%s", name);
}

static bool was_reported(const char *begin, const char *end)
{
    for (unsigned i = 0; i < reported.num; i++) {
        const char *name = reported.names[i];
        const size_t len = strlen(name), end_len = strlen(end);
        if (strncmp(name, begin, strlen(begin)) == 0 && len >= end_len &&
            strcmp(name + len - end_len, end) == 0)
            return true;
    }
    return false;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                           VkDebugUtilsMessageTypeFlagsEXT types,
                                           const VkDebugUtilsMessengerCallbackDataEXT *data,
                                           void *user)
{
    (void)severity;
    (void)types;
    (void)user;
    for (uint32_t i = 0; i < data->objectCount; i++) {
        if (data->pObjects[i].pObjectName)
            keep(data->pObjects[i].pObjectName);
    }
    return VK_TRUE; /* stops the call in the layer */
}

static VkDebugUtilsMessengerEXT listen_to(struct gv_vk_device *dev)
{
    const VkDebugUtilsMessengerCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = hear,
    };
    const PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT)(void *)vkGetInstanceProcAddr(
            dev->instance, "vkCreateDebugUtilsMessengerEXT");
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    assert_non_null(create);
    assert_int_equal(create(dev->instance, &info, NULL, &messenger), VK_SUCCESS);
    return messenger;
}

static void stop_listening(struct gv_vk_device *dev, VkDebugUtilsMessengerEXT messenger)
{
    const PFN_vkDestroyDebugUtilsMessengerEXT destroy =
        (PFN_vkDestroyDebugUtilsMessengerEXT)(void *)vkGetInstanceProcAddr(
            dev->instance, "vkDestroyDebugUtilsMessengerEXT");
    destroy(dev->instance, messenger, NULL);
}

/* Creates an invalid view of a 2D image: the layer reports the call and stops it. */
static void make_wrong_view(struct gv_vk_device *dev, const struct gv_storage *storage)
{
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = storage->image.handle,
        .viewType = VK_IMAGE_VIEW_TYPE_3D,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    VkImageView view;
    assert_int_not_equal(dev->vk.vkCreateImageView(dev->handle, &info, NULL, &view), VK_SUCCESS);
}

/* Creates a pipeline whose shader uses descriptors, although the pipeline layout has no
 * descriptors. */
static void misuse_shader(struct gv_vk_device *dev, VkShaderModule module)
{
    const VkPipelineLayoutCreateInfo layout_info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main"},
    };
    VkPipeline pipeline;
    assert_int_equal(dev->vk.vkCreatePipelineLayout(dev->handle, &layout_info, NULL, &info.layout),
                     VK_SUCCESS);
    assert_int_not_equal(
        dev->vk.vkCreateComputePipelines(dev->handle, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
        VK_SUCCESS);
    dev->vk.vkDestroyPipelineLayout(dev->handle, info.layout, NULL);
}

/* Launches a compute shader that stores to a buffer, and returns the shader. */
static void *launch_grid(struct pipe_fixture *f)
{
    static const char text[] = COMP(1) "DCL BUFFER[0]\n"
                                       "IMM[0] UINT32 {0, 7, 0, 0}\n"
                                       "STORE BUFFER[0].x, IMM[0].xxxx, IMM[0].yyyy\n"
                                       "END\n";
    static const struct pipe_grid_info grid = {.block = {1, 1, 1}, .grid = {1, 1, 1}};
    void *cs = fixture_compute_shader(f, text, 0);
    f->pipe->bind_compute_state(f->pipe, cs);
    f->pipe->launch_grid(f->pipe, &grid);
    return cs;
}

static PFN_vkSetDebugUtilsObjectNameEXT next_set_name;

static VKAPI_ATTR VkResult VKAPI_CALL catch_name(VkDevice device,
                                                 const VkDebugUtilsObjectNameInfoEXT *info)
{
    keep(info->pObjectName);
    return next_set_name(device, info);
}

static void open_screen(struct pipe_fixture *f)
{
    memset(&reported, 0, sizeof(reported));
    assert_int_equal(galvan_screen_create(NULL, &f->screen), GALVAN_OK);
    f->pipe = f->screen->context_create(f->screen, NULL, 0);
    assert_non_null(f->pipe);
}

static void close_screen(struct pipe_fixture *f)
{
    f->pipe->destroy(f->pipe);
    f->screen->destroy(f->screen);
}

static void test_nobody_listens(void **state)
{
    struct pipe_fixture f = {0};

    (void)state;
    unsetenv("VK_INSTANCE_LAYERS");
    open_screen(&f);
    assert_null(gv_screen(f.screen)->dev->set_name);
    close_screen(&f);
}

static void test_message_about_texture(void **state)
{
    struct pipe_fixture f = {0};

    (void)state;
    setenv("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation", 1);
    open_screen(&f);
    struct gv_vk_device *dev = gv_screen(f.screen)->dev;
    assert_non_null(dev->set_name);
    VkDebugUtilsMessengerEXT messenger = listen_to(dev);
    struct pipe_resource *texture =
        fixture_texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 20, 10, 1);
    make_wrong_view(dev, gv_resource(texture)->storage);
    assert_true(reported.num > 0);
    assert_true(was_reported("", "R8G8B8A8_UNORM 20x10x1, 1 layers, 1 levels"));
    stop_listening(dev, messenger);
    pipe_resource_reference(&texture, NULL);
    close_screen(&f);
}

static void test_message_about_shader(void **state)
{
    struct pipe_fixture f = {0};

    (void)state;
    setenv("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation", 1);
    open_screen(&f);
    struct gv_vk_device *dev = gv_screen(f.screen)->dev;
    VkDebugUtilsMessengerEXT messenger = listen_to(dev);
    void *cs = launch_grid(&f);
    assert_int_equal(reported.num, 0);
    misuse_shader(dev, gv_context(f.pipe)->state.shaders[GALVAN_STAGE_COMPUTE]->variants->module);
    assert_true(was_reported("compute shader ", ""));
    stop_listening(dev, messenger);
    f.pipe->bind_compute_state(f.pipe, NULL);
    f.pipe->delete_compute_state(f.pipe, cs);
    close_screen(&f);
}

static void test_what_has_names(void **state)
{
    struct pipe_fixture f = {0};
    struct draw_kit k;

    (void)state;
    setenv("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation", 1);
    open_screen(&f);
    struct gv_vk_device *dev = gv_screen(f.screen)->dev;
    next_set_name = dev->set_name;
    dev->set_name = catch_name;
    kit_init(&k, &f, 0, NULL);
    struct pipe_resource *buffer = fixture_buffer(&f, 48, PIPE_USAGE_DEFAULT, 0);
    kit_fill(&k, 1, 0, 0, 0);
    void *cs = launch_grid(&f);
    f.pipe->bind_compute_state(f.pipe, NULL);
    f.pipe->delete_compute_state(f.pipe, cs);
    assert_true(was_reported("buffer of 48 bytes", ""));
    assert_true(was_reported("target ", " levels"));
    assert_true(was_reported("vertex shader ", ""));
    assert_true(was_reported("fragment shader ", ""));
    assert_true(was_reported("pipeline of vertex shader ", ""));
    assert_true(was_reported("compute pipeline of compute shader ", ""));
    pipe_resource_reference(&buffer, NULL);
    kit_finish(&k);
    close_screen(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_listens),
        cmocka_unit_test(test_message_about_texture),
        cmocka_unit_test(test_message_about_shader),
        cmocka_unit_test(test_what_has_names),
    };
    return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
