/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks the capability sets that guests of virtual machines get in addition to OpenGL. Galvan's
 * libvirglrenderer loads the stock libvirglrenderer for these sets. */
#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "diagnose/checks.h"
#include "diagnose/setup/attempt.h"
#include "diagnose/setup/client_env.h"
#include "util/array.h"
#include "util/env.h"
#include "util/library_path.h"

#define NAME "libvirglrenderer.so.1"

enum {
    FIRST_SET = 3, /* Galvan implements the earlier sets */
    NUM_SETS = 64,
    ATTEMPT_MS = 10000
};

static const char *set_name(uint32_t set)
{
    static const char *const names[] = {
        [3] = "gfxstream", [4] = "Venus", [5] = "cross-domain", [6] = "native contexts"};
    return set < GV_ARRAY_SIZE(names) ? names[set] : "unknown";
}

/* Loads the stock library as Galvan's libvirglrenderer does, and lists its capability sets. */
static void try_stock(const void *priv, struct gv_finding *out)
{
    typedef void (*get_cap_set_fn)(uint32_t set, uint32_t * version, uint32_t * size_B);
    const char *path = priv;
    char sets[256] = "";
    size_t len = 0;
    void *library = dlmopen(LM_ID_NEWLM, path, RTLD_NOW | RTLD_LOCAL);
    get_cap_set_fn get =
        library ? (get_cap_set_fn)dlsym(library, "virgl_renderer_get_cap_set") : NULL;

    if (!get) {
        gv_finding_set(out, GV_FINDING_WARNING, "%s cannot be loaded for guests: %s", path,
                       dlerror());
        gv_finding_cure(out, "have GALVAN_STOCK_VIRGLRENDERER name the distribution's " NAME
                             ", or unset it");
        return;
    }
    for (uint32_t set = FIRST_SET; set < NUM_SETS && len < sizeof(sets); set++) {
        uint32_t version = 0, size_B = 0;
        get(set, &version, &size_B);
        if (size_B)
            len += (size_t)snprintf(sets + len, sizeof(sets) - len, "%s%s (%u)", len ? ", " : "",
                                    set_name(set), set);
    }
    gv_finding_set(out, GV_FINDING_OK, "guests get %s beside OpenGL, of %s", len ? sets : "nothing",
                   path);
}

/* Finds the stock library that Galvan's library would load. Returns false if no such library
 * exists. */
static bool find_stock(const char *own, char *out_path, size_t size_B)
{
    const char *named = gv_getenv("GALVAN_STOCK_VIRGLRENDERER");

    if (named) {
        snprintf(out_path, size_B, "%s", named);
        return strcmp(named, "none") != 0;
    }
    for (unsigned i = 0; gv_library_path(i, NAME, out_path, size_B); i++) {
        if (access(out_path, R_OK) == 0 && !gv_is_same_file(out_path, own))
            return true;
    }
    return false;
}

void gv_check_guests(const struct gv_doctor *doctor, struct gv_finding *out)
{
    char own[PATH_MAX], stock[PATH_MAX];

    (void)doctor;
    if (!gv_client_env_find(NAME, own, sizeof(own)) &&
        !gv_client_env_find("galvan/" NAME, own, sizeof(own)))
        gv_finding_set(out, GV_FINDING_NONE, "Galvan's " NAME " is not installed");
    else if (!find_stock(own, stock, sizeof(stock)))
        gv_finding_set(out, GV_FINDING_OK, "guests get OpenGL alone: there is no other " NAME);
    else
        gv_attempt(try_stock, stock, ATTEMPT_MS, out);
    if (out->kind == GV_FINDING_FAULT)
        out->kind = GV_FINDING_WARNING; /* only a warning, since programs on this system do not need
                                           the stock library */
}
