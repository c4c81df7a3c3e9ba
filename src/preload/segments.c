/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "preload/segments.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/shm.h>

#include "preload/next.h"

#define XCB "libxcb.so.1"
#define SHM "libxcb-shm.so.0"

/* Looks up the function of this name in the library. */
#define NEXT(library, name) ((__typeof__(&name))gv_next_once(&(slots.name), library, #name))

enum {
    MAX_DISPLAYS = 4,       /* later displays get no segment */
    MIN_B = 64 << 10,       /* smaller images are as fast through the socket */
    MAX_B = 256 << 20,      /* largest image */
    GRANULE_B = 1024 * 1024 /* sizes are multiples of this, so that a growing window does not attach
                               a segment at each resize */
};

static struct {
    void *xcb_get_extension_data, *xcb_generate_id, *xcb_request_check, *xcb_shm_attach_checked,
        *xcb_shm_detach, *xcb_shm_id;
} slots;

static struct {
    pthread_mutex_t lock;
    struct {
        const void *display;
        bool is_refused; /* this display permanently gets no segment */
        struct gv_segment segment;
        size_t size_B;
    } all[MAX_DISPLAYS];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool has_extension(xcb_connection_t *x)
{
    xcb_extension_t *id = gv_next_once(&slots.xcb_shm_id, SHM, "xcb_shm_id");
    const xcb_query_extension_reply_t *extension =
        id ? NEXT(XCB, xcb_get_extension_data)(x, id) : NULL;

    return extension && extension->present && NEXT(SHM, xcb_shm_attach_checked);
}

/* Creates shared memory that the system frees when both ends have detached it. */
static void *make_memory(size_t size_B, int *out_number)
{
    const int number = shmget(IPC_PRIVATE, size_B, IPC_CREAT | 0600);
    void *memory = number < 0 ? (void *)-1 : shmat(number, NULL, 0);

    if (number >= 0 && memory == (void *)-1)
        shmctl(number, IPC_RMID, NULL);
    *out_number = number;
    return memory == (void *)-1 ? NULL : memory;
}

/* Attaches a new segment to the X server. False if the X server refuses the segment, as a server on
 * another machine or in another namespace does. */
static bool attach(xcb_connection_t *x, size_t size_B, struct gv_segment *out_segment)
{
    int number;
    uint8_t *memory = make_memory(size_B, &number);

    if (!memory)
        return false;
    const uint32_t id = NEXT(XCB, xcb_generate_id)(x);
    xcb_generic_error_t *error = NEXT(XCB, xcb_request_check)(
        x, NEXT(SHM, xcb_shm_attach_checked)(x, id, (uint32_t)number, false));
    shmctl(number, IPC_RMID, NULL);
    if (error)
        shmdt(memory);
    else
        *out_segment = (struct gv_segment){memory, id};
    const bool is_fine = !error;
    free(error);
    return is_fine;
}

/* The caller holds the lock. */
static unsigned place_of(const void *display)
{
    unsigned place = 0;

    while (place < MAX_DISPLAYS && table.all[place].display != display)
        place++;
    return place;
}

/* The caller holds the lock. */
static bool grow(unsigned place, xcb_connection_t *x, size_t size_B)
{
    struct gv_segment *segment = &table.all[place].segment;

    if (segment->memory) {
        NEXT(SHM, xcb_shm_detach)(x, segment->id);
        shmdt(segment->memory);
        *segment = (struct gv_segment){0};
    }
    size_B = (size_B + GRANULE_B - 1) / GRANULE_B * GRANULE_B;
    table.all[place].is_refused = !has_extension(x) || !attach(x, size_B, segment);
    table.all[place].size_B = table.all[place].is_refused ? 0 : size_B;
    return !table.all[place].is_refused;
}

/* The caller holds the lock. */
static bool begin(const void *display, xcb_connection_t *x, size_t size_B,
                  struct gv_segment *out_segment)
{
    unsigned place = place_of(display);

    if (place == MAX_DISPLAYS && (place = place_of(NULL)) < MAX_DISPLAYS)
        table.all[place].display = display;
    if (place == MAX_DISPLAYS || table.all[place].is_refused ||
        (table.all[place].size_B < size_B && !grow(place, x, size_B)))
        return false;
    *out_segment = table.all[place].segment;
    return true;
}

/* Fails if another thread has the lock. Does not wait for the lock, because its holder may be
 * waiting for the X server while the calling program has grabbed the X server. */
bool gv_segments_begin(const void *display, xcb_connection_t *x, size_t size_B,
                       struct gv_segment *out_segment)
{
    if (size_B < MIN_B || size_B > MAX_B || pthread_mutex_trylock(&table.lock) != 0)
        return false;
    if (begin(display, x, size_B, out_segment))
        return true;
    pthread_mutex_unlock(&table.lock);
    return false;
}

void gv_segments_end(void)
{
    pthread_mutex_unlock(&table.lock);
}

void gv_segments_forget(const void *display)
{
    pthread_mutex_lock(&table.lock);
    const unsigned place = place_of(display);
    if (place < MAX_DISPLAYS) {
        if (table.all[place].segment.memory)
            shmdt(table.all[place].segment.memory);
        memset(&table.all[place], 0, sizeof(table.all[place]));
    }
    pthread_mutex_unlock(&table.lock);
}
