/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads the tables of capabilities for the pipe_screen methods and for galvan_screen_cap_info(). */
#include "driver/screen/caps.h"

#include <stdio.h>
#include <string.h>

#include "driver/screen/limits.h"
#include "galvan/galvan.h"
#include "util/array.h"

/* ---- Values. Each is a number that a double represents exactly. */

/* struct gv_vk_caps begins with one flag for each feature, in the order of enum
 * gv_vk_feature_idx. */
_Static_assert(offsetof(struct gv_vk_caps, shaderDemote) == GV_VK_FEATURE_shaderDemote,
               "flags by index");

static bool has(const struct gv_screen *screen, uint8_t need)
{
    const bool *flags = (const bool *)&screen->dev->caps;
    return need == 0 || flags[need - 1];
}

static bool is_native(const struct gv_screen *screen, const struct gv_cap *cap)
{
    if (cap->absent || (cap->stand_in && !cap->needs[0] && !cap->native_where))
        return false;
    if (cap->native_where && !cap->native_where(screen))
        return false;
    for (unsigned i = 0; i < GV_CAP_MAX_NEEDS; i++) {
        if (!has(screen, cap->needs[i]))
            return false;
    }
    return true;
}

static bool is_emulated(const struct gv_screen *screen, const struct gv_cap *cap)
{
    return !is_native(screen, cap) && cap->stand_in && has(screen, cap->stand_in_needs) &&
           (!cap->stand_in_where || cap->stand_in_where(screen));
}

static double at_most(double value, int64_t max)
{
    return value < (double)max ? value : (double)max;
}

/* Returns element idx of the value; idx is 0 unless the value is an array of limits. */
static double read_value(const struct gv_screen *screen, const struct gv_cap_value *value,
                         unsigned stage, unsigned idx)
{
    const char *limit = (const char *)gv_caps_limits(screen) + value->limit;
    switch (value->source) {
    case GV_CAP_U32:
        return at_most(((const uint32_t *)(const void *)limit)[idx], value->number);
    case GV_CAP_I32:
        return at_most(((const int32_t *)(const void *)limit)[idx], value->number);
    case GV_CAP_U64:
        return at_most((double)((const uint64_t *)(const void *)limit)[idx], value->number);
    case GV_CAP_FLOAT:
        return ((const float *)(const void *)limit)[idx];
    case GV_CAP_FUNCTION:
        return value->function(screen);
    case GV_CAP_STAGE_FUNCTION:
        return value->stage_function(screen, stage);
    case GV_CAP_NUMBER:
        break;
    }
    return (double)value->number;
}

static double answer(const struct gv_screen *screen, const struct gv_cap *cap, unsigned stage,
                     unsigned idx)
{
    if (is_native(screen, cap))
        return read_value(screen, &cap->value, stage, idx);
    if (!is_emulated(screen, cap))
        return read_value(screen, &cap->otherwise, stage, idx);
    double value = read_value(screen, &cap->value, stage, idx);
    return value < (double)cap->stand_in_least ? (double)cap->stand_in_least : value;
}

static int get_param(struct pipe_screen *pscreen, enum pipe_cap param)
{
    if ((unsigned)param >= PIPE_CAP_COUNT)
        return 0;
    return (int)answer(gv_screen(pscreen), &gv_caps_param[param], 0, 0);
}

static float get_paramf(struct pipe_screen *pscreen, enum pipe_capf param)
{
    if ((unsigned)param >= PIPE_CAPF_COUNT)
        return 0.0f;
    return (float)answer(gv_screen(pscreen), &gv_caps_paramf[param], 0, 0);
}

static int get_shader_param(struct pipe_screen *pscreen, unsigned stage, enum pipe_shader_cap param)
{
    const struct gv_screen *screen = gv_screen(pscreen);
    if ((unsigned)param >= PIPE_SHADER_CAP_COUNT || !gv_caps_has_stage(screen, stage))
        return 0;
    return (int)answer(screen, &gv_caps_shader[param], stage, 0);
}

static int get_compute_param(struct pipe_screen *pscreen, enum pipe_shader_ir ir_type,
                             enum pipe_compute_cap param, void *ret)
{
    unsigned num, size_B;
    if ((unsigned)param >= PIPE_COMPUTE_CAP_COUNT || ir_type != PIPE_SHADER_IR_TGSI)
        return 0;
    gv_caps_compute_layout(param, &num, &size_B);
    for (unsigned i = 0; ret && i < num; i++) {
        uint64_t number =
            (uint64_t)answer(gv_screen(pscreen), &gv_caps_compute[param], GALVAN_STAGE_COMPUTE, i);
        uint32_t word = (uint32_t)number;
        memcpy((char *)ret + (size_t)i * size_B,
               size_B == sizeof(word) ? (const void *)&word : &number, size_B);
    }
    return (int)(num * size_B);
}

/* Returns a grid of 1 x 1 pixels, since all pixels have the same sample locations. */
static void get_sample_pixel_grid(struct pipe_screen *screen, unsigned sample_count,
                                  unsigned *out_width, unsigned *out_height)
{
    (void)screen;
    (void)sample_count;
    *out_width = *out_height = 1;
}

void gv_screen_init_caps(struct gv_screen *screen)
{
    screen->base.get_param = get_param;
    screen->base.get_paramf = get_paramf;
    screen->base.get_shader_param = get_shader_param;
    screen->base.get_compute_param = get_compute_param;
    screen->base.get_sample_pixel_grid = get_sample_pixel_grid;
}

/* ---- Descriptions for users */

static void append(char *text, size_t size, const char *separator, const char *more)
{
    size_t len = strlen(text);
    snprintf(text + len, size - len, "%s%s", len ? separator : "", more);
}

static void append_number(char *text, size_t size, const char *separator, double number)
{
    char digits[32];
    snprintf(digits, sizeof(digits), "%.15g", number);
    append(text, size, separator, digits);
}

static void append_need(const struct gv_screen *screen, uint8_t need, char *text, size_t size)
{
    struct gv_vk_feature feature;
    if (gv_vk_caps_feature(screen->dev, need - 1u, &feature) && !feature.present)
        append(text, size, ", ", feature.name);
}

/* Lists the features that the row needs and the device lacks. */
static void list_missing(const struct gv_screen *screen, const struct gv_cap *cap, char *text,
                         size_t size)
{
    for (unsigned i = 0; i < GV_CAP_MAX_NEEDS && cap->needs[i]; i++)
        append_need(screen, cap->needs[i], text, size);
    if (cap->stand_in_needs)
        append_need(screen, cap->stand_in_needs, text, size);
}

static void tell_shader_values(const struct gv_screen *screen, const struct gv_cap *cap, char *text,
                               size_t size)
{
    for (unsigned stage = 0; stage < GALVAN_NUM_STAGES; stage++)
        append_number(text, size, "/",
                      gv_caps_has_stage(screen, stage) ? answer(screen, cap, stage, 0) : 0);
}

static void tell_compute_values(const struct gv_screen *screen, unsigned idx, char *text,
                                size_t size)
{
    unsigned num, size_B;
    gv_caps_compute_layout((enum pipe_compute_cap)idx, &num, &size_B);
    for (unsigned i = 0; i < num; i++)
        append_number(text, size, "/",
                      answer(screen, &gv_caps_compute[idx], GALVAN_STAGE_COMPUTE, i));
    if (!num)
        append(text, size, "", "0");
}

static bool is_zero(const char *values)
{
    return values[strspn(values, "0/")] == '\0';
}

static void tell_state(const struct gv_screen *screen, const struct gv_cap *cap,
                       struct galvan_cap_info *info)
{
    char *note = info->note;
    if (cap->absent || (cap->property && is_zero(info->value))) {
        info->state = GALVAN_CAP_ABSENT;
        append(note, sizeof(info->note), "", cap->absent ? cap->absent : cap->property);
    } else if (cap->unasked) {
        info->state = GALVAN_CAP_UNASKED;
        append(note, sizeof(info->note), "", cap->unasked);
    } else if (is_native(screen, cap)) {
        info->state = GALVAN_CAP_NATIVE;
    } else if (is_emulated(screen, cap)) {
        info->state = GALVAN_CAP_EMULATED;
        append(note, sizeof(info->note), "", cap->stand_in);
    } else {
        info->state = GALVAN_CAP_ABSENT;
        list_missing(screen, cap, note, sizeof(info->note));
    }
}

static const struct {
    const struct gv_cap *rows;
    unsigned num;
} tables[] = {
    {gv_caps_param, PIPE_CAP_COUNT},
    {gv_caps_paramf, PIPE_CAPF_COUNT},
    {gv_caps_shader, PIPE_SHADER_CAP_COUNT},
    {gv_caps_compute, PIPE_COMPUTE_CAP_COUNT},
};

bool galvan_screen_cap_info(struct pipe_screen *pscreen, unsigned idx,
                            struct galvan_cap_info *out_info)
{
    const struct gv_screen *screen = gv_screen(pscreen);
    unsigned table = 0;
    while (table < GV_ARRAY_SIZE(tables) && idx >= tables[table].num)
        idx -= tables[table++].num;
    if (table == GV_ARRAY_SIZE(tables))
        return false;
    const struct gv_cap *cap = &tables[table].rows[idx];
    struct galvan_cap_info info = {.name = cap->name};
    if (tables[table].rows == gv_caps_shader)
        tell_shader_values(screen, cap, info.value, sizeof(info.value));
    else if (tables[table].rows == gv_caps_compute)
        tell_compute_values(screen, idx, info.value, sizeof(info.value));
    else
        append_number(info.value, sizeof(info.value), "", answer(screen, cap, 0, 0));
    tell_state(screen, cap, &info);
    *out_info = info;
    return true;
}
