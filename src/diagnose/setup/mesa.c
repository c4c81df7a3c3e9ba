/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/mesa.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diagnose/setup/attempt.h"
#include "util/array.h"
#include "util/env.h"

enum {
    ATTEMPT_MS = 10000
};

static const char install_mesa[] = "install Mesa (Debian, Ubuntu: libgl1 libegl1 libgl1-mesa-dri; "
                                   "Fedora: mesa-libGL mesa-dri-drivers)";

/* ---- Libraries ------------------------------------------------------------------------------- */

static bool can_open(const char *name)
{
    return dlopen(name, RTLD_LAZY | RTLD_LOCAL) != NULL;
}

/* Adds to the details the vendors that glvnd finds, as the names of their libraries. */
static void name_vendors(const char *glx, struct gv_finding *out)
{
    char pattern[PATH_MAX];
    glob_t found;

    snprintf(pattern, sizeof(pattern), "%.*s/libGLX_*.so.0", (int)(strrchr(glx, '/') - glx), glx);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            gv_finding_detail(out, "there is %s", found.gl_pathv[i]);
    }
    globfree(&found);
}

/* Checks the OpenGL library. Without glvnd, libGL comes from a single vendor. This vendor is Mesa
 * if libGL exports a function that only Mesa has. */
static void try_libraries(const void *priv, struct gv_finding *out)
{
    void *gl = dlopen("libGL.so.1", RTLD_LAZY | RTLD_LOCAL);
    char why[512];
    Dl_info info;

    (void)priv;
    snprintf(why, sizeof(why), "%s", gl ? "" : dlerror());
    void *glx = dlopen("libGLX.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!gl && !can_open("libEGL.so.1")) {
        gv_finding_set(out, GV_FINDING_FAULT, "programs find no OpenGL library: %s", why);
        gv_finding_cure(out, "%s", install_mesa);
    } else if (!gl) {
        gv_finding_set(out, GV_FINDING_WARNING,
                       "programs find EGL, but no OpenGL library for X: %s", why);
        gv_finding_cure(out, "%s", install_mesa);
    } else if (glx && !can_open("libGLX_mesa.so.0")) {
        gv_finding_set(out, GV_FINDING_FAULT,
                       "OpenGL is another vendor's here, for Mesa's part of "
                       "it is missing: %s",
                       dlerror());
        gv_finding_cure(out, "install it (Debian, Ubuntu: libglx-mesa0 libegl-mesa0)");
        void *symbol = dlsym(glx, "glXGetProcAddress");
        if (symbol && dladdr(symbol, &info) && strchr(info.dli_fname, '/'))
            name_vendors(info.dli_fname, out);
    } else if (!glx && !dlsym(gl, "glXGetDriverConfig")) {
        gv_finding_set(out, GV_FINDING_FAULT, "libGL.so.1 is another vendor's and not Mesa's");
        gv_finding_cure(out, "%s", install_mesa);
    } else if (!can_open("libEGL_mesa.so.0") && glx) {
        gv_finding_set(out, GV_FINDING_WARNING, "EGL has no part of Mesa's: %s", dlerror());
        gv_finding_cure(out, "install it (Debian, Ubuntu: libegl-mesa0)");
    } else {
        gv_finding_set(out, GV_FINDING_OK, "programs find OpenGL, and Mesa behind it");
    }
}

/* Whether glvnd finds a vendor file for Mesa's EGL. Without such a file, programs get EGL from
 * another vendor. */
static bool egl_names_mesa(void)
{
    static const char *const patterns[] = {"/etc/glvnd/egl_vendor.d/*mesa*.json",
                                           "/usr/share/glvnd/egl_vendor.d/*mesa*.json"};
    bool does = false;

    for (size_t i = 0; i < GV_ARRAY_SIZE(patterns) && !does; i++) {
        glob_t found;
        does = glob(patterns[i], 0, NULL, &found) == 0;
        globfree(&found);
    }
    return does;
}

static bool egl_names_any(void)
{
    glob_t found;
    bool does = glob("/usr/share/glvnd/egl_vendor.d/*.json", 0, NULL, &found) == 0;

    globfree(&found);
    return does;
}

void gv_mesa_look_at_libraries(struct gv_finding *out)
{
    gv_attempt(try_libraries, NULL, ATTEMPT_MS, out);
    if (out->kind != GV_FINDING_OK || egl_names_mesa() || !egl_names_any())
        return;
    gv_finding_set(out, GV_FINDING_WARNING,
                   "EGL is another vendor's here: no file in glvnd/egl_vendor.d names Mesa");
    gv_finding_cure(out, "install Mesa's EGL (Debian, Ubuntu: libegl-mesa0)");
}

/* ---- The driver ------------------------------------------------------------------------------ */

/* Finds the directory of Mesa's libraries, and makes it the text of the finding. */
static void try_directory(const void *priv, struct gv_finding *out)
{
    static const char *const names[] = {"libGLX_mesa.so.0", "libEGL_mesa.so.0", "libGL.so.1",
                                        "libEGL.so.1"};
    static const char *const symbols[] = {"__glx_Main", "__egl_Main", "glXGetProcAddress",
                                          "eglGetProcAddress"};
    Dl_info info;

    (void)priv;
    for (size_t i = 0; i < GV_ARRAY_SIZE(names); i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        void *symbol = library ? dlsym(library, symbols[i]) : NULL;
        const char *slash = symbol && dladdr(symbol, &info) ? strrchr(info.dli_fname, '/') : NULL;
        if (slash) {
            gv_finding_set(out, GV_FINDING_OK, "%.*s", (int)(slash - info.dli_fname),
                           info.dli_fname);
            return;
        }
    }
    gv_finding_set(out, GV_FINDING_FAULT, "Mesa's libraries are not found");
}

static bool take_first(const char *pattern, char *out, size_t size_B)
{
    glob_t found;
    bool is_there = glob(pattern, 0, NULL, &found) == 0 && access(found.gl_pathv[0], F_OK) == 0;

    if (is_there)
        snprintf(out, size_B, "%s", found.gl_pathv[0]);
    globfree(&found);
    return is_there;
}

/* Finds the driver in the directories of a list, which are separated by colons. */
static bool take_from_list(const char *list, char *out, size_t size_B)
{
    char pattern[PATH_MAX];

    while (*list) {
        size_t len = strcspn(list, ":");
        snprintf(pattern, sizeof(pattern), "%.*s/swrast_dri.so", (int)len, list);
        if (len > 0 && take_first(pattern, out, size_B))
            return true;
        list += len + (list[len] == ':');
    }
    return false;
}

/* Finds the driver. Mesa 24.2 and later have all drivers in one library in the same directory as
 * the other libraries; earlier versions have a file for each driver in "dri". */
static bool find_file(const char *dir, char *out, size_t size_B)
{
    static const char *const patterns[] = {"libgallium-*.so", "libgallium_dri.so",
                                           "dri/swrast_dri.so"};
    const char *list = gv_getenv("LIBGL_DRIVERS_PATH");
    char pattern[PATH_MAX];

    if (list && take_from_list(list, out, size_B))
        return true;
    for (size_t i = 0; i < GV_ARRAY_SIZE(patterns); i++) {
        snprintf(pattern, sizeof(pattern), "%s/%s", dir, patterns[i]);
        if (take_first(pattern, out, size_B))
            return true;
    }
    return take_first("/usr/lib*/dri/swrast_dri.so", out, size_B);
}

static bool has_text(const char *data, size_t size_B, const char *text)
{
    return memmem(data, size_B, text, strlen(text)) != NULL;
}

/* Copies the text after "Mesa " to out if this text is a version with dots. */
static void take_version(const char *data, size_t size_B, char *out, size_t out_size_B)
{
    static const char before[] = "Mesa ";
    const char *end = data + size_B, *at = data;
    size_t len = 0;

    while ((at = memmem(at, (size_t)(end - at), before, strlen(before))) != NULL) {
        at += strlen(before);
        while (at + len < end && len < out_size_B - 1 &&
               (isdigit((unsigned char)at[len]) || (len > 0 && at[len] == '.')))
            len++;
        if (len > 0)
            break;
    }
    snprintf(out, out_size_B, "%.*s", (int)len, at ? at : "");
}

static bool look_into(struct gv_mesa_driver *driver)
{
    struct stat st;
    int fd = open(driver->path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    char *data = fstat(fd, &st) == 0 && st.st_size > 0
                     ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0)
                     : MAP_FAILED;
    close(fd);
    if (data == MAP_FAILED)
        return false;
    const size_t size_B = (size_t)st.st_size;
    driver->has_virpipe = has_text(data, size_B, "virpipe");
    driver->takes_a_socket = has_text(data, size_B, "VTEST_SOCKET_NAME");
    take_version(data, size_B, driver->version, sizeof(driver->version));
    munmap(data, size_B);
    return true;
}

bool gv_mesa_find_driver(struct gv_mesa_driver *out_driver, struct gv_finding *out)
{
    struct gv_mesa_driver driver = {0};
    struct gv_finding dir;

    gv_attempt(try_directory, NULL, ATTEMPT_MS, &dir);
    if (!find_file(dir.kind == GV_FINDING_OK ? dir.text : "/usr/lib", driver.path,
                   sizeof(driver.path))) {
        gv_finding_set(out, GV_FINDING_FAULT,
                       "Mesa's software drivers (swrast_dri.so, "
                       "libgallium-VERSION.so) are not installed");
        gv_finding_cure(out, "install them (Debian, Ubuntu: libgl1-mesa-dri; Fedora: "
                             "mesa-dri-drivers)");
        return false;
    }
    if (!look_into(&driver)) {
        gv_finding_set(out, GV_FINDING_FAULT, "%s cannot be read: %s", driver.path,
                       strerror(errno));
        gv_finding_cure(out, "install it anew (Debian, Ubuntu: libgl1-mesa-dri)");
        return false;
    }
    *out_driver = driver;
    return true;
}

void gv_mesa_look_at_driver(struct gv_finding *out)
{
    struct gv_mesa_driver driver;

    if (!gv_mesa_find_driver(&driver, out))
        return;
    if (driver.has_virpipe) {
        gv_finding_set(out, GV_FINDING_OK, "Mesa%s%s has virpipe: %s", driver.version[0] ? " " : "",
                       driver.version, driver.path);
        return;
    }
    gv_finding_set(out, GV_FINDING_FAULT, "Mesa%s%s is built without virpipe: %s",
                   driver.version[0] ? " " : "", driver.version, driver.path);
    gv_finding_cure(out,
                    "install a Mesa that has it (the distribution's usually does: Debian, "
                    "Ubuntu: libgl1-mesa-dri), or build it with -Dgallium-drivers=virgl,swrast");
}
