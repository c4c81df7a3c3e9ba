/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Whose caches: what the clients of one user leave that are one program, later ones of the same
 * user and program get, and nobody else. A program is known by what the kernel says of its file,
 * not by what a client says. */
#ifndef GV_SERVER_CACHE_KEY_H
#define GV_SERVER_CACHE_KEY_H

#include <sys/types.h>

struct gv_mac_key;

enum {
    GV_CACHE_KEY_PROGRAM_B = 48
};

struct gv_cache_key {
    uid_t uid;
    char program[GV_CACHE_KEY_PROGRAM_B]; /* the name of a directory; "": nothing is kept */
};

/* The owner that a process is. Those of which this process cannot tell, as of another user's, are
 * one program. Who does not know the key cannot make out another program with the same name. */
struct gv_cache_key gv_cache_key_of_process(const struct gv_mac_key *key, uid_t uid, pid_t pid);

/* That of a program by its path, or by its name where it is searched in PATH. */
struct gv_cache_key gv_cache_key_of_program(const struct gv_mac_key *key, uid_t uid,
                                            const char *program);

#endif
