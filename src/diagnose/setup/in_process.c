/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/in_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diagnose/setup/client_env.h"
#include "util/array.h"
#include "util/env.h"

const char *gv_in_process_variable(void)
{
    const char *value = gv_getenv("GALVAN_IN_PROCESS");

    if (!value || strcmp(value, "0") == 0)
        return NULL;
    return strcmp(value, "1") == 0 ? "" : value;
}

/* Finds the name of Debian's release in the form that scripts/mesa uses; "" if the system does not
 * report a name. */
static void find_suite(char *out, size_t size_B)
{
    static const char key[] = "VERSION_CODENAME=";
    FILE *file = fopen("/etc/os-release", "re");
    char line[256];

    out[0] = '\0';
    while (file && fgets(line, sizeof(line), file)) {
        if (strncmp(line, key, strlen(key)) == 0)
            snprintf(out, size_B, "%.*s", (int)strcspn(line + strlen(key), "\"\n/"),
                     line + strlen(key));
    }
    if (file)
        fclose(file);
}

/* If `dir` contains a driver, stores the absolute path of `dir` in *out, since programs may run in
 * another working directory. */
static bool take(const char *dir, struct gv_in_process *out)
{
    static const char *const drivers[] = {"dri/swrast_dri.so", "libGLX_galvan.so.0"};
    char driver[PATH_MAX + 32];

    for (size_t i = 0; i < GV_ARRAY_SIZE(drivers); i++) {
        snprintf(driver, sizeof(driver), "%s/%s", dir, drivers[i]);
        if (access(driver, R_OK) == 0)
            return realpath(dir, out->dir);
    }
    return false;
}

bool gv_in_process_find(const char *asked, struct gv_in_process *out)
{
    char installed[PATH_MAX], built[PATH_MAX], own[PATH_MAX], suite[64];

    if (asked && asked[0]) {
        snprintf(out->places, sizeof(out->places), "%s", asked);
        return take(asked, out);
    }
    find_suite(suite, sizeof(suite));
    if (!gv_client_env_own_dir(own, sizeof(own)))
        own[0] = '\0';
    snprintf(installed, sizeof(installed), "%.3000s/../" GALVAN_PRELOAD_DIR, own);
    snprintf(built, sizeof(built), "%.3000s/../../mesa/%s/galvan", own, suite);
    snprintf(out->places, sizeof(out->places), "%s, %s", installed, built);
    return take(installed, out) || take(built, out);
}
