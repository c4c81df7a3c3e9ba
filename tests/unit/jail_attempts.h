/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The attempts of a compromised worker to reach resources outside of its jail, for server_jail.c.
 * Each attempt returns 0 if it succeeded, else the errno. */
#ifndef JAIL_ATTEMPTS_H
#define JAIL_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    NOBODY = 65534,
    FCHMODAT2 = 452,
    SETXATTRAT = 463,
    CLONE3 = 435,
    KCMP_FILE_OF = 0,
    X32 = 0x40000000
};

/* Files and sockets outside of the jail. */
static struct {
    char dir[64], file[96], cache[96], sock[96], abstract[64];
    pid_t listener, sibling;
    bool traces_itself; /* the worker traces itself, as a leak checker does, which the filter allows
                         */
    int sock_fd, abstract_fd, terminal, terminal_master;
} world;

static int result(long value)
{
    return value < 0 ? errno : 0;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static int try_open(const char *path, int flags)
{
    return result(open(path, flags | O_CLOEXEC, 0600));
}

static int read_file(void)
{
    return try_open(world.file, O_RDONLY);
}

static int append_to_file(void)
{
    return try_open(world.file, O_WRONLY | O_APPEND);
}

static int truncate_by_opening(void)
{
    return try_open(world.file, O_RDONLY | O_TRUNC);
}

static int truncate_by_name(void)
{
    return result(truncate(world.file, 0));
}

static int in_dir(char out[160], const char *name)
{
    return snprintf(out, 160, "%s/%s", world.dir, name);
}

static int create_file(void)
{
    char path[160];

    in_dir(path, "autostart");
    return try_open(path, O_WRONLY | O_CREAT);
}

static int make_dir(void)
{
    char path[160];

    in_dir(path, "made");
    return result(mkdir(path, 0700));
}

static int read_accounts(void)
{
    return try_open("/etc/passwd", O_RDONLY);
}

static int climb(void)
{
    const int dir = open(world.cache, O_PATH | O_DIRECTORY | O_CLOEXEC);

    return dir < 0 ? errno : result(openat(dir, "../key", O_RDONLY | O_CLOEXEC));
}

static int through_root_of_sibling(void)
{
    char path[160];

    snprintf(path, sizeof(path), "/proc/%d/root%s", (int)world.sibling, world.file);
    return try_open(path, O_RDONLY);
}

static int rename_out_of_cache(void)
{
    char from[160], to[160];

    snprintf(from, sizeof(from), "%s/mine", world.cache);
    in_dir(to, "moved");
    if (open(from, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) < 0)
        return errno;
    return result(rename(from, to));
}

static int link_into_cache(void)
{
    char to[160];

    snprintf(to, sizeof(to), "%s/link", world.cache);
    return result(link(world.file, to));
}

static int symlink_in_cache(void)
{
    char to[160];

    snprintf(to, sizeof(to), "%s/symlink", world.cache);
    return result(symlink(world.file, to));
}

static int remove_socket(void)
{
    return result(unlink(world.sock));
}

static int change_mode(void)
{
    return result(chmod(world.file, 0777));
}

static int change_mode_anew(void)
{
    return result(syscall(FCHMODAT2, AT_FDCWD, world.file, 0777, 0));
}

static int set_attribute(void)
{
    return result(syscall(SYS_setxattr, world.file, "user.x", "1", 1, 0));
}

static int remove_attribute(void)
{
    return result(syscall(SYS_removexattr, world.file, "user.seen"));
}

static int get_handle(void)
{
    char handle[128] = {64};
    int mount_id;

    return result(syscall(SYS_name_to_handle_at, AT_FDCWD, world.file, handle, &mount_id, 0));
}

static int change_core_pattern(void)
{
    return try_open("/proc/sys/kernel/core_pattern", O_WRONLY);
}

static int open_terminals(void)
{
    return try_open("/dev/ptmx", O_RDWR);
}

static int watch_files(void)
{
    return result(syscall(SYS_inotify_init1, 0));
}

/* ---- Other processes ------------------------------------------------------------------------ */

static int open_of(pid_t pid, const char *name, int flags)
{
    char path[64];

    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    return try_open(path, flags);
}

static int write_own_memory(void)
{
    return open_of(getpid(), "mem", O_RDWR);
}

static int memory_of_sibling(void)
{
    return open_of(world.sibling, "mem", O_RDWR);
}

static int memory_of_listener(void)
{
    return open_of(world.listener, "mem", O_RDWR);
}

static int environment_of_listener(void)
{
    return open_of(world.listener, "environ", O_RDONLY);
}

static int file_of_listener(void)
{
    char name[32];

    snprintf(name, sizeof(name), "fd/%d", world.terminal_master);
    return open_of(world.listener, name, O_RDWR);
}

static int oom_score(void)
{
    return open_of(getpid(), "oom_score_adj", O_WRONLY);
}

static int attach(void)
{
    return world.traces_itself ? EPERM : result(ptrace(PTRACE_ATTACH, world.sibling, NULL, NULL));
}

static int read_sibling(void)
{
    char byte;
    const struct iovec to = {&byte, 1}, from = {&world, 1};

    return result(process_vm_readv(world.sibling, &to, 1, &from, 1, 0));
}

static int compare_files(void)
{
    return result(syscall(SYS_kcmp, getpid(), world.sibling, KCMP_FILE_OF, 0, 0));
}

static int take_file(void)
{
    const int pid = (int)syscall(SYS_pidfd_open, world.sibling, 0);

    return pid < 0 ? errno : result(syscall(SYS_pidfd_getfd, pid, 0, 0));
}

static int kill_sibling(void)
{
    return result(kill(world.sibling, SIGKILL));
}

static int kill_listener(void)
{
    return result(kill(world.listener, SIGUSR1));
}

static int kill_all(void)
{
    return result(kill(-1, SIGUSR1));
}

static int kill_thread(void)
{
    return result(syscall(SYS_tkill, world.sibling, SIGKILL));
}

static int queue_signal(void)
{
    siginfo_t info = {.si_code = SI_QUEUE};

    return result(syscall(SYS_rt_sigqueueinfo, world.sibling, SIGKILL, &info));
}

static int signal_by_owner(void)
{
    int ends[2];

    if (pipe(ends) != 0)
        return errno;
    if (fcntl(ends[0], F_SETOWN, world.sibling) != 0)
        return errno;
    fcntl(ends[0], F_SETSIG, SIGKILL);
    fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
    return result(write(ends[1], "x", 1));
}

static int set_signal_of_file(void)
{
    return result(fcntl(STDIN_FILENO, F_SETSIG, SIGKILL));
}

static int make_asynchronous(void)
{
    int ends[2];

    return pipe(ends) != 0 ? errno : result(fcntl(ends[0], F_SETFL, O_ASYNC));
}

static int lease(void)
{
    return result(fcntl(memfd_create("lease", 0), F_SETLEASE, F_WRLCK));
}

static int notify_of_dir(void)
{
    return result(fcntl(open("/usr", O_RDONLY | O_CLOEXEC), F_NOTIFY, DN_ACCESS));
}

static int outlive_listener(void)
{
    return result(prctl(PR_SET_PDEATHSIG, 0));
}

static int be_traced(void)
{
    return world.traces_itself ? EPERM : result(prctl(PR_SET_DUMPABLE, 1));
}

static int slow_sibling_down(void)
{
    return result(setpriority(PRIO_PROCESS, (id_t)world.sibling, 19));
}

static int pin_sibling(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return result(sched_setaffinity(world.sibling, sizeof(set), &set));
}

static int idle_sibling(void)
{
    const struct sched_param param = {0};

    return result(sched_setscheduler(world.sibling, SCHED_IDLE, &param));
}

static int idle_disk_of_sibling(void)
{
    return result(syscall(SYS_ioprio_set, 1, world.sibling, 3 << 13));
}

static int run_before_all(void)
{
    const struct sched_param param = {.sched_priority = 1};

    return result(sched_setscheduler(0, SCHED_FIFO, &param));
}

static int limit_listener(void)
{
    const struct rlimit none = {0};

    return result(prlimit(world.listener, RLIMIT_CORE, &none, NULL));
}

static int raise_own_limit(void)
{
    const struct rlimit many = {100000, 100000};

    return result(setrlimit(RLIMIT_NOFILE, &many));
}

/* ---- New programs and processes ------------------------------------------------------------- */

static char *const no_arguments[] = {"true", NULL};

static int run_program(void)
{
    return result(execve("/bin/true", no_arguments, NULL));
}

static int run_memory(void)
{
    const int fd = memfd_create("program", 0);

    return result(syscall(SYS_execveat, fd, "", no_arguments, NULL, AT_EMPTY_PATH));
}

static int fork_process(void)
{
    if (world.traces_itself)
        return EPERM; /* allowed to a worker with a leak checker */
    const pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return result(pid);
}

static int clone_anew(void)
{
    uint64_t args[11] = {0};
    const long pid = syscall(CLONE3, args, sizeof(args));

    if (pid == 0)
        _exit(0);
    return result(pid);
}

static int enter_namespace(void)
{
    return result(unshare(CLONE_NEWUSER));
}

static int become_root(void)
{
    return result(setuid(0));
}

/* ---- Sockets -------------------------------------------------------------------------------- */

static struct sockaddr_un address_of(const char *path, bool is_abstract, socklen_t *out_size)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    snprintf(address.sun_path + is_abstract, sizeof(address.sun_path) - 1, "%s", path);
    *out_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + is_abstract + strlen(path) +
                            !is_abstract);
    return address;
}

static int send_by_pair(int type, const char *path, bool is_abstract)
{
    socklen_t size;
    const struct sockaddr_un address = address_of(path, is_abstract, &size);
    int ends[2];

    if (socketpair(AF_UNIX, type, 0, ends) != 0)
        return errno;
    return result(sendto(ends[0], "x", 1, 0, (const struct sockaddr *)&address, size));
}

static int datagram_to_path(void)
{
    return send_by_pair(SOCK_DGRAM, world.sock, false);
}

static int raw_to_path(void)
{
    return send_by_pair(SOCK_RAW, world.sock, false);
}

static int datagram_to_abstract(void)
{
    return send_by_pair(SOCK_DGRAM, world.abstract, true);
}

static int open_socket(int domain, int type)
{
    return result(socket(domain, type, 0));
}

static int unix_socket(void)
{
    return open_socket(AF_UNIX, SOCK_STREAM);
}

static int tcp_socket(void)
{
    return open_socket(AF_INET, SOCK_STREAM);
}

static int udp_socket(void)
{
    return open_socket(AF_INET6, SOCK_DGRAM);
}

static int netlink_socket(void)
{
    return open_socket(AF_NETLINK, SOCK_RAW);
}

/* ---- Terminals ------------------------------------------------------------------------------ */

static int type_into_terminal(void)
{
    return result(ioctl(world.terminal, TIOCSTI, "x"));
}

static int type_with_high_bits(void)
{
    return result(syscall(SYS_ioctl, world.terminal, (unsigned long)(TIOCSTI | 1ull << 32), "x"));
}

static int select_on_console(void)
{
    return result(ioctl(world.terminal, TIOCLINUX, "\2"));
}

static int change_discipline(void)
{
    const int tty = 0;

    return result(ioctl(world.terminal, TIOCSETD, &tty));
}

static int own_file_by_ioctl(void)
{
    return result(ioctl(world.terminal, FIOSETOWN, &world.sibling));
}

static int make_asynchronous_by_ioctl(void)
{
    const int on = 1;

    return result(ioctl(world.terminal, FIOASYNC, &on));
}

/* ---- The kernel ----------------------------------------------------------------------------- */

static int shared_segment(void)
{
    return result(syscall(SYS_shmget, 0, 4096, 0600));
}

static int message_queue(void)
{
    return result(syscall(SYS_msgget, 0, 0600));
}

static int posix_queue(void)
{
    return result(syscall(SYS_mq_open, "galvan-test", O_RDWR | O_CREAT, 0600, NULL));
}

static int uring(void)
{
    char params[120] = {0};

    return result(syscall(SYS_io_uring_setup, 1, params));
}

static int bpf(void)
{
    return result(syscall(SYS_bpf, 0, NULL, 0));
}

static int user_faults(void)
{
    return result(syscall(SYS_userfaultfd, 0));
}

static int perf(void)
{
    char attr[128] = {0};

    return result(syscall(SYS_perf_event_open, attr, 0, -1, -1, 0));
}

static int keys(void)
{
    return result(syscall(SYS_add_key, "user", "galvan", "x", 1, -3));
}

static int mount_something(void)
{
    return result(syscall(SYS_mount, "none", world.cache, "tmpfs", 0, NULL));
}

static int new_root(void)
{
    return result(chroot(world.dir));
}

static int call_of_other_kind(void)
{
#if defined(__x86_64__) && defined(__LP64__)
    return result(syscall(X32 + SYS_getpid));
#else
    return ENOSYS;
#endif
}

/* ---- The table ------------------------------------------------------------------------------ */

enum {
    NEEDS_FILES = 1, /* possible if the kernel lacks Landlock */
};

static const struct attempt {
    const char *name;
    int (*run)(void);
    unsigned needs;
} attempts[] = {
/* clang-format off */
#define A(function)     {#function, function, 0}
#define FILES(function) {#function, function, NEEDS_FILES}
    FILES(read_file), FILES(append_to_file), FILES(truncate_by_opening), A(truncate_by_name),
    FILES(create_file), FILES(make_dir), FILES(read_accounts), FILES(climb),
    FILES(through_root_of_sibling), FILES(rename_out_of_cache), A(link_into_cache),
    A(symlink_in_cache), FILES(remove_socket), A(change_mode), A(change_mode_anew),
    A(set_attribute), A(remove_attribute), A(get_handle), FILES(change_core_pattern),
    FILES(open_terminals), A(watch_files), FILES(write_own_memory), FILES(memory_of_sibling),
    FILES(memory_of_listener), FILES(environment_of_listener), FILES(file_of_listener),
    FILES(oom_score), A(attach), A(read_sibling), A(compare_files), A(take_file), A(kill_sibling),
    A(kill_listener), A(kill_all), A(kill_thread), A(queue_signal), A(signal_by_owner),
    A(set_signal_of_file), A(make_asynchronous), A(lease), A(notify_of_dir), A(outlive_listener),
    A(be_traced), A(slow_sibling_down), A(pin_sibling), A(idle_sibling), A(idle_disk_of_sibling),
    A(run_before_all), A(limit_listener), A(raise_own_limit), A(run_program), A(run_memory),
    A(fork_process), A(clone_anew), A(enter_namespace), A(become_root), A(datagram_to_path),
    A(raw_to_path), A(datagram_to_abstract), A(unix_socket), A(tcp_socket), A(udp_socket),
    A(netlink_socket), A(type_into_terminal), A(type_with_high_bits), A(select_on_console),
    A(change_discipline), A(own_file_by_ioctl), A(make_asynchronous_by_ioctl), A(shared_segment),
    A(message_queue), A(posix_queue), A(uring), A(bpf), A(user_faults), A(perf), A(keys),
    A(mount_something), A(new_root), A(call_of_other_kind),
#undef A
#undef FILES
    /* clang-format on */
};

#endif
