/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The functions of the C library with which drivers open the device and its files. Calls for all
 * other files are passed on to the C library. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "fake.h"

#define EXPORT __attribute__((visibility("default")))
/* Calls the C library's function of this name, which dlsym() finds at the first call. */
#define NEXT(name, ...)                                                                            \
    ({                                                                                             \
        static __typeof__(&name) next;                                                             \
        if (!next)                                                                                 \
            next = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                     \
        next(__VA_ARGS__);                                                                         \
    })

enum {
    MAJOR = 226
};

static int fail(int error)
{
    errno = error;
    return -1;
}

/* ---- Opening ------------------------------------------------------------------------------- */

static int open_text(const struct fake_file *file)
{
    int fd = memfd_create(file->path, MFD_CLOEXEC);
    size_t length = strlen(file->text);

    if (fd >= 0 && (write(fd, file->text, length) != (ssize_t)length || lseek(fd, 0, SEEK_SET))) {
        close(fd);
        return fail(EIO);
    }
    return fd;
}

static int open_own(const char *path, int flags)
{
    const struct fake_file *file = fake_file_find(path);

    if (!file)
        return fail(ENOENT);
    if (file->kind == FAKE_NODE)
        return fake_node_open(file, flags);
    return file->kind == FAKE_FILE ? open_text(file) : fail(EISDIR);
}

static mode_t mode_of(int flags, va_list args)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

#define OPEN(name)                                                                                 \
    EXPORT int name(const char *path, int flags, ...)                                              \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, flags);                                                                     \
        mode_t mode = mode_of(flags, args);                                                        \
        va_end(args);                                                                              \
        return fake_owns(path) ? open_own(path, flags) : NEXT(name, path, flags, mode);            \
    }
#define OPENAT(name)                                                                               \
    EXPORT int name(int at, const char *path, int flags, ...)                                      \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, flags);                                                                     \
        mode_t mode = mode_of(flags, args);                                                        \
        va_end(args);                                                                              \
        return fake_owns(path) ? open_own(path, flags) : NEXT(name, at, path, flags, mode);        \
    }
#define OPEN_2(name)                                                                               \
    EXPORT int name(const char *path, int flags);                                                  \
    EXPORT int name(const char *path, int flags)                                                   \
    {                                                                                              \
        return fake_owns(path) ? open_own(path, flags) : NEXT(name, path, flags);                  \
    }
#define FOPEN(name)                                                                                \
    EXPORT FILE *name(const char *path, const char *mode)                                          \
    {                                                                                              \
        if (!fake_owns(path))                                                                      \
            return NEXT(name, path, mode);                                                         \
        int fd = open_own(path, O_RDONLY | O_CLOEXEC);                                             \
        return fd < 0 ? NULL : fdopen(fd, "r");                                                    \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
OPEN_2(__open_2)
OPEN_2(__open64_2)
FOPEN(fopen)
FOPEN(fopen64)

/* ---- File status -------------------------------------------------------------------- */

#define FILL(st, kind_bits, number)                                                                \
    do {                                                                                           \
        memset(st, 0, sizeof(*st));                                                                \
        (st)->st_mode = kind_bits;                                                                 \
        (st)->st_nlink = 1;                                                                        \
        if (S_ISCHR(kind_bits))                                                                    \
            (st)->st_rdev = makedev(MAJOR, number);                                                \
    } while (0)

static mode_t mode_bits(const struct fake_file *file, bool follows)
{
    switch (file->kind) {
    case FAKE_DIRECTORY:
        return S_IFDIR | 0755;
    case FAKE_LINK:
        return follows ? S_IFDIR | 0755 : S_IFLNK | 0777;
    case FAKE_NODE:
        return S_IFCHR | 0666;
    default:
        return S_IFREG | 0444;
    }
}

#define STAT(name, type, follows)                                                                  \
    EXPORT int name(const char *path, type *out)                                                   \
    {                                                                                              \
        if (!fake_owns(path))                                                                      \
            return NEXT(name, path, out);                                                          \
        const struct fake_file *file = fake_file_find(path);                                       \
        if (!file)                                                                                 \
            return fail(ENOENT);                                                                   \
        FILL(out, mode_bits(file, follows), file->number);                                         \
        return 0;                                                                                  \
    }
#define FSTATAT(name, type)                                                                        \
    EXPORT int name(int at, const char *path, type *out, int flags)                                \
    {                                                                                              \
        if (!fake_owns(path))                                                                      \
            return NEXT(name, at, path, out, flags);                                               \
        const struct fake_file *file = fake_file_find(path);                                       \
        if (!file)                                                                                 \
            return fail(ENOENT);                                                                   \
        FILL(out, mode_bits(file, !(flags & AT_SYMLINK_NOFOLLOW)), file->number);                  \
        return 0;                                                                                  \
    }
#define FSTAT(name, type)                                                                          \
    EXPORT int name(int fd, type *out)                                                             \
    {                                                                                              \
        unsigned number;                                                                           \
        int result = NEXT(name, fd, out);                                                          \
        if (result == 0 && S_ISREG(out->st_mode) && fake_node_number(fd, &number)) {               \
            out->st_mode = S_IFCHR | 0666;                                                         \
            out->st_rdev = makedev(MAJOR, number);                                                 \
        }                                                                                          \
        return result;                                                                             \
    }

STAT(stat, struct stat, true)
STAT(stat64, struct stat64, true)
STAT(lstat, struct stat, false)
STAT(lstat64, struct stat64, false)
FSTATAT(fstatat, struct stat)
FSTATAT(fstatat64, struct stat64)
FSTAT(fstat, struct stat)
FSTAT(fstat64, struct stat64)

EXPORT int access(const char *path, int mode)
{
    if (!fake_owns(path))
        return NEXT(access, path, mode);
    return fake_file_find(path) ? 0 : fail(ENOENT);
}

EXPORT ssize_t readlink(const char *path, char *out, size_t size)
{
    if (!fake_owns(path))
        return NEXT(readlink, path, out, size);
    const struct fake_file *file = fake_file_find(path);
    if (!file || file->kind != FAKE_LINK)
        return fail(file ? EINVAL : ENOENT);
    size_t length = strlen(file->text);
    length = length < size ? length : size;
    memcpy(out, file->text, length);
    return (ssize_t)length;
}

static char *real_path_of_own(const char *path, char *out)
{
    if (!fake_file_find(path)) {
        errno = ENOENT;
        return NULL;
    }
    if (!out)
        return strdup(path);
    return memcpy(out, path, strlen(path) + 1);
}

EXPORT char *realpath(const char *path, char *out)
{
    return fake_owns(path) ? real_path_of_own(path, out) : NEXT(realpath, path, out);
}

EXPORT char *__realpath_chk(const char *path, char *out, size_t size);
EXPORT char *__realpath_chk(const char *path, char *out, size_t size)
{
    return fake_owns(path) ? real_path_of_own(path, out) : NEXT(__realpath_chk, path, out, size);
}

/* ---- Directories --------------------------------------------------------------------------- */

struct own_directory {
    struct own_directory *next;
    const struct fake_file *file;
    unsigned idx;
    struct dirent entry;
    struct dirent64 entry64;
};

static struct {
    pthread_mutex_t lock;
    struct own_directory *open;
} directories = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct own_directory *own_directory(const void *stream)
{
    struct own_directory *d;

    pthread_mutex_lock(&directories.lock);
    for (d = directories.open; d && (const void *)d != stream; d = d->next)
        ;
    pthread_mutex_unlock(&directories.lock);
    return d;
}

static DIR *open_own_directory(const char *path)
{
    const struct fake_file *file = fake_file_find(path);
    struct own_directory *d;

    if (!file || file->kind != FAKE_DIRECTORY) {
        errno = file ? ENOTDIR : ENOENT;
        return NULL;
    }
    d = calloc(1, sizeof(*d));
    if (!d)
        return NULL;
    d->file = file;
    pthread_mutex_lock(&directories.lock);
    d->next = directories.open;
    directories.open = d;
    pthread_mutex_unlock(&directories.lock);
    return (DIR *)d;
}

EXPORT DIR *opendir(const char *path)
{
    return fake_owns(path) ? open_own_directory(path) : NEXT(opendir, path);
}

#define READDIR(name, type, member)                                                                \
    EXPORT type *name(DIR *stream)                                                                 \
    {                                                                                              \
        struct own_directory *d = own_directory(stream);                                           \
        if (!d)                                                                                    \
            return NEXT(name, stream);                                                             \
        const struct fake_file *file = fake_file_in(d->file, d->idx);                              \
        if (!file)                                                                                 \
            return NULL;                                                                           \
        d->idx++;                                                                                  \
        d->member.d_ino = d->idx;                                                                  \
        d->member.d_type = IFTODT(mode_bits(file, false));                                         \
        snprintf(d->member.d_name, sizeof(d->member.d_name), "%s", strrchr(file->path, '/') + 1);  \
        return &d->member;                                                                         \
    }

READDIR(readdir, struct dirent, entry)
READDIR(readdir64, struct dirent64, entry64)

EXPORT void rewinddir(DIR *stream)
{
    struct own_directory *d = own_directory(stream);

    if (d)
        d->idx = 0;
    else
        NEXT(rewinddir, stream);
}

EXPORT int closedir(DIR *stream)
{
    struct own_directory *d = own_directory(stream), **link;

    if (!d)
        return NEXT(closedir, stream);
    pthread_mutex_lock(&directories.lock);
    for (link = &directories.open; *link != d; link = &(*link)->next)
        ;
    *link = d->next;
    pthread_mutex_unlock(&directories.lock);
    free(d);
    return 0;
}

/* ---- The device */

EXPORT int ioctl(int fd, unsigned long request, ...)
{
    va_list args;
    long result;

    va_start(args, request);
    void *arg = va_arg(args, void *);
    va_end(args);
    if (!fake_ioctl(fd, request, arg, &result))
        return NEXT(ioctl, fd, request, arg);
    return result < 0 ? fail((int)-result) : (int)result;
}
