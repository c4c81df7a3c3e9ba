/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of the client half, on the connection to the server: requests and their answers. */
#ifndef GV_PRELOAD_SERVER_H
#define GV_PRELOAD_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes all of it, whatever signals come. */
bool gv_server_write(int fd, const void *data, size_t size_B);

/* The same past all that keeps order and counts: of what is no message. */
bool gv_server_write_past(int fd, const void *data, size_t size_B);

/* Where the server tells what became of pictures; -1 when it does not speak this. */
int gv_server_open(int fd);

/* Memory for a picture of a resource of this size; -1 when it cannot be shown. */
int gv_server_make(int fd, uint32_t handle, uint32_t slot, uint32_t width, uint32_t height);

/* The page that tells how many bytes have been carried out; -1 when there is none. */
int gv_server_progress(int fd);

/* The next part of the memory for new resources, GV_VTEST_POOL_PART_B; -1 when there is none. */
int gv_server_memory(int fd);

/* The memory of a ring, GV_VTEST_RING_MEMORY_B; -1 when there is none. */
int gv_server_ring(int fd);

/* Makes the resource that the payload of RESOURCE_CREATE2 says, at this offset of that memory; and
 * ends one. The server hears of both with the next message. */
bool gv_server_place(int fd, const uint32_t *payload, uint32_t offset_B);
bool gv_server_unref(int fd, uint32_t handle);

/* Has a picture copied there; the server tells of the serial. */
bool gv_server_show(int fd, uint32_t handle, uint32_t slot, uint32_t serial);

#endif
