/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* All state of the process is here. Locks are taken in the order instance, messages. No lock is
 * held while a fence callback runs. */
#include "virglrenderer/global.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pipe/p_screen.h"
#include "util/array.h"
#include "util/env.h"
#include "util/log.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/missing.h"
#include "virglrenderer/record.h"
#include "virglrenderer/remote.h"
#include "virglrenderer/sandbox.h"
#include "virglrenderer/stock_library.h"

static struct {
    pthread_mutex_t lock;
    struct gv_vr_instance *instance; /* NULL: no instance exists */
    void *cookie; /* `cookie`, `flags` and `callbacks` are the arguments with which the instance was
                     created */
    int flags;
    const struct virgl_renderer_callbacks *callbacks; /* compared, never dereferenced */

    bool tried_stock, has_stock;
    struct gv_vr_stock_functions stock; /* functions of the stock library, which is never
                                           unloaded */
} the = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Messages -------------------------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    virgl_debug_callback_type debug; /* at most one of debug and log is set */
    virgl_log_callback_type log;
    void *user_data;
    virgl_free_data_callback_type free_data;
    struct gv_log_filter filter;
} messages = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* Whether the thread is in a log callback. The callback may set another log callback, but call no
 * other function. */
static _Thread_local bool in_message;

static void call_debug(virgl_debug_callback_type callback, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    callback(format, args);
    va_end(args);
}

static enum virgl_log_level_flags log_level(enum galvan_log_level level)
{
    switch (level) {
    case GALVAN_LOG_NONE:
    case GALVAN_LOG_ERR:
        return VIRGL_LOG_LEVEL_ERROR;
    case GALVAN_LOG_WARN:
        return VIRGL_LOG_LEVEL_WARNING;
    case GALVAN_LOG_INFO:
        return VIRGL_LOG_LEVEL_INFO;
    case GALVAN_LOG_DEBUG:
        break;
    }
    return VIRGL_LOG_LEVEL_DEBUG;
}

static void log_line(void *priv, enum galvan_log_level level, const char *component,
                     const char *message)
{
    static const struct galvan_log to_stderr = {.level = GALVAN_LOG_DEBUG};
    char line[GV_LOG_MESSAGE_MAX + 64];
    bool nested = in_message;

    (void)priv;
    pthread_mutex_lock(&messages.lock);
    if (nested || level > gv_log_filter_level(&messages.filter, component))
        goto unlock;
    in_message = true;
    snprintf(line, sizeof(line), "galvan: %s: %s\n", component, message);
    if (messages.debug)
        call_debug(messages.debug, "%s", line);
    else if (messages.log)
        messages.log(log_level(level), line, messages.user_data);
    else
        gv_log_print(&to_stderr, level, component, "%s", message);
    in_message = false;
unlock:
    pthread_mutex_unlock(&messages.lock);
}

/* Logs a message of the stock library, whose older versions have no levels. */
static void stock_line(enum galvan_log_level level, const char *message)
{
    char line[GV_LOG_MESSAGE_MAX];
    size_t len = strcspn(message, "\n");
    snprintf(line, sizeof(line), "stock library: %.*s", (int)len, message);
    if (len)
        log_line(NULL, level, "virglrenderer", line);
}

static void stock_debug(const char *format, va_list args)
{
    char message[GV_LOG_MESSAGE_MAX];
    vsnprintf(message, sizeof(message), format, args);
    stock_line(GALVAN_LOG_WARN, message);
}

static void stock_log(enum virgl_log_level_flags level, const char *message, void *user_data)
{
    static const enum galvan_log_level levels[] = {
        [VIRGL_LOG_LEVEL_DEBUG] = GALVAN_LOG_DEBUG,
        [VIRGL_LOG_LEVEL_INFO] = GALVAN_LOG_INFO,
        [VIRGL_LOG_LEVEL_WARNING] = GALVAN_LOG_WARN,
        [VIRGL_LOG_LEVEL_ERROR] = GALVAN_LOG_ERR,
    };
    (void)user_data;
    if (level < GV_ARRAY_SIZE(levels))
        stock_line(levels[level], message);
}

static struct galvan_log open_log(void)
{
    pthread_mutex_lock(&messages.lock);
    const struct galvan_log log = {.fn = log_line, .level = gv_log_default(&messages.filter).level};
    pthread_mutex_unlock(&messages.lock);
    return log;
}

static virgl_debug_callback_type set_callbacks(virgl_debug_callback_type debug,
                                               virgl_log_callback_type log, void *user_data,
                                               virgl_free_data_callback_type free_data)
{
    pthread_mutex_lock(&messages.lock);
    virgl_debug_callback_type old = messages.debug;
    virgl_free_data_callback_type free_old = messages.free_data;
    void *old_data = messages.user_data;
    messages.debug = debug;
    messages.log = log;
    messages.user_data = user_data;
    messages.free_data = free_data;
    pthread_mutex_unlock(&messages.lock);
    if (free_old)
        free_old(old_data);
    return old;
}

virgl_debug_callback_type virgl_set_debug_callback(virgl_debug_callback_type cb)
{
    return set_callbacks(cb, NULL, NULL, NULL);
}

void virgl_set_log_callback(virgl_log_callback_type cb, void *user_data,
                            virgl_free_data_callback_type free_data)
{
    set_callbacks(NULL, cb, user_data, free_data);
}

/* ---- The lock -------------------------------------------------------------------------------- */

/* Whether the thread holds the lock. Callbacks about the caller's OpenGL run with the lock held,
 * inside of the call that needs them. */
static _Thread_local bool has_lock;

static bool take_lock(void)
{
    if (in_message || has_lock)
        return false;
    pthread_mutex_lock(&the.lock);
    has_lock = true;
    return true;
}

int gv_vr_enter(struct gv_vr_instance **out_instance)
{
    if (!take_lock())
        return -EBUSY;
    if (!the.instance)
        return gv_vr_leave(-EINVAL);
    *out_instance = the.instance;
    return 0;
}

static bool is_inside(void)
{
    return has_lock;
}

static void release_lock(void)
{
    has_lock = false;
    pthread_mutex_unlock(&the.lock);
}

/* Calls the callbacks for fences of the stock library that have passed during this call of the
 * interface. A callback may make further calls of the interface. So the fences are not all taken at
 * the beginning, but one by one, each just before its callback. */
static void call_back_for_stock(void)
{
    struct gv_vr_fence_name name;
    while (the.instance && gv_vr_stock_take(&the.instance->stock, &name)) {
        const struct virgl_renderer_callbacks callbacks = the.instance->callbacks;
        void *cookie = the.instance->cookie;
        release_lock();
        gv_vr_fence_call_back(&name, &callbacks, cookie);
        pthread_mutex_lock(&the.lock);
        has_lock = true;
    }
}

int gv_vr_leave(int error)
{
    call_back_for_stock();
    release_lock();
    return error;
}

/* ---- Fences ---------------------------------------------------------------------------------- */

/* Takes the oldest passed fence and finds its callbacks and cookie. False if no fence has passed,
 * or if `asked` does not exist any more. */
static bool take(const struct gv_vr_instance *asked, struct gv_vr_fence_name *name,
                 struct virgl_renderer_callbacks *callbacks, void **cookie)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return false;
    bool taken = instance == asked && gv_vr_fences_take(&instance->fences, name);
    *callbacks = instance->callbacks;
    *cookie = instance->cookie;
    gv_vr_leave(0);
    return taken;
}

/* Calls the callbacks for num fences. A callback may destroy the instance. */
static void call_back(const struct gv_vr_instance *asked, size_t num)
{
    struct virgl_renderer_callbacks callbacks;
    struct gv_vr_fence_name name;
    void *cookie;

    for (; num && take(asked, &name, &callbacks, &cookie); num--)
        gv_vr_fence_call_back(&name, &callbacks, cookie);
}

void gv_vr_call_back(void)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    bool polls = instance->backend && instance->fences.mode != GV_VR_FENCES_ASYNC;
    size_t num = polls ? gv_vr_poll(instance) : 0;
    release_lock();
    call_back(instance, num);
    if (gv_vr_enter(&instance))
        return;
    if (instance->stock.f)
        instance->stock.f->poll();
    gv_vr_leave(0);
}

/* Called on the thread of `asked`, which stays valid during the call. */
static void fences_passed(struct gv_vr_instance *asked)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    size_t num = instance == asked ? gv_vr_poll(asked) : 0;
    gv_vr_leave(0);
    call_back(asked, num);
}

/* ---- The stock library ----------------------------------------------------------------------- */

/* Returns the stock library's functions; NULL if there is no stock library. */
static const struct gv_vr_stock_functions *stock_functions(void)
{
    static const struct gv_vr_stock_messages callbacks = {stock_debug, stock_log};
    const struct galvan_log log = open_log();

    if (!the.tried_stock)
        the.has_stock = gv_vr_stock_library_open(&log, &callbacks, &the.stock);
    the.tried_stock = true;
    return the.has_stock ? &the.stock : NULL;
}

/* Returns the stock library's functions, with the lock held, for queries that monitors make before
 * they initialise the library. NULL, without the lock, if the library's initialisation has failed,
 * or if the call comes from inside of a callback. */
static const struct gv_vr_stock_functions *enter_stock(void)
{
    if (!take_lock())
        return NULL;
    const struct gv_vr_stock_functions *f = stock_functions();
    bool failed = the.instance && gv_vr_stock_is_wanted(the.flags) && !the.instance->stock.f;
    if (f && !failed)
        return f;
    gv_vr_leave(0);
    return NULL;
}

void gv_vr_get_any_cap_set(uint32_t set, uint32_t *max_ver, uint32_t *max_size)
{
    uint32_t version = 0, size_B = 0;
    const struct gv_vr_stock_functions *f;
    gv_vr_get_cap_set(set, &version, &size_B);
    if (!size_B && (f = enter_stock())) {
        f->get_cap_set(set, &version, &size_B);
        gv_vr_leave(0);
    }
    if (max_ver)
        *max_ver = version;
    if (max_size)
        *max_size = size_B;
}

void gv_vr_fill_any_caps(uint32_t set, uint32_t version, void *caps)
{
    struct gv_vr_instance *instance;
    const struct gv_vr_stock_functions *f;
    uint32_t size_B = 0;
    gv_vr_get_cap_set(set, NULL, &size_B);
    if (size_B) {
        int error = gv_vr_enter(&instance);
        gv_vr_fill_caps(error || !instance->backend ? NULL : instance, set, caps);
        if (!error)
            gv_vr_leave(0);
    } else if (caps && (f = enter_stock())) {
        f->fill_caps(set, version, caps);
        gv_vr_leave(0);
    }
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

/* The process that renders. */
enum who {
    THIS_PROCESS,
    WORKER_OR_THIS, /* a worker if one can be started */
    WORKER,
};

/* Chooses the process that renders. A worker renders if the environment variable GALVAN_RENDERER or
 * the caller's flags request a worker. If only the flags request a worker, this process renders if
 * there is no program for a worker, or if the user wants a recording. out_program: the path of the
 * worker's program. */
static enum who choose_who(int flags, char out_program[PATH_MAX])
{
    const char *chosen = gv_getenv("GALVAN_RENDERER");
    if (chosen && strchr(chosen, '/'))
        return snprintf(out_program, PATH_MAX, "%s", chosen) < PATH_MAX ? WORKER : THIS_PROCESS;
    if (!gv_vr_remote_find_program(out_program))
        out_program[0] = '\0';
    if (chosen)
        return strcmp(chosen, "worker") == 0 ? WORKER : THIS_PROCESS;
    return flags & VIRGL_RENDERER_RENDER_SERVER && !gv_getenv("GALVAN_RECORD") &&
                   access(out_program, X_OK) == 0
               ? WORKER_OR_THIS
               : THIS_PROCESS;
}

static int open_in_worker(struct gv_vr_params *params, const char *program)
{
    if (!gv_vr_may_start_programs()) {
        gv_err(params->log, "virglrenderer",
               "a filter forbids this process to start %s (QEMU: -sandbox spawn=deny; libvirt: "
               "seccomp_sandbox)",
               program);
        return -EPERM;
    }
    params->worker = program;
    int error = gv_vr_create(params, &the.instance);
    params->worker = NULL;
    return error;
}

static int open_here(struct gv_vr_params *params)
{
    int error = 0;
    if (!(params->flags & VIRGL_RENDERER_NO_VIRGL))
        error = gv_vr_open_screen(params->log, &params->screen, &params->device_B);
    if (error)
        return error;
    error = gv_vr_create(params, &the.instance);
    if (error && params->screen)
        params->screen->destroy(params->screen);
    return error;
}

static int open_instance(void *cookie, int flags, const struct virgl_renderer_callbacks *callbacks)
{
    static const char server[] = "virgl_test_server";
    const struct galvan_log log = open_log();
    struct gv_vr_params params = {
        .log = &log,
        .flags = flags,
        .callbacks = callbacks,
        .cookie = cookie,
        .record_dir = gv_getenv("GALVAN_RECORD"),
        .fences_passed = fences_passed,
        .is_inside = is_inside,
        .serves_sockets = strncmp(program_invocation_short_name, server, sizeof(server) - 1) == 0,
    };
    char program[PATH_MAX];
    enum who who = flags & VIRGL_RENDERER_NO_VIRGL ? THIS_PROCESS : choose_who(flags, program);
    if (gv_vr_stock_is_wanted(flags))
        params.stock = stock_functions();
    if (who == THIS_PROCESS)
        return open_here(&params);
    int error = open_in_worker(&params, program);
    if (!error || who == WORKER)
        return error;
    gv_warn(&log, "virglrenderer", "no worker draws for the guest, but this process");
    return open_here(&params);
}

int gv_vr_open(void *cookie, int flags, const struct virgl_renderer_callbacks *callbacks)
{
    int error;
    if (!take_lock())
        return -EBUSY;
    if (the.instance) {
        bool same = the.cookie == cookie && the.flags == flags && the.callbacks == callbacks;
        return gv_vr_leave(same ? 0 : -EBUSY);
    }
    const struct galvan_log log = open_log();
    error = gv_vr_has_callbacks(callbacks) ? 0 : -1;
    if (error && callbacks)
        gv_err(&log, "virglrenderer", "callbacks of version %d, this library knows 1 to 4",
               callbacks->version);
    if (!error)
        gv_vr_log_missing(&log);
    if (!error)
        error = open_instance(cookie, flags, callbacks);
    if (!error) {
        the.cookie = cookie;
        the.flags = flags;
        the.callbacks = callbacks;
    }
    return gv_vr_leave(error);
}

void gv_vr_close(void)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    if (gv_vr_fences_is_thread(&instance->fences)) {
        gv_err(&instance->log, "virglrenderer", "cleanup from the thread of the fences");
        gv_vr_leave(0);
        return;
    }
    the.instance = NULL;
    gv_vr_leave(0);
    struct pipe_screen *screen = instance->screen;
    gv_vr_destroy(instance);
    if (screen)
        screen->destroy(screen);
}

/* Closes the recording, since a monitor may end without a call of virgl_renderer_cleanup(). */
__attribute__((destructor)) static void end_recording(void)
{
    if (pthread_mutex_trylock(&the.lock) != 0)
        return;
    if (the.instance)
        gv_vr_record_end(the.instance);
    pthread_mutex_unlock(&the.lock);
}
