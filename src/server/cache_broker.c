/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The broker does not trust a worker, which its client may have taken over: the number of requests
 * is limited, names are checked, and data is copied before it is validated. */
#include "server/cache_broker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/cache_channel.h"
#include "server/cache_key.h"
#include "util/cache_file.h"
#include "util/hash.h"
#include "util/log.h"
#include "util/pass_fd.h"
#include "util/shm.h"

enum {
    MAX_QUESTIONS = 48, /* maximum number of LOAD requests of one worker: two when the worker
                           starts, and one for each attempt to store */
    MAX_STORES =
        20, /* maximum number of STORE requests of one worker: a worker stores one name while it
               runs and one name when it ends, with up to four attempts for each store */
    MAX_EVENTS = 8,
    NAME_DIGITS = 16
};

static const char name_prefix[] = GALVAN_CACHE_NAME_PREFIX;
static const char program_prefix[] = GALVAN_CACHE_PROGRAM_PREFIX;

struct gv_broker_channel {
    int fd; /* the listener's end of the channel; -1: the worker has no channel */
    struct gv_cache_key key;
    unsigned num_questions, num_stores; /* requests over this channel so far */
};

/* ---- The secret key -------------------------------------------------------------------------- */

static bool read_key(const char *path, struct gv_mac_key *out_key)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

    if (fd < 0)
        return false;
    const bool good = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                      (st.st_mode & 077) == 0 &&
                      read(fd, out_key, sizeof(*out_key)) == (ssize_t)sizeof(*out_key);
    close(fd);
    return good;
}

/* Creates the file with the secret. If another listener creates the file at the same time, the file
 * that was created first stays. */
static void make_key(const char *path)
{
    char temporary[PATH_MAX + 32];
    struct gv_mac_key key;

    snprintf(temporary, sizeof(temporary), "%s.%d", path, (int)getpid());
    const int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return;
    if (getrandom(&key, sizeof(key), 0) == (ssize_t)sizeof(key) &&
        write(fd, &key, sizeof(key)) == (ssize_t)sizeof(key) && link(temporary, path) != 0 &&
        errno != EEXIST)
        rename(temporary, path); /* only reached if the file system lacks hard links */
    close(fd);
    unlink(temporary);
}

static bool get_key(struct gv_cache_broker *broker)
{
    struct gv_cache_dir dir;
    char path[PATH_MAX + 8];

    gv_cache_dir_init(&dir, broker->path);
    if (!gv_cache_dir_make(&dir))
        return false;
    snprintf(path, sizeof(path), "%s/key", broker->path);
    if (read_key(path, &broker->key))
        return true;
    make_key(path);
    errno = EACCES;
    return read_key(path, &broker->key);
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* One cache file. Each cache key has its own secret, so that a file is not valid in the directory
 * of another cache key. */
struct cache_entry {
    struct gv_cache_dir dir;
    struct gv_mac_key secret;
    uint64_t key; /* the key in the file's name */
};

/* Writes to `out` the path of the cache key's directory, relative to the broker's directory.
 * Returns the length of the path. */
static int name_cache_key(const struct gv_cache_key *cache_key, char *out, size_t size_B)
{
    return snprintf(out, size_B, "%u/%s", (unsigned)cache_key->uid, cache_key->program);
}

static bool find_dir(const struct gv_cache_broker *broker, const struct gv_cache_key *cache_key,
                     struct gv_cache_dir *dir)
{
    char text[GV_CACHE_KEY_PROGRAM_B + 16];

    name_cache_key(cache_key, text, sizeof(text));
    const int len = snprintf(dir->path, sizeof(dir->path), "%s/%s", broker->path, text);
    return len > 0 && len < (int)sizeof(dir->path);
}

/* Parses the name of a cache file. False if Galvan does not use such names. */
static bool read_name(const char *name, uint64_t *out_key)
{
    const bool of_program = strncmp(name, program_prefix, sizeof(program_prefix) - 1) == 0;
    const size_t prefix_len = of_program ? sizeof(program_prefix) - 1 : sizeof(name_prefix) - 1;
    static const char digits[] = "0123456789abcdef";

    *out_key = 0;
    if (strncmp(name, name_prefix, sizeof(name_prefix) - 1) != 0 ||
        strlen(name) != prefix_len + NAME_DIGITS)
        return false;
    for (const char *at = name + prefix_len; *at; at++) {
        const char *digit = strchr(digits, *at);
        if (!digit)
            return false;
        *out_key = *out_key << 4 | (uint64_t)(digit - digits);
    }
    return true;
}

/* Finds the directory and the keys of a cache file. False if the name is not valid. entry->dir
 * points into *entry, which must not move. */
static bool find_entry(const struct gv_cache_broker *broker, const struct gv_cache_key *cache_key,
                       const char *name, struct cache_entry *entry)
{
    char text[GV_CACHE_KEY_PROGRAM_B + 16];

    if (!read_name(name, &entry->key))
        return false;
    const int len = name_cache_key(cache_key, text, sizeof(text));
    const struct gv_mac secret = gv_mac_of(&broker->key, text, (size_t)len);
    memcpy(entry->secret.bytes, secret.bytes, sizeof(secret.bytes));
    entry->dir.secret = &entry->secret;
    return find_dir(broker, cache_key, &entry->dir);
}

static void *load_file(const struct cache_entry *entry, const char *name, size_t *out_size_B,
                       uint64_t *out_version)
{
    void *data = gv_cache_load(&entry->dir, name, entry->key, GALVAN_CACHE_MAX_B, out_size_B);

    *out_version = data ? gv_hash_bytes(data, *out_size_B, entry->key) | 1 : 0;
    return data;
}

/* ---- Data from workers ----------------------------------------------------------------------- */

/* The header at the beginning of each pipeline cache's data. The worker checks whether the data
 * fits its device, because the listener does not know the device. */
struct vulkan_header {
    uint32_t size_B, version;
    uint32_t vendor_id, device_id;
    uint8_t uuid[16];
};

static bool is_likely(const void *data, size_t size_B)
{
    struct vulkan_header header;

    if (size_B < sizeof(header))
        return false;
    memcpy(&header, data, sizeof(header));
    return header.size_B >= sizeof(header) && header.size_B <= size_B && header.version == 1;
}

/* Returns a copy of the shared memory, because the worker can change the memory at any time. NULL
 * if fd is not sealed memory, because reading from another kind of file may block forever. */
static void *copy_of(int fd, size_t *out_size_B)
{
    struct stat st;

    if (fcntl(fd, F_GET_SEALS) < 0 || fstat(fd, &st) != 0 || st.st_size <= 0 ||
        st.st_size > GALVAN_CACHE_MAX_B)
        return NULL;
    const size_t size_B = (size_t)st.st_size;
    void *data = malloc(size_B);
    if (data && pread(fd, data, size_B, 0) == (ssize_t)size_B) {
        *out_size_B = size_B;
        return data;
    }
    free(data);
    return NULL;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void answer_load(const struct cache_entry *entry, const char *name,
                        struct gv_cache_answer *answer, int *out_fd)
{
    struct gv_shm shm;
    size_t size_B = 0;
    void *data = load_file(entry, name, &size_B, &answer->version);

    if (data && gv_shm_create_read_only(size_B, &shm, out_fd) == GALVAN_OK) {
        memcpy(shm.data, data, size_B);
        gv_shm_finish(&shm);
        answer->done = 1;
    }
    free(data);
}

static bool replace_file(const struct cache_entry *entry, const struct gv_cache_question *question,
                         int fd)
{
    size_t size_B = 0, old_B = 0;
    uint64_t version;
    void *old = load_file(entry, question->name, &old_B, &version);
    void *data = version == question->version ? copy_of(fd, &size_B) : NULL;
    const bool done = data && is_likely(data, size_B) &&
                      gv_cache_store(&entry->dir, question->name, entry->key, data, size_B);

    free(old);
    free(data);
    return done;
}

static void answer_store(const struct cache_entry *entry, const struct gv_cache_question *question,
                         int fd, struct gv_cache_answer *answer)
{
    const int lock = gv_cache_lock(&entry->dir, 0); /* keeps other listeners from writing */

    if (lock < 0)
        return;
    answer->done = replace_file(entry, question, fd);
    if (answer->done)
        gv_cache_trim(&entry->dir, name_prefix, question->name, GALVAN_CACHE_MAX_TOTAL_B);
    gv_cache_unlock(lock);
}

static bool may_ask(struct gv_broker_channel *channel, const struct gv_cache_question *question)
{
    channel->num_stores += question->verb == GV_CACHE_STORE;
    return ++channel->num_questions <= MAX_QUESTIONS && channel->num_stores <= MAX_STORES;
}

/* Answers one request. False if the channel cannot be used any more. */
static bool answer(const struct gv_cache_broker *broker, struct gv_broker_channel *channel)
{
    struct gv_cache_question question;
    struct gv_cache_answer answer = {0};
    struct cache_entry entry;
    int fd = -1, data_fd = -1;
    const ssize_t len = gv_recv_with_fd(channel->fd, &question, sizeof(question), &fd);
    bool good = len == (ssize_t)sizeof(question) && may_ask(channel, &question);

    if (good)
        question.name[GV_CACHE_NAME_B - 1] = '\0';
    good = good && find_entry(broker, &channel->key, question.name, &entry);
    if (good && question.verb == GV_CACHE_LOAD)
        answer_load(&entry, question.name, &answer, &data_fd);
    else if (good && question.verb == GV_CACHE_STORE && fd >= 0)
        answer_store(&entry, &question, fd, &answer);
    if (fd >= 0)
        close(fd);
    good = good && gv_send_with_fd(channel->fd, &answer, sizeof(answer), data_fd,
                                   MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)sizeof(answer);
    if (data_fd >= 0)
        close(data_fd);
    return good;
}

void gv_cache_broker_serve(struct gv_cache_broker *broker)
{
    struct epoll_event events[MAX_EVENTS];
    const int num = broker->poll_fd < 0 ? 0 : epoll_wait(broker->poll_fd, events, MAX_EVENTS, 0);

    for (int i = 0; i < num; i++) {
        const uint32_t slot = events[i].data.u32;
        if (!answer(broker, &broker->channels[slot]))
            gv_cache_broker_disconnect(broker, slot);
    }
}

/* ---- Channels -------------------------------------------------------------------------------- */

void gv_cache_broker_init(struct gv_cache_broker *broker, const char *path, uint32_t num_channels,
                          const struct galvan_log *log)
{
    *broker = (struct gv_cache_broker){.poll_fd = -1, .log = log};
    if (!path || !path[0])
        return;
    snprintf(broker->path, sizeof(broker->path), "%s", path);
    if (!get_key(broker)) {
        gv_info(log, "server", "nothing is kept in %s: %s", path, strerror(errno));
        return;
    }
    broker->channels = calloc(num_channels, sizeof(*broker->channels));
    if (!broker->channels)
        return;
    broker->num_channels = num_channels;
    for (uint32_t i = 0; i < num_channels; i++)
        broker->channels[i].fd = -1;
    broker->poll_fd = epoll_create1(EPOLL_CLOEXEC);
}

void gv_cache_broker_finish(struct gv_cache_broker *broker)
{
    for (uint32_t i = 0; i < broker->num_channels; i++) {
        if (broker->channels[i].fd >= 0)
            close(broker->channels[i].fd);
    }
    free(broker->channels);
    if (broker->poll_fd >= 0)
        close(broker->poll_fd);
    explicit_bzero(broker, sizeof(*broker));
    broker->poll_fd = -1;
}

static unsigned count_entries(const char *path)
{
    DIR *dir = opendir(path);
    unsigned num = 0;

    while (dir && readdir(dir))
        num++;
    if (dir)
        closedir(dir);
    return num;
}

/* Creates the directory of the cache key. Limits the number of a user's directories, since a
 * sandboxed program could request any number. */
static bool make_dir_of(const struct gv_cache_broker *broker, const struct gv_cache_key *cache_key)
{
    enum {
        DOTS = 2
    };
    char user[PATH_MAX + 16];
    struct gv_cache_dir dir;

    if (!cache_key->program[0] || !find_dir(broker, cache_key, &dir))
        return false;
    if (access(dir.path, F_OK) == 0)
        return true;
    snprintf(user, sizeof(user), "%s/%u", broker->path, (unsigned)cache_key->uid);
    if (count_entries(user) < GV_CACHE_BROKER_MAX_PROGRAMS + DOTS)
        return gv_cache_dir_make(&dir);
    gv_info(broker->log, "server",
            "%s has caches of %d programs: none is kept for one more; remove what is old", user,
            GV_CACHE_BROKER_MAX_PROGRAMS);
    return false;
}

int gv_cache_broker_connect(struct gv_cache_broker *broker, uint32_t slot,
                            const struct gv_cache_key *cache_key)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = slot};
    int ends[2];

    if (broker->poll_fd < 0 || !make_dir_of(broker, cache_key) ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    if (epoll_ctl(broker->poll_fd, EPOLL_CTL_ADD, ends[0], &event) != 0) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    broker->channels[slot] = (struct gv_broker_channel){.fd = ends[0], .key = *cache_key};
    return ends[1];
}

void gv_cache_broker_disconnect(struct gv_cache_broker *broker, uint32_t slot)
{
    struct gv_broker_channel *channel =
        slot < broker->num_channels ? &broker->channels[slot] : NULL;

    if (!channel || channel->fd < 0)
        return;
    epoll_ctl(broker->poll_fd, EPOLL_CTL_DEL, channel->fd, NULL);
    close(channel->fd);
    channel->fd = -1;
}
