/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks the directories of sockets and caches, and the socket. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

#include "diagnose/checks.h"
#include "diagnose/setup/peer.h"
#include "diagnose/setup/unix_socket.h"
#include "util/cache_file.h"
#include "util/env.h"

enum {
    ANSWER_MS = 20000,          /* the server may open the device first */
    LEAST_SPACE_B = 1024 * 1024 /* free space needed for pipelines and the files of a driver */
};

/* ---- The directory for sockets --------------------------------------------------------------- */

static void look_at_runtime_dir(const char *path, struct gv_finding *out)
{
    static const char cure[] = "log in by a session that makes it (systemd-logind), or set "
                               "XDG_RUNTIME_DIR to a directory of yours with mode 0700";
    static const char instead[] = "sockets go to TMPDIR or /tmp";
    struct stat st;

    if (!path)
        gv_finding_set(out, GV_FINDING_WARNING, "XDG_RUNTIME_DIR is not set: %s", instead);
    else if (stat(path, &st) != 0)
        gv_finding_set(out, GV_FINDING_WARNING, "XDG_RUNTIME_DIR, %s: %s: %s", path,
                       strerror(errno), instead);
    else if (!S_ISDIR(st.st_mode))
        gv_finding_set(out, GV_FINDING_WARNING, "XDG_RUNTIME_DIR, %s, is no directory: %s", path,
                       instead);
    else if (st.st_uid != geteuid())
        gv_finding_set(out, GV_FINDING_WARNING, "XDG_RUNTIME_DIR, %s, belongs to another user (%u)",
                       path, (unsigned)st.st_uid);
    else if (st.st_mode & 077)
        gv_finding_set(out, GV_FINDING_WARNING, "XDG_RUNTIME_DIR, %s, is open to others (mode %o)",
                       path, (unsigned)st.st_mode & 07777);
    else if (access(path, W_OK | X_OK) != 0)
        gv_finding_set(out, GV_FINDING_WARNING, "XDG_RUNTIME_DIR, %s: %s: %s", path,
                       strerror(errno), instead);
    else
        gv_finding_set(out, GV_FINDING_OK, "sockets go to %s", path);
    if (out->kind != GV_FINDING_OK)
        gv_finding_cure(out, "%s", cure);
}

void gv_check_runtime(const struct gv_doctor *doctor, struct gv_finding *out)
{
    (void)doctor;
    look_at_runtime_dir(gv_getenv("XDG_RUNTIME_DIR"), out);
}

/* ---- The socket ------------------------------------------------------------------------------ */

static void refused(const char *path, int error, struct gv_finding *out)
{
    if (error == ECONNREFUSED) {
        gv_finding_set(out, GV_FINDING_FAULT, "nobody listens on %s: its server has ended", path);
        gv_finding_cure(out, "start galvan serve --socket %s, which replaces it", path);
    } else if (error == EAGAIN) {
        gv_finding_set(out, GV_FINDING_FAULT, "the server on %s takes nobody in", path);
        gv_finding_cure(out, "end that server and start it again, or use another socket");
    } else {
        gv_finding_set(out, GV_FINDING_FAULT, "%s cannot be connected to: %s", path,
                       strerror(error));
        gv_finding_cure(out, "use a socket of your own: galvan serve --socket PATH");
    }
}

/* Checks the path of a socket. Returns whether connecting may succeed. */
static bool look_at_socket(const char *path, struct gv_finding *out)
{
    const size_t longest = sizeof(((struct sockaddr_un *)0)->sun_path) - 1;
    struct stat st;

    if (strlen(path) > longest) {
        gv_finding_set(out, GV_FINDING_FAULT,
                       "the socket's path has %zu bytes, and %zu at most "
                       "are allowed",
                       strlen(path), longest);
        gv_finding_cure(out, "use a shorter --socket");
    } else if (lstat(path, &st) != 0) {
        gv_finding_set(out, GV_FINDING_FAULT, "there is no socket %s: %s", path, strerror(errno));
        gv_finding_cure(out, "start galvan serve --socket %s", path);
    } else if (!S_ISSOCK(st.st_mode)) {
        gv_finding_set(out, GV_FINDING_FAULT, "%s is there and no socket", path);
        gv_finding_cure(out, "remove it, or use another --socket");
    } else if (st.st_uid != geteuid()) {
        gv_finding_set(out, GV_FINDING_FAULT, "%s belongs to another user (%u)", path,
                       (unsigned)st.st_uid);
        gv_finding_cure(out, "use a socket of your own: galvan serve --socket PATH");
    } else {
        return true;
    }
    return false;
}

void gv_check_socket(const struct gv_doctor *doctor, struct gv_finding *out)
{
    const char *path = doctor->socket_path;

    if (!path) {
        gv_finding_set(out, GV_FINDING_NONE, "none is named: galvan run makes its own");
        return;
    }
    if (!look_at_socket(path, out))
        return;
    int fd = gv_unix_connect(path);
    if (fd < 0) {
        refused(path, errno, out);
        return;
    }
    enum gv_peer peer = gv_peer_ask(fd, ANSWER_MS);
    close(fd);
    if (peer == GV_PEER_GALVAN) {
        gv_finding_set(out, GV_FINDING_OK, "Galvan answers on %s", path);
        return;
    }
    gv_finding_set(out, GV_FINDING_FAULT,
                   peer == GV_PEER_OTHER ? "another server than Galvan's answers on %s"
                                         : "whoever listens on %s does not answer as Galvan does",
                   path);
    gv_finding_cure(out, "end that program, or use another socket: galvan serve --socket PATH");
}

/* ---- The cache ------------------------------------------------------------------------------- */

/* Shortens a path that does not exist to its nearest existing parent directory. */
static void find_existing(char *path)
{
    while (access(path, F_OK) != 0 && errno == ENOENT) {
        char *slash = strrchr(path, '/');
        if (!slash || slash == path)
            break;
        *slash = '\0';
    }
}

static void look_at_cache(const char *path, struct gv_finding *out)
{
    struct statvfs fs;
    char dir[PATH_MAX];

    snprintf(dir, sizeof(dir), "%s", path);
    find_existing(dir);
    if (access(dir, W_OK | X_OK) != 0) {
        gv_finding_set(out, GV_FINDING_WARNING, "compiled pipelines are not kept: %s: %s", dir,
                       strerror(errno));
        gv_finding_cure(out, "make it writable, or set GALVAN_CACHE to a directory that is");
    } else if (statvfs(dir, &fs) == 0 && (uint64_t)fs.f_bavail * fs.f_frsize < LEAST_SPACE_B) {
        gv_finding_set(out, GV_FINDING_WARNING, "compiled pipelines are not kept: %s is full", dir);
        gv_finding_cure(out, "make room there, or set GALVAN_CACHE to a directory with room");
    } else {
        gv_finding_set(out, GV_FINDING_OK, "compiled pipelines are kept in %s", path);
    }
}

void gv_check_cache(const struct gv_doctor *doctor, struct gv_finding *out)
{
    const char *chosen = gv_getenv("GALVAN_CACHE");
    struct gv_cache_dir cache;

    (void)doctor;
    gv_cache_dir_init(&cache, chosen);
    if (cache.path[0]) {
        look_at_cache(cache.path, out);
    } else if (chosen) {
        gv_finding_set(out, GV_FINDING_NONE, "GALVAN_CACHE says that nothing is kept");
    } else {
        gv_finding_set(out, GV_FINDING_WARNING,
                       "compiled pipelines are not kept: neither XDG_CACHE_HOME nor HOME is set");
        gv_finding_cure(out, "set HOME");
    }
}
