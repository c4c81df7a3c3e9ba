/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* BIND_OBJECT and DESTROY_OBJECT. */
#include "pipe/p_context.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/command/streamout.h"
#include "virgl/sub_context.h"
#include "virgl/watch_draws.h"

/* Binds an object. The object type in the header says which bind point is set. Handle 0 unbinds;
 * any other handle must name an object of the header's type. */
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
        gv_virgl_watch_state(sub);
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
        return gv_virgl_fail(cmd, "a %s is not bound this way", gv_virgl_type_name(type));
    }
}

/* Destroys an object. An unknown handle is no error: clients also destroy objects whose creation
 * failed. */
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
