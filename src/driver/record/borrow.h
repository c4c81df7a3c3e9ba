/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Dma-bufs that a batch owns. Other devices may access a dma-buf at any time without a call of this
 * API, so a batch acquires a dma-buf before its first use, and releases it at its end. */
#ifndef GV_BORROW_H
#define GV_BORROW_H

#include <stdbool.h>
#include <stdint.h>

struct gv_recorder;
struct gv_storage;

struct gv_borrowed {
    struct gv_borrowed_storage {
        struct gv_storage *storage; /* a reference */
        bool is_written;            /* known after gv_recorder_return() */
    } * storages;
    uint32_t num, max;
};

/* Makes the end of the current batch release the storage, which the batch acquires. Call for
 * storages that are no dma-bufs, too. If memory runs out, the batch does not release the
 * storage. */
void gv_recorder_borrow(struct gv_recorder *rec, struct gv_storage *storage);

/* Records the releases. Call outside of rendering, after all other commands of the batch. */
void gv_recorder_return(struct gv_recorder *rec);

/* Adds a fence to each dma-buf of the batch that was exported or imported, so that other devices
 * wait for the batch, if the device has sync files. Call after the submission of the batch. */
void gv_recorder_fence_returned(struct gv_recorder *rec);

#endif
