/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The nodes that programs have opened, and the ioctls that are the same for all kernel drivers.
 * Each node is a memfd that contains its memory objects, so that the real mmap() maps them. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <drm.h>

#include "fake.h"

/* The size of a node's file. After all objects, at offset 1 << 56, the file contains panthor's page
 * of registers. Only written pages take memory. */
#define NODE_B ((UINT64_C(1) << 56) + 65536)

/* A kernel object to which descriptors of this library refer. It is found by the inode of the
 * descriptor's file. */
struct thing {
    struct thing *next;
    uint64_t inode;
    enum fake_thing kind;
    void *object;
};

static struct {
    pthread_mutex_t lock;
    struct fake_node *nodes;
    struct thing *things;
    uint32_t device_major, device_minor; /* device number of the file system that contains memfds */
    bool any;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

void fake_lock(void)
{
    pthread_mutex_lock(&state.lock);
}

void fake_unlock(void)
{
    pthread_mutex_unlock(&state.lock);
}

void fake_answer(void *out, size_t out_size_B, const void *data, size_t size_B)
{
    size_t shorter_B = out_size_B < size_B ? out_size_B : size_B;

    memset(out, 0, out_size_B);
    memcpy(out, data, shorter_B);
}

/* ---- Descriptors --------------------------------------------------------------------------- */

/* Returns the inode of a descriptor's file if the file may be a memfd of this library; else 0. */
static uint64_t inode_of(int fd)
{
    struct statx st;

    if (!__atomic_load_n(&state.any, __ATOMIC_ACQUIRE) ||
        statx(fd, "", AT_EMPTY_PATH, STATX_INO, &st) || st.stx_dev_major != state.device_major ||
        st.stx_dev_minor != state.device_minor)
        return 0;
    return st.stx_ino;
}

/* Creates a memfd, stores its inode, and returns its descriptor. */
static int create_file(const char *name, uint64_t size_B, uint64_t *out_inode)
{
    struct statx st;
    int fd = memfd_create(name, MFD_CLOEXEC);

    if (fd < 0)
        return -1;
    if (ftruncate(fd, (off_t)size_B) || statx(fd, "", AT_EMPTY_PATH, STATX_INO, &st)) {
        close(fd);
        return -1;
    }
    state.device_major = st.stx_dev_major;
    state.device_minor = st.stx_dev_minor;
    __atomic_store_n(&state.any, true, __ATOMIC_RELEASE);
    *out_inode = st.stx_ino;
    return fd;
}

static struct fake_node *node_of(uint64_t inode)
{
    struct fake_node *node;

    for (node = state.nodes; node && node->inode != inode; node = node->next)
        ;
    return node;
}

static struct thing *thing_of(uint64_t inode)
{
    struct thing *thing;

    for (thing = state.things; thing && thing->inode != inode; thing = thing->next)
        ;
    return thing;
}

int fake_node_open(const struct fake_file *file, int flags)
{
    struct fake_node *node = calloc(1, sizeof(*node));
    int fd = node ? create_file(file->path, NODE_B, &node->inode) : -1;

    (void)flags;
    if (fd < 0) {
        free(node);
        errno = ENOMEM;
        return -1;
    }
    node->number = file->number;
    node->end_B = 1 << 20; /* because 0 must not be the offset of a mapping */
    fake_lock();
    node->next = state.nodes;
    state.nodes = node;
    fake_unlock();
    return fd;
}

bool fake_node_number(int fd, unsigned *out_number)
{
    const uint64_t inode = inode_of(fd);
    const struct fake_node *node = NULL;

    if (inode) {
        fake_lock();
        node = node_of(inode);
        fake_unlock();
    }
    if (node)
        *out_number = node->number;
    return node != NULL;
}

int fake_export(enum fake_thing kind, void *object, uint64_t size_B)
{
    struct thing *thing = calloc(1, sizeof(*thing));
    int fd = thing ? create_file("galvan-drm", size_B, &thing->inode) : -1;

    if (fd < 0) {
        free(thing);
        return -ENOMEM;
    }
    thing->kind = kind;
    thing->object = object;
    thing->next = state.things;
    state.things = thing;
    return fd;
}

void *fake_import(enum fake_thing kind, int fd)
{
    const struct thing *thing = thing_of(inode_of(fd));

    return thing && thing->kind == kind ? thing->object : NULL;
}

/* ---- Memory -------------------------------------------------------------------------------- */

static uint32_t add_object(struct fake_node *node, struct fake_object *object)
{
    unsigned idx = 0;

    while (idx < node->num_objects && node->objects[idx])
        idx++;
    if (idx == node->num_objects) {
        unsigned num = node->num_objects ? 2 * node->num_objects : 64;
        struct fake_object **objects = realloc(node->objects, num * sizeof(*objects));
        if (!objects)
            return 0;
        memset(objects + node->num_objects, 0, (num - node->num_objects) * sizeof(*objects));
        node->objects = objects;
        node->num_objects = num;
    }
    node->objects[idx] = object;
    return idx + 1;
}

uint32_t fake_object_create(struct fake_node *node, uint64_t size_B)
{
    struct fake_object *object = calloc(1, sizeof(*object));
    uint32_t handle = object ? add_object(node, object) : 0;

    if (!handle) {
        free(object);
        return 0;
    }
    object->refs = 1;
    object->offset_B = node->end_B;
    object->size_B = (size_B + 0xffff) & ~UINT64_C(0xffff);
    node->end_B += object->size_B;
    return handle;
}

struct fake_object *fake_object(const struct fake_node *node, uint32_t handle)
{
    return handle && handle <= node->num_objects ? node->objects[handle - 1] : NULL;
}

static long close_object(struct fake_node *node, const struct drm_gem_close *arg)
{
    struct fake_object *object = fake_object(node, arg->handle);

    if (!object)
        return -EINVAL;
    node->objects[arg->handle - 1] = NULL;
    if (--object->refs)
        return 0;
    fallocate(node->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)object->offset_B,
              (off_t)object->size_B);
    free(object);
    return 0;
}

/* Exports an object. The descriptor keeps the object alive for ever. */
static long export_object(struct fake_node *node, struct drm_prime_handle *arg)
{
    struct fake_object *object = fake_object(node, arg->handle);
    int fd = object ? fake_export(FAKE_DMA_BUF, object, object->size_B) : -EINVAL;

    if (fd < 0)
        return fd;
    object->refs++;
    arg->fd = fd;
    return 0;
}

/* Imports the object that another process or node exported; the new object has the same memory. */
static long import_object(struct fake_node *node, struct drm_prime_handle *arg)
{
    struct fake_object *object = fake_import(FAKE_DMA_BUF, arg->fd);

    for (unsigned i = 0; object && i < node->num_objects; i++) {
        if (node->objects[i] == object) {
            arg->handle = i + 1;
            return 0;
        }
    }
    const off_t size_B = lseek(arg->fd, 0, SEEK_END);
    if (size_B <= 0)
        return -EINVAL;
    arg->handle = fake_object_create(node, (uint64_t)size_B);
    return arg->handle ? 0 : -ENOMEM;
}

/* ---- Commands of all drivers --------------------------------------------------------------- */

static void put_text(char *out, __kernel_size_t *size, const char *text)
{
    const size_t length = strlen(text);

    if (out && *size)
        memcpy(out, text, *size < length ? *size : length);
    *size = length;
}

static long get_version(struct drm_version *arg)
{
    const struct fake_driver *driver = fake_chip()->driver;

    arg->version_major = driver->major;
    arg->version_minor = driver->minor;
    arg->version_patchlevel = 0;
    put_text(arg->name, &arg->name_len, driver->name);
    put_text(arg->date, &arg->date_len, "20261129");
    put_text(arg->desc, &arg->desc_len, "stand-in");
    return 0;
}

static long get_capability(struct drm_get_cap *arg)
{
    switch (arg->capability) {
    case DRM_CAP_PRIME:
        arg->value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
        return 0;
    case DRM_CAP_SYNCOBJ_TIMELINE:
        arg->value = fake_chip()->driver->has_timelines;
        return 0;
    case DRM_CAP_SYNCOBJ:
    case DRM_CAP_TIMESTAMP_MONOTONIC:
    case DRM_CAP_ADDFB2_MODIFIERS:
        arg->value = 1;
        return 0;
    default:
        return -EINVAL;
    }
}

static long get_client(struct drm_client *arg)
{
    arg->auth = 1;
    arg->pid = (unsigned long)getpid();
    return 0;
}

static long command(struct fake_node *node, unsigned long request, void *arg)
{
    const unsigned number = _IOC_NR(request);

    if (number >= DRM_COMMAND_BASE && number < DRM_COMMAND_END)
        return fake_chip()->driver->command(node, number - DRM_COMMAND_BASE, arg);
    switch (number) {
    case _IOC_NR(DRM_IOCTL_VERSION):
        return get_version(arg);
    case _IOC_NR(DRM_IOCTL_GET_CLIENT):
        return get_client(arg);
    case _IOC_NR(DRM_IOCTL_GET_CAP):
        return get_capability(arg);
    case _IOC_NR(DRM_IOCTL_SET_CLIENT_CAP):
        return 0;
    case _IOC_NR(DRM_IOCTL_GEM_CLOSE):
        return close_object(node, arg);
    case _IOC_NR(DRM_IOCTL_PRIME_HANDLE_TO_FD):
        return export_object(node, arg);
    case _IOC_NR(DRM_IOCTL_PRIME_FD_TO_HANDLE):
        return import_object(node, arg);
    default:
        return fake_syncobj_command(node, request, arg);
    }
}

bool fake_ioctl(int fd, unsigned long request, void *arg, long *out_result)
{
    const uint64_t inode = inode_of(fd);
    struct fake_node *node;
    const struct thing *thing;

    if (!inode)
        return false;
    fake_lock();
    node = node_of(inode);
    thing = node ? NULL : thing_of(inode);
    if (node && _IOC_TYPE(request) == DRM_IOCTL_BASE) {
        node->fd = fd;
        *out_result = command(node, request, arg);
    } else {
        *out_result = thing ? fake_sync_file_command(fd, request, arg) : -ENOTTY;
    }
    fake_unlock();
    return node || thing;
}
