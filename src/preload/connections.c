/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The list of connections only grows, so any thread can search it without a lock. */
#include "preload/connections.h"

#include <errno.h>
#include <fcntl.h>
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
    _Atomic unsigned *mark; /* nonzero in this process and zero in its children; NULL if the kernel
                               lacks MADV_WIPEONFORK */
    struct gv_connection *_Atomic first;
    unsigned num_made;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The connection of the new screen to which this thread's next mutex belongs; NULL if there is no
 * such screen. */
static __thread __attribute__((tls_model("initial-exec"))) struct gv_connection *greeted;

/* Returns the number of frames that a program may be ahead of its window, including the frame that
 * the program is drawing. 1: the program waits for each frame. */
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

/* The caller holds the lock. */
static struct gv_connection *find_vacant(void)
{
    FOR_EACH(connection)
    {
        if (atomic_load(&connection->is_vacant))
            return connection;
    }
    struct gv_connection *made = calloc(1, sizeof(*made));
    if (made) {
        atomic_store(&made->is_vacant, true);
        made->next = atomic_load(&table.first);
        atomic_store(&table.first, made);
    }
    return made;
}

/* Empties the table if the parent process filled it: a child that connects does not use its
 * parent's connections. The caller holds the lock. */
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

/* Adds a screen to a connection that has space for it. The caller holds the lock. */
static void add_screen(struct gv_connection *connection, int fd, const void *mutex)
{
    const unsigned num = atomic_load(&connection->num_screens);
    unsigned place = 0;

    while (place < num && atomic_load(&connection->screens[place].fd) >= 0)
        place++;
    struct gv_connection_screen *screen = &connection->screens[place];
    atomic_store(&screen->seen, 0);
    atomic_store(&screen->mutex, mutex);
    atomic_store(&screen->first_sub_ctx, connection->num_joined++ * GV_CONNECTION_MAX_SUB_CTX);
    atomic_store(&screen->fd, fd);
    if (place == num)
        atomic_store(&connection->num_screens, num + 1);
    connection->num_open++;
}

void gv_connections_add(int fd, const char *path, bool shares)
{
    const unsigned ahead = ahead_of(path);
    const int saved = errno;

    if (ahead > 1) {
        pthread_mutex_lock(&table.lock);
        take_over();
        struct gv_connection *connection = find_vacant();
        if (connection && gv_connection_init(connection, fd, ahead)) {
            atomic_store(&connection->id, ++table.num_made);
            connection->shares = shares;
            add_screen(connection, fd, NULL);
            atomic_store(&connection->num_uses, 1);
        }
        pthread_mutex_unlock(&table.lock);
    }
    errno = saved;
}

/* Ends the screen; if it is the connection's last screen, also ends the connection. First waits
 * until all presented frames are shown, as at the program's end. The first screen's descriptor
 * stays open until the connection ends. */
static void end(struct gv_connection *connection, struct gv_connection_screen *screen)
{
    struct gv_connection_screen *first = &connection->screens[0];
    int fds[] = {-1, -1};

    gv_show_drain(connection->show, EXIT_WAIT_MS);
    pthread_mutex_lock(&table.lock);
    const bool is_last = --connection->num_open == 0;
    if (screen != first && gv_connection_has_its_name(connection, screen))
        fds[0] = atomic_load(&screen->fd);
    if (is_last && gv_connection_has_its_name(connection, first))
        fds[1] = atomic_load(&first->fd);
    if (screen != first)
        atomic_store(&screen->fd, -1);
    if (is_last) {
        gv_show_stop(connection->show);
        atomic_store(&first->fd, -1);
    }
    pthread_mutex_unlock(&table.lock);
    if (is_last)
        gv_connection_release(connection); /* the table's use */
    for (unsigned i = 0; i < 2; i++) {
        if (fds[i] >= 0)
            gv_next_close(fds[i]);
    }
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
        atomic_store(&greeted->screens[0].mutex, mutex);
    greeted = NULL;
}

/* Ends the screen that this mutex belongs to, if the connection has such a screen. */
static void note_mutex_end(struct gv_connection *connection, const void *mutex)
{
    const unsigned num = atomic_load(&connection->num_screens);

    for (unsigned i = 0; i < num; i++) {
        struct gv_connection_screen *screen = &connection->screens[i];
        const void *known = mutex;
        if (atomic_load(&screen->mutex) != mutex || !gv_connection_acquire(connection))
            continue;
        if (is_ours() && atomic_compare_exchange_strong(&screen->mutex, &known, NULL))
            end(connection, screen);
        gv_connection_release(connection);
    }
}

void gv_connections_note_mutex_end(const void *mutex)
{
    FOR_EACH(connection)
    {
        note_mutex_end(connection, mutex);
    }
}

/* ---- Screens that share ---------------------------------------------------------------------- */

/* The caller holds the lock. */
static bool can_be_joined(struct gv_connection *connection)
{
    return connection->shares && atomic_load(&connection->works) && connection->num_open > 0 &&
           connection->num_open < GV_CONNECTION_MAX_SCREENS &&
           connection->num_joined < UINT32_MAX / GV_CONNECTION_MAX_SUB_CTX &&
           gv_connection_has_its_name(connection, &connection->screens[0]);
}

/* Begins a use of the oldest connection that a screen can join; NULL if no connection can be
 * joined. The caller holds the lock. */
static struct gv_connection *find_joinable(void)
{
    struct gv_connection *first = NULL;

    FOR_EACH(connection)
    {
        if (!gv_connection_acquire(connection))
            continue;
        if (can_be_joined(connection) && (!first || connection->id < first->id)) {
            gv_connection_release(first);
            first = connection;
        } else {
            gv_connection_release(connection);
        }
    }
    return first;
}

/* Forgets a screen's descriptor number, because the program has closed that descriptor itself. The
 * caller holds the lock. */
static void forget_number(struct gv_connection *connection, int fd)
{
    struct gv_connection_screen *screen = gv_connection_screen(connection, fd);

    if (screen && screen != &connection->screens[0])
        atomic_store(&screen->fd, -1);
}

/* Moves the descriptor's screen from one connection to another, and ends connection `from`, over
 * which only greetings were sent. The caller holds the lock. */
static bool move_screen(struct gv_connection *from, struct gv_connection *to, int fd)
{
    const int flags = fcntl(fd, F_GETFD);
    const void *mutex = atomic_exchange(&from->screens[0].mutex, NULL);

    atomic_store(&from->screens[0].fd, -1);
    if (gv_next_dup3(atomic_load(&to->screens[0].fd), fd, flags & FD_CLOEXEC ? O_CLOEXEC : 0) !=
        fd) {
        atomic_store(&from->screens[0].fd, fd);
        atomic_store(&from->screens[0].mutex, mutex);
        return false;
    }
    forget_number(to, fd);
    add_screen(to, fd, mutex);
    gv_show_stop(from->show);
    gv_connection_release(from); /* the table's use */
    return true;
}

bool gv_connections_join(int fd)
{
    struct gv_connection *from = gv_connections_acquire(fd), *to = NULL;
    bool has_joined = false;

    if (!from)
        return false;
    pthread_mutex_lock(&table.lock);
    if (!atomic_load(&from->works)) {
        to = from->shares ? find_joinable() : NULL;
        atomic_store(&from->works, true);
        has_joined = to && move_screen(from, to, fd);
    }
    pthread_mutex_unlock(&table.lock);
    gv_connection_release(to);
    gv_connection_release(from);
    return has_joined;
}

/* ---- Finding connections --------------------------------------------------------------------- */

/* Returns the newest connection with this descriptor number; NULL if no connection has it. */
static struct gv_connection *at(int fd)
{
    struct gv_connection *newest = NULL;

    if (fd < 0)
        return NULL;
    FOR_EACH(connection)
    {
        if (gv_connection_screen(connection, fd) &&
            (!newest || atomic_load(&connection->id) > atomic_load(&newest->id)))
            newest = connection;
    }
    return newest;
}

bool gv_connections_has(int fd)
{
    return at(fd) != NULL;
}

/* Begins a use of the descriptor's connection, even if the connection belongs to the parent
 * process. */
static struct gv_connection *acquire_any(int fd)
{
    struct gv_connection *connection = at(fd);

    if (!connection || !gv_connection_acquire(connection))
        return NULL;
    if (gv_connection_screen(connection, fd))
        return connection;
    gv_connection_release(connection);
    return NULL;
}

bool gv_connections_is_right(struct gv_connection *connection, int fd)
{
    struct gv_connection_screen *screen = gv_connection_screen(connection, fd);

    return screen && is_ours() && gv_connection_has_its_name(connection, screen);
}

struct gv_connection *gv_connections_acquire(int fd)
{
    struct gv_connection *connection = acquire_any(fd);

    if (connection && gv_connections_is_right(connection, fd))
        return connection;
    gv_connection_release(connection);
    return NULL;
}

bool gv_connections_reacquire(struct gv_connection *connection, unsigned id, int fd)
{
    if (!gv_connection_acquire(connection))
        return false;
    if (atomic_load(&connection->id) == id && gv_connections_is_right(connection, fd))
        return true;
    gv_connection_release(connection);
    return false;
}

static void note_closing(struct gv_connection *connection, unsigned first, unsigned last)
{
    const unsigned num = atomic_load(&connection->num_screens);

    for (unsigned i = 0; i < num; i++) {
        const int fd = atomic_load(&connection->screens[i].fd);
        if (fd >= 0 && (unsigned)fd >= first && (unsigned)fd <= last)
            atomic_fetch_add(&connection->screens[i].num_closings, 1);
    }
}

void gv_connections_note_closing(unsigned first, unsigned last)
{
    FOR_EACH(connection)
    {
        note_closing(connection, first, last);
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

/* ---- Output ---------------------------------------------------------------------------------- */

ssize_t gv_connections_write(int fd, const void *data, size_t size_B)
{
    ssize_t n = gv_connections_write_behind(fd, NULL, 0, data, size_B);
    struct gv_connection *connection = acquire_any(fd);

    if (connection)
        gv_asks_note_any(connection->asks);
    gv_connection_release(connection);
    return n;
}

/* A child process sets connection->others, so that the parent knows that the child writes. The
 * child writes to the descriptor, because the outbox and the ring belong to the parent. */
ssize_t gv_connections_write_behind(int fd, const void *head, size_t head_B, const void *data,
                                    size_t size_B)
{
    struct gv_connection *connection = acquire_any(fd);
    ssize_t n;

    if (connection && !is_ours())
        atomic_store(connection->others, 1);
    /* If another file has the descriptor number by now, no lock is needed. */
    if (!connection || !gv_connections_is_right(connection, fd)) {
        gv_connection_release(connection);
        return gv_next_write(fd, data, size_B);
    }
    n = gv_outbox_write(connection->outbox, head, head_B, data, size_B);
    gv_connection_release(connection);
    return n;
}

/* A server of another version does not report its progress, and would treat the request as an
 * error. */
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

/* ---- All connections ------------------------------------------------------------------------- */

/* The server learns of a resource's destruction before the resource's memory is unmapped. A child
 * returns nothing to the pool, because the pool belongs to its parent. */
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

/* Frees the lock in a child process, because a thread that held the lock at the fork does not exist
 * in the child. */
static void unlock_in_child(void)
{
    pthread_mutex_init(&table.lock, NULL);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, unlock_in_child);
}

/* Runs at the program's end: waits until the program's last frame is shown. */
__attribute__((destructor)) static void leave(void)
{
    drain(EXIT_WAIT_MS);
}
