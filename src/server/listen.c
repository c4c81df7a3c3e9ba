/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Binds the socket file. Replaces a stale socket file; fails if a server listens on the socket.
 * Only this process's user can connect until the file's group has been set. */
#include "server/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/log.h"

enum {
    OWNER_ONLY = 0600,
    OTHERS = 077
};

/* Fills *out_address. GALVAN_ERROR_LIMIT, after a line in the log, if the path is empty or too long
 * for a socket. */
static enum galvan_result socket_address(const char *path, const struct galvan_log *log,
                                         struct sockaddr_un *out_address)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t len = strlen(path);

    if (len == 0 || len >= sizeof(address.sun_path)) {
        gv_err(log, "server",
               "socket path of %zu bytes: a socket's path has 1 to %zu; choose another --socket",
               len, sizeof(address.sun_path) - 1);
        return GALVAN_ERROR_LIMIT;
    }
    memcpy(address.sun_path, path, len + 1);
    *out_address = address;
    return GALVAN_OK;
}

/* ---- One server at a time -------------------------------------------------------------------- */

/* A lock on a file beside the socket, held from the check of the path until the socket listens. If
 * two servers start on one stale path, the second server finds that the first server listens. */
struct start_lock {
    char path[sizeof(((struct sockaddr_un *)NULL)->sun_path) + sizeof(".lock")];
    int fd;
};

enum {
    LOCK_TRIES = 200
};
static const struct timespec pause_of_tries = {.tv_nsec = 10 * 1000 * 1000};

/* Whether the locked file is still the file at the path: the previous holder of the lock may have
 * removed the locked file. */
static bool is_at_path(const struct start_lock *lock)
{
    struct stat locked, there;
    return fstat(lock->fd, &locked) == 0 && lstat(lock->path, &there) == 0 &&
           locked.st_dev == there.st_dev && locked.st_ino == there.st_ino;
}

/* Takes the lock. False, with errno set, if another process holds the lock. */
static bool try_lock(struct start_lock *lock)
{
    lock->fd = open(lock->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, OWNER_ONLY);
    if (lock->fd < 0)
        return false;
    if (flock(lock->fd, LOCK_EX | LOCK_NB) == 0) {
        if (is_at_path(lock))
            return true;
        errno = EWOULDBLOCK;
    }
    const int error = errno;
    close(lock->fd);
    errno = error;
    return false;
}

static bool lock_start(struct start_lock *lock, const char *path, const struct galvan_log *log)
{
    snprintf(lock->path, sizeof(lock->path), "%s.lock", path);
    for (unsigned i = 0; i < LOCK_TRIES; i++) {
        if (try_lock(lock))
            return true;
        if (errno != EWOULDBLOCK)
            break;
        nanosleep(&pause_of_tries, NULL);
    }
    gv_err(log, "server", "no socket at %s: %s; choose another --socket", path,
           errno == EWOULDBLOCK ? "another server is starting" : strerror(errno));
    return false;
}

static void unlock_start(struct start_lock *lock)
{
    unlink(lock->path);
    close(lock->fd);
}

/* ---- The file -------------------------------------------------------------------------------- */

/* Checks the file at the path, and removes a socket on which no process listens. */
static enum galvan_result clear_path(const struct sockaddr_un *address,
                                     const struct galvan_log *log)
{
    const char *path = address->sun_path;
    struct stat st;

    if (lstat(path, &st) != 0) {
        return GALVAN_OK; /* no file exists, or bind() will report the error */
    }
    if (!S_ISSOCK(st.st_mode)) {
        gv_err(log, "server", "%s is there and no socket: remove it or choose another --socket",
               path);
        return GALVAN_ERROR_INVALID;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        gv_err(log, "server", "no socket: %s", strerror(errno));
        return GALVAN_ERROR_IO;
    }
    /* EAGAIN means that the server's backlog is full, so the server is alive. */
    int error = connect(fd, (const struct sockaddr *)address, sizeof(*address)) == 0 ? 0 : errno;
    close(fd);
    if (error == 0 || error == EAGAIN) {
        gv_err(log, "server", "a server already answers on %s: stop it or choose --socket", path);
        return GALVAN_ERROR_INVALID;
    }
    if (error != ECONNREFUSED) {
        gv_err(log, "server", "%s is a socket that cannot be asked: %s; choose another --socket",
               path, strerror(error));
        return GALVAN_ERROR_IO;
    }
    if (unlink(path) != 0 && errno != ENOENT) {
        gv_err(log, "server", "the stale socket %s cannot be removed: %s", path, strerror(errno));
        return GALVAN_ERROR_IO;
    }
    return GALVAN_OK;
}

/* Whether the users who may open the socket file `file` may pass through the directory `dir`. */
static bool lets_in(const struct stat *dir, const struct stat *file)
{
    const bool by_group = dir->st_gid == file->st_gid && dir->st_mode & S_IXGRP;

    return dir->st_mode & S_IXOTH || (by_group && !(file->st_mode & S_IWOTH));
}

/* Warns about directories through which permitted users may not pass. This is only a warning, since
 * access control lists may still let users pass. */
static void look_at_directories(const char *socket_path, const struct galvan_log *log)
{
    char path[PATH_MAX], *slash;
    struct stat file, st;

    if (stat(socket_path, &file) != 0 || !realpath(socket_path, path))
        return;
    while ((slash = strrchr(path, '/')) && slash > path) {
        *slash = '\0';
        if (stat(path, &st) == 0 && !lets_in(&st, &file)) {
            gv_warn(log, "server",
                    "%s has mode %04o: other users do not reach the socket in it; choose another "
                    "--socket, or let them through",
                    path, (unsigned)st.st_mode & 07777);
            return;
        }
    }
}

/* Opens the socket file itself: does not follow a symbolic link, and does not accept a file of
 * another user. Returns -1 on failure. */
static int open_file(const char *path)
{
    struct stat st;
    const int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);

    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode) && st.st_uid == geteuid())
        return fd;
    if (fd >= 0)
        close(fd);
    errno = ENOENT;
    return -1;
}

static bool set_group_and_mode(int fd, const struct gv_socket_file *file,
                               const struct galvan_log *log)
{
    char by_fd[32];

    if (file->group && fchownat(fd, "", (uid_t)-1, *file->group, AT_EMPTY_PATH) != 0) {
        gv_err(log, "server", "%s cannot have group %u: %s", file->path, (unsigned)*file->group,
               strerror(errno));
        return false;
    }
    snprintf(by_fd, sizeof(by_fd), "/proc/self/fd/%d", fd); /* fchmod() does not work
                                                               with O_PATH descriptors */
    if (file->mode && chmod(by_fd, file->mode) != 0) {
        gv_err(log, "server", "%s cannot have mode %04o: %s", file->path, (unsigned)file->mode,
               strerror(errno));
        return false;
    }
    return true;
}

/* Gives the socket file its group and mode. False, after a line in the log, if group or mode cannot
 * be set. */
static bool open_to_others(const struct gv_socket_file *file, const struct galvan_log *log)
{
    if (!file->group && !file->mode)
        return true;
    const int fd = open_file(file->path);
    if (fd < 0) {
        gv_err(log, "server", "no socket at %s: another file has come in its place", file->path);
        return false;
    }
    const bool ok = set_group_and_mode(fd, file, log);
    close(fd);
    if (ok && file->mode & OTHERS)
        look_at_directories(file->path, log);
    return ok;
}

/* Binds the socket and listens. Call with the lock held. */
static enum galvan_result bind_and_listen(struct gv_listener *listener,
                                          const struct gv_socket_file *file,
                                          const struct sockaddr_un *address,
                                          const struct galvan_log *log)
{
    const char *path = file->path;
    struct stat st;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        gv_err(log, "server", "no socket: %s", strerror(errno));
        return GALVAN_ERROR_IO;
    }
    mode_t mask = umask(0777 & ~OWNER_ONLY);
    int bound = bind(fd, (const struct sockaddr *)address, sizeof(*address));
    umask(mask);
    if (bound != 0) {
        gv_err(log, "server", "no socket at %s: %s; choose another --socket", path,
               strerror(errno));
        goto close_fd;
    }
    if (!open_to_others(file, log))
        goto remove_file;
    if (listen(fd, SOMAXCONN) != 0 || lstat(path, &st) != 0) {
        gv_err(log, "server", "no listening at %s: %s", path, strerror(errno));
        goto remove_file;
    }
    *listener =
        (struct gv_listener){.fd = fd, .address = *address, .dev = st.st_dev, .ino = st.st_ino};
    return GALVAN_OK;

remove_file:
    unlink(path);
close_fd:
    close(fd);
    return GALVAN_ERROR_IO;
}

enum galvan_result gv_listener_init(struct gv_listener *listener, const struct gv_socket_file *file,
                                    const struct galvan_log *log)
{
    struct sockaddr_un address;
    struct start_lock lock;
    enum galvan_result res = socket_address(file->path, log, &address);

    if (res != GALVAN_OK)
        return res;
    if (!lock_start(&lock, file->path, log))
        return GALVAN_ERROR_IO;
    res = clear_path(&address, log);
    if (res == GALVAN_OK)
        res = bind_and_listen(listener, file, &address, log);
    unlock_start(&lock);
    return res;
}

void gv_listener_adopt(struct gv_listener *listener, int fd)
{
    *listener = (struct gv_listener){.fd = fd};
}

void gv_listener_finish(struct gv_listener *listener)
{
    struct stat st;

    if (listener->fd < 0)
        return;
    if (listener->ino && lstat(listener->address.sun_path, &st) == 0 &&
        st.st_dev == listener->dev && st.st_ino == listener->ino)
        unlink(listener->address.sun_path);
    close(listener->fd);
    listener->fd = -1;
}
