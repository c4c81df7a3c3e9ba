/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The files by which Vulkan drivers are announced to the loader. */
#ifndef GV_DIAGNOSE_SETUP_DRIVER_FILES_H
#define GV_DIAGNOSE_SETUP_DRIVER_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* Calls see for each file that the loader reads: those that the environment names, else those of
 * the usual directories, in the order of their names. */
void gv_driver_files_each(void (*see)(void *priv, const char *path), void *priv);

/* The library that a driver's file names, as dlopen() takes it; false, if it names none. */
bool gv_driver_file_library(const char *path, char *out, size_t size_B);

/* Has this process's loader, which must not be in use yet, read these files only: paths, with
 * colons. The programs that the process starts inherit that. */
void gv_driver_files_choose(const char *list);

/* NVIDIA's file names its library for GLX. Without render nodes, as in containers, that needs an X
 * server to open a device, and a worker reaches none. Its library for EGL is the same driver and
 * needs neither. Where there are no render nodes, replaces NVIDIA's file by the one at own, which
 * names the library for EGL, as gv_driver_files_choose() does. */
void gv_driver_files_do_without_display(const char *own);

#endif
