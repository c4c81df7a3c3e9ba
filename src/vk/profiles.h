/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Profiles of devices that are not available for tests. The masks of a profile describe what the
 * device lacks. */
#ifndef GV_VK_PROFILES_H
#define GV_VK_PROFILES_H

#include <stdint.h>

/* A profile. The members `lacks`, `limits` and `formats` are masks (mask.h) that name no
 * profiles. */
struct gv_vk_profile {
    const char *name;
    const char *about;  /* device, driver and its version */
    const char *source; /* where the facts are published */
    uint32_t vulkan;    /* the Vulkan version that the device's driver offers */
    const char *lacks;  /* features and extensions */
    const char *limits;
    const char *formats;
};

/* Returns profile number `idx`, counted from 0; NULL if there are fewer profiles. */
const struct gv_vk_profile *gv_vk_profile(unsigned idx);

#endif
