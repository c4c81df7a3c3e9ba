/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "replay/script.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording/pool.h"
#include "recording/reader.h"
#include "recording/writer.h"
#include "util/array.h"
#include "util/log.h"
#include "virgl/api/notes.h"
#include "vtest/protocol.h"
#include "vtest/vtest.h"

enum {
    MAX_DATA_B = 1 << 30,
    MAX_PRINTED_DW = 10, /* largest number of dwords of a command that are printed */
    SHADER_TEXT_B = 24
};

/* ---- Reading --------------------------------------------------------------------------------- */

static bool add_bytes(struct gv_script *script, const void *bytes, size_t size_B,
                      struct gv_script_bytes *out_bytes)
{
    if (size_B > script->max_data_B - script->data_B) {
        const size_t wanted_B = script->data_B + size_B;
        const size_t max_B = wanted_B > 2 * script->max_data_B ? wanted_B : 2 * script->max_data_B;
        uint8_t *data = realloc(script->data, max_B);
        if (!data)
            return false;
        script->data = data;
        script->max_data_B = max_B;
    }
    *out_bytes = (struct gv_script_bytes){script->data_B, size_B};
    if (size_B > 0)
        memcpy(script->data + script->data_B, bytes, size_B);
    script->data_B += size_B;
    return true;
}

static bool begin_message(struct gv_script *script, const struct gv_recording_record *record,
                          uint32_t stream)
{
    struct gv_script_message message = {.stream = stream,
                                        .time_us = record->at,
                                        .payload.begin_B = script->data_B,
                                        .first_memory = script->num_memory};

    if (!gv_array_grow(&script->messages, &script->max_messages, script->num_messages))
        return false;
    if (record->size_B >= sizeof(message.header))
        memcpy(message.header, gv_recording_bytes(record), sizeof(message.header));
    script->messages[script->num_messages++] = message;
    return true;
}

/* Adds a record. The records with a message's bytes precede the records of the memory that the
 * message reads. */
static bool add_record(struct gv_script *script, const struct gv_recording_record *record,
                       uint32_t stream, uint64_t *frame)
{
    struct gv_script_message *message =
        script->num_messages ? &script->messages[script->num_messages - 1] : NULL;
    struct gv_script_bytes bytes;

    if (record->kind == GV_RECORDING_MESSAGE)
        return begin_message(script, record, stream);
    if (!message || message->stream != stream)
        return true;
    if (record->kind == GV_RECORDING_FRAME)
        message->frame = ++*frame;
    if (record->kind == GV_RECORDING_MORE && message->num_memory == 0) {
        message->payload.size_B += record->size_B;
        return add_bytes(script, gv_recording_bytes(record), record->size_B, &bytes);
    }
    if (record->kind != GV_RECORDING_MEMORY)
        return true;
    if (!gv_array_grow(&script->memory, &script->max_memory, script->num_memory) ||
        !add_bytes(script, gv_recording_bytes(record), record->size_B, &bytes))
        return false;
    script->memory[script->num_memory++] =
        (struct gv_script_memory){record->handle, record->at, bytes};
    message->num_memory++;
    return true;
}

static enum galvan_result read_stream(struct gv_script *script,
                                      const struct gv_recording *recording, uint32_t idx,
                                      uint64_t *frame)
{
    struct gv_script_stream *stream = &script->streams[idx];
    struct gv_recording_cursor *cursor = gv_recording_cursor_create(recording, idx);
    const struct gv_recording_record *record;
    bool good = cursor != NULL;

    stream->info = gv_recording_find(recording, idx, GV_RECORDING_INFO, &stream->info_B);
    stream->caps = gv_recording_find(recording, idx, GV_RECORDING_CAPS, &stream->caps_B);
    while (good && script->data_B <= MAX_DATA_B && (record = gv_recording_next(cursor)))
        good = add_record(script, record, idx, frame);
    gv_recording_cursor_destroy(cursor);
    if (!good)
        return GALVAN_ERROR_NO_MEMORY;
    return script->data_B <= MAX_DATA_B ? GALVAN_OK : GALVAN_ERROR_LIMIT;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static uint32_t dword_at(const struct gv_script *script, size_t at_B)
{
    uint32_t word;

    memcpy(&word, script->data + at_B, sizeof(word));
    return word;
}

static bool add_part(struct gv_script *script, uint32_t message, struct gv_script_bytes bytes)
{
    if (!gv_array_grow(&script->parts, &script->max_parts, script->num_parts))
        return false;
    script->parts[script->num_parts++] = (struct gv_script_part){message, bytes};
    script->messages[message].num_parts++;
    return true;
}

/* Whether the message is a command buffer that contains only complete commands. */
static bool has_commands(const struct gv_script *script, const struct gv_script_message *message)
{
    size_t left_B = message->payload.size_B, at_B = message->payload.begin_B;

    if (message->header[1] != GV_VTEST_SUBMIT_CMD || left_B == 0)
        return false;
    while (left_B >= 4) {
        const size_t size_B = ((size_t)(dword_at(script, at_B) >> 16) + 1) * 4;
        if (size_B > left_B)
            return false;
        at_B += size_B;
        left_B -= size_B;
    }
    return left_B == 0;
}

static bool split_message(struct gv_script *script, uint32_t idx)
{
    struct gv_script_message *message = &script->messages[idx];
    const struct gv_script_bytes whole = message->payload;
    size_t done_B = 0;

    message->first_part = script->num_parts;
    if (!has_commands(script, message))
        return add_part(script, idx, whole);
    while (done_B < whole.size_B) {
        const size_t at_B = whole.begin_B + done_B;
        const size_t size_B = ((size_t)(dword_at(script, at_B) >> 16) + 1) * 4;
        if (!add_part(script, idx, (struct gv_script_bytes){at_B, size_B}))
            return false;
        done_B += size_B;
    }
    return true;
}

enum galvan_result gv_script_read(const struct gv_recording *recording,
                                  const struct galvan_log *log, struct gv_script **out_script)
{
    struct gv_script *script = calloc(1, sizeof(*script));
    const uint32_t num_streams = gv_recording_num_streams(recording);
    enum galvan_result res = GALVAN_ERROR_NO_MEMORY;
    uint64_t frame = 0;

    if (script)
        script->streams = calloc(num_streams ? num_streams : 1, sizeof(*script->streams));
    if (script && script->streams) {
        script->num_streams = num_streams;
        res = GALVAN_OK;
    }
    for (uint32_t i = 0; i < num_streams && res == GALVAN_OK; i++)
        res = read_stream(script, recording, i, &frame);
    for (uint32_t i = 0; res == GALVAN_OK && i < script->num_messages; i++) {
        if (!split_message(script, i))
            res = GALVAN_ERROR_NO_MEMORY;
    }
    if (res == GALVAN_OK) {
        *out_script = script;
        return GALVAN_OK;
    }
    gv_err(log, "replay",
           res == GALVAN_ERROR_LIMIT ? "more than %d MiB are in the recording"
                                     : "out of memory (at most %d MiB are read)",
           MAX_DATA_B >> 20);
    gv_script_destroy(script);
    return res;
}

void gv_script_destroy(struct gv_script *script)
{
    if (!script)
        return;
    for (uint32_t i = 0; i < script->num_streams; i++) {
        free(script->streams[i].info);
        free(script->streams[i].caps);
    }
    free(script->streams);
    free(script->parts);
    free(script->memory);
    free(script->messages);
    free(script->data);
    free(script);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static uint32_t count_parts(const struct gv_script_message *message, const bool *keep)
{
    uint32_t num = 0;

    for (uint32_t i = 0; i < message->num_parts; i++)
        num += keep[message->first_part + i];
    return num;
}

static void write_message(const struct gv_script *script, const struct gv_script_message *message,
                          const bool *keep, struct gv_recording_writer *writer)
{
    const uint32_t num_left = count_parts(message, keep);
    uint32_t header[2] = {message->header[0], message->header[1]}, left_dw = 0;

    if (num_left == 0)
        return;
    for (uint32_t i = 0; i < message->num_parts; i++) {
        if (keep[message->first_part + i])
            left_dw += (uint32_t)(script->parts[message->first_part + i].bytes.size_B / 4);
    }
    if (num_left < message->num_parts)
        header[0] = left_dw;
    gv_recording_add(writer, GV_RECORDING_MESSAGE, 0, message->time_us, header, sizeof(header));
    for (uint32_t i = 0; i < message->num_parts; i++) {
        const struct gv_script_bytes *bytes = &script->parts[message->first_part + i].bytes;
        if (keep[message->first_part + i] && bytes->size_B > 0)
            gv_recording_add(writer, GV_RECORDING_MORE, 0, message->time_us,
                             script->data + bytes->begin_B, bytes->size_B);
    }
    for (uint32_t i = 0; i < message->num_memory; i++) {
        const struct gv_script_memory *memory = &script->memory[message->first_memory + i];
        gv_recording_add(writer, GV_RECORDING_MEMORY, memory->handle, memory->offset_B,
                         script->data + memory->bytes.begin_B, memory->bytes.size_B);
    }
    if (message->frame)
        gv_recording_add_frame(writer);
}

static bool has_any(const struct gv_script *script, uint32_t stream, const bool *keep)
{
    for (uint32_t i = 0; i < script->num_messages; i++) {
        if (script->messages[i].stream == stream && count_parts(&script->messages[i], keep) > 0)
            return true;
    }
    return false;
}

static enum galvan_result write_stream(const struct gv_script *script, uint32_t idx,
                                       const bool *keep, struct gv_recording_pool *pool, int fd,
                                       const struct galvan_log *log)
{
    const struct gv_script_stream *stream = &script->streams[idx];
    struct gv_recording_writer *writer;
    enum galvan_result res = gv_recording_writer_create(pool, fd, log, &writer);

    if (res != GALVAN_OK)
        return res;
    if (stream->info)
        gv_recording_add_chunk(writer, GV_RECORDING_INFO, stream->info, stream->info_B);
    if (stream->caps)
        gv_recording_add_chunk(writer, GV_RECORDING_CAPS, stream->caps, stream->caps_B);
    for (uint32_t i = 0; i < script->num_messages; i++) {
        if (script->messages[i].stream == idx)
            write_message(script, &script->messages[i], keep, writer);
    }
    gv_recording_writer_destroy(writer);
    return GALVAN_OK;
}

enum galvan_result gv_script_write(const struct gv_script *script, const bool *keep,
                                   const char *path, const struct galvan_log *log)
{
    struct gv_recording_pool *pool = gv_recording_pool_create(1);
    enum galvan_result res = GALVAN_ERROR_NO_MEMORY;
    int fd;

    if (!pool) {
        gv_err(log, "replay", "no memory for a recording: %s", strerror(errno));
        return res;
    }
    unlink(path);
    res = gv_recording_create(path, log, &fd);
    if (res != GALVAN_OK)
        goto destroy_pool;
    for (uint32_t i = 0; i < script->num_streams && res == GALVAN_OK; i++) {
        if (has_any(script, i, keep))
            res = write_stream(script, i, keep, pool, fd, log);
    }
    if (res == GALVAN_OK)
        res = gv_recording_close(fd, log);
    else
        gv_err(log, "replay", "out of memory");
    close(fd);

destroy_pool:
    gv_recording_pool_destroy(pool);
    return res;
}

/* ---- Printing -------------------------------------------------------------------------------- */

/* Whether the command creates a shader without stream output. The text of such a shader begins
 * after six dwords. */
static bool is_shader(const struct gv_script *script, const struct gv_script_bytes *bytes)
{
    const char *name = gv_virgl_command_name(dword_at(script, bytes->begin_B));

    return strcmp(name, "CREATE_OBJECT SHADER") == 0 && bytes->size_B > SHADER_TEXT_B &&
           dword_at(script, bytes->begin_B + SHADER_TEXT_B - 4) == 0;
}

static void print_text(const uint8_t *text, size_t size_B)
{
    fputs("        ", stdout);
    for (size_t i = 0; i < size_B && text[i]; i++) {
        if (text[i] == '\n')
            fputs("\n        ", stdout);
        else
            putchar(text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    }
    putchar('\n');
}

static void print_command(const struct gv_script *script, const struct gv_script_bytes *bytes)
{
    const size_t num_dw = bytes->size_B / 4;

    printf("    %s", gv_virgl_command_name(dword_at(script, bytes->begin_B)));
    for (size_t i = 1; i < num_dw && i <= MAX_PRINTED_DW; i++)
        printf(" %" PRIu32, dword_at(script, bytes->begin_B + i * 4));
    puts(num_dw > MAX_PRINTED_DW + 1 ? " ..." : "");
    if (is_shader(script, bytes))
        print_text(script->data + bytes->begin_B + SHADER_TEXT_B, bytes->size_B - SHADER_TEXT_B);
}

void gv_script_print(const struct gv_script *script)
{
    for (uint32_t i = 0; i < script->num_messages; i++) {
        const struct gv_script_message *message = &script->messages[i];
        printf("client %u: %s, %zu bytes", message->stream + 1,
               gv_vtest_message_name(message->header[1]), message->payload.size_B);
        for (uint32_t m = 0; m < message->num_memory; m++)
            printf("%s %zu bytes of resource %u", m ? "," : "; reads",
                   script->memory[message->first_memory + m].bytes.size_B,
                   script->memory[message->first_memory + m].handle);
        if (message->frame)
            printf("; ends frame %" PRIu64, message->frame);
        putchar('\n');
        const uint32_t num_commands = has_commands(script, message) ? message->num_parts : 0;
        for (uint32_t p = 0; p < num_commands; p++)
            print_command(script, &script->parts[message->first_part + p].bytes);
    }
}
