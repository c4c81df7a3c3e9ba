/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Commands that bind constants, textures, samplers, and shader buffers and images. Each command
 * looks up all objects first, and binds them only if all exist. */
#include <string.h>

#include "pipe/p_context.h"
#include "pipe/p_format_description.h"
#include "pipe/p_screen.h"
#include "virgl/command/command.h"
#include "virgl/command/decoders.h"
#include "virgl/command/handles.h"
#include "virgl/command/said.h"
#include "virgl/renderer.h"
#include "virgl/resource.h"
#include "virgl/sub_context.h"

/* ---- Constants ------------------------------------------------------------------------------- */

/* Checks the slot of a constant buffer. Callers accept the unbinding of a higher slot without this
 * check, since clients unbind more slots than were announced. */
static bool const_slot_ok(struct gv_virgl_cmd *cmd, uint32_t stage, uint32_t index)
{
    if (!gv_virgl_stage_ok(cmd, stage))
        return false;
    if (index < GV_VIRGL_MAX_CONST_BUFFERS)
        return true;
    gv_virgl_fail(cmd, "constant buffer %u, there are %u", index, GV_VIRGL_MAX_CONST_BUFFERS);
    return false;
}

enum galvan_result gv_virgl_decode_set_constant_buffer(struct gv_virgl_cmd *cmd)
{
    struct pipe_context *pipe = cmd->pipe;
    uint32_t stage = gv_virgl_u32(&cmd->in);
    uint32_t index = gv_virgl_u32(&cmd->in);
    size_t num_dw = gv_virgl_left(&cmd->in);

    if (!num_dw && stage < GV_VIRGL_NUM_STAGES && index >= GV_VIRGL_MAX_CONST_BUFFERS &&
        index < PIPE_MAX_CONSTANT_BUFFERS)
        return GALVAN_OK;
    if (!const_slot_ok(cmd, stage, index))
        return GALVAN_ERROR_INVALID;
    struct pipe_constant_buffer buffer = {
        .buffer_size = (unsigned)(num_dw * sizeof(uint32_t)),
        .user_buffer = gv_virgl_dwords(&cmd->in, num_dw),
    };
    cmd->sub->uniforms_said[stage][index].submit = 0;
    pipe->set_constant_buffer(pipe, stage, index, num_dw ? &buffer : NULL);
    return GALVAN_OK;
}

/* Clips [offset, offset + size) to a buffer. False if the range begins after the buffer's end. */
static bool clip_range(struct gv_virgl_cmd *cmd, const struct gv_virgl_resource *res,
                       uint32_t offset_B, uint32_t *size_B)
{
    uint64_t buffer_B = gv_virgl_buffer_size(res);
    if (offset_B > buffer_B) {
        gv_virgl_fail(cmd, "offset %u past the end of resource %u", offset_B, res->handle);
        return false;
    }
    if (*size_B > buffer_B - offset_B)
        *size_B = (uint32_t)(buffer_B - offset_B);
    return true;
}

/* Checks that the offset is a multiple of the announced alignment. */
static bool offset_aligned(struct gv_virgl_cmd *cmd, uint32_t offset_B, enum pipe_cap cap)
{
    struct pipe_screen *screen = cmd->r->screen;
    int alignment_B = screen->get_param(screen, cap);
    if (alignment_B <= 1 || offset_B % (unsigned)alignment_B == 0)
        return true;
    gv_virgl_fail(cmd, "offset %u, wanted a multiple of %d", offset_B, alignment_B);
    return false;
}

/* Binds a range of a buffer as a constant buffer. `words` holds the offset, the size and the
 * resource handle. */
static __attribute__((noinline)) enum galvan_result
set_uniform_buffer(struct gv_virgl_cmd *cmd, uint32_t stage, uint32_t index,
                   struct gv_virgl_said *said, const uint32_t words[3])
{
    struct pipe_context *pipe = cmd->pipe;
    const uint32_t offset_B = words[0], handle = words[2];
    uint32_t size_B = words[1];

    said->submit = 0;
    if (!handle) {
        pipe->set_constant_buffer(pipe, stage, index, NULL);
        return GALVAN_OK;
    }
    struct gv_virgl_resource *res = gv_virgl_need_buffer(cmd, handle);
    if (!res || !clip_range(cmd, res, offset_B, &size_B) ||
        !offset_aligned(cmd, offset_B, PIPE_CAP_CONSTANT_BUFFER_OFFSET_ALIGNMENT))
        return GALVAN_ERROR_INVALID;
    struct pipe_constant_buffer buffer = {
        .buffer = res->pipe,
        .buffer_offset = offset_B,
        .buffer_size = size_B,
    };
    pipe->set_constant_buffer(pipe, stage, index, size_B ? &buffer : NULL);
    gv_virgl_note_said(cmd, said, words);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_uniform_buffer(struct gv_virgl_cmd *cmd)
{
    const uint32_t *words = gv_virgl_dwords(&cmd->in, 5);
    const uint32_t stage = words[0], index = words[1];

    if (!const_slot_ok(cmd, stage, index))
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_said *said = &cmd->sub->uniforms_said[stage][index];
    if (gv_virgl_is_said(cmd, said, &words[2]))
        return GALVAN_OK;
    return set_uniform_buffer(cmd, stage, index, said, &words[2]);
}

/* ---- Textures and samplers ------------------------------------------------------------------- */

/* Slots `first` to `end` - 1. `end` is 0 if the range is empty. */
struct range {
    unsigned first, end;
};

/* Whether the object with this handle is bound. A destroyed object and an empty slot both have
 * handle 0. */
static bool is_bound(const struct gv_virgl_object *bound, uint32_t handle)
{
    return bound ? handle && bound->handle == handle : !handle;
}

/* Reads a range of handles (0: no object), and looks up the objects that are not bound yet: Mesa
 * sends all handles again if one changes. *changed is the range of slots whose object changes.
 * False if a handle is refused. */
static bool need_objects(struct gv_virgl_cmd *cmd, enum gv_virgl_object_type type, unsigned num,
                         struct gv_virgl_object *const *bound, struct gv_virgl_object **out,
                         struct range *changed)
{
    const uint32_t *handles = gv_virgl_dwords(&cmd->in, num);
    struct range r = {num, 0};
    for (unsigned i = 0; i < num; i++) {
        out[i] = bound[i];
        if (is_bound(bound[i], handles[i]))
            continue;
        out[i] = handles[i] ? gv_virgl_need_object(cmd, handles[i], type) : NULL;
        if (handles[i] && !out[i])
            return false;
        r.first = i < r.first ? i : r.first;
        r.end = i + 1;
    }
    *changed = r;
    return true;
}

enum galvan_result gv_virgl_decode_set_sampler_views(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_object *objects[GV_VIRGL_MAX_SAMPLERS];
    struct pipe_sampler_view *views[GV_VIRGL_MAX_SAMPLERS];
    struct range r;
    uint32_t stage = gv_virgl_u32(&cmd->in);
    uint32_t start = gv_virgl_u32(&cmd->in);
    uint32_t num = (uint32_t)gv_virgl_left(&cmd->in);

    if (!gv_virgl_stage_ok(cmd, stage) ||
        !gv_virgl_slots_ok(cmd, start, num, GV_VIRGL_MAX_SAMPLERS))
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_object **bound = &cmd->sub->views[stage][start];
    if (!need_objects(cmd, GV_VIRGL_OBJECT_SAMPLER_VIEW, num, bound, objects, &r))
        return GALVAN_ERROR_INVALID;
    if (!r.end)
        return GALVAN_OK;
    for (unsigned i = r.first; i < r.end; i++)
        views[i] = objects[i] ? objects[i]->u.view : NULL;
    cmd->pipe->set_sampler_views(cmd->pipe, stage, start + r.first, r.end - r.first,
                                 &views[r.first]);
    for (unsigned i = r.first; i < r.end; i++)
        gv_virgl_object_bind(&bound[i], objects[i]);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_bind_sampler_states(struct gv_virgl_cmd *cmd)
{
    struct gv_virgl_object *objects[GV_VIRGL_MAX_SAMPLERS];
    void *csos[GV_VIRGL_MAX_SAMPLERS];
    struct range r;
    uint32_t stage = gv_virgl_u32(&cmd->in);
    uint32_t start = gv_virgl_u32(&cmd->in);
    uint32_t num = (uint32_t)gv_virgl_left(&cmd->in);

    if (!gv_virgl_stage_ok(cmd, stage) ||
        !gv_virgl_slots_ok(cmd, start, num, GV_VIRGL_MAX_SAMPLERS))
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_object **bound = &cmd->sub->samplers[stage][start];
    if (!need_objects(cmd, GV_VIRGL_OBJECT_SAMPLER_STATE, num, bound, objects, &r))
        return GALVAN_ERROR_INVALID;
    if (!r.end)
        return GALVAN_OK;
    for (unsigned i = r.first; i < r.end; i++)
        csos[i] = objects[i] ? objects[i]->u.cso : NULL;
    cmd->pipe->bind_sampler_states(cmd->pipe, stage, start + r.first, r.end - r.first,
                                   &csos[r.first]);
    for (unsigned i = r.first; i < r.end; i++)
        gv_virgl_object_bind(&bound[i], objects[i]);
    return GALVAN_OK;
}

/* ---- Shader buffers and images --------------------------------------------------------------- */

/* Reads num entries {offset, length, resource}. False if an entry is refused. *out_any: true if at
 * least one entry is not empty. */
static bool decode_shader_buffers(struct gv_virgl_cmd *cmd, uint32_t num,
                                  struct pipe_shader_buffer *out, bool *out_any)
{
    *out_any = false;
    for (unsigned i = 0; i < num; i++) {
        uint32_t offset_B = gv_virgl_u32(&cmd->in);
        uint32_t size_B = gv_virgl_u32(&cmd->in);
        uint32_t handle = gv_virgl_u32(&cmd->in);
        out[i] = (struct pipe_shader_buffer){0};
        if (!handle)
            continue;
        struct gv_virgl_resource *res = gv_virgl_need_buffer(cmd, handle);
        if (!res || !clip_range(cmd, res, offset_B, &size_B) ||
            !offset_aligned(cmd, offset_B, PIPE_CAP_SHADER_BUFFER_OFFSET_ALIGNMENT))
            return false;
        out[i].buffer = size_B ? res->pipe : NULL;
        out[i].buffer_offset = offset_B;
        out[i].buffer_size = size_B;
        *out_any |= size_B != 0;
    }
    return true;
}

enum galvan_result gv_virgl_decode_set_shader_buffers(struct gv_virgl_cmd *cmd)
{
    struct pipe_context *pipe = cmd->pipe;
    struct pipe_shader_buffer buffers[GV_VIRGL_MAX_SHADER_BUFFERS];
    uint32_t stage = gv_virgl_u32(&cmd->in);
    uint32_t start = gv_virgl_u32(&cmd->in);
    uint32_t num = (uint32_t)(gv_virgl_left(&cmd->in) / 3);
    bool any;

    if (!gv_virgl_stage_ok(cmd, stage) ||
        !gv_virgl_slots_ok(cmd, start, num, GV_VIRGL_MAX_SHADER_BUFFERS) ||
        !decode_shader_buffers(cmd, num, buffers, &any))
        return GALVAN_ERROR_INVALID;
    if (!pipe->set_shader_buffers)
        return any ? gv_virgl_fail_unsupported(cmd) : GALVAN_OK;
    if (num)
        pipe->set_shader_buffers(pipe, stage, start, num, buffers);
    return GALVAN_OK;
}

enum galvan_result gv_virgl_decode_set_atomic_buffers(struct gv_virgl_cmd *cmd)
{
    struct pipe_context *pipe = cmd->pipe;
    struct pipe_shader_buffer buffers[GV_VIRGL_MAX_ATOMIC_BUFFERS];
    uint32_t start = gv_virgl_u32(&cmd->in);
    uint32_t num = (uint32_t)(gv_virgl_left(&cmd->in) / 3);
    bool any;

    if (!gv_virgl_slots_ok(cmd, start, num, GV_VIRGL_MAX_ATOMIC_BUFFERS) ||
        !decode_shader_buffers(cmd, num, buffers, &any))
        return GALVAN_ERROR_INVALID;
    if (!pipe->set_hw_atomic_buffers)
        return any ? gv_virgl_fail_unsupported(cmd) : GALVAN_OK;
    if (num)
        pipe->set_hw_atomic_buffers(pipe, start, num, buffers);
    return GALVAN_OK;
}

/* Whether the resource can be bound as an image of this format. Caches the last format, because
 * Mesa sends all images again if one changes. */
static bool may_be_image(const struct gv_virgl_cmd *cmd, struct gv_virgl_resource *res,
                         uint32_t format)
{
    struct pipe_screen *screen = cmd->r->screen;
    const bool buffer = gv_virgl_resource_is_buffer(res);
    const unsigned samples = res->layout.samples > 1 ? res->layout.samples : 0;

    if (format && format == res->image_format)
        return true;
    if (format >= PIPE_FORMAT_COUNT ||
        (!buffer && util_format_get_blocksize(format) != res->layout.block_B) ||
        !screen->is_format_supported(screen, format, res->layout.target, samples,
                                     PIPE_BIND_SHADER_IMAGE))
        return false;
    res->image_format = format;
    return true;
}

/* Decodes one image slot: format, access, layers (of a buffer: offset), level (of a buffer: size),
 * and resource. */
static bool decode_image(struct gv_virgl_cmd *cmd, unsigned slot,
                         const uint32_t words[GV_VIRGL_IMAGE_DW], struct pipe_image_view *out)
{
    const uint32_t format = words[0], access = words[1], range0 = words[2], handle = words[4];
    uint32_t range1 = words[3];

    *out = (struct pipe_image_view){0};
    if (!handle)
        return true;
    struct gv_virgl_resource *res = gv_virgl_need_device_resource(cmd, handle);
    if (!res)
        return false;
    bool buffer = gv_virgl_resource_is_buffer(res);
    if ((access & ~(uint32_t)PIPE_IMAGE_ACCESS_READ_WRITE) || !may_be_image(cmd, res, format)) {
        gv_virgl_fail(cmd, "slot %u: resource %u is no image of format %u", slot, handle, format);
        return false;
    }
    out->resource = res->pipe;
    out->format = format;
    out->access = (uint16_t)access;
    if (buffer) {
        if (!clip_range(cmd, res, range0, &range1))
            return false;
        out->u.buf.offset = range0;
        out->u.buf.size = range1;
        return true;
    }
    /* Mesa sends a union in which only the byte of the level is set. */
    unsigned first = range0 & 0xffff, last = range0 >> 16, level = range1 & 0xff;
    if (level >= res->layout.num_levels || first > last ||
        last >= gv_virgl_level_slices(&res->layout, level)) {
        gv_virgl_fail(cmd, "slot %u: level %u, layers %u to %u of resource %u", slot, level, first,
                      last, handle);
        return false;
    }
    out->u.tex.first_layer = first;
    out->u.tex.last_layer = last;
    out->u.tex.level = level;
    return true;
}

static bool says_other_image(const struct gv_virgl_said_images *said, unsigned slot,
                             const uint32_t words[GV_VIRGL_IMAGE_DW])
{
    return !(said->mask >> slot & 1) ||
           memcmp(said->words[slot], words, sizeof(said->words[slot])) != 0;
}

/* Returns the range of slots that differ from the images that this submit has bound before. Only
 * these slots are passed to the driver. If an entry is refused, no binding changes. */
static struct range changed_images(struct gv_virgl_cmd *cmd, struct gv_virgl_said_images *said,
                                   unsigned start, const uint32_t *words, unsigned num)
{
    struct range r = {0, num};
    if (said->submit != cmd->r->num_submits)
        said->mask = 0;
    said->submit = cmd->r->num_submits;
    while (r.end &&
           !says_other_image(said, start + r.end - 1, &words[(r.end - 1) * GV_VIRGL_IMAGE_DW]))
        r.end--;
    while (r.first < r.end &&
           !says_other_image(said, start + r.first, &words[r.first * GV_VIRGL_IMAGE_DW]))
        r.first++;
    return r;
}

static void note_said_images(struct gv_virgl_said_images *said, unsigned start,
                             const uint32_t *words, struct range r)
{
    for (unsigned i = r.first; i < r.end; i++) {
        said->mask |= 1u << (start + i);
        memcpy(said->words[start + i], &words[i * GV_VIRGL_IMAGE_DW],
               sizeof(said->words[start + i]));
    }
}

enum galvan_result gv_virgl_decode_set_shader_images(struct gv_virgl_cmd *cmd)
{
    struct pipe_context *pipe = cmd->pipe;
    struct pipe_image_view images[GV_VIRGL_MAX_SHADER_IMAGES];
    uint32_t stage = gv_virgl_u32(&cmd->in);
    uint32_t start = gv_virgl_u32(&cmd->in);
    uint32_t num = (uint32_t)(gv_virgl_left(&cmd->in) / GV_VIRGL_IMAGE_DW);
    const uint32_t *words = gv_virgl_dwords(&cmd->in, (size_t)num * GV_VIRGL_IMAGE_DW);
    bool any = false;

    if (!gv_virgl_stage_ok(cmd, stage) ||
        !gv_virgl_slots_ok(cmd, start, num, GV_VIRGL_MAX_SHADER_IMAGES))
        return GALVAN_ERROR_INVALID;
    struct gv_virgl_said_images *said = &cmd->sub->images_said[stage];
    const struct range r = changed_images(cmd, said, start, words, num);
    for (unsigned i = r.first; i < r.end; i++) {
        if (!decode_image(cmd, start + i, &words[i * GV_VIRGL_IMAGE_DW], &images[i]))
            return GALVAN_ERROR_INVALID;
        any |= images[i].resource != NULL;
    }
    if (!pipe->set_shader_images)
        return any ? gv_virgl_fail_unsupported(cmd) : GALVAN_OK;
    if (r.first < r.end)
        pipe->set_shader_images(pipe, stage, start + r.first, r.end - r.first, &images[r.first]);
    note_said_images(said, start, words, r);
    return GALVAN_OK;
}
