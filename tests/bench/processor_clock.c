/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A library to preload into a program of piglit: its clock counts the processor time of all threads
 * of the process. So rates that the program measures do not depend on other work of the machine. */
#include <stdint.h>
#include <time.h>

int64_t piglit_time_get_nano(void);

/* Takes the place of the function of piglit's library. */
__attribute__((visibility("default"))) int64_t piglit_time_get_nano(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
