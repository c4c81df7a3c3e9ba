/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/player.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "recording/reader.h"
#include "util/clock.h"
#include "vtest/protocol.h"

enum {
    PRESENT_TIMEOUT_MS = 60000,
    MAX_PAUSE_MS = 5000
};

/* ---- Presents -------------------------------------------------------------------------------- */

/* Waits until num presents have finished. If the worker ends first, the session reports the
 * reason. */
static void await_presents(struct gv_player *player, uint64_t num)
{
    while (player->present_fd >= 0 && player->num_presented < num) {
        struct pollfd poll_fd = {.fd = player->present_fd, .events = POLLIN};
        struct gv_vtest_present_done notice;
        int num_ready = poll(&poll_fd, 1, player->present_timeout_ms);
        if (num_ready < 0 && errno == EINTR)
            continue;
        player->timed_out = num_ready == 0;
        if (num_ready <= 0 || recv(player->present_fd, &notice, sizeof(notice), MSG_DONTWAIT) <= 0)
            break;
        player->num_presented++;
    }
}

/* Before a present: waits until the previous present of the same slot has finished. The recorded
 * client waited at the same place. */
static void await_slot(struct gv_player *player, const void *bytes, uint32_t size_B)
{
    uint32_t payload[3];

    if (player->message != GV_VTEST_PRESENT || size_B < sizeof(payload))
        return;
    memcpy(payload, bytes, sizeof(payload));
    uint64_t *last = &player->shown[payload[1] % GV_PLAYER_SLOTS];
    await_presents(player, *last);
    *last = ++player->num_requested;
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void sleep_until(uint64_t then_ns)
{
    const struct timespec then = {
        .tv_sec = (time_t)(then_ns / 1000000000u),
        .tv_nsec = (long)(then_ns % 1000000000u),
    };

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL) == EINTR) {
    }
}

/* Waits until at_us, the time of the message in the recording. The file is untrusted: a long pause
 * is shortened, and sums may wrap. */
static void await_time(struct gv_player *player, uint64_t at_us)
{
    const uint64_t now_ns = gv_now_ns();

    if (player->start_ns == 0)
        player->start_ns = now_ns - at_us * 1000;
    const int64_t pause_ns = (int64_t)(player->start_ns + at_us * 1000 - now_ns);
    if (pause_ns > (int64_t)player->max_pause_ns)
        player->start_ns -= (uint64_t)pause_ns - player->max_pause_ns;
    if (pause_ns > 0)
        sleep_until(player->start_ns + at_us * 1000);
}

static void begin_message(struct gv_player *player, const struct gv_recording_record *record)
{
    uint32_t header[GV_VTEST_HEADER_DW] = {0};

    if (record->size_B >= sizeof(header))
        memcpy(header, gv_recording_bytes(record), sizeof(header));
    player->message = header[1];
    if (player->real_time)
        await_time(player, record->at);
}

/* Advances to the next bytes that the client sent. False at the end of the stream. */
static bool next_bytes(struct gv_player *player)
{
    const struct gv_recording_record *record;

    while ((record = gv_recording_next(player->cursor))) {
        if (record->kind == GV_RECORDING_MESSAGE)
            begin_message(player, record);
        else if (record->kind == GV_RECORDING_MORE)
            await_slot(player, gv_recording_bytes(record), record->size_B);
        else
            continue;
        player->at = gv_recording_bytes(record);
        player->left_B = record->size_B;
        if (player->left_B > 0)
            return true;
    }
    return false;
}

/* The transport's recv(). One call returns bytes of at most one message, so that the records after
 * the message are read only once the message has been executed. */
static enum galvan_result play(struct gv_vtest_transport *transport, void *data, size_t size_B,
                               int timeout_ms, size_t *out_size_B)
{
    struct gv_player *player = (struct gv_player *)transport;
    const bool has_more =
        player->left_B > 0 || (player->num_frames < player->last_frame && next_bytes(player));
    const size_t n_B = player->left_B < size_B ? player->left_B : size_B;

    (void)timeout_ms;
    if (player->timed_out)
        return GALVAN_ERROR_IO;
    if (has_more) {
        memcpy(data, player->at, n_B);
        player->at += n_B;
        player->left_B -= (uint32_t)n_B;
    }
    *out_size_B = has_more ? n_B : 0;
    return GALVAN_OK;
}

/* The transport's send(). Discards replies, because the recorded client has read them. */
static enum galvan_result listen_to(struct gv_vtest_transport *transport, const void *data,
                                    size_t size_B, int fd)
{
    struct gv_player *player = (struct gv_player *)transport;

    (void)data;
    (void)size_B;
    if (fd >= 0 && player->message == GV_VTEST_PRESENTS_OPEN && player->present_fd < 0)
        player->present_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return GALVAN_OK;
}

/* ---- Memory and frames of a message ---------------------------------------------------------- */

/* The tap's memory(): fills `memory` with the recorded contents. If this device has refused earlier
 * commands of the message, skips the memory records of these commands. */
static void bring_memory(void *priv, uint32_t handle, uint64_t offset_B, void *memory,
                         size_t size_B)
{
    struct gv_player *player = priv;
    const struct gv_recording_record *record;
    size_t done_B = 0;

    while (done_B < size_B && player->left_B == 0 && (record = gv_recording_peek(player->cursor)) &&
           record->kind != GV_RECORDING_MESSAGE) {
        if (record->kind == GV_RECORDING_MEMORY && record->handle == handle &&
            record->at == offset_B + done_B && record->size_B <= size_B - done_B) {
            memcpy((uint8_t *)memory + done_B, gv_recording_bytes(record), record->size_B);
            done_B += record->size_B;
        }
        gv_recording_next(player->cursor);
    }
    player->missing_B += size_B - done_B;
}

static void end_frame(void *priv)
{
    struct gv_player *player = priv;

    player->num_frames++;
}

enum galvan_result gv_player_init(struct gv_player *player, const struct gv_recording *recording,
                                  uint32_t stream_idx, uint64_t last_frame, bool real_time)
{
    static const struct gv_vtest_transport_ops ops = {.recv = play, .send = listen_to};

    *player = (struct gv_player){
        .transport.ops = &ops,
        .tap = {.memory = bring_memory, .frame = end_frame, .priv = player},
        .cursor = gv_recording_cursor_create(recording, stream_idx),
        .last_frame = last_frame,
        .real_time = real_time,
        .max_pause_ns = MAX_PAUSE_MS * UINT64_C(1000000),
        .present_timeout_ms = PRESENT_TIMEOUT_MS,
        .present_fd = -1,
    };
    return player->cursor ? GALVAN_OK : GALVAN_ERROR_NO_MEMORY;
}

void gv_player_finish(struct gv_player *player)
{
    gv_recording_cursor_destroy(player->cursor);
    if (player->present_fd >= 0)
        close(player->present_fd);
}
