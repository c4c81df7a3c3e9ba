/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/room.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Closes the gap; the fd is somebody else's, or closed. */
static void remove_at(struct gv_room *room, uint32_t idx)
{
    room->num--;
    memmove(&room->all[idx], &room->all[idx + 1], (room->num - idx) * sizeof(room->all[0]));
}

static uint32_t find_silent(const struct gv_room *room)
{
    uint32_t idx = 0;

    while (idx < room->num && room->all[idx].has_spoken)
        idx++;
    return idx;
}

static uint32_t count_of(const struct gv_room *room, uid_t uid)
{
    uint32_t num = 0;

    for (uint32_t i = 0; i < room->num; i++)
        num += room->all[i].client.uid == uid;
    return num;
}

/* The last client of the user who has most, of whom there are *out_num. The room is not empty. */
static uint32_t find_last_of_most(const struct gv_room *room, uint32_t *out_num)
{
    uint32_t idx = 0;

    *out_num = 0;
    for (uint32_t i = room->num; i-- > 0;) {
        if (*out_num > 0 && room->all[i].client.uid == room->all[idx].client.uid)
            continue;
        const uint32_t num = count_of(room, room->all[i].client.uid);
        if (num > *out_num) {
            idx = i;
            *out_num = num;
        }
    }
    return idx;
}

/* Who has to go for a client of this user where the room is full; room->num: nobody has. */
static uint32_t find_who_goes(const struct gv_room *room, uid_t uid)
{
    uint32_t most, idx = find_silent(room);

    if (idx < room->num)
        return idx;
    idx = find_last_of_most(room, &most);
    return most > count_of(room, uid) + 1 ? idx : room->num;
}

bool gv_room_add(struct gv_room *room, const struct gv_worker_client *client,
                 uint64_t silent_until_ms)
{
    if (room->num == GV_ROOM_MAX) {
        const uint32_t idx = find_who_goes(room, client->uid);
        if (idx == room->num)
            return false;
        close(room->all[idx].client.fd);
        remove_at(room, idx);
    }
    room->all[room->num++] =
        (struct gv_waiting){.client = *client, .silent_until_ms = silent_until_ms};
    return true;
}

void gv_room_prepare_poll(const struct gv_room *room, struct pollfd *polls)
{
    for (uint32_t i = 0; i < room->num; i++)
        polls[i] = (struct pollfd){.fd = room->all[i].client.fd,
                                   .events = room->all[i].has_spoken ? 0 : POLLIN};
}

/* Whether it has not hung up, which is all that closing a connection without a byte comes to. */
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

void gv_room_look(struct gv_room *room, const struct pollfd *polls, uint64_t now_ms)
{
    uint32_t num = 0;

    for (uint32_t i = 0; i < room->num; i++) {
        if (stays(&room->all[i], polls[i].revents, now_ms))
            room->all[num++] = room->all[i];
        else
            close(room->all[i].client.fd);
    }
    room->num = num;
}

bool gv_room_take(struct gv_room *room, bool (*may_serve)(void *user, uid_t uid), void *user,
                  struct gv_worker_client *out_client)
{
    for (uint32_t i = 0; i < room->num; i++) {
        const struct gv_waiting *waiting = &room->all[i];
        if (waiting->has_spoken && may_serve(user, waiting->client.uid)) {
            *out_client = waiting->client;
            remove_at(room, i);
            return true;
        }
    }
    return false;
}

const struct gv_worker_client *gv_room_next(const struct gv_room *room)
{
    for (uint32_t i = 0; i < room->num; i++) {
        if (room->all[i].has_spoken)
            return &room->all[i].client;
    }
    return NULL;
}

void gv_room_finish(struct gv_room *room)
{
    for (uint32_t i = 0; i < room->num; i++)
        close(room->all[i].client.fd);
    room->num = 0;
}
