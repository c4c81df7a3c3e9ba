/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Implements pipe_loader with the list of Vulkan devices. */
#include "pipe-loader/pipe_loader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"

enum {
    MAX_DEVICES = 64
};

/* A device and the strings of its description. */
struct loader_device {
    struct pipe_loader_device base;
    char name[sizeof(((struct galvan_device *)0)->name)];
};

static struct pipe_loader_device *create_device(const struct galvan_device *found)
{
    struct loader_device *dev = calloc(1, sizeof(*dev));
    if (!dev)
        return NULL;
    memcpy(dev->name, found->name, sizeof(dev->name));
    dev->base.type = found->software ? PIPE_LOADER_DEVICE_SOFTWARE : PIPE_LOADER_DEVICE_PCI;
    dev->base.u.pci.vendor_id = (int)found->vendor_id;
    dev->base.u.pci.chip_id = (int)found->device_id;
    dev->base.driver_name = "galvan";
    dev->base.name = dev->name;
    dev->base.index = found->index;
    return &dev->base;
}

/* The kinds of devices to enumerate. */
enum wanted {
    WANT_HARDWARE = 1 << 0,
    WANT_SOFTWARE = 1 << 1,
};

static int probe(struct pipe_loader_device **devs, int ndev, unsigned wanted)
{
    struct galvan_device found[MAX_DEVICES];
    unsigned num;
    int count = 0;
    if (galvan_device_list(NULL, found, MAX_DEVICES, &num))
        return 0;
    for (unsigned i = 0; i < num && i < MAX_DEVICES; i++) {
        if (!(wanted & (found[i].software ? WANT_SOFTWARE : WANT_HARDWARE)))
            continue;
        if (count < ndev) {
            devs[count] = create_device(&found[i]);
            if (!devs[count])
                break;
        }
        count++;
    }
    return count;
}

int pipe_loader_probe(struct pipe_loader_device **devs, int ndev)
{
    return probe(devs, ndev, WANT_HARDWARE | WANT_SOFTWARE);
}

int pipe_loader_sw_probe(struct pipe_loader_device **devs, int ndev)
{
    return probe(devs, ndev, WANT_SOFTWARE);
}

int pipe_loader_drm_probe(struct pipe_loader_device **devs, int ndev)
{
    return probe(devs, ndev, WANT_HARDWARE);
}

boolean pipe_loader_sw_probe_null(struct pipe_loader_device **devs)
{
    return pipe_loader_sw_probe(devs, 1) > 0;
}

struct pipe_screen *pipe_loader_create_screen(struct pipe_loader_device *dev, ...)
{
    char device[16];
    struct pipe_screen *screen;
    snprintf(device, sizeof(device), "%u", dev->index);
    if (galvan_screen_create(galvan_screen_params(.device = device), &screen))
        return NULL;
    return screen;
}

void pipe_loader_release(struct pipe_loader_device **devs, int ndev)
{
    for (int i = 0; i < ndev; i++) {
        free(devs[i]);
        devs[i] = NULL;
    }
}
