/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Files that keep what is costly to make between runs: written whole and put in place at once,
 * believed only when every byte is as it was written, and by whoever knows a secret if there is
 * one. Nothing here is an error to the caller of higher layers: without a file the work is done
 * again. */
#ifndef GV_UTIL_CACHE_FILE_H
#define GV_UTIL_CACHE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/must_check.h"

struct galvan_log;
struct gv_mac_key;

struct gv_cache_dir {
    char path[PATH_MAX];             /* "": nothing is kept */
    const struct gv_mac_key *secret; /* NULL: whoever can write there is believed */
};

/* The directory: chosen if not NULL, else $XDG_CACHE_HOME/galvan, else $HOME/.cache/galvan. "off"
 * is none. There is no secret. Nothing is created yet. */
void gv_cache_dir_init(struct gv_cache_dir *dir, const char *chosen);

/* Whether nobody but this user and root can exchange the directory, or what is in it: it and all
 * directories above it belong to one of the two, and others cannot write them, or only where they
 * can touch nothing but their own files (/tmp). Of a directory that does not exist, those above it
 * decide. Otherwise the path becomes "" and the log, as component, says why. */
void gv_cache_dir_check(struct gv_cache_dir *dir, const struct galvan_log *log,
                        const char *component);

/* Makes it, and the one above it, for this user alone; false, with errno. */
GV_MUST_CHECK bool gv_cache_dir_make(const struct gv_cache_dir *dir);

/* The contents of a file that was stored under key, free()d by the caller; NULL when there is none,
 * it is another user's, larger than max_B, cut, damaged, of another key, or stored under another
 * name or without the secret. */
void *gv_cache_load(const struct gv_cache_dir *dir, const char *name, uint64_t key, size_t max_B,
                    size_t *out_size_B);

/* Replaces the file at once, or leaves it as it was: false, with errno. Makes the directory, for
 * this user alone. */
bool gv_cache_store(const struct gv_cache_dir *dir, const char *name, uint64_t key,
                    const void *data, size_t size_B);

/* Other processes that ask wait, timeout_ms at most. The lock, or -1. */
int gv_cache_lock(const struct gv_cache_dir *dir, unsigned timeout_ms);
void gv_cache_unlock(int lock);

/* Removes files that begin with prefix, but not keep, oldest first, until all of them take no more
 * than max_B. */
void gv_cache_trim(const struct gv_cache_dir *dir, const char *prefix, const char *keep,
                   uint64_t max_B);

#endif
