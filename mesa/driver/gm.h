/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The driver's objects, which implement the objects of Mesa's interface. Each contains the object
 * of libgalvan that does its work. Names with pipe_ and PIPE_ are Mesa's; names with gpipe_ and
 * GPIPE_ belong to Galvan's interface (see mesa/names). */
#ifndef GM_GM_H
#define GM_GM_H

#include <sys/types.h>

#include "compiler/nir/nir.h"
#include "pipe/p_context.h"
#include "pipe/p_defines.h"
#include "pipe/p_screen.h"
#include "pipe/p_state.h"
#include "util/simple_mtx.h"
#include "util/slab.h"
#include "util/u_atomic.h"
#include "util/u_idalloc.h"
#include "util/u_threaded_context.h"

#include "driver_frames_shared.h"
#include "version.h"

#include "gpipe/p_context.h"
#include "gpipe/p_inlines.h"
#include "gpipe/p_screen.h"

/* The bind flags of windows' buffers. */
#define GM_WINDOW_BINDS (PIPE_BIND_DISPLAY_TARGET | PIPE_BIND_SCANOUT | PIPE_BIND_SHARED)

struct disk_cache;
struct gm_slot;
struct gm_swapchain;
struct sw_displaytarget;
struct sw_winsys;

/* The device, which all screens of the process share, so that contexts of several displays can
 * share objects. */
struct gm_device {
    struct gpipe_screen *galvan;
    struct util_idalloc_mt buffer_ids;

    /* Each context is recorded on its own thread by Mesa's threaded context. The driver's
     * structures begin with those of Mesa's threaded context; see threads.c. */
    bool is_threaded;
    bool is_software; /* the device is a CPU */
    unsigned references;
    pid_t process;
    bool wants_swapchains; /* where the device has them */
};

struct gm_screen {
    struct pipe_screen base;
    struct gm_device *device;
    struct gpipe_screen *galvan; /* the device's */
    struct sw_winsys *winsys;    /* NULL once the frontend has destroyed it */
    struct disk_cache *cache;    /* the cache of linked NIR; NULL: there is no cache */
    simple_mtx_t fronts_lock;
    struct gm_resource *fronts;
    struct gm_frames *frames; /* reports of frames; NULL: `galvan run` wants none */

    /* The client library, which presents frames; NULL: Mesa presents all frames. */
    const struct gv_driver_frames_library *library;
    struct gv_driver_frames *presenter;
    unsigned num_slots; /* of a buffer */
    uint64_t num_frame_ids;

    char name[256];

    struct slab_parent_pool transfers;
    struct nir_shader_compiler_options compiler_options; /* of all stages */

    /* References of the screen itself and of its resources: Mesa may destroy windows after the
     * screen, or never. */
    int references;
};

struct gm_resource {
    struct threaded_resource base;
    struct gpipe_resource *galvan;
    bool counts; /* the resource was bound as a buffer of atomic counters */

    /* The memory from which the window system displays frames. It is created with the first
     * frame. */
    struct sw_displaytarget *target;
    unsigned target_stride_B;
    struct gpipe_resource
        *target_pages; /* the target's memory as a resource; NULL: not importable */

    /* Memory from which the client library presents frames; created before the library presents the
     * resource's first frame. slots[next_slot] is free, and the next frame is copied to this
     * slot. */
    struct gm_slot *slots[GV_DRIVER_FRAMES_MAX_AHEAD];
    struct gm_swapchain *swapchain; /* has the slots in place of `slots`; NULL: there is none */
    unsigned next_slot;
    uint64_t frame_id;      /* 0: not given yet */
    uint64_t num_presented; /* frames from slots */

    /* Only for a front buffer. `front` is its window. `stale` is true if the window may show
     * contents that differ from the resource's. */
    const void *front;
    bool stale;
    struct gm_resource *next_front; /* next element of gm_screen.fronts */
};

/* In the next three structures, the recording thread creates `galvan` at the first use of the
 * object. `galvan` is NULL until then, or if the creation failed. Any thread may destroy such an
 * object: `galvan` is then put into gm_context.dead. */
struct gm_surface {
    struct pipe_surface base;
    struct gpipe_surface *galvan;
};

struct gm_sampler_view {
    struct pipe_sampler_view base;
    struct gpipe_sampler_view *galvan;
};

struct gm_so_target {
    struct pipe_stream_output_target base;
    struct gpipe_stream_output_target *galvan;
};

struct gm_transfer {
    struct threaded_transfer base;
    struct gpipe_transfer *galvan; /* NULL: the CPU accesses the bytes without a transfer */
};

/* The name of the structure is Mesa's. */
struct pipe_fence_handle {
    struct pipe_reference reference;
    struct util_queue_fence flushed;        /* signalled once `galvan` does not change any more */
    struct gpipe_fence_handle *galvan;      /* NULL: nothing to wait for */
    struct tc_unflushed_batch_token *token; /* NULL: the caller's thread recorded the flush */
};

struct gm_query {
    struct threaded_query base;
    struct gpipe_query *galvan;
};

/* Galvan's objects that only the recording thread may destroy. */
struct gm_dead {
    struct gm_dead *next;
    struct gpipe_surface *surface;
    struct gpipe_sampler_view *view;
    struct gpipe_stream_output_target *target;
};

/* The handler at the end of a context's thread. The struct lives until both the context and the
 * thread that created the context have ended. */
struct gm_exit {
    int references;
    pid_t process;
    simple_mtx_t lock;
    struct gm_context *ctx; /* NULL after the context was destroyed */
};

/* Bound sampler views of a stage, and the number of references that each slot holds; slots from num
 * on are empty. See bound.c. */
struct gm_views {
    struct pipe_sampler_view *views[PIPE_MAX_SHADER_SAMPLER_VIEWS];
    unsigned references[PIPE_MAX_SHADER_SAMPLER_VIEWS];
    unsigned num, num_calls;
};

/* References to the resource that is bound to a slot of constant buffers. See bound.c. */
struct gm_constant_slot {
    struct pipe_resource *resource;
    unsigned references;
};

struct gm_context {
    struct pipe_context base;
    struct gm_exit *at_exit;
    struct gpipe_context *galvan;

    struct threaded_context *threads; /* NULL: the caller's thread records */
    /* Methods of the threaded context, which threads.c replaces by its own. */
    void (*queue_framebuffer_state)(struct pipe_context *, const struct pipe_framebuffer_state *);
    void *(*queue_buffer_map)(struct pipe_context *, struct pipe_resource *, unsigned, unsigned,
                              const struct pipe_box *, struct pipe_transfer **);
    struct gm_dead *dead; /* an atomic stack, to which any thread may push */

    /* State that is a parameter of Galvan's draws and that Mesa sets separately. */
    uint8_t patch_vertices;

    /* If the render target is a window's buffer and the device copies frames, `frame` is this
     * target, with a reference. `frame_copied`: the current contents of `frame` have been copied
     * (gm_copy_frame()). Without `frame_in_slot`, the copy is in the window system's memory. With
     * `frame_in_slot`, the copy is in the next slot of `frame`, with the fence `frame_fence`, and
     * is valid while the resource's num_presented equals `frame_number`. */
    struct pipe_resource *frame;
    bool frame_copied, frame_in_slot;
    struct gpipe_fence_handle *frame_fence;
    uint64_t frame_number;

    /* The index buffer that is bound to Galvan's context, without a reference. */
    const struct gpipe_resource *index_buffer;
    unsigned index_size;

    /* Bound vertex buffers, and the number of references that each slot holds; slots from
     * num_buffers on are empty. See bound.c. */
    struct pipe_vertex_buffer buffers[PIPE_MAX_ATTRIBS];
    unsigned buffer_references[PIPE_MAX_ATTRIBS];
    unsigned num_buffers, num_buffer_calls;
#if GM_MESA >= 2402
    uint16_t strides[PIPE_MAX_ATTRIBS]; /* of each slot, from the bound vertex elements */
#endif
    struct gm_views views[PIPE_SHADER_TYPES];
    struct gm_constant_slot constants[PIPE_SHADER_TYPES][PIPE_MAX_CONSTANT_BUFFERS];

    /* The arguments of render_condition(), to set the condition again after calls that must ignore
     * it. */
    struct gpipe_query *condition;
    bool condition_value;
    unsigned condition_mode;
};

static inline struct gm_screen *gm_screen(struct pipe_screen *screen)
{
    return (struct gm_screen *)screen;
}

static inline struct gm_context *gm_context(struct pipe_context *pipe)
{
    return (struct gm_context *)pipe;
}

static inline struct gm_resource *gm_resource(struct pipe_resource *resource)
{
    return (struct gm_resource *)resource;
}

/* Returns the resource of Galvan that belongs to a resource of Mesa; NULL for NULL. */
static inline struct gpipe_resource *gm_galvan_resource(struct pipe_resource *resource)
{
    return resource ? gm_resource(resource)->galvan : NULL;
}

/* Return Galvan's object that belongs to an object of Mesa. Create Galvan's object if it does not
 * exist. Return NULL if Mesa's object is NULL, or if the creation failed; views.c */
struct gpipe_surface *gm_galvan_surface(struct gm_context *ctx, struct pipe_surface *surface);
struct gpipe_sampler_view *gm_galvan_view(struct gm_context *ctx, struct pipe_sampler_view *view);
struct gpipe_stream_output_target *gm_galvan_so_target(struct gm_context *ctx,
                                                       struct pipe_stream_output_target *target);

/* Destroys the objects that other threads have put into ctx->dead; views.c */
void gm_end_dead(struct gm_context *ctx);

/* Each function sets the methods of a screen or context for one subject. */
void gm_init_screen_caps(struct gm_screen *screen);          /* caps.c */
void gm_init_screen_shaders(struct gm_screen *screen);       /* shader.c */
void gm_init_screen_resources(struct gm_screen *screen);     /* resource.c */
void gm_init_screen_fences(struct gm_screen *screen);        /* fence.c */
void gm_init_screen_interop(struct gm_screen *screen);       /* interop.c */
void gm_init_screen_vertex_states(struct gm_screen *screen); /* vertex_state.c */
void gm_init_context_shaders(struct gm_context *ctx);        /* shader.c */
void gm_init_context_objects(struct gm_context *ctx);        /* objects.c */
void gm_init_context_views(struct gm_context *ctx);          /* views.c */
void gm_init_context_bindings(struct gm_context *ctx);       /* bind.c */
void gm_init_context_bound(struct gm_context *ctx);          /* bound.c */
void gm_init_context_draws(struct gm_context *ctx);          /* draw.c */
void gm_init_context_copies(struct gm_context *ctx);         /* copy.c */
void gm_init_context_transfers(struct gm_context *ctx);      /* transfer.c */
void gm_init_context_queries(struct gm_context *ctx);        /* query.c */
void gm_init_context_fences(struct gm_context *ctx);         /* fence.c */
void gm_init_context_interop(struct gm_context *ctx);        /* interop.c */
void gm_init_context_vertex_states(struct gm_context *ctx);  /* vertex_state.c */

/* exit.c */
struct gm_exit *gm_exit_create(struct gm_context *ctx);
void gm_exit_release(struct gm_exit *at_exit);

/* Destroys the screen when its last reference is released; screen.c */
void gm_screen_release(struct gm_screen *screen);

/* Create a fence, or return NULL if memory runs out. gm_fence_create() creates a fence for a fence
 * of Galvan, and takes over the reference to Galvan's fence. gm_fence_create_unflushed() creates a
 * fence with a token, for a flush that is not recorded yet; fence.c */
struct pipe_fence_handle *gm_fence_create(struct gpipe_fence_handle *galvan,
                                          struct tc_unflushed_batch_token *token);
struct pipe_fence_handle *gm_fence_create_unflushed(struct pipe_context *pipe,
                                                    struct tc_unflushed_batch_token *token);

/* threads.c: gm_wants_threads() returns whether contexts of this process are threaded.
 * gm_start_thread() creates the threaded context that Mesa gets in place of ctx. gm_sync() waits
 * until all recorded calls have been executed; it is not called on the recording thread. */
bool gm_wants_threads(void);
struct pipe_context *gm_start_thread(struct gm_context *ctx);
void gm_sync(struct gm_context *ctx);

/* Implements pipe_screen::context_create; context.c */
struct pipe_context *gm_context_create(struct pipe_screen *screen, void *priv, unsigned flags);

/* resource.c: gm_fill_template() converts a template for Galvan. gm_wrap_resource() creates the
 * driver's resource for a resource of Galvan, and takes over the reference to Galvan's resource; it
 * returns NULL if `galvan` is NULL. */
void gm_fill_template(const struct pipe_resource *templ, struct gpipe_resource *out);
struct pipe_resource *gm_wrap_resource(struct pipe_screen *screen,
                                       const struct pipe_resource *templ,
                                       struct gpipe_resource *galvan);

/* Converts vertex elements for Galvan; objects.c */
void gm_fill_elements(unsigned num, const struct pipe_vertex_element *from,
                      struct gpipe_vertex_element *to);

/* Returns the stride of vertices in a buffer: the stride of the first element that reads the
 * buffer. */
static inline uint16_t gm_stride(const struct pipe_vertex_buffer *buffer,
                                 const struct pipe_vertex_element *elements)
{
#if GM_MESA < 2402
    return buffer->stride;
#else
    return (uint16_t)elements->src_stride;
#endif
}

/* Called when vertex elements are bound: sets the strides of the vertex buffers to the strides of
 * the elements, because strides are part of vertex elements in Mesa, but of vertex buffers in
 * Galvan. Only since Mesa 24.2; bound.c */
void gm_set_strides(struct gm_context *ctx, const uint16_t *strides);

/* Unbinds all vertex buffers and sampler views, and returns all references that slots hold;
 * bound.c */
void gm_unbind(struct gm_context *ctx);

/* gm_copy_frame() records a copy of the frame for the window system, so that the next flush submits
 * the copy with the frame. Call gm_copy_frame() before a flush with a fence, which may end a frame,
 * and gm_copied_frame() after the flush; resource.c */
void gm_copy_frame(struct gm_context *ctx);
void gm_copied_frame(struct gm_context *ctx, struct gpipe_fence_handle *fence);

/* gm_record_copy() records a copy of a box of the resource to the buffer `pages`, in which the rows
 * of the whole resource are stride_B bytes apart. gm_whole() returns the box of the whole resource;
 * resource.c */
bool gm_record_copy(struct gm_context *ctx, struct gm_resource *resource,
                    struct gpipe_resource *pages, unsigned stride_B, const struct pipe_box *box);
struct pipe_box gm_whole(const struct pipe_resource *resource);

/* Imports memory, which must consist of whole pages, into the device, for copies of at least size_B
 * bytes. NULL if the device cannot import the memory; resource.c */
struct gpipe_resource *gm_import_pages(struct gm_screen *screen, void *pages, uint64_t size_B);

/* Rows of a frame from the top. */
struct gm_image {
    const void *pixels;
    enum pipe_format format;
    unsigned width, height, stride_B;
};

/* Reports of frames to `galvan run`. gm_frames_create() returns NULL if `galvan run` wants no
 * reports; `device` is the name of the device. Each presented frame is reported once: by
 * gm_frames_presented() if the frame is in the resource's window system memory, otherwise by
 * gm_frames_presented_image(), where NULL is a frame without an image. Both may be called on any
 * thread; frames.c */
struct gm_frames *gm_frames_create(const char *device);
void gm_frames_presented(struct gm_screen *screen, const struct gm_resource *resource);
void gm_frames_presented_image(struct gm_screen *screen, const struct gm_image *image);
void gm_frames_destroy(struct gm_screen *screen);

/* Whether `galvan run` wants an image of some frame; frames.c */
bool gm_frames_want_image(const struct gm_screen *screen);

/* Frames that the client library presents (present.c). gm_present_in_swap() returns whether this
 * thread will call gm_present() before its swap ends. gm_present() is called when Mesa presents
 * `part` of the resource, and returns whether the library presents it. gm_present_copy() records a
 * copy of a whole frame to the resource's next slot; false if there is no such slot.
 * gm_present_release() releases the resource's slots. */
void gm_present_init(struct gm_screen *screen);
void gm_present_finish(struct gm_screen *screen);
bool gm_present_in_swap(const struct gm_screen *screen);
bool gm_present(struct gm_context *ctx, struct gm_resource *resource, const struct pipe_box *part);
bool gm_present_copy(struct gm_context *ctx, struct gm_resource *resource);
void gm_present_release(struct gm_resource *resource);

/* gm_fetch_front() copies the window's visible contents into the resource of its front buffer, and
 * gm_fetch_bound_fronts() does so for each stale front buffer of a framebuffer, before draws change
 * the resource. Only the program's thread may call them: they use the program's connection to the
 * window system; resource.c */
void gm_fetch_front(struct pipe_context *pipe, struct gm_resource *resource);
void gm_fetch_bound_fronts(struct pipe_context *pipe, const struct pipe_framebuffer_state *state);

#endif
