/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Looks up libc's functions when the library is loaded, because a lookup takes locks, and programs
 * call read() and write() where no lock may be taken. Before the lookup, calls are made as system
 * calls. */
#include "preload/next.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
    gv_dlsym_fn dlsym;
    ssize_t (*read)(int, void *, size_t);
    ssize_t (*write)(int, const void *, size_t);
    ssize_t (*recvmsg)(int, struct msghdr *, int);
    int (*connect)(int, const struct sockaddr *, socklen_t);
    void *(*mmap64)(void *, size_t, int, int, int, off64_t);
    int (*munmap)(void *, size_t);
    int (*close)(int);
    int (*dup2)(int, int);
    int (*dup3)(int, int, int);
    int (*close_range)(unsigned, unsigned, int);
    void (*closefrom)(int);
    int (*mutex_init)(pthread_mutex_t *, const pthread_mutexattr_t *);
    int (*mutex_destroy)(pthread_mutex_t *);
    int (*mtx_init)(mtx_t *, int);
    void (*mtx_destroy)(mtx_t *);
    char *(*getenv)(const char *);
} next;

static void take_dlsym(const char *version)
{
    void *symbol = dlvsym(RTLD_NEXT, "dlsym", version);

    memcpy(&next.dlsym, &symbol, sizeof(symbol));
}

/* Looks dlsym() up by version, since this library itself has an unversioned dlsym(). Tries the
 * symbol version of current glibc, then the versions of older glibcs, then any version. */
gv_dlsym_fn gv_next_dlsym(void)
{
    enum {
        END_MINOR = 100
    };
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.0"};
    char version[16];

    for (size_t i = 0; !next.dlsym && i < sizeof(versions) / sizeof(versions[0]); i++)
        take_dlsym(versions[i]);
    for (unsigned minor = 0; !next.dlsym && minor < END_MINOR; minor++) {
        snprintf(version, sizeof(version), "GLIBC_2.%u", minor);
        take_dlsym(version);
    }
    return next.dlsym;
}

static void *behind(void *handle, const char *name)
{
    return gv_next_dlsym() ? next.dlsym(handle, name) : NULL;
}

void *gv_library_symbol(const char *library, const char *name)
{
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);

    return handle ? behind(handle, name) : NULL;
}

void *gv_next_symbol(const char *library, const char *name)
{
    void *symbol = behind(RTLD_NEXT, name);

    return symbol ? symbol : gv_library_symbol(library, name);
}

void *gv_next_once(void **slot, const char *library, const char *name)
{
    void *symbol = __atomic_load_n(slot, __ATOMIC_RELAXED);

    if (!symbol) {
        symbol = gv_next_symbol(library, name);
        __atomic_store_n(slot, symbol, __ATOMIC_RELAXED);
    }
    return symbol;
}

static void take(void *out_fn, const char *name)
{
    void *symbol = behind(RTLD_NEXT, name);

    memcpy(out_fn, &symbol, sizeof(symbol));
}

__attribute__((constructor(101))) static void resolve(void)
{
    take(&next.read, "read");
    take(&next.write, "write");
    take(&next.recvmsg, "recvmsg");
    take(&next.connect, "connect");
    take(&next.mmap64, "mmap64");
    take(&next.munmap, "munmap");
    take(&next.close, "close");
    take(&next.dup2, "dup2");
    take(&next.dup3, "dup3");
    take(&next.close_range, "close_range");
    take(&next.closefrom, "closefrom");
    take(&next.mutex_init, "pthread_mutex_init");
    take(&next.mutex_destroy, "pthread_mutex_destroy");
    take(&next.mtx_init, "mtx_init");
    take(&next.mtx_destroy, "mtx_destroy");
    take(&next.getenv, "getenv");
}

ssize_t gv_next_read(int fd, void *data, size_t size_B)
{
    return next.read ? next.read(fd, data, size_B) : syscall(SYS_read, fd, data, size_B);
}

ssize_t gv_next_write(int fd, const void *data, size_t size_B)
{
    return next.write ? next.write(fd, data, size_B) : syscall(SYS_write, fd, data, size_B);
}

ssize_t gv_next_recvmsg(int fd, struct msghdr *message, int flags)
{
    return next.recvmsg ? next.recvmsg(fd, message, flags)
                        : syscall(SYS_recvmsg, fd, message, flags);
}

int gv_next_connect(int fd, const struct sockaddr *address, socklen_t size)
{
    return next.connect ? next.connect(fd, address, size)
                        : (int)syscall(SYS_connect, fd, address, size);
}

#ifdef SYS_mmap2
static void *ask_for_map(void *address, size_t size_B, int protection, int flags, int fd,
                         off64_t offset)
{
    return (void *)syscall(SYS_mmap2, address, size_B, protection, flags, fd,
                           (off_t)(offset >> 12));
}
#else
static void *ask_for_map(void *address, size_t size_B, int protection, int flags, int fd,
                         off64_t offset)
{
    return (void *)syscall(SYS_mmap, address, size_B, protection, flags, fd, offset);
}
#endif

void *gv_next_mmap(void *address, size_t size_B, int protection, int flags, int fd, off64_t offset)
{
    return next.mmap64 ? next.mmap64(address, size_B, protection, flags, fd, offset)
                       : ask_for_map(address, size_B, protection, flags, fd, offset);
}

int gv_next_munmap(void *address, size_t size_B)
{
    return next.munmap ? next.munmap(address, size_B) : (int)syscall(SYS_munmap, address, size_B);
}

int gv_next_close(int fd)
{
    return next.close ? next.close(fd) : (int)syscall(SYS_close, fd);
}

int gv_next_dup2(int from, int to)
{
    if (next.dup2)
        return next.dup2(from, to);
    return from == to ? from : (int)syscall(SYS_dup3, from, to, 0);
}

int gv_next_dup3(int from, int to, int flags)
{
    return next.dup3 ? next.dup3(from, to, flags) : (int)syscall(SYS_dup3, from, to, flags);
}

/* Calls close_range(), which not every libc has. */
int gv_next_close_range(unsigned first, unsigned last, int flags)
{
    return next.close_range ? next.close_range(first, last, flags)
                            : (int)syscall(SYS_close_range, first, last, flags);
}

void gv_next_closefrom(int first)
{
    if (next.closefrom)
        next.closefrom(first);
}

/* The functions for mutexes are looked up even if they are called before this library's
 * constructors, because there are no system calls for mutexes. */
int gv_next_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    if (!next.mutex_init)
        take(&next.mutex_init, "pthread_mutex_init");
    return next.mutex_init ? next.mutex_init(mutex, attr) : ENOSYS;
}

int gv_next_mutex_destroy(pthread_mutex_t *mutex)
{
    if (!next.mutex_destroy)
        take(&next.mutex_destroy, "pthread_mutex_destroy");
    return next.mutex_destroy ? next.mutex_destroy(mutex) : 0;
}

int gv_next_mtx_init(mtx_t *mutex, int type)
{
    if (!next.mtx_init)
        take(&next.mtx_init, "mtx_init");
    return next.mtx_init ? next.mtx_init(mutex, type) : thrd_error;
}

void gv_next_mtx_destroy(mtx_t *mutex)
{
    if (!next.mtx_destroy)
        take(&next.mtx_destroy, "mtx_destroy");
    if (next.mtx_destroy)
        next.mtx_destroy(mutex);
}

/* Searches the environment without libc's getenv(): a lookup of getenv() may allocate memory, and
 * the allocator may call getenv() to read its settings. */
static char *find_variable(const char *name)
{
    const size_t len = strlen(name);

    for (char **at = environ; at && *at; at++) {
        if (strncmp(*at, name, len) == 0 && (*at)[len] == '=')
            return *at + len + 1;
    }
    return NULL;
}

char *gv_next_getenv(const char *name)
{
    return next.getenv ? next.getenv(name) : find_variable(name);
}
