/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Programs that return from main while a device works: the work is waited for. Software devices
 * do it on threads of this process, which would go on translating shaders while exit() destroys
 * what they need for it. */
#ifndef GV_VK_EXIT_H
#define GV_VK_EXIT_H

#include <stdbool.h>

struct gv_vk_device;
struct gv_vk_exit;

/* From here on the end of the calling thread, which for the main thread is exit(), waits for what
 * was submitted, ten seconds at most. NULL when memory ran out. */
struct gv_vk_exit *gv_vk_exit_create(struct gv_vk_device *dev);

/* ends() is called before that wait; main_thread: the process ends. at_exit may be NULL. */
void gv_vk_exit_before(struct gv_vk_exit *at_exit, void (*ends)(void *priv, bool main_thread),
                       void *priv);

/* Before the device ends; any thread. NULL is fine. */
void gv_vk_exit_destroy(struct gv_vk_exit *at_exit);

#endif
