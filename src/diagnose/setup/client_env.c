/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/client_env.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/array.h"
#include "util/env.h"
#include "util/log.h"

static void add(struct gv_client_env *env, const char *name, const char *value)
{
    assert(env->num < GV_CLIENT_ENV_MAX);
    env->variables[env->num].name = name;
    env->variables[env->num++].value = value;
}

bool gv_client_env_own_dir(char *out_dir, size_t size_B)
{
    ssize_t len = readlink("/proc/self/exe", out_dir, size_B - 1);

    if (len <= 0)
        return false;
    out_dir[len] = '\0';
    *strrchr(out_dir, '/') = '\0';
    return true;
}

bool gv_client_env_find(const char *name, char *out_path, size_t size_B)
{
    static const char *const places[] = {"lib", GALVAN_PRELOAD_DIR};
    char dir[PATH_MAX / 2];

    if (!gv_client_env_own_dir(dir, sizeof(dir)))
        return false;
    for (size_t i = 0; i < GV_ARRAY_SIZE(places); i++) {
        snprintf(out_path, size_B, "%s/../%s/%s", dir, places[i], name);
        if (access(out_path, F_OK) == 0)
            return true;
    }
    return false;
}

bool gv_client_env_expand(const char *path, const char *architecture, char *out_path, size_t size_B)
{
    const char *lib = strstr(path, "$LIB");

    if (lib)
        snprintf(out_path, size_B, "%.*slib/%s%s", (int)(lib - path), path, architecture,
                 lib + strlen("$LIB"));
    else
        snprintf(out_path, size_B, "%s", path);
    return access(out_path, R_OK) == 0;
}

/* Puts $LIB into the client library's path, so that programs of the processor's other word size
 * find a library, too. They find the client library if it is installed for both word sizes,
 * otherwise an empty library. If the system has no library for the other word size, `path` is
 * unchanged. */
static void serve_both_sizes(char *path, size_t size_B)
{
    static const char *const places[] = {"$LIB/galvan", GALVAN_PRELOAD_DIR "/preload/$LIB",
                                         "lib/preload/$LIB"};
    static const struct {
        const char *own, *other;
    } pairs[] = {{"x86_64-linux-gnu", "i386-linux-gnu"},
                 {"aarch64-linux-gnu", "arm-linux-gnueabihf"}};
    char dir[PATH_MAX / 2], both[PATH_MAX], found[PATH_MAX];

    for (size_t i = 0; i < GV_ARRAY_SIZE(pairs); i++) {
        if (strcmp(GALVAN_ARCHITECTURE, pairs[i].own) != 0 ||
            !gv_client_env_own_dir(dir, sizeof(dir)))
            continue;
        for (size_t j = 0; j < GV_ARRAY_SIZE(places); j++) {
            snprintf(both, sizeof(both), "%s/../%s/" GALVAN_PRELOAD_NAME, dir, places[j]);
            if (gv_client_env_expand(both, pairs[i].own, found, sizeof(found)) &&
                gv_client_env_expand(both, pairs[i].other, found, sizeof(found))) {
                snprintf(path, size_B, "%s", both);
                return;
            }
        }
    }
}

static void add_preload(const struct gv_client_env_params *params, struct gv_client_env *env)
{
    const char *others = gv_getenv("LD_PRELOAD");
    const char *lack = params->mesa_dir ? "programs will wait for each frame"
                                        : "programs with Mesa before 23.1 will not find the server";
    char path[PATH_MAX];

    if (!gv_client_env_find(GALVAN_PRELOAD_NAME, path, sizeof(path))) {
        gv_warn(params->log, params->command, GALVAN_PRELOAD_NAME " is not installed: %s", lack);
        return;
    }
    if (strpbrk(path, " :") || access(path, R_OK) != 0) {
        gv_warn(params->log, params->command,
                "%s cannot be preloaded because of its path or its mode: %s", path, lack);
        return;
    }
    serve_both_sizes(path, sizeof(path));
    int len = snprintf(env->preload, sizeof(env->preload), "%s%s%s", path, others ? ":" : "",
                       others ? others : "");
    if (len < (int)sizeof(env->preload))
        add(env, "LD_PRELOAD", env->preload);
    else
        gv_warn(params->log, params->command, "LD_PRELOAD is too long to be added to");
}

/* Names Mesa's vendor file for EGL, if the file is known. Otherwise glvnd would use the first
 * vendor by file name, which may be NVIDIA. */
static void add_egl_vendor(struct gv_client_env *env)
{
    static const char *const files[] = {
        "/etc/glvnd/egl_vendor.d/50_mesa.json",
        "/usr/share/glvnd/egl_vendor.d/50_mesa.json",
    };

    for (size_t i = 0; i < GV_ARRAY_SIZE(files); i++) {
        if (access(files[i], R_OK) == 0) {
            add(env, "__EGL_VENDOR_LIBRARY_FILENAMES", files[i]);
            return;
        }
    }
}

/* Sets the variable for the client library, see preload/connections.h. If a program with this
 * environment starts a server, that server sets a new value. */
static void add_frames_ahead(const struct gv_client_env_params *params, struct gv_client_env *env)
{
    int len = snprintf(env->frames_ahead, sizeof(env->frames_ahead), "%u:%s", params->frames_ahead,
                       params->mesa_dir ? "" : params->socket_path);

    if (len < (int)sizeof(env->frames_ahead))
        add(env, "GALVAN_FRAMES_AHEAD", env->frames_ahead);
}

static void add_library_path(const struct gv_client_env_params *params, struct gv_client_env *out)
{
    const char *others = gv_getenv("LD_LIBRARY_PATH");

    snprintf(out->library_path, sizeof(out->library_path), "%s%s%s", params->mesa_dir,
             others ? ":" : "", others ? others : "");
    add(out, "LD_LIBRARY_PATH", out->library_path);
}

/* Sets the variables with which glvnd loads the vendor "galvan" from the directory, for Mesa 24.2
 * and later. */
static void add_vendor(const struct gv_client_env_params *params, struct gv_client_env *out)
{
    snprintf(out->drivers_path, sizeof(out->drivers_path), "%s/50_galvan.json", params->mesa_dir);
    add(out, "__GLX_VENDOR_LIBRARY_NAME", "galvan");
    add(out, "__EGL_VENDOR_LIBRARY_FILENAMES", out->drivers_path);
    add_library_path(params, out);
}

/* Whether the directory is visible in WebKitGTK's sandbox, in which WebKitGTK starts processes. The
 * sandbox contains the system's libraries, and the directories that LD_LIBRARY_PATH names. */
static bool is_system_dir(const char *dir)
{
    static const char *const roots[] = {"/usr/lib", "/usr/local/lib"};

    for (size_t i = 0; i < GV_ARRAY_SIZE(roots); i++) {
        if (strncmp(dir, roots[i], strlen(roots[i])) == 0)
            return true;
    }
    return false;
}

/* Sets the variables with which the system's libGL and libEGL load Galvan as their software driver,
 * for Mesa before 24.2. LD_LIBRARY_PATH does not name the directory of an installed driver, which
 * also contains Galvan's libvirglrenderer. */
static void add_driver(const struct gv_client_env_params *params, struct gv_client_env *out)
{
    snprintf(out->drivers_path, sizeof(out->drivers_path), "%s/dri", params->mesa_dir);
    add(out, "LIBGL_DRIVERS_PATH", out->drivers_path);
    add(out, "__GLX_VENDOR_LIBRARY_NAME", "mesa");
    add_egl_vendor(out);
    if (!is_system_dir(params->mesa_dir))
        add_library_path(params, out);
}

/* Turns off Mesa's Vulkan layer for the choice of a device, unless a variable names the device.
 * Otherwise the layer opens a connection of its own to the X server when Galvan lists the devices.
 * If the program has grabbed the server, as compiz does when it starts, the layer waits forever. */
static void skip_device_layer(struct gv_client_env *out)
{
    if (!gv_getenv("MESA_VK_DEVICE_SELECT"))
        add(out, "NODEVICE_SELECT", "1");
}

static void init_in_process(const struct gv_client_env_params *params, struct gv_client_env *out)
{
    static const char *const others[] = {"GALLIUM_DRIVER", "VTEST_SOCKET_NAME",
                                         "MESA_LOADER_DRIVER_OVERRIDE", "LIBGL_ALWAYS_INDIRECT",
                                         "GALVAN_IN_PROCESS"};
    char vendor[PATH_MAX];

    snprintf(vendor, sizeof(vendor), "%.4000s/libGLX_galvan.so.0", params->mesa_dir);
    add(out, "LIBGL_ALWAYS_SOFTWARE", "1");
    if (access(vendor, R_OK) == 0)
        add_vendor(params, out);
    else
        add_driver(params, out);
    for (size_t i = 0; i < GV_ARRAY_SIZE(others); i++)
        add(out, others[i], NULL);
    skip_device_layer(out);
    if (params->frames_ahead > 1) {
        add_frames_ahead(params, out);
        add_preload(params, out);
    } else {
        add(out, "GALVAN_FRAMES_AHEAD", NULL);
    }
    if (params->device)
        add(out, "GALVAN_DEVICE", params->device);
    if (params->mask)
        add(out, "GALVAN_MASK", params->mask);
    if (params->frames)
        add(out, "GALVAN_FRAMES", params->frames);
    if (params->hud && !gv_getenv("GALLIUM_HUD"))
        add(out, "GALLIUM_HUD", "fps,frametime,cpu");
}

void gv_client_env_init(const struct gv_client_env_params *params, struct gv_client_env *out)
{
    out->num = 0;
    if (params->mesa_dir) {
        init_in_process(params, out);
        return;
    }
    add(out, "GALLIUM_DRIVER", "virpipe");
    add(out, "LIBGL_ALWAYS_SOFTWARE", "1");
    add(out, "VTEST_SOCKET_NAME", params->socket_path);
    add(out, "__GLX_VENDOR_LIBRARY_NAME", "mesa");
    add(out, "MESA_LOADER_DRIVER_OVERRIDE", NULL);
    add(out, "LIBGL_ALWAYS_INDIRECT", NULL);
    if (params->same_files)
        add_egl_vendor(out);
    if (params->preload)
        add_frames_ahead(params, out);
    if (params->preload && params->preload_as)
        add(out, "LD_PRELOAD", params->preload_as);
    else if (params->preload)
        add_preload(params, out);
}

void gv_client_env_enter(const struct gv_client_env_params *params)
{
    struct gv_client_env env;

    gv_client_env_init(params, &env);
    for (size_t i = 0; i < env.num; i++) {
        if (env.variables[i].value)
            setenv(env.variables[i].name, env.variables[i].value, 1);
        else
            unsetenv(env.variables[i].name);
    }
}
