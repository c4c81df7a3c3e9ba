/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* For a program of the guest of e2e/guest: it never ends, so its last picture stays. */
#include <unistd.h>

__attribute__((destructor)) static void hold(void)
{
    for (;;)
        pause();
}
