/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Manifests of the Vulkan loader and of glvnd: JSON files that name a driver's or a layer's
 * library.
 */
#ifndef GV_UTIL_LOADER_MANIFEST_H
#define GV_UTIL_LOADER_MANIFEST_H

#include <stdbool.h>

/* Calls found for each "library_path" of the manifest at path, with the library as dlopen() takes
 * it: a relative path with a slash begins in the manifest's directory, a name alone stays one.
 * False if the file cannot be read. The file may hold anything: what is no JSON names nothing, and
 * only the first 64 KiB are read. */
bool gv_loader_manifest_each(const char *path, void (*found)(void *priv, const char *library),
                             void *priv);

#endif
