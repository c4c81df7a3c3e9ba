/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A library for a program in the guest of e2e/guest: the library stops the program from ending, so
 * that the program's last frame stays. */
#include <unistd.h>

__attribute__((destructor)) static void hold(void)
{
    for (;;)
        pause();
}
