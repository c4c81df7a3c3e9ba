/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Measures how long a worker takes to confine itself, since the worker's client waits for this
 * time. Prints the minimum and the median of processor time and of wall-clock time. The argument is
 * the number of measured processes. Fails if a process could not confine itself. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "confine/confine.h"
#include "confine/syscalls.h"
#include "util/clock.h"
#include "util/text.h"

enum {
    MAX_ROUNDS = 1000
};

struct cost {
    uint64_t cpu_ns, ns;
};

/* The costs of one process, in memory that it shares with its parent. */
struct costs {
    struct cost confine, filter;
    bool done;
};

static struct cost now(void)
{
    struct timespec cpu;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    return (struct cost){(uint64_t)cpu.tv_sec * 1000000000 + (uint64_t)cpu.tv_nsec, gv_now_ns()};
}

static struct cost since(struct cost then)
{
    const struct cost at = now();

    return (struct cost){at.cpu_ns - then.cpu_ns, at.ns - then.ns};
}

static void confine(struct costs *costs)
{
    const struct gv_confine_params params = {.log = NULL};
    struct cost start = now();

    gv_worker_confine(&params);
    costs->confine = since(start);
    start = now();
    costs->done = gv_worker_filter_syscalls(true, NULL);
    costs->filter = since(start);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Prints the minimum and the median of a field in an array of `num` struct costs; `first` is the
 * field of the first element. */
static void tell(const char *name, const uint64_t *first, uint64_t num)
{
    uint64_t sorted[MAX_ROUNDS];

    for (uint64_t i = 0; i < num; i++)
        sorted[i] = first[i * sizeof(struct costs) / sizeof(*first)];
    qsort(sorted, num, sizeof(*sorted), by_number);
    printf("%-40s %6.2f %6.2f ms\n", name, (double)sorted[0] / 1e6, (double)sorted[num / 2] / 1e6);
}

int main(int argc, char **argv)
{
    uint64_t num = 100;

    if (argc > 1 && (!gv_parse_u64(argv[1], strlen(argv[1]), MAX_ROUNDS, &num) || num == 0))
        return 2;
    struct costs *costs =
        mmap(NULL, num * sizeof(*costs), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint64_t num_done = 0;

    if (costs == MAP_FAILED)
        return 1;
    for (uint64_t i = 0; i < num; i++) {
        const pid_t pid = fork();
        if (pid == 0) {
            confine(&costs[i]);
            _exit(0);
        }
        waitpid(pid, NULL, 0);
        num_done += costs[i].done;
    }
    printf("%-40s %6s %6s\n", "", "least", "median");
    tell("limits, namespaces, Landlock: processor", &costs->confine.cpu_ns, num);
    tell("... time", &costs->confine.ns, num);
    tell("filter of system calls: processor", &costs->filter.cpu_ns, num);
    tell("... time", &costs->filter.ns, num);
    munmap(costs, num * sizeof(*costs));
    return num_done == num ? 0 : 1;
}
