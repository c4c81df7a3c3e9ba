/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A resource's backing: memory that the client shares and may write at any time. Bytes are read
 * once, never checked and read again. */
#ifndef GV_VIRGL_IOV_H
#define GV_VIRGL_IOV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

struct gv_virgl_backing_hook;
struct gv_virgl_rows;

struct gv_virgl_iov {
    struct iovec *entries; /* NULL without backing; a single entry is the usual case */
    unsigned num_entries;
    uint64_t size_B;                          /* of all entries */
    const struct gv_virgl_backing_hook *hook; /* the memory is a copy; NULL: it is the client's */
    uint32_t handle;                          /* for the hook */
};

/* Copies the array. False: out of memory or the sizes add up past 64 bits; out is untouched. */
bool gv_virgl_iov_init(struct gv_virgl_iov *iov, const struct iovec *entries, unsigned num_entries);
void gv_virgl_iov_finish(struct gv_virgl_iov *iov);

/* For who gets at the memory by a span or a piece: before it is read, and after it was written. */
void gv_virgl_iov_fetch(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B);
void gv_virgl_iov_wrote(const struct gv_virgl_iov *iov, const struct gv_virgl_rows *rows);

/* The bytes offset_B to offset_B + size_B when one entry holds them all, else NULL. */
void *gv_virgl_iov_span(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B);

/* The byte offset_B, with at most size_B - 1 of those behind it in the same entry; the caller has
 * checked that it lies in the backing. *out_size_B is how many they are. */
void *gv_virgl_iov_piece(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B,
                         size_t *out_size_B);

/* Copy to and from private memory. The caller has checked that the range lies in the backing. */
void gv_virgl_iov_read(const struct gv_virgl_iov *iov, uint64_t offset_B, void *dst, size_t size_B);
void gv_virgl_iov_write(const struct gv_virgl_iov *iov, uint64_t offset_B, const void *src,
                        size_t size_B);

#endif
