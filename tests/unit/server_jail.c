/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Acts as a compromised worker: a process that is confined as workers are tries to reach the user's
 * files, other processes, sockets, terminals, and large parts of the kernel. Every attempt must
 * fail, and no process outside may be affected. The attempts are made as root and as another user,
 * with the filter for software devices and with the filter for hardware devices. The table also
 * lists what a kernel without Landlock and namespaces leaves open. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../support/temp_dir.h"
#include "confine/confine.h"
#include "confine/landlock.h"
#include "confine/path_rules.h"
#include "confine/syscalls.h"
#include "jail_attempts.h"
#include "util/array.h"

static const char secret[] = "a key";

/* ---- Resources outside of the jail ----------------------------------------------------------- */

static void write_secret(void)
{
    const int fd = open(world.file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    assert_int_equal(write(fd, secret, sizeof(secret)), sizeof(secret));
    close(fd);
}

static int bind_datagrams(const char *path, bool is_abstract)
{
    socklen_t size;
    const struct sockaddr_un address = address_of(path, is_abstract, &size);
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    assert_int_equal(bind(fd, (const struct sockaddr *)&address, size), 0);
    return fd;
}

static pid_t start_sibling(uid_t uid)
{
    const pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (uid != getuid() && setuid(uid) != 0)
            _exit(1);
        prctl(PR_SET_DUMPABLE, 1); /* as other programs of the user are */
        for (;;)
            pause();
    }
    return pid;
}

static void make_world(uid_t uid)
{
    snprintf(world.dir, sizeof(world.dir), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(world.dir));
    snprintf(world.file, sizeof(world.file), "%s/key", world.dir);
    snprintf(world.cache, sizeof(world.cache), "%s/cache", world.dir);
    snprintf(world.sock, sizeof(world.sock), "%s/socket", world.dir);
    snprintf(world.abstract, sizeof(world.abstract), "galvan-unit-%d", (int)getpid());
    write_secret();
    assert_int_equal(mkdir(world.cache, 0700), 0);
    world.sock_fd = bind_datagrams(world.sock, false);
    world.abstract_fd = bind_datagrams(world.abstract, true);
    world.terminal_master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_int_equal(grantpt(world.terminal_master) | unlockpt(world.terminal_master), 0);
    world.terminal = open(ptsname(world.terminal_master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(world.terminal >= 0);
    if (uid != getuid()) {
        assert_int_equal(chown(world.dir, uid, (gid_t)-1), 0);
        assert_int_equal(chown(world.file, uid, (gid_t)-1), 0);
        assert_int_equal(chown(world.cache, uid, (gid_t)-1), 0);
        assert_int_equal(chown(world.sock, uid, (gid_t)-1), 0);
    }
    world.listener = getpid();
    world.traces_itself = GV_WORKER_TRACES_ITSELF;
    world.sibling = start_sibling(uid);
}

static bool has_datagram(int fd)
{
    char byte;

    return recv(fd, &byte, 1, MSG_DONTWAIT) >= 0;
}

/* Returns whether everything outside is unchanged. */
static bool is_untouched(void)
{
    char text[sizeof(secret)], path[160];
    struct stat st;
    const int fd = open(world.file, O_RDONLY | O_CLOEXEC);
    const bool same = fd >= 0 && read(fd, text, sizeof(text)) == (ssize_t)sizeof(text) &&
                      memcmp(text, secret, sizeof(text)) == 0;

    close(fd);
    in_dir(path, "moved");
    return same && access(path, F_OK) != 0 && stat(world.sock, &st) == 0 &&
           waitpid(world.sibling, NULL, WNOHANG) == 0 && !has_datagram(world.sock_fd) &&
           !has_datagram(world.abstract_fd);
}

static void unmake_world(void)
{
    static const char *const names[] = {"key",        "socket",     "autostart",    "moved",
                                        "cache/mine", "cache/link", "cache/symlink"};
    char path[160];

    kill(world.sibling, SIGKILL);
    waitpid(world.sibling, NULL, 0);
    for (size_t i = 0; i < GV_ARRAY_SIZE(names); i++) {
        in_dir(path, names[i]);
        unlink(path);
    }
    in_dir(path, "made");
    rmdir(path);
    rmdir(world.cache);
    rmdir(world.dir);
    close(world.sock_fd);
    close(world.abstract_fd);
    close(world.terminal);
    close(world.terminal_master);
}

/* ---- Tests ---------------------------------------------------------------------------------- */

/* Returns whether the attempt fails in a confined process or, if `isolated` is false, in a process
 * that only the filter confines. */
static bool is_stopped(const struct attempt *attempt, uid_t uid, bool software, bool isolated)
{
    int status;
    const pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        const struct gv_path_rule places[] = {{GV_PATH_RULE_WRITE, world.cache}, {.path = NULL}};
        const struct gv_confine_params params = {.path_rules = places, .no_sandbox = !isolated};
        if (uid != getuid() && setuid(uid) != 0)
            _exit(0);
        gv_worker_confine(&params);
        if (!gv_worker_filter_syscalls(software, NULL))
            _exit(0);
        _exit(attempt->run());
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) || WEXITSTATUS(status) != 0;
}

static void check_all(uid_t uid)
{
    unsigned num_out = 0;

    make_world(uid);
    for (unsigned i = 0; i < 2 * GV_ARRAY_SIZE(attempts); i++) {
        const struct attempt *attempt = &attempts[i / 2];
        const bool software = i % 2;
        if (is_stopped(attempt, uid, software, true) && is_untouched())
            continue;
        print_error("%s: not stopped, as uid %u, %s\n", attempt->name, (unsigned)uid,
                    software ? "software" : "hardware");
        num_out++;
    }
    unmake_world();
    assert_int_equal(num_out, 0);
}

static void need_landlock(void)
{
    if (gv_landlock_abi() == 0) {
        print_message("this kernel has no Landlock\n");
        skip();
    }
}

static void test_own_user(void **state)
{
    (void)state;
    need_landlock();
    check_all(getuid());
}

static void test_other_user(void **state)
{
    (void)state;
    need_landlock();
    if (getuid() != 0)
        skip();
    check_all(NOBODY);
}

/* Makes the attempts under the filter alone; checks that the filter stops every attempt that the
 * table does not mark. A kernel without Landlock allows the marked attempts within the user's
 * rights. */
static void test_filter_alone(void **state)
{
    const uid_t uid = getuid() == 0 ? NOBODY : getuid();
    unsigned num_out = 0;

    (void)state;
    make_world(uid);
    for (size_t i = 0; i < GV_ARRAY_SIZE(attempts); i++) {
        for (unsigned software = 0; software < 2; software++) {
            if (attempts[i].needs || is_stopped(&attempts[i], uid, software, false))
                continue;
            print_error("%s: not stopped by the filter\n", attempts[i].name);
            num_out++;
        }
    }
    unmake_world();
    assert_int_equal(num_out, 0);
}

/* Checks that operations that a worker needs still work. */
static void test_what_stays(void **state)
{
    int status;

    (void)state;
    make_world(getuid());
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        const struct gv_path_rule places[] = {{GV_PATH_RULE_WRITE, world.cache}, {.path = NULL}};
        const struct gv_confine_params params = {.path_rules = places};
        char path[160], renamed[160];
        int ends[2] = {-1, -1};
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
        gv_worker_confine(&params);
        snprintf(path, sizeof(path), "%s/mine", world.cache);
        snprintf(renamed, sizeof(renamed), "%s/link", world.cache);
        const bool good =
            gv_worker_filter_syscalls(true, NULL) &&
            open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) >= 0 && rename(path, renamed) == 0 &&
            open("/usr", O_RDONLY | O_CLOEXEC) >= 0 &&
            open("/proc/self/maps", O_RDONLY | O_CLOEXEC) >= 0 &&
            open("/dev/null", O_RDWR | O_CLOEXEC) >= 0 &&
            send(ends[0], "x", 1, MSG_NOSIGNAL) == 1 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 &&
            fcntl(ends[0], F_GETFD) == FD_CLOEXEC && prctl(PR_SET_NAME, "worker") == 0;
        _exit(good ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    unmake_world();
    assert_int_equal(status, 0);
}

/* Attack drivers_cache_is_read_only: checks that workers may read the drivers' cache, and write
 * only to its index. */
static void test_read_only_cache(void **state)
{
    char kept[160], index[160], made[160];
    int status;

    (void)state;
    need_landlock();
    make_world(getuid());
    snprintf(kept, sizeof(kept), "%s/mine", world.cache);
    snprintf(index, sizeof(index), "%s/link", world.cache);
    snprintf(made, sizeof(made), "%s/symlink", world.cache);
    close(open(kept, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    close(open(index, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        const struct gv_path_rule places[] = {
            {GV_PATH_RULE_READ, world.cache}, {GV_PATH_RULE_UPDATE, index}, {.path = NULL}};
        const struct gv_confine_params params = {.path_rules = places};
        gv_worker_confine(&params);
        const bool good =
            open(kept, O_RDONLY | O_CLOEXEC) >= 0 && open(kept, O_WRONLY | O_CLOEXEC) < 0 &&
            open(index, O_RDWR | O_CREAT | O_CLOEXEC, 0600) >= 0 &&
            (gv_landlock_abi() < 3 || open(index, O_RDWR | O_TRUNC | O_CLOEXEC) < 0) &&
            open(made, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) < 0 && unlink(kept) != 0 &&
            unlink(index) != 0 && rename(index, kept) != 0;
        _exit(good ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    unmake_world();
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_user),        cmocka_unit_test(test_other_user),
        cmocka_unit_test(test_filter_alone),    cmocka_unit_test(test_what_stays),
        cmocka_unit_test(test_read_only_cache),
    };

    signal(SIGUSR1, SIG_IGN);
    return cmocka_run_group_tests_name("jail", tests, NULL, NULL);
}
