/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A list that only grows: entries are found without a lock, from any thread. */
#include "preload/connections.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/connection.h"
#include "preload/next.h"
#include "preload/outbox.h"
#include "preload/pool.h"
#include "preload/show.h"
#include "util/env.h"
#include "util/text.h"

enum {
    EXIT_WAIT_MS = 2000
};

static struct {
    pthread_mutex_t lock;
    pid_t pid;
    _Atomic unsigned *mark; /* set in this process, not in its children; NULL: the kernel cannot */
    struct gv_connection *_Atomic first;
    unsigned num_made;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The connection whose mutex this thread makes next; NULL: none. */
static __thread __attribute__((tls_model("initial-exec"))) struct gv_connection *greeted;

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

static void make_mark(void)
{
    void *page =
        mmap(NULL, sizeof(*table.mark), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (page == MAP_FAILED)
        return;
    if (madvise(page, sizeof(*table.mark), MADV_WIPEONFORK) == 0)
        table.mark = page;
    else
        munmap(page, sizeof(*table.mark));
}

/* ---- Connections that begin and end ---------------------------------------------------------- */

#define FOR_EACH(connection)                                                                       \
    for (struct gv_connection *connection = atomic_load(&table.first); connection;                 \
         (connection) = (connection)->next)

/* Lock held. */
static struct gv_connection *find_vacant(void)
{
    FOR_EACH(connection)
    {
        if (atomic_load(&connection->is_vacant))
            return connection;
    }
    struct gv_connection *made = calloc(1, sizeof(*made));
    if (made) {
        atomic_store(&made->fd, -1);
        atomic_store(&made->is_vacant, true);
        made->next = atomic_load(&table.first);
        atomic_store(&table.first, made);
    }
    return made;
}

/* A child that connects leaves its parent's connections alone. Lock held. */
static void take_over(void)
{
    if (!is_ours())
        atomic_store(&table.first, NULL);
    if (!table.mark)
        make_mark();
    if (table.mark)
        atomic_store(table.mark, 1);
    table.pid = getpid();
}

void gv_connections_add(int fd, const char *path)
{
    const unsigned ahead = ahead_of(path);
    const int saved = errno;

    if (ahead > 1) {
        pthread_mutex_lock(&table.lock);
        take_over();
        struct gv_connection *connection = find_vacant();
        if (connection && gv_connection_init(connection, fd, ahead)) {
            atomic_store(&connection->id, ++table.num_made);
            atomic_store(&connection->fd, fd);
            atomic_store(&connection->num_uses, 1);
        }
        pthread_mutex_unlock(&table.lock);
    }
    errno = saved;
}

/* What was given to windows is shown before, as at the program's end. */
static void end(struct gv_connection *connection)
{
    const int fd = atomic_load(&connection->fd);
    const bool is_open = gv_connection_has_its_name(connection);

    gv_show_drain(connection->show, EXIT_WAIT_MS);
    gv_show_stop(connection->show);
    atomic_store(&connection->fd, -1);
    gv_connection_release(connection); /* the table's use */
    if (is_open)
        gv_next_close(fd);
}

void gv_connections_note_greeting(int fd, bool begins)
{
    struct gv_connection *connection = begins ? gv_connections_acquire(fd) : NULL;

    greeted = connection && !atomic_exchange(&connection->was_greeted, true) ? connection : NULL;
    gv_connection_release(connection);
}

void gv_connections_note_mutex(const void *mutex)
{
    if (greeted)
        atomic_store(&greeted->mutex, mutex);
    greeted = NULL;
}

void gv_connections_note_mutex_end(const void *mutex)
{
    FOR_EACH(connection)
    {
        if (atomic_load(&connection->mutex) != mutex || !gv_connection_acquire(connection))
            continue;
        const void *known = mutex;
        if (is_ours() && atomic_compare_exchange_strong(&connection->mutex, &known, NULL))
            end(connection);
        gv_connection_release(connection);
    }
}

/* ---- Finding them ---------------------------------------------------------------------------- */

/* The newest of this number. */
static struct gv_connection *at(int fd)
{
    struct gv_connection *newest = NULL;

    if (fd < 0)
        return NULL;
    FOR_EACH(connection)
    {
        if (atomic_load(&connection->fd) == fd &&
            (!newest || atomic_load(&connection->id) > atomic_load(&newest->id)))
            newest = connection;
    }
    return newest;
}

bool gv_connections_has(int fd)
{
    return at(fd) != NULL;
}

/* Also one of the parent's. */
static struct gv_connection *acquire_any(int fd)
{
    struct gv_connection *connection = at(fd);

    if (!connection || !gv_connection_acquire(connection))
        return NULL;
    if (atomic_load(&connection->fd) == fd)
        return connection;
    gv_connection_release(connection);
    return NULL;
}

static bool is_right(struct gv_connection *connection)
{
    return connection && is_ours() && gv_connection_has_its_name(connection);
}

struct gv_connection *gv_connections_acquire(int fd)
{
    struct gv_connection *connection = acquire_any(fd);

    if (is_right(connection))
        return connection;
    gv_connection_release(connection);
    return NULL;
}

void gv_connections_note_closing(unsigned first, unsigned last)
{
    FOR_EACH(connection)
    {
        const int fd = atomic_load(&connection->fd);
        if (fd >= 0 && (unsigned)fd >= first && (unsigned)fd <= last)
            atomic_fetch_add(&connection->num_closings, 1);
    }
}

bool gv_connections_are_there(void)
{
    FOR_EACH(connection)
    {
        if (atomic_load(&connection->num_uses) > 0)
            return is_ours();
    }
    return false;
}

/* ---- What goes out --------------------------------------------------------------------------- */

ssize_t gv_connections_write(int fd, const void *data, size_t size_B)
{
    ssize_t n = gv_connections_write_behind(fd, NULL, 0, data, size_B);
    struct gv_connection *connection = acquire_any(fd);

    if (connection)
        gv_asks_note_any(connection->asks);
    gv_connection_release(connection);
    return n;
}

/* A child tells its parent that it writes. What was put off is for the server alone, and
 * the ring's place is behind this descriptor. */
ssize_t gv_connections_write_behind(int fd, const void *head, size_t head_B, const void *data,
                                    size_t size_B)
{
    struct gv_connection *connection = acquire_any(fd);
    ssize_t n;

    if (connection && !is_ours())
        atomic_store(connection->others, 1);
    if (!is_right(connection)) { /* also where another file has the number: no lock is taken then */
        gv_connection_release(connection);
        return gv_next_write(fd, data, size_B);
    }
    n = gv_outbox_write(connection->outbox, head, head_B, data, size_B);
    gv_connection_release(connection);
    return n;
}

/* A server of another version has not told how far it is, and would take the question for an error.
 */
void gv_connections_open_ring(int fd)
{
    struct gv_connection *connection = gv_connections_acquire(fd);

    if (connection && atomic_load(&connection->asks->carried_out_B))
        gv_ring_open(&connection->outbox->ring, fd);
    gv_connection_release(connection);
}

bool gv_connections_put_off(int fd, const void *message, size_t size_B)
{
    struct gv_connection *connection = gv_connections_acquire(fd);
    bool is_fine = connection && gv_outbox_put_off(connection->outbox, message, size_B);

    gv_connection_release(connection);
    return is_fine;
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* The server knows of the end of a resource before its memory is unmapped. A child gives nothing
 * back: the memory is its parent's. */
bool gv_connections_unmap(void *address)
{
    FOR_EACH(connection)
    {
        if (!gv_connection_acquire(connection))
            continue;
        const bool has = gv_pool_has(connection->pool, address);
        if (has && is_ours())
            gv_pool_give_back(connection->pool, address, gv_outbox_end_B(connection->outbox));
        gv_connection_release(connection);
        if (has)
            return true;
    }
    return false;
}

static void drain(int timeout_ms)
{
    FOR_EACH(connection)
    {
        if (!gv_connection_acquire(connection))
            continue;
        if (gv_show_is_busy(connection->show) && is_ours())
            gv_show_drain(connection->show, timeout_ms);
        gv_connection_release(connection);
    }
}

void gv_connections_drain(void)
{
    drain(-1);
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
    drain(EXIT_WAIT_MS);
}
