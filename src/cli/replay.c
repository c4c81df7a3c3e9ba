/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan replay`: executes the commands of a recording, in a process that is confined like a
 * worker, since a recording may come from an untrusted source. */
#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/draw_text.h"
#include "cli/exit_status.h"
#include "cli/options.h"
#include "cli/own_limits.h"
#include "cli/path_rules.h"
#include "cli/screen.h"
#include "cli/trim.h"
#include "confine/confine.h"
#include "confine/syscalls.h"
#include "hud/frames.h"
#include "pipe/p_screen.h"
#include "recording/reader.h"
#include "replay/compare.h"
#include "replay/compare_draws.h"
#include "replay/draw_steps.h"
#include "replay/frame_pipe.h"
#include "replay/player.h"
#include "replay/script.h"
#include "replay/show_frames.h"
#include "util/array.h"
#include "util/hash.h"
#include "util/log.h"
#include "util/text.h"
#include "virgl/api/renderer.h"

struct replay {
    struct gv_cli_screen screen_params;
    const struct galvan_log *log;
    const char *screenshot;
    uint64_t first, last; /* range of frames, counted over all streams from 1 */
    unsigned num_loops;
    const char *other_device; /* device to compare with; may be NULL */
    const char *side_by_side; /* image file for the first frame that
                                 differs in a comparison; may be NULL */
    const char *trimmed;      /* path of the trimmed recording; may be NULL */
    const char *criterion;    /* command that decides whether a trimmed recording is good; NULL: a
                                 recording whose last frame is unchanged is good */
    bool hash, real_time, window, no_sandbox, list;
    unsigned described; /* index of the draw to describe; the first draw of the first stream is 1.
                           0: no draw is described */
    uint64_t watched;   /* the frame whose draws and dispatches are sent to the parent; 0: no draws
                           are sent */

    struct gv_recording *recording;
    struct gv_frames frames;
    struct pipe_screen *screen;
    FILE *out;
    FILE *pipe;                     /* receives frames or draws for the parent; may be NULL */
    uint64_t before;                /* number of frames in the earlier streams */
    const struct gv_player *player; /* player of the current stream */
    uint64_t num_draws;             /* number of draws so far */
};

/* ---- Frames ---------------------------------------------------------------------------------- */

static bool is_wanted(const struct replay *replay, const struct gv_vtest_frame *frame)
{
    const uint64_t idx = replay->before + frame->idx;

    return idx >= replay->first && idx <= replay->last;
}

static void presented(void *priv, const struct gv_vtest_frame *frame)
{
    struct replay *replay = priv;

    if (!is_wanted(replay, frame))
        return;
    replay->frames.hooks.presented(replay->frames.hooks.priv, frame);
    if (replay->pipe && !replay->described)
        gv_frame_send(replay->pipe, replay->before + frame->idx, frame);
    if (replay->hash)
        fprintf(replay->out, "frame %" PRIu64 " %ux%u %016" PRIx64 "\n",
                replay->before + frame->idx, frame->width, frame->height,
                gv_hash_bytes(frame->data, frame->data_size_B, 0));
}

static void retired(void *priv, const struct gv_vtest_frame *frame)
{
    struct replay *replay = priv;

    if (is_wanted(replay, frame))
        replay->frames.hooks.retired(replay->frames.hooks.priv, frame);
}

/* Whether the current frame is the frame `watched`. */
static bool is_watched(const struct replay *replay)
{
    return replay->before + replay->player->num_frames + 1 == replay->watched;
}

static void drawn(void *priv, struct pipe_context *pipe, const struct pipe_draw_info *info)
{
    struct replay *replay = priv;

    if (++replay->num_draws == replay->described)
        gv_draw_text_write(replay->pipe, replay->described, pipe, info);
    if (is_watched(replay))
        gv_draw_send(replay->pipe, replay->num_draws, pipe);
}

static void launched(void *priv, struct pipe_context *pipe, const struct pipe_grid_info *info)
{
    const struct replay *replay = priv;

    (void)pipe;
    (void)info;
    if (is_watched(replay))
        gv_dispatch_send(replay->pipe, replay->num_draws + 1);
}

/* ---- In the confined process ----------------------------------------------------------------- */

static enum galvan_result play_stream(struct replay *replay, uint32_t idx)
{
    struct gv_player player;
    char name[64];

    snprintf(name, sizeof(name), "stream %u", idx + 1);
    enum galvan_result res = gv_player_init(&player, replay->recording, idx,
                                            replay->last - replay->before, replay->real_time);
    if (res != GALVAN_OK) {
        gv_err(replay->log, "replay", "%s: out of memory", name);
        return res;
    }
    replay->player = &player;
    const struct gv_vtest_hooks hooks = {
        .presented = presented, .retired = retired, .tap = &player.tap, .priv = replay};
    const struct gv_virgl_limits limits = gv_cli_own_limits();
    const struct gv_vtest_params params = {
        .transport = &player.transport,
        .screen = replay->screen,
        .log = replay->log,
        .client = name,
        .limits = &limits,
        .hooks = &hooks,
    };
    res = gv_vtest_serve(&params);
    if (player.missing_B > 0)
        gv_warn(replay->log, "replay", "%s: %" PRIu64 " bytes of memory are not in the recording",
                name, player.missing_B);
    if (player.timed_out)
        gv_err(replay->log, "replay", "%s ends: a picture has not come within %d s", name,
               player.present_timeout_ms / 1000);
    gv_player_finish(&player);
    return res;
}

/* Plays all streams, one after the other. */
static bool play_all(struct replay *replay)
{
    const uint32_t num = gv_recording_num_streams(replay->recording);
    bool good = true;

    replay->before = 0;
    for (uint32_t i = 0; i < num && replay->before < replay->last; i++) {
        const struct gv_recording_stream *stream = gv_recording_stream(replay->recording, i);
        enum galvan_result res = play_stream(replay, i);
        good &= res == GALVAN_OK || (res == GALVAN_ERROR_SYNTAX && !stream->is_whole);
        replay->before += stream->num_frames;
    }
    return good;
}

static int play_loops(struct replay *replay)
{
    bool good = true;
    enum galvan_result res = gv_cli_screen_create(&replay->screen_params, NULL, &replay->screen);

    if (res != GALVAN_OK)
        return gv_exit_status_of(res);
    if (!replay->no_sandbox)
        gv_worker_filter_syscalls(gv_cli_screen_is_software(replay->screen), replay->log);
    gv_frames_set_screen(&replay->frames, replay->screen);
    for (unsigned i = 0; i < replay->num_loops && good; i++)
        good = play_all(replay);
    replay->screen->destroy(replay->screen);
    if (replay->num_draws < replay->described) {
        gv_err(replay->log, "replay", "no draw %u: there are %" PRIu64, replay->described,
               replay->num_draws);
        return GV_EXIT_FAILURE;
    }
    return fflush(replay->out) == 0 && good ? GV_EXIT_OK : GV_EXIT_FAILURE;
}

static int confined_process(struct replay *replay, pid_t parent)
{
    struct gv_cli_path_rules rules;
    int out = dup(STDOUT_FILENO); /* confinement replaces standard output */

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        return GV_EXIT_FAILURE;
    gv_cli_path_rules_init(&rules, NULL, replay->frames.screenshot_path, false, replay->log);
    gv_cli_path_rules_add_recordings(&rules);
    gv_worker_confine(&(struct gv_confine_params){
        .no_sandbox = replay->no_sandbox, .path_rules = rules.list, .log = replay->log});
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* set again, since confinement may have reset this setting */
    replay->out = out >= 0 ? fdopen(out, "w") : NULL;
    if (!replay->out) {
        gv_err(replay->log, "replay", "no standard output: %s", strerror(errno));
        return GV_EXIT_FAILURE;
    }
    int status = play_loops(replay);
    fclose(replay->out);
    return status;
}

/* ---- In the parent process ------------------------------------------------------------------- */

/* Starts the process that replays, and returns the process id. On failure, writes a line to the log
 * and returns -1. */
static pid_t start(struct replay *replay)
{
    const pid_t parent = getpid();

    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        exit(confined_process(replay, parent));
    if (pid < 0)
        gv_err(replay->log, "replay", "no process: %s", strerror(errno));
    return pid;
}

/* Waits for a process that start() has started. Returns the exit status. */
static int finish(const struct replay *replay, pid_t pid)
{
    int status = 0;

    if (pid < 0)
        return GV_EXIT_FAILURE;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) {
        gv_err(replay->log, "replay", "ended by signal %d (%s)", WTERMSIG(status),
               strsignal(WTERMSIG(status)));
        return GV_EXIT_SIGNAL + WTERMSIG(status);
    }
    return WEXITSTATUS(status);
}

/* As start(), but the process sends its frames, which can be read from *out_frames. */
static pid_t start_sending(struct replay *replay, FILE **out_frames)
{
    int ends[2];

    *out_frames = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        gv_err(replay->log, "replay", "no pipe: %s", strerror(errno));
        return -1;
    }
    replay->pipe = fdopen(ends[1], "w");
    *out_frames = fdopen(ends[0], "r");
    pid_t pid = replay->pipe && *out_frames ? start(replay) : -1;
    if (replay->pipe)
        fclose(replay->pipe);
    replay->pipe = NULL;
    return pid;
}

/* A comparison of two devices: the processes that replay on them, and the frames that they send. */
struct pair {
    struct replay *players[2];
    pid_t pids[2];
    FILE *sent[2]; /* may be NULL */
};

/* Starts both processes. If a process could not be started, writes a line to the log and returns
 * false. Call end_pair() even after a failure. */
static bool begin_pair(struct pair *pair)
{
    for (unsigned i = 0; i < 2; i++)
        pair->pids[i] = start_sending(pair->players[i], &pair->sent[i]);
    return pair->pids[0] >= 0 && pair->pids[1] >= 0;
}

/* Waits for both processes. Returns an exit status. */
static int end_pair(struct pair *pair)
{
    int statuses[2];

    for (unsigned i = 0; i < 2; i++) {
        if (pair->sent[i])
            fclose(pair->sent[i]);
    }
    for (unsigned i = 0; i < 2; i++)
        statuses[i] = finish(pair->players[i], pair->pids[i]);
    return statuses[0] != GV_EXIT_OK ? statuses[0] : statuses[1];
}

/* Replays again on both devices, up to the frame that differs. Prints the first draw of this frame
 * that differs. */
static int compare_draws(struct replay *one, struct replay *other, uint64_t frame)
{
    struct pair pair = {.players = {one, other}};

    for (unsigned i = 0; i < 2; i++) {
        struct replay *replay = pair.players[i];
        replay->first = UINT64_MAX; /* sends no frames */
        replay->last = replay->watched = frame;
        replay->num_loops = 1;
        replay->screen_params.drawn = drawn;
        replay->screen_params.launched = launched;
        replay->screen_params.drawn_priv = replay;
    }
    if (begin_pair(&pair))
        gv_compare_draws(pair.sent[0], pair.sent[1], stdout, frame);
    return end_pair(&pair);
}

static int compare(struct replay *replay)
{
    const struct gv_compare_image image = {.path = replay->side_by_side, .log = replay->log};
    struct gv_comparison comparison = {0};
    struct replay other = *replay;
    struct pair pair = {.players = {replay, &other}};

    other.screen_params.device = replay->other_device;
    other.hash = false;
    if (gv_frames_init(&other.frames, NULL, replay->log) != GALVAN_OK) {
        gv_err(replay->log, "replay", "out of memory");
        return GV_EXIT_FAILURE;
    }
    if (begin_pair(&pair))
        gv_compare_frames(pair.sent[0], pair.sent[1], stdout, &image, &comparison);
    int status = end_pair(&pair);
    if (status == GV_EXIT_OK && comparison.first_apart > 0)
        status = compare_draws(replay, &other, comparison.first_apart);
    if (status == GV_EXIT_OK)
        fprintf(stderr, "galvan: replay: %" PRIu64 " of %" PRIu64 " frames differ, on %s and %s\n",
                comparison.num_apart, comparison.num, replay->frames.shared->device,
                other.frames.shared->device);
    gv_frames_finish(&other.frames);
    return status == GV_EXIT_OK && comparison.num_apart > 0 ? GV_EXIT_FAILURE : status;
}

/* Prints the description of one draw. */
static int describe(struct replay *replay)
{
    FILE *text = NULL;

    replay->screen_params.drawn = drawn;
    replay->screen_params.drawn_priv = replay;
    pid_t pid = start_sending(replay, &text);
    if (text) {
        gv_draw_text_show(text, replay->log);
        fclose(text);
    }
    return finish(replay, pid);
}

static int report(const struct replay *replay, int status)
{
    struct gv_frames_shared *shared = replay->frames.shared;
    const uint64_t num_frames = atomic_load(&shared->num_frames);

    if (shared->device[0])
        fprintf(stderr,
                "galvan: replay: %" PRIu64 " frames, %.1f frames/s, %" PRIu64
                " pipelines compiled, %" PRIu64 " linked, %" PRIu64 " optimized, %" PRIu64
                " draws waited for a compile, on %s\n",
                num_frames, gv_frames_rate(&replay->frames), atomic_load(&shared->num_compiled),
                atomic_load(&shared->num_linked), atomic_load(&shared->num_optimized),
                atomic_load(&shared->num_waited), shared->device);
    if (replay->screenshot && status == GV_EXIT_OK && !atomic_load(&shared->screenshot_written)) {
        gv_err(replay->log, "replay", "no screenshot %s: only %" PRIu64 " frames were presented",
               replay->screenshot, num_frames);
        return GV_EXIT_FAILURE;
    }
    return status;
}

/* Replays in a window. The user may close the window, which ends the replaying process. */
static int show(struct replay *replay, const char *path)
{
    const char *slash = strrchr(path, '/');
    enum gv_show_end end = GV_SHOW_FAILED;
    FILE *frames = NULL;

    pid_t pid = start_sending(replay, &frames);
    if (pid >= 0)
        end = gv_show_frames(frames, slash ? slash + 1 : path, replay->log);
    if (pid >= 0 && end != GV_SHOW_DONE)
        kill(pid, SIGKILL);
    if (frames)
        fclose(frames);
    if (end == GV_SHOW_DONE)
        return report(replay, finish(replay, pid));
    if (pid >= 0)
        waitpid(pid, NULL, 0);
    return end == GV_SHOW_CLOSED ? report(replay, GV_EXIT_OK) : GV_EXIT_FAILURE;
}

/* Parses "A-B", in which A or B may be missing, or a single number. */
static bool parse_frames(struct replay *replay, const char *text)
{
    const char *dash = strchr(text, '-');
    const size_t len = dash ? (size_t)(dash - text) : strlen(text);

    replay->first = 1;
    replay->last = UINT64_MAX;
    if (len > 0 && !gv_parse_u64(text, len, UINT32_MAX, &replay->first))
        return false;
    if (!dash)
        replay->last = replay->first;
    else if (dash[1] && !gv_parse_u64(dash + 1, strlen(dash + 1), UINT32_MAX, &replay->last))
        return false;
    return replay->first >= 1 && replay->first <= replay->last && strcmp(text, "-") != 0 && text[0];
}

static int list(const struct replay *replay)
{
    struct gv_script *script;

    if (gv_script_read(replay->recording, replay->log, &script) != GALVAN_OK)
        return GV_EXIT_FAILURE;
    gv_script_print(script);
    gv_script_destroy(script);
    return GV_EXIT_OK;
}

static uint64_t count_frames(const struct replay *replay)
{
    uint64_t num = 0;

    for (uint32_t i = 0; i < gv_recording_num_streams(replay->recording); i++)
        num += gv_recording_stream(replay->recording, i)->num_frames;
    return num;
}

static int trim(const struct replay *replay, const char *path)
{
    const uint64_t num_frames = count_frames(replay);
    const struct gv_cli_trim params = {
        .recording = replay->recording,
        .screen = &replay->screen_params,
        .no_sandbox = replay->no_sandbox,
        .path = path,
        .out_path = replay->trimmed,
        .frame = replay->last < num_frames ? replay->last : num_frames,
        .command = replay->criterion,
    };

    return gv_cli_trim(&params);
}

static int replay_file(struct replay *replay, const char *path)
{
    enum galvan_result res = gv_recording_open(path, replay->log, &replay->recording);
    int status;

    if (res != GALVAN_OK)
        return GV_EXIT_FAILURE;
    if (replay->list)
        status = list(replay);
    else if (replay->trimmed)
        status = trim(replay, path);
    else if (replay->described)
        status = describe(replay);
    else if (replay->other_device)
        status = compare(replay);
    else if (replay->window)
        status = show(replay, path);
    else
        status = report(replay, finish(replay, start(replay)));
    gv_recording_destroy(replay->recording);
    return status;
}

/* Parses --frames, and checks that the options can be combined. On failure, prints a line about the
 * error and returns false. */
static bool check(struct replay *replay, const char *frames, int num_files)
{
    if (num_files != 1)
        gv_usage_error("replay", num_files == 0 ? "which file?" : "one file, please");
    else if (!parse_frames(replay, frames))
        gv_usage_error("replay", "--frames wants A-B, not \"%s\"", frames);
    else if (replay->side_by_side && !replay->other_device)
        gv_usage_error("replay", "--side-by-side wants --compare DEVICE");
    else if (replay->criterion && !replay->trimmed)
        gv_usage_error("replay", "--minimize wants --trim OUT");
    else
        return true;
    return false;
}

/* Prepares the output of frames. Returns an exit status. */
static int begin_frames(struct replay *replay)
{
    switch (gv_frames_init(&replay->frames, replay->screenshot, replay->log)) {
    case GALVAN_OK:
        return GV_EXIT_OK;
    case GALVAN_ERROR_INVALID:
        return gv_usage_error("replay", "--screenshot wants FILE.png or FILE.png@FRAME, not \"%s\"",
                              replay->screenshot);
    default:
        gv_err(replay->log, "replay", "out of memory");
        return GV_EXIT_FAILURE;
    }
}

int gv_cli_replay(int argc, char **argv, const struct galvan_log *log)
{
    struct replay replay = {.screen_params = {.log = log}, .log = log, .num_loops = 1};
    const char *frames = "1-";
    const struct gv_option options[] = {
        GV_CLI_SCREEN_OPTIONS(&replay.screen_params),
        {"frames", "A-B", "only these, counted from 1 through all clients", GV_OPTION_STRING,
         &frames},
        {"loop", "N", "play all of it N times", GV_OPTION_NUMBER, &replay.num_loops, 1, 1000000},
        {"real-time", NULL, "no faster than it was recorded; pauses are cut to\n5 s",
         GV_OPTION_FLAG, &replay.real_time},
        {"window", NULL, "show it in a window; closing that ends it", GV_OPTION_FLAG,
         &replay.window},
        {"compare", "DEVICE",
         "play it on that device, too, and tell which frames\ndiffer by more than edges, and the "
         "first draw that\ndoes",
         GV_OPTION_STRING, &replay.other_device},
        {"side-by-side", "FILE.png", "... with a picture of the first of them on both",
         GV_OPTION_STRING, &replay.side_by_side},
        {"trim", "OUT", "make a file of the least that still shows the last\nof the frames",
         GV_OPTION_STRING, &replay.trimmed},
        {"minimize", "COMMAND", "... or with which, as $1, the shell's COMMAND still\nends with 0",
         GV_OPTION_STRING, &replay.criterion},
        {"list", NULL, "print messages and commands, and play nothing", GV_OPTION_FLAG,
         &replay.list},
        {"dump-draw", "N",
         "print what draw N was made with, counted from 1\nthrough all clients: state, TGSI, "
         "SPIR-V",
         GV_OPTION_NUMBER, &replay.described, 1, UINT32_MAX},
        {"hash", NULL, "print number, size and a hash of the pixels of each\nframe", GV_OPTION_FLAG,
         &replay.hash},
        {"screenshot", "FILE.png[@FRAME]",
         "write the last frame that was presented, or\nthe FRAMEth", GV_OPTION_STRING,
         &replay.screenshot},
        GV_CLI_SANDBOX_OPTION(&replay.no_sandbox),
    };
    const struct gv_usage usage = {
        .command = "replay",
        .arguments = "FILE",
        .about = "Draws again what `galvan record` has kept, as fast as it goes, on any device. "
                 "Clients\nfollow each other. A file that is damaged is drawn as far as it goes.",
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };
    int first, status;

    if (!gv_options_parse(&usage, argc, argv, &first, &status))
        return status;
    if (!check(&replay, frames, argc - first))
        return GV_EXIT_USAGE;
    status = begin_frames(&replay);
    if (status != GV_EXIT_OK)
        return status;
    status = replay_file(&replay, argv[first]);
    gv_frames_finish(&replay.frames);
    return status;
}
