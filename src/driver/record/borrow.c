/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "driver/record/borrow.h"

#include "driver/record/recorder.h"
#include "driver/resource/share.h"
#include "util/array.h"

void gv_recorder_borrow(struct gv_recorder *rec, struct gv_storage *storage)
{
    struct gv_borrowed *b = &rec->borrowed;
    if (storage->is_dma_buf && gv_array_grow(&b->storages, &b->max, b->num))
        b->storages[b->num++] = storage;
}

void gv_recorder_return(struct gv_recorder *rec)
{
    struct gv_borrowed *b = &rec->borrowed;
    gv_recorder_assert_outside(rec);
    for (uint32_t i = 0; i < b->num && !rec->batch->invalid; i++) {
        if (b->storages[i]->outside) /* flush_resource has released it */
            continue;
        gv_storage_release(b->storages[i], gv_recorder_main(rec));
        rec->batch->main_used = true;
    }
    b->num = 0;
}
