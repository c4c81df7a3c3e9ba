/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a program that links libgalvan needs: make a pipe_screen on a Vulkan device, and ask what
 * that device is. Everything after that is the Gallium interface of <pipe/p_screen.h>.
 *
 * Pointers must not be NULL unless a comment says that they may. A function that fails leaves what
 * it would have filled as it was. */
#ifndef GALVAN_H
#define GALVAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "galvan/cache.h"
#include "galvan/log.h"
#include "galvan/pace.h"
#include "galvan/result.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_context;
struct pipe_draw_info;
struct pipe_grid_info;
struct pipe_screen;

/* How a screen is made. A field that is 0 or NULL stands for what its comment says. Strings and the
 * log are read during the call and not kept. */
struct galvan_screen_params {
    size_t size; /* sizeof(struct galvan_screen_params), never 0: set by galvan_screen_params() */

    /* Which device: an index ("0"), a part of its name in any case ("llvmpipe"), or NULL for the
     * environment variable GALVAN_DEVICE, and without that the first discrete, integrated,
     * virtual, software device in this order. */
    const char *device;

    /* Comma-separated Vulkan extensions and features to treat as absent, so that their fallbacks
     * run, quirks to ignore, limits and formats to do without, and names of profiles behind a @,
     * which stand for all that a device lacks; NULL for the environment variable GALVAN_MASK. */
    const char *mask;

    /* NULL: warnings and errors to standard error, or what the environment variable GALVAN_LOG
     * says. The struct is copied; what its priv points to must live as long as the screen. */
    const struct galvan_log *log;

    /* Most bytes of device memory that resources of this screen may take together; 0: no limit of
     * Galvan's own. Past it resource_create returns NULL. */
    uint64_t memory_limit_B;

    /* True promises that no two calls of the screen and its contexts overlap, except those about
     * fences, and that a context is flushed before another one is used. A discarded buffer that is
     * in use can then get new memory even if there are several contexts, and an image is made for
     * the uses that are named, so that the device can keep it compressed, and made anew when
     * another one is asked for; and each use of it can have the layout that suits it. What several
     * contexts record is submitted in the order of the calls. */
    bool one_thread;

    /* Where compiled pipelines are kept between runs; "off": nowhere; NULL for the environment
     * variable GALVAN_CACHE, and without that $XDG_CACHE_HOME/galvan or ~/.cache/galvan. The screen
     * ignores damaged files, and works without a directory. */
    const char *cache_dir;

    /* Measures how long the device works for this screen, with timestamps around each submission,
     * for galvan_screen_counters(). */
    bool device_time;

    /* For debugging: called behind each draw_vbo() of the screen's contexts, on the caller's
     * thread, with the arguments of the draw. NULL: nothing is called. */
    void (*drawn)(void *priv, struct pipe_context *pipe, const struct pipe_draw_info *info);
    void *drawn_priv; /* its first argument, and that of launched; may be NULL */

    /* Keeps compiled pipelines in place of cache_dir, see galvan/cache.h. The struct is copied;
     * NULL: nothing does. */
    const struct galvan_cache *cache;

    /* Called behind each launch_grid(), otherwise as drawn. */
    void (*launched)(void *priv, struct pipe_context *pipe, const struct pipe_grid_info *info);

    /* What of the device's time the screen may have, see galvan/pace.h. The struct is copied; NULL:
     * all. */
    const struct galvan_pace *pace;
};

/* A pointer to params with these fields, e.g. galvan_screen_params(.device = "1"), which lives to
 * the end of the block that it stands in. C only. */
#define galvan_screen_params(...)                                                                  \
    (&(struct galvan_screen_params){.size = sizeof(struct galvan_screen_params), __VA_ARGS__})

/* Opens the Vulkan loader and a device and makes a screen on it; params may be NULL for one that is
 * all zero. On success *out_screen is the caller's, ended by its destroy(). On failure a line in
 * the log says what is missing and what to do: GALVAN_ERROR_NO_LOADER, GALVAN_ERROR_NO_DEVICE,
 * GALVAN_ERROR_NO_MEMORY (which may come without a line), GALVAN_ERROR_INVALID for a size of 0 or
 * of a newer version's params, or a profile that there is not, or what Vulkan's error means. Safe
 * from any thread; screens share nothing. A program may return from main without ending the screen:
 * the thread that called this waits at its end (for the main thread, in exit()) up to ten seconds
 * for flushed work. */
GALVAN_API enum galvan_result galvan_screen_create(const struct galvan_screen_params *params,
                                                   struct pipe_screen **out_screen);

/* Tells which program will draw: what it has drawn with in earlier runs is made ready from now on,
 * on a thread, and what it draws with beside that is kept for the next one, where compiled
 * pipelines are. The name is any text. Before the screen's first context, and once; more is
 * ignored. */
GALVAN_API void galvan_screen_set_program(struct pipe_screen *screen, const char *program);

/* Whether galvan_screen_create() with these parameters will probably find a device. Loads no driver
 * and takes a fraction of the time. True if there are the Vulkan loader and, in the usual places,
 * files that announce drivers, and neither the parameters nor the environment ask for a particular
 * device or a mask. params may be NULL. Logs nothing. Safe from any thread. */
GALVAN_API bool galvan_screen_is_likely(const struct galvan_screen_params *params);

/* A device that galvan_screen_create() can take. */
struct galvan_device {
    char name[256];     /* as Vulkan returns it */
    unsigned index;     /* as decimal text: a galvan_screen_params.device */
    uint32_t vendor_id; /* of PCI, or a VkVendorId */
    uint32_t device_id; /* the vendor's */
    bool software;      /* runs on the CPU */
};

/* Lists the devices that the Vulkan loader knows and Galvan can use, in the order in which
 * galvan_screen_create() prefers them; with the environment variable GALVAN_DEVICE, those that it
 * names. Fills the first max of out_devices (may be NULL with max 0). *out_num gets the number of
 * devices, which may be 0, or more than max. GALVAN_ERROR_NO_LOADER,
 * GALVAN_ERROR_NO_DEVICE and GALVAN_ERROR_NO_MEMORY, with a line in the log (NULL: as in
 * galvan_screen_params), if there is no Vulkan. Safe from any thread. */
GALVAN_API enum galvan_result galvan_device_list(const struct galvan_log *log,
                                                 struct galvan_device *out_devices, unsigned max,
                                                 unsigned *out_num);

/* A profile: a device that is not at hand, by what it lacks. `@name` is a mask, see
 * galvan_screen_params. Strings live for ever. */
struct galvan_profile_info {
    const char *name;     /* e.g. "mali-g710" */
    const char *about;    /* the device, its driver and its version */
    const char *source;   /* where the facts are published */
    uint32_t api_version; /* that its driver offers, as VK_MAKE_API_VERSION */
};

/* Profile idx (0, 1, ...); false past the last. Safe from any thread. */
GALVAN_API bool galvan_profile_info(unsigned idx, struct galvan_profile_info *out_info);

/* The Vulkan device of a screen. Strings live as long as the screen. */
struct galvan_device_info {
    const char *device_name;
    const char *driver_name; /* never NULL; "" if the driver returns none */
    const char *driver_info; /* as above */
    uint32_t api_version;    /* VK_MAKE_API_VERSION form */
    uint32_t vendor_id;      /* as in struct galvan_device */
    uint32_t device_id;
    bool software;            /* runs on the CPU */
    uint64_t device_memory_B; /* size of the largest device-local heap */
};

/* The functions below are about a screen that galvan_screen_create() made, cannot fail, and may be
 * called from any thread. */

/* Fills *out_info. */
GALVAN_API void galvan_screen_device_info(struct pipe_screen *screen,
                                          struct galvan_device_info *out_info);

/* What a screen's contexts have done so far, all of them together, and what they hold. */
struct galvan_screen_counters {
    uint64_t draws;    /* commands given to the device, without those of the batch being recorded */
    uint64_t staged_B; /* bytes that went to the device through memory for uploads, likewise */
    uint64_t waits;    /* how often a thread has waited for the device */
    uint64_t memory_B; /* of resources, now */

    /* For which the device has worked on what has finished; 0 without device_time or
     * pace of galvan_screen_params, or where the device has no timestamps. */
    uint64_t device_ns;

    /* Pipelines that were needed, and how many of them the device had to compile because its cache
     * had none: each kept a draw, a grid or a blit waiting. */
    uint64_t pipelines, pipelines_compiled;

    /* Draws, grids and blits that waited while a shader was translated or a pipeline made; one that
     * waited for several counts once. */
    uint64_t draws_waited;

    /* Pipelines that draws linked from pipeline libraries, which are compiled when a program is
     * linked, and how many of them have been replaced by pipelines that were compiled whole. */
    uint64_t pipelines_linked, pipelines_optimized;

    /* How far the device is: the number of the newest submission, and of the newest that has
     * finished. They count from 1, and are equal when the device has nothing to do. A lost device
     * has finished all. */
    uint64_t submitted, finished;
};

/* Fills *out_counters. */
GALVAN_API void galvan_screen_counters(struct pipe_screen *screen,
                                       struct galvan_screen_counters *out_counters);

/* One optional Vulkan feature that Galvan makes use of. Strings are static. */
struct galvan_feature_info {
    const char *name;      /* the name that GALVAN_MASK takes, e.g. "provokingVertexLast" */
    const char *extension; /* NULL when core */
    bool present;          /* false too when masked, or when a quirk speaks against it */
    bool masked;           /* the device has it, GALVAN_MASK hides it */
    const char *purpose;   /* what it is used for, one phrase */
};

/* Fills *out_info with feature idx (0, 1, 2, ...) and returns true; false past the last. */
GALVAN_API bool galvan_screen_feature_info(struct pipe_screen *screen, unsigned idx,
                                           struct galvan_feature_info *out_info);

/* A fact about the device's driver that no query of Vulkan returns. Strings are static. */
struct galvan_quirk_info {
    const char *name; /* of a flag, which GALVAN_MASK takes, too, or of the feature that is treated
                         as absent */
    const char *reason; /* one phrase */
    bool masked;        /* GALVAN_MASK names the flag: Galvan works as if it did not hold */
};

/* Fills *out_info with quirk idx (0, 1, 2, ...) of those that the driver has and returns true;
 * false past the last. */
GALVAN_API bool galvan_screen_quirk_info(struct pipe_screen *screen, unsigned idx,
                                         struct galvan_quirk_info *out_info);

/* How a screen keeps a capability. */
enum galvan_cap_state {
    GALVAN_CAP_NATIVE,   /* the device does it, or it is a number of the device or of Galvan */
    GALVAN_CAP_EMULATED, /* Galvan does it in the device's place */
    GALVAN_CAP_ABSENT,
    GALVAN_CAP_UNASKED, /* 0, which is no lack: a request to the frontend that Galvan does not make,
                           or a choice that it leaves to it */
};

/* One capability: what the screen answers, and why. */
struct galvan_cap_info {
    const char *name; /* its enumerator, e.g. "PIPE_CAP_COMPUTE" */
    char value[96];   /* as text; several numbers with slashes between them: of a shader capability
                         for VERT, FRAG, GEOM, TESS_CTRL, TESS_EVAL and COMP, of sizes x, y, z */
    enum galvan_cap_state state;
    char note[384]; /* how it is emulated; what is missing, by the names of features where these are
                       what is missing; why nothing is asked; empty where it is native */
};

/* Fills *out_info with capability idx (0, 1, 2, ...: those of get_param, get_paramf,
 * get_shader_param, get_compute_param) and returns true; false past the last. */
GALVAN_API bool galvan_screen_cap_info(struct pipe_screen *screen, unsigned idx,
                                       struct galvan_cap_info *out_info);

/* Where galvan_context_describe() puts its text. */
struct galvan_description {
    /* Gets a line, without its end, or TGSI text, which has several. */
    void (*line)(void *priv, const char *text);
    /* Gets the SPIR-V of the shader that the lines before are about. */
    void (*module)(void *priv, const uint32_t *words, size_t num_words);
    void *priv; /* their first argument; may be NULL */
};

/* Tells what the last draw of a screen's context was made with: framebuffer, state, the key of the
 * pipeline, and of each shader its TGSI text, what it was translated for, as options of
 * `galvan tgsi`, and the module. What state has at 0 is left out. For debugging: the text is for
 * people and may be another in the next version. Both functions are called before this one
 * returns. The caller has pipe for itself, as in its other functions. */
GALVAN_API void galvan_context_describe(struct pipe_context *pipe,
                                        const struct galvan_description *out);

/* The framebuffer that a screen's context draws to, as set_framebuffer_state() got it; valid until
 * that is called again. For debugging. The caller has pipe for itself. */
GALVAN_API const struct pipe_framebuffer_state *
galvan_context_framebuffer(struct pipe_context *pipe);

/* Where a draw may write to beside its framebuffer, as bits. */
enum galvan_writes {
    GALVAN_WRITES_STREAM_OUTPUT = 1 << 0,
    GALVAN_WRITES_STORES = 1 << 1, /* of its shaders, to buffers, images or atomic counters */
};

/* Of a draw with what is bound now. For debugging. The caller has pipe for itself. */
GALVAN_API unsigned galvan_context_writes(struct pipe_context *pipe);

#ifdef __cplusplus
}
#endif
#endif
