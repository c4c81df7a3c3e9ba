/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The stock library: virglrenderer's own libvirglrenderer.so.1 from a distribution. The stock
 * library is loaded in addition to Galvan's library, into a separate link namespace, since both
 * libraries export the same symbols. So the stock library's calls reach its own functions, and the
 * libraries that it needs, such as the C library, are loaded a second time. */
#ifndef GV_VR_STOCK_LIBRARY_H
#define GV_VR_STOCK_LIBRARY_H

#include "galvan/virglrenderer.h"

struct galvan_log;

/* An address in this library. The symbol is exported, so that Galvan's library can recognize
 * another copy of itself under any name. */
GALVAN_API extern const char virgl_renderer_galvan_version[];

/* The functions that every supported stock library has: 0.10 and later. */
#define GV_VR_STOCK_FUNCTIONS(F)                                                                   \
    F(init)                                                                                        \
    F(cleanup)                                                                                     \
    F(reset)                                                                                       \
    F(poll)                                                                                        \
    F(get_poll_fd)                                                                                 \
    F(create_fence)                                                                                \
    F(context_create_fence)                                                                        \
    F(context_poll)                                                                                \
    F(context_get_poll_fd)                                                                         \
    F(export_fence)                                                                                \
    F(get_cap_set)                                                                                 \
    F(fill_caps)                                                                                   \
    F(context_create_with_flags)                                                                   \
    F(context_destroy)                                                                             \
    F(ctx_attach_resource)                                                                         \
    F(ctx_detach_resource)                                                                         \
    F(submit_cmd)                                                                                  \
    F(resource_create)                                                                             \
    F(resource_create_blob)                                                                        \
    F(resource_import_blob)                                                                        \
    F(resource_export_blob)                                                                        \
    F(resource_unref)                                                                              \
    F(resource_set_priv)                                                                           \
    F(resource_get_priv)                                                                           \
    F(resource_attach_iov)                                                                         \
    F(resource_detach_iov)                                                                         \
    F(resource_get_info)                                                                           \
    F(resource_map)                                                                                \
    F(resource_unmap)                                                                              \
    F(resource_get_map_info)                                                                       \
    F(transfer_write_iov)                                                                          \
    F(transfer_read_iov)                                                                           \
    F(execute)

/* Functions that some versions of the stock library lack. The pointer to a missing function is
 * NULL. */
#define GV_VR_STOCK_OPTIONAL_FUNCTIONS(F)                                                          \
    F(export_signalled_fence)                                                                      \
    F(attach_fence)                                                                                \
    F(get_fence_fd)                                                                                \
    F(submit_cmd2)                                                                                 \
    F(get_dev_fd)                                                                                  \
    F(resource_get_info_ext)                                                                       \
    F(resource_map_fixed)

struct gv_vr_stock_functions {
#define F(name) __typeof__(&virgl_renderer_##name) name;
    GV_VR_STOCK_FUNCTIONS(F)
    GV_VR_STOCK_OPTIONAL_FUNCTIONS(F)
#undef F
};

/* The receivers of the library's messages. The library's version determines which receiver the
 * library calls. */
struct gv_vr_stock_messages {
    virgl_debug_callback_type debug;
    virgl_log_callback_type log;
};

/* Finds and loads the stock library: the library that GALVAN_STOCK_VIRGLRENDERER names ("none": no
 * library), otherwise the first libvirglrenderer.so.1 in the directories of shared libraries. Never
 * loads Galvan's own library. False if no library is found; if the user has named a library, logs a
 * line. The library is never unloaded, since its threads and drivers may continue to run. */
bool gv_vr_stock_library_open(const struct galvan_log *log,
                              const struct gv_vr_stock_messages *messages,
                              struct gv_vr_stock_functions *out);

#endif
