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

bool gv_room_has_place(const struct gv_room *room)
{
    return room->num < GV_ROOM_MAX || find_silent(room) < room->num;
}

bool gv_room_add(struct gv_room *room, const struct gv_worker_client *client,
                 uint64_t silent_until_ms)
{
    if (!gv_room_has_place(room))
        return false;
    if (room->num == GV_ROOM_MAX) {
        const uint32_t idx = find_silent(room);
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
