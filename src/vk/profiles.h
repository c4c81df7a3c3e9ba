/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Devices that are not at hand, as masks: what each lacks of a device that has everything. */
#ifndef GV_VK_PROFILES_H
#define GV_VK_PROFILES_H

#include <stdint.h>

/* The lists are masks (mask.h) that name no profile. */
struct gv_vk_profile {
    const char *name;
    const char *about;  /* device, driver and its version */
    const char *source; /* where its facts are published */
    uint32_t vulkan;    /* the version that its driver offers */
    const char *lacks;  /* features and extensions */
    const char *limits;
    const char *formats;
};

/* Profile idx; NULL past the last. */
const struct gv_vk_profile *gv_vk_profile(unsigned idx);

#endif
