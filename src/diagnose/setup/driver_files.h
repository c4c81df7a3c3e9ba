/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The files that announce Vulkan drivers to the loader. */
#ifndef GV_DIAGNOSE_SETUP_DRIVER_FILES_H
#define GV_DIAGNOSE_SETUP_DRIVER_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* Calls see() for each file that the loader reads: the files that the environment names or, if it
 * names none, the files in the usual directories, sorted by name. */
void gv_driver_files_each(void (*see)(void *priv, const char *path), void *priv);

/* Returns the library that a driver's file names, in the form for dlopen(). Returns false if the
 * file names no library. */
bool gv_driver_file_library(const char *path, char *out, size_t size_B);

/* Makes this process's loader, which must not be in use yet, read only the files of the list, whose
 * paths are separated by colons. Programs that the process starts inherit the list. */
void gv_driver_files_choose(const char *list);

/* If the system has no render nodes, as in containers, replaces NVIDIA's driver file by the file at
 * path `own`. NVIDIA's file names the driver's GLX library. Without render nodes, that library
 * needs an X server to open a device, and workers cannot connect to an X server. The file at `own`
 * names NVIDIA's EGL library: the same driver, but it needs no X server. Calls
 * gv_driver_files_choose(). */
void gv_driver_files_do_without_display(const char *own);

#endif
