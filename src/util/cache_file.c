/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/cache_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/env.h"
#include "util/hash.h"
#include "util/log.h"
#include "util/mac.h"

enum {
    LOCK_STEP_MS = 10,
    MAX_TRIMS = 64, /* files removed by one gv_cache_trim() */
};

static const char magic[8] = "GVCACHE2";
static const char temporary_suffix[] = ".new";

struct header {
    char magic[8];
    uint64_t key, size_B;
    struct gv_mac check;
};

/* ---- Names ----------------------------------------------------------------------------------- */

/* Concatenates three strings. False, with errno, if the result is too long. */
static bool join(char out[PATH_MAX], const char *a, const char *b, const char *c)
{
    int len = snprintf(out, PATH_MAX, "%s%s%s", a, b, c);
    if (len >= 0 && len < PATH_MAX)
        return true;
    out[0] = '\0';
    errno = ENAMETOOLONG;
    return false;
}

void gv_cache_dir_init(struct gv_cache_dir *dir, const char *chosen)
{
    const char *base;
    dir->path[0] = '\0';
    dir->secret = NULL;
    if (chosen) {
        if (strcmp(chosen, "off") != 0)
            join(dir->path, chosen, "", "");
    } else if ((base = gv_getenv("XDG_CACHE_HOME")) && base[0] == '/') {
        join(dir->path, base, "/galvan", "");
    } else if ((base = gv_getenv("HOME"))) {
        join(dir->path, base, "/.cache/galvan", "");
    }
}

/* ---- Owners ---------------------------------------------------------------------------------- */

/* In a user namespace, the kernel reports this owner for a file whose real owner (such as the
 * machine's root) has no id in the namespace. */
enum {
    OVERFLOW_UID = 65534
};

static bool is_in_namespace(void)
{
    unsigned inside = 1, outside = 1, num = 0;
    FILE *file = fopen("/proc/self/uid_map", "re");
    const bool is_known = file && fscanf(file, "%u %u %u", &inside, &outside, &num) == 3;
    if (file)
        fclose(file);
    return is_known && num != UINT32_MAX;
}

/* Returns why other users can replace the contents of a directory; NULL if other users cannot. */
static const char *find_weakness(const struct stat *st)
{
    if (st->st_uid != 0 && st->st_uid != geteuid() &&
        !(st->st_uid == OVERFLOW_UID && is_in_namespace()))
        return "belongs to another user";
    if (st->st_mode & S_ISVTX)
        return NULL;
    if ((st->st_mode & S_IWOTH) || ((st->st_mode & S_IWGRP) && st->st_gid != getegid()))
        return "can be written by other users";
    return NULL;
}

/* Resolves the longest part of a path that exists, without symbolic links. */
static bool resolve(const char *path, char out[PATH_MAX])
{
    char part[PATH_MAX];
    if (!join(part, path, "", ""))
        return false;
    while (!realpath(part, out)) {
        char *slash = strrchr(part, '/');
        if (errno != ENOENT || !slash || slash == part)
            return false;
        *slash = '\0';
    }
    return true;
}

void gv_cache_dir_check(struct gv_cache_dir *dir, const struct galvan_log *log,
                        const char *component)
{
    char path[PATH_MAX];
    struct stat st;
    if (!dir->path[0] || !resolve(dir->path, path))
        return; /* the directory does not exist, or its creation will fail */
    for (char *slash = path; slash;) {
        const char *why = lstat(path, &st) == 0 ? find_weakness(&st) : strerror(errno);
        if (why) {
            gv_warn(log, component, "nothing is cached in %s: %s %s", dir->path, path, why);
            dir->path[0] = '\0';
            return;
        }
        slash = path[1] ? strrchr(path, '/') : NULL;
        if (slash)
            slash[slash == path] = '\0';
    }
}

/* ---- Creation -------------------------------------------------------------------------------- */

/* Creates the directory and its parent directory. */
static bool make_dir(const char *path)
{
    char parent[PATH_MAX];
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return true;
    if (errno != ENOENT || !join(parent, path, "", ""))
        return false;
    char *slash = strrchr(parent, '/');
    if (!slash || slash == parent)
        return false;
    *slash = '\0';
    if (mkdir(parent, 0700) != 0 && errno != EEXIST)
        return false;
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool gv_cache_dir_make(const struct gv_cache_dir *dir)
{
    return dir->path[0] && make_dir(dir->path);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static bool read_all(int fd, void *data, size_t size_B)
{
    for (size_t done_B = 0; done_B < size_B;) {
        ssize_t n = read(fd, (char *)data + done_B, size_B - done_B);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done_B += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool write_all(int fd, const void *data, size_t size_B)
{
    for (size_t done_B = 0; done_B < size_B;) {
        ssize_t n = write(fd, (const char *)data + done_B, size_B - done_B);
        if (n < 0 && errno != EINTR)
            return false;
        done_B += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Returns the code that authenticates the stored bytes: it detects accidental damage and, if there
 * is a secret, forgery. */
static struct gv_mac check_of(const struct gv_cache_dir *dir, const char *name, uint64_t key,
                              const void *data, size_t size_B)
{
    struct {
        struct gv_mac data;
        uint64_t key;
        char name[NAME_MAX + 1];
    } all = {.key = key};
    struct gv_mac check = {{0}};
    if (!dir->secret) {
        const uint64_t hash = gv_hash_bytes(data, size_B, key);
        memcpy(check.bytes, &hash, sizeof(hash));
        return check;
    }
    all.data = gv_mac_of(dir->secret, data, size_B);
    snprintf(all.name, sizeof(all.name), "%s", name);
    return gv_mac_of(dir->secret, &all, sizeof(all));
}

static bool is_ours(int fd, size_t max_B)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
           st.st_size > (off_t)sizeof(struct header) &&
           (uint64_t)st.st_size - sizeof(struct header) <= max_B;
}

void *gv_cache_load(const struct gv_cache_dir *dir, const char *name, uint64_t key, size_t max_B,
                    size_t *out_size_B)
{
    char path[PATH_MAX];
    struct header header;
    void *data = NULL;
    if (!dir->path[0] || !join(path, dir->path, "/", name))
        return NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    if (!is_ours(fd, max_B) || !read_all(fd, &header, sizeof(header)) ||
        memcmp(header.magic, magic, sizeof(magic)) != 0 || header.key != key || !header.size_B ||
        header.size_B > max_B)
        goto close_file;
    data = malloc(header.size_B);
    if (!data)
        goto close_file;
    bool good = read_all(fd, data, header.size_B);
    if (good) {
        const struct gv_mac check = check_of(dir, name, key, data, header.size_B);
        good = memcmp(&check, &header.check, sizeof(check)) == 0;
    }
    if (!good) {
        free(data);
        data = NULL;
        goto close_file;
    }
    *out_size_B = header.size_B;
close_file:
    close(fd);
    return data;
}

bool gv_cache_store(const struct gv_cache_dir *dir, const char *name, uint64_t key,
                    const void *data, size_t size_B)
{
    const struct header header = {
        .magic = {magic[0], magic[1], magic[2], magic[3], magic[4], magic[5], magic[6], magic[7]},
        .key = key,
        .size_B = size_B,
        .check = check_of(dir, name, key, data, size_B),
    };
    char path[PATH_MAX], temporary[PATH_MAX], suffix[32];
    snprintf(suffix, sizeof(suffix), ".%d%s", (int)getpid(), temporary_suffix);
    if (!dir->path[0]) {
        errno = ENOENT;
        return false;
    }
    if (!make_dir(dir->path) || !join(path, dir->path, "/", name) ||
        !join(temporary, path, suffix, ""))
        return false;
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return false;
    bool good = write_all(fd, &header, sizeof(header)) && write_all(fd, data, size_B);
    int error = errno;
    if (close(fd) != 0 && good) {
        error = errno;
        good = false;
    }
    if (good && rename(temporary, path) == 0)
        return true;
    if (good)
        error = errno;
    unlink(temporary);
    errno = error;
    return false;
}

/* ---- Several processes ----------------------------------------------------------------------- */

int gv_cache_lock(const struct gv_cache_dir *dir, unsigned timeout_ms)
{
    char path[PATH_MAX];
    if (!dir->path[0] || !make_dir(dir->path) || !join(path, dir->path, "/lock", ""))
        return -1;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return -1;
    for (unsigned waited_ms = 0; flock(fd, LOCK_EX | LOCK_NB) != 0; waited_ms += LOCK_STEP_MS) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || waited_ms >= timeout_ms) {
            close(fd);
            return -1;
        }
        const struct timespec step = {.tv_nsec = LOCK_STEP_MS * 1000000L};
        nanosleep(&step, NULL);
    }
    return fd;
}

void gv_cache_unlock(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* ---- Size ------------------------------------------------------------------------------------ */

/* Returns the total size of all files whose names begin with `prefix`. out_oldest gets the name of
 * the oldest of these files other than `keep`, or "". */
static uint64_t survey(DIR *list, const char *prefix, const char *keep,
                       char out_oldest[NAME_MAX + 1])
{
    struct timespec oldest = {0};
    uint64_t total_B = 0;
    out_oldest[0] = '\0';
    rewinddir(list);
    for (const struct dirent *entry; (entry = readdir(list));) {
        struct stat st;
        if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0 ||
            fstatat(dirfd(list), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(st.st_mode))
            continue;
        total_B += (uint64_t)st.st_size;
        bool older = st.st_mtim.tv_sec < oldest.tv_sec ||
                     (st.st_mtim.tv_sec == oldest.tv_sec && st.st_mtim.tv_nsec < oldest.tv_nsec);
        if (strcmp(entry->d_name, keep) != 0 && (!out_oldest[0] || older)) {
            oldest = st.st_mtim;
            snprintf(out_oldest, NAME_MAX + 1, "%s", entry->d_name);
        }
    }
    return total_B;
}

void gv_cache_trim(const struct gv_cache_dir *dir, const char *prefix, const char *keep,
                   uint64_t max_B)
{
    char oldest[NAME_MAX + 1];
    DIR *list = dir->path[0] ? opendir(dir->path) : NULL;
    if (!list)
        return;
    for (unsigned i = 0; i < MAX_TRIMS; i++) {
        if (survey(list, prefix, keep, oldest) <= max_B || !oldest[0] ||
            unlinkat(dirfd(list), oldest, 0) != 0)
            break;
    }
    closedir(list);
}
