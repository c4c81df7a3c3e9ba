/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reports of frames to `galvan run`, which has started the program and waits for its end. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/format/u_format.h"
#include "util/os_time.h"
#include "util/simple_mtx.h"
#include "util/u_debug.h"
#include "util/u_memory.h"

#include "galvan/galvan.h"

#include "frames_shared.h"
#include "gm.h"
#include "names.h"

#include "frontend/sw_winsys.h"

struct gm_frames {
    struct gv_frames_shared *shared;
    int image_fd;
    simple_mtx_t lock;
    struct galvan_screen_counters told; /* counters that `shared` already includes */
};

/* Reads a number that is followed by the character `end`, and moves *text past both. Returns false
 * if the text does not begin with a number and `end`. */
static bool read_number(const char **text, char end, unsigned *out_number)
{
    const char *digit = *text;
    uint64_t number = 0;

    for (; *digit >= '0' && *digit <= '9' && number <= INT_MAX; digit++)
        number = 10 * number + (uint64_t)(*digit - '0');
    if (digit == *text || *digit != end || number > INT_MAX)
        return false;
    *text = digit + 1;
    *out_number = (unsigned)number;
    return true;
}

/* Whether the process has only its caller's rights. A process with another user's rights must not
 * open files that its caller names. */
static bool has_callers_rights(void)
{
    return getuid() == geteuid() && getgid() == getegid();
}

/* Opens the file that file descriptor `fd` of another process refers to. Returns -1 on failure. */
static int open_of(unsigned process, unsigned fd)
{
    char path[64];

    snprintf(path, sizeof(path), "/proc/%u/fd/%u", process, fd);
    return open(path, O_RDWR | O_CLOEXEC);
}

static struct gv_frames_shared *map_shared(int fd)
{
    struct gv_frames_shared *shared;
    struct stat st;

    if (fstat(fd, &st) != 0 || st.st_size != sizeof(*shared))
        return NULL;
    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared == MAP_FAILED)
        return NULL;
    if (shared->version == GV_FRAMES_VERSION)
        return shared;
    munmap(shared, sizeof(*shared));
    return NULL;
}

struct gm_frames *gm_frames_create(const char *device)
{
    const char *text = debug_get_option(GV_FRAMES_VARIABLE, NULL);
    unsigned process, memory, image;

    if (!text || !has_callers_rights() || !read_number(&text, ':', &process) ||
        !read_number(&text, ':', &memory) || !read_number(&text, '\0', &image))
        return NULL;
    struct gm_frames *frames = CALLOC_STRUCT(gm_frames);
    if (!frames)
        return NULL;
    const int fd = open_of(process, memory);
    frames->shared = fd >= 0 ? map_shared(fd) : NULL;
    if (fd >= 0)
        close(fd);
    if (!frames->shared) {
        FREE(frames);
        return NULL;
    }
    frames->image_fd = frames->shared->image_wanted ? open_of(process, image) : -1;
    simple_mtx_init(&frames->lock, mtx_plain);
    if (atomic_fetch_add(&frames->shared->num_clients, 1) == 0)
        snprintf(frames->shared->device, sizeof(frames->shared->device), "%s", device);
    return frames;
}

static void count_compiled(struct gm_frames *frames, struct gpipe_screen *galvan)
{
    struct galvan_screen_counters now;

    simple_mtx_lock(&frames->lock);
    galvan_screen_counters(galvan, &now);
    gv_frames_add_work(frames->shared, &frames->told, &now);
    frames->told = now;
    simple_mtx_unlock(&frames->lock);
}

static bool lock_file(int fd, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET};

    return fcntl(fd, F_OFD_SETLKW, &lock) == 0;
}

/* Writes rows of the window system's memory to a file, without the padding of the rows. */
static bool write_rows(int fd, const char *from, unsigned stride_B, size_t row_B, unsigned rows)
{
    for (unsigned y = 0; y < rows; y++) {
        if (pwrite(fd, from + (size_t)y * stride_B, row_B, (off_t)(y * row_B)) != (ssize_t)row_B)
            return false;
    }
    return true;
}

/* Writes the image file, under a file lock against other processes and a mutex against other
 * threads. */
static void write_image(struct gm_frames *frames, const struct gm_image *from)
{
    const unsigned pixel_B = util_format_get_blocksize(from->format);
    struct gv_frames_pixels image = {.width = from->width,
                                     .height = from->height,
                                     .format = gm_format(from->format),
                                     .pixel_B = pixel_B};

    simple_mtx_lock(&frames->lock);
    if (lock_file(frames->image_fd, F_WRLCK)) {
        if (!write_rows(frames->image_fd, from->pixels, from->stride_B,
                        (size_t)pixel_B * from->width, from->height))
            image.width = 0;
        frames->shared->image = image;
        lock_file(frames->image_fd, F_UNLCK);
    }
    simple_mtx_unlock(&frames->lock);
}

static bool is_wanted(const struct gm_frames *frames, uint64_t frame)
{
    switch (frames->image_fd >= 0 ? frames->shared->image_wanted : GV_FRAMES_NO_IMAGE) {
    case GV_FRAMES_LAST_IMAGE:
        return true;
    case GV_FRAMES_ONE_IMAGE:
        return frame == frames->shared->image_frame;
    default:
        return false;
    }
}

/* Counts a presented frame. Returns whether the frame must be written to the image file. */
static bool count_frame(struct gm_screen *screen)
{
    struct gm_frames *frames = screen->frames;

    if (!frames)
        return false;
    const uint64_t frame = gv_frames_count(frames->shared, (uint64_t)os_time_get_nano());
    count_compiled(frames, screen->galvan);
    return is_wanted(frames, frame);
}

void gm_frames_presented_image(struct gm_screen *screen, const struct gm_image *image)
{
    if (count_frame(screen) && image)
        write_image(screen->frames, image);
}

bool gm_frames_want_image(const struct gm_screen *screen)
{
    return screen->frames && screen->frames->image_fd >= 0;
}

void gm_frames_presented(struct gm_screen *screen, const struct gm_resource *resource)
{
    const struct pipe_resource *base = &resource->base.b;
    struct sw_winsys *winsys = screen->winsys;

    if (!count_frame(screen))
        return;
    const void *pixels = winsys->displaytarget_map(winsys, resource->target, PIPE_MAP_READ);
    if (pixels) {
        write_image(screen->frames, &(struct gm_image){.pixels = pixels,
                                                       .format = base->format,
                                                       .width = base->width0,
                                                       .height = base->height0,
                                                       .stride_B = resource->target_stride_B});
        winsys->displaytarget_unmap(winsys, resource->target);
    }
}

void gm_frames_destroy(struct gm_screen *screen)
{
    struct gm_frames *frames = screen->frames;

    if (!frames)
        return;
    count_compiled(frames, screen->galvan);
    munmap(frames->shared, sizeof(*frames->shared));
    if (frames->image_fd >= 0)
        close(frames->image_fd);
    simple_mtx_destroy(&frames->lock);
    FREE(frames);
}
