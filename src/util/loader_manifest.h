/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Manifests of the Vulkan loader and of glvnd: JSON files that name a driver's or a layer's
 * library.
 */
#ifndef GV_UTIL_LOADER_MANIFEST_H
#define GV_UTIL_LOADER_MANIFEST_H

#include <stdbool.h>

/* Calls found() for each "library_path" of the manifest at `path`. The argument `library` is a name
 * for dlopen(): a relative path with a slash is prefixed by the manifest's directory; a plain name
 * is unchanged. False if the file cannot be read. The file is not trusted: text that is not JSON is
 * ignored, and only the first 64 KiB are read. */
bool gv_loader_manifest_each(const char *path, void (*found)(void *priv, const char *library),
                             void *priv);

#endif
