/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Access to backing memory, which may have several pieces. */
#include "virgl/iov.h"

#include <stdlib.h>
#include <string.h>

#include "virgl/api/renderer.h"

bool gv_virgl_iov_init(struct gv_virgl_iov *iov, const struct iovec *entries, unsigned num_entries)
{
    struct gv_virgl_iov made = {0};
    if (!entries || !num_entries) {
        *iov = made;
        return true;
    }
    for (unsigned i = 0; i < num_entries; i++) {
        if (!entries[i].iov_base && entries[i].iov_len)
            return false;
        if (__builtin_add_overflow(made.size_B, (uint64_t)entries[i].iov_len, &made.size_B))
            return false;
    }
    made.entries = calloc(num_entries, sizeof(*made.entries));
    if (!made.entries)
        return false;
    memcpy(made.entries, entries, num_entries * sizeof(*made.entries));
    made.num_entries = num_entries;
    *iov = made;
    return true;
}

void gv_virgl_iov_finish(struct gv_virgl_iov *iov)
{
    free(iov->entries);
    *iov = (struct gv_virgl_iov){0};
}

void gv_virgl_iov_fetch(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B)
{
    if (iov->hook && size_B)
        iov->hook->fetch(iov->hook->priv, iov->handle, offset_B, size_B);
}

void gv_virgl_iov_wrote(const struct gv_virgl_iov *iov, const struct gv_virgl_rows *rows)
{
    if (iov->hook)
        iov->hook->wrote(iov->hook->priv, iov->handle, rows);
}

/* Returns the index of the entry that contains byte *offset_B, and makes *offset_B an offset into
 * that entry. */
static unsigned find_entry(const struct gv_virgl_iov *iov, uint64_t *offset_B)
{
    unsigned i = 0;
    while (i < iov->num_entries && *offset_B >= iov->entries[i].iov_len)
        *offset_B -= iov->entries[i++].iov_len;
    return i;
}

void *gv_virgl_iov_span(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B)
{
    unsigned i = find_entry(iov, &offset_B);
    if (i >= iov->num_entries || size_B > iov->entries[i].iov_len - offset_B)
        return NULL;
    return (char *)iov->entries[i].iov_base + offset_B;
}

void *gv_virgl_iov_piece(const struct gv_virgl_iov *iov, uint64_t offset_B, uint64_t size_B,
                         size_t *out_size_B)
{
    const struct iovec *entry = &iov->entries[find_entry(iov, &offset_B)];
    const uint64_t left_B = entry->iov_len - offset_B;
    *out_size_B = (size_t)(size_B < left_B ? size_B : left_B);
    return (char *)entry->iov_base + offset_B;
}

static void copy(const struct gv_virgl_iov *iov, uint64_t offset_B, char *private, size_t size_B,
                 bool to_backing)
{
    for (unsigned i = find_entry(iov, &offset_B); size_B && i < iov->num_entries; i++) {
        char *shared = (char *)iov->entries[i].iov_base + offset_B;
        size_t n = iov->entries[i].iov_len - offset_B;
        if (n > size_B)
            n = size_B;
        if (to_backing)
            memcpy(shared, private, n);
        else
            memcpy(private, shared, n);
        private += n;
        size_B -= n;
        offset_B = 0;
    }
}

void gv_virgl_iov_read(const struct gv_virgl_iov *iov, uint64_t offset_B, void *dst, size_t size_B)
{
    gv_virgl_iov_fetch(iov, offset_B, size_B);
    copy(iov, offset_B, dst, size_B, false);
}

void gv_virgl_iov_write(const struct gv_virgl_iov *iov, uint64_t offset_B, const void *src,
                        size_t size_B)
{
    const struct gv_virgl_rows row = {
        .offset_B = offset_B, .row_B = size_B, .num_rows = 1, .num_slices = 1};
    copy(iov, offset_B, (char *)(uintptr_t)src, size_B, true);
    gv_virgl_iov_wrote(iov, &row);
}
