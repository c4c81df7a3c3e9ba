/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/accept_queue.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Removes the entry. Its descriptor must already be closed or belong to another owner. */
static void remove_at(struct gv_accept_queue *queue, uint32_t idx)
{
    queue->num--;
    memmove(&queue->all[idx], &queue->all[idx + 1], (queue->num - idx) * sizeof(queue->all[0]));
}

static uint32_t find_silent(const struct gv_accept_queue *queue)
{
    uint32_t idx = 0;

    while (idx < queue->num && queue->all[idx].has_spoken)
        idx++;
    return idx;
}

static uint32_t count_of(const struct gv_accept_queue *queue, uid_t uid)
{
    uint32_t num = 0;

    for (uint32_t i = 0; i < queue->num; i++)
        num += queue->all[i].client.uid == uid;
    return num;
}

/* Returns the index of the newest client of the user who has the most clients; *out_num is the
 * number of that user's clients. The queue must not be empty. */
static uint32_t find_last_of_most(const struct gv_accept_queue *queue, uint32_t *out_num)
{
    uint32_t idx = 0;

    *out_num = 0;
    for (uint32_t i = queue->num; i-- > 0;) {
        if (*out_num > 0 && queue->all[i].client.uid == queue->all[idx].client.uid)
            continue;
        const uint32_t num = count_of(queue, queue->all[i].client.uid);
        if (num > *out_num) {
            idx = i;
            *out_num = num;
        }
    }
    return idx;
}

/* Returns the index of the client that a full queue drops in favour of a new client of user `uid`;
 * queue->num if the queue drops no client. */
static uint32_t find_who_goes(const struct gv_accept_queue *queue, uid_t uid)
{
    uint32_t most, idx = find_silent(queue);

    if (idx < queue->num)
        return idx;
    idx = find_last_of_most(queue, &most);
    return most > count_of(queue, uid) + 1 ? idx : queue->num;
}

bool gv_accept_queue_add(struct gv_accept_queue *queue, const struct gv_worker_client *client,
                         uint64_t silent_until_ms)
{
    if (queue->num == GV_ACCEPT_QUEUE_MAX) {
        const uint32_t idx = find_who_goes(queue, client->uid);
        if (idx == queue->num)
            return false;
        close(queue->all[idx].client.fd);
        remove_at(queue, idx);
    }
    queue->all[queue->num++] =
        (struct gv_waiting){.client = *client, .silent_until_ms = silent_until_ms};
    return true;
}

void gv_accept_queue_prepare_poll(const struct gv_accept_queue *queue, struct pollfd *polls)
{
    for (uint32_t i = 0; i < queue->num; i++)
        polls[i] = (struct pollfd){.fd = queue->all[i].client.fd,
                                   .events = queue->all[i].has_spoken ? 0 : POLLIN};
}

/* Whether the connection stays in the queue: the connection must be open and must not have been
 * silent for too long. */
static bool stays(struct gv_waiting *waiting, short events, uint64_t now_ms)
{
    char byte;

    if (events & (POLLHUP | POLLERR | POLLNVAL))
        return false;
    if (waiting->has_spoken)
        return true;
    if (events & POLLIN) {
        const ssize_t size_B = recv(waiting->client.fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (size_B == 0 || (size_B < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        waiting->has_spoken = size_B > 0;
    }
    return waiting->has_spoken || now_ms < waiting->silent_until_ms;
}

void gv_accept_queue_expire(struct gv_accept_queue *queue, const struct pollfd *polls,
                            uint64_t now_ms)
{
    uint32_t num = 0;

    for (uint32_t i = 0; i < queue->num; i++) {
        if (stays(&queue->all[i], polls[i].revents, now_ms))
            queue->all[num++] = queue->all[i];
        else
            close(queue->all[i].client.fd);
    }
    queue->num = num;
}

bool gv_accept_queue_take(struct gv_accept_queue *queue, bool (*may_serve)(void *user, uid_t uid),
                          void *user, struct gv_worker_client *out_client)
{
    for (uint32_t i = 0; i < queue->num; i++) {
        const struct gv_waiting *waiting = &queue->all[i];
        if (waiting->has_spoken && may_serve(user, waiting->client.uid)) {
            *out_client = waiting->client;
            remove_at(queue, i);
            return true;
        }
    }
    return false;
}

const struct gv_worker_client *gv_accept_queue_next(const struct gv_accept_queue *queue)
{
    for (uint32_t i = 0; i < queue->num; i++) {
        if (queue->all[i].has_spoken)
            return &queue->all[i].client;
    }
    return NULL;
}

void gv_accept_queue_finish(struct gv_accept_queue *queue)
{
    for (uint32_t i = 0; i < queue->num; i++)
        close(queue->all[i].client.fd);
    queue->num = 0;
}
