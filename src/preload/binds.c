/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A pixmap is watched from its second binding on, because most programs bind a pixmap only once.
 * The library asks the X server whether a pixmap has changed. The X server first executes the
 * program's earlier requests, as it also does before Mesa reads the pixmap. While the program has
 * grabbed the X server, the library does not ask. */
#include "preload/binds.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "preload/damage.h"
#include "preload/next.h"
#include "preload/presents.h"
#include "preload/show.h"

#define X11 "libX11.so.6"

/* Looks up the function of this name in the library. */
#define NEXT(name) ((__typeof__(&name))gv_next_once(&(slots.name), X11, #name))

enum {
    MAX_BOUND = 64
};

static struct {
    void *XSync, *XConnectionNumber, *XDisplayString;
} slots;

struct bound {
    Display *x; /* NULL: the slot is free */
    GLXPixmap name;
    Pixmap pixmap;
    unsigned num_binds;
    uint32_t damage;     /* 0: not watched */
    const void *context; /* the context that bound the pixmap last; NULL: the texture may hold
                            something else */
    unsigned texture;
    unsigned num_changes; /* the value of num_changes when the pixmap was bound last */
};

static struct {
    pthread_mutex_t lock;
    Display *x; /* the display that damage watches; NULL: no display was opened */
    pid_t pid;  /* the process that has opened damage */
    struct gv_damage *damage;
    struct bound all[MAX_BOUND];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_uint num_changes;

void gv_binds_note_textures(void)
{
    atomic_fetch_add(&num_changes, 1);
}

/* The caller holds the lock. */
static struct bound *find(const Display *x, GLXPixmap name)
{
    for (unsigned i = 0; i < MAX_BOUND; i++) {
        if (table.all[i].x == x && (!x || table.all[i].name == name))
            return &table.all[i];
    }
    return NULL;
}

/* The caller holds the lock. */
static void clear(struct bound *bound)
{
    if (bound->damage && table.pid == getpid())
        gv_damage_unwatch(table.damage, bound->damage);
    *bound = (struct bound){0};
}

void gv_binds_add(Display *x, GLXPixmap name, Pixmap pixmap)
{
    pthread_mutex_lock(&table.lock);
    struct bound *bound = find(x, name);
    if (bound)
        clear(bound);
    else
        bound = find(NULL, None);
    if (bound)
        *bound = (struct bound){.x = x, .name = name, .pixmap = pixmap};
    pthread_mutex_unlock(&table.lock);
}

void gv_binds_remove(Display *x, GLXPixmap name)
{
    pthread_mutex_lock(&table.lock);
    struct bound *bound = find(x, name);
    if (bound)
        clear(bound);
    pthread_mutex_unlock(&table.lock);
}

void gv_binds_forget(Display *x)
{
    pthread_mutex_lock(&table.lock);
    for (unsigned i = 0; i < MAX_BOUND; i++) {
        if (table.all[i].x == x)
            clear(&table.all[i]);
    }
    if (table.x == x && table.pid == getpid()) {
        gv_damage_close(table.damage);
        table.damage = NULL;
        table.x = NULL;
    }
    pthread_mutex_unlock(&table.lock);
}

/* Opens DAMAGE for the first display of the process; pixmaps of other displays are not watched.
 * The caller holds the lock. */
static bool open_damage(Display *x)
{
    if (!table.x) {
        table.x = x;
        table.pid = getpid();
        table.damage = gv_damage_open(NEXT(XDisplayString)(x), NEXT(XConnectionNumber)(x));
    }
    return table.x == x && table.pid == getpid() && table.damage;
}

/* The caller holds the lock. */
static bool has_changed(Display *x, struct bound *bound)
{
    if (bound->num_binds++ == 0 || gv_show_is_held() || !open_damage(x))
        return true;
    if (!bound->damage)
        bound->damage = gv_damage_watch(table.damage, (uint32_t)bound->pixmap);
    if (!bound->damage)
        return true;
    gv_presents_drain();
    NEXT(XSync)(x, False);
    return gv_damage_take(table.damage, bound->damage);
}

/* Notes that the texture does not hold a pixmap's contents any more. The caller holds the lock. */
static void forget_texture(unsigned texture)
{
    for (unsigned i = 0; i < MAX_BOUND; i++) {
        if (table.all[i].texture == texture)
            table.all[i].context = NULL;
    }
}

bool gv_binds_is_fresh(Display *x, GLXPixmap name, const void *context, unsigned texture)
{
    const unsigned changes = atomic_load(&num_changes);
    bool is_fresh = false;

    pthread_mutex_lock(&table.lock);
    struct bound *bound = x && context && texture ? find(x, name) : NULL;
    if (bound && !has_changed(x, bound))
        is_fresh =
            bound->context == context && bound->texture == texture && bound->num_changes == changes;
    if (!is_fresh)
        forget_texture(texture);
    if (bound) {
        bound->context = context;
        bound->texture = texture;
        bound->num_changes = changes;
    }
    pthread_mutex_unlock(&table.lock);
    return is_fresh;
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
