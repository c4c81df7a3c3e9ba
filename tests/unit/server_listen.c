/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listening socket as a file: mode, stale and live sockets, impossible paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../support/temp_dir.h"
#include "server/listen.h"

static char dir[64], path[80], line[1100];
static unsigned num_lines;

static void keep_line(void *priv, enum galvan_log_level level, const char *component,
                      const char *message)
{
    (void)priv;
    (void)level;
    (void)component;
    num_lines++;
    snprintf(line, sizeof(line), "%s", message);
}

static const struct galvan_log test_log = {.fn = keep_line, .level = GALVAN_LOG_WARN};

static const char *replace_by; /* the target of a link that replaces the socket after bind() */

int __wrap_bind(int fd, const struct sockaddr *address, socklen_t len);
int __real_bind(int fd, const struct sockaddr *address, socklen_t len);

int __wrap_bind(int fd, const struct sockaddr *address, socklen_t len)
{
    const int result = __real_bind(fd, address, len);
    if (result == 0 && replace_by) {
        unlink(path);
        assert_int_equal(symlink(replace_by, path), 0);
    }
    return result;
}

static enum galvan_result listen_at(struct gv_listener *listener, const char *at)
{
    return gv_listener_init(listener, &(struct gv_socket_file){.path = at}, &test_log);
}

static int set_up(void **state)
{
    (void)state;
    num_lines = 0;
    snprintf(dir, sizeof(dir), TEMP_DIR_TEMPLATE);
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/socket", dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir); /* fails if another file was left there */
}

static void assert_one_line(const char *text)
{
    assert_int_equal(num_lines, 1);
    if (!strstr(line, text))
        print_error("line: %s\n", line);
    assert_non_null(strstr(line, text));
}

static void test_owner_only_and_removed(void **state)
{
    struct gv_listener listener;
    struct stat st;

    (void)state;
    assert_int_equal(listen_at(&listener, path), GALVAN_OK);
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISSOCK(st.st_mode));
    assert_int_equal(st.st_mode & 0777, 0600);
    gv_listener_finish(&listener);
    assert_int_equal(listener.fd, -1);
    assert_int_not_equal(lstat(path, &st), 0);
    gv_listener_finish(&listener);
}

/* Listens with a group and a mode; checks that the socket has this group and this mode, and that
 * the log has a line if the directory is closed to the group. */
static void test_socket_for_others(void **state)
{
    const gid_t group = getgid();
    const struct gv_socket_file file = {.path = path, .mode = 0660, .group = &group};
    static const mode_t open_dirs[] = {0710, 0701};
    struct gv_listener listener;
    struct stat st;

    (void)state;
    assert_int_equal(gv_listener_init(&listener, &file, &test_log), GALVAN_OK);
    assert_int_equal(lstat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0660);
    assert_int_equal(st.st_gid, group);
    assert_one_line("has mode 0700: other users do not reach the socket in it");
    gv_listener_finish(&listener);
    for (unsigned i = 0; i < 2; i++) {
        num_lines = 0;
        assert_int_equal(chmod(dir, open_dirs[i]), 0);
        assert_int_equal(gv_listener_init(&listener, &file, &test_log), GALVAN_OK);
        assert_int_equal(num_lines, 0);
        gv_listener_finish(&listener);
    }
}

static void test_group_of_others(void **state)
{
    const gid_t group = 1;
    const struct gv_socket_file file = {.path = path, .group = &group};
    struct gv_listener listener;
    struct stat st;

    (void)state;
    if (geteuid() == 0)
        skip();
    assert_int_equal(gv_listener_init(&listener, &file, &test_log), GALVAN_ERROR_IO);
    assert_one_line("cannot have group 1: Operation not permitted");
    assert_int_not_equal(lstat(path, &st), 0);
}

/* Replaces the socket by a link between bind() and chmod(), as a user who may write to the
 * directory could; checks that the link is not followed. */
static void test_link_is_not_followed(void **state)
{
    char other[96];
    struct stat st;

    (void)state;
    snprintf(other, sizeof(other), "%s/other", dir);
    const int fd = open(other, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    close(fd);
    replace_by = other;
    const struct gv_socket_file file = {.path = path, .mode = 0666};
    struct gv_listener listener;
    assert_int_equal(gv_listener_init(&listener, &file, &test_log), GALVAN_ERROR_IO);
    replace_by = NULL;
    assert_one_line("another file has come in its place");
    assert_int_equal(stat(other, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    unlink(other);
}

static void *start_one(void *out_result)
{
    static struct gv_listener listeners[2];
    static _Atomic unsigned num;
    *(enum galvan_result *)out_result = listen_at(&listeners[num++ % 2], path);
    return NULL;
}

/* Starts two servers on one stale path; checks that exactly one of them listens. */
static void test_two_start_at_once(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 50; i++) {
        struct gv_listener stale;
        pthread_t threads[2];
        enum galvan_result results[2];
        unlink(path);
        assert_int_equal(listen_at(&stale, path), GALVAN_OK);
        close(stale.fd);
        for (unsigned k = 0; k < 2; k++)
            assert_int_equal(pthread_create(&threads[k], NULL, start_one, &results[k]), 0);
        for (unsigned k = 0; k < 2; k++)
            pthread_join(threads[k], NULL);
        assert_true((results[0] == GALVAN_OK) != (results[1] == GALVAN_OK));
    }
}

static void test_live_socket_is_refused(void **state)
{
    struct gv_listener first, second;
    struct stat st;

    (void)state;
    assert_int_equal(listen_at(&first, path), GALVAN_OK);
    assert_int_equal(listen_at(&second, path), GALVAN_ERROR_INVALID);
    assert_one_line("a server already answers on");
    assert_non_null(strstr(line, path));
    assert_int_equal(lstat(path, &st), 0);
    gv_listener_finish(&first);
}

static void test_stale_socket_is_replaced(void **state)
{
    struct gv_listener listener;
    int fd;

    (void)state;
    assert_int_equal(listen_at(&listener, path), GALVAN_OK);
    close(listener.fd); /* leaves the file, like a server that is killed */
    assert_int_equal(listen_at(&listener, path), GALVAN_OK);
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(
        connect(fd, (const struct sockaddr *)&listener.address, sizeof(listener.address)), 0);
    close(fd);
    gv_listener_finish(&listener);
    assert_int_equal(num_lines, 0);
}

static void test_other_files_stay(void **state)
{
    struct gv_listener listener;
    struct stat st;

    (void)state;
    close(open(path, O_CREAT | O_WRONLY, 0600));
    assert_int_equal(listen_at(&listener, path), GALVAN_ERROR_INVALID);
    assert_one_line("is there and no socket");
    assert_int_equal(lstat(path, &st), 0);
    assert_true(S_ISREG(st.st_mode));
}

/* Ends a server whose path another server has taken; checks that the other server's socket stays.
 */
static void test_successor_stays(void **state)
{
    struct gv_listener listener, successor;
    struct stat st;

    (void)state;
    assert_int_equal(listen_at(&listener, path), GALVAN_OK);
    unlink(path);
    assert_int_equal(listen_at(&successor, path), GALVAN_OK);
    gv_listener_finish(&listener);
    assert_int_equal(lstat(path, &st), 0);
    gv_listener_finish(&successor);
}

static void test_path_too_long(void **state)
{
    struct gv_listener listener;
    char fits[108], too_long[109];

    (void)state;
    snprintf(fits, sizeof(fits), "%s/%0*d", dir, (int)(106 - strlen(dir)), 0);
    assert_int_equal(strlen(fits), 107);
    assert_int_equal(listen_at(&listener, fits), GALVAN_OK);
    gv_listener_finish(&listener);
    assert_int_equal(num_lines, 0);
    snprintf(too_long, sizeof(too_long), "%s0", fits);
    assert_int_equal(listen_at(&listener, too_long), GALVAN_ERROR_LIMIT);
    assert_one_line("socket path of 108 bytes: a socket's path has 1 to 107; choose another");
    num_lines = 0;
    assert_int_equal(listen_at(&listener, ""), GALVAN_ERROR_LIMIT);
    assert_one_line("socket path of 0 bytes");
}

static void test_missing_directory(void **state)
{
    struct gv_listener listener;

    (void)state;
    assert_int_equal(listen_at(&listener, "/nonexistent/socket"), GALVAN_ERROR_IO);
    assert_one_line("no socket at /nonexistent/socket: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_owner_only_and_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_socket_for_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_group_of_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_link_is_not_followed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_two_start_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_live_socket_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stale_socket_is_replaced, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_files_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_successor_stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_path_too_long, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_missing_directory, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("server listen", tests, NULL, NULL);
}
