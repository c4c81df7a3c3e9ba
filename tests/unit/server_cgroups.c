/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Control groups of workers: tests with ordinary files that look like the kernel's and, if this
 * user may create groups, with the kernel's groups. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/temp_dir.h"
#include "server/cgroups.h"

/* ---- Files ---------------------------------------------------------------------------------- */

static char dir[64], root[PATH_MAX], own[80];

static const char *in_root(const char *name)
{
    static char path[2 * PATH_MAX];

    snprintf(path, sizeof(path), "%s/%s", root, name);
    return path;
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static bool holds(const char *path, const char *text)
{
    char line[256] = "";
    bool found = false;
    FILE *file = fopen(path, "re");

    while (file && fgets(line, sizeof(line), file))
        found |= strncmp(line, text, strlen(text)) == 0 && strlen(line) <= strlen(text) + 1;
    if (file)
        fclose(file);
    return found;
}

static const char *own_pid(void)
{
    static char text[16];

    snprintf(text, sizeof(text), "%d", (int)getpid());
    return text;
}

static int set_up(void **state)
{
    (void)state;
    snprintf(dir, sizeof(dir), TEMP_DIR_TEMPLATE);
    if (!mkdtemp(dir))
        return -1;
    snprintf(own, sizeof(own), "%s/own", dir);
    snprintf(root, sizeof(root), "%s", dir);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {"own",
                                        "cgroup.controllers",
                                        "cgroup.procs",
                                        "listener/cgroup.procs",
                                        "cgroup.subtree_control",
                                        "client-7/cgroup.procs",
                                        "client-7/memory.max",
                                        "client-7/memory.swap.max",
                                        "client-7/memory.events"};

    (void)state;
    snprintf(root, sizeof(root), "%s", dir);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        unlink(in_root(names[i]));
    rmdir(in_root("listener"));
    rmdir(in_root("client-7"));
    return rmdir(dir);
}

/* ---- Groups that the listener may divide ---------------------------------------------------- */

static int error_of_opening(void)
{
    const struct gv_cgroups_params params = {.root = root, .own = own};
    struct gv_cgroups groups;

    if (gv_cgroups_open(&groups, &params))
        fail_msg("there is a group");
    assert_int_equal(groups.dir, -1);
    gv_cgroups_enter(&groups, 1, 0);
    gv_cgroups_remove(&groups, 1);
    gv_cgroups_close(&groups);
    return errno;
}

static void test_nothing_to_divide(void **state)
{
    char procs[64];

    (void)state;
    assert_int_equal(error_of_opening(), ENOENT); /* a kernel without control groups */
    put(own, "4:memory:/some\n1:cpu,cpuacct:/some\n");
    assert_int_equal(error_of_opening(), ENOENT); /* groups of version 1 only */
    put(own, "0::/../..\n");
    assert_int_equal(error_of_opening(), ENOENT); /* the group is outside of the container */
    put(own, "1:cpu:/\n0::/\n");
    put(in_root("cgroup.controllers"), "cpuset io\n");
    assert_int_equal(error_of_opening(), ENOTSUP);
    put(in_root("cgroup.controllers"), "cpuset cpu memory\n");
    snprintf(procs, sizeof(procs), "%s\n%d\n", own_pid(), (int)getppid());
    put(in_root("cgroup.procs"), procs);
    assert_int_equal(error_of_opening(), EBUSY); /* the group has other processes */
    assert_int_not_equal(access(in_root("listener"), F_OK), 0);
}

/* Lets the kernel refuse the controller; checks that the group is restored. */
static void test_refused_controller(void **state)
{
    char procs[64];

    (void)state;
    put(own, "0::/\n");
    put(in_root("cgroup.controllers"), "cpu\n");
    snprintf(procs, sizeof(procs), "%s\n", own_pid());
    put(in_root("cgroup.procs"), procs);
    assert_int_equal(mkdir(in_root("listener"), 0700), 0);
    put(in_root("listener/cgroup.procs"), "");
    assert_int_equal(error_of_opening(), ENOENT);
    assert_true(holds(in_root("listener/cgroup.procs"), "0"));
    assert_false(holds(in_root("cgroup.procs"), own_pid())); /* the listener has moved back */
}

/* Enters a worker's group; checks that the memory limit and the worker are written to the group's
 * files, and that the kernel's report of an out-of-memory kill is read. */
static void test_memory(void **state)
{
    const struct gv_cgroups_params params = {.root = root, .own = own};
    struct gv_cgroups groups;
    char procs[64];

    (void)state;
    put(own, "0::/\n");
    put(in_root("cgroup.controllers"), "memory\n");
    put(in_root("cgroup.subtree_control"), "");
    snprintf(procs, sizeof(procs), "%s\n", own_pid());
    put(in_root("cgroup.procs"), procs);
    assert_int_equal(mkdir(in_root("listener"), 0700), 0);
    put(in_root("listener/cgroup.procs"), "");
    assert_int_equal(mkdir(in_root("client-7"), 0700), 0);
    put(in_root("client-7/cgroup.procs"), "");
    put(in_root("client-7/memory.max"), "");
    put(in_root("client-7/memory.swap.max"), "");
    assert_true(gv_cgroups_open(&groups, &params));
    assert_true(groups.limits_memory);
    assert_false(groups.divides_processors);
    assert_true(holds(in_root("cgroup.subtree_control"), "+memory"));
    assert_false(gv_cgroups_ran_out(&groups, 7)); /* there is no report yet */
    put(in_root("client-7/memory.events"), "low 0\nhigh 0\nmax 3\noom 0\noom_kill 0\n");
    assert_false(gv_cgroups_ran_out(&groups, 7));
    put(in_root("client-7/memory.events"), "low 0\nhigh 0\nmax 3\noom 1\noom_kill 1\n");
    assert_true(gv_cgroups_ran_out(&groups, 7));
    gv_cgroups_enter(&groups, 7, UINT64_C(64) << 20);
    assert_true(holds(in_root("client-7/memory.max"), "67108864"));
    assert_true(holds(in_root("client-7/memory.swap.max"), "0"));
    assert_true(holds(in_root("client-7/cgroup.procs"), "0"));
}

/* ---- The kernel's groups -------------------------------------------------------------------- */

/* Finds the mount of control groups version 2, and one of its controllers: the one that `wanted`
 * names, or any if `wanted` is NULL. */
static bool find_mounted(const char *wanted, char *out_controller, size_t size_B)
{
    static const char *const roots[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};

    for (size_t i = 0; i < 2; i++) {
        snprintf(root, sizeof(root), "%s", roots[i]);
        FILE *file = fopen(in_root("cgroup.controllers"), "re");
        const bool found = file && fgets(out_controller, (int)size_B, file);
        if (file)
            fclose(file);
        if (found && wanted && strstr(out_controller, wanted))
            snprintf(out_controller, size_B, "%s", wanted);
        else
            out_controller[found && !wanted ? strcspn(out_controller, " \n") : 0] = '\0';
        if (out_controller[0])
            return true;
    }
    return false;
}

/* Enables ('+') or disables ('-') a controller for the groups below the kernel's root group. */
static bool give(char sign, const char *controller)
{
    FILE *file = fopen(in_root("cgroup.subtree_control"), "we");

    if (!file)
        return false;
    fprintf(file, "%c%s", sign, controller);
    return fclose(file) == 0;
}

/* Enters the group. Returns whether the process is in the group and has no descriptor of other
 * groups. */
static bool is_in_group(struct gv_cgroups *groups)
{
    const int fd = groups->dir;

    gv_cgroups_enter(groups, 7, UINT64_C(64) << 20);
    return holds(in_root("client-7/cgroup.procs"), own_pid()) && fcntl(fd, F_GETFD) < 0;
}

/* Runs in a process that is alone in its group, as a service manager would start it. Returns 0 if
 * every check passes. */
static int divide_group(const char *controller)
{
    const struct gv_cgroups_params params = {.root = root, .own = own, .controller = controller};
    struct gv_cgroups groups;
    int status = 1;

    put(in_root("cgroup.procs"), "0");
    if (!gv_cgroups_open(&groups, &params))
        return 2;
    if (!holds(in_root("listener/cgroup.procs"), own_pid()) ||
        !holds(in_root("cgroup.subtree_control"), controller))
        return 3;
    const pid_t pid = fork();
    if (pid == 0)
        _exit(!is_in_group(&groups));
    waitpid(pid, &status, 0);
    gv_cgroups_remove(&groups, 7);
    gv_cgroups_close(&groups);
    if (status != 0 || access(in_root("client-7"), F_OK) == 0)
        return 4;
    return holds(in_root("cgroup.procs"), own_pid()) ? 0 : 5;
}

/* A child process allocates more memory than its cgroup may have. Checks that the cgroup reports
 * this. */
static int run_out(const char *controller)
{
    const struct gv_cgroups_params params = {.root = root, .own = own, .controller = controller};
    struct gv_cgroups groups;
    int status = 0;

    put(in_root("cgroup.procs"), "0");
    if (!gv_cgroups_open(&groups, &params) || !groups.limits_memory)
        return 2;
    const pid_t pid = fork();
    if (pid == 0) {
        gv_cgroups_enter(&groups, 7, UINT64_C(64) << 20);
        for (unsigned i = 0; i < 256; i++)
            memset(malloc(1 << 20), 1, 1 << 20);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    const bool ran_out = gv_cgroups_ran_out(&groups, 7);
    gv_cgroups_remove(&groups, 7);
    gv_cgroups_close(&groups);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && ran_out ? 0 : 3;
}

/* Calls `run` in a process that is alone in a group of the kernel. */
static void run_in_group(const char *wanted, int (*run)(const char *controller))
{
    char controller[256], mounted[PATH_MAX], group[PATH_MAX];
    int status;

    if (!find_mounted(wanted, controller, sizeof(controller))) {
        print_message("no such controller of version 2 here\n");
        skip();
    }
    const bool was_given = holds(in_root("cgroup.subtree_control"), controller);
    memcpy(mounted, root, sizeof(mounted));
    snprintf(group, sizeof(group), "%.64s/galvan-unit", root);
    if (mkdir(group, 0755) != 0 || !give('+', controller)) {
        print_message("no groups may be made here\n");
        rmdir(group);
        skip();
    }
    put(own, "0::/\n");
    memcpy(root, group, sizeof(root));
    const pid_t pid = fork();
    if (pid == 0)
        _exit(run(controller));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(rmdir(group), 0);
    memcpy(root, mounted, sizeof(root));
    if (!was_given)
        give('-', controller);
    assert_int_equal(status, 0);
}

static void test_of_linux(void **state)
{
    (void)state;
    run_in_group(NULL, divide_group);
}

static void test_memory_of_linux(void **state)
{
    (void)state;
    run_in_group("memory", run_out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing_to_divide, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused_controller, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_of_linux, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_memory_of_linux, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("control groups", tests, NULL, NULL);
}
