/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/ask_stats.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "diagnose/setup/unix_socket.h"
#include "server/stats.h"
#include "util/log.h"
#include "util/pass_fd.h"
#include "util/text.h"

enum {
    ANSWER_S = 5,
    MAX_SIZE_B = 16 << 20 /* exceeds the size of the statistics of the most clients */
};

static struct ucred peer_of(int fd)
{
    struct ucred peer = {.uid = (uid_t)-1};
    socklen_t size = sizeof(peer);

    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    return peer;
}

static bool is_ours(int fd)
{
    return peer_of(fd).uid == geteuid() || geteuid() == 0;
}

/* Connects to a server and receives a descriptor of the memory that holds the server's counters. On
 * failure, writes a line to the log and returns -1. */
static int ask(const char *path, const struct galvan_log *log, int *out_memory)
{
    const struct timeval patience = {.tv_sec = ANSWER_S};
    int fd = gv_unix_connect(path);
    char byte;

    if (fd < 0) {
        gv_err(log, "top", "no server answers at %s: %s", path, strerror(errno));
        return -1;
    }
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    *out_memory = -1;
    if (!is_ours(fd))
        gv_err(log, "top", "the server at %s is another user's", path);
    else if (gv_recv_with_fd(fd, &byte, 1, out_memory) == 1 && *out_memory >= 0)
        return fd;
    else
        gv_err(log, "top", "the server at %s gives no answer", path);
    if (*out_memory >= 0)
        close(*out_memory);
    close(fd);
    return -1;
}

/* Reads and returns the statistics. The caller must free them. Returns NULL if the size of the
 * statistics is invalid or memory runs out. */
static struct gv_server_stats *read_all(int memory, size_t *out_size_B)
{
    struct gv_server_stats *stats = NULL;
    struct stat st;

    if (fstat(memory, &st) == 0 && st.st_size >= (off_t)sizeof(*stats) && st.st_size <= MAX_SIZE_B)
        stats = malloc((size_t)st.st_size);
    if (stats && pread(memory, stats, (size_t)st.st_size, 0) == (ssize_t)st.st_size) {
        *out_size_B = (size_t)st.st_size;
        return stats;
    }
    free(stats);
    return NULL;
}

static bool is_sound(const struct gv_server_stats *stats, size_t size_B)
{
    if (stats->version != GV_STATS_VERSION || stats->size_B != size_B ||
        stats->num_clients > MAX_SIZE_B / sizeof(stats->clients[0]) ||
        gv_server_stats_size(stats->num_clients) != size_B)
        return false;
    for (uint32_t i = 0; i < stats->num_clients; i++) {
        if (!memchr(stats->clients[i].program, '\0', GV_STATS_PROGRAM_B))
            return false;
    }
    return true;
}

/* Replaces the characters that could affect a terminal in the clients' names. These names are
 * printed to a terminal, and the server may belong to another user. */
static void make_plain(struct gv_server_stats *stats)
{
    for (uint32_t i = 0; i < stats->num_clients; i++)
        gv_text_make_plain(stats->clients[i].program);
}

enum galvan_result gv_ask_stats_and_stay(const char *socket_path, const struct galvan_log *log,
                                         struct gv_server_stats **out_stats, int *out_sock)
{
    char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
    size_t size_B = 0;

    if (!gv_stats_path(socket_path, path, sizeof(path))) {
        gv_err(log, "top", "%s: a server does not answer questions behind so long a path",
               socket_path);
        return GALVAN_ERROR_IO;
    }
    int memory, fd = ask(path, log, &memory);
    if (fd < 0)
        return GALVAN_ERROR_IO;
    struct gv_server_stats *stats = read_all(memory, &size_B);
    close(memory);
    if (stats && is_sound(stats, size_B)) {
        stats->pid = peer_of(fd).pid; /* the server's own claim is not trusted */
        make_plain(stats);
        *out_stats = stats;
        *out_sock = fd;
        return GALVAN_OK;
    }
    gv_err(log, "top", "the server at %s is of another version of Galvan", path);
    free(stats);
    close(fd);
    return GALVAN_ERROR_UNSUPPORTED;
}

enum galvan_result gv_ask_stats(const char *socket_path, const struct galvan_log *log,
                                struct gv_server_stats **out_stats)
{
    int fd;
    enum galvan_result res = gv_ask_stats_and_stay(socket_path, log, out_stats, &fd);

    if (res == GALVAN_OK)
        close(fd);
    return res;
}
