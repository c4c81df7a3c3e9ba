/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks the program that the user names. If that program is a sandbox, starts it, and checks the
 * program inside of the sandbox. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diagnose/checks.h"
#include "diagnose/setup/client_env.h"
#include "diagnose/setup/launch.h"
#include "diagnose/setup/mesa.h"
#include "diagnose/setup/program_file.h"
#include "diagnose/start.h"
#include "util/clock.h"
#include "util/text.h"
#include "vtest/protocol.h"

enum {
    START_MS = 10000, /* timeout until the sandbox has started its program */
    LOOK_US = 20000,
    MAX_PARENTS = 64,
    MAX_ENVIRONMENT_B = 1 << 17
};

static const char bind_it[] =
    "start galvan serve, and give the sandbox what galvan env --bwrap prints: it binds the socket "
    "to " GV_VTEST_DEFAULT_SOCKET ", and no library is needed";

/* ---- Other processes ------------------------------------------------------------------------- */

/* Returns the parent and the name of a process; false if the process does not exist. */
static bool read_stat(pid_t pid, pid_t *out_parent, char out_name[32])
{
    char path[64], text[512];
    uint64_t parent;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    const bool has_line = fgets(text, sizeof(text), file) != NULL;
    fclose(file);
    char *open = has_line ? strchr(text, '(') : NULL, *end = has_line ? strrchr(text, ')') : NULL;
    if (!open || !end || end < open || strlen(end) < 5 || end[2] == 'Z' ||
        !gv_parse_u64(end + 4, strcspn(end + 4, " "), INT_MAX, &parent))
        return false;
    snprintf(out_name, 32, "%.*s", (int)(end - open - 1), open + 1);
    *out_parent = (pid_t)parent;
    return true;
}

static bool descends_from(pid_t pid, pid_t ancestor)
{
    char name[32];

    for (int i = 0; i < MAX_PARENTS && pid > 1; i++) {
        if (pid == ancestor)
            return true;
        if (!read_stat(pid, &pid, name))
            return false;
    }
    return false;
}

/* Whether process pid is in another mount namespace than this process. */
static bool has_own_files(pid_t pid)
{
    char path[64], own[64] = "", its[64] = "";

    snprintf(path, sizeof(path), "/proc/%d/ns/mnt", (int)pid);
    return readlink(path, its, sizeof(its) - 1) > 0 &&
           readlink("/proc/self/ns/mnt", own, sizeof(own) - 1) > 0 && strcmp(own, its) != 0;
}

/* Returns the id of the process in which a sandbox runs its program; helper processes of the
 * sandbox do not count. Returns 0 if the program has not started yet. */
static pid_t find_inner(pid_t ancestor, const char *sandbox)
{
    DIR *dir = opendir("/proc");
    char name[32];
    pid_t found = 0, parent;
    uint64_t number;

    for (const struct dirent *entry; dir && !found && (entry = readdir(dir));) {
        const bool is_process =
            gv_parse_u64(entry->d_name, strlen(entry->d_name), INT_MAX, &number);
        const pid_t pid = is_process ? (pid_t)number : 0;
        if (is_process && has_own_files(pid) && descends_from(pid, ancestor) &&
            read_stat(pid, &parent, name) && strcmp(name, sandbox) != 0)
            found = pid;
    }
    if (dir)
        closedir(dir);
    return found;
}

/* Reads a variable of a process's environment; false if the variable is not set. */
static bool read_variable(pid_t pid, const char *name, char *out, size_t size_B)
{
    char path[64];
    char *text = malloc(MAX_ENVIRONMENT_B);
    bool is_found = false;

    snprintf(path, sizeof(path), "/proc/%d/environ", (int)pid);
    FILE *file = text ? fopen(path, "re") : NULL;
    const size_t len = file ? fread(text, 1, MAX_ENVIRONMENT_B - 1, file) : 0;
    if (text)
        text[len] = '\0';
    for (const char *at = text; !is_found && at && at < text + len; at += strlen(at) + 1) {
        is_found = strncmp(at, name, strlen(name)) == 0 && at[strlen(name)] == '=';
        if (is_found)
            snprintf(out, size_B, "%s", at + strlen(name) + 1);
    }
    if (file)
        fclose(file);
    free(text);
    return is_found;
}

static bool sees(pid_t pid, const char *path)
{
    char its[PATH_MAX];

    snprintf(its, sizeof(its), "/proc/%d/root%s", (int)pid, path);
    return access(its, F_OK) == 0;
}

/* ---- The sandbox ----------------------------------------------------------------------------- */

static void look_at_inner(pid_t pid, struct gv_finding *out)
{
    char socket_path[PATH_MAX / 2], named[PATH_MAX / 2] = "", preload[PATH_MAX / 2];
    struct gv_mesa_driver driver;
    struct gv_finding ignored;

    if (!read_variable(pid, "VTEST_SOCKET_NAME", socket_path, sizeof(socket_path))) {
        gv_finding_set(out, GV_FINDING_FAULT, "the environment does not come into the sandbox");
        gv_finding_cure(out, "%s", bind_it);
        return;
    }
    if (sees(pid, GV_VTEST_DEFAULT_SOCKET)) {
        gv_finding_set(out, GV_FINDING_OK, "it starts a sandbox, which has the server's socket");
        return;
    }
    if (!sees(pid, socket_path)) {
        gv_finding_set(out, GV_FINDING_FAULT, "the sandbox hides the server's socket");
        gv_finding_cure(out, "%s", bind_it);
        return;
    }
    read_variable(pid, "LD_PRELOAD", named, sizeof(named));
    named[strcspn(named, ":")] = '\0';
    gv_client_env_expand(named, GALVAN_ARCHITECTURE, preload, sizeof(preload));
    const bool is_needed = !gv_mesa_find_driver(&driver, &ignored) || !driver.takes_a_socket;
    if (sees(pid, preload)) {
        gv_finding_set(out, GV_FINDING_OK, "it starts a sandbox, which has the server's socket");
    } else {
        gv_finding_set(out, is_needed ? GV_FINDING_FAULT : GV_FINDING_WARNING,
                       "the sandbox hides the client half, %s", preload);
        gv_finding_cure(out, "have it bind that file's directory, or %s", bind_it);
    }
}

static void look_into_sandbox(const struct gv_doctor *doctor, const char *sandbox,
                              struct gv_finding *out)
{
    const uint64_t end_ns = gv_now_ns() + START_MS * UINT64_C(1000000);
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t pid = gv_doctor_start(doctor, doctor->program, null), inner = 0, parent;
    char name[32];

    close(null);
    while (pid > 0 && !inner && gv_now_ns() < end_ns && read_stat(pid, &parent, name)) {
        inner = find_inner(pid, sandbox);
        if (!inner)
            usleep(LOOK_US);
    }
    if (inner)
        look_at_inner(inner, out);
    gv_doctor_stop(pid);
}

static void add_name(const char *name, struct gv_finding *out)
{
    char text[sizeof(out->text)];

    memcpy(text, out->text, sizeof(text));
    snprintf(out->text, sizeof(out->text), "%.64s: %.512s", name, text);
}

void gv_check_program(const struct gv_doctor *doctor, struct gv_finding *out)
{
    if (!doctor->program) {
        gv_finding_set(out, GV_FINDING_NONE, "none is named");
        return;
    }
    struct gv_finding client;
    gv_check_preload(doctor, &client);
    gv_program_look(doctor->program, client.kind == GV_FINDING_OK, out);
    const char *name = gv_launch_name(*gv_launch_program(doctor->program));
    if (out->kind == GV_FINDING_OK && gv_launch_is_sandbox(name))
        look_into_sandbox(doctor, name, out);
    add_name(name, out);
}
