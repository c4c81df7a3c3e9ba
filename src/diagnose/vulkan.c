/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks Vulkan: the loader, the file of each driver, and the device that Galvan chooses. */
#include <dirent.h>
#include <dlfcn.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diagnose/checks.h"
#include "diagnose/setup/attempt.h"
#include "diagnose/setup/driver_files.h"
#include "galvan/galvan.h"
#include "pipe/p_screen.h"
#include "util/log.h"
#include "util/text.h"

enum {
    MAX_DEVICES = 8,
    ATTEMPT_MS = 20000
};

static const char install_driver[] = "install a Vulkan driver for the device (Debian, Ubuntu: "
                                     "mesa-vulkan-drivers, which has one for "
                                     "the CPU, too), or correct VK_DRIVER_FILES";

/* ---- The node of a graphics device ----------------------------------------------------------- */

static int is_render_node(const struct dirent *entry)
{
    return strncmp(entry->d_name, "renderD", strlen("renderD")) == 0;
}

static void see_node(const char *path, struct gv_finding *out)
{
    const struct group *group;
    struct stat st;

    if (access(path, R_OK | W_OK) == 0) {
        gv_finding_set(out, GV_FINDING_OK, "%s can be opened", path);
        return;
    }
    if (out->kind == GV_FINDING_OK)
        return;
    gv_finding_set(out, GV_FINDING_WARNING,
                   "%s cannot be opened by this user: the device behind it "
                   "is not used",
                   path);
    if (stat(path, &st) == 0 && (group = getgrgid(st.st_gid)) != NULL)
        gv_finding_cure(out, "join its group: sudo usermod -aG %s $USER, and log in again",
                        group->gr_name);
}

void gv_check_render_node(const struct gv_doctor *doctor, struct gv_finding *out)
{
    struct dirent **entries;
    char path[PATH_MAX];
    int num = scandir("/dev/dri", &entries, is_render_node, alphasort);

    (void)doctor;
    gv_finding_set(out, GV_FINDING_NONE, "there is no /dev/dri/renderD*");
    for (int i = 0; i < num; i++) {
        snprintf(path, sizeof(path), "/dev/dri/%s", entries[i]->d_name);
        see_node(path, out);
        free(entries[i]);
    }
    if (num >= 0)
        free(entries);
}

/* ---- The loader ------------------------------------------------------------------------------ */

/* Receives log messages: stores the last error in priv, which has GV_LOG_MESSAGE_MAX bytes. */
static void take_message(void *priv, enum galvan_log_level level, const char *component,
                         const char *message)
{
    (void)level;
    (void)component;
    snprintf(priv, GV_LOG_MESSAGE_MAX, "%s", message);
}

static void try_loader(const void *priv, struct gv_finding *out)
{
    char message[GV_LOG_MESSAGE_MAX] = "";
    const struct galvan_log log = {take_message, message, GALVAN_LOG_ERR};
    void *library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    unsigned num;
    Dl_info info;

    (void)priv;
    if (!library) {
        gv_finding_set(out, GV_FINDING_FAULT, "the Vulkan loader cannot be opened: %s", dlerror());
        gv_finding_cure(out, "install it (Debian, Ubuntu: libvulkan1; Fedora: vulkan-loader)");
        return;
    }
    setenv("VK_DRIVER_FILES", "/nonexistent", 1); /* hides all drivers, since only the loader is
                                                     checked here */
    setenv("VK_ICD_FILENAMES", "/nonexistent", 1);
    if (galvan_device_list(&log, NULL, 0, &num) == GALVAN_ERROR_NO_LOADER) {
        gv_finding_set(out, GV_FINDING_FAULT, "%s", message);
        gv_finding_cure(out, "install a newer one (Debian, Ubuntu: libvulkan1)");
        return;
    }
    void *symbol = dlsym(library, "vkGetInstanceProcAddr");
    gv_finding_set(out, GV_FINDING_OK, "the Vulkan loader is %s",
                   symbol && dladdr(symbol, &info) ? info.dli_fname : "libvulkan.so.1");
}

void gv_check_loader(const struct gv_doctor *doctor, struct gv_finding *out)
{
    (void)doctor;
    gv_attempt(try_loader, NULL, ATTEMPT_MS, out);
}

/* ---- Each driver ----------------------------------------------------------------------------- */

struct drivers {
    unsigned num_loaded;
    struct gv_finding *out;
    struct gv_text broken; /* the first driver that does not work, and the reason */
};

static void name_devices(const struct galvan_device *devices, unsigned num, struct gv_finding *out)
{
    char names[512];
    struct gv_text text = gv_text_init(names, sizeof(names));

    for (unsigned i = 0; i < num; i++)
        gv_text_add(&text, "%s\"%s\"", i ? ", " : "", devices[i].name);
    gv_finding_set(out, GV_FINDING_OK, "has %s", names);
}

/* Runs in a separate process: opens only the driver that one manifest file names. */
static void try_driver(const void *priv, struct gv_finding *out)
{
    char library[PATH_MAX], message[GV_LOG_MESSAGE_MAX] = "";
    const struct galvan_log log = {take_message, message, GALVAN_LOG_ERR};
    struct galvan_device devices[MAX_DEVICES];
    struct pipe_screen *screen;
    unsigned num = 0;

    if (!gv_driver_file_library(priv, library, sizeof(library))) {
        gv_finding_set(out, GV_FINDING_FAULT, "cannot be read, or names no library");
        return;
    }
    if (!dlopen(library, RTLD_NOW | RTLD_LOCAL)) {
        const char *why = dlerror();
        /* A driver for programs of another word size is not a fault, since Galvan does not use such
         * a driver. */
        gv_finding_set(out, strstr(why, "ELFCLASS") ? GV_FINDING_SKIPPED : GV_FINDING_FAULT, "%s",
                       why);
        return;
    }
    gv_driver_files_choose(priv);
    unsetenv("GALVAN_DEVICE");
    unsetenv("GALVAN_MASK");
    if (galvan_device_list(&log, devices, MAX_DEVICES, &num) == GALVAN_OK && num > 0) {
        name_devices(devices, num < MAX_DEVICES ? num : MAX_DEVICES, out);
        return;
    }
    if (!message[0])
        /* on failure, the log has the reason */
        galvan_screen_create(galvan_screen_params(.log = &log), &screen);
    message[strcspn(message, ";")] = '\0'; /* removes the cure, which another check reports */
    gv_finding_set(out, GV_FINDING_NONE, "%s", message);
}

static void see_driver(void *priv, const char *path)
{
    struct drivers *drivers = priv;
    struct gv_finding finding;

    if (access(path, F_OK) != 0) {
        gv_finding_detail(drivers->out, "%s: there is no such file", path);
        return;
    }
    gv_attempt(try_driver, path, ATTEMPT_MS, &finding);
    gv_finding_detail(drivers->out, "%s: %s", path, finding.text);
    if (finding.kind == GV_FINDING_OK || finding.kind == GV_FINDING_NONE)
        drivers->num_loaded++;
    else if (finding.kind == GV_FINDING_FAULT && drivers->broken.len == 0)
        gv_text_add(&drivers->broken, "%s: %s", path, finding.text);
}

void gv_check_drivers(const struct gv_doctor *doctor, struct gv_finding *out)
{
    struct gv_finding details = {0};
    char broken[512];
    struct drivers drivers = {.out = &details, .broken = gv_text_init(broken, sizeof(broken))};

    (void)doctor;
    gv_driver_files_each(see_driver, &drivers);
    if (drivers.num_loaded == 0 && drivers.broken.len == 0) {
        gv_finding_set(out, GV_FINDING_FAULT, "no file announces a Vulkan driver to the loader");
        gv_finding_cure(out, "%s", install_driver);
    } else if (drivers.broken.len) {
        gv_finding_set(out, drivers.num_loaded ? GV_FINDING_WARNING : GV_FINDING_FAULT,
                       "a Vulkan driver does not work: %s", broken);
        gv_finding_cure(out, "install that driver anew, or remove its file");
    } else {
        gv_finding_set(out, GV_FINDING_OK, "%u Vulkan driver%s can be loaded", drivers.num_loaded,
                       drivers.num_loaded == 1 ? "" : "s");
    }
    memcpy(out->details, details.details, sizeof(out->details));
}

/* ---- The device ------------------------------------------------------------------------------ */

static void try_device(const void *priv, struct gv_finding *out)
{
    char message[GV_LOG_MESSAGE_MAX] = "";
    const struct galvan_log log = {take_message, message, GALVAN_LOG_ERR};
    struct galvan_device_info info;
    struct pipe_screen *screen;
    enum galvan_result res =
        galvan_screen_create(galvan_screen_params(.log = &log, .cache_dir = "off"), &screen);

    (void)priv;
    if (res == GALVAN_OK) {
        galvan_screen_device_info(screen, &info);
        gv_finding_set(out, GV_FINDING_OK, "\"%s\"%s", info.device_name,
                       info.software ? ", which runs on the CPU" : "");
        return;
    }
    gv_finding_set(out, GV_FINDING_FAULT, "%s",
                   message[0] ? message : "there is not enough memory to open a device");
    if (res == GALVAN_ERROR_INVALID)
        gv_finding_cure(out, "correct GALVAN_MASK");
    else
        gv_finding_cure(out, "%s, GALVAN_DEVICE or GALVAN_MASK", install_driver);
}

void gv_check_device(const struct gv_doctor *doctor, struct gv_finding *out)
{
    struct gv_finding attempt;

    (void)doctor;
    gv_attempt(try_device, NULL, ATTEMPT_MS, &attempt);
    *out = attempt;
    if (attempt.kind != GV_FINDING_FAULT || attempt.cure[0])
        return;
    gv_finding_set(out, GV_FINDING_FAULT, "the driver %s when it opens the device", attempt.text);
    gv_finding_cure(out, "update that driver, or choose another by VK_DRIVER_FILES or "
                         "GALVAN_DEVICE");
}
