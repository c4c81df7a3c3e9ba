/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/record_client.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/ask_stats.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "server/stats.h"
#include "util/log.h"
#include "util/text.h"

static const struct gv_client_stats *find_client(const struct gv_server_stats *stats, uint32_t id)
{
    for (uint32_t i = 0; i < stats->num_clients; i++) {
        if (stats->clients[i].id == id)
            return &stats->clients[i];
    }
    return NULL;
}

static int ask(const struct gv_record_client *asked, uint32_t id,
               const struct gv_server_stats *stats, int sock, const struct galvan_log *log)
{
    const struct gv_client_stats *client = find_client(stats, id);

    if (!client) {
        gv_err(log, "record", "the server at %s has no client %u: `galvan top` lists them",
               asked->socket_path, id);
        return GV_EXIT_FAILURE;
    }
    if (!stats->recordable) {
        gv_err(log, "record",
               "the server at %s was started without --recordable: it does not know what client %u "
               "has made so far",
               asked->socket_path, id);
        return GV_EXIT_FAILURE;
    }
    if (!gv_ask_recording(sock, id, !asked->end)) {
        gv_err(log, "record", "the server at %s cannot be asked: %s", asked->socket_path,
               strerror(errno));
        return GV_EXIT_FAILURE;
    }
    fprintf(stderr, "galvan: record: the recording of client %u, %s, %s with its next frame\n", id,
            client->program[0] ? client->program : "which has no name yet",
            asked->end ? "ends" : "begins");
    return GV_EXIT_OK;
}

int gv_record_client(const struct gv_record_client *asked, const struct galvan_log *log)
{
    struct gv_server_stats *stats;
    uint64_t id;
    int sock;

    if (!gv_parse_u64(asked->id, strlen(asked->id), INT32_MAX, &id) || id == 0)
        return gv_usage_error("record", "--client wants a number of `galvan top`, not \"%s\"",
                              asked->id);
    if (gv_ask_stats_and_stay(asked->socket_path, log, &stats, &sock) != GALVAN_OK)
        return GV_EXIT_SOCKET;
    const int status = ask(asked, (uint32_t)id, stats, sock, log);
    close(sock);
    free(stats);
    return status;
}
