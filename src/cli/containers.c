/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Containers get the server's socket at the path where every version of Mesa looks for it, and a
 * writable directory for this path, since the root of a container may be read-only. */
#include "cli/containers.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit_status.h"
#include "cli/shell.h"
#include "diagnose/setup/client_env.h"
#include "util/log.h"
#include "util/text.h"
#include "vtest/protocol.h"

#define PRELOAD_THERE "/tmp/.libgalvan-preload.so"

enum {
    MAX_WORD_B = 3 * PATH_MAX
};

const struct gv_container gv_containers[GV_NUM_CONTAINERS] = {
    {
        .option = "bwrap",
        .help = "as arguments of bwrap, which bind the socket, too",
        .bind = {{"--bind", "<", ">"}},
        .bind_file = {{"--ro-bind", "<", ">"}},
        .set = {{"--setenv", "<", ">"}},
        .unset = {{"--unsetenv", "<"}},
        .cannot = "",
    },
    {
        .option = "docker",
        .help = "likewise of docker run",
        .bind = {{"--mount", "type=bind,source=<,target=>"}},
        .bind_file = {{"--mount", "type=bind,source=<,target=>,readonly"}},
        .set = {{"--env", "<=>"}},
        .cannot = ",\"",
    },
    {
        .option = "podman",
        .help = "likewise of podman run",
        .bind = {{"--mount", "type=bind,source=<,target=>"}},
        .bind_file = {{"--mount", "type=bind,source=<,target=>,readonly"}},
        .set = {{"--env", "<=>"}},
        .cannot = ",\"",
    },
    {
        .option = "flatpak",
        .help = "likewise of flatpak run",
        .bind = {{"--filesystem=<"}},
        .set = {{"--env=<=>"}},
        .unset = {{"--unset-env=<"}},
        .cannot = ":\\",
        .same_paths = true,
    },
    {
        .option = "systemd-nspawn",
        .help = "likewise of systemd-nspawn",
        .bind = {{"--bind=<:>"}},
        .bind_file = {{"--bind-ro=<:>"}},
        .set = {{"--setenv=<=>"}},
        .cannot = ":\\",
    },
};

static void print_words(const struct gv_container_words *words, const char *from, const char *to)
{
    char word[MAX_WORD_B];

    for (unsigned i = 0; words->words[i]; i++) {
        struct gv_text text = gv_text_init(word, sizeof(word));
        for (const char *at = words->words[i]; *at; at++) {
            if (*at == '<')
                gv_text_add(&text, "%s", from);
            else if (*at == '>')
                gv_text_add(&text, "%s", to);
            else
                gv_text_add(&text, "%c", *at);
        }
        gv_shell_print_word(word);
        fputs(words->words[i + 1] ? " " : "", stdout);
    }
}

static void print_variables(const struct gv_container *container, const struct gv_client_env *env)
{
    for (size_t i = 0; i < env->num; i++) {
        const char *value = env->variables[i].value;
        const struct gv_container_words *words = value ? &container->set : &container->unset;
        if (words->words[0])
            putchar(' ');
        print_words(words, env->variables[i].name, value);
    }
}

static bool can_bind(const struct gv_container *container, const char *path,
                     const struct galvan_log *log)
{
    const bool can = path[strcspn(path, container->cannot)] == '\0';

    if (!can)
        gv_err(log, "env", "%s: %s takes no path with any of %s", path, container->option,
               container->cannot);
    return can;
}

static bool find_library(const struct gv_container *container, char out_path[PATH_MAX],
                         const struct galvan_log *log)
{
    char found[PATH_MAX];

    if (!container->bind_file.words[0]) {
        gv_err(log, "env", "%s does not show single files of /usr: no --preload with it",
               container->option);
        return false;
    }
    if (!gv_client_env_find(GALVAN_PRELOAD_NAME, found, sizeof(found)) ||
        !realpath(found, out_path)) {
        gv_err(log, "env", GALVAN_PRELOAD_NAME " is not installed");
        return false;
    }
    return can_bind(container, out_path, log);
}

int gv_container_print(const struct gv_container *container, const char *socket_path, bool preload,
                       const struct galvan_log *log)
{
    char library[PATH_MAX];
    struct gv_client_env env;
    struct gv_client_env_params params = {
        .command = "env",
        .frames_ahead = GV_CLIENT_ENV_FRAMES_AHEAD,
        .preload = preload,
        .preload_as = PRELOAD_THERE,
        .log = log,
    };

    if (!can_bind(container, socket_path, log) ||
        (preload && !find_library(container, library, log)))
        return GV_EXIT_FAILURE;
    if (container->same_paths)
        params.socket_path = socket_path;
    else if (preload)
        params.socket_path = GV_VTEST_DEFAULT_SOCKET;
    gv_client_env_init(&params, &env);
    print_words(&container->bind, socket_path, GV_VTEST_DEFAULT_SOCKET);
    if (preload) {
        putchar(' ');
        print_words(&container->bind_file, library, PRELOAD_THERE);
    }
    print_variables(container, &env);
    putchar('\n');
    return GV_EXIT_OK;
}
