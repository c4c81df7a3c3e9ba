/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virgl/command/handles.h"

#include "util/hash.h"
#include "virgl/command/command.h"
#include "virgl/context.h"
#include "virgl/renderer.h"
#include "virgl/report.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"

/* ---- Objects of the sub-context -------------------------------------------------------------- */

const char *gv_virgl_type_name(unsigned type)
{
    static const char *const names[GV_VIRGL_NUM_OBJECT_TYPES] = {
        [GV_VIRGL_OBJECT_NULL] = "null object",
        [GV_VIRGL_OBJECT_BLEND] = "blend",
        [GV_VIRGL_OBJECT_RASTERIZER] = "rasterizer",
        [GV_VIRGL_OBJECT_DSA] = "depth-stencil-alpha",
        [GV_VIRGL_OBJECT_SHADER] = "shader",
        [GV_VIRGL_OBJECT_VERTEX_ELEMENTS] = "vertex elements",
        [GV_VIRGL_OBJECT_SAMPLER_VIEW] = "sampler view",
        [GV_VIRGL_OBJECT_SAMPLER_STATE] = "sampler state",
        [GV_VIRGL_OBJECT_SURFACE] = "surface",
        [GV_VIRGL_OBJECT_QUERY] = "query",
        [GV_VIRGL_OBJECT_STREAMOUT_TARGET] = "stream-out target",
        [GV_VIRGL_OBJECT_MSAA_SURFACE] = "multisample surface",
    };
    return type < GV_VIRGL_NUM_OBJECT_TYPES ? names[type] : "unknown object";
}

struct gv_virgl_object *gv_virgl_new_object(struct gv_virgl_cmd *cmd, uint32_t handle,
                                            enum gv_virgl_object_type type)
{
    struct gv_virgl_object *obj = NULL;
    if (!handle) {
        gv_virgl_fail(cmd, "handle 0");
        return NULL;
    }
    if (gv_hash_find(&cmd->sub->objects, handle)) {
        gv_virgl_fail(cmd, "handle %u is in use", handle);
        return NULL;
    }
    enum galvan_result result = gv_virgl_object_create(cmd->sub, handle, type, &obj);
    if (result == GALVAN_ERROR_LIMIT && cmd->r->num_objects < cmd->r->limits.max_objects)
        gv_virgl_fail_with(cmd, result, "memory limit of the client");
    else if (result == GALVAN_ERROR_LIMIT)
        gv_virgl_fail_with(cmd, result, "more than %u objects", cmd->r->limits.max_objects);
    else if (result != GALVAN_OK)
        gv_virgl_fail_with(cmd, result, "out of memory");
    return obj;
}

struct gv_virgl_object *gv_virgl_need_object(struct gv_virgl_cmd *cmd, uint32_t handle,
                                             enum gv_virgl_object_type type)
{
    struct gv_virgl_object *obj =
        gv_hash_find_again(&cmd->sub->objects, &cmd->sub->objects_found, handle);
    if (!obj) {
        gv_virgl_fail(cmd, "unknown %s %u%s", gv_virgl_type_name(type), handle,
                      gv_virgl_unknown_hint(cmd->r));
        cmd->r->num_unknown++;
        return NULL;
    }
    if (obj->type != type) {
        gv_virgl_fail(cmd, "object %u is a %s, not a %s", handle, gv_virgl_type_name(obj->type),
                      gv_virgl_type_name(type));
        return NULL;
    }
    return obj;
}

/* ---- Resources of the context ---------------------------------------------------------------- */

struct gv_virgl_resource *gv_virgl_need_resource(struct gv_virgl_cmd *cmd, uint32_t handle)
{
    struct gv_virgl_resource *res =
        gv_hash_find_again(&cmd->ctx->resources, &cmd->ctx->resources_found, handle);
    if (!res) {
        gv_virgl_fail(cmd, "unknown resource %u%s", handle, gv_virgl_unknown_hint(cmd->r));
        cmd->r->num_unknown++;
    }
    return res;
}

struct gv_virgl_resource *gv_virgl_need_device_resource(struct gv_virgl_cmd *cmd, uint32_t handle)
{
    struct gv_virgl_resource *res = gv_virgl_need_resource(cmd, handle);
    if (!res || res->pipe)
        return res;
    gv_virgl_fail(cmd, "resource %u is only shared memory", handle);
    return NULL;
}

struct gv_virgl_resource *gv_virgl_need_buffer(struct gv_virgl_cmd *cmd, uint32_t handle)
{
    struct gv_virgl_resource *res = gv_virgl_need_device_resource(cmd, handle);
    if (!res || gv_virgl_resource_is_buffer(res))
        return res;
    gv_virgl_fail(cmd, "resource %u is no buffer", handle);
    return NULL;
}

struct gv_virgl_resource *gv_virgl_need_texture(struct gv_virgl_cmd *cmd, uint32_t handle)
{
    struct gv_virgl_resource *res = gv_virgl_need_device_resource(cmd, handle);
    if (!res || !gv_virgl_resource_is_buffer(res))
        return res;
    gv_virgl_fail(cmd, "resource %u is no texture", handle);
    return NULL;
}
