/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Device addresses in blocks of dwords that shaders read. */
#ifndef GV_ADDRESS_H
#define GV_ADDRESS_H

#include <stdint.h>

#include <volk.h>

/* Writes an address as two dwords, low dword first. */
static inline void gv_put_address(uint32_t out_dwords[2], VkDeviceAddress address)
{
    out_dwords[0] = (uint32_t)address;
    out_dwords[1] = (uint32_t)(address >> 32);
}

#endif
