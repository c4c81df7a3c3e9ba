/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Uses a renderer in a worker, as a monitor does. Tests workers that die, and workers that a guest
 * has taken over (hostile_worker.c). */
#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/text.h"
#include "virglrenderer/patience.h"
#include "virglrenderer/worker_protocol.h"
#include "vr.h"
#include "watch_reads.h"

enum {
    GUARD_B = 64,
    MEMORY_B = 256,
    BLOB_B = 4096
};

/* The lines that the library has logged. */
static struct {
    unsigned num;
    char last[2048];
    unsigned num_lost;
    unsigned num_worker; /* lines that a worker logged */
} lines;

static void log_line(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    (void)level;
    (void)user_data;
    lines.num++;
    snprintf(lines.last, sizeof(lines.last), "%s", message);
    lines.num_lost += strstr(message, "are lost") != NULL;
    lines.num_worker += strstr(message, "galvan: e") == message;
    assert_null(strchr(message, '\x1b'));
    const char *end = strchr(message, '\n');
    assert_true(end && !end[1]);
}

static unsigned num_descriptors(void)
{
    DIR *dir = opendir("/proc/self/fd");
    unsigned num = 0;
    assert_non_null(dir);
    while (readdir(dir))
        num++;
    closedir(dir);
    return num;
}

/* Returns the pid of a child process, or 0 if there is none. */
static pid_t find_worker(void)
{
    char path[64], children[256] = "";
    snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    if (!fgets(children, sizeof(children), file))
        children[0] = '\0';
    fclose(file);
    uint64_t pid = 0;
    size_t len = strspn(children, "0123456789");
    return gv_parse_u64(children, len, INT32_MAX, &pid) ? (pid_t)pid : 0;
}

static int setup(void **state)
{
    (void)state;
    memset(&lines, 0, sizeof(lines));
    memset(&vr_seen, 0, sizeof(vr_seen));
    virgl_set_log_callback(log_line, NULL, NULL);
    return 0;
}

/* ---- A worker that a guest has taken over --------------------------------------------------- */

static int start_hostile(const char *way)
{
    setenv("GALVAN_RENDERER", HOSTILE_WORKER, 1);
    setenv("HOSTILE", way, 1);
    return virgl_renderer_init(&vr_seen, 0, &vr_callbacks);
}

/* The guest's memory, between guard bytes. */
static uint8_t bytes[GUARD_B + MEMORY_B + GUARD_B];

static void check_guards(void)
{
    for (unsigned i = 0; i < GUARD_B; i++) {
        assert_int_equal(bytes[i], 0x5a);
        assert_int_equal(bytes[GUARD_B + MEMORY_B + i], 0x5a);
    }
}

/* Acts as a guest that makes all kinds of calls. Returns the result of its submission. */
static int run_guest(void)
{
    struct iovec iov[] = {{bytes + GUARD_B, 100}, {bytes + GUARD_B + 100, MEMORY_B - 100}};
    struct virgl_renderer_resource_create_args args = vr_args_buffer(1, MEMORY_B);
    struct vr_commands c = {.num_dw = 0};
    memset(bytes, 0x5a, sizeof(bytes));
    assert_int_equal(virgl_renderer_context_create(1, 4, "test"), 0);
    assert_int_equal(virgl_renderer_resource_create(&args, iov, 2), 0);
    virgl_renderer_ctx_attach_resource(1, 1);
    VR_COMMAND(&c, CLEAR, 1, 2, 3, 4, 5, 6, 7, 8);
    int error = vr_submit(&c, 1);
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    virgl_renderer_poll();
    check_guards();
    return error;
}

/* Runs workers that break the protocol when the guest submits; checks that only the context of that
 * submission is lost. */
static void is_ended(void **state)
{
    static const char *const ways[] = {
        "short",
        "long",
        "kind",
        "dies",
        "fetch past the end",
        "fetch that wraps",
        "fetch of nothing's",
        "fetch of no call's",
        "row past the end",
        "rows past the end",
        "rows that wrap",
        "slices that wrap",
        "rows in place",
        "rows without bytes",
        "count of rows",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        setup(NULL);
        unsigned num = num_descriptors();
        assert_int_equal(start_hostile(ways[i]), 0);
        if (run_guest() != EIO || lines.num_lost != 1)
            fail_msg("%s: %u lost, %s", ways[i], lines.num_lost, lines.last);
        assert_int_equal(vr_seen.num_fences, 1); /* the fence passes: the guest need not wait */
        assert_int_equal(find_worker(), 0);
        assert_int_equal(vr_clear(1, 1, 2, 0, 0, 0, 0), EIO);
        assert_int_equal(find_worker(), 0); /* a lost context starts no worker */
        assert_int_equal(virgl_renderer_context_create(2, 4, "next"), 0);
        assert_int_not_equal(find_worker(), 0);
        virgl_renderer_cleanup(&vr_seen);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        assert_int_equal(num_descriptors(), num);
    }
}

/* Runs workers whose deviations the monitor tolerates; checks that the guest gets at most an error,
 * and that no context is lost. */
static void is_borne(void **state)
{
    static const struct {
        const char *way;
        int error;
    } ways[] = {
        {"", 0},
        {"rows of nothing's", 0},
        {"error", EIO},
        {"large error", EIO},
        {"descriptors", 0},
        {"lines", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        setup(NULL);
        unsigned num = num_descriptors();
        assert_int_equal(start_hostile(ways[i].way), 0);
        assert_int_equal(run_guest(), ways[i].error);
        assert_int_equal(lines.num_lost, 0);
        virgl_renderer_cleanup(&vr_seen);
        assert_int_equal(num_descriptors(), num);
        assert_true(lines.num_worker <= 256);
    }
}

/* Runs a worker that reports arbitrary fences; checks that each fence that the guest created passes
 * exactly once, and that no other fence passes. */
static void counts_no_fence_twice(void **state)
{
    (void)state;
    assert_int_equal(start_hostile("fences"), 0);
    assert_int_equal(run_guest(), 0);
    for (int i = 2; i < 10; i++) {
        assert_int_equal(virgl_renderer_create_fence(i, 0), 0);
        virgl_renderer_poll();
    }
    assert_int_equal(vr_seen.num_fences, 9);
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(vr_seen.fences[i], i + 1);
    virgl_renderer_cleanup(&vr_seen);
}

static void gives_no_caps(void **state)
{
    uint8_t caps[4096], zeros[4096] = {0};
    uint32_t version, size_B;
    (void)state;
    assert_int_equal(start_hostile("caps"), 0);
    virgl_renderer_get_cap_set(2, &version, &size_B);
    memset(caps, 0xff, sizeof(caps));
    virgl_renderer_fill_caps(2, version, caps);
    assert_memory_equal(caps, zeros, size_B);
    assert_int_equal(caps[size_B], 0xff);
    virgl_renderer_cleanup(&vr_seen);
}

/* Offers a blob's memory that is too short or could be truncated; checks that the monitor rejects
 * it: an access past its end would kill the monitor. */
static void gives_no_blob(void **state)
{
    static const char *const ways[] = {"blob without memory", "blob that is short",
                                       "blob that can be cut", ""};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const struct virgl_renderer_resource_create_blob_args args = {
            .res_handle = 5,
            .ctx_id = 1,
            .blob_mem = VIRGL_RENDERER_BLOB_MEM_HOST3D,
            .blob_flags = VIRGL_RENDERER_BLOB_FLAG_USE_MAPPABLE,
            .blob_id = 1,
            .size = BLOB_B,
        };
        void *map;
        uint64_t size_B;
        assert_int_equal(start_hostile(ways[i]), 0);
        assert_int_equal(run_guest(), 0);
        bool good = !ways[i][0];
        assert_int_equal(virgl_renderer_resource_create_blob(&args), good ? 0 : -EIO);
        assert_int_equal(virgl_renderer_resource_map(5, &map, &size_B), good ? 0 : -EINVAL);
        if (good)
            memset(map, 1, size_B);
        virgl_renderer_cleanup(&vr_seen);
    }
}

static void does_not_start(void **state)
{
    (void)state;
    assert_int_equal(start_hostile("ends"), -EIO);
    assert_int_equal(start_hostile("no device"), -ENODEV);
    setenv("GALVAN_RENDERER", "/nonexistent/galvan-renderer", 1);
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), -ENOENT);
    assert_non_null(strstr(lines.last, "does not start"));
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* ---- A monitor that may start no program ----------------------------------------------------- */

#define NR_OFFSET    offsetof(struct seccomp_data, nr)
#define FLAGS_OFFSET offsetof(struct seccomp_data, args)

/* Installs a filter like that of QEMU's -sandbox on,spawn=deny, which kills a process that tries to
 * start another one. */
static bool forbid_programs(void)
{
    static struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NR_OFFSET),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FLAGS_OFFSET),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 2, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof(code) / sizeof(code[0]), code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

/* Calls virgl_renderer_init() in a process with the filter of forbid_programs(), and returns its
 * result. Sets `out` to the last line that this process logged. */
static int init_under_filter(int flags, const char *renderer, char out[sizeof(lines.last)])
{
    int ends[2], status, error = 1;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (!pid) {
        if (renderer)
            setenv("GALVAN_RENDERER", renderer, 1);
        else
            unsetenv("GALVAN_RENDERER");
        if (!forbid_programs())
            _exit(1);
        error = virgl_renderer_init(&vr_seen, flags, &vr_callbacks);
        bool written = write(ends[1], &error, sizeof(error)) == sizeof(error) &&
                       write(ends[1], lines.last, sizeof(lines.last)) == sizeof(lines.last);
        if (!error)
            virgl_renderer_cleanup(&vr_seen);
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &error, sizeof(error)), sizeof(error));
    assert_int_equal(read(ends[0], out, sizeof(lines.last)), sizeof(lines.last));
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    return error;
}

/* Initialises under the filter. If GALVAN_RENDERER names a worker, checks that init fails and logs
 * why; else checks that this process draws. */
static void starts_no_program_under_a_filter(void **state)
{
    char line[sizeof(lines.last)];
    (void)state;
    assert_int_equal(init_under_filter(0, GALVAN_WORKER, line), -EPERM);
    assert_non_null(strstr(line, "a filter forbids this process to start"));
    assert_int_equal(init_under_filter(VIRGL_RENDERER_RENDER_SERVER, NULL, line), 0);
    assert_non_null(strstr(line, "no worker draws for the guest, but this process"));
    assert_int_equal(init_under_filter(VIRGL_RENDERER_RENDER_SERVER, "process", line), 0);
    assert_string_equal(line, "");
}

/* Lets a guest's workers die again and again; checks that the monitor stops starting workers. */
static void dies_for_a_while(void **state)
{
    unsigned num_started = 0;
    (void)state;
    assert_int_equal(start_hostile("dies"), 0);
    for (uint32_t i = 1; i <= 40; i++) {
        struct vr_commands c = {.num_dw = 0};
        VR_COMMAND(&c, NOP, 0);
        if (virgl_renderer_context_create(i, 4, "test"))
            continue;
        num_started++;
        assert_int_equal(vr_submit(&c, (int)i), EIO);
    }
    assert_int_equal(num_started, 16);
    assert_int_equal(lines.num_lost, 16);
    assert_non_null(strstr(lines.last, "die too often; no other is started"));
    virgl_renderer_cleanup(&vr_seen);
}

/* Runs a worker that sleeps for ever; checks that the monitor stops waiting for the worker, and
 * that the guest's context is lost. */
static void takes_too_long(void **state)
{
    (void)state;
    assert_int_equal(start_hostile("silent"), 0);
    assert_int_equal(run_guest(), EIO);
    assert_int_equal(lines.num_lost, 1);
    assert_non_null(strstr(lines.last, "did not answer in time"));
    virgl_renderer_cleanup(&vr_seen);
}

/* Runs a worker that requests the guest's memory for ever; checks that the monitor ends the worker
 * after a few more requests than the submission has commands. */
static void asks_too_often(void **state)
{
    (void)state;
    assert_int_equal(start_hostile("endless questions"), 0);
    assert_int_equal(run_guest(), EIO);
    assert_int_equal(lines.num_lost, 1);
    assert_non_null(strstr(lines.last, "asked too often"));
    virgl_renderer_cleanup(&vr_seen);
}

/* ---- How long the monitor waits */

#define MS_NS UINT64_C(1000000)

/* Simulates a call during which the worker uses `cpu_ms` of CPU time in each slice of time, and
 * reports progress every `step` slices (0: never). Returns for how many slices the monitor waits.
 */
static unsigned num_slices(uint32_t kind, uint64_t cpu_ms, unsigned step)
{
    const struct gv_vr_request request = {.kind = kind, .size_B = 400};
    struct gv_vr_sight sight = {.now_ns = 5, .cpu_ns = 7};
    struct gv_vr_patience patience;
    unsigned num = 0;
    gv_vr_patience_begin(&patience, &request);
    while (gv_vr_patience_look(&patience, &sight)) {
        num++;
        sight.now_ns += GV_VR_SLICE_MS * MS_NS;
        sight.cpu_ns += cpu_ms * MS_NS;
        sight.progress += step && num % step == 0;
    }
    return num;
}

static void waits_while_it_works(void **state)
{
    const unsigned quiet = GV_VR_QUIET_S * 1000 / GV_VR_SLICE_MS,
                   most = GV_VR_CALL_S * 1000 / GV_VR_SLICE_MS;
    (void)state;
    assert_int_equal(num_slices(GV_VR_SUBMIT, 0, 0), quiet);          /* the worker sleeps */
    assert_int_equal(num_slices(GV_VR_SUBMIT, 100, 0), quiet);        /* the worker loops */
    assert_int_equal(num_slices(GV_VR_SUBMIT, 1600, 0), quiet);       /* loops on all CPUs */
    assert_int_equal(num_slices(GV_VR_SUBMIT, 50, 0), 2 * quiet);     /* the host is busy */
    assert_int_equal(num_slices(GV_VR_SUBMIT, 10, 0), most);          /* the host is busier */
    assert_int_equal(num_slices(GV_VR_SUBMIT, 100, quiet / 2), most); /* long commands */
    assert_int_equal(num_slices(GV_VR_HELLO, 0, 0), most);
}

static unsigned num_questions(const struct gv_vr_request *request)
{
    struct gv_vr_patience patience;
    unsigned num = 0;
    gv_vr_patience_begin(&patience, request);
    while (gv_vr_patience_ask(&patience))
        num++;
    return num;
}

static void answers_by_the_work(void **state)
{
    const struct gv_vr_request submit = {.kind = GV_VR_SUBMIT, .size_B = 400},
                               create = {.kind = GV_VR_RESOURCE_CREATE, .size_B = 400},
                               transfer = {.kind = GV_VR_TRANSFER, .box = {0, 0, 0, 9, 10, 3}},
                               wrong = {.kind = GV_VR_TRANSFER, .box = {0, 0, 0, 9, -10, -3}};
    (void)state;
    assert_int_equal(num_questions(&submit), GV_VR_FREE_QUESTIONS + 100);
    assert_int_equal(num_questions(&create), GV_VR_FREE_QUESTIONS);
    assert_int_equal(num_questions(&transfer), GV_VR_FREE_QUESTIONS + 30);
    assert_int_equal(num_questions(&wrong), GV_VR_FREE_QUESTIONS);
}

/* ---- Galvan's worker */

static void start(void)
{
    setenv("GALVAN_RENDERER", GALVAN_WORKER, 1);
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
}

/* Returns the first pixel of texture 1. */
static uint32_t pixel(void)
{
    struct virgl_box box = vr_box(1, 1);
    uint32_t pixel = 0;
    struct iovec iov = {&pixel, sizeof(pixel)};
    assert_int_equal(virgl_renderer_transfer_read_iov(1, 0, 0, 0, 0, &box, 0, &iov, 1), 0);
    return pixel;
}

static void is_killed(void **state)
{
    (void)state;
    start();
    vr_context_with_texture(1, 64, 64);
    assert_int_equal(vr_clear(1, 1, 2, 1, 0, 0, 1), 0);
    assert_int_equal(pixel(), 0xffff0000);
    pid_t first = find_worker();
    assert_int_not_equal(first, 0);
    assert_int_equal(vr_clear(1, 1, 3, 0, 1, 0, 1), 0);
    assert_int_equal(virgl_renderer_create_fence(7, 0), 0);
    kill(first, SIGKILL);
    vr_wait_fences(&vr_seen, 1);
    assert_int_equal(vr_clear(1, 1, 4, 0, 0, 1, 1), EIO);
    assert_int_equal(lines.num_lost, 1);
    assert_non_null(strstr(lines.last, "by signal 9: 1 contexts of the guest are lost"));
    assert_int_equal(vr_clear(1, 1, 4, 0, 0, 1, 1), EIO);
    assert_int_equal(lines.num_lost, 1); /* logged once */

    /* A new context has a new worker, which knows the guest's resources. */
    assert_int_equal(virgl_renderer_context_create(2, 4, "next"), 0);
    assert_int_not_equal(find_worker(), first);
    virgl_renderer_ctx_attach_resource(2, 1);
    assert_int_equal(vr_clear(2, 1, 2, 0, 0, 1, 1), 0);
    assert_int_equal(pixel(), 0xff0000ff);
    assert_int_equal(vr_clear(1, 1, 2, 0, 0, 1, 1), EIO);
    virgl_renderer_context_destroy(1);
    virgl_renderer_cleanup(&vr_seen);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* Locked memory: an instruction of this process that reads it kills the process. */
static uint32_t *locked;
static unsigned num_locks;

static void lock(bool is_locked)
{
    assert_int_equal(mprotect(locked, BLOB_B, is_locked ? PROT_NONE : PROT_READ | PROT_WRITE), 0);
    num_locks += is_locked;
}

/* A log callback that locks the memory. The line is logged in the middle of a submission, after the
 * worker has got the commands. */
static void lock_at_line(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    (void)level;
    (void)message;
    (void)user_data;
    lock(true);
}

/* Submits commands from a locked page. Checks that no instruction of this process reads the guest's
 * commands, neither while they are passed to the worker nor later: this process has not mapped the
 * part of the shared file that they are written to. The kernel cannot copy commands in a locked
 * page either, so they are rejected, and this process lives. */
static void reads_no_command(void **state)
{
    const uint32_t wrong[] = {GV_VIRGL_CREATE_OBJECT, 0xdeadbeef};
    (void)state;
    locked = mmap(NULL, BLOB_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(locked != MAP_FAILED); /* zeros: commands that do nothing */
    start();
    assert_int_equal(virgl_renderer_context_create(1, 4, "test"), 0);
    lock(true);
    assert_int_equal(virgl_renderer_submit_cmd(locked, 1, 1), EFAULT);
    lock(false);
    assert_int_equal(virgl_renderer_submit_cmd(locked, 1, 1), 0);

    memcpy(locked, wrong, sizeof(wrong)); /* the worker logs an error about them */
    virgl_set_log_callback(lock_at_line, NULL, NULL);
    assert_int_equal(virgl_renderer_submit_cmd(locked, 1, 2), EINVAL);
    assert_true(num_locks >= 2);

    virgl_set_log_callback(log_line, NULL, NULL);
    assert_int_equal(lines.num_lost, 0);
    virgl_renderer_cleanup(&vr_seen);
    munmap(locked, BLOB_B);
}

/* Submits the commands from watched pages, in context 1. Returns the number of accesses of this
 * process's instructions to the commands. */
static int num_accesses(struct vr_commands *c, int error)
{
    memcpy(locked, c->dwords, (size_t)c->num_dw * sizeof(*locked));
    if (!gv_test_watch_begin(locked, BLOB_B))
        return GV_TEST_WATCH_ENDED;
    const int got_error = virgl_renderer_submit_cmd(locked, 1, c->num_dw);
    const int num = gv_test_watch_end();
    assert_int_equal(got_error, error);
    c->num_dw = 0;
    return num;
}

/* Submits commands of several kinds, of which one is wrong. Returns the number of accesses to the
 * commands, or GV_TEST_WATCH_ENDED if this system cannot watch. */
static int num_accesses_of(const char *renderer)
{
    struct vr_commands c = {.num_dw = 0};
    setenv("GALVAN_RENDERER", renderer, 1);
    assert_int_equal(virgl_renderer_init(&vr_seen, 0, &vr_callbacks), 0);
    vr_context_with_texture(1, 64, 64);
    VR_COMMAND(&c, NOP, 0);
    int num = num_accesses(&c, 0);
    if (num != GV_TEST_WATCH_ENDED) {
        VR_COMMAND(&c, RESOURCE_INLINE_WRITE, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0xff00ff00);
        num += num_accesses(&c, 0);
        assert_int_equal(pixel(), 0xff00ff00);
        VR_COMMAND(&c, RESOURCE_INLINE_WRITE, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0xffff00ff);
        VR_CREATE(&c, BLEND, 0xdeadbeef); /* too short: the worker logs an error about it */
        num += num_accesses(&c, EINVAL);
        assert_int_equal(pixel(), 0xffff00ff);
    }
    virgl_renderer_cleanup(&vr_seen);
    return num;
}

/* Counts how often instructions of this process access the submitted commands: never if a worker
 * draws, and several times if this process draws, which proves that the count works. */
static void is_traced(void **state)
{
    (void)state;
    locked = mmap(NULL, BLOB_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(locked != MAP_FAILED);
    const int num_here = num_accesses_of("process");
    if (num_here == GV_TEST_WATCH_ENDED) {
        munmap(locked, BLOB_B);
        skip();
    }
    assert_true(num_here >= 3);
    assert_int_equal(num_accesses_of(GALVAN_WORKER), 0);
    munmap(locked, BLOB_B);
}

/* Stores in `out` the first line of a file that contains the word, or "" if no line does. */
static void find_line(const char *path, const char *word, char out[256])
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    do {
        out[0] = '\0';
    } while (fgets(out, 256, file) && !strstr(out, word));
    fclose(file);
}

/* Submits commands; checks that this process has no device, and that a process which the kernel
 * confines parsed the commands. */
static void is_confined(void **state)
{
    char path[64], line[256];
    (void)state;
    start();
    vr_context_with_texture(1, 64, 64);
    assert_int_equal(vr_clear(1, 1, 2, 1, 0, 0, 1), 0);
    find_line("/proc/self/maps", "vulkan", line);
    assert_string_equal(line, "");
    snprintf(path, sizeof(path), "/proc/%d/status", (int)find_worker());
    find_line(path, "NoNewPrivs:", line);
    assert_string_equal(line, "NoNewPrivs:\t1\n");
    find_line(path, "Seccomp:", line);
    assert_string_equal(line, "Seccomp:\t2\n");
    virgl_renderer_cleanup(&vr_seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(is_ended, setup),
        cmocka_unit_test_setup(is_borne, setup),
        cmocka_unit_test_setup(counts_no_fence_twice, setup),
        cmocka_unit_test_setup(gives_no_caps, setup),
        cmocka_unit_test_setup(gives_no_blob, setup),
        cmocka_unit_test_setup(does_not_start, setup),
        cmocka_unit_test_setup(starts_no_program_under_a_filter, setup),
        cmocka_unit_test_setup(dies_for_a_while, setup),
        cmocka_unit_test_setup(takes_too_long, setup),
        cmocka_unit_test_setup(asks_too_often, setup),
        cmocka_unit_test(waits_while_it_works),
        cmocka_unit_test(answers_by_the_work),
        cmocka_unit_test_setup(is_killed, setup),
        cmocka_unit_test_setup(reads_no_command, setup),
        cmocka_unit_test_setup(is_confined, setup),
        /* This test loads Vulkan into this process. */
        cmocka_unit_test_setup(is_traced, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
