/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The life of objects: creation under a handle, binding, destruction. */
#include "virgl/object.h"

#include <stdlib.h>

#include "pipe/p_context.h"
#include "util/u_inlines.h"
#include "virgl/command/command.h"
#include "virgl/command/streamout.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/results.h"
#include "virgl/sub_context.h"

/* "blend", "sampler view", ... */
static const char *type_name(unsigned type)
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

struct gv_virgl_object *gv_virgl_object_create(struct gv_virgl_cmd *cmd, uint32_t handle,
                                               enum gv_virgl_object_type type)
{
    if (!handle) {
        gv_virgl_fail(cmd, "handle 0");
        return NULL;
    }
    if (gv_hash_find(&cmd->sub->objects, handle)) {
        gv_virgl_fail(cmd, "handle %u is in use", handle);
        return NULL;
    }
    if (!gv_virgl_count_object(cmd->r)) {
        gv_virgl_fail_with(cmd, GALVAN_ERROR_LIMIT, "more than %u objects",
                           cmd->r->limits.max_objects);
        return NULL;
    }
    struct gv_virgl_object *obj = calloc(1, sizeof(*obj));
    if (!obj || !gv_hash_set(&cmd->sub->objects, handle, obj)) {
        free(obj);
        gv_virgl_uncount_object(cmd->r);
        gv_virgl_fail_with(cmd, GALVAN_ERROR_NO_MEMORY, "out of memory");
        return NULL;
    }
    obj->refs = 1;
    obj->handle = handle;
    obj->type = type;
    obj->sub = cmd->sub;
    return obj;
}

struct gv_virgl_object *gv_virgl_need_object(struct gv_virgl_cmd *cmd, uint32_t handle,
                                             enum gv_virgl_object_type type)
{
    struct gv_virgl_object *obj = gv_hash_find(&cmd->sub->objects, handle);
    if (!obj) {
        gv_virgl_fail(cmd, "unknown %s %u", type_name(type), handle);
        return NULL;
    }
    if (obj->type != type) {
        gv_virgl_fail(cmd, "object %u is a %s, not a %s", handle, type_name(obj->type),
                      type_name(type));
        return NULL;
    }
    return obj;
}

static void delete_query(struct gv_virgl_object *obj, struct pipe_context *pipe)
{
    struct gv_virgl_query *q = &obj->u.query;
    if (q->pipe && q->active)
        pipe->end_query(pipe, q->pipe);
    if (q->pipe)
        pipe->destroy_query(pipe, q->pipe);
    gv_virgl_resource_release(obj->sub->r, q->result);
}

static void delete_object(struct gv_virgl_object *obj)
{
    struct pipe_context *pipe = obj->sub->pipe; /* there is one: objects are made through it */
    switch (obj->type) {
    case GV_VIRGL_OBJECT_SAMPLER_VIEW:
        pipe_sampler_view_reference(&obj->u.view, NULL);
        break;
    case GV_VIRGL_OBJECT_SURFACE:
        pipe_surface_reference(&obj->u.surface, NULL);
        break;
    case GV_VIRGL_OBJECT_STREAMOUT_TARGET:
        pipe_so_target_reference(&obj->u.target, NULL);
        break;
    case GV_VIRGL_OBJECT_QUERY:
        delete_query(obj, pipe);
        break;
    case GV_VIRGL_OBJECT_BLEND:
        if (obj->u.cso)
            pipe->delete_blend_state(pipe, obj->u.cso);
        break;
    case GV_VIRGL_OBJECT_RASTERIZER:
        if (obj->u.cso)
            pipe->delete_rasterizer_state(pipe, obj->u.cso);
        break;
    case GV_VIRGL_OBJECT_DSA:
        if (obj->u.cso)
            pipe->delete_depth_stencil_alpha_state(pipe, obj->u.cso);
        break;
    case GV_VIRGL_OBJECT_SAMPLER_STATE:
        if (obj->u.cso)
            pipe->delete_sampler_state(pipe, obj->u.cso);
        break;
    case GV_VIRGL_OBJECT_VERTEX_ELEMENTS:
        if (obj->u.cso)
            pipe->delete_vertex_elements_state(pipe, obj->u.cso);
        break;
    case GV_VIRGL_OBJECT_SHADER:
        if (obj->u.cso)
            gv_virgl_pipe_delete_shader(pipe, obj->stage, obj->u.cso);
        break;
    default:
        break;
    }
    gv_virgl_uncharge(obj->sub->r, obj->charged_B);
    gv_virgl_uncount_object(obj->sub->r);
    free(obj);
}

void gv_virgl_object_unref(struct gv_virgl_object *obj)
{
    if (obj && --obj->refs == 0)
        delete_object(obj);
}

void gv_virgl_object_remove(struct gv_virgl_object *obj)
{
    gv_hash_remove(&obj->sub->objects, obj->handle);
    gv_virgl_object_unref(obj);
}

void gv_virgl_object_bind(struct gv_virgl_object **slot, struct gv_virgl_object *obj)
{
    struct gv_virgl_object *old = *slot;
    if (obj)
        obj->refs++;
    *slot = obj;
    gv_virgl_object_unref(old);
}

/* The header's type says what is unbound by handle 0; with a handle it has to agree. */
enum galvan_result gv_virgl_decode_bind_object(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_sub_context *sub = cmd->sub;
    struct pipe_context *pipe = cmd->pipe;
    unsigned type = gv_virgl_header_type(cmd->header);
    uint32_t handle = gv_virgl_u32(&cmd->in);

    struct gv_virgl_object *obj = NULL;
    if (handle && !(obj = gv_virgl_need_object(cmd, handle, type)))
        return GALVAN_ERROR_INVALID;
    void *cso = obj ? obj->u.cso : NULL;
    switch (type) {
    case GV_VIRGL_OBJECT_BLEND:
        pipe->bind_blend_state(pipe, cso);
        gv_virgl_object_bind(&sub->blend, obj);
        return GALVAN_OK;
    case GV_VIRGL_OBJECT_RASTERIZER:
        pipe->bind_rasterizer_state(pipe, cso);
        gv_virgl_object_bind(&sub->rasterizer, obj);
        return GALVAN_OK;
    case GV_VIRGL_OBJECT_DSA:
        pipe->bind_depth_stencil_alpha_state(pipe, cso);
        gv_virgl_object_bind(&sub->dsa, obj);
        return GALVAN_OK;
    case GV_VIRGL_OBJECT_VERTEX_ELEMENTS:
        pipe->bind_vertex_elements_state(pipe, cso);
        gv_virgl_object_bind(&sub->vertex_elements, obj);
        return GALVAN_OK;
    default:
        return gv_virgl_fail(cmd, "a %s is not bound this way", type_name(type));
    }
}

/* Unknown handles are not worth a complaint: clients destroy what failed to be created. */
enum galvan_result gv_virgl_decode_destroy_object(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_object *obj = gv_hash_find(&cmd->sub->objects, gv_virgl_u32(&cmd->in));
    if (!obj)
        return GALVAN_OK;
    if (obj->type == GV_VIRGL_OBJECT_STREAMOUT_TARGET)
        gv_virgl_forget_so_tuples(cmd->sub, obj->handle);
    gv_virgl_object_remove(obj);
    return GALVAN_OK;
}
