/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/program_use.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diagnose/setup/launch.h"
#include "util/array.h"

enum {
    MAX_FILE_B = 512 << 20
};

struct contents {
    const char *data;
    size_t size_B;
};

static struct contents map_file(const char *path)
{
    struct contents contents = {0};
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0)
        return contents;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && st.st_size <= MAX_FILE_B) {
        void *data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data != MAP_FAILED)
            contents = (struct contents){data, (size_t)st.st_size};
    }
    close(fd);
    return contents;
}

static void unmap(struct contents contents)
{
    if (contents.data)
        munmap((void *)contents.data, contents.size_B);
}

static bool has(struct contents contents, const char *word)
{
    return contents.data && memmem(contents.data, contents.size_B, word, strlen(word));
}

static void note_pixmaps(struct gv_program_use *use, struct contents contents, const char *path)
{
    if (!use->pixmaps[0] && has(contents, "glXBindTexImageEXT"))
        snprintf(use->pixmaps, sizeof(use->pixmaps), "%s", gv_launch_name(path));
}

void gv_program_use_add_program(struct gv_program_use *use, const char *path)
{
    static const char *const libraries[] = {"libGL.so", "libEGL.so", "libGLX.so", "libOpenGL.so"};
    static const char *const threads[] = {"pthread_create", "thrd_create"};
    const struct contents contents = map_file(path);

    for (size_t i = 0; i < GV_ARRAY_SIZE(libraries); i++) {
        if (!use->opens[0] && has(contents, libraries[i]))
            snprintf(use->opens, sizeof(use->opens), "%s", libraries[i]);
    }
    for (size_t i = 0; i < GV_ARRAY_SIZE(threads); i++)
        use->has_threads |= has(contents, threads[i]);
    note_pixmaps(use, contents, path);
    unmap(contents);
}

void gv_program_use_add_library(struct gv_program_use *use, const char *path)
{
    static const char *const passing[] = {"libGL",   "libEGL",  "libOpenGL", "libepoxy",
                                          "libGLEW", "libglad", "libglfw",   "libSDL"};
    const char *name = gv_launch_name(path);

    for (size_t i = 0; i < GV_ARRAY_SIZE(passing); i++) {
        if (strncmp(name, passing[i], strlen(passing[i])) == 0)
            return;
    }
    const struct contents contents = map_file(path);
    note_pixmaps(use, contents, path);
    unmap(contents);
}

bool gv_program_use_print(const struct gv_program_use *use, char *out, size_t size_B)
{
    const bool has_pixmaps = use->pixmaps[0] != '\0';

    snprintf(out, size_B, "%s%s%s%s%s", has_pixmaps ? "pixmaps as textures (" : "", use->pixmaps,
             has_pixmaps ? ")" : "", has_pixmaps && use->has_threads ? " and " : "",
             use->has_threads ? "threads" : "");
    return out[0] != '\0';
}
