/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Looks up the objects and resources that commands name by their handles. If a function returns
 * NULL, it has reported the error. */
#ifndef GV_VIRGL_COMMAND_HANDLES_H
#define GV_VIRGL_COMMAND_HANDLES_H

#include <stdint.h>

#include "virgl/object.h"

struct gv_virgl_cmd;
struct gv_virgl_resource;

/* Returns the name of an object type, such as "blend" or "sampler view". */
const char *gv_virgl_type_name(unsigned type);

/* Creates an object under the handle, with one reference and an empty union. NULL if the handle is
 * 0 or in use, or a limit is reached, or memory runs out. */
struct gv_virgl_object *gv_virgl_new_object(struct gv_virgl_cmd *cmd, uint32_t handle,
                                            enum gv_virgl_object_type type);

/* Returns the object with this handle. Reports an error if the object is not of this type. */
struct gv_virgl_object *gv_virgl_need_object(struct gv_virgl_cmd *cmd, uint32_t handle,
                                             enum gv_virgl_object_type type);

/* These functions return the resource with this handle, which must be attached to the context. With
 * need_device_resource() the resource must have device memory, with need_buffer() it must be a
 * buffer with device memory, and with need_texture() a texture with device memory. */
struct gv_virgl_resource *gv_virgl_need_resource(struct gv_virgl_cmd *cmd, uint32_t handle);
struct gv_virgl_resource *gv_virgl_need_device_resource(struct gv_virgl_cmd *cmd, uint32_t handle);
struct gv_virgl_resource *gv_virgl_need_buffer(struct gv_virgl_cmd *cmd, uint32_t handle);
struct gv_virgl_resource *gv_virgl_need_texture(struct gv_virgl_cmd *cmd, uint32_t handle);

#endif
