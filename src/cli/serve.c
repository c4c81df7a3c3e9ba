/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan serve`: a server for clients that connect to a socket. The clients are programs of this
 * user, or of users that options admit. */
#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/access.h"
#include "cli/exit_status.h"
#include "cli/hud_option.h"
#include "cli/manager.h"
#include "cli/metrics.h"
#include "cli/options.h"
#include "cli/path_rules.h"
#include "cli/recorder.h"
#include "cli/save_shaders.h"
#include "cli/screen.h"
#include "galvan/galvan.h"
#include "pipe/p_screen.h"
#include "server/server.h"
#include "util/array.h"
#include "util/clock.h"
#include "util/log.h"
#include "virgl/api/renderer.h"
#include "vtest/protocol.h"
#include "vtest/vtest.h"

enum {
    DEVICE_NAME_MAX = 256,

    /* The limit is large because a program may have many contexts, each of which is a client, and
     * Mesa crashes if a client is refused. The remaining clients are reserved for other users. */
    MAX_CLIENTS_PER_USER = 48
};

/* The parts of the command line that workers need. */
struct serving {
    struct gv_cli_screen screen;
    struct gv_cli_recorder recorder;
    struct gv_cli_path_rules rules;
    struct gv_manager manager;
    struct gv_hud hud_memory, *hud; /* NULL: no counters are drawn over frames */
    const char *metrics_path;       /* NULL: no metrics are written */
    const struct galvan_log *log;
};

static void use_pace(void *priv, const struct galvan_pace *pace)
{
    struct serving *serving = priv;

    serving->screen.pace = pace;
}

static enum galvan_result create_screen(void *priv, const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen)
{
    struct serving *serving = priv;
    enum galvan_result res = gv_cli_screen_create(&serving->screen, cache, out_screen);

    if (res == GALVAN_OK)
        serving->recorder.screen = *out_screen;
    return res;
}

static void notify_end(void *priv)
{
    const struct serving *serving = priv;

    gv_manager_notify(&serving->manager, "STOPPING=1");
}

static void for_cache_key(void *priv, const struct gv_cache_key *owner)
{
    struct serving *serving = priv;

    gv_cli_path_rules_add_owner(&serving->rules, owner);
}

static void publish(void *priv, const struct gv_server_stats *stats)
{
    const struct serving *serving = priv;

    gv_metrics_write(serving->metrics_path, stats, serving->log);
}

static void presented(void *priv, const struct gv_vtest_frame *frame)
{
    struct serving *serving = priv;
    struct galvan_screen_counters counters;

    if (!frame->may_draw || !serving->recorder.screen)
        return;
    galvan_screen_counters(serving->recorder.screen, &counters);
    gv_hud_draw(serving->hud, frame, &counters, gv_now_ns());
}

/* Runs in a separate process: opens the device, sends the device's name over name_fd, and closes
 * the device. */
static int device_process(const struct gv_cli_screen *params, int name_fd)
{
    struct galvan_device_info info;
    struct pipe_screen *screen;
    enum galvan_result res = gv_cli_screen_create(params, NULL, &screen);

    if (res == GALVAN_OK) {
        galvan_screen_device_info(screen, &info);
        if (write(name_fd, info.device_name, strlen(info.device_name)) < 0)
            res = GALVAN_ERROR_IO;
        screen->destroy(screen);
    }
    close(name_fd);
    return gv_exit_status_of(res);
}

/* Tests the device in a separate process, since the listener must not open a device. Returns the
 * exit status. If the status is 0, out_name is the device's name. */
static int check_device(const struct gv_cli_screen *params, char out_name[DEVICE_NAME_MAX])
{
    int status = 0, ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0) {
        gv_err(params->log, "serve", "no pipe: %s", strerror(errno));
        return GV_EXIT_FAILURE;
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        exit(device_process(params, ends[1]));
    }
    int fork_error = errno;
    close(ends[1]);
    ssize_t len = pid > 0 ? read(ends[0], out_name, DEVICE_NAME_MAX - 1) : 0;
    out_name[len > 0 ? len : 0] = '\0';
    close(ends[0]);
    if (pid < 0) {
        gv_err(params->log, "serve", "no process: %s", strerror(fork_error));
        return GV_EXIT_FAILURE;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) {
        gv_err(params->log, "serve", "opening the device was ended by signal %d (%s)",
               WTERMSIG(status), strsignal(WTERMSIG(status)));
        return GV_EXIT_FAILURE;
    }
    return WEXITSTATUS(status);
}

static int serve(const struct gv_server_params *params, const struct serving *serving)
{
    char device[DEVICE_NAME_MAX], state[DEVICE_NAME_MAX + 64];
    struct gv_server *server;
    int status = check_device(&serving->screen, device);

    if (status != GV_EXIT_OK)
        return status;
    if (gv_server_create(params, &server) != GALVAN_OK)
        return GV_EXIT_SOCKET;
    fprintf(stderr,
            "galvan: serving on %s with %s; `galvan env --socket %s` tells what programs need\n",
            params->socket_path, device, params->socket_path);
    snprintf(state, sizeof(state), "READY=1\nSTATUS=draws with %s", device);
    gv_manager_notify(&serving->manager, state);
    gv_server_run(server);
    gv_server_destroy(server);
    if (serving->metrics_path)
        unlink(serving->metrics_path); /* the contents of the file are outdated */
    return GV_EXIT_OK;
}

/* The parameters of the server, and the limits from the command line in the units that the options
 * use. */
struct command {
    struct serving serving;
    struct gv_server_params params;
    struct gv_virgl_limits limits;
    struct gv_vtest_hooks hooks;
    struct gv_cli_access access;
    struct gv_shader_saver saver;
    const char *record_dir, *recordable_dir, *hud_items;
    enum gv_cli_drivers_cache drivers;
    unsigned memory_limit_MiB, total_memory_limit_MiB, idle_timeout_s;
};

static void init(struct command *c, const struct galvan_log *log)
{
    *c = (struct command){
        .serving = {.screen = {.log = log}, .log = log},
        .limits = gv_virgl_limits_default(),
        .idle_timeout_s = GV_VTEST_DEFAULT_IDLE_TIMEOUT_MS / 1000,
    };
    c->memory_limit_MiB = (unsigned)(c->limits.memory_B >> 20);
    c->params = (struct gv_server_params){
        .socket_path = GV_VTEST_DEFAULT_SOCKET,
        .max_workers = GV_SERVER_DEFAULT_MAX_WORKERS,
        .max_workers_per_uid = MAX_CLIENTS_PER_USER,
        .time_limit_s = GV_SERVER_DEFAULT_TIME_LIMIT_S,
        .limits = &c->limits,
        .log = log,
        .create_screen = create_screen,
        .is_software = gv_cli_screen_is_software,
        .set_program = galvan_screen_set_program,
        .counters = galvan_screen_counters,
        .use_pace = use_pace,
        .priv = &c->serving,
        .hooks = &c->hooks,
        .ending = notify_end,
        .for_cache_key = for_cache_key,
        .path_rules = c->serving.rules.list,
        .cache_dir = c->serving.rules.client_dir,
        .divides_cgroup = true,
        .drain_fd = -1,
    };
}

/* Parses the command line. Returns false if the command must end with *out_status. */
static bool parse(struct command *c, int argc, char **argv, int *out_status)
{
    struct gv_server_params *params = &c->params;
    const struct gv_option options[] = {
        {"socket", "PATH", "where to listen (default: " GV_VTEST_DEFAULT_SOCKET ")",
         GV_OPTION_STRING, &params->socket_path},
        GV_CLI_SCREEN_OPTIONS(&c->serving.screen),
        GV_CLI_ACCESS_OPTIONS(&c->access),
        {"max-clients", "N", "clients at a time", GV_OPTION_NUMBER, &params->max_workers, 1, 4096},
        {"max-clients-per-user", "N", "of them of one user", GV_OPTION_NUMBER,
         &params->max_workers_per_uid, 1, 4096},
        {"memory-limit", "MIB", "memory of one client, of the device and shared", GV_OPTION_NUMBER,
         &c->memory_limit_MiB, 1, 1 << 20},
        {"total-memory-limit", "MIB", "of all clients, divided among users, 0 for none",
         GV_OPTION_NUMBER, &c->total_memory_limit_MiB, 0, 1 << 24},
        {"idle-timeout", "SECONDS", "for the rest of a message that has begun", GV_OPTION_NUMBER,
         &c->idle_timeout_s, 1, 86400},
        {"time-limit", "SECONDS", "for one message or submission, 0 for none", GV_OPTION_NUMBER,
         &params->time_limit_s, 0, 86400},
        GV_CLI_HUD_OPTION(&c->hud_items),
        GV_CLI_SANDBOX_OPTION(&params->no_sandbox),
        GV_CLI_CORE_FILES_OPTION(&params->core_files),
        GV_CLI_DRIVERS_CACHE_OPTION(&c->drivers),
        GV_CLI_SAVE_SHADERS_OPTION(&c->saver),
        {"record", "DIR", "keep all that a client sends in a new file there", GV_OPTION_STRING,
         &c->record_dir},
        GV_CLI_RECORDABLE_OPTION(&c->recordable_dir),
        {"metrics", "FILE", "keep what clients are at there, in Prometheus' text\nformat",
         GV_OPTION_STRING, &c->serving.metrics_path},
    };
    const struct gv_usage usage = {
        .command = "serve",
        .arguments = "",
        .about = "Serves OpenGL programs that connect to a socket, each in a process of its own, "
                 "until\nSIGTERM or SIGINT: those of this user, unless others may connect. "
                 "`galvan env` tells\nwhat programs need.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };

    return gv_options_parse(&usage, argc, argv, NULL, out_status);
}

/* Converts the limits from the options' units to the server's. */
static void set_limits(struct command *c)
{
    c->limits = gv_virgl_limits_of_memory((uint64_t)c->memory_limit_MiB << 20);
    c->params.total_memory_B = (uint64_t)c->total_memory_limit_MiB << 20;
    c->params.idle_timeout_ms = (int)c->idle_timeout_s * 1000;
}

static int choose_socket(struct command *c)
{
    struct gv_manager *manager = &c->serving.manager;

    if (!gv_cli_access_apply(&c->access, &c->params))
        return GV_EXIT_USAGE;
    if (!gv_manager_init(manager, c->serving.log))
        return GV_EXIT_SOCKET;
    if (manager->listen_fd > 0) {
        c->params.listen_fd = manager->listen_fd;
        c->params.socket_path = manager->socket_path;
    }
    return GV_EXIT_OK;
}

static int set_recorder(struct command *c)
{
    struct gv_cli_recorder *recorder = &c->serving.recorder;
    const bool when_wanted = c->recordable_dir;
    const char *dir = when_wanted ? c->recordable_dir : c->record_dir;

    if (c->record_dir && c->recordable_dir)
        return gv_usage_error("serve", "--record or --recordable: one of them");
    if (!dir)
        return GV_EXIT_OK;
    if (gv_cli_recorder_init_dir(recorder, dir, when_wanted, c->serving.log) != GALVAN_OK)
        return GV_EXIT_FAILURE;
    c->hooks.tap = &recorder->tap;
    return GV_EXIT_OK;
}

/* Sets the hooks for workers. Returns an exit status. */
static int set_hooks(struct command *c)
{
    struct serving *serving = &c->serving;
    int status = gv_cli_hud_init("serve", c->hud_items, &serving->hud_memory, &serving->hud);

    if (status != GV_EXIT_OK)
        return status;
    if (serving->hud)
        c->hooks.presented = presented;
    c->hooks.priv = serving;
    serving->screen.device_time = serving->hud || serving->metrics_path;
    if (serving->metrics_path)
        c->params.publish = publish;
    if (!gv_shader_saver_init(&c->saver, serving->log))
        return GV_EXIT_FAILURE;
    c->hooks.shader = gv_shader_saver_hook(&c->saver);
    return set_recorder(c);
}

int gv_cli_serve(int argc, char **argv, const struct galvan_log *log)
{
    struct command c;
    int status;

    init(&c, log);
    if (!parse(&c, argc, argv, &status))
        return status;
    set_limits(&c);
    status = choose_socket(&c);
    if (status == GV_EXIT_OK)
        status = set_hooks(&c);
    if (status != GV_EXIT_OK)
        return status;
    gv_cli_path_rules_init(&c.serving.rules, c.saver.dir, NULL, c.params.core_files, c.params.log);
    c.serving.rules.drivers = c.drivers;
    gv_cli_path_rules_add(&c.serving.rules, GV_PATH_RULE_WRITE, c.serving.recorder.path);
    return serve(&c.params, &c.serving);
}
