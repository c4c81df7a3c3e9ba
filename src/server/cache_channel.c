/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/cache_channel.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "util/pass_fd.h"
#include "util/shm.h"

enum {
    ANSWER_TIMEOUT_S = 2 /* after this timeout the worker works without the cache */
};

/* Sends a request and receives its answer. False if no answer comes. *out_fd is -1 if the answer
 * has no descriptor. */
static bool ask(struct gv_cache_channel *channel, const struct gv_cache_question *question, int fd,
                struct gv_cache_answer *out_answer, int *out_fd)
{
    *out_fd = -1;
    if (channel->fd >= 0 &&
        gv_send_with_fd(channel->fd, question, sizeof(*question), fd, MSG_NOSIGNAL) ==
            (ssize_t)sizeof(*question) &&
        gv_recv_with_fd(channel->fd, out_answer, sizeof(*out_answer), out_fd) ==
            (ssize_t)sizeof(*out_answer))
        return true;
    gv_cache_channel_finish(channel); /* closes the channel, because a late answer would be mistaken
                                         for the answer to the next request */
    return false;
}

static struct gv_cache_question question_of(enum gv_cache_verb verb, const char *name)
{
    struct gv_cache_question question = {.verb = (uint32_t)verb};

    snprintf(question.name, sizeof(question.name), "%s", name);
    return question;
}

static void *copy_of(int fd, size_t *out_size_B)
{
    struct stat st;
    void *data = NULL;

    if (fstat(fd, &st) != 0 || st.st_size <= 0 || st.st_size > GALVAN_CACHE_MAX_B)
        return NULL;
    const size_t size_B = (size_t)st.st_size;
    void *map = mmap(NULL, size_B, PROT_READ, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED)
        return NULL;
    data = malloc(size_B);
    if (data) {
        memcpy(data, map, size_B);
        *out_size_B = size_B;
    }
    munmap(map, size_B);
    return data;
}

static void *load(void *priv, const char *name, size_t *out_size_B)
{
    struct gv_cache_channel *channel = priv;
    const struct gv_cache_question question = question_of(GV_CACHE_LOAD, name);
    struct gv_cache_answer answer;
    int fd;

    if (!ask(channel, &question, -1, &answer, &fd))
        return NULL;
    channel->version = answer.version;
    if (fd < 0)
        return NULL;
    void *data = copy_of(fd, out_size_B);
    close(fd);
    return data;
}

static bool store(void *priv, const char *name, const void *data, size_t size_B)
{
    struct gv_cache_channel *channel = priv;
    struct gv_cache_question question = question_of(GV_CACHE_STORE, name);
    struct gv_cache_answer answer = {0};
    struct gv_shm shm;
    int fd, none;

    question.version = channel->version;
    if (channel->fd < 0 || gv_shm_create(size_B, &shm, &fd) != GALVAN_OK)
        return false;
    memcpy(shm.data, data, size_B);
    gv_shm_finish(&shm);
    const bool asked = ask(channel, &question, fd, &answer, &none);
    close(fd);
    if (none >= 0)
        close(none);
    return asked && answer.done;
}

void gv_cache_channel_init(struct gv_cache_channel *channel, int fd)
{
    const struct timeval timeout = {.tv_sec = ANSWER_TIMEOUT_S};

    *channel = (struct gv_cache_channel){.fd = fd, .cache = {channel, load, store}};
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
}

void gv_cache_channel_finish(struct gv_cache_channel *channel)
{
    if (channel->fd >= 0)
        close(channel->fd);
    channel->fd = -1;
}
