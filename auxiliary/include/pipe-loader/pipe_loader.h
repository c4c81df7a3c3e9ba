/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finding devices and making screens on them, as programs written against Gallium start: the
 * devices are those that the Vulkan loader knows and Galvan can use. galvan/galvan.h does the same
 * with parameters. Safe from any thread. */
#ifndef PIPE_LOADER_H
#define PIPE_LOADER_H

#include "pipe/p_compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_screen;

/* The directory of drivers, which programs of 2015 were built with; there are none to look for. */
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
    const char *name;        /* of the device, as Vulkan tells it */
    unsigned index;          /* what galvan_screen_params.device calls it */
};

/* Makes objects of the ndev best devices, best first, which the caller releases, and returns how
 * many devices there are; that may be more. Where the environment variable GALVAN_DEVICE is set,
 * only those that it names count. devs may be NULL where ndev is 0. */
PUBLIC int pipe_loader_probe(struct pipe_loader_device **devs, int ndev);
/* The same of devices that run on the CPU, and of those that do not. */
PUBLIC int pipe_loader_sw_probe(struct pipe_loader_device **devs, int ndev);
PUBLIC int pipe_loader_drm_probe(struct pipe_loader_device **devs, int ndev);
/* The first of the former; FALSE where there is none. */
PUBLIC boolean pipe_loader_sw_probe_null(struct pipe_loader_device **devs);

/* A screen, ended by its destroy(); NULL where that failed, which standard error tells more about.
 * Programs of other years pass a path or a flag behind dev, which do not matter. */
PUBLIC struct pipe_screen *pipe_loader_create_screen(struct pipe_loader_device *dev, ...);

/* Ends the objects, of which some may be NULL, and makes them NULL; their screens live on. */
PUBLIC void pipe_loader_release(struct pipe_loader_device **devs, int ndev);

#ifdef __cplusplus
}
#endif
#endif
