/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "version.h"

#include "util/u_screen.h"

#if GM_MESA >= 2402

/* Returns Mesa's default of a capability: until gm_fill_caps() sets the fields, they have Mesa's
 * defaults. */
int u_pipe_screen_get_param_defaults(struct pipe_screen *screen, enum pipe_cap param)
{
    switch (param) {
#define FIELD(field, name)                                                                         \
    case PIPE_CAP_##name:                                                                          \
        return (int)screen->caps.field;
#include "PIPE_CAP_.inc"
#undef FIELD
    default:
        return 0;
    }
}

void gm_fill_caps(struct pipe_screen *screen)
{
    struct pipe_caps *caps = (struct pipe_caps *)&screen->caps;

    u_init_pipe_screen_caps(screen, 1);
#define FIELD(field, name) caps->field = gm_get_param(screen, PIPE_CAP_##name);
#include "PIPE_CAP_.inc"
#undef FIELD
#define FIELD(field, name) caps->field = gm_get_paramf(screen, PIPE_CAPF_##name);
#include "PIPE_CAPF_.inc"
#undef FIELD
}

#endif
