/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A resource's backing: memory that the client shares and may write at any time. Each byte is read
 * only once, since the client could change it between a check and a second read. */
#ifndef GV_VIRGL_IOV_H
#define GV_VIRGL_IOV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

struct gv_virgl_backing_hook;
struct gv_virgl_rows;

struct gv_virgl_iov {
    struct iovec *entries; /* NULL without backing; usually there is a single entry */
    unsigned num_entries;
    uint64_t size_B;                          /* sum of all entries */
    const struct gv_virgl_backing_hook *hook; /* not NULL: the memory is a copy of the client's
                                                 memory */
    uint32_t handle;                          /* the resource's handle, for the hook */
};

/* Copies the array to iov. False, with iov unchanged, if memory runs out or the sum of the sizes
 * exceeds 64 bits. */
bool gv_virgl_iov_init(struct gv_virgl_iov *iov, const struct iovec *entries, unsigned num_entries);
void gv_virgl_iov_finish(struct gv_virgl_iov *iov);

/* Call the functions of the backing hook, if there is a hook. For memory that is accessed through
 * gv_virgl_iov_span() or gv_virgl_iov_piece(), call gv_virgl_iov_fetch() before reading, and
 * gv_virgl_iov_wrote() after writing. */
void gv_virgl_iov_fetch(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B);
void gv_virgl_iov_wrote(const struct gv_virgl_iov *iov, const struct gv_virgl_rows *rows);

/* Returns the address of byte offset_B if one entry contains all size_B bytes from there on, else
 * NULL. */
void *gv_virgl_iov_span(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B);

/* Returns the address of byte offset_B, which must lie in the backing. *out_size_B gets the number
 * of bytes from there on, at most size_B, that lie in the same entry. */
void *gv_virgl_iov_piece(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B,
                         size_t *out_size_B);

/* Copy from and to the backing. The caller has checked that the range lies in the backing. */
void gv_virgl_iov_read(const struct gv_virgl_iov *iov, uint64_t offset_B, void *dst, size_t size_B);
void gv_virgl_iov_write(const struct gv_virgl_iov *iov, uint64_t offset_B, const void *src,
                        size_t size_B);

#endif
