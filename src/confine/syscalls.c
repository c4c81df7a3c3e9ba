/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The filter of a worker's system calls: the lists of calls, and the filter that libseccomp
 * generates from them. */
#include "confine/syscalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/net.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "confine/drm_ioctls.h"
#include "confine/raw_filter.h"
#include "util/array.h"
#include "util/log.h"

/* A worker never makes these calls by accident, so they kill the process. */
static const char *const fatal[] = {
    /* other programs and processes; clone() is further down */
    "execve", "execveat", "fork", "vfork", "process_vm_readv", "process_vm_writev", "pidfd_getfd",
    /* the process's view of the system */
    "unshare", "setns", "chroot", "pivot_root", "mount", "umount", "umount2", "move_mount",
    "open_tree", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "open_by_handle_at",
    /* administration of the system */
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot",
    "swapon", "swapoff", "acct", "settimeofday", "clock_settime", "sethostname", "setdomainname",
    "iopl", "ioperm",
    /* large parts of the kernel that no graphics driver needs */
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "add_key", "request_key", "keyctl",
    /* changes of credentials */
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid",
    "setgroups", "capset",
    /* the same calls on 32-bit processors */
    "setuid32", "setgid32", "setreuid32", "setregid32", "setresuid32", "setresgid32", "setfsuid32",
    "setfsgid32", "setgroups32", "clock_settime64", "stime"};

/* Calls that fail with an error: libraries try some of these and work without them. */
static const char *const refused[] = {
    /* connections */
    "socket", "connect", "bind", "listen", "accept", "accept4",
    /* signals to other processes, and their memory */
    "tkill", "pidfd_open", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
    "personality", "process_madvise", "process_mrelease", "migrate_pages", "move_pages", "syslog",
    /* permissions and other names of files */
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "mknod", "mknodat",
    "symlink", "symlinkat", "link", "linkat", "setxattr", "lsetxattr", "fsetxattr", "removexattr",
    "lremovexattr", "fremovexattr", "truncate", "truncate64", "utime", "utimes", "futimesat",
    "name_to_handle_at", "quotactl", "quotactl_fd",
    /* memory and messages with names, which outlive the process */
    "shmget", "shmat", "shmctl", "shmdt", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop",
    "semctl", "semtimedop", "mq_open", "mq_unlink", "mq_timedsend", "mq_timedreceive", "mq_notify",
    "mq_getsetattr",
    /* observing other processes, and io_uring */
    "inotify_init", "inotify_init1", "inotify_add_watch", "fanotify_init", "fanotify_mark", "kcmp",
    "io_setup", "io_submit", "vmsplice", "sync", "syncfs", "ioprio_set", "vhangup", "setsid",
    "setpgid",
    /* the same calls on 32-bit processors */
    "chown32", "fchown32", "lchown32", "semtimedop_time64", "mq_timedsend_time64",
    "mq_timedreceive_time64"};

/* Calls that lavapipe, SwiftShader, libc and Galvan itself make while they serve a client. */
static const char *const known[] = {
    /* memory */
    "brk", "mmap", "mmap2", "mprotect", "munmap", "mremap", "madvise", "mincore", "msync", "mlock",
    "munlock", "membarrier", "memfd_create",
    /* files: shader caches, image files, properties of the system */
    "open", "openat", "close", "close_range", "read", "readv", "pread64", "preadv", "write",
    "writev", "pwrite64", "pwritev", "lseek", "_llseek", "stat", "lstat", "fstat", "stat64",
    "lstat64", "fstat64", "newfstatat", "fstatat64", "statx", "statfs", "fstatfs", "access",
    "faccessat", "faccessat2", "readlink", "readlinkat", "getdents", "getdents64", "getcwd",
    "flock", "ftruncate", "ftruncate64", "fallocate", "fadvise64", "fsync", "fdatasync", "mkdir",
    "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "utimensat", "dup",
    "dup2", "dup3", "umask",
    /* the client's socket, and waiting */
    "recvfrom", "recvmsg", "recv", "sendmsg", "send", "shutdown", "getsockopt", "setsockopt",
    "getsockname", "getpeername", "poll", "ppoll", "select", "_newselect", "pselect6",
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2", "pipe",
    "pipe2", "timerfd_create", "timerfd_settime", "timerfd_gettime",
    /* time */
    "clock_gettime", "clock_gettime64", "clock_getres", "clock_nanosleep", "gettimeofday", "time",
    "times", "nanosleep", "getrusage",
    /* threads, the process, signals */
    "futex", "futex_time64", "futex_waitv", "set_robust_list", "get_robust_list", "rseq", "gettid",
    "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid",
    "getgroups", "getcpu", "set_tid_address", "set_thread_area", "arch_prctl", "sched_yield",
    "sched_getaffinity", "sched_getscheduler", "sched_getparam", "sched_get_priority_max",
    "sched_get_priority_min", "getpriority", "exit", "exit_group", "restart_syscall",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigtimedwait", "rt_sigsuspend",
    "sigaltstack", "sigreturn", "pause", "getrandom", "uname", "sysinfo", "getrlimit", "ugetrlimit",
    /* the same calls on 32-bit processors */
    "statfs64", "fstatfs64", "getuid32", "geteuid32", "getgid32", "getegid32", "getresuid32",
    "getresgid32", "getgroups32", "ppoll_time64", "pselect6_time64", "utimensat_time64",
    "timerfd_settime64", "timerfd_gettime64", "clock_getres_time64", "clock_nanosleep_time64",
    "rt_sigtimedwait_time64"};

/* A filter under construction. `error` is the first failure, so that one check at the end is
 * enough. */
struct filter {
    scmp_filter_ctx ctx;
    uint32_t architecture, default_action;
    int error;
};

/* Adds a rule for calls of `name` whose arguments match all comparisons. If num_compares is 0, the
 * rule applies to all calls of `name`. */
static void add_rule(struct filter *f, uint32_t action, const char *name, unsigned num_compares,
                     const struct scmp_arg_cmp *compares)
{
    const int number = seccomp_syscall_resolve_name(name);

    if (number == __NR_SCMP_ERROR || action == f->default_action || f->error) {
        return; /* the call does not exist on this architecture, or it needs no rule */
    }
    f->error = seccomp_rule_add_array(f->ctx, action, number, num_compares, compares);
}

static void add_rules(struct filter *f, uint32_t action, const char *const *names, size_t num)
{
    for (size_t i = 0; i < num; i++)
        add_rule(f, action, names[i], 0, NULL);
}

/* Allows new threads but no new processes. Only a worker with a leak checker may fork, and trace
 * its own process. clone3() fails, because its flags are in memory, where a filter cannot see them;
 * libc then calls clone() instead. */
static void add_clone(struct filter *f)
{
    const struct scmp_arg_cmp thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
    const struct scmp_arg_cmp process = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0);

    add_rule(f, SCMP_ACT_ALLOW, "clone", 1, &thread);
    add_rule(f, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, NULL);
    if (GV_WORKER_TRACES_ITSELF) {
        static const char *const calls[] = {"ptrace", "wait4"};
        add_rule(f, SCMP_ACT_ALLOW, "clone", 1, &process);
        add_rules(f, SCMP_ACT_ALLOW, calls, GV_ARRAY_SIZE(calls));
    } else {
        add_rule(f, SCMP_ACT_KILL_PROCESS, "clone", 1, &process);
        add_rule(f, SCMP_ACT_KILL_PROCESS, "ptrace", 0, NULL);
    }
}

/* Allows signals to the process itself, which abort() needs, and changes of the process's own
 * limits, which libraries need. */
static void add_own(struct filter *f)
{
    static const char *const signals[] = {"kill", "tgkill"};
    const uint32_t pid = (uint32_t)getpid();
    const struct scmp_arg_cmp self = SCMP_A0_32(SCMP_CMP_EQ, pid);
    const struct scmp_arg_cmp others = SCMP_A0_32(SCMP_CMP_NE, pid);
    const struct scmp_arg_cmp current = SCMP_A0_32(SCMP_CMP_EQ, 0);
    const struct scmp_arg_cmp other_limits = SCMP_A0_32(SCMP_CMP_NE, 0);

    for (size_t i = 0; i < GV_ARRAY_SIZE(signals); i++) {
        add_rule(f, SCMP_ACT_ALLOW, signals[i], 1, &self);
        add_rule(f, SCMP_ACT_ERRNO(EPERM), signals[i], 1, &others);
    }
    add_rule(f, SCMP_ACT_ALLOW, "prlimit64", 1, &current);
    add_rule(f, SCMP_ACT_ERRNO(EPERM), "prlimit64", 1, &other_limits);
}

/* ---- Calls that are allowed with some arguments only ----------------------------------------- */

/* A row matches a call if the masked argument of the call equals `value`, and the second
 * comparison, if the row has one, is true. */
struct choice {
    const char *name;
    struct scmp_arg_cmp compares[2];
    unsigned num_compares;
};

#define IS(name, argument, value)                                                                  \
    {                                                                                              \
        name, {SCMP_CMP32(argument, SCMP_CMP_EQ, value)}, 1                                        \
    }
#define IS_NOT(name, argument, value)                                                              \
    {                                                                                              \
        name, {SCMP_CMP32(argument, SCMP_CMP_NE, value)}, 1                                        \
    }

enum {
    SETSIG = 10, /* not every libc's headers have F_SETSIG and the constants after it */
    SETOWN_EX = 15,
    SETLEASE = 1024,
    NOTIFY = 1026,
    SETPIPE_SZ = 1031,
    SET_VMA = 0x53564d41,
    SET_PTRACER = 0x59616d61
};

/* Calls that are allowed if only_known is true. None of these calls makes a process the owner of a
 * descriptor (owners get signals), creates a socket that can send to any address, or changes the
 * priority of another thread. */
static const struct choice good[] = {
    IS("fcntl", 1, F_DUPFD),
    IS("fcntl", 1, F_GETFD),
    IS("fcntl", 1, F_SETFD),
    IS("fcntl", 1, F_GETFL),
    IS("fcntl", 1, F_GETLK),
    IS("fcntl", 1, F_SETLK),
    IS("fcntl", 1, F_SETLKW),
    IS("fcntl", 1, F_OFD_GETLK),
    IS("fcntl", 1, F_OFD_SETLK),
    IS("fcntl", 1, F_OFD_SETLKW),
    IS("fcntl", 1, F_DUPFD_CLOEXEC),
    IS("fcntl", 1, F_ADD_SEALS),
    IS("fcntl", 1, F_GET_SEALS),
    {"fcntl",
     {SCMP_CMP32(1, SCMP_CMP_EQ, F_SETFL), SCMP_CMP64(2, SCMP_CMP_MASKED_EQ, O_ASYNC, 0)},
     2},
    {"socketpair",
     {SCMP_CMP32(0, SCMP_CMP_EQ, AF_UNIX), SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, 0xf, SOCK_STREAM)},
     2},
    {"socketpair",
     {SCMP_CMP32(0, SCMP_CMP_EQ, AF_UNIX), SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, 0xf, SOCK_SEQPACKET)},
     2},
    {"sendto", {SCMP_CMP64(4, SCMP_CMP_EQ, 0)}, 1},
    IS("prctl", 0, PR_SET_NAME),
    IS("prctl", 0, PR_GET_NAME),
    IS("prctl", 0, SET_VMA),
    IS("prctl", 0, PR_GET_DUMPABLE),
    IS("prctl", 0, PR_CAPBSET_READ),
    IS("prctl", 0, PR_GET_SECCOMP),
    IS("sched_setaffinity", 0, 0),
    IS("sched_setscheduler", 0, 0),
    IS("sched_setparam", 0, 0),
    IS("setpriority", 1, 0),
};

/* Calls that are refused if only_known is false, because they allow actions that the calls in
 * `good` do not allow. */
static const struct choice bad[] = {
    IS("fcntl", 1, F_SETOWN),
    IS("fcntl", 1, SETSIG),
    IS("fcntl", 1, SETOWN_EX),
    IS("fcntl", 1, SETLEASE),
    IS("fcntl", 1, NOTIFY),
    IS("fcntl", 1, SETPIPE_SZ),
    {"fcntl",
     {SCMP_CMP32(1, SCMP_CMP_EQ, F_SETFL), SCMP_CMP64(2, SCMP_CMP_MASKED_EQ, O_ASYNC, O_ASYNC)},
     2},
    IS_NOT("socketpair", 0, AF_UNIX),
    {"socketpair", {SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, 0xf, SOCK_DGRAM)}, 1},
    {"socketpair", {SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, 0xf, SOCK_RAW)}, 1},
    {"sendto", {SCMP_CMP64(4, SCMP_CMP_NE, 0)}, 1},
    IS("socketcall", 0, SYS_SENDTO),
    IS("socketcall", 0, SYS_SOCKETPAIR),
    IS("prctl", 0, PR_SET_PDEATHSIG),
    IS("prctl", 0, PR_SET_SECUREBITS),
    IS("prctl", 0, PR_SET_MM),
    IS_NOT("sched_setaffinity", 0, 0),
    IS_NOT("sched_setscheduler", 0, 0),
    IS_NOT("sched_setparam", 0, 0),
    IS_NOT("sched_setattr", 0, 0),
    IS_NOT("setpriority", 1, 0),
};

/* Calls that a leak checker makes only for its own process. */
static const struct choice of_tracing[] = {
    IS("prctl", 0, PR_SET_DUMPABLE),
    IS("prctl", 0, SET_PTRACER),
};

/* Whether the filter cannot see the call's arguments. On i386, one system call (socketcall) does
 * all socket operations. libseccomp then allows the whole call even if a rule compares
 * arguments. */
static bool is_blind(const struct filter *f, const char *name)
{
    return seccomp_syscall_resolve_name_arch(f->architecture, "socketcall") >= 0 &&
           (strcmp(name, "socketpair") == 0 || strcmp(name, "sendto") == 0);
}

static void add_choices(struct filter *f, uint32_t action, const struct choice *choices, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        const struct choice *choice = &choices[i];
        if (action == SCMP_ACT_ALLOW && is_blind(f, choice->name))
            continue;
        add_rule(f, action, choice->name, choice->num_compares, choice->compares);
        if (strcmp(choice->name, "fcntl") == 0)
            add_rule(f, action, "fcntl64", choice->num_compares, choice->compares);
    }
}

static void add_all(struct filter *f, bool only_known)
{
    const uint32_t refuse = SCMP_ACT_ERRNO(EPERM);

    add_rules(f, SCMP_ACT_KILL_PROCESS, fatal, GV_ARRAY_SIZE(fatal));
    add_rules(f, SCMP_ACT_ERRNO(EACCES), refused, GV_ARRAY_SIZE(refused));
    add_clone(f);
    add_own(f);
    if (only_known) {
        const struct scmp_arg_cmp is_terminal = SCMP_A1_32(SCMP_CMP_EQ, TCGETS);
        add_rules(f, SCMP_ACT_ALLOW, known, GV_ARRAY_SIZE(known));
        add_rule(f, SCMP_ACT_ALLOW, "ioctl", 1, &is_terminal);
        add_choices(f, SCMP_ACT_ALLOW, good, GV_ARRAY_SIZE(good));
    } else {
        add_choices(f, refuse, bad, GV_ARRAY_SIZE(bad));
    }
    add_choices(f, GV_WORKER_TRACES_ITSELF ? SCMP_ACT_ALLOW : refuse, of_tracing,
                GV_ARRAY_SIZE(of_tracing));
}

static void set_attribute(struct filter *f, enum scmp_filter_attr attribute, uint32_t value)
{
    if (!f->error)
        f->error = seccomp_attr_set(f->ctx, attribute, value);
}

/* Makes the filter check calls of f->architecture in place of calls of this program's architecture.
 * Rules are added with this program's call numbers, and libseccomp converts the numbers. */
static void set_architecture(struct filter *f)
{
    const uint32_t native = seccomp_arch_native();

    if (f->architecture == native || f->error)
        return;
    f->error = seccomp_arch_add(f->ctx, f->architecture);
    if (!f->error)
        f->error = seccomp_arch_remove(f->ctx, native);
}

static struct filter make_filter(uint32_t architecture, bool only_known)
{
    /* The error is ENOSYS, because libraries expect that a kernel may lack a call. */
    struct filter f = {.architecture = architecture,
                       .default_action = only_known ? SCMP_ACT_ERRNO(ENOSYS) : SCMP_ACT_ALLOW};

    f.ctx = seccomp_init(f.default_action);
    f.error = f.ctx ? 0 : -ENOMEM;
    set_architecture(&f);
    set_attribute(&f, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    set_attribute(&f, SCMP_FLTATR_CTL_TSYNC, 1); /* the driver has started threads already */
    /* Client and device share the process, so speculation cannot reveal a secret. Without this
     * attribute, old kernels would slow down all code of the process. */
    set_attribute(&f, SCMP_FLTATR_CTL_SSB, 1);
    set_attribute(&f, SCMP_FLTATR_CTL_OPTIMIZE, 2); /* generate a binary tree, not a list */
    if (!f.error)
        add_all(&f, only_known);
    return f;
}

bool gv_worker_filter_write(uint32_t architecture, bool only_known, int fd)
{
    struct filter f = make_filter(architecture, only_known);

    if (!f.error)
        f.error = seccomp_export_bpf(f.ctx, fd);
    if (f.ctx)
        seccomp_release(f.ctx);
    return !f.error;
}

bool gv_worker_filter_syscalls(bool only_known, const struct galvan_log *log)
{
    struct filter f = make_filter(seccomp_arch_native(), only_known);

    if (!f.error && !only_known && !gv_raw_filter_load(gv_drm_drivers_open()))
        f.error = -errno;
    if (!f.error)
        f.error = seccomp_load(f.ctx);
    if (f.error)
        gv_info(log, "server", "system calls are not filtered: %s", strerror(-f.error));
    if (f.ctx)
        seccomp_release(f.ctx);
    return !f.error;
}
