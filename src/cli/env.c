/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan env`: prints the environment variables with which a program reaches a server, in the
 * syntax of a shell. */
#include "cli/command.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/containers.h"
#include "cli/exit_status.h"
#include "cli/in_process.h"
#include "cli/options.h"
#include "cli/shell.h"
#include "diagnose/setup/client_env.h"
#include "diagnose/setup/in_process.h"
#include "diagnose/setup/unix_socket.h"
#include "util/array.h"
#include "util/env.h"
#include "util/log.h"
#include "vtest/protocol.h"

static void print_exports(const struct gv_client_env_params *params)
{
    struct gv_client_env env;

    gv_client_env_init(params, &env);
    for (size_t i = 0; i < env.num; i++) {
        const char *value = env.variables[i].value;
        printf(value ? "export %s=" : "unset %s", env.variables[i].name);
        if (value)
            gv_shell_print_word(value);
        putchar('\n');
    }
}

static int print_in_process(const char *option, const struct galvan_log *log)
{
    struct gv_in_process found;
    const int status = gv_cli_find_in_process("env", option, log, &found);

    if (status == GV_EXIT_OK)
        print_exports(&(struct gv_client_env_params){.command = "env",
                                                     .mesa_dir = found.dir,
                                                     .frames_ahead = GV_CLIENT_ENV_FRAMES_AHEAD,
                                                     .log = log});
    return status;
}

/* Returns the socket of systemd's user unit galvan.socket if it exists, otherwise Mesa's default
 * path. */
static const char *default_socket(char *buffer, size_t size_B)
{
    const char *dir = gv_getenv("XDG_RUNTIME_DIR");
    const int len = dir ? snprintf(buffer, size_B, "%s/galvan/vtest", dir) : -1;

    return len > 0 && len < (int)size_B && access(buffer, F_OK) == 0 ? buffer
                                                                     : GV_VTEST_DEFAULT_SOCKET;
}

/* Returns the absolute path of the socket. The caller must free this path. If no server listens on
 * the socket, writes a line to the log and returns NULL. */
static char *find_server(const char *path, const struct galvan_log *log)
{
    int fd = gv_unix_connect(path);

    if (fd < 0 && (errno == EACCES || errno == EPERM))
        gv_err(log, "env", "%s: %s; its server does not serve this user (`serve --allow-uid` does)",
               path, strerror(errno));
    else if (fd < 0)
        gv_err(log, "env", "%s: %s; start `galvan serve --socket %s` first", path, strerror(errno),
               path);
    if (fd < 0)
        return NULL;
    close(fd);
    char *full_path = realpath(path, NULL);
    if (!full_path)
        gv_err(log, "env", "%s: %s", path, strerror(errno));
    return full_path;
}

static int print_env(const char *path, const struct gv_container *container, bool preload,
                     const struct galvan_log *log)
{
    char *full_path = find_server(path, log);
    int status = GV_EXIT_OK;

    if (!full_path)
        return GV_EXIT_SOCKET;
    if (container)
        status = gv_container_print(container, full_path, preload, log);
    else
        print_exports(&(struct gv_client_env_params){.command = "env",
                                                     .socket_path = full_path,
                                                     .frames_ahead = GV_CLIENT_ENV_FRAMES_AHEAD,
                                                     .preload = true,
                                                     .same_files = true,
                                                     .log = log});
    free(full_path);
    return status;
}

/* Finds the kind of container that the options choose. Sets *out_container to NULL if the options
 * choose no kind. Returns false if they choose several kinds. */
static bool find_container(const bool chosen[GV_NUM_CONTAINERS],
                           const struct gv_container **out_container)
{
    *out_container = NULL;
    for (unsigned i = 0; i < GV_NUM_CONTAINERS; i++) {
        if (chosen[i] && *out_container)
            return false;
        if (chosen[i])
            *out_container = &gv_containers[i];
    }
    return true;
}

int gv_cli_env(int argc, char **argv, const struct galvan_log *log)
{
    const char *path = NULL, *in_process = NULL;
    char buffer[PATH_MAX];
    const struct gv_container *container;
    bool chosen[GV_NUM_CONTAINERS] = {false}, preload = false;
    struct gv_option options[3 + GV_NUM_CONTAINERS] = {
        GV_CLI_IN_PROCESS_OPTION(&in_process),
        {"socket", "PATH",
         "of the server (default: that of the user unit galvan.socket,\nif it is there, "
         "else " GV_VTEST_DEFAULT_SOCKET ")",
         GV_OPTION_STRING, &path},
        {"preload", NULL,
         "with these, bind the client half, too, for containers\nwhose libc is not older than this "
         "system's",
         GV_OPTION_FLAG, &preload},
    };
    const struct gv_usage usage = {
        .command = "env",
        .arguments = "",
        .about = "Prints what a program needs in its environment to draw through `galvan serve`, "
                 "for\neval \"$(galvan env)\" in a shell.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };
    int status;

    options[2 + GV_NUM_CONTAINERS] = options[2];
    for (unsigned i = 0; i < GV_NUM_CONTAINERS; i++)
        options[2 + i] = (struct gv_option){gv_containers[i].option, NULL, gv_containers[i].help,
                                            GV_OPTION_FLAG, &chosen[i]};
    if (!gv_options_parse(&usage, argc, argv, NULL, &status))
        return status;
    if (!find_container(chosen, &container))
        return gv_usage_error("env", "which one kind of container?");
    if (preload && !container)
        return gv_usage_error("env", "--preload is for containers; a shell always gets it");
    if (in_process && (container || path))
        return gv_usage_error("env", "--in-process is for a shell, and has no server");
    if (in_process)
        return print_in_process(in_process, log);
    if (!path)
        path = default_socket(buffer, sizeof(buffer));
    return print_env(path, container, preload, log);
}
