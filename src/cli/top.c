/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan top`: prints the activity of a server's clients, once a second. */
#include "cli/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/ask_stats.h"
#include "cli/client_counters.h"
#include "cli/exit_status.h"
#include "cli/json.h"
#include "cli/options.h"
#include "server/stats.h"
#include "util/array.h"
#include "vtest/protocol.h"

enum {
    INTERVAL_S = 1,
    MIB = 1 << 20
};

/* A client's counters now and an interval ago. The earlier counters are zero if the client was not
 * connected then. */
struct client {
    const struct gv_client_stats *now;
    struct gv_client_stats before;
    double seconds; /* length of the interval */
};

struct top {
    const char *socket_path;
    bool json, once;
};

/* ---- Rates ----------------------------------------------------------------------------------- */

/* Finds the client's earlier counters. The interval of a new client begins with its connection. */
static struct client look_at(const struct gv_server_stats *now,
                             const struct gv_server_stats *before, uint32_t idx)
{
    struct client client = {.now = &now->clients[idx],
                            .seconds = (double)now->clients[idx].age_ns / 1e9};

    for (uint32_t i = 0; i < before->num_clients; i++) {
        if (before->clients[i].id == client.now->id) {
            client.before = before->clients[i];
            client.seconds = (double)(now->time_ns - before->time_ns) / 1e9;
        }
    }
    return client;
}

static double rate(const struct client *client, uint64_t now, uint64_t before)
{
    return client->seconds > 0 && now > before ? (double)(now - before) / client->seconds : 0;
}

/* ---- Output for people ----------------------------------------------------------------------- */

static double frames(const struct client *c)
{
    return rate(c, c->now->frames, c->before.frames);
}

static double draws(const struct client *c)
{
    return rate(c, c->now->work.draws, c->before.work.draws);
}

static double staged(const struct client *c)
{
    return rate(c, c->now->work.staged_B, c->before.work.staged_B) / MIB;
}

static double memory(const struct client *c)
{
    return (double)c->now->work.memory_B / MIB;
}

static double waits(const struct client *c)
{
    return rate(c, c->now->work.waits, c->before.work.waits);
}

static double compiled(const struct client *c)
{
    return (double)c->now->work.pipelines_compiled;
}

static double behind(const struct client *c)
{
    const struct galvan_screen_counters *work = &c->now->work;

    return work->submitted > work->finished ? (double)(work->submitted - work->finished) : 0;
}

/* Returns the percentage of the time in which the device was busy; -1: not measured. */
static double device(const struct client *c)
{
    const uint64_t now_ns = c->now->work.device_ns, before_ns = c->before.work.device_ns;

    return now_ns != before_ns ? rate(c, now_ns, before_ns) / 1e7 : -1;
}

/* The columns of the table. A negative value means that the value was not measured. */
static const struct {
    const char *title;
    int width, decimals;
    double (*number)(const struct client *client);
} columns[] = {
    {"FRAMES/S", 9, 1, frames},    {"DRAWS/S", 10, 0, draws},  {"UPLOAD MiB/S", 13, 1, staged},
    {"MEMORY MiB", 11, 1, memory}, {"DEVICE %", 9, 1, device}, {"WAITS/S", 9, 1, waits},
    {"COMPILED", 9, 0, compiled},  {"BEHIND", 7, 0, behind},
};

static void print_table(const struct top *top, const struct gv_server_stats *now,
                        const struct gv_server_stats *before)
{
    printf("%s: process %d, %u of at most %u clients, %u waiting, %u so far\n%-20s %8s",
           top->socket_path, (int)now->pid, now->num_clients, now->max_clients, now->num_waiting,
           now->num_served, "PROGRAM", "PID");
    for (size_t i = 0; i < GV_ARRAY_SIZE(columns); i++)
        printf("%*s", columns[i].width, columns[i].title);
    putchar('\n');
    for (uint32_t i = 0; i < now->num_clients; i++) {
        const struct client client = look_at(now, before, i);
        printf("%-20.20s %8d", client.now->program, (int)client.now->pid);
        for (size_t c = 0; c < GV_ARRAY_SIZE(columns); c++) {
            const double number = columns[c].number(&client);
            if (number < 0)
                printf("%*s", columns[c].width, "-");
            else
                printf("%*.*f", columns[c].width, columns[c].decimals, number);
        }
        putchar('\n');
    }
}

/* ---- Output for programs --------------------------------------------------------------------- */

static void write_client(struct gv_json *json, const struct client *client)
{
    const struct gv_client_counter *counter;

    gv_json_begin(json, NULL, '{');
    gv_json_number(json, "id", client->now->id);
    gv_json_string(json, "program", client->now->program);
    gv_json_number(json, "pid", (uint64_t)client->now->pid);
    gv_json_number(json, "uid", client->now->uid);
    gv_json_number(json, "process", (uint64_t)client->now->worker_pid);
    gv_json_number(json, "age_ms", client->now->age_ns / 1000000);
    for (unsigned i = 0; (counter = gv_client_counter(i)) != NULL; i++)
        gv_json_number(json, counter->name, gv_client_counter_of(client->now, counter));
    gv_json_begin(json, "per_second", '{');
    for (unsigned i = 0; (counter = gv_client_counter(i)) != NULL; i++) {
        if (counter->is_sum)
            gv_json_decimal(json, counter->name,
                            rate(client, gv_client_counter_of(client->now, counter),
                                 gv_client_counter_of(&client->before, counter)));
    }
    gv_json_end(json, '}');
    gv_json_end(json, '}');
}

static void print_json(const struct top *top, const struct gv_server_stats *now,
                       const struct gv_server_stats *before)
{
    struct gv_json json = {.file = stdout};

    gv_json_begin(&json, NULL, '{');
    gv_json_number(&json, "schema", 1);
    gv_json_string(&json, "galvan", GALVAN_VERSION);
    gv_json_string(&json, "socket", top->socket_path);
    gv_json_number(&json, "process", (uint64_t)now->pid);
    gv_json_number(&json, "max_clients", now->max_clients);
    gv_json_number(&json, "waiting", now->num_waiting);
    gv_json_number(&json, "served", now->num_served);
    gv_json_begin(&json, "clients", '[');
    for (uint32_t i = 0; i < now->num_clients; i++) {
        const struct client client = look_at(now, before, i);
        write_client(&json, &client);
    }
    gv_json_end(&json, ']');
    gv_json_end(&json, '}');
}

/* ---- The command ----------------------------------------------------------------------------- */

static void show(const struct top *top, const struct gv_server_stats *now,
                 const struct gv_server_stats *before)
{
    if (top->json) {
        print_json(top, now, before);
    } else {
        if (!top->once && isatty(STDOUT_FILENO))
            fputs("\033[H\033[J", stdout); /* moves to the top of the screen, and clears it */
        print_table(top, now, before);
    }
    fflush(stdout);
}

/* Prints the activity once a second until the server ends. */
static int watch(const struct top *top, const struct galvan_log *log)
{
    struct gv_server_stats *before, *now;

    if (gv_ask_stats(top->socket_path, log, &before) != GALVAN_OK)
        return GV_EXIT_SOCKET;
    for (;;) {
        sleep(INTERVAL_S);
        if (gv_ask_stats(top->socket_path, log, &now) != GALVAN_OK)
            break;
        show(top, now, before);
        free(before);
        before = now;
        if (top->once || ferror(stdout)) {
            free(before);
            return ferror(stdout) ? GV_EXIT_FAILURE : GV_EXIT_OK;
        }
    }
    free(before);
    return GV_EXIT_SOCKET;
}

int gv_cli_top(int argc, char **argv, const struct galvan_log *log)
{
    struct top top = {.socket_path = GV_VTEST_DEFAULT_SOCKET};
    const struct gv_option options[] = {
        {"socket", "PATH", "of the server (default: " GV_VTEST_DEFAULT_SOCKET ")", GV_OPTION_STRING,
         &top.socket_path},
        {"once", NULL, "tell it once, after a second", GV_OPTION_FLAG, &top.once},
        {"json", NULL, "for programs", GV_OPTION_FLAG, &top.json},
    };
    const struct gv_usage usage = {
        .command = "top",
        .arguments = "",
        .about = "Tells once a second what the clients of a server are at: frames, draws, uploads "
                 "and\nwaits of a second, memory, pipelines compiled so far, and submissions that "
                 "the device\nhas not finished.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };
    int status;

    if (!gv_options_parse(&usage, argc, argv, NULL, &status))
        return status;
    return watch(&top, log);
}
