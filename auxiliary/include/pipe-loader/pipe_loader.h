/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Enumerates devices and creates their screens, with the functions of Gallium. The devices are
 * those that the Vulkan loader reports and Galvan can use. galvan/galvan.h has functions for the
 * same tasks with more parameters. Safe from any thread. */
#ifndef PIPE_LOADER_H
#define PIPE_LOADER_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_screen;

/* In 2015, programs defined the directory of drivers here when they were compiled. Galvan ignores
 * it. */
#ifndef PIPE_SEARCH_DIR
#define PIPE_SEARCH_DIR ""
#endif

enum pipe_loader_device_type {
    PIPE_LOADER_DEVICE_SOFTWARE, /* runs on the CPU */
    PIPE_LOADER_DEVICE_PCI,
    PIPE_LOADER_DEVICE_PLATFORM,
    NUM_PIPE_LOADER_DEVICE_TYPES,
};

struct pipe_loader_device {
    enum pipe_loader_device_type type;
    union {
        struct {
            int vendor_id;
            int chip_id;
        } pci; /* of type PCI */
    } u;
    const char *driver_name; /* "galvan" */
    const char *name;        /* the device's name, as Vulkan reports it */
    unsigned index;          /* the value for galvan_screen_params.device */
};

/* Creates objects for the `ndev` best devices, best first. The caller must release the objects with
 * pipe_loader_release(). Returns the number of devices, which may be larger than `ndev`. If the
 * environment variable GALVAN_DEVICE is set, only devices that it names count. `devs` may be NULL
 * if `ndev` is 0. */
PUBLIC int pipe_loader_probe(struct pipe_loader_device **devs, int ndev);
/* pipe_loader_sw_probe() enumerates only devices that run on the CPU, pipe_loader_drm_probe() only
 * the other devices. */
PUBLIC int pipe_loader_sw_probe(struct pipe_loader_device **devs, int ndev);
PUBLIC int pipe_loader_drm_probe(struct pipe_loader_device **devs, int ndev);
/* Creates an object for the first device that runs on the CPU. Returns FALSE if no device runs on
 * the CPU. */
PUBLIC boolean pipe_loader_sw_probe_null(struct pipe_loader_device **devs);

/* Creates a screen, which the caller destroys with the screen's method destroy(). Returns NULL on
 * failure, after a message on standard error. Programs for other versions of Gallium pass a path or
 * a flag after `dev`, which is ignored. */
PUBLIC struct pipe_screen *pipe_loader_create_screen(struct pipe_loader_device *dev, ...);

/* Destroys the objects to which the `ndev` elements of `devs` point, and sets the elements to NULL.
 * Elements may be NULL already. Screens that were created from the objects remain valid. */
PUBLIC void pipe_loader_release(struct pipe_loader_device **devs, int ndev);

#ifdef __cplusplus
}
#endif
#endif
