/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Fuzzes the reader of recordings. The first byte of an input decides whether the target corrects
 * the checksums of header and chunks, so that inputs also reach the code after the checks. The
 * remaining bytes are the file. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "recording/chunk.h"
#include "recording/reader.h"

enum {
    WITH_CHECKS = 1,
    MAX_B = 1 << 16
};

static void mend_header(uint8_t *file, size_t size_B)
{
    struct gv_recording_header header = gv_recording_header();

    if (size_B >= sizeof(header))
        memcpy(file, &header, sizeof(header));
}

/* Turns the bytes after the file's header into as many chunks with correct checksums as fit. */
static void mend_chunks(uint8_t *file, size_t size_B)
{
    struct gv_recording_chunk head;

    for (size_t at_B = sizeof(struct gv_recording_header);
         at_B <= size_B && size_B - at_B >= sizeof(head);) {
        const size_t left_B = size_B - at_B - sizeof(head);
        memcpy(&head, file + at_B, sizeof(head));
        head.magic = GV_RECORDING_CHUNK_MAGIC;
        if (head.stored_B > left_B)
            head.stored_B = (uint32_t)left_B;
        head.check = gv_recording_check(&head, file + at_B + sizeof(head));
        memcpy(file + at_B, &head, sizeof(head));
        at_B += sizeof(head) + head.stored_B;
    }
}

/* Reads all bytes of the record, so that a sanitizer detects a record that extends beyond its
 * memory. */
static void look_at(const struct gv_recording_record *record)
{
    const volatile uint8_t *bytes = gv_recording_bytes(record);

    for (uint32_t i = 0; i < record->size_B; i++)
        (void)bytes[i];
}

static void read_stream(const struct gv_recording *recording, uint32_t idx)
{
    struct gv_recording_cursor *cursor = gv_recording_cursor_create(recording, idx);
    const struct gv_recording_record *record;
    size_t size_B = 0;

    free(gv_recording_find(recording, idx, GV_RECORDING_INFO, &size_B));
    while (cursor && (record = gv_recording_next(cursor)))
        look_at(record);
    gv_recording_cursor_destroy(cursor);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t file[MAX_B];
    struct gv_recording *recording;

    if (size < 1 || size - 1 > MAX_B)
        return 0;
    const size_t size_B = size - 1;
    memcpy(file, data + 1, size_B);
    if (data[0] & WITH_CHECKS) {
        mend_header(file, size_B);
        mend_chunks(file, size_B);
    }
    int fd = memfd_create("recording", MFD_CLOEXEC);
    if (fd < 0 || write(fd, file, size_B) != (ssize_t)size_B)
        abort();
    if (gv_recording_open_fd(fd, "recording", NULL, &recording) == GALVAN_OK) {
        for (uint32_t i = 0; i < gv_recording_num_streams(recording); i++)
            read_stream(recording, i);
        gv_recording_destroy(recording);
    }
    close(fd);
    return 0;
}
