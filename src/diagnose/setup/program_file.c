/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/program_file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "diagnose/setup/attempt.h"
#include "diagnose/setup/elf_file.h"
#include "diagnose/setup/launch.h"
#include "diagnose/setup/program_use.h"
#include "util/array.h"
#include "util/env.h"

enum {
    ATTEMPT_MS = 10000
};

/* Finds a program as a shell does. */
static bool find_program(const char *name, char *out, size_t size_B)
{
    const char *list = gv_getenv("PATH");

    if (strchr(name, '/')) {
        snprintf(out, size_B, "%s", name);
        return access(out, F_OK) == 0;
    }
    for (list = list ? list : "/usr/bin:/bin"; *list;) {
        const size_t len = strcspn(list, ":");
        struct stat st;
        snprintf(out, size_B, "%.*s/%s", (int)len, list, name);
        if (stat(out, &st) == 0 && S_ISREG(st.st_mode) && access(out, X_OK) == 0)
            return true;
        list += len + (list[len] == ':');
    }
    return false;
}

/* Whether the kernel gives the program privileges that its user lacks; the dynamic linker then
 * ignores the environment. */
static bool gets_rights(const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return false;
    return ((st.st_mode & S_ISUID) && st.st_uid != geteuid()) ||
           ((st.st_mode & S_ISGID) && (st.st_mode & S_IXGRP) && st.st_gid != getegid()) ||
           (geteuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0);
}

/* ---- Libraries ------------------------------------------------------------------------------- */

/* Libraries by which a program uses OpenGL: first OpenGL's libraries, then libraries that load
 * OpenGL at a program's request. */
static const char *const graphical[] = {
    "libGL.so",  "libOpenGL.so", "libGLX.so",  "libEGL.so",  "libGLESv2.so", "libGLESv1_CM.so",
    "libepoxy.", "libGLEW",      "libglfw",    "libSDL",     "libX11.so",    "libxcb.so",
    "libgtk-",   "libQt",        "libwayland", "libclutter", "libwx_",
};

/* Returns the index in `graphical` of the library that `line` names. `line` is a line of the
 * dynamic linker's output. Returns the length of `graphical` if `line` names no library of
 * `graphical`. */
static size_t rank_of(const char *line)
{
    size_t i = 0;

    while (i < GV_ARRAY_SIZE(graphical) && !strstr(line, graphical[i]))
        i++;
    return i;
}

/* Adds the uses that the library in a line "NAME => PATH (ADDRESS)" reveals. */
static void add_library(const char *line, struct gv_program_use *use)
{
    const char *path = strstr(line, "=> /");
    char name[PATH_MAX];

    if (!path)
        return;
    path += strlen("=> ");
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(path, " \n"), path);
    gv_program_use_add_library(use, name);
}

/* Finds the line of the dynamic linker's output whose library has the lowest index in `graphical`.
 * Returns false if no line names a library of `graphical`. */
static bool find_graphics(FILE *lines, struct gv_program_use *use, char *out, size_t size_B)
{
    size_t best = GV_ARRAY_SIZE(graphical);
    char line[PATH_MAX + 256];

    while (fgets(line, sizeof(line), lines)) {
        const size_t rank = rank_of(line);
        add_library(line, use);
        if (rank < best) {
            best = rank;
            line[strcspn(line, "(\n")] = '\0'; /* removes the address and the spaces before it */
            for (size_t len = strlen(line); len > 0 && line[len - 1] == ' '; len--)
                line[len - 1] = '\0';
            snprintf(out, size_B, "%s", line + strspn(line, " \t"));
        }
    }
    return best < GV_ARRAY_SIZE(graphical);
}

/* Makes the dynamic linker list a program's libraries, without executing code of the program. */
static FILE *list_libraries(const char *loader, const char *path, pid_t *out_pid)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    *out_pid = fork();
    if (*out_pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], STDOUT_FILENO);
        unsetenv("LD_PRELOAD");
        execl(loader, loader, "--list", path, (char *)NULL);
        _exit(1);
    }
    close(ends[1]);
    FILE *lines = *out_pid > 0 ? fdopen(ends[0], "r") : NULL;
    if (!lines)
        close(ends[0]);
    return lines;
}

struct listed {
    const char *loader, *path;
    bool has_client; /* the client library can be preloaded */
};

/* Adds to the finding's text the uses that need the client library. The finding becomes a warning
 * if the client library cannot be preloaded. */
static void add_uses(const struct listed *listed, const struct gv_program_use *use,
                     struct gv_finding *out)
{
    char uses[128], text[sizeof(out->text)];

    if (out->kind != GV_FINDING_OK || !gv_program_use_print(use, uses, sizeof(uses)))
        return;
    memcpy(text, out->text, sizeof(text));
    gv_finding_set(out, listed->has_client ? GV_FINDING_OK : GV_FINDING_WARNING,
                   "%.512s; it has %s, which %s", text, uses,
                   listed->has_client ? "the client library makes right"
                                      : "Mesa's client gets wrong without the client library");
    if (!listed->has_client)
        gv_finding_cure(out, "have the client library preloaded");
}

static void try_libraries(const void *priv, struct gv_finding *out)
{
    const struct listed *listed = priv;
    struct gv_program_use use = {0};
    char library[512] = "";
    pid_t pid = 0;
    int status = -1;
    FILE *lines = list_libraries(listed->loader, listed->path, &pid);
    const bool is_graphical = lines && find_graphics(lines, &use, library, sizeof(library));

    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    gv_program_use_add_program(&use, listed->path);
    if (is_graphical) {
        gv_finding_set(out, GV_FINDING_OK, "it loads %s", library);
    } else if (use.opens[0]) {
        gv_finding_set(out, GV_FINDING_OK, "it opens %s when it runs", use.opens);
    } else if (status != 0) {
        gv_finding_set(out, GV_FINDING_OK, "%s does not tell what it loads", listed->loader);
    } else {
        gv_finding_set(out, GV_FINDING_WARNING,
                       "it uses no OpenGL: it loads neither that nor a library for windows");
        gv_finding_cure(out, "name the program that draws, if it is another one");
    }
    add_uses(listed, &use, out);
}

/* Whether the dynamic linker is glibc's, which lists libraries on request. Another dynamic linker
 * might start the program instead. */
static bool lists_libraries(const char *loader)
{
    return strncmp(gv_launch_name(loader), "ld-linux", strlen("ld-linux")) == 0;
}

static void look_at_libraries(const char *loader, const char *path, bool has_client,
                              struct gv_finding *out)
{
    const struct listed listed = {loader, path, has_client};

    if (!lists_libraries(loader)) {
        gv_finding_set(out, GV_FINDING_OK, "what its loader %s loads is not known", loader);
        return;
    }
    gv_attempt(try_libraries, &listed, ATTEMPT_MS, out);
    if (out->kind == GV_FINDING_FAULT) /* the dynamic linker failed, so it says nothing about the
                                          program */
        gv_finding_set(out, GV_FINDING_OK, "%s does not tell what it loads", loader);
}

/* ---- The program ----------------------------------------------------------------------------- */

static void look_at_elf(const char *path, const struct gv_elf_file *file, bool has_client,
                        struct gv_finding *out)
{
    struct gv_elf_file own;

    if (gv_elf_read("/proc/self/exe", &own) &&
        (own.class != file->class || own.machine != file->machine)) {
        gv_finding_set(out, GV_FINDING_WARNING,
                       "it is for another architecture than Galvan (%d-bit)",
                       file->class == ELFCLASS32 ? 32 : 64);
        gv_finding_cure(out,
                        "install the client half for that architecture, too (Debian: "
                        "galvan-client), or Mesa 23.1 or later, which finds the server without");
    } else if (file->loader[0] == '\0') {
        gv_finding_set(out, GV_FINDING_FAULT, "it is linked statically and cannot load Mesa");
        gv_finding_cure(out, "use a build of it that loads its libraries when it starts");
    } else {
        look_at_libraries(file->loader, path, has_client, out);
    }
}

static void look_at_text(const char *path, struct gv_finding *out)
{
    char line[256] = "";
    FILE *file = fopen(path, "re");

    if (file && fgets(line, sizeof(line), file) && strncmp(line, "#!", 2) == 0) {
        line[strcspn(line, "\n")] = '\0';
        gv_finding_set(out, GV_FINDING_OK, "it is a script for %s: what that starts is not known",
                       line + 2 + strspn(line + 2, " "));
    } else {
        gv_finding_set(out, GV_FINDING_FAULT, "%s is no program", path);
        gv_finding_cure(out, "name a program or a script that begins with #!");
    }
    if (file)
        fclose(file);
}

void gv_program_look(char **argv, bool has_client, struct gv_finding *out)
{
    const char *word = *gv_launch_program(argv), *name = gv_launch_name(word);
    struct gv_elf_file file;
    char path[PATH_MAX];

    if (!find_program(word, path, sizeof(path))) {
        gv_finding_set(out, GV_FINDING_FAULT, "there is no such program");
        gv_finding_cure(out, "install it, or correct its name or PATH");
    } else if (gv_launch_is_sandbox(name)) {
        gv_finding_set(out, GV_FINDING_OK, "it starts a sandbox: what runs in that is not known");
    } else if (gets_rights(path)) {
        gv_finding_set(out, GV_FINDING_FAULT,
                       "it runs with rights of its own and heeds no environment");
        gv_finding_cure(out, "run a copy of it without the set-user-id bit and file capabilities");
    } else if (gv_launch_is_interpreter(name)) {
        gv_finding_set(out, GV_FINDING_OK, "it is an interpreter: what that starts is not known");
    } else if (gv_elf_read(path, &file)) {
        look_at_elf(path, &file, has_client, out);
    } else {
        look_at_text(path, out);
    }
}
