/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Mesa increments its variable a few instructions after a thread has closed the descriptor of a
 * resource's memory. The thread may be preempted at that point. So a thread that creates the next
 * resource waits until the variable has changed. To find the variable, this file searches the
 * initialized data of Mesa's library. The variable is a dword that equals the resource's handle
 * each time the descriptor is closed. If another thread increments the variable late, the variable
 * may equal the next handle instead. */
#include "preload/numbers.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>

enum {
    MAX_CANDIDATES = 16384,
    MIN_MATCHES = 4,      /* number of confirmations, with different values, after which the only
                             remaining candidate is used */
    MAX_SEARCHES = 16,    /* largest number of searches of all initialized data */
    LOCK_WAIT_S = 30,     /* timeout if a thread ended while it created a resource;
                             a server under much load answers after seconds */
    COUNT_WAIT_MS = 1000, /* timeout if a thread was stopped
                             before it incremented the variable */
    MAX_TIMEOUTS = 3,     /* number of timeouts without a change of a candidate; after them, threads
                             no longer wait for candidates */
    BLIND_WAIT_NS = 300 * 1000,       /* time for a thread to increment the
                                         variable, if the variable was not found */
    SEARCH_WAIT_NS = 3 * 1000 * 1000, /* as BLIND_WAIT_NS, but during the search,
                                         if there is no candidate */
};

typedef const volatile uint32_t *variable;

static struct {
    pthread_mutex_t lock; /* protects all fields below; held while a resource is created */
    uint32_t last;        /* the handle that was assigned last; 0: no handle was assigned */
    bool is_stored;       /* Mesa's variable has held this handle */
    bool is_counted;      /* Mesa has incremented the variable after this handle, or is about to */
    pthread_t thread;     /* the thread that got this handle */

    variable count; /* Mesa's variable; NULL: not found */
    unsigned num_searches, num_matches;
    unsigned num_candidates;
    unsigned num_exact; /* number of candidates that held exactly the resource's handle when a
                           descriptor was last closed; they come first in the array */
    unsigned num_timeouts;
    variable candidates[MAX_CANDIDATES];
} numbers = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The resource that this thread creates. */
static __thread __attribute__((tls_model("initial-exec"))) struct {
    bool begun;
    bool is_alone; /* no other thread has created a resource since this thread last did */
    bool is_mapped;
    int fd; /* descriptor of the resource's memory; -1: not received yet */
    const void *caller;
} making;

/* ---- Mesa's variable ------------------------------------------------------------------------- */

struct search {
    uintptr_t caller;
    uint32_t value;
};

static bool is_in(uintptr_t at, const struct dl_phdr_info *object, const ElfW(Phdr) * part)
{
    const uintptr_t begin = object->dlpi_addr + part->p_vaddr;

    return part->p_type == PT_LOAD && at >= begin && at - begin < part->p_memsz;
}

/* Reads a word that AddressSanitizer may have poisoned, as it does between variables. */
__attribute__((no_sanitize("address"))) static uint32_t value_of(variable at)
{
    return __atomic_load_n(at, __ATOMIC_RELAXED); /* another thread may increment the value */
}

static void search_part(uintptr_t begin, size_t size_B, uint32_t value)
{
    const variable first = (variable)((begin + 3) & ~(uintptr_t)3);
    const variable end = (variable)((begin + size_B) & ~(uintptr_t)3);

    for (variable at = first; at < end && numbers.num_candidates <= MAX_CANDIDATES; at++) {
        if (value_of(at) != value)
            continue;
        if (numbers.num_candidates < MAX_CANDIDATES)
            numbers.candidates[numbers.num_candidates] = at;
        numbers.num_candidates++;
    }
}

static int search_object(struct dl_phdr_info *object, size_t size, void *priv)
{
    const struct search *search = priv;
    bool is_caller = false;

    (void)size;
    for (unsigned i = 0; i < object->dlpi_phnum; i++)
        is_caller |= is_in(search->caller, object, &object->dlpi_phdr[i]);
    for (unsigned i = 0; is_caller && i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_W))
            search_part(object->dlpi_addr + part->p_vaddr, part->p_filesz, search->value);
    }
    return is_caller;
}

/* Keeps Mesa's library loaded, so that the variable stays valid after the last display ends. If
 * Mesa is linked into the program itself, the name is "", which dlopen() accepts, too. */
static bool pin(const void *caller)
{
    Dl_info info;
    struct link_map *map = NULL;

    return dladdr1(caller, &info, (void **)&map, RTLD_DL_LINKMAP) && map &&
           dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static void search(const void *caller, uint32_t value)
{
    struct search search = {(uintptr_t)caller, value};

    numbers.num_candidates = numbers.num_exact = numbers.num_matches = 0;
    numbers.num_searches++;
    if (pin(caller))
        dl_iterate_phdr(search_object, &search);
    if (numbers.num_candidates > MAX_CANDIDATES) /* the value is a small number, and many dwords of
                                                    the data have this value */
        numbers.num_candidates = 0;
    numbers.num_exact = numbers.num_candidates;
}

/* Searches for the variable, or confirms a candidate. If is_certain, the variable has this value;
 * otherwise another thread may have incremented it. */
static void look_for_count(const void *caller, uint32_t value, bool is_certain)
{
    unsigned num = 0, num_exact = 0;

    if (numbers.num_candidates == 0) {
        if (numbers.num_searches < MAX_SEARCHES)
            search(caller, value);
        return;
    }
    for (unsigned i = 0; i < numbers.num_candidates; i++) {
        const variable at = numbers.candidates[i];
        const uint32_t count = value_of(at);
        if (count == value) {
            numbers.candidates[num++] = numbers.candidates[num_exact];
            numbers.candidates[num_exact++] = at;
        } else if (!is_certain && count == value + 1) {
            numbers.candidates[num++] = at;
        }
    }
    numbers.num_candidates = num;
    numbers.num_exact = num_exact;
    if (num == 1 && ++numbers.num_matches == MIN_MATCHES)
        numbers.count = numbers.candidates[0];
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Takes the lock. False if another thread is creating a resource and does not continue in time. The
 * calling thread then creates its resource without the lock. */
static bool lock_in_time(void)
{
    struct timespec until;

    if (pthread_mutex_trylock(&numbers.lock) == 0)
        return true;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LOCK_WAIT_S;
    return pthread_mutex_timedlock(&numbers.lock, &until) == 0;
}

static void begin(void)
{
    making.begun = lock_in_time();
    making.fd = -1;
    making.is_mapped = true;
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whether Mesa has incremented the variable. If the server chooses the handle, the variable holds
 * an older value until Mesa stores the answer. */
static bool has_counted(void)
{
    const uint32_t count = value_of(numbers.count);

    return numbers.is_stored ? count != numbers.last : count == numbers.last + 1;
}

/* Whether a candidate has been incremented to the next handle. Other dwords are hardly ever
 * incremented to this value at this moment. */
static bool has_candidate_counted(void)
{
    for (unsigned i = 0; i < numbers.num_exact; i++) {
        if (value_of(numbers.candidates[i]) == numbers.last + 1)
            return true;
    }
    return false;
}

/* Waits as wait_for_count(), while the variable is not known. */
static void wait_for_candidate(void)
{
    const bool searches = numbers.num_candidates > 0 || numbers.num_searches < MAX_SEARCHES;
    const struct timespec blind = {.tv_nsec = searches ? SEARCH_WAIT_NS : BLIND_WAIT_NS};
    const int64_t end_ms = now_ms() + COUNT_WAIT_MS;

    if (numbers.num_exact == 0 || numbers.num_timeouts == MAX_TIMEOUTS) {
        nanosleep(&blind, NULL);
        return;
    }
    while (!has_candidate_counted()) {
        if (now_ms() >= end_ms) {
            numbers.num_timeouts++;
            return;
        }
        sched_yield();
    }
}

/* Waits until the thread that last created a resource has incremented the variable. That thread has
 * already closed its descriptor, or needs no descriptor. */
static void wait_for_count(void)
{
    if (!numbers.count) {
        wait_for_candidate();
        return;
    }
    const int64_t end_ms = now_ms() + COUNT_WAIT_MS;
    while (!has_counted() && now_ms() < end_ms)
        sched_yield();
}

/* Returns the handle that Mesa will use. `sent`, the handle in Mesa's message, is outdated if
 * another thread has incremented the variable since Mesa read the variable. */
static uint32_t next_number(uint32_t sent)
{
    if (numbers.count)
        return value_of(numbers.count);
    const uint32_t next = numbers.last + (numbers.is_counted ? 1 : 0);
    return sent > next ? sent : next;
}

void gv_numbers_begin(uint32_t *number, const void *caller)
{
    const int saved = errno;

    if (making.begun)
        gv_numbers_sent();
    begin();
    if (!making.begun)
        return;
    making.caller = caller;
    making.is_alone = !numbers.last || pthread_equal(numbers.thread, pthread_self());
    if (!making.is_alone && numbers.is_counted)
        wait_for_count();
    if (!making.is_alone && *number)
        *number = next_number(*number);
    numbers.last = *number;
    numbers.is_stored = *number != 0;
    numbers.thread = pthread_self();
    errno = saved;
}

void gv_numbers_told(uint32_t number)
{
    if (making.begun && !numbers.is_stored)
        numbers.last = number;
}

static void end(bool is_counted)
{
    if (!making.begun)
        return;
    making.begun = false;
    numbers.is_counted = is_counted && numbers.last;
    pthread_mutex_unlock(&numbers.lock);
}

void gv_numbers_sent(void)
{
    end(true);
}

void gv_numbers_got(int fd)
{
    if (fd < 0)
        end(false);
    else
        making.fd = fd;
}

void gv_numbers_not_mapped(int fd)
{
    if (making.begun && making.fd == fd)
        making.is_mapped = false;
}

void gv_numbers_closed(int fd)
{
    if (!making.begun || making.fd != fd)
        return;
    const int saved = errno;
    if (!numbers.count && numbers.last)
        look_for_count(making.caller, numbers.last, making.is_alone);
    numbers.is_stored = true;
    end(making.is_mapped);
    errno = saved;
}

/* Frees the lock in a child process, because a thread that held the lock at the fork does not exist
 * in the child. */
static void unlock_in_child(void)
{
    pthread_mutex_init(&numbers.lock, NULL);
    making.begun = false;
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, unlock_in_child);
}
