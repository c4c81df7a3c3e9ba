/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/metrics.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/client_counters.h"
#include "server/stats.h"
#include "util/log.h"

enum {
    FILE_MODE = 0644 /* the process that reads the file runs as another user */
};

/* Returns the end of a metric's name: the names of sums end in "_total". */
static const char *end_of(bool is_sum)
{
    return is_sum ? "_total" : "";
}

static void write_header(FILE *file, const char *name, const char *about, bool is_sum)
{
    const char *end = end_of(is_sum);

    fprintf(file, "# HELP galvan_%s%s %s\n# TYPE galvan_%s%s %s\n", name, end, about, name, end,
            is_sum ? "counter" : "gauge");
}

static void write_counter(FILE *file, const char *name, const char *about, bool is_sum,
                          uint32_t value)
{
    write_header(file, name, about, is_sum);
    fprintf(file, "galvan_%s%s %u\n", name, end_of(is_sum), value);
}

/* Writes a label. Puts a backslash before each backslash and each quote. The format has an escape
 * for line ends, too, but names have no line ends. */
static void write_label(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', file);
        fputc(*text, file);
    }
}

/* Writes a counter's name. Prometheus expects times in seconds, and "seconds" at the end of the
 * names of times. */
static void name_client_counter(char *out, size_t size_B, const struct gv_client_counter *counter)
{
    const size_t len = strlen(counter->name);

    if (counter->is_ns)
        snprintf(out, size_B, "client_%.*sseconds", (int)(len - strlen("ns")), counter->name);
    else
        snprintf(out, size_B, "client_%s", counter->name);
}

static void write_value(FILE *file, uint64_t value, bool is_ns)
{
    if (is_ns)
        fprintf(file, "%" PRIu64 ".%09" PRIu64 "\n", value / 1000000000u, value % 1000000000u);
    else
        fprintf(file, "%" PRIu64 "\n", value);
}

static void write_clients(FILE *file, const struct gv_server_stats *stats,
                          const struct gv_client_counter *counter)
{
    char name[64];

    name_client_counter(name, sizeof(name), counter);
    write_header(file, name, counter->about, counter->is_sum);
    for (uint32_t i = 0; i < stats->num_clients; i++) {
        const struct gv_client_stats *client = &stats->clients[i];
        fprintf(file, "galvan_%s%s{client=\"%u\",pid=\"%d\",uid=\"%u\",program=\"", name,
                end_of(counter->is_sum), client->id, (int)client->pid, client->uid);
        write_label(file, client->program);
        fprintf(file, "\"} ");
        write_value(file, gv_client_counter_of(client, counter), counter->is_ns);
    }
}

static void write_all(FILE *file, const struct gv_server_stats *stats)
{
    const struct gv_client_counter *counter;

    write_counter(file, "clients", "Clients that are served.", false, stats->num_clients);
    write_counter(file, "clients_max", "Clients that can be served at a time.", false,
                  stats->max_clients);
    write_counter(file, "clients_waiting", "Connections that have no process yet.", false,
                  stats->num_waiting);
    write_counter(file, "clients_served", "Clients so far.", true, stats->num_served);
    for (unsigned i = 0; (counter = gv_client_counter(i)) != NULL; i++)
        write_clients(file, stats, counter);
}

bool gv_metrics_write(const char *path, const struct gv_server_stats *stats,
                      const struct galvan_log *log)
{
    char unfinished[PATH_MAX];
    int len = snprintf(unfinished, sizeof(unfinished), "%s.XXXXXX", path);
    int fd = len > 0 && (size_t)len < sizeof(unfinished) ? mkstemp(unfinished) : -1;
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool good = file != NULL;

    if (file) {
        write_all(file, stats);
        good = !ferror(file) && fchmod(fd, FILE_MODE) == 0;
        good = fclose(file) == 0 && good;
    } else if (fd >= 0) {
        close(fd);
    }
    if (good && rename(unfinished, path) == 0)
        return true;
    gv_err(log, "serve", "no metrics in %s: %s", path, strerror(errno));
    if (fd >= 0)
        unlink(unfinished);
    return false;
}
