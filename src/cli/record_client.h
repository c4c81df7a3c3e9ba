/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan record --client`: asks a server to begin or to end the recording of a client that is
 * already connected. */
#ifndef GV_CLI_RECORD_CLIENT_H
#define GV_CLI_RECORD_CLIENT_H

#include <stdbool.h>

struct galvan_log;

struct gv_record_client {
    const char *socket_path;
    const char *id; /* the client's number, as `galvan top`
                       prints it; NULL: --client was not given */
    bool end;       /* end the client's recording */
};

enum {
    GV_RECORD_CLIENT_NUM_OPTIONS = 3
};

/* Two rows for a command's table of options. */
#define GV_RECORD_CLIENT_OPTIONS(client)                                                           \
    {"client", "N",                                                                                \
     "record client N of a server (galvan top has the\nnumbers) from its next frame on, into a "   \
     "new file where\nthe server's --recordable says",                                             \
     GV_OPTION_STRING, &(client)->id},                                                             \
        {"end", NULL, "end the recording of that client", GV_OPTION_FLAG, &(client)->end},         \
    {                                                                                              \
        "socket", "PATH", "of that server (default: " GV_VTEST_DEFAULT_SOCKET ")",                 \
            GV_OPTION_STRING, &(client)->socket_path                                               \
    }

/* Sends the request. Returns the exit status. */
int gv_record_client(const struct gv_record_client *asked, const struct galvan_log *log);

#endif
