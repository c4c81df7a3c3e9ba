/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Temporary directories of tests. */
#ifndef GV_TEST_TEMP_DIR_H
#define GV_TEST_TEMP_DIR_H

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#define TEMP_DIR_TEMPLATE "/tmp/galvan-test.XXXXXX" /* for mkdtemp() */

static inline int temp_dir_remove_entry(const char *path, const struct stat *st, int type,
                                        struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

/* Removes a directory with its contents. Returns 0 on success. */
static inline int temp_dir_remove(const char *path)
{
    return nftw(path, temp_dir_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* Returns the number of entries in a directory, or 0 if the directory does not exist. */
static inline unsigned temp_dir_count(const char *path)
{
    unsigned num = 0;
    DIR *list = opendir(path);
    if (!list)
        return 0;
    for (const struct dirent *entry; (entry = readdir(list));)
        num += entry->d_name[0] != '.';
    closedir(list);
    return num;
}

#endif
