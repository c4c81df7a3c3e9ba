/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands between the client library and the server: requests and their answers. */
#ifndef GV_PRELOAD_SERVER_H
#define GV_PRELOAD_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes all of `data`, even if signals interrupt the write. */
bool gv_server_write(int fd, const void *data, size_t size_B);

/* As gv_server_write(), but for bytes that are not messages. They are not counted, and are not in
 * order with messages. */
bool gv_server_write_past(int fd, const void *data, size_t size_B);

/* Returns a descriptor over which the server reports finished copies; -1 if the server lacks this
 * command. */
int gv_server_open(int fd);

/* Requests memory for frames of a resource with this size. Returns the memory's descriptor; -1 if
 * the resource cannot be presented. */
int gv_server_make(int fd, uint32_t handle, uint32_t slot, uint32_t width, uint32_t height);

/* Returns a descriptor of the page with the number of bytes that the server has executed; -1 if the
 * server provides no page. */
int gv_server_progress(int fd);

/* Returns a descriptor of the next part of memory for resources, of GV_VTEST_POOL_PART_B bytes; -1
 * if the server provides no part. */
int gv_server_memory(int fd);

/* Returns a descriptor of memory for a ring, of GV_VTEST_RING_MEMORY_B bytes; -1 if the server
 * provides no ring. */
int gv_server_ring(int fd);

/* _place() creates the resource that a RESOURCE_CREATE2 payload describes, at this offset of the
 * pool; _unref() destroys a resource. Both requests are queued until the next message. */
bool gv_server_place(int fd, const uint32_t *payload, uint32_t offset_B);
bool gv_server_unref(int fd, uint32_t handle);

/* Requests a copy of a frame of the resource to the memory of this slot. The server reports the
 * serial when the copy is done. */
bool gv_server_show(int fd, uint32_t handle, uint32_t slot, uint32_t serial);

#endif
