/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The three ways in which a caller learns of fences, and callbacks that call the library. */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/text.h"
#include "vr.h"

enum {
    THREAD = VIRGL_RENDERER_THREAD_SYNC,
    ASYNC = VIRGL_RENDERER_THREAD_SYNC | VIRGL_RENDERER_ASYNC_FENCE_CB
};

/* Submits commands, and creates a fence after them. */
static void work(int fence)
{
    static uint32_t surface = 100;
    assert_int_equal(vr_clear(1, 1, surface++, 1, 0, 0, 1), 0);
    assert_int_equal(virgl_renderer_create_fence(fence, 0), 0);
}

static void wait_readable(int fd)
{
    struct pollfd file = {.fd = fd, .events = POLLIN};
    assert_int_equal(poll(&file, 1, -1), 1);
}

static bool is_readable(int fd)
{
    struct pollfd file = {.fd = fd, .events = POLLIN};
    return poll(&file, 1, 0) == 1;
}

static void expect_fences(unsigned num)
{
    assert_int_equal(vr_seen.num_fences, num);
    for (unsigned i = 0; i < num; i++)
        assert_int_equal(vr_seen.fences[i], i + 1);
}

static void asked_for(void **state)
{
    (void)state;
    vr_context_with_texture(1, 64, 64);
    assert_int_equal(virgl_renderer_get_poll_fd(), -1);
    assert_int_equal(virgl_renderer_context_get_poll_fd(1), -1);
    for (int i = 1; i <= 10; i++)
        work(i);
    assert_int_equal(vr_seen.num_fences, 0); /* no poll, no callback */
    vr_wait_fences(&vr_seen, 10);
    expect_fences(10);
    assert_int_equal(virgl_renderer_create_fence(11, 99), 0); /* the context is not checked */
    vr_wait_fences(&vr_seen, 11);
    expect_fences(11);
}

static void with_a_descriptor(void **state)
{
    (void)state;
    vr_restart(THREAD);
    vr_context_with_texture(1, 64, 64);
    int fd = virgl_renderer_get_poll_fd();
    assert_true(fd >= 0);
    assert_int_equal(virgl_renderer_context_get_poll_fd(1), fd);
    assert_int_equal(virgl_renderer_context_get_poll_fd(2), -1);
    assert_false(is_readable(fd));
    for (int i = 1; i <= 10; i++)
        work(i);
    while (vr_seen.num_fences < 10) {
        unsigned before = vr_seen.num_fences;
        wait_readable(fd);
        virgl_renderer_poll();
        assert_true(vr_seen.num_fences > before);
    }
    expect_fences(10);
    assert_false(is_readable(fd));
}

/* Returns how often all threads together have gone to sleep. */
static uint64_t num_sleeps(void)
{
    static const char word[] = "voluntary_ctxt_switches:\t";
    uint64_t num = 0;
    DIR *tasks = opendir("/proc/self/task");
    assert_non_null(tasks);
    for (struct dirent *task; (task = readdir(tasks));) {
        char path[64], line[256];
        snprintf(path, sizeof(path), "/proc/self/task/%.20s/status", task->d_name);
        FILE *file = fopen(path, "r");
        while (file && fgets(line, sizeof(line), file)) {
            const char *digits = line + sizeof(word) - 1;
            uint64_t of_task = 0;
            if (strncmp(line, word, sizeof(word) - 1) == 0 &&
                gv_parse_u64(digits, strcspn(digits, "\n"), UINT64_MAX, &of_task))
                num += of_task;
        }
        if (file)
            fclose(file);
    }
    closedir(tasks);
    return num;
}

/* Creates fences while no commands are pending, as is usual after a guest's commands; checks that
 * such fences wake no thread. */
static void passed_without_a_thread(void **state)
{
    enum {
        ROUNDS = 200
    };
    (void)state;
    vr_restart(THREAD);
    vr_context_with_texture(1, 64, 64);
    int fd = virgl_renderer_get_poll_fd();
    work(1);
    vr_wait_fences(&vr_seen, 1);
    usleep(10000); /* the thread is asleep again */
    uint64_t before = num_sleeps();
    for (int i = 2; i < ROUNDS; i++) {
        assert_int_equal(virgl_renderer_create_fence(i, 0), 0);
        assert_true(is_readable(fd));
        virgl_renderer_poll();
        assert_int_equal(vr_seen.num_fences, i);
    }
    expect_fences(ROUNDS - 1);
    assert_true(num_sleeps() - before < ROUNDS / 10);
}

static void from_a_thread(void **state)
{
    (void)state;
    vr_restart(ASYNC);
    vr_context_with_texture(1, 64, 64);
    assert_int_equal(virgl_renderer_get_poll_fd(), -1);
    for (int i = 1; i <= 10; i++)
        work(i);
    while (__atomic_load_n(&vr_seen.num_fences, __ATOMIC_ACQUIRE) < 10)
        assert_int_equal(virgl_renderer_submit_cmd(NULL, 1, 0), 0);
    expect_fences(10);
}

static void async_alone_is_asked_for(void **state)
{
    (void)state;
    vr_restart(VIRGL_RENDERER_ASYNC_FENCE_CB);
    vr_context_with_texture(1, 64, 64);
    work(1);
    vr_wait_fences(&vr_seen, 1);
    expect_fences(1);
}

/* Creates fences of a context and of the renderer; checks that they keep their order, since there
 * is one timeline. */
static void of_contexts(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 3; round++) {
        vr_restart(round == 0 ? 0 : round == 1 ? THREAD : ASYNC);
        vr_context_with_texture(1, 64, 64);
        assert_int_equal(virgl_renderer_context_create(2, 0, NULL), 0);
        work(1);
        assert_int_equal(virgl_renderer_context_create_fence(2, 0, 0, UINT64_C(1) << 40), 0);
        assert_int_equal(
            virgl_renderer_context_create_fence(1, VIRGL_RENDERER_FENCE_FLAG_MERGEABLE, 0, 3), 0);
        vr_wait_fences(&vr_seen, 3);
        assert_int_equal(vr_seen.ctx_ids[0], 0);
        assert_int_equal(vr_seen.ctx_ids[1], 2);
        assert_int_equal(vr_seen.fences[1], UINT64_C(1) << 40);
        assert_int_equal(vr_seen.ctx_ids[2], 1);
        virgl_renderer_context_poll(1);
        virgl_renderer_context_poll(9);
        assert_int_equal(virgl_renderer_context_create_fence(9, 0, 0, 1), -EINVAL);
        assert_int_equal(virgl_renderer_context_create_fence(1, 0, 1, 1), -EINVAL);
        assert_int_equal(virgl_renderer_context_create_fence(1, 2, 0, 1), -EINVAL);
    }
}

static void of_contexts_that_end(void **state)
{
    (void)state;
    vr_context_with_texture(1, 64, 64);
    assert_int_equal(virgl_renderer_context_create(2, 0, NULL), 0);
    work(1);
    assert_int_equal(virgl_renderer_context_create_fence(2, 0, 0, 2), 0);
    assert_int_equal(virgl_renderer_context_create_fence(1, 0, 0, 3), 0);
    virgl_renderer_context_destroy(2);
    virgl_renderer_context_destroy(2);
    vr_wait_fences(&vr_seen, 2);
    assert_int_equal(vr_seen.fences[0], 1);
    assert_int_equal(vr_seen.fences[1], 3);
    virgl_renderer_poll();
    assert_int_equal(vr_seen.num_fences, 2);
}

/* Destroys contexts, resets and cleans up while the thread may be waiting for a fence; checks that
 * nothing fails. */
static void ends_while_the_thread_waits(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 12; round++) {
        vr_restart(round % 2 ? THREAD : ASYNC);
        vr_context_with_texture(1, 256, 256);
        for (int i = 1; i <= 5; i++) {
            work(i);
            assert_int_equal(virgl_renderer_context_create_fence(1, 0, 0, 1), 0);
        }
        if (round % 3 == 0)
            virgl_renderer_context_destroy(1);
        if (round % 3 == 1)
            virgl_renderer_reset();
    }
}

/* Runs a query; checks that its result is in the guest's memory when the fence is reported. */
static void query_results_come_first(void **state)
{
    static uint32_t record[4];
    struct iovec iov = {record, sizeof(record)};
    struct virgl_renderer_resource_create_args args = vr_args_buffer(2, sizeof(record));
    (void)state;
    args.bind = GV_VIRGL_BIND_CUSTOM;
    for (unsigned round = 0; round < 3; round++) {
        struct vr_commands c = {.num_dw = 0};
        vr_restart(round == 0 ? 0 : round == 1 ? THREAD : ASYNC);
        vr_context_with_texture(1, 64, 64);
        assert_int_equal(virgl_renderer_resource_create(&args, &iov, 1), 0);
        virgl_renderer_ctx_attach_resource(1, 2);
        record[0] = GV_VIRGL_QUERY_STATE_WAIT_HOST;
        VR_CREATE(&c, QUERY, 50, GV_VIRGL_QUERY_TIMESTAMP, 0, 2);
        VR_COMMAND(&c, END_QUERY, 50);
        VR_COMMAND(&c, GET_QUERY_RESULT, 50, 0);
        assert_int_equal(vr_submit(&c, 1), 0);
        work(1);
        vr_wait_fences(&vr_seen, 1);
        assert_int_equal(record[0], GV_VIRGL_QUERY_STATE_DONE);
        virgl_renderer_resource_detach_iov(2, NULL, NULL);
    }
}

/* ---- Callbacks that call the library */

static void poll_again(struct vr_seen *seen, uint64_t fence)
{
    (void)fence;
    unsigned before = seen->num_fences;
    if (before < 5)
        virgl_renderer_poll();
}

static void a_callback_may_poll(void **state)
{
    (void)state;
    vr_context_with_texture(1, 64, 64);
    vr_seen.on_fence = poll_again;
    for (int i = 1; i <= 5; i++)
        work(i);
    vr_wait_fences(&vr_seen, 5);
    expect_fences(5);
}

static void create_next(struct vr_seen *seen, uint64_t fence)
{
    (void)seen;
    if (fence < 200)
        assert_int_equal(virgl_renderer_create_fence((int)fence + 1, 0), 0);
}

/* Lets a callback create fences that pass at once; checks that a call of poll still returns. */
static void a_callback_may_create_fences(void **state)
{
    (void)state;
    vr_context_with_texture(1, 64, 64);
    vr_seen.on_fence = create_next;
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    virgl_renderer_poll();
    assert_int_equal(vr_seen.num_fences, 1);
    vr_wait_fences(&vr_seen, 200);
    expect_fences(200);
    vr_restart(ASYNC);
    vr_seen.on_fence = create_next;
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    vr_wait_fences(&vr_seen, 200);
    expect_fences(200);
}

static void submit_and_end(struct vr_seen *seen, uint64_t fence)
{
    (void)seen;
    (void)fence;
    assert_int_equal(vr_clear(1, 1, 99, 0, 0, 0, 0), 0);
    virgl_renderer_context_destroy(1);
    virgl_renderer_resource_unref(1);
}

static void a_callback_may_do_anything(void **state)
{
    (void)state;
    vr_context_with_texture(1, 64, 64);
    vr_seen.on_fence = submit_and_end;
    work(1);
    vr_wait_fences(&vr_seen, 1);
    assert_int_equal(virgl_renderer_submit_cmd(NULL, 1, 0), EINVAL);
}

static void clean_up(struct vr_seen *seen, uint64_t fence)
{
    (void)seen;
    (void)fence;
    virgl_renderer_cleanup(NULL);
}

static void a_callback_may_clean_up(void **state)
{
    (void)state;
    vr_context_with_texture(1, 64, 64);
    vr_seen.on_fence = clean_up;
    for (int i = 1; i <= 5; i++)
        work(i);
    vr_wait_fences(&vr_seen, 1);
    assert_int_equal(vr_seen.num_fences, 1);
    assert_int_equal(virgl_renderer_create_fence(1, 0), EINVAL);
}

/* Calls cleanup from the fence thread's callback; checks that it fails: the thread would wait for
 * itself. */
static void the_threads_callback_may_not_clean_up(void **state)
{
    (void)state;
    vr_restart(ASYNC);
    vr_seen.on_fence = clean_up;
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    vr_wait_fences(&vr_seen, 1);
    assert_int_equal(virgl_renderer_create_fence(2, 0), 0);
    vr_wait_fences(&vr_seen, 2);
    expect_fences(2);
}

static void start_over(struct vr_seen *seen, uint64_t fence)
{
    (void)fence;
    seen->on_fence = NULL;
    virgl_renderer_cleanup(NULL);
    assert_int_equal(virgl_renderer_init(seen, 0, &vr_callbacks), 0);
    assert_int_equal(virgl_renderer_create_fence(2, 0), 0);
}

static void a_callback_may_start_over(void **state)
{
    (void)state;
    vr_seen.on_fence = start_over;
    assert_int_equal(virgl_renderer_create_fence(1, 0), 0);
    assert_int_equal(virgl_renderer_create_fence(99, 0), 0);
    vr_wait_fences(&vr_seen, 2);
    expect_fences(2);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, vr_setup, vr_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(asked_for),
        TEST(with_a_descriptor),
        TEST(passed_without_a_thread),
        TEST(from_a_thread),
        TEST(async_alone_is_asked_for),
        TEST(of_contexts),
        TEST(of_contexts_that_end),
        TEST(ends_while_the_thread_waits),
        TEST(query_results_come_first),
        TEST(a_callback_may_poll),
        TEST(a_callback_may_create_fences),
        TEST(a_callback_may_do_anything),
        TEST(a_callback_may_clean_up),
        TEST(the_threads_callback_may_not_clean_up),
        TEST(a_callback_may_start_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
