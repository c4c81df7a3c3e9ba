/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The table of arguments that `galvan env` prints for programs that start containers. */
#ifndef GV_CLI_CONTAINERS_H
#define GV_CLI_CONTAINERS_H

#include <stdbool.h>

#include "galvan/log.h"

enum {
    GV_CONTAINER_WORDS = 4
};

/* Arguments in which '<' and '>' are placeholders. A NULL ends the list, which may be empty. */
struct gv_container_words {
    const char *words[GV_CONTAINER_WORDS];
};

struct gv_container {
    const char *option, *help;
    struct gv_container_words bind;      /* makes the socket '<' available at the path '>' */
    struct gv_container_words bind_file; /* makes the file '<' readable at the path '>' */
    struct gv_container_words set;       /* sets the environment variable '<' to '>' */
    struct gv_container_words unset; /* unsets an environment variable; empty if the container does
                                        not inherit variables */
    const char *cannot;              /* characters that a path must not contain */
    bool same_paths;                 /* paths are the same inside and
                                        outside of the container */
};

enum {
    GV_NUM_CONTAINERS = 5
};

extern const struct gv_container gv_containers[GV_NUM_CONTAINERS];

/* Prints arguments, quoted for a shell, that give programs in such a container access to the server
 * at socket_path and, if `preload` is true, to the client library. Returns the exit status. If the
 * status is not GV_EXIT_OK, writes a line to the log. */
int gv_container_print(const struct gv_container *container, const char *socket_path, bool preload,
                       const struct galvan_log *log);

#endif
