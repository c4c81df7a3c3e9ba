/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan env`: what a program needs in order to reach a server, as text for a shell. */
#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/client_env.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/setup/unix_socket.h"
#include "util/array.h"
#include "util/log.h"
#include "vtest/protocol.h"

enum {
    FRAMES_AHEAD = 2
};

/* In quotes that every shell of POSIX takes off again. */
static void print_quoted(const char *text)
{
    putchar('\'');
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    }
    putchar('\'');
}

static void print_exports(const struct gv_client_env *env)
{
    for (size_t i = 0; i < env->num; i++) {
        const char *value = env->variables[i].value;
        printf(value ? "export %s=" : "unset %s", env->variables[i].name);
        if (value)
            print_quoted(value);
        putchar('\n');
    }
}

/* The sandbox has the socket where Mesa looks by itself, and no library of ours, which might not
 * fit the one's own. */
static void print_bwrap(const struct gv_client_env *env, const char *socket_path)
{
    fputs("--bind ", stdout);
    print_quoted(socket_path);
    fputs(" " GV_VTEST_DEFAULT_SOCKET, stdout);
    for (size_t i = 0; i < env->num; i++) {
        const char *value = env->variables[i].value;
        printf(value ? " --setenv %s " : " --unsetenv %s", env->variables[i].name);
        if (value)
            print_quoted(value);
    }
    putchar('\n');
}

static int print_env(const char *path, bool bwrap, const struct galvan_log *log)
{
    struct gv_client_env env;
    int fd = gv_unix_connect(path);

    if (fd < 0) {
        gv_err(log, "env", "%s: %s; start `galvan serve --socket %s` first", path, strerror(errno),
               path);
        return GV_EXIT_SOCKET;
    }
    close(fd);
    char *full_path = realpath(path, NULL);
    if (!full_path) {
        gv_err(log, "env", "%s: %s", path, strerror(errno));
        return GV_EXIT_SOCKET;
    }
    const struct gv_client_env_params params = {
        .command = "env",
        .socket_path = bwrap ? NULL : full_path,
        .frames_ahead = FRAMES_AHEAD,
        .preload = !bwrap,
        .same_files = !bwrap,
        .log = log,
    };
    gv_client_env_init(&params, &env);
    if (bwrap)
        print_bwrap(&env, full_path);
    else
        print_exports(&env);
    free(full_path);
    return GV_EXIT_OK;
}

int gv_cli_env(int argc, char **argv, const struct galvan_log *log)
{
    const char *path = GV_VTEST_DEFAULT_SOCKET;
    bool bwrap = false;
    const struct gv_option options[] = {
        {"socket", "PATH", "of the server (default: " GV_VTEST_DEFAULT_SOCKET ")", GV_OPTION_STRING,
         &path},
        {"bwrap", NULL, "as arguments of bwrap, which bind the socket, too", GV_OPTION_FLAG,
         &bwrap},
    };
    const struct gv_usage usage = {
        .command = "env",
        .arguments = "",
        .about = "Prints what a program needs in its environment to draw through `galvan serve`, "
                 "for\neval \"$(galvan env)\" in a shell.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };
    int first, status;

    if (!gv_options_parse(&usage, argc, argv, &first, &status))
        return status;
    if (first < argc)
        return gv_usage_error("env", "takes no argument \"%s\"", argv[first]);
    return print_env(path, bwrap, log);
}
