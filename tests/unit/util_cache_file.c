/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Files that are cached between runs: damaged, truncated, owned by others, on a full disk, written
 * by two processes. */
#include "util/cache_file.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/temp_dir.h"
#include "galvan/log.h"

enum {
    KEY = 7,
    MAX_B = 1 << 20
};

static const char text[] = "what was costly to make";

struct fixture {
    char root[64];
    struct gv_cache_dir dir; /* root/a/b, which does not exist yet */
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    assert_non_null(f);
    snprintf(f->root, sizeof(f->root), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(f->root));
    snprintf(f->dir.path, sizeof(f->dir.path), "%s/a/b", f->root);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(temp_dir_remove(f->root), 0);
    free(f);
    return 0;
}

static void path_of(const struct fixture *f, const char *name, char out[256])
{
    snprintf(out, 256, "%.120s/%.60s", f->dir.path, name);
}

static void store(const struct fixture *f, const char *name)
{
    assert_true(gv_cache_store(&f->dir, name, KEY, text, sizeof(text)));
}

static void expect(const struct fixture *f, const char *name, bool good)
{
    size_t size_B = 0;
    char *data = gv_cache_load(&f->dir, name, KEY, MAX_B, &size_B);
    if (good) {
        assert_non_null(data);
        assert_int_equal(size_B, sizeof(text));
        assert_memory_equal(data, text, sizeof(text));
    } else {
        assert_null(data);
        assert_int_equal(size_B, 0);
    }
    free(data);
}

static void test_retained(void **state)
{
    struct fixture *f = *state;
    struct stat st;
    char path[256];
    size_t size_B = 0;
    expect(f, "file", false);
    store(f, "file");
    expect(f, "file", true);
    assert_null(gv_cache_load(&f->dir, "file", KEY + 1, MAX_B, &size_B));
    assert_null(gv_cache_load(&f->dir, "file", KEY, sizeof(text) - 1, &size_B));
    path_of(f, "file", path);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(stat(f->dir.path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
}

static size_t read_file(const char *path, uint8_t *data, size_t max_B)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size_B = fread(data, 1, max_B, file);
    fclose(file);
    return size_B;
}

static void write_file(const char *path, const uint8_t *data, size_t size_B)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size_B, file), size_B);
    fclose(file);
}

/* Damages a file; checks that it is loaded only if every byte and the length are right. */
static void test_damaged(void **state)
{
    struct fixture *f = *state;
    uint8_t data[256];
    char path[256];
    store(f, "file");
    path_of(f, "file", path);
    size_t size_B = read_file(path, data, sizeof(data));
    for (size_t i = 0; i < size_B; i++) {
        data[i] ^= 0x10;
        write_file(path, data, size_B);
        expect(f, "file", false);
        data[i] ^= 0x10;
        write_file(path, data, i);
        expect(f, "file", false);
    }
    store(f, "file");
    expect(f, "file", true);
}

static void test_foreign(void **state)
{
    struct fixture *f = *state;
    char path[256], target[256];
    store(f, "file");
    path_of(f, "dir", path);
    assert_int_equal(mkdir(path, 0700), 0);
    expect(f, "dir", false);
    path_of(f, "file", target);
    path_of(f, "link", path);
    assert_int_equal(symlink(target, path), 0);
    expect(f, "link", false);
    path_of(f, "pipe", path);
    assert_int_equal(mkfifo(path, 0600), 0);
    expect(f, "pipe", false);
    /* A symbolic link must be replaced, not followed. */
    store(f, "link");
    expect(f, "link", true);
}

static void test_no_directory(void **state)
{
    struct fixture *f = *state;
    struct gv_cache_dir none = {{0}}, below_file = {{0}}, deep = {{0}};
    size_t size_B;
    char path[256];
    store(f, "file");
    path_of(f, "file", path);
    snprintf(below_file.path, sizeof(below_file.path), "%s/x", path);
    snprintf(deep.path, sizeof(deep.path), "%s/1/2/3", f->root);
    const struct gv_cache_dir *const dirs[] = {&none, &below_file, &deep};
    for (unsigned i = 0; i < 3; i++) {
        assert_false(gv_cache_store(dirs[i], "file", KEY, text, sizeof(text)));
        assert_null(gv_cache_load(dirs[i], "file", KEY, MAX_B, &size_B));
        assert_int_equal(gv_cache_lock(dirs[i], 0), -1);
        gv_cache_trim(dirs[i], "", "", 0);
    }
}

/* Limits the size of files, so that a write fails halfway as on a full disk; checks that no file is
 * damaged. */
static void test_full_disk(void **state)
{
    struct fixture *f = *state;
    static uint8_t large[65536];
    struct rlimit old, limit;
    store(f, "file");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = old;
    limit.rlim_cur = 4096;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool stored = gv_cache_store(&f->dir, "file", KEY, large, sizeof(large));
    int error = errno;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_false(stored);
    assert_int_equal(error, EFBIG);
    expect(f, "file", true);
    assert_int_equal(temp_dir_count(f->dir.path), 1); /* no temporary file is left */
}

enum {
    SHARED_B = 40000,
    NUM_STORES = 100
};

static pid_t writer(const struct fixture *f, uint8_t byte)
{
    pid_t pid = fork();
    if (pid == 0) {
        uint8_t *data = malloc(SHARED_B);
        bool good = data != NULL;
        if (data)
            memset(data, byte, SHARED_B);
        for (unsigned i = 0; i < NUM_STORES && good; i++)
            good = gv_cache_store(&f->dir, "file", KEY, data, SHARED_B);
        free(data);
        _exit(good ? 0 : 1);
    }
    return pid;
}

/* Writes a file in two processes; checks that a reader always finds the whole file of one of them.
 */
static void test_two_processes(void **state)
{
    struct fixture *f = *state;
    pid_t pids[2] = {writer(f, 1), writer(f, 2)};
    unsigned num_loaded = 0, num_ended = 0;
    while (num_ended < 2) {
        int status;
        size_t size_B;
        uint8_t *data = gv_cache_load(&f->dir, "file", KEY, MAX_B, &size_B);
        if (data) {
            assert_int_equal(size_B, SHARED_B);
            assert_true(data[0] == 1 || data[0] == 2);
            assert_memory_equal(data, data + 1, SHARED_B - 1);
            num_loaded++;
        } else {
            assert_int_equal(num_loaded, 0); /* once the file exists, it always loads */
        }
        free(data);
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid > 0) {
            assert_true(pid == pids[0] || pid == pids[1]);
            assert_int_equal(status, 0);
            num_ended++;
        }
    }
    assert_true(num_loaded > 0);
}

static void test_lock(void **state)
{
    struct fixture *f = *state;
    int lock = gv_cache_lock(&f->dir, 0);
    assert_true(lock >= 0);
    assert_int_equal(gv_cache_lock(&f->dir, 30), -1);
    gv_cache_unlock(lock);
    lock = gv_cache_lock(&f->dir, 0);
    assert_true(lock >= 0);
    gv_cache_unlock(lock);
}

static void test_trim(void **state)
{
    struct fixture *f = *state;
    static const char *const names[] = {"p-1", "p-2", "p-3", "other"};
    char path[256];
    uint64_t size_B = 0;
    for (unsigned i = 0; i < 4; i++) {
        struct stat st;
        store(f, names[i]);
        path_of(f, names[i], path);
        const struct timespec times[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
        assert_int_equal(stat(path, &st), 0);
        size_B = (uint64_t)st.st_size;
    }
    gv_cache_trim(&f->dir, "p-", "p-1", 3 * size_B);
    expect(f, "p-2", true);
    gv_cache_trim(&f->dir, "p-", "p-1", 2 * size_B);
    expect(f, "p-1", true);
    expect(f, "p-2", false);
    expect(f, "p-3", true);
    gv_cache_trim(&f->dir, "p-", "p-1", 0);
    expect(f, "p-1", true);
    expect(f, "p-3", false);
    expect(f, "other", true);
}

static void test_where(void **state)
{
    struct gv_cache_dir dir;
    (void)state;
    setenv("HOME", "/somewhere/else", 1);
    setenv("XDG_CACHE_HOME", "/var/somewhere", 1);
    gv_cache_dir_init(&dir, "/chosen");
    assert_string_equal(dir.path, "/chosen");
    gv_cache_dir_init(&dir, "off");
    assert_string_equal(dir.path, "");
    gv_cache_dir_init(&dir, NULL);
    assert_string_equal(dir.path, "/var/somewhere/galvan");
    setenv("XDG_CACHE_HOME", "relative", 1);
    gv_cache_dir_init(&dir, NULL);
    assert_string_equal(dir.path, "/somewhere/else/.cache/galvan");
    unsetenv("XDG_CACHE_HOME");
    gv_cache_dir_init(&dir, NULL);
    assert_string_equal(dir.path, "/somewhere/else/.cache/galvan");
    unsetenv("HOME");
    gv_cache_dir_init(&dir, NULL);
    assert_string_equal(dir.path, "");
    char *longest = malloc(PATH_MAX + 10);
    assert_non_null(longest);
    memset(longest, 'x', PATH_MAX + 9);
    longest[PATH_MAX + 9] = '\0';
    gv_cache_dir_init(&dir, longest);
    assert_string_equal(dir.path, "");
    free(longest);
}

static char warning[512];

static void keep_warning(void *priv, enum galvan_log_level level, const char *component,
                         const char *message)
{
    (void)priv;
    (void)level;
    (void)component;
    snprintf(warning, sizeof(warning), "%s", message);
}

static bool is_used(const struct fixture *f)
{
    static const struct galvan_log log = {.fn = keep_warning, .level = GALVAN_LOG_WARN};
    struct gv_cache_dir dir = f->dir;
    warning[0] = '\0';
    gv_cache_dir_check(&dir, &log, "test");
    assert_true((dir.path[0] != '\0') == (warning[0] == '\0'));
    return dir.path[0];
}

/* Uses directories that other users can replace, and directories that lie in such a directory;
 * checks that none of these is used. */
static void test_of_others(void **state)
{
    struct fixture *f = *state;
    char above[80], link[80];
    snprintf(above, sizeof(above), "%s/a", f->root);
    snprintf(link, sizeof(link), "%s/link", f->root);
    assert_true(is_used(f)); /* does not exist yet, below a directory of this user in /tmp */
    assert_true(gv_cache_dir_make(&f->dir));
    assert_true(is_used(f));
    assert_int_equal(chmod(above, 0777), 0);
    assert_false(is_used(f));
    assert_non_null(strstr(warning, "can be written by other users"));
    assert_int_equal(chmod(above, 01777), 0); /* sticky, as /tmp */
    assert_true(is_used(f));
    assert_int_equal(chmod(above, 0700), 0);
    assert_int_equal(chmod(f->dir.path, 0777), 0);
    assert_false(is_used(f));
    assert_int_equal(symlink(f->dir.path, link), 0);
    snprintf(f->dir.path, sizeof(f->dir.path), "%s", link);
    assert_false(is_used(f)); /* the target of the link counts */
    assert_int_equal(chmod(f->dir.path, 0700), 0);
    assert_true(is_used(f));
    if (geteuid() != 0)
        return; /* only root can change the owner of directories */
    assert_int_equal(chmod(above, 0755), 0);
    assert_int_equal(chown(above, 1234, (gid_t)-1), 0);
    assert_false(is_used(f));
    assert_non_null(strstr(warning, "belongs to another user"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_retained),     TEST(test_damaged),       TEST(test_foreign),
        TEST(test_no_directory), TEST(test_full_disk),     TEST(test_lock),
        TEST(test_trim),         TEST(test_two_processes), cmocka_unit_test(test_where),
        TEST(test_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
