/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Results of public functions that can fail in more than one way, and the export of functions. */
#ifndef GALVAN_RESULT_H
#define GALVAN_RESULT_H

#ifdef __cplusplus
extern "C" {
#endif

/* Marks a function that the shared libraries export. */
#if defined(__GNUC__)
#define GALVAN_API __attribute__((visibility("default")))
#else
#define GALVAN_API
#endif

/* Zero is success, every failure is negative. Values are stable: new values are added at the
 * end. */
enum galvan_result {
    GALVAN_OK = 0,
    GALVAN_ERROR_NO_MEMORY = -1,   /* host memory, device memory or a client's budget ran out */
    GALVAN_ERROR_INVALID = -2,     /* the caller's input breaks the documented contract */
    GALVAN_ERROR_UNSUPPORTED = -3, /* valid, but this device or this version cannot do it */
    GALVAN_ERROR_NO_LOADER = -4,   /* no Vulkan loader (libvulkan.so.1) could be opened */
    GALVAN_ERROR_NO_DEVICE = -5,   /* no Vulkan device meets the minimum requirements, or no device
                                      has the requested name */
    GALVAN_ERROR_DEVICE_LOST = -6, /* the Vulkan device was lost; make a new screen */
    GALVAN_ERROR_LIMIT = -7,       /* a documented limit was exceeded */
    GALVAN_ERROR_IO = -8,          /* an operating-system call failed */
    GALVAN_ERROR_TIMEOUT = -9,     /* the timeout expired */
    GALVAN_ERROR_SYNTAX = -10,     /* shader text or tokens are malformed; see the diagnostics */
};

#ifdef __cplusplus
}
#endif
#endif
