/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creation and destruction of objects. */
#include "virgl/object.h"

#include <stdlib.h>

#include "pipe/p_context.h"
#include "pipe/p_inlines.h"
#include "virgl/budget.h"
#include "virgl/pipe.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"

enum galvan_result gv_virgl_object_create(struct gv_virgl_sub_context *sub, uint32_t handle,
                                          enum gv_virgl_object_type type,
                                          struct gv_virgl_object **out)
{
    const uint32_t cost_B = gv_virgl_object_cost_B(type);
    if (!gv_virgl_charge(sub->r, cost_B))
        return GALVAN_ERROR_LIMIT;
    if (!gv_virgl_count_object(sub->r)) {
        gv_virgl_uncharge(sub->r, cost_B);
        return GALVAN_ERROR_LIMIT;
    }
    struct gv_virgl_object *obj = calloc(1, sizeof(*obj));
    if (!obj || !gv_hash_set(&sub->objects, handle, obj)) {
        free(obj);
        gv_virgl_uncharge(sub->r, cost_B);
        gv_virgl_uncount_object(sub->r);
        return GALVAN_ERROR_NO_MEMORY;
    }
    obj->charged_B = cost_B;
    obj->refs = 1;
    obj->handle = handle;
    obj->type = type;
    obj->sub = sub;
    *out = obj;
    return GALVAN_OK;
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
    struct pipe_context *pipe = obj->sub->pipe; /* not NULL, since this pipe_context has created
                                                   obj */
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
    obj->handle = 0;
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
