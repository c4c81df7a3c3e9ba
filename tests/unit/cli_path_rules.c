/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Which caches the workers may write to: only the drivers' cache that belongs to their client's
 * owner. */
#include "cli/path_rules.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/temp_dir.h"
#include "confine/confine.h"
#include "confine/landlock.h"
#include "server/cache_key.h"

static char root[64];

static void add_owner(struct gv_cli_path_rules *rules, uid_t uid)
{
    const struct gv_cache_key owner = {.uid = uid, .program = "program"};

    gv_cli_path_rules_add_owner(rules, &owner);
}

static int setup(void **state)
{
    (void)state;
    snprintf(root, sizeof(root), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(root));
    setenv("GALVAN_CACHE", root, 1);
    unsetenv("MESA_SHADER_CACHE_DIR");
    unsetenv("MESA_GLSL_CACHE_DIR");
    unsetenv("MESA_SHADER_CACHE_DISABLE");
    unsetenv("__GL_SHADER_DISK_CACHE");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    return temp_dir_remove(root);
}

/* Creates the directories above an owner's directory, and the owner's directory, as the listener
 * does. */
static void make_user_dirs(const struct gv_cli_path_rules *rules)
{
    char dir[PATH_MAX + 32];

    mkdir(rules->client_dir, 0700);
    for (uid_t i = 0; i < 2; i++) {
        snprintf(dir, sizeof(dir), "%s/%u", rules->client_dir, (unsigned)(getuid() + i));
        mkdir(dir, 0700);
    }
}

static void init(struct gv_cli_path_rules *rules)
{
    gv_cli_path_rules_init(rules, NULL, NULL, false, NULL);
    assert_int_equal(rules->num, 0);
    make_user_dirs(rules);
}

static void test_client(void **state)
{
    const uid_t uids[] = {getuid(), getuid() + 1};
    char dir[160];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct gv_cli_path_rules rules;
        gv_cli_path_rules_init(&rules, NULL, NULL, false, NULL);
        make_user_dirs(&rules);
        setenv("MESA_SHADER_CACHE_DIR", "/somewhere", 1);
        snprintf(dir, sizeof(dir), "%s/clients/%u/program/drivers", root, (unsigned)uids[i]);
        if (i == 0)
            unsetenv("MESA_SHADER_CACHE_DIR");
        add_owner(&rules, uids[i]);
        assert_int_equal(rules.num, 1);
        assert_int_equal(rules.list[0].kind, GV_PATH_RULE_WRITE);
        assert_string_equal(rules.list[0].path, dir);
        assert_null(rules.list[1].path);
        assert_string_equal(getenv("MESA_SHADER_CACHE_DIR"), dir);
        assert_int_equal(access(dir, W_OK), 0);
    }
}

/* Checks that clients of the server's own user use the directory that the environment names. */
static void test_chosen(void **state)
{
    struct gv_cli_path_rules rules;

    (void)state;
    init(&rules);
    setenv("MESA_SHADER_CACHE_DIR", "/somewhere", 1);
    add_owner(&rules, getuid());
    assert_int_equal(rules.num, 1);
    assert_string_equal(rules.list[0].path, "/somewhere");
}

static void test_none(void **state)
{
    struct gv_cli_path_rules rules;

    (void)state;
    setenv("GALVAN_CACHE", "off", 1);
    gv_cli_path_rules_init(&rules, NULL, NULL, false, NULL);
    assert_string_equal(rules.client_dir, "");
    add_owner(&rules, getuid() + 1);
    assert_int_equal(rules.num, 0);
    assert_string_equal(getenv("MESA_SHADER_CACHE_DISABLE"), "true");
}

static void test_recordings(void **state)
{
    struct gv_cli_path_rules rules;

    (void)state;
    init(&rules);
    gv_cli_path_rules_add_recordings(&rules);
    assert_int_equal(rules.num, 1);
    assert_string_equal(rules.list[0].path, getenv("GALVAN_CACHE"));
    assert_string_not_equal(rules.list[0].path, root);
}

static void test_recordings_beside_drivers(void **state)
{
    struct gv_cli_path_rules rules;
    char dir[96];

    (void)state;
    snprintf(dir, sizeof(dir), "%s/recordings", root);
    setenv("MESA_SHADER_CACHE_DIR", "/somewhere", 1);
    init(&rules);
    gv_cli_path_rules_add_recordings(&rules);
    assert_int_equal(rules.num, 2);
    assert_string_equal(rules.list[0].path, "/somewhere");
    assert_string_equal(rules.list[1].path, dir);
    assert_string_equal(getenv("GALVAN_CACHE"), dir);
}

/* Sets --drivers-cache read; checks that processes write only the index of the drivers' cache,
 * wherever the cache lies. */
static void test_read_only(void **state)
{
    struct gv_cli_path_rules rules;
    char dir[160], index[192];

    (void)state;
    for (unsigned chosen = 0; chosen < 2; chosen++) {
        gv_cli_path_rules_init(&rules, NULL, NULL, false, NULL);
        make_user_dirs(&rules);
        rules.drivers = GV_CLI_DRIVERS_CACHE_READ;
        snprintf(dir, sizeof(dir), "%s/clients/%u/program/drivers", root, (unsigned)getuid());
        if (chosen)
            snprintf(dir, sizeof(dir), "/somewhere");
        snprintf(index, sizeof(index), "%s/mesa_shader_cache/index", dir);
        if (chosen)
            setenv("MESA_SHADER_CACHE_DIR", dir, 1);
        add_owner(&rules, getuid());
        assert_int_equal(rules.num, 2);
        assert_int_equal(rules.list[0].kind, GV_PATH_RULE_READ);
        assert_string_equal(rules.list[0].path, dir);
        assert_int_equal(rules.list[1].kind, GV_PATH_RULE_UPDATE);
        assert_string_equal(rules.list[1].path, index);
        assert_string_equal(getenv("MESA_SHADER_CACHE_DIR"), dir);
        unsetenv("MESA_SHADER_CACHE_DIR");
    }
}

/* Sets --drivers-cache off; checks that workers may write to no cache, whatever the environment
 * names. */
static void test_off(void **state)
{
    struct gv_cli_path_rules rules;

    (void)state;
    init(&rules);
    setenv("MESA_SHADER_CACHE_DIR", "/somewhere", 1);
    rules.drivers = GV_CLI_DRIVERS_CACHE_OFF;
    add_owner(&rules, getuid());
    assert_int_equal(rules.num, 0);
    assert_string_equal(getenv("MESA_SHADER_CACHE_DISABLE"), "true");
    assert_string_equal(getenv("__GL_SHADER_DISK_CACHE"), "0");
}

/* Adds an owner without a program name; checks that it gets no path rule, and that its drivers'
 * cache is disabled. */
static void test_no_name(void **state)
{
    const struct gv_cache_key nobody = {.uid = getuid()};
    struct gv_cli_path_rules rules;

    (void)state;
    init(&rules);
    gv_cli_path_rules_add_owner(&rules, &nobody);
    assert_int_equal(rules.num, 0);
    assert_string_equal(getenv("MESA_SHADER_CACHE_DISABLE"), "true");
}

/* Writes the path of a file in the directory of this user's clients. */
static void name_file(char out[160], const char *name)
{
    snprintf(out, 160, "%s/clients/%u/%s", root, (unsigned)getuid(), name);
}

static bool can_write(const char *name)
{
    char path[160];

    name_file(path, name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Runs in a compromised worker. Returns true if the worker can write to the drivers' cache of its
 * program, and to no other file that later workers read. */
static bool is_held(const struct gv_cli_path_rules *rules)
{
    static const char *const others[] = {
        "program/pipelines-0123456789abcdef",
        "another/drivers/code",
        "another/drivers/more",
        "program/drivers/../../another/drivers/code",
        "code",
        "../key",
        "../../code",
    };

    gv_worker_confine(&(struct gv_confine_params){.path_rules = rules->list});
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        if (can_write(others[i]))
            return false;
    }
    return can_write("program/drivers/code");
}

/* Attack cache_of_another_program: runs is_held() in a confined process; checks that it returns
 * true. */
static void test_worker_is_held(void **state)
{
    static const char *const dirs[] = {"another", "another/drivers"};
    struct gv_cli_path_rules rules;
    char dir[160];
    int status;

    (void)state;
    if (gv_landlock_abi() == 0) {
        print_message("this kernel has no Landlock\n");
        skip();
    }
    init(&rules);
    for (unsigned i = 0; i < 2; i++) {
        name_file(dir, dirs[i]);
        assert_int_equal(mkdir(dir, 0700), 0);
    }
    assert_true(can_write("another/drivers/code"));
    add_owner(&rules, getuid());
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        _exit(is_held(&rules) ? 0 : 1);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_client),
        TEST(test_chosen),
        TEST(test_none),
        TEST(test_recordings),
        TEST(test_recordings_beside_drivers),
        TEST(test_read_only),
        TEST(test_off),
        TEST(test_no_name),
        TEST(test_worker_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
