/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "recording/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zstd.h>

#include "recording/chunk.h"
#include "util/array.h"
#include "util/hash.h"
#include "util/log.h"

enum {
    MAX_INDEX_B = 64 << 20,
    MAX_RESYNCS = 64, /* most offsets that look like a chunk without being one */
    NO_CHUNK = 0      /* no chunk; chunks are numbered from 1 */
};

struct gv_recording {
    const char *name;
    const struct galvan_log *log;
    int fd;
    bool owns_fd, has_index;
    bool has_more; /* the file has more streams than allowed; the excess streams are ignored */
    uint64_t size_B;
    uint64_t lost_B; /* number of bytes that belong to no chunk */

    struct gv_recording_index_entry *entries; /* in the order of the file */
    uint32_t *next;                           /* for each chunk, the next chunk of its stream */
    uint32_t num_entries, max_entries, max_next;
    struct gv_recording_stream *streams;
    uint32_t num_streams, max_streams;
    struct gv_hash by_number; /* streams by number; each value is the stream's index plus 1 */
};

/* Buffers for loading one chunk. */
struct buffers {
    uint8_t *stored;
    uint64_t *raw;
    size_t stored_max_B;
    void *zstd;
};

/* ---- A chunk --------------------------------------------------------------------------------- */

static bool buffers_init(struct buffers *buffers)
{
    buffers->stored_max_B = ZSTD_compressBound(GV_RECORDING_CHUNK_MAX_B);
    buffers->stored = malloc(buffers->stored_max_B);
    buffers->raw = malloc(GV_RECORDING_CHUNK_MAX_B);
    buffers->zstd = ZSTD_createDCtx();
    return buffers->stored && buffers->raw && buffers->zstd;
}

static void buffers_finish(struct buffers *buffers)
{
    ZSTD_freeDCtx(buffers->zstd);
    free(buffers->raw);
    free(buffers->stored);
}

/* Reads the header and the stored bytes of a chunk. False if the chunk is not complete. */
static bool load_stored(const struct gv_recording *rec, struct buffers *buffers, uint64_t offset_B,
                        struct gv_recording_chunk *out_header)
{
    struct gv_recording_chunk header;

    if (offset_B > rec->size_B || rec->size_B - offset_B < sizeof(header) ||
        !gv_recording_read(rec->fd, &header, sizeof(header), offset_B) ||
        header.magic != GV_RECORDING_CHUNK_MAGIC || header.stored_B > buffers->stored_max_B ||
        header.raw_B > GV_RECORDING_CHUNK_MAX_B ||
        header.stored_B > rec->size_B - offset_B - sizeof(header) ||
        !gv_recording_read(rec->fd, buffers->stored, header.stored_B, offset_B + sizeof(header)) ||
        gv_recording_check(&header, buffers->stored) != header.check)
        return false;
    *out_header = header;
    return true;
}

/* As load_stored(), but also unpacks the bytes to buffers->raw. */
static bool load(const struct gv_recording *rec, struct buffers *buffers, uint64_t offset_B,
                 struct gv_recording_chunk *out_header)
{
    struct gv_recording_chunk header;

    if (!load_stored(rec, buffers, offset_B, &header))
        return false;
    if (header.flags & GV_RECORDING_IS_ZSTD) {
        size_t raw_B = ZSTD_decompressDCtx(buffers->zstd, buffers->raw, GV_RECORDING_CHUNK_MAX_B,
                                           buffers->stored, header.stored_B);
        if (ZSTD_isError(raw_B) || raw_B != header.raw_B)
            return false;
    } else if (header.stored_B != header.raw_B) {
        return false;
    } else {
        memcpy(buffers->raw, buffers->stored, header.raw_B);
    }
    *out_header = header;
    return true;
}

/* ---- The table of chunks --------------------------------------------------------------------- */

/* Finds or creates the stream with this number. NULL if memory runs out or there are too many
 * streams. */
static struct gv_recording_stream *stream_of(struct gv_recording *rec, uint32_t number)
{
    uintptr_t found = (uintptr_t)gv_hash_find(&rec->by_number, number);

    if (found)
        return &rec->streams[found - 1];
    if (rec->num_streams == GV_RECORDING_MAX_STREAMS ||
        !gv_array_grow(&rec->streams, &rec->max_streams, rec->num_streams) ||
        !gv_hash_set(&rec->by_number, number, (void *)((uintptr_t)rec->num_streams + 1)))
        return NULL;
    rec->streams[rec->num_streams] = (struct gv_recording_stream){.number = number};
    return &rec->streams[rec->num_streams++];
}

/* Adds a chunk to the table if it is the next chunk of its stream. Ignores a chunk that was written
 * twice, and a chunk that follows a missing chunk of its stream. Returns false if memory runs
 * out. */
static bool add_index_entry(struct gv_recording *rec, const struct gv_recording_index_entry *entry)
{
    struct gv_recording_stream *stream = stream_of(rec, entry->stream);

    if (!stream) {
        rec->has_more = rec->num_streams == GV_RECORDING_MAX_STREAMS;
        return rec->has_more;
    }
    if (entry->sequence != stream->num_chunks || entry->frames_before != stream->num_frames ||
        stream->is_whole)
        return true;
    if (!gv_array_grow(&rec->entries, &rec->max_entries, rec->num_entries) ||
        !gv_array_grow(&rec->next, &rec->max_next, rec->num_entries))
        return false;
    rec->entries[rec->num_entries] = *entry;
    rec->next[rec->num_entries++] = NO_CHUNK;
    if (stream->num_chunks == 0)
        stream->first = rec->num_entries;
    else
        rec->next[stream->last - 1] = rec->num_entries;
    stream->last = rec->num_entries;
    stream->num_chunks++;
    stream->num_frames += entry->num_frames;
    stream->is_whole = entry->type == GV_RECORDING_END;
    return true;
}

/* Returns the next offset, from offset_B on, at which a chunk may begin; the end of the file if no
 * chunk follows. */
static uint64_t find_magic(const struct gv_recording *rec, struct buffers *buffers,
                           uint64_t offset_B)
{
    const uint32_t magic = GV_RECORDING_CHUNK_MAGIC;

    while (rec->size_B > offset_B && rec->size_B - offset_B > sizeof(magic)) {
        const uint64_t left_B = rec->size_B - offset_B;
        const size_t n_B = left_B < buffers->stored_max_B ? (size_t)left_B : buffers->stored_max_B;
        if (!gv_recording_read(rec->fd, buffers->stored, n_B, offset_B))
            break;
        const uint8_t *found = memmem(buffers->stored, n_B, &magic, sizeof(magic));
        if (found)
            return offset_B + (uint64_t)(found - buffers->stored);
        offset_B += n_B - (sizeof(magic) - 1);
    }
    return rec->size_B;
}

/* Returns the size of the INDEX chunk at offset_B, so that scan() can skip the chunk. Returns 0 if
 * offset_B has no INDEX chunk. */
static uint64_t index_size_B(const struct gv_recording *rec, uint64_t offset_B)
{
    struct gv_recording_chunk header;

    if (rec->size_B - offset_B < sizeof(header) ||
        !gv_recording_read(rec->fd, &header, sizeof(header), offset_B) ||
        header.magic != GV_RECORDING_CHUNK_MAGIC || header.type != GV_RECORDING_INDEX ||
        header.stored_B > rec->size_B - offset_B - sizeof(header))
        return 0;
    return sizeof(header) + header.stored_B;
}

/* Finds the chunks of a file without an index. Skips damaged chunks. */
static enum galvan_result scan(struct gv_recording *rec, struct buffers *buffers)
{
    uint64_t offset_B = sizeof(struct gv_recording_header);
    unsigned num_resyncs = 0;

    while (offset_B < rec->size_B) {
        struct gv_recording_chunk header;
        if (load_stored(rec, buffers, offset_B, &header)) {
            const struct gv_recording_index_entry entry = {
                .offset_B = offset_B,
                .frames_before = header.frames_before,
                .stream = header.stream,
                .type = header.type,
                .num_frames = header.num_frames,
                .sequence = header.sequence,
            };
            if (!add_index_entry(rec, &entry))
                return GALVAN_ERROR_NO_MEMORY;
            offset_B += sizeof(header) + header.stored_B;
            continue;
        }
        uint64_t next_B = offset_B + index_size_B(rec, offset_B);
        if (next_B == offset_B) {
            next_B =
                num_resyncs++ < MAX_RESYNCS ? find_magic(rec, buffers, offset_B + 1) : rec->size_B;
            rec->lost_B += next_B - offset_B;
        }
        offset_B = next_B;
    }
    return GALVAN_OK;
}

/* Loads the index of a file that was closed properly. The caller must free() the index. *out_num is
 * the number of chunks in the index. NULL if the file has no index. */
static struct gv_recording_index_entry *load_index(const struct gv_recording *rec,
                                                   uint32_t *out_num)
{
    struct gv_recording_footer footer;
    struct gv_recording_chunk header;

    if (rec->size_B < sizeof(struct gv_recording_header) + sizeof(header) + sizeof(footer) ||
        !gv_recording_read(rec->fd, &footer, sizeof(footer), rec->size_B - sizeof(footer)) ||
        memcmp(footer.magic, GV_RECORDING_END_MAGIC, sizeof(footer.magic)) != 0 ||
        footer.index_B > rec->size_B - sizeof(header) - sizeof(footer) ||
        !gv_recording_read(rec->fd, &header, sizeof(header), footer.index_B) ||
        header.magic != GV_RECORDING_CHUNK_MAGIC || header.type != GV_RECORDING_INDEX ||
        header.stored_B != rec->size_B - footer.index_B - sizeof(header) ||
        header.stored_B > MAX_INDEX_B || header.stored_B < sizeof(footer) ||
        (header.stored_B - sizeof(footer)) % sizeof(struct gv_recording_index_entry) != 0)
        return NULL;
    struct gv_recording_index_entry *entries = malloc(header.stored_B);
    if (entries &&
        gv_recording_read(rec->fd, entries, header.stored_B, footer.index_B + sizeof(header)) &&
        gv_recording_check(&header, entries) == header.check) {
        *out_num = (uint32_t)((header.stored_B - sizeof(footer)) / sizeof(*entries));
        return entries;
    }
    free(entries);
    return NULL;
}

static enum galvan_result read_table(struct gv_recording *rec, struct buffers *buffers)
{
    uint32_t num = 0;
    struct gv_recording_index_entry *entries = load_index(rec, &num);
    enum galvan_result res = GALVAN_OK;

    if (!entries)
        return scan(rec, buffers);
    rec->has_index = true;
    for (uint32_t i = 0; i < num && res == GALVAN_OK; i++) {
        if (!add_index_entry(rec, &entries[i]))
            res = GALVAN_ERROR_NO_MEMORY;
    }
    free(entries);
    return res;
}

/* ---- The file -------------------------------------------------------------------------------- */

static enum galvan_result check_header(struct gv_recording *rec)
{
    const struct gv_recording_header ours = gv_recording_header();
    struct gv_recording_header header;
    struct stat st;

    if (fstat(rec->fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        gv_err(rec->log, "replay", "%s: no file that can be read", rec->name);
        return GALVAN_ERROR_IO;
    }
    rec->size_B = (uint64_t)st.st_size;
    if (!gv_recording_read(rec->fd, &header, sizeof(header), 0) ||
        memcmp(header.magic, ours.magic, sizeof(header.magic)) != 0 ||
        gv_recording_header_check(&header) != header.check) {
        gv_err(rec->log, "replay", "%s: no recording of Galvan's", rec->name);
        return GALVAN_ERROR_SYNTAX;
    }
    if (header.byte_order != ours.byte_order || header.major != ours.major) {
        gv_err(rec->log, "replay", "%s: a recording of version %u, or of another kind of machine",
               rec->name, header.major);
        return GALVAN_ERROR_UNSUPPORTED;
    }
    return GALVAN_OK;
}

static void warn_of_damage(const struct gv_recording *rec)
{
    if (rec->lost_B > 0)
        gv_warn(rec->log, "replay", "%s: %llu bytes are damaged", rec->name,
                (unsigned long long)rec->lost_B);
    if (rec->has_more)
        gv_warn(rec->log, "replay", "%s: the clients beyond the first %d are left out", rec->name,
                GV_RECORDING_MAX_STREAMS);
    if (!gv_recording_is_whole(rec))
        gv_warn(rec->log, "replay", "%s: not whole; what there is of it is used", rec->name);
}

static enum galvan_result read_file(struct gv_recording *rec)
{
    struct buffers buffers = {0};
    enum galvan_result res = check_header(rec);

    if (res != GALVAN_OK)
        return res;
    res = buffers_init(&buffers) ? read_table(rec, &buffers) : GALVAN_ERROR_NO_MEMORY;
    buffers_finish(&buffers);
    if (res == GALVAN_OK)
        warn_of_damage(rec);
    else
        gv_err(rec->log, "replay", "%s: out of memory", rec->name);
    return res;
}

static enum galvan_result open_file(int fd, bool owns_fd, const char *name,
                                    const struct galvan_log *log,
                                    struct gv_recording **out_recording)
{
    struct gv_recording *rec = calloc(1, sizeof(*rec));
    enum galvan_result res = GALVAN_ERROR_NO_MEMORY;

    if (rec) {
        rec->fd = fd;
        rec->name = name;
        rec->log = log;
        gv_hash_init(&rec->by_number);
        res = read_file(rec);
    }
    if (res != GALVAN_OK) {
        gv_recording_destroy(rec);
        return res;
    }
    rec->owns_fd = owns_fd;
    *out_recording = rec;
    return GALVAN_OK;
}

enum galvan_result gv_recording_open_fd(int fd, const char *name, const struct galvan_log *log,
                                        struct gv_recording **out_recording)
{
    return open_file(fd, false, name, log, out_recording);
}

enum galvan_result gv_recording_open(const char *path, const struct galvan_log *log,
                                     struct gv_recording **out_recording)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0) {
        gv_err(log, "replay", "%s: %s", path, strerror(errno));
        return GALVAN_ERROR_IO;
    }
    enum galvan_result res = open_file(fd, true, path, log, out_recording);
    if (res != GALVAN_OK)
        close(fd);
    return res;
}

void gv_recording_destroy(struct gv_recording *recording)
{
    if (!recording)
        return;
    gv_hash_finish(&recording->by_number);
    free(recording->streams);
    free(recording->entries);
    free(recording->next);
    if (recording->owns_fd)
        close(recording->fd);
    free(recording);
}

uint32_t gv_recording_num_streams(const struct gv_recording *recording)
{
    return recording->num_streams;
}

const struct gv_recording_stream *gv_recording_stream(const struct gv_recording *recording,
                                                      uint32_t idx)
{
    return &recording->streams[idx];
}

bool gv_recording_is_whole(const struct gv_recording *recording)
{
    for (uint32_t i = 0; i < recording->num_streams; i++) {
        if (!recording->streams[i].is_whole)
            return false;
    }
    return recording->has_index && !recording->has_more;
}

/* ---- Streams --------------------------------------------------------------------------------- */

struct gv_recording_cursor {
    const struct gv_recording *rec;
    struct buffers buffers;
    uint32_t stream_idx;
    uint32_t chunk; /* the next chunk; NO_CHUNK: no chunk is left */
    uint32_t raw_B; /* size of the chunk in buffers.raw */
    uint32_t at_B;  /* offset of the next record in the chunk */
};

struct gv_recording_cursor *gv_recording_cursor_create(const struct gv_recording *recording,
                                                       uint32_t stream_idx)
{
    struct gv_recording_cursor *cursor = calloc(1, sizeof(*cursor));

    if (!cursor)
        return NULL;
    cursor->rec = recording;
    cursor->stream_idx = stream_idx;
    cursor->chunk = recording->streams[stream_idx].first;
    if (buffers_init(&cursor->buffers))
        return cursor;
    gv_recording_cursor_destroy(cursor);
    return NULL;
}

void gv_recording_cursor_destroy(struct gv_recording_cursor *cursor)
{
    if (cursor) {
        buffers_finish(&cursor->buffers);
        free(cursor);
    }
}

/* Loads the chunk with this number in the table. Returns false if the file does not contain the
 * chunk at the offset in the table. */
static bool load_chunk(const struct gv_recording *rec, struct buffers *buffers, uint32_t chunk,
                       uint32_t *out_raw_B)
{
    const struct gv_recording_index_entry *entry = &rec->entries[chunk - 1];
    struct gv_recording_chunk header;

    if (!load(rec, buffers, entry->offset_B, &header) || header.stream != entry->stream ||
        header.sequence != entry->sequence || header.type != entry->type) {
        gv_err(rec->log, "replay", "%s: damaged at byte %llu; the stream ends there", rec->name,
               (unsigned long long)entry->offset_B);
        return false;
    }
    *out_raw_B = header.raw_B;
    return true;
}

/* Loads the next chunk with records. */
static bool next_chunk(struct gv_recording_cursor *cursor)
{
    const struct gv_recording *rec = cursor->rec;

    cursor->at_B = cursor->raw_B = 0;
    while (cursor->chunk != NO_CHUNK && rec->entries[cursor->chunk - 1].type != GV_RECORDING_DATA)
        cursor->chunk = rec->next[cursor->chunk - 1];
    if (cursor->chunk == NO_CHUNK)
        return false;
    const uint32_t chunk = cursor->chunk;
    cursor->chunk = rec->next[chunk - 1];
    if (load_chunk(rec, &cursor->buffers, chunk, &cursor->raw_B))
        return true;
    cursor->chunk = NO_CHUNK;
    return false;
}

const struct gv_recording_record *gv_recording_peek(struct gv_recording_cursor *cursor)
{
    while (cursor->at_B == cursor->raw_B) {
        if (!next_chunk(cursor))
            return NULL;
    }
    const uint32_t left_B = cursor->raw_B - cursor->at_B;
    const struct gv_recording_record *record =
        (const void *)((const uint8_t *)cursor->buffers.raw + cursor->at_B);
    if (left_B < sizeof(*record) || left_B % 8 != 0 || record->size_B > left_B - sizeof(*record)) {
        gv_err(cursor->rec->log, "replay", "%s: a record that passes its chunk; the stream ends",
               cursor->rec->name);
        cursor->at_B = cursor->raw_B = 0;
        cursor->chunk = NO_CHUNK;
        return NULL;
    }
    return record;
}

const struct gv_recording_record *gv_recording_next(struct gv_recording_cursor *cursor)
{
    const struct gv_recording_record *record = gv_recording_peek(cursor);

    if (record)
        cursor->at_B += (uint32_t)sizeof(*record) + ((record->size_B + 7) & ~7u);
    return record;
}

void *gv_recording_find(const struct gv_recording *recording, uint32_t stream_idx,
                        enum gv_recording_chunk_type type, size_t *out_size_B)
{
    uint32_t chunk = recording->streams[stream_idx].first, raw_B = 0;
    struct buffers buffers = {0};
    uint8_t *data = NULL;

    while (chunk != NO_CHUNK && recording->entries[chunk - 1].type != type)
        chunk = recording->next[chunk - 1];
    if (chunk != NO_CHUNK && buffers_init(&buffers) &&
        load_chunk(recording, &buffers, chunk, &raw_B))
        data = malloc((size_t)raw_B + 1);
    if (data) {
        memcpy(data, buffers.raw, raw_B);
        data[raw_B] = '\0';
        *out_size_B = raw_B;
    }
    buffers_finish(&buffers);
    return data;
}

/* ---- The index ------------------------------------------------------------------------------- */

bool gv_recording_append_index(const struct gv_recording *recording)
{
    const size_t table_B = recording->num_entries * sizeof(struct gv_recording_index_entry);
    const size_t stored_B = table_B + sizeof(struct gv_recording_footer);
    uint8_t *bytes = calloc(1, sizeof(struct gv_recording_chunk) + stored_B);
    struct gv_recording_footer footer = {.index_B = recording->size_B};

    if (!bytes || stored_B > MAX_INDEX_B) {
        free(bytes);
        errno = ENOMEM;
        return false;
    }
    struct gv_recording_index_entry *entries = (void *)(bytes + sizeof(struct gv_recording_chunk));
    if (table_B > 0)
        memcpy(entries, recording->entries, table_B);
    memcpy(footer.magic, GV_RECORDING_END_MAGIC, sizeof(footer.magic));
    memcpy((uint8_t *)entries + table_B, &footer, sizeof(footer));
    struct gv_recording_chunk header = {
        .magic = GV_RECORDING_CHUNK_MAGIC,
        .type = GV_RECORDING_INDEX,
        .stored_B = (uint32_t)stored_B,
        .raw_B = (uint32_t)stored_B,
    };
    header.check = gv_recording_check(&header, entries);
    memcpy(bytes, &header, sizeof(header));
    bool written = gv_recording_write(recording->fd, bytes, sizeof(header) + stored_B);
    free(bytes);
    return written;
}
