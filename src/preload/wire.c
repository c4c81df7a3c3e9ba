/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa writes each message in two pieces, header and payload, and reads an answer in two. A header
 * is kept until its payload comes: then both go out at once, or are answered here. Whatever looks
 * different, of another version of Mesa, passes as it is until the swap ends. */
#include "preload/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "preload/asks.h"
#include "preload/connection.h"
#include "preload/connections.h"
#include "preload/export.h"
#include "preload/next.h"
#include "preload/numbers.h"
#include "preload/pool.h"
#include "preload/server.h"
#include "preload/show.h"
#include "vtest/protocol.h"

enum {
    MAX_ANSWERED_DW = GV_VTEST_RESOURCE2_DW,
    ANSWER_B = (GV_VTEST_HEADER_DW + 1) * 4, /* of one dword */
    MAX_UNSENT_B = 128 << 20,                /* and as much of the device's memory */
};

struct wire {
    bool in_swap, in_part;  /* in a function of the vendor's that shows a frame, or a part */
    struct gv_show_how how; /* the swap */
    bool as_is;             /* nothing is understood any more */
    int fd;                 /* of the connection */
    unsigned id;            /* its own; 0: not met yet */
    struct gv_connection *connection; /* while a call or a swap uses it; NULL: none does */
    struct gv_window *window;         /* whose picture the server puts; NULL: Mesa does */
    bool has_put;                     /* Mesa's own put was left out */

    uint32_t header[GV_VTEST_HEADER_DW]; /* kept */
    bool keeps_header;
    uint64_t left_B; /* of the payload */

    struct gv_show_get get; /* the read-back */
    bool has_read;          /* it has come */
    bool has_get;           /* and passed, with nothing but its wait behind it */
    bool awaits_read;       /* it was taken over, and its wait is to come */

    uint32_t fence;    /* made in this swap; 0: none */
    bool wants_number; /* its number comes with the answer that is read next */
    bool gives_fd;     /* this one, by the next recvmsg() */
    int answer_fd;     /* of the caller's then, unless there is a piece */
    int map_fd;        /* given last, by this library or by the server */
    bool maps, closes; /* it is that of a new resource, not yet mapped, not yet closed */
    void *piece;       /* the memory that it stands for; NULL: its own */
    size_t piece_B;
    bool made_target; /* the last message, of this size */
    uint32_t target_width, target_height;
    uint32_t answers[6]; /* for the next reads */
    size_t answers_B, taken_B;

    size_t awaited_B; /* of the server's answer; while there is something, it is this thread's */
    bool awaits_fd;
    struct gv_connection *asked; /* whose answer it is */
};

static __thread __attribute__((tls_model("initial-exec"))) struct wire wire;

/* Of resources that this thread made since it last submitted commands. */
static __thread __attribute__((tls_model("initial-exec"))) uint64_t unsent_B;

/* ---- Answers of the server ------------------------------------------------------------------- */

static bool awaits_answer(void)
{
    return wire.awaited_B > 0 || wire.awaits_fd;
}

/* Before a message of which all is there is sent. */
static void begin_answer(const uint32_t *payload)
{
    switch (wire.header[1]) {
    case GV_VTEST_RESOURCE_BUSY_WAIT:
        wire.awaited_B = ANSWER_B;
        break;
    case GV_VTEST_RESOURCE_CREATE2:
        wire.awaited_B = payload[0] ? 0 : ANSWER_B;
        wire.awaits_fd = payload[GV_VTEST_RESOURCE_DW] != 0;
        break;
    case GV_VTEST_RESOURCE_CREATE_BLOB:
        wire.awaited_B = ANSWER_B;
        wire.awaits_fd = true;
        break;
    default:
        return;
    }
    if (!awaits_answer() || !gv_connection_acquire(wire.connection))
        return;
    wire.asked = wire.connection;
    gv_asks_begin_answer(wire.asked->asks);
}

/* The end of an answer has been read. It is the number of a new resource, where the server chooses
 * that. */
static void note_number(const char *end)
{
    const uint32_t command = wire.header[1];
    uint32_t number;

    if (command != GV_VTEST_RESOURCE_CREATE2 && command != GV_VTEST_RESOURCE_CREATE_BLOB)
        return;
    memcpy(&number, end - sizeof(number), sizeof(number));
    gv_numbers_told(number);
    if (wire.wants_number)
        wire.fence = number;
    wire.wants_number = false;
    if (!wire.awaits_fd)
        gv_numbers_sent();
}

/* So much of it has been read; an error ends it. */
static void note_answer(ssize_t n, bool is_fd)
{
    if (!awaits_answer())
        return;
    if (is_fd)
        wire.awaits_fd = false;
    if (n <= 0)
        wire.awaited_B = 0;
    else if (!is_fd)
        wire.awaited_B -= (size_t)n < wire.awaited_B ? (size_t)n : wire.awaited_B;
    if (n <= 0)
        wire.awaits_fd = false;
    if (awaits_answer() || !wire.asked)
        return;
    gv_asks_end_answer(wire.asked->asks);
    gv_connection_release(wire.asked);
    wire.asked = NULL;
}

/* Nothing of the connection is used until the next message. */
static void part(void)
{
    gv_connection_release(wire.connection);
    wire.connection = NULL;
}

/* The thread turns to something else, whatever it has read. */
static void drop_answer(void)
{
    note_answer(-1, false);
}

/* A swap begins or ends, or the thread turns to another connection. */
static void forget(struct wire fresh)
{
    drop_answer();
    part();
    wire = fresh;
}

/* ---- The swap ------------------------------------------------------------------------------- */

void gv_wire_begin_swap(const struct gv_show_how *how)
{
    forget((struct wire){.in_swap = true, .how = *how});
}

void gv_wire_end_swap(void)
{
    wire.in_swap = false;
    if (wire.keeps_header)
        gv_server_write(wire.fd, wire.header, sizeof(wire.header));
    if (wire.gives_fd && !wire.piece)
        close(wire.answer_fd);
    if (wire.connection)
        gv_show_pace(wire.connection->show, wire.window);
    forget((struct wire){0});
}

void gv_wire_begin_part(void)
{
    wire.in_part = true;
}

void gv_wire_end_part(void)
{
    wire.in_part = wire.has_get = false;
}

bool gv_wire_put(const struct gv_show_place *place)
{
    if (wire.in_swap && wire.window && gv_show_is_at(wire.window, place)) {
        wire.has_put = true;
        return true;
    }
    gv_connections_drain();
    if (wire.in_swap && wire.connection && wire.has_get) {
        gv_show_learn(wire.connection->show, &wire.get, place);
        gv_show_await(wire.connection->show, place, wire.how.interval);
    }
    wire.has_get = false;
    return false;
}

bool gv_wire_read(struct gv_wire_box *out_box)
{
    const uint32_t *words = wire.get.words;

    *out_box = (struct gv_wire_box){words[2], words[3], words[5], words[6]};
    return wire.has_get && (wire.in_swap || wire.in_part);
}

bool gv_wire_has_put(void)
{
    return wire.in_swap && wire.has_put;
}

/* ---- Answers -------------------------------------------------------------------------------- */

static void answer_word(uint32_t word)
{
    const uint32_t reply[] = {1, wire.header[1], word};

    memcpy(wire.answers, reply, sizeof(reply));
    wire.answers_B = sizeof(reply);
    wire.taken_B = 0;
}

/* A descriptor of memory for fences, which nobody looks at; the caller's. */
static int fence_memory(void)
{
    static int shared = -1;
    int fd = __atomic_load_n(&shared, __ATOMIC_ACQUIRE), none = -1;

    if (fd < 0) {
        fd = memfd_create("galvan-fence", MFD_CLOEXEC);
        if (fd < 0 || ftruncate(fd, GV_VTEST_FENCE_B) != 0)
            return fd;
        if (!__atomic_compare_exchange_n(&shared, &none, fd, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE)) {
            close(fd);
            fd = none;
        }
    }
    return fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

static void *take_piece(uint32_t size_B)
{
    struct gv_pool *pool = wire.connection->pool;
    const uint64_t carried_out_B = gv_asks_carried_out_B(wire.connection->asks);
    void *piece = gv_pool_take(pool, size_B, carried_out_B);

    return piece || !gv_pool_grow(pool, size_B, wire.fd)
               ? piece
               : gv_pool_take(pool, size_B, carried_out_B);
}

/* Memory for a new resource from the pool, and a descriptor that stands for it: another of the
 * connection, which cannot be mapped. */
static bool give_piece(uint32_t size_B)
{
    if (wire.gives_fd || !atomic_load(&wire.connection->pool->is_seen))
        return false;
    wire.piece = take_piece(size_B);
    wire.piece_B = size_B;
    wire.answer_fd = wire.connection->pool->fd;
    wire.gives_fd = wire.piece != NULL;
    return wire.gives_fd;
}

/* The number of a resource that is not the server's to make; told, where Mesa asks for it. */
static uint32_t number(const uint32_t *payload)
{
    uint32_t handle = payload[0];

    if (handle == 0) {
        handle = gv_pool_number(wire.connection->pool);
        gv_numbers_told(handle);
        answer_word(handle);
    }
    return handle;
}

/* The fence of a swap is waited for at once, and for nothing but the picture that the swap reads.
 * Where its number is not the server's to choose, the server need not know of it. */
static bool make_fence(const uint32_t *payload)
{
    const bool is_fence = payload[1] == 0 && payload[3] == GV_VTEST_BIND_CUSTOM &&
                          payload[4] == GV_VTEST_FENCE_B &&
                          payload[GV_VTEST_RESOURCE_DW] == GV_VTEST_FENCE_B;

    if (!wire.in_swap || !is_fence || wire.fence)
        return false;
    if (give_piece(GV_VTEST_FENCE_B)) {
        wire.fence = number(payload);
        return true;
    }
    wire.fence = payload[0];
    wire.wants_number = payload[0] == 0;
    if (wire.fence && !wire.gives_fd) {
        wire.piece = NULL;
        wire.answer_fd = fence_memory();
        wire.gives_fd = wire.answer_fd >= 0;
        return wire.gives_fd;
    }
    return false;
}

/* The server hears of the resource, and is not waited for. */
static bool place(const uint32_t *payload)
{
    uint32_t placed[GV_VTEST_RESOURCE2_DW];

    if (!give_piece(payload[GV_VTEST_RESOURCE_DW]))
        return false;
    memcpy(placed, payload, sizeof(placed));
    placed[0] = number(payload);
    gv_asks_note(wire.connection->asks, placed);
    gv_pool_note(wire.connection->pool, placed[0]);
    gv_server_place(wire.fd, placed, gv_pool_offset(wire.connection->pool, wire.piece));
    return true;
}

/* Of a resource in the pool, which is small. The memory of others is the device's to use as soon as
 * they end. */
static bool end_resource(const uint32_t *payload)
{
    return gv_pool_knows(wire.connection->pool, payload[0]) && gv_server_unref(wire.fd, payload[0]);
}

static bool wait_for(const uint32_t *payload)
{
    if (wire.awaits_read && payload[0] == wire.get.words[0])
        wire.awaits_read = false;
    else if ((wire.fence == 0 || payload[0] != wire.fence) &&
             !gv_asks_is_idle(wire.connection->asks, payload[0]))
        return false;
    answer_word(0); /* idle */
    return true;
}

static bool read_back(const uint32_t *payload)
{
    if (wire.has_read)
        return false;
    memcpy(wire.get.words, payload, sizeof(wire.get.words));
    wire.has_get = true;
    if (!wire.in_swap)
        return false;
    wire.has_read = true;
    wire.window = gv_show_take(wire.connection->show, &wire.get, &wire.how);
    wire.has_get = !wire.window;
    wire.awaits_read = wire.window != NULL;
    return wire.awaits_read;
}

static bool answer(const uint32_t *payload)
{
    switch (wire.header[1]) {
    case GV_VTEST_RESOURCE_CREATE2:
        return make_fence(payload) || place(payload);
    case GV_VTEST_RESOURCE_UNREF:
        return end_resource(payload);
    case GV_VTEST_RESOURCE_BUSY_WAIT:
        return wait_for(payload);
    case GV_VTEST_TRANSFER_GET2:
        return read_back(payload);
    default:
        return false;
    }
}

/* ---- Messages ------------------------------------------------------------------------------- */

/* Dwords of the payload of a message that may be answered here; 0 for all others. */
static uint32_t answered_dw(uint32_t command)
{
    switch (command) {
    case GV_VTEST_RESOURCE_CREATE2:
        return GV_VTEST_RESOURCE2_DW;
    case GV_VTEST_RESOURCE_UNREF:
        return 1;
    case GV_VTEST_RESOURCE_BUSY_WAIT:
        return 2;
    case GV_VTEST_TRANSFER_GET2:
        return wire.in_swap || wire.in_part ? GV_VTEST_TRANSFER2_DW : 0;
    default:
        return 0;
    }
}

/* Whether the payload of a message is known to be as long as this. */
static bool payload_B(const uint32_t *header, uint64_t *out_size_B)
{
    *out_size_B = (uint64_t)header[0] * 4;
    switch (header[1]) {
    case GV_VTEST_CREATE_RENDERER:
        *out_size_B = header[0];
        return true;
    case GV_VTEST_TRANSFER_PUT2:
        *out_size_B = GV_VTEST_TRANSFER2_DW * 4;
        return true;
    case GV_VTEST_RESOURCE_CREATE:
    case GV_VTEST_TRANSFER_PUT:
        return false; /* of version 0 */
    default:
        return header[1] <= GV_VTEST_TRANSFER_GET2 || header[1] == GV_VTEST_RESOURCE_CREATE_BLOB;
    }
}

static ssize_t take_header(int fd, const void *data)
{
    drop_answer();
    memcpy(wire.header, data, sizeof(wire.header));
    wire.made_target = false;
    if (wire.header[1] == GV_VTEST_RESOURCE_CREATE2) {
        gv_asks_open(wire.connection->asks, fd);
        gv_pool_open(wire.connection->pool, wire.connection->asks, fd);
        gv_connections_open_ring(fd);
    }
    gv_connections_note_greeting(fd, wire.header[1] == GV_VTEST_PROTOCOL_VERSION_CMD);
    if (wire.header[1] == GV_VTEST_SUBMIT_CMD)
        unsent_B = 0;
    if (wire.header[1] != GV_VTEST_RESOURCE_BUSY_WAIT)
        wire.has_get = false;
    wire.as_is = !payload_B(wire.header, &wire.left_B);
    if (wire.as_is || wire.left_B == 0)
        return gv_connections_write(fd, data, sizeof(wire.header));
    wire.keeps_header = true;
    return sizeof(wire.header);
}

/* A message of which all is there: whether it needs no answer of the server's. */
static bool is_answered(const void *data)
{
    uint32_t payload[MAX_ANSWERED_DW];
    const uint32_t num_dw = answered_dw(wire.header[1]);

    if (num_dw == 0 || wire.left_B != (uint64_t)num_dw * 4)
        return false;
    memcpy(payload, data, (size_t)num_dw * 4);
    return answer(payload);
}

/* The payload of a message has been written, whole or (0) not. */
static void note_written(const void *data, size_t size_B)
{
    uint32_t handle;

    switch (size_B ? wire.header[1] : 0) {
    case GV_VTEST_SUBMIT_CMD:
        gv_asks_note_commands(wire.connection->asks, data, size_B / 4);
        break;
    case GV_VTEST_TRANSFER_GET2:
    case GV_VTEST_TRANSFER_PUT2:
        memcpy(&handle, data, sizeof(handle));
        gv_asks_note_use(wire.connection->asks, handle);
        break;
    case GV_VTEST_RESOURCE_BUSY_WAIT:
    case GV_VTEST_RESOURCE_CREATE2:
    case GV_VTEST_RESOURCE_UNREF:
        break;
    default:
        gv_asks_note_any(wire.connection->asks);
    }
}

/* A resource is made. Of one that the program cannot map the size is an estimate. */
static void count_unsent(const uint32_t *payload)
{
    uint64_t size_B = 4;

    for (unsigned i = 4; i < 8; i++) /* width, height, depth, layers */
        size_B *= payload[i] ? payload[i] & 0xffff : 1;
    size_B *= payload[9] ? payload[9] & 0xff : 1; /* samples */
    unsent_B += payload[10] ? payload[10] : size_B;
}

bool gv_wire_has_much_unsent(void)
{
    return unsent_B >= MAX_UNSENT_B;
}

/* Of a resource that is made: whether it is a window's, and how large. */
static void note_target(const uint32_t *payload)
{
    wire.made_target = (payload[3] & GV_VTEST_BIND_DISPLAY_TARGET) != 0;
    wire.target_width = payload[4];
    wire.target_height = payload[5];
}

bool gv_wire_made_target(uint32_t *out_width, uint32_t *out_height)
{
    if (!wire.made_target)
        return false;
    *out_width = wire.target_width;
    *out_height = wire.target_height;
    return true;
}

/* A resource is made: by a message with the number that it is going to have. */
static void begin_resource(uint32_t *payload, const void *caller)
{
    gv_numbers_begin(&payload[0], caller);
    count_unsent(payload);
    note_target(payload);
}

/* To the server, behind the header that was kept. */
static ssize_t send_payload(int fd, const void *data, size_t size_B, bool is_whole)
{
    const size_t header_B = wire.keeps_header ? sizeof(wire.header) : 0;

    wire.keeps_header = false;
    if (is_whole)
        begin_answer(data);
    ssize_t n = gv_connections_write_behind(fd, wire.header, header_B, data, size_B);
    note_written(data, n > 0 && (uint64_t)n == wire.left_B && header_B ? (size_t)n : 0);
    if (n < 0 || (uint64_t)n > wire.left_B) {
        wire.as_is = true;
        drop_answer();
    } else {
        wire.left_B -= (uint64_t)n;
    }
    return n;
}

/* What has no message of its own to write a number into. */
static void begin_blob(const void *caller)
{
    uint32_t number = 0;

    gv_numbers_begin(&number, caller);
}

/* A payload may come in pieces. */
static ssize_t take_payload(int fd, const void *data, size_t size_B, const void *caller)
{
    const bool is_whole = wire.keeps_header && size_B == wire.left_B;
    uint32_t resource[GV_VTEST_RESOURCE2_DW];
    const bool is_resource =
        is_whole && wire.header[1] == GV_VTEST_RESOURCE_CREATE2 && size_B == sizeof(resource);
    ssize_t n = (ssize_t)size_B;

    if (is_resource) {
        memcpy(resource, data, sizeof(resource));
        begin_resource(resource, caller);
        data = resource;
    } else if (is_whole && wire.header[1] == GV_VTEST_RESOURCE_CREATE_BLOB) {
        begin_blob(caller);
    }
    if (is_whole && is_answered(data)) {
        wire.keeps_header = false;
        wire.left_B = 0;
    } else {
        if (is_resource)
            gv_asks_note(wire.connection->asks, resource);
        n = send_payload(fd, data, size_B, is_whole);
    }
    if (is_resource && resource[0] && resource[GV_VTEST_RESOURCE_DW] == 0)
        gv_numbers_sent();
    return n;
}

/* ---- What the program gets ------------------------------------------------------------------ */

/* A thread that turns to another connection in the middle of a message is not understood. */
static void turn(void)
{
    if (wire.keeps_header)
        gv_server_write(wire.fd, wire.header, sizeof(wire.header));
    forget((struct wire){.as_is = wire.left_B > 0});
}

/* Begins to use the connection of this descriptor. False when it cannot be used, and for one of
 * which nothing is understood, or which is not the one of the swap that this thread is in. */
static bool meet(int fd)
{
    struct gv_connection *connection = gv_connections_has(fd) ? gv_connections_acquire(fd) : NULL;

    if (!connection)
        return false;
    if (!wire.in_swap && wire.id && wire.id != connection->id && !wire.as_is)
        turn();
    if (!wire.id && !wire.as_is) {
        wire.fd = fd;
        wire.id = connection->id;
    }
    if (wire.id != connection->id || wire.as_is || wire.connection) {
        gv_connection_release(connection);
        return wire.connection && wire.id == connection->id && !wire.as_is;
    }
    wire.connection = connection;
    return true;
}

/* Mesa asks for both capability sets in one piece. */
static bool asks_for_caps(const void *data, size_t size_B)
{
    static const uint32_t both[] = {0, GV_VTEST_GET_CAPS2, 0, GV_VTEST_GET_CAPS};

    return size_B == sizeof(both) && memcmp(data, both, sizeof(both)) == 0;
}

static ssize_t take(int fd, const void *data, size_t size, const void *caller)
{
    if (wire.left_B > 0)
        return take_payload(fd, data, size, caller);
    if (size == GV_VTEST_HEADER_B)
        return take_header(fd, data);
    wire.as_is = !asks_for_caps(data, size);
    gv_connections_note_greeting(fd, false);
    return gv_connections_write(fd, data, size);
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT ssize_t write(int fd, const void *data, size_t size)
{
    const bool begins = !wire.connection;

    if (!meet(fd))
        return gv_connections_write(fd, data, size);
    ssize_t n = take(fd, data, size, __builtin_return_address(0));
    if (begins && !wire.in_swap)
        part();
    return n;
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT ssize_t read(int fd, void *data, size_t size)
{
    size_t left_B = wire.answers_B - wire.taken_B;
    ssize_t n;

    if (left_B > 0 && wire.fd == fd) {
        size = size < left_B ? size : left_B;
        memcpy(data, (const char *)wire.answers + wire.taken_B, size);
        wire.taken_B += size;
        return (ssize_t)size;
    }
    n = gv_next_read(fd, data, size);
    if (wire.fd == fd && n >= (ssize_t)sizeof(uint32_t) && (size_t)n == wire.awaited_B)
        note_number((const char *)data + n);
    if (wire.fd == fd)
        note_answer(n, false);
    return n;
}

/* Mesa gives room for one descriptor, and reads one byte with it. */
static ssize_t give_fd(struct msghdr *message)
{
    struct cmsghdr *header = CMSG_FIRSTHDR(message);

    if (!header || message->msg_controllen < CMSG_LEN(sizeof(int)) || message->msg_iovlen == 0 ||
        message->msg_iov[0].iov_len == 0) {
        gv_numbers_got(-1);
        errno = EINVAL;
        return -1;
    }
    memset(message->msg_iov[0].iov_base, 0, 1);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &wire.answer_fd, sizeof(int));
    message->msg_controllen = CMSG_LEN(sizeof(int));
    message->msg_flags = 0;
    wire.gives_fd = false;
    wire.map_fd = wire.answer_fd;
    wire.maps = wire.closes = wire.piece != NULL;
    gv_numbers_got(wire.answer_fd);
    return 1;
}

/* The server's descriptor is that of a resource. */
static void look_at_fd(struct msghdr *message)
{
    const struct cmsghdr *header = CMSG_FIRSTHDR(message);

    wire.maps = wire.closes = header && header->cmsg_type == SCM_RIGHTS;
    wire.piece = NULL;
    if (wire.maps)
        memcpy(&wire.map_fd, CMSG_DATA(header), sizeof(int));
}

/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): libc's names are reserved */
EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    if (wire.gives_fd && wire.fd == fd)
        return give_fd(message);
    ssize_t n = gv_next_recvmsg(fd, message, flags);
    if (!wire.id || wire.fd != fd)
        return n;
    if (n > 0)
        look_at_fd(message);
    gv_numbers_got(n > 0 && wire.maps ? wire.map_fd : -1);
    note_answer(n, true);
    return n;
}

void *gv_wire_map(int fd, size_t size_B)
{
    if (!wire.maps || wire.map_fd != fd)
        return NULL;
    wire.maps = false;
    return size_B <= wire.piece_B ? wire.piece : NULL;
}

static void note_seen(void)
{
    struct gv_connection *connection = gv_connections_acquire(wire.fd);

    if (connection && connection->id == wire.id)
        atomic_store(&connection->pool->is_seen, true);
    gv_connection_release(connection);
}

/* Pieces are given out only where the descriptor of the first resource, which the server made, was
 * seen to be mapped and closed: then all are. */
bool gv_wire_keeps(int fd)
{
    if (!wire.closes || wire.map_fd != fd)
        return false;
    wire.closes = false;
    if (!wire.piece && !wire.maps)
        note_seen();
    return wire.piece != NULL;
}
