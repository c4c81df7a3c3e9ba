/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The options --group, --mode and --allow-uid of `galvan serve`: which users may connect to the
 * socket. */
#ifndef GV_CLI_ACCESS_H
#define GV_CLI_ACCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct gv_server_params;

enum {
    GV_CLI_MAX_UIDS = 64
};

struct gv_cli_access {
    const char *group, *mode, *users; /* as given on the command line; NULL: not given */
    gid_t gid;
    uid_t uids[GV_CLI_MAX_UIDS];
};

/* Three rows for a command's table of options. */
#define GV_CLI_ACCESS_OPTIONS(access)                                                              \
    {"group", "NAME", "of the socket, whose members may connect", GV_OPTION_STRING,                \
     &(access)->group},                                                                            \
        {"mode", "OCTAL",                                                                          \
         "of the socket (default: 0600; with --group 0660, with\n--allow-uid 0666)",               \
         GV_OPTION_STRING, &(access)->mode},                                                       \
    {                                                                                              \
        "allow-uid", "UID[,UID]",                                                                  \
            "serve these users and this one, and refuse others that\nthe socket lets in",          \
            GV_OPTION_STRING, &(access)->users                                                     \
    }

/* Sets the fields of `params` that say which users may connect. `params` then points into *access.
 * If an option is wrong, writes a line to the log and returns false. */
bool gv_cli_access_apply(struct gv_cli_access *access, struct gv_server_params *params);

#endif
