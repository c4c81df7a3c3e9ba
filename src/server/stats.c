/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/stats.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/pass_fd.h"
#include "util/shm.h"

bool gv_stats_path(const char *socket_path, char *out, size_t size_B)
{
    int len = snprintf(out, size_B, "%s.stats", socket_path);

    return len > 0 && (size_t)len < size_B &&
           (size_t)len < sizeof(((struct sockaddr_un *)NULL)->sun_path);
}

bool gv_ask_recording(int sock, uint32_t id, bool wanted)
{
    const struct gv_recording_request request = {.id = id, .wanted = wanted};
    char is_done = 0;

    if (send(sock, &request, sizeof(request), MSG_NOSIGNAL) != (ssize_t)sizeof(request))
        return false;
    const ssize_t size_B = recv(sock, &is_done, 1, 0);
    if (size_B == 0)
        errno = ECONNRESET;
    else if (size_B == 1 && !is_done)
        errno = ESRCH;
    return size_B == 1 && is_done;
}

static void remove_at(struct gv_askers *askers, uint32_t idx)
{
    askers->num--;
    memmove(&askers->fds[idx], &askers->fds[idx + 1], (askers->num - idx) * sizeof(askers->fds[0]));
}

void gv_askers_add(struct gv_askers *askers, int fd)
{
    if (askers->num == GV_STATS_MAX_ASKERS) {
        close(askers->fds[0]);
        remove_at(askers, 0);
    }
    askers->fds[askers->num++] = fd;
}

void gv_askers_prepare_poll(const struct gv_askers *askers, struct pollfd *polls)
{
    for (uint32_t i = 0; i < askers->num; i++)
        polls[i] = (struct pollfd){.fd = askers->fds[i], .events = POLLIN};
}

bool gv_askers_take(struct gv_askers *askers, uint32_t idx,
                    struct gv_recording_request *out_request, int *out_fd)
{
    const int fd = askers->fds[idx];

    remove_at(askers, idx);
    if (recv(fd, out_request, sizeof(*out_request), MSG_DONTWAIT) ==
        (ssize_t)sizeof(*out_request)) {
        *out_fd = fd;
        return true;
    }
    close(fd);
    return false;
}

void gv_asker_answer(int fd, bool is_done)
{
    const char answer = is_done;

    /* Does not wait: an asker that does not read fast enough gets no answer. */
    send(fd, &answer, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
}

void gv_askers_finish(struct gv_askers *askers)
{
    while (askers->num > 0)
        close(askers->fds[--askers->num]);
}

bool gv_stats_send(int fd, const struct gv_server_stats *stats)
{
    struct gv_shm shm;
    int memory;
    enum galvan_result res = gv_shm_create_read_only(stats->size_B, &shm, &memory);

    if (res == GALVAN_ERROR_UNSUPPORTED)
        res = gv_shm_create(stats->size_B, &shm, &memory);
    if (res != GALVAN_OK)
        return false;
    memcpy(shm.data, stats, stats->size_B);
    gv_shm_finish(&shm);
    /* A descriptor must be sent with at least one byte. */
    const bool sent = gv_send_with_fd(fd, "", 1, memory, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
    close(memory);
    return sent;
}
