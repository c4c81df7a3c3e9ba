/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The one place with state of the whole process. Locks are taken in the order instance, messages;
 * neither is held while a fence callback runs. */
#include "virglrenderer/global.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "pipe/p_screen.h"
#include "util/env.h"
#include "util/log.h"
#include "virglrenderer/instance.h"
#include "virglrenderer/record.h"

static struct {
    pthread_mutex_t lock;
    struct gv_vr_instance *instance; /* NULL: none */
    void *cookie;                    /* what it was made with */
    int flags;
    const struct virgl_renderer_callbacks *callbacks; /* only compared */
} the = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Messages ------------------------------------------------------------------------------ */

static struct {
    pthread_mutex_t lock;
    virgl_debug_callback_type debug; /* at most one of debug and log */
    virgl_log_callback_type log;
    void *user_data;
    virgl_free_data_callback_type free_data;
    struct gv_log_filter filter;
} messages = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* A log callback may set another one, but call no other function. */
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

/* ---- The lock ------------------------------------------------------------------------------ */

/* Callbacks about the caller's OpenGL run inside the call that needs them. */
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

int gv_vr_leave(int error)
{
    has_lock = false;
    pthread_mutex_unlock(&the.lock);
    return error;
}

/* ---- Fences -------------------------------------------------------------------------------- */

/* The oldest fence that has passed, and whom to tell. False: none, or asked is gone. */
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

/* Calls back for num fences. A callback may end the instance. */
static void call_back(const struct gv_vr_instance *asked, size_t num)
{
    struct virgl_renderer_callbacks callbacks;
    struct gv_vr_fence_name name;
    void *cookie;

    for (; num && take(asked, &name, &callbacks, &cookie); num--) {
        if (name.of_context)
            callbacks.write_context_fence(cookie, name.ctx_id, 0, name.id);
        else if (callbacks.write_fence)
            callbacks.write_fence(cookie, (uint32_t)name.id);
    }
}

void gv_vr_call_back(void)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    size_t num = instance->fences.mode == GV_VR_FENCES_ASYNC ? 0 : gv_vr_poll(instance);
    gv_vr_leave(0);
    call_back(instance, num);
}

/* On the thread of asked, which ends it only after this. */
static void fences_passed(struct gv_vr_instance *asked)
{
    struct gv_vr_instance *instance;
    if (gv_vr_enter(&instance))
        return;
    size_t num = instance == asked ? gv_vr_poll(asked) : 0;
    gv_vr_leave(0);
    call_back(asked, num);
}

/* ---- Life ---------------------------------------------------------------------------------- */

static int open_instance(void *cookie, int flags, const struct virgl_renderer_callbacks *callbacks)
{
    const struct galvan_log log = open_log();
    struct gv_vr_params params = {
        .log = &log,
        .flags = flags,
        .callbacks = callbacks,
        .cookie = cookie,
        .record_dir = gv_getenv("GALVAN_RECORD"),
        .fences_passed = fences_passed,
    };
    int error = gv_vr_open_screen(&log, &params.screen, &params.device_B);
    if (error)
        return error;
    error = gv_vr_create(&params, &the.instance);
    if (error)
        params.screen->destroy(params.screen);
    return error;
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
    error = gv_vr_check(flags, callbacks);
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
    screen->destroy(screen);
}

/* A monitor may end without cleanup; a recording gets its end all the same. */
__attribute__((destructor)) static void end_recording(void)
{
    if (pthread_mutex_trylock(&the.lock) != 0)
        return;
    if (the.instance)
        gv_vr_record_end(the.instance);
    pthread_mutex_unlock(&the.lock);
}
