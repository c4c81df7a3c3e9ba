/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Creates and destroys screens. */
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "util/disk_cache.h"
#include "util/mesa-sha1.h"
#include "util/os_misc.h"
#include "util/u_atomic.h"
#include "util/u_debug.h"
#include "util/u_memory.h"
#include "util/u_process.h"

#include "galvan/galvan.h"

#include "gm.h"
#include "sp_public.h"

#include "frontend/sw_winsys.h"

/* The environment variable that decides whether swapchains present frames. If it is not set, the
 * type of the device decides: a software device writes frames to the X server's memory without
 * another copy. */
#define SWAPCHAINS "GALVAN_SWAPCHAINS"

/* The device of this process's screens. After fork(), the child's screens get a new device. */
static pthread_mutex_t device_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gm_device *current_device;

/* Makes the program's allocator keep freed memory. For each draw, a software device allocates the
 * shaded vertices and frees them after the draw. glibc would return such memory to the kernel, and
 * touching fresh pages takes about as long as the draw. 32 MiB is the greatest M_MMAP_THRESHOLD
 * that glibc accepts. If the user has set limits through glibc's variables, they are not
 * changed. */
static void keep_freed_memory(void)
{
#ifdef __GLIBC__
    if (os_get_option("MALLOC_MMAP_THRESHOLD_") || os_get_option("MALLOC_TRIM_THRESHOLD_") ||
        os_get_option("GLIBC_TUNABLES"))
        return;
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

static struct gm_device *open_device(void)
{
    struct gm_device *device = CALLOC_STRUCT(gm_device);
    const char *program = util_get_process_name();
    struct galvan_device_info info;

    if (!device)
        return NULL;
    device->process = getpid();
    device->is_threaded = gm_wants_threads();
    if (galvan_screen_create(
            galvan_screen_params(.keeps_storage = device->is_threaded,
                                 .swapchains = debug_get_bool_option(SWAPCHAINS, true)),
            &device->galvan) != GALVAN_OK) {
        FREE(device);
        return NULL;
    }
    galvan_screen_device_info(device->galvan, &info);
    device->is_software = info.software;
    device->wants_swapchains = debug_get_bool_option(SWAPCHAINS, !info.software);
    if (program)
        galvan_screen_set_program(device->galvan, program);
    if (info.software)
        keep_freed_memory();
    util_idalloc_mt_init_tc(&device->buffer_ids);
    return device;
}

/* Returns the device with a reference; NULL if it cannot be opened. */
static struct gm_device *acquire_device(void)
{
    pthread_mutex_lock(&device_lock);
    if (!current_device || current_device->process != getpid())
        current_device = open_device();
    struct gm_device *device = current_device;
    if (device)
        device->references++;
    pthread_mutex_unlock(&device_lock);
    return device;
}

static void release_device(struct gm_device *device)
{
    pthread_mutex_lock(&device_lock);
    if (--device->references == 0) {
        if (device == current_device)
            current_device = NULL;
        util_idalloc_mt_fini(&device->buffer_ids);
        device->galvan->destroy(device->galvan);
        FREE(device);
    }
    pthread_mutex_unlock(&device_lock);
}

void gm_screen_release(struct gm_screen *screen)
{
    if (!p_atomic_dec_zero(&screen->references))
        return;
    gm_present_finish(screen);
    disk_cache_destroy(screen->cache);
    simple_mtx_destroy(&screen->fronts_lock);
    slab_destroy_parent(&screen->transfers);
    gm_frames_destroy(screen);
    release_device(screen->device);
    if (screen->winsys && screen->winsys->destroy)
        screen->winsys->destroy(screen->winsys);
    FREE(screen);
}

static void destroy(struct pipe_screen *pscreen)
{
    if (GM_WINSYS_IS_FRONTENDS)
        gm_screen(pscreen)->winsys = NULL;
    gm_screen_release(gm_screen(pscreen));
}

static struct disk_cache *get_disk_shader_cache(struct pipe_screen *pscreen)
{
    return gm_screen(pscreen)->cache;
}

/* Creates the cache of linked NIR, whose key includes this library and the device's
 * capabilities. */
static struct disk_cache *create_cache(struct gm_screen *screen)
{
    struct mesa_sha1 sha1;
    unsigned char key[20];
    char text[41];
    struct galvan_cap_info cap;

    _mesa_sha1_init(&sha1);
    if (!disk_cache_get_function_identifier(softpipe_create_screen, &sha1))
        return NULL;
    for (unsigned i = 0; galvan_screen_cap_info(screen->galvan, i, &cap); i++)
        _mesa_sha1_update(&sha1, cap.value, strlen(cap.value) + 1);
    _mesa_sha1_final(&sha1, key);
    _mesa_sha1_format(text, key);
    return disk_cache_create("galvan", text, 0);
}

static void set_name(struct gm_screen *screen)
{
    const char *name = screen->galvan->get_name(screen->galvan);

    snprintf(screen->name, sizeof(screen->name), "%s%s", strstr(name, "Galvan") ? "" : "Galvan on ",
             name);
}

struct pipe_screen *softpipe_create_screen(struct sw_winsys *winsys)
{
    struct gm_screen *screen = CALLOC_STRUCT(gm_screen);

    if (screen)
        screen->device = acquire_device();
    if (!screen || !screen->device) {
        FREE(screen);
        return NULL;
    }
    screen->galvan = screen->device->galvan;
    set_name(screen);
    screen->references = 1;
    screen->winsys = winsys;
    simple_mtx_init(&screen->fronts_lock, mtx_plain);
    slab_create_parent(&screen->transfers, sizeof(struct gm_transfer), 16);
    screen->cache = create_cache(screen);
    screen->frames = gm_frames_create(screen->name);
    gm_present_init(screen);
    screen->base.destroy = destroy;
    screen->base.context_create = gm_context_create;
    screen->base.get_disk_shader_cache = get_disk_shader_cache;
    gm_init_screen_caps(screen);
    gm_init_screen_shaders(screen);
    gm_init_screen_resources(screen);
    gm_init_screen_fences(screen);
    gm_init_screen_interop(screen);
    gm_init_screen_vertex_states(screen);
    return &screen->base;
}
