/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan run` and `galvan record`: start a private server for one program. */
#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/exit_status.h"
#include "cli/hud_option.h"
#include "cli/in_process.h"
#include "cli/next_step.h"
#include "cli/options.h"
#include "cli/own_limits.h"
#include "cli/path_rules.h"
#include "cli/program.h"
#include "cli/record_client.h"
#include "cli/recorder.h"
#include "cli/save_shaders.h"
#include "cli/screen.h"
#include "diagnose/setup/client_env.h"
#include "diagnose/setup/explain.h"
#include "diagnose/setup/in_process.h"
#include "diagnose/setup/launch.h"
#include "galvan/galvan.h"
#include "hud/frames.h"
#include "pipe/p_screen.h"
#include "server/server.h"
#include "util/array.h"
#include "util/env.h"
#include "util/log.h"
#include "util/text.h"
#include "vtest/protocol.h"

/* The timeout of opening the device. A device that is opened for the first time may compile for a
 * long time. A device that exceeds the timeout is assumed to hang. */
enum {
    DEVICE_TIMEOUT_MS = 60000,
    MAX_FRAMES_AHEAD = GV_VTEST_MAX_SLOTS,
    NUM_RUN_OPTIONS = 2 /* number of options that `galvan record` lacks */
};

struct run {
    struct gv_cli_screen screen;
    const struct galvan_log *log;
    const char *program; /* as given on the command line */
    const char *screenshot;
    unsigned max_clients;
    unsigned time_limit_s; /* 0: the default time limit applies, and a client that sends nothing
                              is not disconnected */
    unsigned frames_ahead;
    bool stats;
    bool no_preload;
    bool no_sandbox;
    bool core_files;
    enum gv_cli_drivers_cache drivers;

    struct gv_shader_saver saver;
    struct gv_frames frames;
    struct gv_hud hud;
    const char *hud_items;      /* NULL: the environment decides */
    const char *recordable_dir; /* NULL: clients cannot be recorded on request */
    struct gv_cli_recorder recorder;
    struct gv_cli_path_rules rules;
    bool records;
    bool served; /* the program has been started, and the device could be opened */
    char dir[PATH_MAX / 2];
    char socket_path[PATH_MAX / 2 + 16];
    pid_t server_pid;
    int drain_fd; /* write end of a pipe: when it closes, the server expects no more clients */

    /* A pipe through which the first worker sends values of enum galvan_result. The first value is
     * GALVAN_OK; the worker sends it as soon as a screen is likely, so that the program need not
     * wait for the screen. The second value is the result of creating the screen. screen_fd is the
     * write end in the server's process and the read end in run's process; -1: closed. */
    int screen_fd;
};

/* ---- The private directory ------------------------------------------------------------------- */

/* Creates a directory that only this user can enter, for the socket. Uses the first of several
 * parent directories in which the directory can be created and the socket's path is short
 * enough. */
static bool make_dir(struct run *run)
{
    const char *const dirs[] = {gv_getenv("XDG_RUNTIME_DIR"), gv_getenv("TMPDIR"), "/tmp"};
    const struct sockaddr_un *address = NULL;

    for (size_t i = 0; i < GV_ARRAY_SIZE(dirs); i++) {
        if (!dirs[i])
            continue;
        int len = snprintf(run->dir, sizeof(run->dir), "%s/galvan-XXXXXX", dirs[i]);
        if (len < 0 || (size_t)len + sizeof("/vtest.stats") > sizeof(address->sun_path) ||
            !mkdtemp(run->dir))
            continue;
        snprintf(run->socket_path, sizeof(run->socket_path), "%s/vtest", run->dir);
        return true;
    }
    gv_err(run->log, "run", "no directory for the socket in XDG_RUNTIME_DIR, TMPDIR or /tmp: %s",
           strerror(errno));
    return false;
}

static void remove_dir(struct run *run)
{
    unlink(run->socket_path);
    rmdir(run->dir);
}

/* ---- The server's process -------------------------------------------------------------------- */

static bool tell(const struct run *run, enum galvan_result screen)
{
    return write(run->screen_fd, &screen, sizeof(screen)) == (ssize_t)sizeof(screen);
}

static void use_pace(void *priv, const struct galvan_pace *pace)
{
    struct run *run = priv;

    run->screen.pace = pace;
}

/* Creates a worker's screen. The first worker reports whether it could create its screen. */
static enum galvan_result create_screen(void *priv, const struct galvan_cache *cache,
                                        struct pipe_screen **out_screen)
{
    struct run *run = priv;

    if (run->screen_fd >= 0) {
        if (gv_cli_screen_is_likely(&run->screen))
            tell(run, GALVAN_OK);
        close(run->screen_fd);
        run->screen_fd = -1;
    }
    enum galvan_result res = gv_cli_screen_create(&run->screen, cache, out_screen);

    if (res != GALVAN_OK)
        return res;
    gv_frames_set_screen(&run->frames, *out_screen);
    run->recorder.screen = *out_screen;
    return GALVAN_OK;
}

static void for_cache_key(void *priv, const struct gv_cache_key *owner)
{
    struct run *run = priv;

    gv_cli_path_rules_add_owner(&run->rules, owner);
}

/* Releases the standard input and output, which belong to the program. */
static void leave_standard_files(void)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        close(null);
    }
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

/* The main function of the server's process. The server ends when run's process ends, or when run
 * closes its end of the drain pipe. */
static int server_process(struct run *run, pid_t parent, int drain_fd)
{
    struct gv_cli_path_rules *rules = &run->rules;
    const struct gv_virgl_limits limits = gv_cli_own_limits();
    const struct gv_server_params params = {
        .socket_path = run->socket_path,
        .limits = &limits,
        .max_workers = run->max_clients,
        .max_workers_per_uid = run->max_clients,
        .time_limit_s = run->time_limit_s ? run->time_limit_s : GV_SERVER_DEFAULT_TIME_LIMIT_S,
        .clients_may_wait = !run->time_limit_s,
        .log = run->log,
        .create_screen = create_screen,
        .is_software = gv_cli_screen_is_software,
        .set_program = galvan_screen_set_program,
        .counters = galvan_screen_counters,
        .use_pace = use_pace,
        .no_sandbox = run->no_sandbox,
        .core_files = run->core_files,
        .path_rules = rules->list,
        .cache_dir = rules->client_dir,
        .for_cache_key = for_cache_key,
        .program = run->program,
        .priv = run,
        .hooks = &run->frames.hooks,
        .drain_fd = drain_fd,
        .parent = parent,
    };
    struct gv_server *server;

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        return GV_EXIT_FAILURE;
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGUSR1, SIG_IGN); /* SIGUSR1 and SIGUSR2 are for the program */
    signal(SIGUSR2, SIG_IGN);
    signal(SIGPIPE, SIG_IGN); /* standard error may have been closed by its reader */
    leave_standard_files();
    gv_cli_path_rules_init(rules, run->saver.dir, run->frames.screenshot_path, run->core_files,
                           run->log);
    gv_cli_path_rules_add(rules, GV_PATH_RULE_WRITE, run->recordable_dir);
    rules->drivers = run->drivers;
    if (gv_server_create(&params, &server) != GALVAN_OK)
        return GV_EXIT_SOCKET;
    tell(run, gv_server_prepare(server, DEVICE_TIMEOUT_MS));
    close(run->screen_fd);
    run->screen_fd = -1;
    gv_server_run(server);
    gv_server_destroy(server);
    remove_dir(run);
    return GV_EXIT_OK;
}

static void stop_server(struct run *run)
{
    close(run->drain_fd);
    if (run->server_pid > 0)
        waitpid(run->server_pid, NULL, 0);
    close(run->screen_fd);
}

/* Logs why the first worker has no screen. Returns the exit status. */
static int explain(const struct run *run, enum galvan_result screen)
{
    if (screen == GALVAN_ERROR_TIMEOUT)
        gv_err(run->log, "run", "the device is not open after %d s", DEVICE_TIMEOUT_MS / 1000);
    else if (screen == GALVAN_ERROR_IO)
        gv_err(run->log, "run", "the process that opens the device ended before it had");
    return gv_exit_status_of(screen); /* the worker has logged all other errors */
}

/* Starts the server, and returns when the program may start. Returns an exit status. */
static int start_server(struct run *run)
{
    enum galvan_result res;
    pid_t parent = getpid();
    int screen[2], drain[2];
    ssize_t reported = 0;

    if (pipe2(screen, O_CLOEXEC) != 0 || pipe2(drain, O_CLOEXEC) != 0) {
        gv_err(run->log, "run", "no pipe: %s", strerror(errno));
        return GV_EXIT_FAILURE;
    }
    fflush(NULL);
    run->server_pid = fork();
    if (run->server_pid == 0) {
        close(screen[0]);
        close(drain[1]);
        run->screen_fd = screen[1];
        exit(server_process(run, parent, drain[0]));
    }
    int fork_error = errno;
    close(screen[1]);
    close(drain[0]);
    run->screen_fd = screen[0];
    run->drain_fd = drain[1];
    if (run->server_pid < 0)
        gv_err(run->log, "run", "no process for the server: %s", strerror(fork_error));
    else
        reported = read(screen[0], &res, sizeof(res));
    if (reported == (ssize_t)sizeof(res) && res == GALVAN_OK)
        return GV_EXIT_OK;
    stop_server(run);
    return reported == (ssize_t)sizeof(res) ? explain(run, res) : GV_EXIT_SOCKET;
}

/* ---- The command ----------------------------------------------------------------------------- */

static void explain_no_client(const struct run *run, char **argv)
{
    struct gv_finding why;

    gv_explain_no_client(argv, run->no_preload, &why);
    gv_warn(run->log, "run", "%s ended without connecting: %s (%s)", *gv_launch_program(argv),
            why.text, why.cure);
}

/* Runs the program. If the screen could not be created, terminates the program and returns
 * false. */
static bool run_program(struct run *run, char **argv, int *out_status)
{
    const struct gv_client_env_params env = {
        .command = "run",
        .socket_path = run->socket_path,
        .frames_ahead = run->frames_ahead,
        .preload = !run->no_preload,
        .same_files = true,
        .log = run->log,
    };
    const struct gv_program program = {.argv = argv, .env = &env, .log = run->log};
    struct gv_program_process process;

    *out_status = gv_program_start(&program, &process);
    if (*out_status != 0)
        return true;
    enum galvan_result screen =
        gv_program_wait(&program, &process, run->server_pid, run->screen_fd, out_status);
    if (screen != GALVAN_OK) {
        *out_status = explain(run, screen);
        return false;
    }
    if (atomic_load(&run->frames.shared->num_clients) == 0)
        explain_no_client(run, argv);
    return true;
}

/* Prints the reports. Call after the server has ended, when all frames have arrived. */
static int report(struct run *run, int status)
{
    struct gv_frames_shared *shared = run->frames.shared;
    unsigned num_clients = atomic_load(&shared->num_clients);
    char device[GV_FRAMES_DEVICE_MAX];

    snprintf(device, sizeof(device), "%.*s", (int)sizeof(device) - 1, shared->device);
    gv_text_make_plain(device);
    if (run->stats)
        fprintf(stderr,
                "galvan: run: %llu frames, %.1f frames/s, %llu pipelines compiled, %llu linked, "
                "%llu optimized, %llu draws waited for a compile, %u client%s, on %s\n",
                (unsigned long long)atomic_load(&shared->num_frames), gv_frames_rate(&run->frames),
                (unsigned long long)atomic_load(&shared->num_compiled),
                (unsigned long long)atomic_load(&shared->num_linked),
                (unsigned long long)atomic_load(&shared->num_optimized),
                (unsigned long long)atomic_load(&shared->num_waited), num_clients,
                num_clients == 1 ? "" : "s", device[0] ? device : "a device that was not open yet");
    if (run->screenshot && !atomic_load(&shared->screenshot_written)) {
        gv_err(run->log, "run", "no screenshot %s: only %llu frames were presented",
               run->screenshot, (unsigned long long)atomic_load(&shared->num_frames));
        return status == GV_EXIT_OK ? GV_EXIT_FAILURE : status;
    }
    return status;
}

static int serve_and_run(struct run *run, char **argv)
{
    int status;

    if (!make_dir(run))
        return GV_EXIT_SOCKET;
    run->program = argv[0];
    status = start_server(run);
    if (status == GV_EXIT_OK) {
        run->served = run_program(run, argv, &status);
        stop_server(run);
        if (run->served)
            status = report(run, status);
    }
    remove_dir(run);
    return status;
}

/* Runs the program with Galvan inside of its process. The program replaces this process, unless an
 * option requests a report. */
static int run_in_process(struct run *run, const struct gv_cli_in_process *inside, char **argv)
{
    struct gv_client_env_params env;
    struct gv_program_process process;
    struct gv_in_process found;
    char variable[64];

    int status = gv_cli_in_process_env(inside, &found, &env);
    if (status != GV_EXIT_OK)
        return status;
    if (!run->stats && !run->screenshot)
        return gv_cli_exec_in_process(&env, argv);
    if (gv_frames_share(&run->frames, variable, sizeof(variable)) != GALVAN_OK) {
        gv_err(run->log, "run", "out of memory");
        return GV_EXIT_FAILURE;
    }
    env.frames = variable;
    const struct gv_program program = {.argv = argv, .env = &env, .log = run->log};
    status = gv_program_start(&program, &process);
    if (status != 0)
        return status;
    gv_program_wait(&program, &process, 0, -1, &status);
    gv_frames_take_image(&run->frames);
    return report(run, status);
}

static bool end_recording(struct run *run)
{
    if (run->served)
        return gv_cli_recorder_finish(&run->recorder);
    gv_cli_recorder_discard(&run->recorder);
    return true;
}

static int refuse_no_program(const char *command, const char *example)
{
    const int status = gv_usage_error(command, "which program?");

    gv_next_step("for example: %s", example);
    return status;
}

/* Creates the recording. The first operands are the recording's path and, optionally, "--".
 * Increments *first past these operands, to the index of the program. */
static int begin_recording(struct run *run, int argc, char **argv, int *first)
{
    const char *path = argv[(*first)++];

    if (*first < argc && strcmp(argv[*first], "--") == 0)
        ++*first;
    if (*first == argc)
        return refuse_no_program("record", "galvan record FILE -- glxgears");
    if (gv_cli_recorder_init(&run->recorder, path, run->max_clients, run->log) != GALVAN_OK)
        return GV_EXIT_FAILURE;
    run->records = true;
    run->frames.hooks.tap = &run->recorder.tap;
    return GV_EXIT_OK;
}

static int make_recordable(struct run *run)
{
    if (!run->recordable_dir)
        return GV_EXIT_OK;
    if (gv_cli_recorder_init_dir(&run->recorder, run->recordable_dir, true, run->log) != GALVAN_OK)
        return GV_EXIT_FAILURE;
    run->frames.hooks.tap = &run->recorder.tap;
    return GV_EXIT_OK;
}

/* Returns the first given option that works only with a worker; NULL if no such option was
 * given. */
static const char *option_of_workers(const struct run *run)
{
    const struct {
        bool is_given;
        const char *name;
    } options[] = {
        {run->recordable_dir != NULL, "recordable"},
        {run->hud_items && run->hud_items[0], "hud=ITEMS"},
        {run->no_sandbox, "no-sandbox"},
        {run->core_files, "core-files"},
        {run->drivers != GV_CLI_DRIVERS_CACHE_PROGRAM, "drivers-cache"},
        {run->max_clients != GV_SERVER_DEFAULT_MAX_WORKERS, "max-clients"},
        {run->time_limit_s != 0, "time-limit"},
        {run->saver.dir != NULL, "save-shaders"},
    };

    for (size_t i = 0; i < GV_ARRAY_SIZE(options); i++) {
        if (options[i].is_given)
            return options[i].name;
    }
    return NULL;
}

static int run_or_record(bool records, int argc, char **argv, const struct galvan_log *log)
{
    const char *command = records ? "record" : "run";
    struct run run = {
        .screen = {.log = log},
        .log = log,
        .max_clients = GV_SERVER_DEFAULT_MAX_WORKERS,
        .frames_ahead = GV_CLIENT_ENV_FRAMES_AHEAD,
    };
    struct gv_record_client client = {.socket_path = GV_VTEST_DEFAULT_SOCKET};
    struct gv_cli_in_process inside = {.screen = &run.screen};
    /* The first NUM_RUN_OPTIONS options are only for `galvan run`, the last options only for
     * `galvan record`. */
    const struct gv_option options[] = {
        GV_CLI_IN_PROCESS_OPTION(&inside.option),
        GV_CLI_RECORDABLE_OPTION(&run.recordable_dir),
        GV_CLI_SCREEN_OPTIONS(&run.screen),
        {"screenshot", "FILE.png[@FRAME]",
         "write the last frame that was presented, or\nthe FRAMEth", GV_OPTION_STRING,
         &run.screenshot},
        GV_CLI_HUD_OPTION(&run.hud_items),
        {"stats", NULL,
         "tell frames, frames per second, pipelines that\nwere compiled, clients and the device at "
         "the end",
         GV_OPTION_FLAG, &run.stats},
        {"frames-ahead", "N",
         "begin a frame while up to N - 1 are not on their\nwindow yet; 1: wait in each swap",
         GV_OPTION_NUMBER, &run.frames_ahead, 1, MAX_FRAMES_AHEAD},
        {"no-preload", NULL,
         "for programs that bear no LD_PRELOAD: wait in each\nswap; Mesa before 23.1 does not find "
         "the server\nthen",
         GV_OPTION_FLAG, &run.no_preload},
        GV_CLI_SANDBOX_OPTION(&run.no_sandbox),
        GV_CLI_CORE_FILES_OPTION(&run.core_files),
        GV_CLI_DRIVERS_CACHE_OPTION(&run.drivers),
        {"max-clients", "N", "connections that the program may have at a time", GV_OPTION_NUMBER,
         &run.max_clients, 1, 1024},
        {"time-limit", "SECONDS",
         "for one message or submission, 0 for none while\nthe program lives", GV_OPTION_NUMBER,
         &run.time_limit_s, 0, 86400},
        GV_CLI_SAVE_SHADERS_OPTION(&run.saver),
        GV_RECORD_CLIENT_OPTIONS(&client),
    };
    const struct gv_usage usage = {
        .command = command,
        .arguments = records ? "FILE [--] PROGRAM [ARGUMENTS]" : "[--] PROGRAM [ARGUMENTS]",
        .about = records ? "Runs an OpenGL program as `galvan run` does, and keeps all that it "
                           "sends in a new FILE, for\n`galvan replay`: commands, shaders, "
                           "textures, and what they hold. Whoever has the file\nsees what the "
                           "program drew."
                         : "Runs an OpenGL program on a Vulkan device, with a server of its own "
                           "that ends with it.\nThe exit status is the program's; 128 and the "
                           "number when a signal ended it. The\nprogram starts while the device "
                           "is being opened, and is ended when the device fails then.",
        .options = records ? options + NUM_RUN_OPTIONS : options,
        .num_options =
            GV_ARRAY_SIZE(options) - (records ? NUM_RUN_OPTIONS : GV_RECORD_CLIENT_NUM_OPTIONS),
        .runs_program = true,
    };
    int first, status;

    if (!gv_options_parse(&usage, argc, argv, &first, &status))
        return status;
    if (client.id && first < argc)
        return gv_usage_error(command, "--client goes without a file and a program");
    if (client.id)
        return gv_record_client(&client, log);
    if (first == argc)
        return records ? gv_usage_error(command, "which file?")
                       : refuse_no_program(command, "galvan run -- glxgears");
    inside.needs_worker = option_of_workers(&run);
    inside.hud = run.hud_items != NULL;
    inside.frames_ahead = run.no_preload ? 1 : run.frames_ahead;
    enum galvan_result res = gv_frames_init(&run.frames, run.screenshot, log);
    if (res == GALVAN_ERROR_INVALID)
        return gv_usage_error(command, "--screenshot wants FILE.png or FILE.png@FRAME, not \"%s\"",
                              run.screenshot);
    if (res != GALVAN_OK) {
        gv_err(log, "run", "out of memory");
        return GV_EXIT_FAILURE;
    }
    if (!records && gv_cli_is_in_process(&inside)) {
        status = run_in_process(&run, &inside, argv + first);
        gv_frames_finish(&run.frames);
        return status;
    }
    if (!gv_shader_saver_init(&run.saver, log))
        return GV_EXIT_FAILURE;
    status = gv_cli_hud_init(command, run.hud_items, &run.hud, &run.frames.hud);
    if (status != GV_EXIT_OK)
        return status;
    run.screen.device_time = run.frames.hud != NULL;
    run.frames.hooks.shader = gv_shader_saver_hook(&run.saver);
    status = records ? begin_recording(&run, argc, argv, &first) : make_recordable(&run);
    if (status == GV_EXIT_OK)
        status = serve_and_run(&run, argv + first);
    if (run.records && !end_recording(&run) && status == GV_EXIT_OK)
        status = GV_EXIT_FAILURE;
    gv_frames_finish(&run.frames);
    return status;
}

int gv_cli_run(int argc, char **argv, const struct galvan_log *log)
{
    return run_or_record(false, argc, argv, log);
}

int gv_cli_record(int argc, char **argv, const struct galvan_log *log)
{
    return run_or_record(true, argc, argv, log);
}
