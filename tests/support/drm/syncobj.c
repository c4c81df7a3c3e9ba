/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fences, which are the times at which submissions finish, and sync objects, which contain
 * fences. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <drm.h>
#include <linux/dma-buf.h>
#include <linux/sync_file.h>

#include "fake.h"
#include "util/text.h"

/* A point of a timeline. Points are in the order of submission. */
struct point {
    uint64_t value, done_ns;
};

struct fake_syncobj {
    unsigned refs;
    bool filled;          /* has a binary fence */
    uint64_t done_ns;     /* the time at which the newest fence signals */
    uint64_t value;       /* the value of the newest point that was submitted */
    uint64_t done;        /* the value of the newest point that is done */
    struct point *points; /* points that were submitted and are not done */
    unsigned num_points;
};

static struct {
    uint64_t latency_ns;
    uint64_t idle_ns; /* time at which all submissions are done */
    pthread_cond_t changed;
    pthread_mutex_t lock; /* used only to wait for the condition variable */
    uint64_t changes;
} clocks = {.lock = PTHREAD_MUTEX_INITIALIZER};

__attribute__((constructor)) static void start_clock(void)
{
    const char *latency = getenv("GALVAN_DRM_LATENCY_US");
    uint64_t latency_us;
    pthread_condattr_t attr;

    if (latency && gv_parse_u64(latency, strlen(latency), UINT32_MAX, &latency_us))
        clocks.latency_ns = latency_us * 1000;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&clocks.changed, &attr);
    pthread_condattr_destroy(&attr);
}

/* ---- Time ---------------------------------------------------------------------------------- */

uint64_t fake_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t fake_submit(void)
{
    const uint64_t now_ns = fake_now_ns();

    if (!clocks.latency_ns)
        return 0;
    if (clocks.idle_ns < now_ns)
        clocks.idle_ns = now_ns;
    clocks.idle_ns += clocks.latency_ns;
    return clocks.idle_ns;
}

uint64_t fake_timeout_after(int64_t timeout_ns)
{
    const uint64_t now_ns = fake_now_ns();

    return timeout_ns < 0 || now_ns + (uint64_t)timeout_ns < now_ns ? UINT64_MAX
                                                                    : now_ns + (uint64_t)timeout_ns;
}

static void sleep_until(uint64_t time_ns)
{
    const struct timespec until = {(time_t)(time_ns / 1000000000), (long)(time_ns % 1000000000)};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        ;
}

/* Releases the lock of fake_lock() during the sleep. */
long fake_wait_until(uint64_t done_ns, uint64_t timeout_ns)
{
    if (done_ns <= fake_now_ns())
        return 0;
    fake_unlock();
    sleep_until(done_ns < timeout_ns ? done_ns : timeout_ns);
    fake_lock();
    return done_ns <= timeout_ns ? 0 : -ETIME;
}

long fake_wait_idle(uint64_t timeout_ns)
{
    return fake_wait_until(clocks.idle_ns, timeout_ns);
}

static void report_change(void)
{
    pthread_mutex_lock(&clocks.lock);
    clocks.changes++;
    pthread_cond_broadcast(&clocks.changed);
    pthread_mutex_unlock(&clocks.lock);
}

/* Waits until `changes` differs from `seen`, at most until `until_ns`. The lock of fake_lock() is
 * released during the wait. */
static void wait_for_change(uint64_t seen, uint64_t until_ns)
{
    const uint64_t far_ns = fake_now_ns() + UINT64_C(3600000000000);
    struct timespec until;

    until_ns = until_ns < far_ns ? until_ns : far_ns;
    until.tv_sec = (time_t)(until_ns / 1000000000);
    until.tv_nsec = (long)(until_ns % 1000000000);
    fake_unlock();
    pthread_mutex_lock(&clocks.lock);
    while (clocks.changes == seen &&
           pthread_cond_timedwait(&clocks.changed, &clocks.lock, &until) != ETIMEDOUT)
        ;
    pthread_mutex_unlock(&clocks.lock);
    fake_lock();
}

/* ---- Sync objects -------------------------------------------------------------------------- */

static struct fake_syncobj *find(const struct fake_node *node, uint32_t handle)
{
    return handle && handle <= node->num_syncobjs ? node->syncobjs[handle - 1] : NULL;
}

static uint32_t add(struct fake_node *node, struct fake_syncobj *object)
{
    unsigned idx = 0;

    while (idx < node->num_syncobjs && node->syncobjs[idx])
        idx++;
    if (idx == node->num_syncobjs) {
        unsigned num = idx ? 2 * idx : 64;
        struct fake_syncobj **objects = realloc(node->syncobjs, num * sizeof(*objects));
        if (!objects)
            return 0;
        memset(objects + idx, 0, (num - idx) * sizeof(*objects));
        node->syncobjs = objects;
        node->num_syncobjs = num;
    }
    node->syncobjs[idx] = object;
    return idx + 1;
}

uint32_t fake_syncobj_create(struct fake_node *node, bool done)
{
    struct fake_syncobj *object = calloc(1, sizeof(*object));
    uint32_t handle = object ? add(node, object) : 0;

    if (!handle) {
        free(object);
        return 0;
    }
    object->refs = 1;
    object->filled = done;
    return handle;
}

static void forget_done_points(struct fake_syncobj *s)
{
    const uint64_t now_ns = s->num_points ? fake_now_ns() : 0;
    unsigned num = 0;

    while (num < s->num_points && s->points[num].done_ns <= now_ns)
        s->done = s->points[num++].value;
    s->num_points -= num;
    if (num)
        memmove(s->points, s->points + num, s->num_points * sizeof(*s->points));
}

static bool add_point(struct fake_syncobj *s, uint64_t value, uint64_t done_ns)
{
    struct point *points = realloc(s->points, (s->num_points + 1) * sizeof(*points));

    if (!points)
        return false;
    s->points = points;
    points[s->num_points++] = (struct point){value, done_ns};
    return true;
}

static long set(struct fake_syncobj *s, uint64_t value, uint64_t done_ns)
{
    if (!s)
        return -ENOENT;
    s->filled = true;
    s->done_ns = done_ns;
    if (value > s->value) {
        forget_done_points(s);
        if (!add_point(s, value, done_ns))
            return -ENOMEM;
        s->value = value;
        forget_done_points(s);
    }
    report_change();
    return 0;
}

long fake_syncobj_set(struct fake_node *node, uint32_t handle, uint64_t point, uint64_t done_ns)
{
    return set(find(node, handle), point, done_ns);
}

/* Returns whether a point was submitted; stores the time at which the point is done. */
static bool fence_of(struct fake_syncobj *s, uint64_t value, uint64_t *out_done_ns)
{
    *out_done_ns = 0;
    if (!value) {
        *out_done_ns = s->done_ns;
        return s->filled;
    }
    if (value > s->value)
        return false;
    forget_done_points(s);
    for (unsigned i = 0; i < s->num_points; i++) {
        if (s->points[i].value >= value) {
            *out_done_ns = s->points[i].done_ns;
            break;
        }
    }
    return true;
}

long fake_submit_after(struct fake_node *node, uint32_t handle, uint64_t point)
{
    struct fake_syncobj *s = find(node, handle);
    uint64_t done_ns;

    if (!s)
        return -ENOENT;
    if (!fence_of(s, point, &done_ns))
        return -EINVAL;
    if (clocks.idle_ns < done_ns)
        clocks.idle_ns = done_ns;
    return 0;
}

/* ---- Commands ------------------------------------------------------------------------------ */

static long create(struct fake_node *node, struct drm_syncobj_create *arg)
{
    arg->handle = fake_syncobj_create(node, arg->flags & DRM_SYNCOBJ_CREATE_SIGNALED);
    return arg->handle ? 0 : -ENOMEM;
}

/* Destroys a handle. A sync object that was exported to a descriptor stays alive for ever. */
static long destroy(struct fake_node *node, const struct drm_syncobj_destroy *arg)
{
    struct fake_syncobj *s = find(node, arg->handle);

    if (!s)
        return -EINVAL;
    node->syncobjs[arg->handle - 1] = NULL;
    if (--s->refs == 0) {
        free(s->points);
        free(s);
    }
    return 0;
}

int fake_sync_file(uint64_t done_ns)
{
    uint64_t *time = malloc(sizeof(*time));

    if (!time)
        return -ENOMEM;
    *time = done_ns;
    return fake_export(FAKE_SYNC_FILE, time, 0);
}

static long to_fd(struct fake_node *node, struct drm_syncobj_handle *arg)
{
    struct fake_syncobj *s = find(node, arg->handle);
    uint64_t done_ns;

    if (!s)
        return -EINVAL;
    if (arg->flags & DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE) {
        arg->fd = fence_of(s, 0, &done_ns) ? fake_sync_file(done_ns) : -EINVAL;
    } else {
        arg->fd = fake_export(FAKE_SYNCOBJ, s, 0);
        s->refs++;
    }
    return arg->fd < 0 ? arg->fd : 0;
}

static long from_fd(struct fake_node *node, struct drm_syncobj_handle *arg)
{
    if (arg->flags & DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE) {
        const uint64_t *done_ns = fake_import(FAKE_SYNC_FILE, arg->fd);
        return fake_syncobj_set(node, arg->handle, 0, done_ns ? *done_ns : 0);
    }
    struct fake_syncobj *s = fake_import(FAKE_SYNCOBJ, arg->fd);
    if (!s)
        return -EINVAL;
    arg->handle = add(node, s);
    s->refs += arg->handle != 0;
    return arg->handle ? 0 : -ENOMEM;
}

struct wait {
    const uint32_t *handles;
    const uint64_t *points; /* NULL: the sync objects are binary */
    uint32_t num, flags;
    uint64_t timeout_ns;
};

/* Returns 0 if the wait is over, the time at which the wait may end, UINT64_MAX if that time is
 * unknown, or a negative error. */
static long check_wait(struct fake_node *node, const struct wait *w, uint64_t now_ns,
                       uint32_t *out_first, uint64_t *out_next_ns)
{
    const bool all = w->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL;
    unsigned num_done = 0;

    *out_next_ns = UINT64_MAX;
    for (uint32_t i = 0; i < w->num; i++) {
        struct fake_syncobj *s = find(node, w->handles[i]);
        uint64_t done_ns;
        if (!s)
            return -ENOENT;
        const bool submitted = fence_of(s, w->points ? w->points[i] : 0, &done_ns);
        if (!submitted && !(w->flags & (DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT |
                                        DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE)))
            return -EINVAL;
        if (submitted &&
            (done_ns <= now_ns || (w->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE))) {
            *out_first = i;
            num_done++;
            if (!all)
                return 1;
        } else if (submitted && done_ns < *out_next_ns) {
            *out_next_ns = done_ns;
        }
    }
    return num_done == w->num;
}

static long wait_for(struct fake_node *node, const struct wait *w, uint32_t *out_first)
{
    for (;;) {
        const uint64_t now_ns = fake_now_ns();
        const uint64_t seen = __atomic_load_n(&clocks.changes, __ATOMIC_ACQUIRE);
        uint64_t next_ns;
        const long result = check_wait(node, w, now_ns, out_first, &next_ns);
        if (result)
            return result < 0 ? result : 0;
        if (now_ns >= w->timeout_ns)
            return -ETIME;
        wait_for_change(seen, next_ns < w->timeout_ns ? next_ns : w->timeout_ns);
    }
}

static uint64_t timeout_of(int64_t timeout_ns)
{
    return timeout_ns < 0 ? 0 : (uint64_t)timeout_ns;
}

static long wait_binary(struct fake_node *node, struct drm_syncobj_wait *arg)
{
    const struct wait w = {fake_pointer(arg->handles), NULL, arg->count_handles, arg->flags,
                           timeout_of(arg->timeout_nsec)};

    return wait_for(node, &w, &arg->first_signaled);
}

static long wait_timeline(struct fake_node *node, struct drm_syncobj_timeline_wait *arg)
{
    const struct wait w = {fake_pointer(arg->handles), fake_pointer(arg->points),
                           arg->count_handles, arg->flags, timeout_of(arg->timeout_nsec)};

    return wait_for(node, &w, &arg->first_signaled);
}

static long reset(struct fake_node *node, const struct drm_syncobj_array *arg)
{
    const uint32_t *handles = fake_pointer(arg->handles);

    for (uint32_t i = 0; i < arg->count_handles; i++) {
        struct fake_syncobj *s = find(node, handles[i]);
        if (!s)
            return -ENOENT;
        s->filled = false;
        s->value = s->done = 0;
        s->num_points = 0;
    }
    return 0;
}

static long signal_all(struct fake_node *node, const uint32_t *handles, const uint64_t *points,
                       uint32_t num)
{
    for (uint32_t i = 0; i < num; i++) {
        const long result = fake_syncobj_set(node, handles[i], points ? points[i] : 0, 0);
        if (result)
            return result;
    }
    return 0;
}

static long query(struct fake_node *node, const struct drm_syncobj_timeline_array *arg)
{
    const uint32_t *handles = fake_pointer(arg->handles);
    uint64_t *points = fake_pointer(arg->points);

    for (uint32_t i = 0; i < arg->count_handles; i++) {
        struct fake_syncobj *s = find(node, handles[i]);
        if (!s)
            return -ENOENT;
        forget_done_points(s);
        points[i] = arg->flags & DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED ? s->value : s->done;
    }
    return 0;
}

static long transfer(struct fake_node *node, const struct drm_syncobj_transfer *arg)
{
    struct fake_syncobj *from = find(node, arg->src_handle);
    uint64_t done_ns;

    if (!from || !fence_of(from, arg->src_point, &done_ns))
        return from ? -EINVAL : -ENOENT;
    return fake_syncobj_set(node, arg->dst_handle, arg->dst_point, done_ns);
}

long fake_syncobj_command(struct fake_node *node, unsigned long request, void *arg)
{
    const struct drm_syncobj_array *array = arg;
    const struct drm_syncobj_timeline_array *timelines = arg;

    switch (_IOC_NR(request)) {
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_CREATE):
        return create(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_DESTROY):
        return destroy(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD):
        return to_fd(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE):
        return from_fd(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_WAIT):
        return wait_binary(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_RESET):
        return reset(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_SIGNAL):
        return signal_all(node, fake_pointer(array->handles), NULL, array->count_handles);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT):
        return wait_timeline(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_QUERY):
        return query(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_TRANSFER):
        return transfer(node, arg);
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL):
        return signal_all(node, fake_pointer(timelines->handles), fake_pointer(timelines->points),
                          timelines->count_handles);
    default:
        return -EINVAL;
    }
}

/* ---- Sync files ---------------------------------------------------------------------------- */

static uint64_t later(uint64_t a_ns, uint64_t b_ns)
{
    return a_ns > b_ns ? a_ns : b_ns;
}

static long merge(int fd, struct sync_merge_data *arg)
{
    const uint64_t *one = fake_import(FAKE_SYNC_FILE, fd);
    const uint64_t *other = fake_import(FAKE_SYNC_FILE, arg->fd2);

    if (!one || !other)
        return -ENOENT;
    arg->fence = fake_sync_file(later(*one, *other));
    return arg->fence < 0 ? arg->fence : 0;
}

static long describe(int fd, struct sync_file_info *arg)
{
    const uint64_t *done_ns = fake_import(FAKE_SYNC_FILE, fd);

    if (!done_ns)
        return -ENOTTY;
    arg->status = *done_ns <= fake_now_ns();
    arg->num_fences = 0;
    return 0;
}

/* Exports the fences of a dma-buf for which an access must wait. */
static long export_fence(int fd, struct dma_buf_export_sync_file *arg)
{
    const struct fake_object *object = fake_import(FAKE_DMA_BUF, fd);

    if (!object)
        return -ENOTTY;
    arg->fd =
        fake_sync_file(arg->flags & DMA_BUF_SYNC_WRITE ? later(object->read_ns, object->write_ns)
                                                       : object->write_ns);
    return arg->fd < 0 ? arg->fd : 0;
}

/* Adds a fence to a dma-buf. */
static long import_fence(int fd, const struct dma_buf_import_sync_file *arg)
{
    struct fake_object *object = fake_import(FAKE_DMA_BUF, fd);
    const uint64_t *done_ns = fake_import(FAKE_SYNC_FILE, arg->fd);
    uint64_t *time_ns;

    if (!object || !done_ns)
        return object ? -EINVAL : -ENOTTY;
    time_ns = arg->flags & DMA_BUF_SYNC_WRITE ? &object->write_ns : &object->read_ns;
    *time_ns = later(*time_ns, *done_ns);
    return 0;
}

long fake_sync_file_command(int fd, unsigned long request, void *arg)
{
    switch (request) {
    case SYNC_IOC_MERGE:
        return merge(fd, arg);
    case SYNC_IOC_FILE_INFO:
        return describe(fd, arg);
    case DMA_BUF_IOCTL_EXPORT_SYNC_FILE:
        return export_fence(fd, arg);
    case DMA_BUF_IOCTL_IMPORT_SYNC_FILE:
        return import_fence(fd, arg);
    default:
        return fake_import(FAKE_DMA_BUF, fd) ? 0 : -ENOTTY;
    }
}
