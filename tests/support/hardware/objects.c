/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table that finds the layer's objects by handle, and the list of the layer's functions. */
#include <stdlib.h>
#include <string.h>

#include "hardware.h"
#include "util/env.h"

struct hardware hardware = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct hardware_next hardware_next;

static struct hardware_object **bucket_of(uint64_t handle)
{
    return &hardware.buckets[(handle * UINT64_C(0x9e3779b97f4a7c15) >> 32) % HARDWARE_BUCKETS];
}

struct hardware_object *hardware_find(enum hardware_kind kind, uint64_t handle)
{
    struct hardware_object *object = *bucket_of(handle);
    while (object && (object->handle != handle || object->kind != kind))
        object = object->next;
    return object;
}

struct hardware_object *hardware_add(enum hardware_kind kind, uint64_t handle)
{
    hardware_remove(kind, handle);
    struct hardware_object *object = calloc(1, sizeof(*object));
    if (object) {
        struct hardware_object **bucket = bucket_of(handle);
        object->handle = handle;
        object->kind = kind;
        object->next = *bucket;
        *bucket = object;
    }
    return object;
}

void hardware_remove(enum hardware_kind kind, uint64_t handle)
{
    for (struct hardware_object **at = bucket_of(handle); *at; at = &(*at)->next) {
        if ((*at)->handle == handle && (*at)->kind == kind) {
            struct hardware_object *gone = *at;
            *at = gone->next;
            free(gone);
            return;
        }
    }
}

/* ---- The functions -------------------------------------------------------------------------- */

#define ROW(name) {#name, (PFN_vkVoidFunction)hardware_##name},
#define SAME(other, name)                                                                          \
    {                                                                                              \
#other, (PFN_vkVoidFunction)hardware_##name                                                \
    }

const struct vk_layer_function vk_layer_functions[] = {
    HARDWARE_INSTANCE_FUNCTIONS(ROW) HARDWARE_DEVICE_FUNCTIONS(ROW)
        SAME(vkGetPhysicalDeviceProperties2KHR, vkGetPhysicalDeviceProperties2),
    SAME(vkGetPhysicalDeviceMemoryProperties2KHR, vkGetPhysicalDeviceMemoryProperties2),
    SAME(vkCmdPipelineBarrier2KHR, vkCmdPipelineBarrier2),
    SAME(vkCmdBeginRenderingKHR, vkCmdBeginRendering),
    SAME(vkCmdEndRenderingKHR, vkCmdEndRendering),
    {NULL, NULL},
};

void vk_layer_take_instance(VkInstance instance, PFN_vkGetInstanceProcAddr next)
{
    const char *what = gv_getenv("GALVAN_HARDWARE");
    hardware.phone = what && strcmp(what, "phone") == 0;
    hardware.small = gv_getenv("GALVAN_HARDWARE_SMALL");
#define TAKE_INSTANCE(name) hardware_next.name = (PFN_##name)next(instance, #name);
    HARDWARE_INSTANCE_FUNCTIONS(TAKE_INSTANCE)
}

/* Gets the next layer's functions. Devices of older versions have some of these functions only with
 * the KHR suffix. */
void vk_layer_take_device(VkDevice device, PFN_vkGetDeviceProcAddr next)
{
#define TAKE_DEVICE(name)                                                                          \
    hardware_next.name = (PFN_##name)next(device, #name);                                          \
    if (!hardware_next.name)                                                                       \
        hardware_next.name = (PFN_##name)next(device, #name "KHR");
    HARDWARE_DEVICE_FUNCTIONS(TAKE_DEVICE)
    HARDWARE_OTHER_FUNCTIONS(TAKE_DEVICE)
}
