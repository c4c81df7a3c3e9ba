/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/stats.h"

#include <signal.h>
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

bool gv_ask_recording(const struct gv_server_stats *stats, uint32_t id, bool wanted)
{
    const union sigval value = {.sival_int = wanted ? (int)id : -(int)id};

    return sigqueue(stats->pid, GV_STATS_RECORD_SIGNAL, value) == 0;
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
    /* A descriptor goes with some byte. */
    const bool sent = gv_send_with_fd(fd, "", 1, memory, MSG_NOSIGNAL | MSG_DONTWAIT) == 1;
    close(memory);
    return sent;
}
