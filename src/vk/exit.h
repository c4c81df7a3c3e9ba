/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Waits for the device's work if a program returns from main. Software devices run work on threads
 * of this process, which would still compile shaders while exit() destroys the compiler's data. */
#ifndef GV_VK_EXIT_H
#define GV_VK_EXIT_H

#include <stdbool.h>

struct gv_vk_device;
struct gv_vk_exit;

/* Makes the calling thread wait for submitted work, at most ten seconds, when it ends. The main
 * thread waits in exit(). Returns NULL if memory ran out. */
struct gv_vk_exit *gv_vk_exit_create(struct gv_vk_device *dev);

/* Sets the function `ends`, which is called before the thread waits. Its parameter main_thread is
 * true if the process is about to end. `at_exit` may be NULL. */
void gv_vk_exit_before(struct gv_vk_exit *at_exit, void (*ends)(void *priv, bool main_thread),
                       void *priv);

/* Ends at_exit (may be NULL): the thread no longer waits. Called before the device is destroyed.
 * Any thread. */
void gv_vk_exit_destroy(struct gv_vk_exit *at_exit);

#endif
