/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/shown.h"

#include "virglrenderer/instance.h"
#include "virglrenderer/resource.h"

void gv_vr_shown_add(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    if (res->is_shown)
        return;
    res->is_shown = true;
    res->next_shown = instance->shown;
    instance->shown = res;
}

void gv_vr_shown_remove(struct gv_vr_instance *instance, struct gv_vr_resource *res)
{
    struct gv_vr_resource **link = &instance->shown;
    if (!res->is_shown)
        return;
    while (*link != res)
        link = &(*link)->next_shown;
    *link = res->next_shown;
    res->is_shown = false;
}
