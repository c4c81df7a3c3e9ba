/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* galvan-renderer: the worker that libvirglrenderer.so.1 starts. It confines itself before it reads
 * the first message, and then opens the device. */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "confine/confine.h"
#include "confine/path_rules.h"
#include "confine/syscalls.h"
#include "galvan/galvan.h"
#include "renderer/channel.h"
#include "renderer/serve.h"
#include "util/cache_file.h"
#include "util/env.h"
#include "util/log.h"
#include "virglrenderer/backend.h"

/* Memory that the worker may use in addition to its guest's limit: code, caches, stacks. */
#define UNCOUNTED_B (UINT64_C(1) << 30)

struct program {
    struct gv_channel channel;
    struct gv_cache_dir cache;
    uint32_t lacks; /* bits of gv_confine_lack */
};

/* Chooses the directory of the pipeline cache. The worker uses a cache only if the user has chosen
 * its directory (GALVAN_CACHE); in a default directory, other programs of the user would read the
 * files that the worker writes. Disables the drivers' own caches. */
static void choose_cache(struct program *program)
{
    const char *chosen = gv_getenv("GALVAN_CACHE");
    gv_cache_dir_init(&program->cache, chosen ? chosen : "off");
    if (!gv_cache_dir_make(&program->cache))
        program->cache.path[0] = '\0';
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    setenv("MESA_GLSL_CACHE_DISABLE", "true", 1);
    setenv("__GL_SHADER_DISK_CACHE", "0", 1);
}

static void confine(struct program *program)
{
    const struct gv_path_rule rules[] = {
        {GV_PATH_RULE_WRITE, program->cache.path[0] ? program->cache.path : NULL}, {0}};
    program->lacks = gv_worker_confine(
        &(struct gv_confine_params){.path_rules = rules, .log = &program->channel.log});
}

/* Ends the process when the monitor ends, since a guest's shader may keep the process busy
 * forever. */
static void *watch_monitor(void *unused)
{
    const struct timespec mercy = {.tv_sec = 2};
    struct pollfd sock = {.fd = GV_VR_WORKER_SOCKET_FD, .events = POLLRDHUP};
    (void)unused;
    while (poll(&sock, 1, -1) <= 0)
        continue;
    nanosleep(&mercy, NULL);
    _exit(0);
}

static void report_lacks(const struct program *program)
{
    char phrase[256];
    gv_confine_describe(program->lacks, phrase, sizeof(phrase));
    if (phrase[0])
        gv_warn(&program->channel.log, "virglrenderer", "this system confines the worker less: %s",
                phrase);
}

/* Opens the device, and then filters system calls. */
static enum galvan_result open_device(void *priv, struct pipe_screen **out_screen,
                                      uint64_t *out_device_B)
{
    struct program *program = priv;
    const struct galvan_log *log = &program->channel.log;
    const char *cache = program->cache.path[0] ? program->cache.path : "off";
    struct galvan_device_info info;
    enum galvan_result res = galvan_screen_create(
        galvan_screen_params(.log = log, .one_thread = true, .cache_dir = cache), out_screen);
    if (res != GALVAN_OK)
        return res;
    galvan_screen_device_info(*out_screen, &info);
    if (info.software) /* the memory of a software device is the process's heap */
        gv_worker_limit_heap(gv_vr_limits(info.device_memory_B).memory_B + UNCOUNTED_B, log);
    if (!gv_worker_filter_syscalls(info.software, log))
        program->lacks |= GV_LACKS_FILTER;
    report_lacks(program);
    *out_device_B = info.device_memory_B;
    return GALVAN_OK;
}

static bool has_monitor(void)
{
    int type = 0;
    socklen_t size_B = sizeof(type);
    return getsockopt(GV_VR_WORKER_SOCKET_FD, SOL_SOCKET, SO_TYPE, &type, &size_B) == 0 &&
           type == SOCK_SEQPACKET;
}

/* Closes the descriptors that the worker has inherited from the monitor. */
static void close_others(void)
{
    if (syscall(SYS_close_range, GV_VR_WORKER_NUM_FDS, ~0U, 0) == 0)
        return;
    const long max = sysconf(_SC_OPEN_MAX); /* Linux before 5.9 lacks close_range() */
    for (int fd = GV_VR_WORKER_NUM_FDS; fd < max; fd++)
        close(fd);
}

int main(void)
{
    struct program program = {0};
    pthread_t thread;
    if (!has_monitor()) {
        fputs("galvan-renderer: libvirglrenderer.so.1 of Galvan starts this program, where\n"
              "GALVAN_RENDERER=worker asks for it\n",
              stderr);
        return 2;
    }
    close_others();
    if (!gv_channel_init(&program.channel))
        return 1;
    choose_cache(&program);
    confine(&program);
    if (pthread_create(&thread, NULL, watch_monitor, NULL) != 0)
        return 1;
    pthread_detach(thread);
    int status = gv_renderer_serve(&program.channel, open_device, &program);
    gv_channel_finish(&program.channel);
    return status;
}
