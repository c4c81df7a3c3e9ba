/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The functions for a program that links libgalvan: they create a pipe_screen on a Vulkan device,
 * and describe that device. Everything after that is the Gallium interface of <pipe/p_screen.h>.
 *
 * Pointers must not be NULL unless a comment says that they may. A function that fails leaves its
 * outputs unchanged. */
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
struct pipe_resource;
struct pipe_screen;

/* Parameters of a screen. A field that is 0 or NULL has the default that its comment names. Strings
 * and the log are read during the call and not retained. */
struct galvan_screen_params {
    size_t size; /* sizeof(struct galvan_screen_params), never 0: set by galvan_screen_params() */

    /* Selects the device: an index ("0"), or a part of the device's name in upper or lower case
     * ("llvmpipe"). NULL: the environment variable GALVAN_DEVICE selects the device; without it,
     * the first discrete, integrated, virtual or software device, in this order. */
    const char *device;

    /* Names, separated by commas. The screen treats Vulkan extensions, features, limits and formats
     * with these names as absent, so that fallbacks run; it ignores quirks with these names. A name
     * after an @ is a profile, which stands for everything that the profile's device lacks. NULL:
     * the value of the environment variable GALVAN_MASK. */
    const char *mask;

    /* NULL: messages go to standard error. The messages are warnings and errors, or have the levels
     * that the environment variable GALVAN_LOG names. The struct is copied; the object at its priv
     * must live as long as the screen. */
    const struct galvan_log *log;

    /* Most bytes of device memory that resources of this screen may take together; 0: Galvan sets
     * no limit. Above the limit, resource_create returns NULL. */
    uint64_t memory_limit_B;

    /* True: the caller promises that no two calls of the screen and its contexts overlap, except
     * calls about fences, and that a context is flushed before another context is used. Galvan then
     * does four things. It gives a discarded buffer that is in use new memory, even if there are
     * several contexts. It creates an image only for the uses that the template names, so that the
     * device can compress it, and creates it again when a call needs another use. It uses the image
     * layout that suits each use. It submits the commands of several contexts in the order of the
     * calls. */
    bool one_thread;

    /* The directory that caches compiled pipelines between runs; "off": there is no cache. NULL:
     * the directory in the environment variable GALVAN_CACHE or, if that is not set,
     * $XDG_CACHE_HOME/galvan or ~/.cache/galvan. The screen ignores damaged files, and works
     * without a directory. */
    const char *cache_dir;

    /* Measures how long the device works for this screen, with timestamps around each submission,
     * for galvan_screen_counters(). */
    bool device_time;

    /* For debugging: called after each draw_vbo() of the screen's contexts, on the caller's thread,
     * with the arguments of the draw. NULL: nothing is called. */
    void (*drawn)(void *priv, struct pipe_context *pipe, const struct pipe_draw_info *info);
    void *drawn_priv; /* the first argument of `drawn` and `launched`; may be NULL */

    /* The application's cache of compiled pipelines, used in place of cache_dir; see
     * galvan/cache.h. The struct is copied. NULL: cache_dir is used. */
    const struct galvan_cache *cache;

    /* Like `drawn`, but called after each launch_grid(). */
    void (*launched)(void *priv, struct pipe_context *pipe, const struct pipe_grid_info *info);

    /* Limits the share of the device's time that the screen uses, see galvan/pace.h. The struct is
     * copied; NULL: no limit. */
    const struct galvan_pace *pace;

    /* For programs that record commands on a separate thread, see galvan_buffer_bytes(). True: only
     * galvan_context_replace_storage() gives buffers new memory. Maps, writes and invalidations of
     * the screen's contexts never replace a buffer's storage, and treat all bytes of a buffer as
     * used, even if no map has written them. Since 0.2. */
    bool keeps_storage;

    /* True: galvan_swapchain_create() can present frames on windows of X11, if the device can.
     * Since 0.2. */
    bool swapchains;
};

/* A pointer to params with these fields, e.g. galvan_screen_params(.device = "1"). The params live
 * to the end of the enclosing block. C only. */
#define galvan_screen_params(...)                                                                  \
    (&(struct galvan_screen_params){.size = sizeof(struct galvan_screen_params), __VA_ARGS__})

/* Opens the Vulkan loader and a device, and creates a screen on the device. `params` may be NULL,
 * which is the same as parameters that are all zero. On success the caller owns *out_screen and
 * must destroy it with the screen's method destroy(). On failure, a line in the log says what is
 * missing and what to do. The result is then GALVAN_ERROR_NO_LOADER, GALVAN_ERROR_NO_DEVICE,
 * GALVAN_ERROR_NO_MEMORY (which may come without a line), GALVAN_ERROR_INVALID (a size of 0,
 * parameters of a newer version, or an unknown profile), or the result that corresponds to Vulkan's
 * error. Safe from any thread; screens share nothing. A program may return from main without
 * destroying the screen: when the thread that called this function ends (the main thread in
 * exit()), that thread waits up to ten seconds for flushed work. */
GALVAN_API enum galvan_result galvan_screen_create(const struct galvan_screen_params *params,
                                                   struct pipe_screen **out_screen);

/* Sets the name of the program that will draw. From now on, a background thread prepares the
 * shaders and pipelines with which earlier runs of the program drew. The shaders and pipelines that
 * this run adds are cached for the next run, with the compiled pipelines. The name is any text.
 * Call this once, before the screen's first context; later calls are ignored. */
GALVAN_API void galvan_screen_set_program(struct pipe_screen *screen, const char *program);

/* Whether galvan_screen_create() with these parameters will probably find a device. This function
 * is much faster than galvan_screen_create(), since it loads no driver. True if the Vulkan loader
 * is installed, the usual directories have files that announce drivers, and neither the parameters
 * nor the environment name a device or a mask. `params` may be NULL. Logs nothing. Safe from any
 * thread. */
GALVAN_API bool galvan_screen_is_likely(const struct galvan_screen_params *params);

/* A device that galvan_screen_create() can take. */
struct galvan_device {
    char name[256];     /* as Vulkan returns it */
    unsigned index;     /* in decimal, a value of galvan_screen_params.device */
    uint32_t vendor_id; /* PCI id of the vendor, or a VkVendorId */
    uint32_t device_id; /* the vendor's number of the device */
    bool software;      /* runs on the CPU */
};

/* Lists the devices that the Vulkan loader knows and Galvan can use, in the order in which
 * galvan_screen_create() prefers them. If the environment variable GALVAN_DEVICE is set, lists only
 * the devices that it names. Fills the first `max` entries of out_devices (which may be NULL if
 * `max` is 0). *out_num gets the number of devices, which may be 0, or more than `max`. If Vulkan
 * is not available, returns GALVAN_ERROR_NO_LOADER, GALVAN_ERROR_NO_DEVICE or
 * GALVAN_ERROR_NO_MEMORY, after a line in `log`. `log` may be NULL, as in galvan_screen_params.
 * Safe from any thread. */
GALVAN_API enum galvan_result galvan_device_list(const struct galvan_log *log,
                                                 struct galvan_device *out_devices, unsigned max,
                                                 unsigned *out_num);

/* A profile: it describes a device by the features that the device lacks, so that Galvan can be
 * tested without the device. `@name` is a mask, see galvan_screen_params. Strings live for ever. */
struct galvan_profile_info {
    const char *name;     /* e.g. "mali-g710" */
    const char *about;    /* the device, its driver and its version */
    const char *source;   /* where the facts are published */
    uint32_t api_version; /* the version that its driver offers, as VK_MAKE_API_VERSION */
};

/* Fills in *out_info for profile number `idx`, counted from 0, and returns true. Returns false if
 * `idx` is not less than the number of profiles. May be called on any thread. */
GALVAN_API bool galvan_profile_info(unsigned idx, struct galvan_profile_info *out_info);

/* The Vulkan device of a screen. Strings live as long as the screen. */
struct galvan_device_info {
    const char *device_name;
    const char *driver_name; /* never NULL; "" if the driver returns none */
    const char *driver_info; /* never NULL; "" if the driver returns none */
    uint32_t api_version;    /* VK_MAKE_API_VERSION form */
    uint32_t vendor_id;      /* as in struct galvan_device */
    uint32_t device_id;
    bool software;            /* runs on the CPU */
    uint64_t device_memory_B; /* size of the largest device-local heap */
};

/* The functions below take a screen that galvan_screen_create() made. They cannot fail, and may be
 * called from any thread. */

/* Fills *out_info. */
GALVAN_API void galvan_screen_device_info(struct pipe_screen *screen,
                                          struct galvan_device_info *out_info);

/* Counters of a screen. They include the work of all contexts of the screen so far. */
struct galvan_screen_counters {
    uint64_t draws;    /* draw commands given to the device, without those of the batch that is
                          being recorded */
    uint64_t staged_B; /* bytes uploaded to the device through staging memory, without those of the
                          batch that is being recorded */
    uint64_t waits;    /* number of times that a thread has waited for the device */
    uint64_t memory_B; /* memory of resources at this moment */

    /* The time that the device has worked on finished submissions; 0 if galvan_screen_params has
     * neither device_time nor pace, or if the device lacks timestamps. */
    uint64_t device_ns;

    /* Pipelines needed by draws, dispatches and blits, and how many of these pipelines the device
     * had to compile because its cache lacked them. Each compilation delayed a draw, a dispatch or
     * a blit. */
    uint64_t pipelines, pipelines_compiled;

    /* Draws, dispatches and blits that waited for the translation of a shader or the creation of a
     * pipeline. A draw, dispatch or blit that waited several times counts once. */
    uint64_t draws_waited;

    /* The number of pipelines that draws have linked from pipeline libraries, and how many of these
     * pipelines have been replaced by pipelines that were compiled whole. Pipeline libraries are
     * compiled when a program is linked. */
    uint64_t pipelines_linked, pipelines_optimized;

    /* The device's progress: the numbers of the newest submission and of the newest finished
     * submission. They count from 1, and are equal when the device is idle. A lost device counts as
     * having finished all submissions. */
    uint64_t submitted, finished;
};

/* Fills *out_counters. */
GALVAN_API void galvan_screen_counters(struct pipe_screen *screen,
                                       struct galvan_screen_counters *out_counters);

/* One optional Vulkan feature that Galvan uses. Strings are static. */
struct galvan_feature_info {
    const char *name;      /* the name that GALVAN_MASK takes, e.g. "provokingVertexLast" */
    const char *extension; /* NULL when core */
    bool present;          /* false also if the feature is masked, or if a quirk forbids its use */
    bool masked;           /* the device has the feature, but GALVAN_MASK hides it */
    const char *purpose;   /* what Galvan uses the feature for, one phrase */
};

/* Fills in *out_info for feature number `idx`, counted from 0, and returns true. Returns false if
 * `idx` is not less than the number of features. */
GALVAN_API bool galvan_screen_feature_info(struct pipe_screen *screen, unsigned idx,
                                           struct galvan_feature_info *out_info);

/* A fact about the device's driver that no query of Vulkan returns. Strings are static. */
struct galvan_quirk_info {
    const char *name;   /* the name of a flag, which GALVAN_MASK accepts, too; or the name of a
                           feature that is treated as absent because of the quirk */
    const char *reason; /* one phrase */
    bool masked;        /* GALVAN_MASK names the flag: Galvan works as if the driver lacked the
                           quirk */
};

/* Fills in *out_info for the driver's quirk number `idx`, counted from 0, and returns true. Returns
 * false if `idx` is not less than the number of quirks. */
GALVAN_API bool galvan_screen_quirk_info(struct pipe_screen *screen, unsigned idx,
                                         struct galvan_quirk_info *out_info);

/* How a screen implements a capability. */
enum galvan_cap_state {
    GALVAN_CAP_NATIVE,   /* implemented by the device, or a limit of the device or of Galvan */
    GALVAN_CAP_EMULATED, /* emulated by Galvan */
    GALVAN_CAP_ABSENT,
    GALVAN_CAP_UNASKED, /* the value is 0, but nothing is missing: with 1, Galvan would request
                           something of the frontend that Galvan does not need; or the choice is
                           left to the frontend */
};

/* One capability: the screen's answer, and the reason for the answer. */
struct galvan_cap_info {
    const char *name; /* the capability's enumerator, e.g. "PIPE_CAP_COMPUTE" */
    char value[96];   /* the value as text. Several numbers have slashes between them: a shader
                         capability has one for each of VERT, FRAG, GEOM, TESS_CTRL, TESS_EVAL and
                         COMP, a size has x, y and z */
    enum galvan_cap_state state;
    char note[384]; /* how the capability is emulated; or what is missing, by the names of features
                       if possible; or why Galvan requests nothing; empty if the capability is
                       native */
};

/* Fills in *out_info for capability number `idx` and returns true. The numbers count from 0 through
 * the capabilities of get_param, get_paramf, get_shader_param and get_compute_param. Returns false
 * if `idx` is not less than the number of capabilities. */
GALVAN_API bool galvan_screen_cap_info(struct pipe_screen *screen, unsigned idx,
                                       struct galvan_cap_info *out_info);

/* The receiver of galvan_context_describe()'s output. */
struct galvan_description {
    /* Gets one line, without a newline, or TGSI text, which has several lines. */
    void (*line)(void *priv, const char *text);
    /* Gets the SPIR-V of the shader that the previous lines describe. */
    void (*module)(void *priv, const uint32_t *words, size_t num_words);
    void *priv; /* first argument of `line` and `module`; may be NULL */
};

/* Describes the state of the last draw of a screen's context: framebuffer, state, the pipeline key,
 * and for each shader its TGSI text, its translation key as options of `galvan tgsi`, and the
 * module. State that is 0 is left out. For debugging: the text is for people, and the next version
 * may change it. Calls out->line and out->module before it returns. The caller must have exclusive
 * use of `pipe`, as for the functions of `pipe`. */
GALVAN_API void galvan_context_describe(struct pipe_context *pipe,
                                        const struct galvan_description *out);

/* Returns the framebuffer to which a screen's context draws, as set_framebuffer_state() set it;
 * valid until the next call of that function. For debugging. The caller must have exclusive use of
 * `pipe`. */
GALVAN_API const struct pipe_framebuffer_state *
galvan_context_framebuffer(struct pipe_context *pipe);

/* Memory that a draw may write to in addition to its framebuffer, as bits. */
enum galvan_writes {
    GALVAN_WRITES_STREAM_OUTPUT = 1 << 0,
    GALVAN_WRITES_STORES = 1 << 1, /* stores of the draw's shaders to buffers, images or atomic
                                      counters */
};

/* Returns the enum galvan_writes bits of a draw with the state that is bound now. For debugging.
 * The caller must have exclusive use of `pipe`. */
GALVAN_API unsigned galvan_context_writes(struct pipe_context *pipe);

/* The three functions below are for a caller that records commands on a separate thread, on a
 * screen with keeps_storage. */

/* Returns the host's address of `size_B` bytes of a buffer, from byte `offset_B` on; all these
 * bytes must lie inside the buffer. Like a map with PIPE_MAP_UNSYNCHRONIZED, the function never
 * waits, but it needs no context and no unmapping. `write` must be true if the caller may write the
 * bytes. The address is valid until the storage is replaced or the buffer is destroyed. NULL if the
 * host cannot access the memory directly; use a context's transfer_map() then. Safe from any
 * thread. Since 0.2. */
GALVAN_API void *galvan_buffer_bytes(struct pipe_resource *buffer, unsigned offset_B,
                                     unsigned size_B, bool write);

/* Whether the commands recorded so far use `buffer`. If `for_write` is false, only writes count as
 * uses; otherwise reads count, too. Safe from any thread; commands that another thread records at
 * the same time may or may not count. Since 0.2. */
GALVAN_API bool galvan_buffer_is_busy(struct pipe_resource *buffer, bool for_write);

/* Gives buffer `to` the memory of `from`, with the contents of that memory; both buffers then share
 * the memory. `from` must have been created from the same template as `to`. The context updates its
 * bindings of `to`; no other context may have `to` bound. The caller must have exclusive use of
 * `pipe`. Since 0.2. */
GALVAN_API void galvan_context_replace_storage(struct pipe_context *pipe, struct pipe_resource *to,
                                               struct pipe_resource *from);

/* Makes a texture exportable as a dma-buf: if its memory cannot be exported, gives it other memory
 * with the same contents. On some devices, views of the texture can then have fewer formats. The
 * caller must have exclusive use of `pipe`, and must flush it before the export. Other contexts may
 * have the texture bound, but commands that they have recorded and not flushed may be lost. Returns
 * false if the device cannot export such a texture; only 2D colour textures of one level, one layer
 * and one sample can be exported. Since 0.2. */
GALVAN_API bool galvan_context_make_exportable(struct pipe_context *pipe,
                                               struct pipe_resource *texture);

/* A swapchain presents frames on a window of X11, on a screen with galvan_screen_params.swapchains.
 * It has slots, each with an image of the window's size. A frame is first copied to a slot, and
 * presented when the copy has finished; the slot is then free for another frame. */
struct galvan_swapchain;

struct galvan_swapchain_params {
    size_t size;                       /* sizeof(struct galvan_swapchain_params) */
    void *connection;                  /* an xcb_connection_t, which must outlive the swapchain */
    uint32_t window;                   /* has no other swapchain */
    const struct pipe_resource *frame; /* frames will have the format and size of this texture; it
                                          is only read during the call */
    unsigned num_slots;                /* 1 to 8 */
};

/* Returns NULL if the device cannot present such frames, if the window does not exist or differs
 * from `frame` in size, or if memory runs out. The caller destroys the swapchain before the screen.
 * Safe from any thread. Since 0.2. */
GALVAN_API struct galvan_swapchain *
galvan_swapchain_create(struct pipe_screen *screen, const struct galvan_swapchain_params *params);

/* Waits until the device has finished all submitted work, and destroys the swapchain. The contexts
 * that have recorded copies to the swapchain must have been flushed, and no other thread may use
 * the swapchain. Since 0.2. */
GALVAN_API void galvan_swapchain_destroy(struct galvan_swapchain *swapchain);

/* Records a copy of a texture's first level and layer to a free slot. A later copy to this slot
 * replaces the frame. False if the slot does not fit the texture, if an earlier
 * galvan_swapchain_present() has failed for this slot, or if memory runs out. The caller must have
 * exclusive use of `pipe`. Since 0.2. */
GALVAN_API bool galvan_swapchain_copy(struct galvan_swapchain *swapchain, unsigned slot,
                                      struct pipe_context *pipe, struct pipe_resource *frame);

/* Presents the frame in the slot. A fence that was created after the copy must have passed. The
 * frame appears without a wait for the screen's refresh. The function then waits until the slot is
 * free, for at most a second. Returns false on failure: if the window has changed its size or was
 * destroyed, the frame may be lost. After a failure, the caller destroys the swapchain. Only one
 * thread at a time may call this function for a swapchain; another thread may copy to other slots
 * at the same time. Since 0.2. */
GALVAN_API bool galvan_swapchain_present(struct galvan_swapchain *swapchain, unsigned slot);

#ifdef __cplusplus
}
#endif
#endif
