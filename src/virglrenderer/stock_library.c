/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/stock_library.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "util/env.h"
#include "util/library_path.h"
#include "util/log.h"

#define NAME      "libvirglrenderer.so.1"
#define COMPONENT "virglrenderer"

enum {
    MAX_PATH_B = 4096
};

const char virgl_renderer_galvan_version[] = GALVAN_VERSION;

static void take_messages(void *library, const struct gv_vr_stock_messages *messages)
{
    __typeof__(&virgl_set_log_callback) set_log =
        (__typeof__(&virgl_set_log_callback))dlsym(library, "virgl_set_log_callback");
    __typeof__(&virgl_set_debug_callback) set_debug =
        (__typeof__(&virgl_set_debug_callback))dlsym(library, "virgl_set_debug_callback");
    if (set_log)
        set_log(messages->log, NULL, NULL);
    else if (set_debug)
        set_debug(messages->debug);
}

/* Looks up the library's functions. Returns NULL, or the name of a missing function. */
static const char *find_functions(void *library, struct gv_vr_stock_functions *out)
{
    struct gv_vr_stock_functions f;
#define F(name)                                                                                    \
    f.name = (__typeof__(f.name))dlsym(library, "virgl_renderer_" #name);                          \
    if (!f.name)                                                                                   \
        return "virgl_renderer_" #name;
    GV_VR_STOCK_FUNCTIONS(F)
#undef F
#define F(name) f.name = (__typeof__(f.name))dlsym(library, "virgl_renderer_" #name);
    GV_VR_STOCK_OPTIONAL_FUNCTIONS(F)
#undef F
    *out = f;
    return NULL;
}

/* Returns the path of the file that contains this code, or "". */
static const char *own_path(void)
{
    Dl_info info;
    return dladdr(virgl_renderer_galvan_version, &info) && info.dli_fname ? info.dli_fname : "";
}

static bool open_path(const struct galvan_log *log, enum galvan_log_level level, const char *path,
                      const struct gv_vr_stock_messages *messages,
                      struct gv_vr_stock_functions *out)
{
    const char *missing = "";
    if (gv_is_same_file(path, own_path())) {
        gv_log_print(log, level, COMPONENT, "stock library: %s is this library", path);
        return false;
    }
    void *library = dlmopen(LM_ID_NEWLM, path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        gv_log_print(log, level, COMPONENT, "stock library: %s", dlerror());
        return false;
    }
    if (dlsym(library, "virgl_renderer_galvan_version"))
        gv_log_print(log, level, COMPONENT, "stock library: %s is Galvan's", path);
    else if ((missing = find_functions(library, out)))
        gv_log_print(log, level, COMPONENT, "stock library: %s is too old, %s is missing", path,
                     missing);
    if (missing) {
        dlclose(library);
        return false;
    }
    take_messages(library, messages);
    gv_info(log, COMPONENT, "the stock library is loaded: %s", path);
    return true;
}

bool gv_vr_stock_library_open(const struct galvan_log *log,
                              const struct gv_vr_stock_messages *messages,
                              struct gv_vr_stock_functions *out)
{
    const char *named = gv_getenv("GALVAN_STOCK_VIRGLRENDERER");
    char path[MAX_PATH_B];

    if (named)
        return strcmp(named, "none") != 0 && open_path(log, GALVAN_LOG_ERR, named, messages, out);
    for (unsigned i = 0; gv_library_path(i, NAME, path, sizeof(path)); i++) {
        if (access(path, R_OK) == 0 && open_path(log, GALVAN_LOG_INFO, path, messages, out))
            return true;
    }
    return false;
}
