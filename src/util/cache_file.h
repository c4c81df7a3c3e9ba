/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Files that cache expensive results between runs. Files are replaced atomically. A file is used
 * only if every byte is intact and, with a secret, if the file's writer knew the secret. Callers
 * need not treat failures as errors: without a file they compute the result again. */
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
    char path[PATH_MAX];             /* "": the cache is disabled */
    const struct gv_mac_key *secret; /* NULL: files are used whoever wrote them */
};

/* Chooses the directory: `chosen` if it is not NULL, else $XDG_CACHE_HOME/galvan, else
 * $HOME/.cache/galvan. "off" disables the cache. Sets no secret and does not create the
 * directory. */
void gv_cache_dir_init(struct gv_cache_dir *dir, const char *chosen);

/* Checks that only this user and root can replace the directory or its contents. This user or root
 * must own the directory and all its parents. Other users must not be able to write to these
 * directories, or must be able to change only their own files there (as in /tmp). If the directory
 * does not exist, its parents decide. If the check fails, sets the path to "" and logs the reason
 * under `component`. */
void gv_cache_dir_check(struct gv_cache_dir *dir, const struct galvan_log *log,
                        const char *component);

/* Creates the directory and its parent, accessible for this user only. Returns false with errno on
 * failure. */
GV_MUST_CHECK bool gv_cache_dir_make(const struct gv_cache_dir *dir);

/* Returns the contents of a file that was stored under this name and key. The caller must free()
 * the contents. NULL if the file does not exist, or if it belongs to another user, is larger than
 * max_B, is truncated or damaged, or was stored under another name or key or without the secret. */
void *gv_cache_load(const struct gv_cache_dir *dir, const char *name, uint64_t key, size_t max_B,
                    size_t *out_size_B);

/* Replaces the file atomically, or returns false with errno and leaves the file unchanged. Creates
 * the directory, accessible for this user only. */
bool gv_cache_store(const struct gv_cache_dir *dir, const char *name, uint64_t key,
                    const void *data, size_t size_B);

/* Takes a lock that one process at a time can hold. Waits at most timeout_ms for the lock. Returns
 * the lock, or -1. */
int gv_cache_lock(const struct gv_cache_dir *dir, unsigned timeout_ms);
void gv_cache_unlock(int lock);

/* Removes files whose names begin with `prefix`, oldest first, until the remaining files take no
 * more than max_B. Never removes the file `keep`. */
void gv_cache_trim(const struct gv_cache_dir *dir, const char *prefix, const char *keep,
                   uint64_t max_B);

#endif
