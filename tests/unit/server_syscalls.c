/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a worker can still do under the filter of its system calls: each attempt runs in a separate
 * process, for both kinds of device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confine/syscalls.h"
#include "util/array.h"

static char *const no_arguments[] = {"true", NULL};

/* Attempts return 0 or an errno. */

static int result(long value)
{
    return value < 0 ? errno : 0;
}

static int try_execve(void)
{
    return result(execve("/bin/true", no_arguments, NULL));
}

static int try_execveat(void)
{
    return result(syscall(SYS_execveat, AT_FDCWD, "/bin/true", no_arguments, NULL, 0));
}

static int try_fork(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return result(pid);
}

static int try_ptrace(void)
{
    return result(ptrace(PTRACE_TRACEME, 0, NULL, NULL));
}

static int try_peek(void)
{
    char byte, from = 1;
    const struct iovec to = {&byte, 1}, other = {&from, 1};
    return result(process_vm_readv(getpid(), &to, 1, &other, 1, 0));
}

static int try_unshare(void)
{
    return result(unshare(CLONE_NEWUSER));
}

static int try_bpf(void)
{
    return result(syscall(SYS_bpf, 0, NULL, 0));
}

static int try_io_uring(void)
{
    return result(syscall(SYS_io_uring_setup, 1, NULL));
}

static int try_mount(void)
{
    return result(syscall(SYS_mount, "none", "/nonexistent", "tmpfs", 0, NULL));
}

static int try_unix_socket(void)
{
    return result(socket(AF_UNIX, SOCK_STREAM, 0));
}

static int try_inet_socket(void)
{
    return result(socket(AF_INET, SOCK_DGRAM, 0));
}

static int try_signal_parent(void)
{
    return result(kill(getppid(), 0));
}

static int try_signal_group(void)
{
    return result(kill(0, 0));
}

static int try_signal_self(void)
{
    return result(kill(getpid(), 0));
}

static int try_limits_of_parent(void)
{
    struct rlimit limit;
    return result(prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit));
}

static int try_own_limits(void)
{
    struct rlimit limit;
    return result(getrlimit(RLIMIT_NOFILE, &limit));
}

static int try_chmod(void)
{
    return result(chmod("/nonexistent", 0777));
}

static int try_ioctl(void)
{
    int num;
    return result(ioctl(STDIN_FILENO, FIONREAD, &num)) == ENOSYS ? ENOSYS : 0;
}

static int try_inotify(void)
{
    return result(syscall(SYS_inotify_init1, 0));
}

static int try_file(void)
{
    char byte;
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    return fd < 0 ? errno : result(read(fd, &byte, 1));
}

static void *say_hello(void *data)
{
    *(int *)data = 1;
    return NULL;
}

static int try_thread(void)
{
    int said = 0;
    pthread_t thread;
    int error = pthread_create(&thread, NULL, say_hello, &said);
    if (error)
        return error;
    pthread_join(thread, NULL);
    return said ? 0 : ECANCELED;
}

/* Generates code and executes it, as lavapipe does. */
static int try_code(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? errno : result(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

static int try_memory_file(void)
{
    return result(memfd_create("test", MFD_CLOEXEC));
}

static int try_socket_pair(void)
{
    int ends[2];
    return result(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
}

static int try_abort(void)
{
    abort();
}

enum outcome {
    ALLOWED,
    REFUSED, /* fails with EACCES or EPERM */
    UNKNOWN, /* fails with ENOSYS */
    KILLED,  /* killed by SIGSYS */
    ABORTED,
#if defined(__i386__)
    PAIRED = UNKNOWN, /* socketcall() hides from the filter that a socket pair is wanted */
    PAIRED_ON_HARDWARE = REFUSED,
#else
    PAIRED = ALLOWED,
    PAIRED_ON_HARDWARE = ALLOWED,
#endif
    TRACED = GV_WORKER_TRACES_ITSELF ? ALLOWED : KILLED, /* the leak checker needs it */
};

static const struct attempt {
    int (*run)(void);
    enum outcome software, hardware;
} attempts[] = {
    {try_execve, KILLED, KILLED},
    {try_execveat, KILLED, KILLED},
    {try_fork, TRACED, TRACED},
    {try_ptrace, TRACED, TRACED},
    {try_peek, KILLED, KILLED},
    {try_unshare, KILLED, KILLED},
    {try_bpf, KILLED, KILLED},
    {try_io_uring, KILLED, KILLED},
    {try_mount, KILLED, KILLED},
    {try_unix_socket, REFUSED, REFUSED},
    {try_inet_socket, REFUSED, REFUSED},
    {try_signal_parent, REFUSED, REFUSED},
    {try_signal_group, REFUSED, REFUSED},
    {try_signal_self, ALLOWED, ALLOWED},
    {try_limits_of_parent, REFUSED, REFUSED},
    {try_own_limits, ALLOWED, ALLOWED},
    {try_chmod, REFUSED, REFUSED},
    {try_ioctl, UNKNOWN, ALLOWED},
    {try_inotify, REFUSED, REFUSED},
    {try_file, ALLOWED, ALLOWED},
    {try_thread, ALLOWED, ALLOWED},
    {try_code, ALLOWED, ALLOWED},
    {try_memory_file, ALLOWED, ALLOWED},
    {try_socket_pair, PAIRED, PAIRED_ON_HARDWARE},
    {try_abort, ABORTED, ABORTED},
};

static enum outcome outcome_of(int status)
{
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGSYS ? KILLED : ABORTED;
    switch (WEXITSTATUS(status)) {
    case 0:
        return ALLOWED;
    case ENOSYS:
        return UNKNOWN;
    case EACCES:
    case EPERM:
        return REFUSED;
    default:
        fail_msg("errno %d (%s)", WEXITSTATUS(status), strerror(WEXITSTATUS(status)));
    }
    return ALLOWED;
}

static enum outcome attempt_in_worker(const struct attempt *attempt, bool software)
{
    int status;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        const struct rlimit no_core = {0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGABRT, SIG_DFL);
        gv_worker_filter_syscalls(software, NULL);
        _exit(attempt->run());
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return outcome_of(status);
}

static void check(bool software)
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(attempts); i++) {
        const enum outcome wanted = software ? attempts[i].software : attempts[i].hardware;
        const enum outcome got = attempt_in_worker(&attempts[i], software);
        if (got != wanted)
            fail_msg("attempt %zu: outcome %d, not %d", i, (int)got, (int)wanted);
    }
}

static void test_software_device(void **state)
{
    (void)state;
    check(true);
}

static void test_hardware_device(void **state)
{
    (void)state;
    check(false);
}

static int pipe_ends[2];

static void *open_socket(void *data)
{
    char byte;
    (void)data;
    while (read(pipe_ends[0], &byte, 1) != 1) {
    }
    _exit(socket(AF_INET, SOCK_STREAM, 0) < 0 ? errno : 0);
}

/* Starts a thread, and then applies the filter; checks that the filter also applies to that
 * thread. */
static void test_earlier_threads(void **state)
{
    int status;
    (void)state;
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        pthread_t thread;
        if (pipe(pipe_ends) != 0 || pthread_create(&thread, NULL, open_socket, NULL) != 0)
            _exit(1);
        gv_worker_filter_syscalls(true, NULL);
        if (write(pipe_ends[1], "", 1) != 1)
            _exit(1);
        pthread_join(thread, NULL);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(outcome_of(status), REFUSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_software_device),
        cmocka_unit_test(test_hardware_device),
        cmocka_unit_test(test_earlier_threads),
    };
    return cmocka_run_group_tests_name("system calls", tests, NULL, NULL);
}
