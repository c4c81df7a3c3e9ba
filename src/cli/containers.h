/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The arguments that `galvan env` prints for programs that start containers, from one table. */
#ifndef GV_CLI_CONTAINERS_H
#define GV_CLI_CONTAINERS_H

#include <stdbool.h>

#include "galvan/log.h"

enum {
    GV_CONTAINER_WORDS = 4
};

/* Arguments in which '<' and '>' stand for two texts; a NULL ends the list, which may be empty. */
struct gv_container_words {
    const char *words[GV_CONTAINER_WORDS];
};

struct gv_container {
    const char *option, *help;
    struct gv_container_words bind;      /* a socket, from < to > in the container */
    struct gv_container_words bind_file; /* a file that is only read, from < to > */
    struct gv_container_words set;       /* < to > in the environment */
    struct gv_container_words unset;     /* empty where nothing is set that is set outside */
    const char *cannot;                  /* characters that a path may not have */
    bool same_paths;                     /* all paths are as outside */
};

enum {
    GV_NUM_CONTAINERS = 5
};

extern const struct gv_container gv_containers[GV_NUM_CONTAINERS];

/* Prints arguments for a shell that give programs in such a container access to the server on the
 * socket and, if preload is true, the client library. Returns the exit status, after a line in the
 * log unless it is GV_EXIT_OK. */
int gv_container_print(const struct gv_container *container, const char *socket_path, bool preload,
                       const struct galvan_log *log);

#endif
