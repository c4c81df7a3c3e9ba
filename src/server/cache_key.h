/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A cache key identifies the clients that share compiled pipelines: clients of one user that run
 * the same program. A program is identified by what the kernel reports about its executable, not by
 * what the client claims. */
#ifndef GV_SERVER_CACHE_KEY_H
#define GV_SERVER_CACHE_KEY_H

#include <sys/types.h>

struct gv_mac_key;

enum {
    GV_CACHE_KEY_PROGRAM_B = 48
};

struct gv_cache_key {
    uid_t uid;
    char program[GV_CACHE_KEY_PROGRAM_B]; /* the name of a directory; "": nothing is cached */
};

/* Returns the cache key of a process. All processes whose executable cannot be read, such as
 * processes of another user, share one cache key. Without the secret `key` nobody can construct
 * another program with the same directory name. */
struct gv_cache_key gv_cache_key_of_process(const struct gv_mac_key *key, uid_t uid, pid_t pid);

/* Returns the cache key of a program. `program` is a path, or a name that is searched in PATH. */
struct gv_cache_key gv_cache_key_of_program(const struct gv_mac_key *key, uid_t uid,
                                            const char *program);

#endif
