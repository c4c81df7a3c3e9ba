/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The listener's cache of pipelines. A worker must get what earlier workers of its owner have
 * stored, and nothing that belongs to other owners. Also tests how far a compromised worker, or
 * another program that writes to the directory, can do harm. */
#include "server/cache_broker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/temp_dir.h"
#include "server/cache_channel.h"
#include "server/cache_key.h"
#include "util/cache_file.h"
#include "util/pass_fd.h"

enum {
    NUM_SLOTS = 4,
    HEADER_B = 32
};

enum who {
    USER,
    OTHER_USER,
    OTHER_PROGRAM
};

static const struct gv_cache_key owners[] = {
    [USER] = {1000, "one"},
    [OTHER_USER] = {1001, "one"},
    [OTHER_PROGRAM] = {1000, "two"},
};

static const char name[] = "pipelines-0123456789abcdef";

struct fixture {
    char root[64], path[96];
    struct gv_cache_broker broker;
    pthread_t listener;
    pthread_mutex_t
        lock; /* protects the broker, which has no lock because the listener has only one thread */
    _Atomic bool stop;
};

static void *serve(void *data)
{
    struct fixture *f = data;

    while (!atomic_load(&f->stop)) {
        struct pollfd poll_fd = {.fd = f->broker.poll_fd, .events = POLLIN};
        if (poll(&poll_fd, 1, 5) <= 0)
            continue;
        pthread_mutex_lock(&f->lock);
        gv_cache_broker_serve(&f->broker);
        pthread_mutex_unlock(&f->lock);
    }
    return NULL;
}

static void start(struct fixture *f)
{
    gv_cache_broker_init(&f->broker, f->path, NUM_SLOTS, NULL);
    assert_true(f->broker.poll_fd >= 0);
    atomic_store(&f->stop, false);
    assert_int_equal(pthread_create(&f->listener, NULL, serve, f), 0);
}

static void end(struct fixture *f)
{
    atomic_store(&f->stop, true);
    pthread_join(f->listener, NULL);
    gv_cache_broker_finish(&f->broker);
}

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    assert_non_null(f);
    snprintf(f->root, sizeof(f->root), TEMP_DIR_TEMPLATE);
    assert_non_null(mkdtemp(f->root));
    snprintf(f->path, sizeof(f->path), "%s/clients", f->root);
    pthread_mutex_init(&f->lock, NULL);
    start(f);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    end(f);
    pthread_mutex_destroy(&f->lock);
    assert_int_equal(temp_dir_remove(f->root), 0);
    free(f);
    return 0;
}

static void connect_channel(struct fixture *f, uint32_t slot, enum who who,
                            struct gv_cache_channel *channel)
{
    pthread_mutex_lock(&f->lock);
    gv_cache_broker_disconnect(&f->broker, slot);
    gv_cache_channel_init(channel, gv_cache_broker_connect(&f->broker, slot, &owners[who]));
    pthread_mutex_unlock(&f->lock);
    assert_true(channel->fd >= 0);
}

/* Fills in data that begins like that of Vulkan drivers. */
static void fill(uint8_t *data, size_t size_B, uint8_t contents)
{
    const uint32_t header[] = {HEADER_B, 1, 0x1002, 0x73bf};

    memset(data, contents, size_B);
    memcpy(data, header, sizeof(header));
    memset(data + sizeof(header), 0x77, HEADER_B - sizeof(header));
}

/* Acts as a worker of this owner: loads the data, and stores `contents` if `contents` is not 0.
 * Returns the loaded contents, or 0 if there was no data. */
static uint8_t work(struct fixture *f, enum who who, uint8_t contents, bool *out_stored)
{
    uint8_t data[200], loaded = 0;
    struct gv_cache_channel channel;
    size_t size_B = 0;

    connect_channel(f, 0, who, &channel);
    uint8_t *old = channel.cache.load(channel.cache.priv, name, &size_B);
    if (old) {
        assert_int_equal(size_B, sizeof(data));
        loaded = old[HEADER_B];
        free(old);
    }
    if (contents) {
        fill(data, sizeof(data), contents);
        *out_stored = channel.cache.store(channel.cache.priv, name, data, sizeof(data));
    }
    gv_cache_channel_finish(&channel);
    return loaded;
}

static uint8_t loaded_by(struct fixture *f, enum who who)
{
    return work(f, who, 0, NULL);
}

static void store_as(struct fixture *f, enum who who, uint8_t contents)
{
    bool stored = false;

    work(f, who, contents, &stored);
    assert_true(stored);
}

static void file_of(const struct fixture *f, enum who who, char out[PATH_MAX])
{
    snprintf(out, PATH_MAX, "%s/%u/%s/%s", f->path, (unsigned)owners[who].uid, owners[who].program,
             name);
}

static void copy_file(const char *from, const char *to)
{
    char data[4096];
    const int in = open(from, O_RDONLY | O_CLOEXEC);
    const int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const ssize_t size_B = read(in, data, sizeof(data));

    assert_true(size_B > 0);
    assert_int_equal(write(out, data, (size_t)size_B), size_B);
    close(in);
    close(out);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

/* Loads as the next worker; checks that it gets the previous worker's data, also after the listener
 * has restarted with the stored key. */
static void test_next_worker(void **state)
{
    struct fixture *f = *state;
    char path[PATH_MAX];
    struct stat st;

    assert_int_equal(loaded_by(f, USER), 0);
    store_as(f, USER, 5);
    assert_int_equal(loaded_by(f, USER), 5);
    end(f);
    start(f);
    assert_int_equal(loaded_by(f, USER), 5);
    store_as(f, USER, 6);
    assert_int_equal(loaded_by(f, USER), 6);
    snprintf(path, sizeof(path), "%s/key", f->path);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

/* Attack cache_planted_for_others: loads as another user, and as another program of the same user;
 * checks that no data is loaded. */
static void test_others(void **state)
{
    static const enum who others[] = {OTHER_USER, OTHER_PROGRAM};
    struct fixture *f = *state;
    char path[PATH_MAX], others_path[PATH_MAX];

    for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        const enum who other = others[i];
        store_as(f, USER, 5);
        assert_int_equal(loaded_by(f, other), 0);
        store_as(f, other, 6);
        assert_int_equal(loaded_by(f, USER), 5);
        assert_int_equal(loaded_by(f, other), 6);
        file_of(f, USER, path);
        file_of(f, other, others_path);
        copy_file(path, others_path); /* as another program might */
        assert_int_equal(loaded_by(f, other), 0);
        assert_int_equal(loaded_by(f, USER), 5);
    }
}

/* Creates new programs without end; checks that they cannot fill the disk, and that existing
 * programs keep their caches. */
static void test_many_programs(void **state)
{
    struct fixture *f = *state;
    struct gv_cache_key owner = {.uid = owners[USER].uid};
    struct gv_cache_channel channel;
    int num = 0;

    store_as(f, USER, 5);
    for (; num < 1000; num++) {
        snprintf(owner.program, sizeof(owner.program), "program-%d", num);
        const int fd = gv_cache_broker_connect(&f->broker, 1, &owner);
        if (fd < 0)
            break;
        close(fd);
        gv_cache_broker_disconnect(&f->broker, 1);
    }
    assert_int_equal(num, GV_CACHE_BROKER_MAX_PROGRAMS - 1);
    assert_int_equal(loaded_by(f, USER), 5);
    connect_channel(f, 1, OTHER_USER, &channel);
    gv_cache_channel_finish(&channel);
}

/* Attack cache_forged_without_key: stores a file without the broker's key; checks that the file is
 * not loaded. */
static void test_forged_file(void **state)
{
    struct fixture *f = *state;
    struct gv_cache_dir dir = {.secret = NULL};
    uint8_t data[200];
    char path[PATH_MAX];

    store_as(f, USER, 5);
    snprintf(dir.path, sizeof(dir.path), "%s/%u/%s", f->path, (unsigned)owners[USER].uid,
             owners[USER].program);
    fill(data, sizeof(data), 9);
    assert_true(gv_cache_store(&dir, name, UINT64_C(0x0123456789abcdef), data, sizeof(data)));
    assert_int_equal(loaded_by(f, USER), 0);
    store_as(f, USER, 5);
    end(f);
    snprintf(path, sizeof(path), "%s/key", f->path);
    assert_int_equal(unlink(path), 0); /* with another key, all files are ignored */
    start(f);
    assert_int_equal(loaded_by(f, USER), 0);
}

/* Connects a worker that has loaded the data that another worker stored. */
static void connect_loaded(struct fixture *f, uint8_t stored, struct gv_cache_channel *channel)
{
    size_t size_B;

    store_as(f, USER, stored);
    connect_channel(f, 1, USER, channel);
    free(channel->cache.load(channel->cache.priv, name, &size_B));
}

/* Lets another worker store data after this worker has loaded the old data; checks that this worker
 * can store only after it has loaded the new data. */
static void test_changed_meanwhile(void **state)
{
    struct fixture *f = *state;
    struct gv_cache_channel channel;
    uint8_t data[200];
    size_t size_B;

    connect_loaded(f, 5, &channel);
    store_as(f, USER, 6);
    fill(data, sizeof(data), 7);
    assert_false(channel.cache.store(channel.cache.priv, name, data, sizeof(data)));
    uint8_t *now = channel.cache.load(channel.cache.priv, name, &size_B);
    assert_int_equal(now[HEADER_B], 6);
    free(now);
    assert_true(channel.cache.store(channel.cache.priv, name, data, sizeof(data)));
    gv_cache_channel_finish(&channel);
    assert_int_equal(loaded_by(f, USER), 7);
}

/* Stores data that no driver has created; checks that it is rejected. */
static void test_unlikely_data(void **state)
{
    struct fixture *f = *state;
    struct gv_cache_channel channel;
    uint8_t data[200];

    connect_loaded(f, 5, &channel);
    fill(data, sizeof(data), 7);
    data[4] = 9;
    assert_false(channel.cache.store(channel.cache.priv, name, data, sizeof(data)));
    fill(data, sizeof(data), 7);
    assert_false(channel.cache.store(channel.cache.priv, name, data, HEADER_B - 1));
    gv_cache_channel_finish(&channel);
    assert_int_equal(loaded_by(f, USER), 5);
}

/* Sends a hand-made request; returns the answer, or -1 if the channel was closed. */
static int ask(const struct gv_cache_channel *channel, uint32_t verb, const char *of, int fd)
{
    struct gv_cache_question question = {.verb = verb};
    struct gv_cache_answer answer = {0};
    int data_fd = -1;

    snprintf(question.name, sizeof(question.name), "%s", of);
    gv_send_with_fd(channel->fd, &question, sizeof(question), fd, MSG_NOSIGNAL);
    const ssize_t len = gv_recv_with_fd(channel->fd, &answer, sizeof(answer), &data_fd);
    if (data_fd >= 0)
        close(data_fd);
    return len == (ssize_t)sizeof(answer) ? (int)answer.done : -1;
}

/* Attack cache_name_leads_elsewhere: requests names that are not those of cache files; checks that
 * the channel is closed. */
static void test_names(void **state)
{
    static const char *const names[] = {"",
                                        "key",
                                        "../key",
                                        "pipelines-0123456789abcde",
                                        "pipelines-0123456789abcdef0",
                                        "pipelines-../../../../key",
                                        "pipelines-0123456789ABCDEF",
                                        "pipelines-of-0123456789abcde",
                                        "pipelines-oh-0123456789abcdef"};
    struct fixture *f = *state;

    store_as(f, USER, 5);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct gv_cache_channel channel;
        connect_channel(f, 1, USER, &channel);
        assert_int_equal(ask(&channel, GV_CACHE_LOAD, names[i], -1), -1);
        gv_cache_channel_finish(&channel);
    }
    assert_int_equal(loaded_by(f, USER), 5);
}

/* Sends requests with a pipe, which would block the listener, with a file that is too large, and
 * without a descriptor; checks the answers. */
static void test_descriptors(void **state)
{
    struct fixture *f = *state;
    struct gv_cache_channel channel;
    int ends[2], memory;

    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    memory = memfd_create("large", MFD_CLOEXEC);
    assert_int_equal(ftruncate(memory, (off_t)GALVAN_CACHE_MAX_B + 1), 0);
    connect_channel(f, 1, USER, &channel);
    assert_int_equal(ask(&channel, GV_CACHE_STORE, name, ends[0]), 0);
    assert_int_equal(ask(&channel, GV_CACHE_STORE, name, memory), 0);
    assert_int_equal(ask(&channel, GV_CACHE_STORE, name, -1), 0);
    assert_int_equal(ask(&channel, 7, name, -1), 0);
    gv_cache_channel_finish(&channel);
    close(ends[0]);
    close(ends[1]);
    close(memory);
    assert_int_equal(loaded_by(f, USER), 0);
}

/* Sends many requests as one worker; checks that the listener stops reading that worker's requests
 * after a few. */
static void test_many_questions(void **state)
{
    struct fixture *f = *state;
    struct gv_cache_channel channel;
    unsigned num = 0;

    connect_channel(f, 1, USER, &channel);
    while (num < 1000 && ask(&channel, GV_CACHE_LOAD, name, -1) >= 0)
        num++;
    gv_cache_channel_finish(&channel);
    assert_in_range(num, 6, 100);
    assert_int_equal(loaded_by(f, USER), 0);
}

/* Ends the broker as a worker's process does after fork(); checks that neither the key nor the
 * broker's end of a channel is left. */
static void test_worker_lets_go(void **state)
{
    struct fixture *f = *state;
    struct gv_cache_broker own;

    end(f);
    gv_cache_broker_init(&own, f->path, NUM_SLOTS, NULL);
    const struct gv_mac_key key = own.key;
    const int fd = gv_cache_broker_connect(&own, 2, &owners[USER]), last = dup(fd);
    gv_cache_broker_finish(&own);
    assert_null(memmem(&own, sizeof(own), &key, sizeof(key)));
    char byte;
    assert_int_equal(recv(last, &byte, 1, MSG_DONTWAIT), 0); /* the other end is closed */
    close(fd);
    close(last);
    start(f);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_next_worker),
        TEST(test_others),
        TEST(test_many_programs),
        TEST(test_forged_file),
        TEST(test_changed_meanwhile),
        TEST(test_unlikely_data),
        TEST(test_names),
        TEST(test_descriptors),
        TEST(test_many_questions),
        TEST(test_worker_lets_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
