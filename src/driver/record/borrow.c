/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/borrow.h"

#include <unistd.h>

#include "driver/record/recorder.h"
#include "driver/resource/share.h"
#include "util/array.h"
#include "vk/dma_buf.h"
#include "vk/sync_file.h"

void gv_recorder_borrow(struct gv_recorder *rec, struct gv_storage *storage)
{
    struct gv_borrowed *b = &rec->borrowed;
    if (!storage->is_dma_buf || !gv_array_grow(&b->storages, &b->max, b->num))
        return;
    gv_vk_object_ref(&storage->object);
    b->storages[b->num++] = (struct gv_borrowed_storage){.storage = storage};
}

/* Whether the current batch writes to the storage. While batches overlap, any may have written. */
static bool is_written(struct gv_recorder *rec, struct gv_storage *storage)
{
    gv_hazards_lock(&storage->hazards);
    bool is_written = storage->hazards.overlap_serial ||
                      storage->hazards.last_write.serial == gv_recorder_serial(rec);
    gv_hazards_unlock(&storage->hazards);
    return is_written;
}

void gv_recorder_return(struct gv_recorder *rec)
{
    struct gv_borrowed *b = &rec->borrowed;
    gv_recorder_assert_outside(rec);
    for (uint32_t i = 0; i < b->num && !rec->batch->invalid; i++) {
        struct gv_storage *storage = b->storages[i].storage;
        b->storages[i].is_written = is_written(rec, storage);
        if (storage->outside) /* flush_resource has released it */
            continue;
        gv_storage_release(storage, gv_recorder_main(rec));
        rec->batch->main_used = true;
    }
}

/* Whether another device may access one of the storages. */
static bool has_shared(const struct gv_borrowed *b)
{
    for (uint32_t i = 0; i < b->num; i++) {
        if (gv_storage_dma_buf_fd(b->storages[i].storage) >= 0)
            return true;
    }
    return false;
}

void gv_recorder_fence_returned(struct gv_recorder *rec)
{
    struct gv_borrowed *b = &rec->borrowed;
    int sync_file = -1;
    if (rec->dev->sync_files && has_shared(b) &&
        gv_vk_sync_file_export(rec->dev, &sync_file) != VK_SUCCESS)
        sync_file = -1;
    for (uint32_t i = 0; i < b->num; i++) {
        struct gv_storage *storage = b->storages[i].storage;
        const int fd = gv_storage_dma_buf_fd(storage);
        if (fd >= 0 && sync_file >= 0)
            gv_vk_dma_buf_add_fence(fd, sync_file, b->storages[i].is_written);
        gv_storage_unref(storage);
    }
    b->num = 0;
    if (sync_file >= 0)
        close(sync_file);
}
