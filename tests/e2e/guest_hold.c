/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* For a program in the guest of e2e/guest: keeps it from ending, so that its last frame stays. */
#include <unistd.h>

__attribute__((destructor)) static void hold(void)
{
    for (;;)
        pause();
}
