/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Writes JSON. */
#include "cli/json.h"

static void write_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (c < 0x20)
            fprintf(file, "\\u%04x", c);
        else
            fputc(c, file);
    }
    fputc('"', file);
}

static void begin_value(struct gv_json *json, const char *name)
{
    if (json->needs_comma)
        fputc(',', json->file);
    if (json->depth > 0)
        fprintf(json->file, "\n%*s", (int)json->depth * 2, "");
    if (name) {
        write_string(json->file, name);
        fputs(": ", json->file);
    }
    json->needs_comma = true;
}

void gv_json_begin(struct gv_json *json, const char *name, char bracket)
{
    begin_value(json, name);
    fputc(bracket, json->file);
    json->depth++;
    json->needs_comma = false;
}

void gv_json_end(struct gv_json *json, char bracket)
{
    json->depth--;
    fprintf(json->file, "\n%*s%c", (int)json->depth * 2, "", bracket);
    if (json->depth == 0)
        fputc('\n', json->file);
    json->needs_comma = true;
}

void gv_json_string(struct gv_json *json, const char *name, const char *value)
{
    begin_value(json, name);
    if (value)
        write_string(json->file, value);
    else
        fputs("null", json->file);
}

void gv_json_number(struct gv_json *json, const char *name, uint64_t value)
{
    begin_value(json, name);
    fprintf(json->file, "%llu", (unsigned long long)value);
}

void gv_json_decimal(struct gv_json *json, const char *name, double value)
{
    begin_value(json, name);
    fprintf(json->file, "%.2f", value);
}

void gv_json_bool(struct gv_json *json, const char *name, bool value)
{
    begin_value(json, name);
    fputs(value ? "true" : "false", json->file);
}
