/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which program a process belongs to, according to what the kernel reports on its executable file.
 */
#include "server/cache_key.h"

#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/mac.h"

static const struct gv_mac_key key = {{1, 2, 3}}, other_key = {{4}};

enum {
    USER = 1000
};

static const char *name_of(pid_t pid)
{
    static struct gv_cache_key owner;

    owner = gv_cache_key_of_process(&key, USER, pid);
    assert_int_equal(owner.uid, USER);
    return owner.program;
}

/* Starts a process that calls get_ready() and then sleeps. Returns 0 on failure. */
static pid_t start(bool (*get_ready)(void))
{
    int ends[2];
    char ready = 0;

    assert_int_equal(pipe(ends), 0);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        ready = get_ready() ? 1 : 0;
        if (write(ends[1], &ready, 1) == 1)
            pause();
        _exit(0);
    }
    assert_int_equal(read(ends[0], &ready, 1), 1);
    close(ends[0]);
    close(ends[1]);
    if (ready)
        return pid;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return 0;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static bool stay(void)
{
    return true;
}

/* Starts cat with another argv[0], and waits until cat has copied a byte, which proves that the
 * program runs. The process ends when its standard input is closed. */
static pid_t start_cat(void)
{
    int in[2], out[2];
    char byte = 'x';

    assert_int_equal(pipe(in) | pipe(out), 0);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execlp("cat", "glxgears", (char *)NULL); /* argv[0] does not count */
        _exit(1);
    }
    assert_int_equal(write(in[1], &byte, 1), 1);
    assert_int_equal(read(out[0], &byte, 1), 1);
    close(in[0]);
    close(out[0]);
    close(out[1]);
    return pid; /* in[1] stays open, so cat keeps running */
}

static void test_process(void **state)
{
    const pid_t same = start(stay), cat = start_cat();
    char own[GV_CACHE_KEY_PROGRAM_B];

    (void)state;
    snprintf(own, sizeof(own), "%s", name_of(getpid()));
    assert_memory_equal(own, "unit_server_cache_key-", strlen("unit_server_cache_key-"));
    assert_string_equal(name_of(same), own);
    assert_string_not_equal(name_of(cat), own);
    assert_memory_not_equal(name_of(cat), "glxgears", strlen("glxgears"));
    const struct gv_cache_key other = gv_cache_key_of_process(&other_key, USER, getpid());
    assert_string_not_equal(other.program, own);
    end(same);
    end(cat);
    assert_string_equal(name_of(cat), "unknown");
    assert_string_equal(name_of(0), "unknown");
}

static bool leave_files(void)
{
    return unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
}

/* Attack program_by_another_path: runs a program in a mount namespace, in which a user can give any
 * path to any file; checks that the path alone does not identify the program. */
static void test_other_files(void **state)
{
    char own[GV_CACHE_KEY_PROGRAM_B];
    const pid_t pid = start(leave_files), second = start(leave_files);

    (void)state;
    if (!pid || !second)
        skip(); /* this user may create no namespaces */
    snprintf(own, sizeof(own), "%s", name_of(getpid()));
    assert_string_not_equal(name_of(pid), own);
    snprintf(own, sizeof(own), "%s", name_of(pid));
    assert_string_equal(name_of(second), own); /* one file has one key */
    end(pid);
    end(second);
}

static const char *name_by(const char *program)
{
    static struct gv_cache_key owner;

    owner = gv_cache_key_of_program(&key, USER, program);
    return owner.program;
}

static void test_program(void **state)
{
    char name[GV_CACHE_KEY_PROGRAM_B], path[4096];

    (void)state;
    memset(path, 'x', sizeof(path) - 1);
    path[sizeof(path) - 1] = '\0';
    assert_true(strlen(name_by(path)) < GV_CACHE_KEY_PROGRAM_B);
    snprintf(name, sizeof(name), "%s", name_by("/usr/bin/env"));
    assert_string_equal(name_by("/usr/../usr/bin/./env"), name);
    assert_string_not_equal(name_by("env"), name);
    assert_memory_equal(name, "env-", 4);
    assert_null(strchr(name_by("../..\n/ä."), '/'));
    assert_null(strchr(name_by("../..\n/ä."), '.'));
    assert_string_not_equal(name_by(""), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_process),
        cmocka_unit_test(test_other_files),
        cmocka_unit_test(test_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
