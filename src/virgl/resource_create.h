/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation of resources for other files of this module. */
#ifndef GV_VIRGL_RESOURCE_CREATE_H
#define GV_VIRGL_RESOURCE_CREATE_H

#include <sys/uio.h>

#include "virgl/api/resource.h"

/* Creates a buffer on the pages of memory. On success the renderer owns the pages. */
enum galvan_result gv_virgl_resource_create_on(struct gv_virgl_renderer *r,
                                               const struct gv_virgl_resource_args *args,
                                               const struct iovec *memory);

#endif
