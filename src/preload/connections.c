/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A table that only grows: entries are found without a lock, from any thread. */
#include "preload/connections.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/next.h"
#include "preload/outbox.h"
#include "preload/pool.h"
#include "preload/show.h"
#include "util/env.h"
#include "util/text.h"

enum {
    MAX_CONNECTIONS = 16,
    EXIT_WAIT_MS = 2000
};

struct connection {
    int fd;
    dev_t device;             /* the socket's own name, */
    ino_t inode;              /* since the descriptor may be closed and mean something else */
    atomic_uint num_closings; /* of this number, begun or ended */
    atomic_uint seen;         /* num_closings + 1 when its name was looked at; 0: never */
    struct gv_show *show;
    struct gv_asks *asks;
    struct gv_pool *pool;
    struct gv_outbox *outbox;
};

static struct {
    pthread_mutex_t lock;
    pid_t pid;
    _Atomic unsigned *mark; /* set in this process, not in its children; NULL: the kernel cannot */
    atomic_uint *others;    /* for each connection, whether a child has written; shared with it */
    atomic_uint num;
    struct connection all[MAX_CONNECTIONS];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* How many frames a program may be ahead of its window, counting the one that it draws; 1: none. */
static unsigned ahead_of(const char *path)
{
    const char *value = gv_getenv("GALVAN_FRAMES_AHEAD");
    const char *colon = value ? strchr(value, ':') : NULL;
    uint64_t ahead;

    if (!colon || strcmp(colon + 1, path) != 0 ||
        !gv_parse_u64(value, (size_t)(colon - value), GV_SHOW_MAX_AHEAD, &ahead))
        return 1;
    return (unsigned)ahead;
}

static bool is_ours(void)
{
    return table.mark ? atomic_load(table.mark) : table.pid == getpid();
}

static void *make_page(size_t size_B, int flag)
{
    void *page = mmap(NULL, size_B, PROT_READ | PROT_WRITE, flag | MAP_ANONYMOUS, -1, 0);

    return page == MAP_FAILED ? NULL : page;
}

static void make_mark(void)
{
    void *page = make_page(sizeof(*table.mark), MAP_PRIVATE);

    if (page && madvise(page, sizeof(*table.mark), MADV_WIPEONFORK) == 0)
        table.mark = page;
    else if (page)
        munmap(page, sizeof(*table.mark));
}

static void add(const struct connection *connection)
{
    unsigned num = is_ours() ? atomic_load(&table.num) : 0;

    if (num == 0)
        table.others = make_page(MAX_CONNECTIONS * sizeof(*table.others), MAP_SHARED);
    if (num == MAX_CONNECTIONS || !table.others)
        return;
    if (!table.mark)
        make_mark();
    if (table.mark)
        atomic_store(table.mark, 1);
    table.all[num] = *connection;
    connection->asks->others = &table.others[num];
    table.pid = getpid();
    atomic_store(&table.num, num + 1);
}

void gv_connections_add(int fd, const char *path)
{
    unsigned ahead = ahead_of(path);
    int saved = errno;
    struct stat st;

    if (ahead > 1 && fstat(fd, &st) == 0) {
        struct connection made = {.fd = fd, .device = st.st_dev, .inode = st.st_ino};
        made.show = gv_show_create(fd, ahead);
        made.asks = calloc(1, sizeof(*made.asks));
        made.pool = calloc(1, sizeof(*made.pool));
        made.outbox = calloc(1, sizeof(*made.outbox));
        pthread_mutex_lock(&table.lock);
        if (made.show && made.asks && made.pool && made.outbox) {
            gv_asks_init(made.asks);
            gv_outbox_init(made.outbox, fd, &made.asks->written_B);
            add(&made);
        }
        pthread_mutex_unlock(&table.lock);
    }
    errno = saved;
}

/* The newest of this number. */
static struct connection *at(int fd)
{
    for (unsigned i = atomic_load(&table.num); i > 0; i--) {
        if (table.all[i - 1].fd == fd)
            return &table.all[i - 1];
    }
    return NULL;
}

bool gv_connections_has(int fd)
{
    return at(fd) != NULL;
}

/* The name is looked at again when somebody may have closed the descriptor meanwhile. */
static bool has_its_name(struct connection *connection)
{
    const unsigned num_closings = atomic_load(&connection->num_closings);
    struct stat st;

    if (atomic_load(&connection->seen) == num_closings + 1)
        return true;
    if (fstat(connection->fd, &st) != 0 || st.st_dev != connection->device ||
        st.st_ino != connection->inode)
        return false;
    atomic_store(&connection->seen, num_closings + 1);
    return true;
}

/* The connection, if it is still that, and of this process. */
static const struct connection *find(int fd)
{
    struct connection *connection = at(fd);

    return connection && is_ours() && has_its_name(connection) ? connection : NULL;
}

void gv_connections_note_closing(unsigned first, unsigned last)
{
    const unsigned num = atomic_load(&table.num);

    for (unsigned i = 0; i < num; i++) {
        if ((unsigned)table.all[i].fd >= first && (unsigned)table.all[i].fd <= last)
            atomic_fetch_add(&table.all[i].num_closings, 1);
    }
}

ssize_t gv_connections_write(int fd, const void *data, size_t size_B)
{
    const struct connection *connection = at(fd);
    ssize_t n = gv_connections_write_behind(fd, NULL, 0, data, size_B);

    if (connection)
        gv_asks_note_any(connection->asks);
    return n;
}

/* A child tells its parent that it writes. What was put off is for the server alone, and
 * the ring's place is behind this descriptor. */
ssize_t gv_connections_write_behind(int fd, const void *head, size_t head_B, const void *data,
                                    size_t size_B)
{
    const struct connection *connection = at(fd);

    if (connection && !is_ours())
        atomic_store(&table.others[connection - table.all], 1);
    if (!find(fd)) /* also where another file has the number by now: no lock is taken then */
        return gv_next_write(fd, data, size_B);
    return gv_outbox_write(connection->outbox, head, head_B, data, size_B);
}

/* A server of another version has not told how far it is, and would take the question for an error.
 */
void gv_connections_open_ring(int fd)
{
    const struct connection *connection = find(fd);

    if (connection && atomic_load(&connection->asks->carried_out_B))
        gv_ring_open(&connection->outbox->ring, fd);
}

bool gv_connections_put_off(int fd, const void *message, size_t size_B)
{
    const struct connection *connection = find(fd);

    return connection && gv_outbox_put_off(connection->outbox, message, size_B);
}

struct gv_show *gv_connections_find(int fd)
{
    const struct connection *connection = find(fd);

    return connection ? connection->show : NULL;
}

struct gv_asks *gv_connections_asks(int fd)
{
    const struct connection *connection = find(fd);

    return connection ? connection->asks : NULL;
}

struct gv_pool *gv_connections_pool(int fd)
{
    const struct connection *connection = find(fd);

    return connection ? connection->pool : NULL;
}

/* The server knows of the end of a resource before its memory is unmapped. A child gives nothing
 * back: the memory is its parent's. */
bool gv_connections_unmap(void *address)
{
    const unsigned num = atomic_load(&table.num);

    for (unsigned i = 0; i < num; i++) {
        const struct connection *connection = &table.all[i];
        if (!gv_pool_has(connection->pool, address))
            continue;
        if (is_ours())
            gv_pool_give_back(connection->pool, address, gv_outbox_end_B(connection->outbox));
        return true;
    }
    return false;
}

bool gv_connections_are_there(void)
{
    return atomic_load(&table.num) > 0 && is_ours();
}

void gv_connections_drain(void)
{
    const unsigned num = atomic_load(&table.num);

    for (unsigned i = 0; i < num; i++) {
        if (gv_show_is_busy(table.all[i].show) && is_ours())
            gv_show_drain(table.all[i].show, -1);
    }
}

/* Another thread may have held the lock, which is not in the child. */
static void unlock_in_child(void)
{
    pthread_mutex_init(&table.lock, NULL);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, unlock_in_child);
}

/* The last frame of a program that ends is shown, too. */
__attribute__((destructor)) static void leave(void)
{
    const unsigned num = atomic_load(&table.num);

    for (unsigned i = 0; i < num; i++) {
        if (gv_show_is_busy(table.all[i].show) && is_ours())
            gv_show_drain(table.all[i].show, EXIT_WAIT_MS);
    }
}
