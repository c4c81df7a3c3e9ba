/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Acts as a worker that a guest has taken over. It draws nothing, and breaks the protocol. The
 * environment variable HOSTILE names the violation, which also determines the request at which it
 * happens. */
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "galvan/log.h"
#include "util/pass_fd.h"
#include "virglrenderer/worker_protocol.h"

static const char *way;
static struct gv_vr_shared *shared;
static uint32_t backing; /* id of the last resource's backing */
static uint64_t backing_B;

static int is(const char *name)
{
    return strcmp(way, name) == 0;
}

static void send_answer(struct gv_vr_answer *answer, int fd)
{
    gv_send_with_fd(GV_VR_WORKER_SOCKET_FD, answer,
                    offsetof(struct gv_vr_answer, data) + answer->data_B, fd, MSG_NOSIGNAL);
}

/* Receives the answer to a question; exits if the monitor hung up. */
static void receive(struct gv_vr_request *request)
{
    int fd;
    if (gv_recv_with_fd(GV_VR_WORKER_SOCKET_FD, request, sizeof(*request), &fd) <= 0)
        exit(0);
    if (fd >= 0)
        close(fd);
}

static void fetch(uint32_t number, uint64_t offset_B, uint64_t size_B)
{
    struct gv_vr_answer question = {
        .kind = GV_VR_FETCH, .backing = number, .offset_B = offset_B, .size_B = size_B};
    struct gv_vr_request done;
    send_answer(&question, -1);
    receive(&done);
}

static void write_rows(struct gv_vr_shared_rows rows)
{
    const uint32_t num = shared->num_written;
    shared->rows[num % GV_VR_MAX_ROWS] = rows;
    shared->num_written = num + 1;
}

/* Sends bytes that are not a whole message. */
static void send_bytes(const void *bytes, size_t size_B)
{
    gv_send_with_fd(GV_VR_WORKER_SOCKET_FD, bytes, size_B, -1, MSG_NOSIGNAL);
}

static void break_frames(void)
{
    struct gv_vr_answer answer = {.kind = GV_VR_REPLY, .data_B = 100};
    const size_t header_B = offsetof(struct gv_vr_answer, data);
    if (is("short"))
        send_bytes("abc", 3);
    if (is("long"))
        send_bytes(&answer, header_B + 10);
    if (is("kind"))
        send_answer(&(struct gv_vr_answer){.kind = 77}, -1);
    if (is("dies"))
        abort();
    while (is("silent"))
        pause();
    while (is("endless questions"))
        fetch(backing, 0, 1);
}

static void break_memory(void)
{
    const struct gv_vr_shared_rows row = {
        .backing = backing, .num_rows = 1, .num_slices = 1, .row_B = backing_B};
    struct gv_vr_shared_rows rows = row;
    if (is("fetch past the end"))
        fetch(backing, 0, backing_B + 1);
    if (is("fetch that wraps"))
        fetch(backing, UINT64_MAX, 2);
    if (is("fetch of nothing's"))
        fetch(backing + 1, 0, 1);
    if (is("fetch of no call's"))
        fetch(0, 0, 1);
    if (is("row past the end"))
        rows.offset_B = 1;
    else if (is("rows past the end"))
        rows.num_rows = 2, rows.stride_B = backing_B;
    else if (is("rows that wrap"))
        rows.num_rows = UINT32_MAX, rows.stride_B = UINT64_MAX / 2, rows.row_B = 1;
    else if (is("slices that wrap"))
        rows.num_slices = UINT32_MAX, rows.slice_stride_B = UINT64_MAX - 1, rows.row_B = 1;
    else if (is("rows in place"))
        rows.num_rows = UINT32_MAX, rows.num_slices = UINT32_MAX, rows.row_B = 1;
    else if (is("rows without bytes"))
        rows.num_rows = UINT32_MAX, rows.num_slices = UINT32_MAX, rows.row_B = 0;
    if (memcmp(&rows, &row, sizeof(rows)) != 0)
        write_rows(rows);
    if (is("count of rows"))
        shared->num_written += GV_VR_MAX_ROWS + 1;
    if (is("rows of nothing's")) /* no error: the resource may be gone */
        write_rows((struct gv_vr_shared_rows){
            .backing = 4711, .num_rows = 9, .num_slices = 9, .row_B = UINT64_MAX});
}

static void send_lines(void)
{
    static const char forged[] = "e\x1b[2Jvil\0a\x1b[2J\nb";
    struct gv_vr_answer line = {
        .kind = GV_VR_LINE, .error = GALVAN_LOG_ERR, .data_B = sizeof(forged) - 1};
    memcpy(line.data, forged, sizeof(forged) - 1);
    send_answer(&line, -1);
    line.error = 99;
    send_answer(&line, -1);
    line.error = GALVAN_LOG_ERR;
    memset(line.data, 'x', sizeof(line.data));
    line.data_B = sizeof(line.data);
    send_answer(&line, -1);
    line.data_B = 0;
    send_answer(&line, -1);
    for (int i = 0; i < 1000; i++) {
        line.data_B = sizeof(forged) - 1;
        memcpy(line.data, forged, line.data_B);
        send_answer(&line, -1);
    }
}

/* Creates memory for a blob. Returns a file descriptor, or -1. */
static int make_blob(uint64_t size_B)
{
    int fd = memfd_create("blob", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (is("blob without memory")) {
        close(fd);
        return -1;
    }
    if (ftruncate(fd, is("blob that is short") ? 1 : (off_t)size_B) != 0)
        exit(1);
    if (!is("blob that can be cut"))
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
    return fd;
}

static void reply(const struct gv_vr_request *request)
{
    struct gv_vr_answer answer = {.kind = GV_VR_REPLY};
    int fd = -1;
    switch (request->kind) {
    case GV_VR_HELLO:
        answer.data_B = 4;
        memcpy(answer.data, "evil", 4);
        if (is("no device"))
            answer.error = -19;
        break;
    case GV_VR_CAPS:
        answer.data_B = is("caps") ? 10 : (uint32_t)request->size_B;
        memset(answer.data, 0xee, sizeof(answer.data));
        break;
    case GV_VR_SUBMIT:
        break_frames();
        break_memory();
        if (is("lines"))
            send_lines();
        if (is("error"))
            answer.error = 5;
        if (is("large error"))
            answer.error = -1000000;
        if (is("descriptors"))
            fd = STDERR_FILENO;
        if (is("fences"))
            shared->fences_passed += 1000;
        break;
    case GV_VR_BLOB_CREATE:
        fd = make_blob(request->size_B);
        break;
    default:
        break;
    }
    send_answer(&answer, fd);
    if (fd > STDERR_FILENO)
        close(fd);
}

static int has_reply(uint32_t kind)
{
    return kind != GV_VR_CONTEXT_DESTROY && kind != GV_VR_CONTEXT_ATTACH &&
           kind != GV_VR_CONTEXT_DETACH && kind != GV_VR_RESOURCE_DETACH &&
           kind != GV_VR_RESOURCE_UNREF && kind != GV_VR_CALL_MEMORY && kind != GV_VR_FENCE;
}

int main(void)
{
    struct gv_vr_request request;
    way = getenv("HOSTILE");
    shared =
        mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED, GV_VR_WORKER_SHARED_FD, 0);
    if (!way || shared == MAP_FAILED || is("ends"))
        return 3;
    for (;;) {
        receive(&request);
        if (request.backing) {
            backing = request.backing;
            backing_B = request.size_B;
        }
        if (has_reply(request.kind))
            reply(&request);
    }
}
