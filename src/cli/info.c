/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan info`: prints the device, the OpenGL versions that programs get on it, what is missing
 * for the next version, and the screen's capabilities. With an option, prints the versions for each
 * profile. */
#include "cli/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit_status.h"
#include "cli/gl_levels.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/screen.h"
#include "diagnose/setup/in_process.h"
#include "galvan/galvan.h"
#include "pipe/p_screen.h"
#include "util/array.h"
#include "util/log.h"
#include "virgl/api/caps.h"
#include "virgl/api/renderer.h"

/* The capability set that Mesa uses. */
enum {
    CAPS_VERSION = 2
};

struct info {
    struct pipe_screen *screen;
    struct galvan_device_info device;
    char api_version[32];
    void *caps;
    size_t caps_size_B;
};

static void format_version(uint32_t version, char *out, size_t size_B)
{
    snprintf(out, size_B, "%u.%u.%u", version >> 22 & 0x7f, version >> 12 & 0x3ff, version & 0xfff);
}

static enum galvan_result get_caps(struct info *info, const struct galvan_log *log)
{
    const struct gv_virgl_params params = {
        .screen = info->screen, .log = log, .client_name = "galvan info", .blobs = true};
    struct gv_virgl_renderer *renderer;
    enum galvan_result res = gv_virgl_renderer_create(&params, &renderer);

    if (res != GALVAN_OK)
        return res;
    info->caps_size_B = gv_virgl_caps_size(CAPS_VERSION);
    info->caps = malloc(info->caps_size_B);
    if (info->caps)
        gv_virgl_fill_caps(renderer, CAPS_VERSION, info->caps, info->caps_size_B);
    else
        res = GALVAN_ERROR_NO_MEMORY;
    gv_virgl_renderer_destroy(renderer);
    return res;
}

static const char *level_name(const struct info *info, bool es)
{
    const struct gv_gl_level *level = gv_gl_level_reached(es, info->caps, info->caps_size_B);

    return level ? level->name : NULL;
}

/* ---- Output for people ----------------------------------------------------------------------- */

/* Prints a line about the features that this OpenGL version still needs. Returns false, without a
 * line, if it needs none. */
static bool print_level(const struct info *info, unsigned idx, const char *before)
{
    const char *missing;
    unsigned num = 0;

    while ((missing = gv_gl_level_missing(idx, info->caps, info->caps_size_B, num)) != NULL) {
        if (num == 0)
            printf("%s%s needs ", before, gv_gl_level(idx)->name);
        printf("%s%s", num++ ? ", " : "", missing);
    }
    if (num > 0)
        putchar('\n');
    return num > 0;
}

static void print_missing(const struct info *info)
{
    puts("\nversions that programs do not get:");
    for (unsigned i = 0; gv_gl_level(i); i++)
        print_level(info, i, "  ");
}

static void print_next(const struct info *info, bool es)
{
    for (unsigned i = 0; gv_gl_level(i); i++) {
        if (gv_gl_level(i)->es == es && print_level(info, i, "next:     "))
            return;
    }
}

static const char *const cap_states[] = {
    [GALVAN_CAP_NATIVE] = "native",
    [GALVAN_CAP_EMULATED] = "emulated",
    [GALVAN_CAP_ABSENT] = "absent",
    [GALVAN_CAP_UNASKED] = "unasked",
};

static void print_caps(const struct info *info)
{
    struct galvan_cap_info cap;

    puts("\ncapabilities:");
    for (unsigned i = 0; galvan_screen_cap_info(info->screen, i, &cap); i++)
        printf("  %-56s %-20s %s%s%s%s\n", cap.name, cap.value, cap_states[cap.state],
               cap.note[0] ? " (" : "", cap.note, cap.note[0] ? ")" : "");
}

/* Prints a row about a feature or a quirk. The column of names has 45 letters, as many as the
 * longest name. */
static void print_row(const char *state, const char *name, const char *text)
{
    printf("  %-7s %-45s %s\n", state, name, text);
}

static void print_quirks(const struct info *info)
{
    struct galvan_quirk_info quirk;

    for (unsigned i = 0; galvan_screen_quirk_info(info->screen, i, &quirk); i++) {
        if (i == 0)
            puts("\nquirks of the driver:");
        print_row(quirk.masked ? "masked" : "yes", quirk.name, quirk.reason);
    }
}

static void print_features(const struct info *info)
{
    struct galvan_feature_info feature;

    puts("\noptional Vulkan features:");
    for (unsigned i = 0; galvan_screen_feature_info(info->screen, i, &feature); i++)
        print_row(feature.masked    ? "masked"
                  : feature.present ? "yes"
                                    : "absent",
                  feature.name, feature.purpose);
}

/* Prints the number of emulations that Galvan uses on this device. */
static void print_emulated(const struct info *info)
{
    struct galvan_quirk_info quirk;
    struct galvan_cap_info cap;
    unsigned num_caps = 0, num_quirks = 0;

    for (unsigned i = 0; galvan_screen_cap_info(info->screen, i, &cap); i++)
        num_caps += cap.state == GALVAN_CAP_EMULATED;
    while (galvan_screen_quirk_info(info->screen, num_quirks, &quirk))
        num_quirks++;
    printf("emulated: %u capabilities (--caps); the driver has %u quirk%s (--features)\n", num_caps,
           num_quirks, num_quirks == 1 ? "" : "s");
}

static void print_in_process(void)
{
    struct gv_in_process found;

    if (gv_in_process_find(gv_in_process_variable(), &found))
        printf("in Mesa:  %s (galvan run --in-process)\n", found.dir);
    else
        puts("in Mesa:  no (scripts/mesa)");
}

/* Prints the most important facts in at most ten lines, then features if `features` is true, and
 * capabilities if `caps` is true. */
static void print_text(const struct info *info, bool features, bool caps)
{
    const struct galvan_device_info *device = &info->device;
    const char *gl = level_name(info, false), *es = level_name(info, true);

    printf("device:   %s%s\n", device->device_name, device->software ? " (on the CPU)" : "");
    printf("driver:   %s%s%s\n", device->driver_name, device->driver_info[0] ? " " : "",
           device->driver_info);
    printf("Vulkan:   %s\n", info->api_version);
    printf("memory:   %llu MiB\n", (unsigned long long)(device->device_memory_B >> 20));
    printf("offers:   %s, %s through Mesa's virpipe (Mesa 22.3: at most OpenGL 4.3)\n",
           gl ? gl : "no OpenGL", es ? es : "no OpenGL ES");
    print_next(info, false);
    print_next(info, true);
    print_in_process();
    print_emulated(info);
    if (features) {
        print_missing(info);
        print_features(info);
        print_quirks(info);
    }
    if (caps)
        print_caps(info);
}

/* ---- Output for programs --------------------------------------------------------------------- */

static void json_in_process(struct gv_json *json)
{
    struct gv_in_process found;
    const bool is_there = gv_in_process_find(gv_in_process_variable(), &found);

    gv_json_string(json, "in_process", is_there ? found.dir : NULL);
}

static void json_levels(const struct info *info, struct gv_json *json)
{
    const struct gv_gl_level *level;
    const char *missing;

    gv_json_begin(json, "levels", '[');
    for (unsigned i = 0; (level = gv_gl_level(i)) != NULL; i++) {
        gv_json_begin(json, NULL, '{');
        gv_json_string(json, "name", level->name);
        gv_json_begin(json, "missing", '[');
        for (unsigned m = 0;
             (missing = gv_gl_level_missing(i, info->caps, info->caps_size_B, m)) != NULL; m++)
            gv_json_string(json, NULL, missing);
        gv_json_end(json, ']');
        gv_json_end(json, '}');
    }
    gv_json_end(json, ']');
}

static void json_features(const struct info *info, struct gv_json *json)
{
    struct galvan_feature_info feature;

    gv_json_begin(json, "features", '[');
    for (unsigned i = 0; galvan_screen_feature_info(info->screen, i, &feature); i++) {
        gv_json_begin(json, NULL, '{');
        gv_json_string(json, "name", feature.name);
        gv_json_string(json, "extension", feature.extension);
        gv_json_bool(json, "present", feature.present);
        gv_json_bool(json, "masked", feature.masked);
        gv_json_string(json, "purpose", feature.purpose);
        gv_json_end(json, '}');
    }
    gv_json_end(json, ']');
}

static void json_quirks(const struct info *info, struct gv_json *json)
{
    struct galvan_quirk_info quirk;

    gv_json_begin(json, "quirks", '[');
    for (unsigned i = 0; galvan_screen_quirk_info(info->screen, i, &quirk); i++) {
        gv_json_begin(json, NULL, '{');
        gv_json_string(json, "name", quirk.name);
        gv_json_bool(json, "masked", quirk.masked);
        gv_json_string(json, "reason", quirk.reason);
        gv_json_end(json, '}');
    }
    gv_json_end(json, ']');
}

static void json_caps(const struct info *info, struct gv_json *json)
{
    struct galvan_cap_info cap;

    gv_json_begin(json, "caps", '[');
    for (unsigned i = 0; galvan_screen_cap_info(info->screen, i, &cap); i++) {
        gv_json_begin(json, NULL, '{');
        gv_json_string(json, "name", cap.name);
        gv_json_string(json, "value", cap.value);
        gv_json_string(json, "state", cap_states[cap.state]);
        gv_json_string(json, "note", cap.note);
        gv_json_end(json, '}');
    }
    gv_json_end(json, ']');
}

static void print_json(const struct info *info, bool caps)
{
    const struct galvan_device_info *device = &info->device;
    struct gv_json json = {.file = stdout};

    gv_json_begin(&json, NULL, '{');
    gv_json_string(&json, "galvan", GALVAN_VERSION);
    gv_json_string(&json, "device", device->device_name);
    gv_json_string(&json, "driver", device->driver_name);
    gv_json_string(&json, "driver_info", device->driver_info);
    gv_json_string(&json, "vulkan", info->api_version);
    gv_json_number(&json, "vendor_id", device->vendor_id);
    gv_json_number(&json, "device_id", device->device_id);
    gv_json_bool(&json, "software", device->software);
    gv_json_number(&json, "device_memory_B", device->device_memory_B);
    gv_json_string(&json, "gl", level_name(info, false));
    gv_json_string(&json, "gles", level_name(info, true));
    json_in_process(&json);
    json_levels(info, &json);
    json_features(info, &json);
    json_quirks(info, &json);
    if (caps)
        json_caps(info, &json);
    gv_json_end(&json, '}');
}

/* ---- A screen or all profiles ---------------------------------------------------------------- */

static enum galvan_result open_info(const struct gv_cli_screen *screen, struct info *info)
{
    enum galvan_result res = gv_cli_screen_create(screen, NULL, &info->screen);
    if (res != GALVAN_OK)
        return res;
    galvan_screen_device_info(info->screen, &info->device);
    format_version(info->device.api_version, info->api_version, sizeof(info->api_version));
    res = get_caps(info, screen->log);
    if (res != GALVAN_OK)
        gv_err(screen->log, "info", "the capabilities could not be computed (%d)", res);
    return res;
}

static void close_info(struct info *info)
{
    free(info->caps);
    if (info->screen)
        info->screen->destroy(info->screen);
}

static void print_profile(const struct info *info, const struct galvan_profile_info *profile)
{
    const char *gl = level_name(info, false), *es = level_name(info, true);
    char version[32];

    format_version(profile->api_version, version, sizeof(version));
    printf("%-12s  %-8s  %-10s  %-13s  %s\n", profile->name, version, gl ? gl : "none",
           es ? es : "none", profile->about);
}

static void json_profile(const struct info *info, const struct galvan_profile_info *profile,
                         struct gv_json *json)
{
    char version[32];

    format_version(profile->api_version, version, sizeof(version));
    gv_json_begin(json, NULL, '{');
    gv_json_string(json, "name", profile->name);
    gv_json_string(json, "about", profile->about);
    gv_json_string(json, "source", profile->source);
    gv_json_string(json, "vulkan", version);
    gv_json_string(json, "gl", level_name(info, false));
    gv_json_string(json, "gles", level_name(info, true));
    gv_json_end(json, '}');
}

static int print_profiles(const struct gv_cli_screen *params, bool is_json)
{
    struct gv_json json = {.file = stdout};
    struct galvan_profile_info profile;
    enum galvan_result res = GALVAN_OK;

    if (is_json)
        gv_json_begin(&json, NULL, '[');
    else
        printf("%-12s  %-8s  %-10s  %-13s  %s\n", "profile", "Vulkan", "OpenGL", "OpenGL ES",
               "device");
    for (unsigned i = 0; res == GALVAN_OK && galvan_profile_info(i, &profile); i++) {
        struct gv_cli_screen screen = *params;
        struct info info = {0};
        char mask[64];
        snprintf(mask, sizeof(mask), "@%s", profile.name);
        screen.mask = mask;
        res = open_info(&screen, &info);
        if (res == GALVAN_OK && is_json)
            json_profile(&info, &profile, &json);
        else if (res == GALVAN_OK)
            print_profile(&info, &profile);
        close_info(&info);
    }
    if (is_json)
        gv_json_end(&json, ']');
    return gv_exit_status_of(res);
}

static int print_screen(const struct gv_cli_screen *params, bool json, bool features, bool caps)
{
    struct info info = {0};
    enum galvan_result res = open_info(params, &info);

    if (res == GALVAN_OK && json)
        print_json(&info, caps);
    else if (res == GALVAN_OK)
        print_text(&info, features, caps);
    close_info(&info);
    return gv_exit_status_of(res);
}

int gv_cli_info(int argc, char **argv, const struct galvan_log *log)
{
    struct gv_cli_screen screen = {.log = log};
    bool json = false, features = false, caps = false;
    const struct gv_option options[] = {
        {"features", NULL,
         "print every version that programs do not get and what it\nneeds, the optional Vulkan "
         "features, and the driver's quirks",
         GV_OPTION_FLAG, &features},
        {"caps", NULL,
         "print every capability: its value; native, emulated, absent\nor not asked for",
         GV_OPTION_FLAG, &caps},
        {"json", NULL, "print for programs", GV_OPTION_FLAG, &json},
        GV_CLI_SCREEN_OPTIONS(&screen),
    };
    const struct gv_usage usage = {
        .command = "info",
        .arguments = "",
        .about = "Tells which Vulkan device Galvan uses, which OpenGL versions programs get on it, "
                 "and for\neach version that they do not get, what is missing. --mask @all: which "
                 "versions they get\non the devices that there are profiles of.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };
    int status;

    if (!gv_options_parse(&usage, argc, argv, NULL, &status))
        return status;
    if (screen.mask && strcmp(screen.mask, "@all") == 0)
        return print_profiles(&screen, json);
    return print_screen(&screen, json, features, caps);
}
