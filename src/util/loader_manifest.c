/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/loader_manifest.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "util/text.h"

enum {
    MAX_FILE_B = 1 << 16
};

static const char spaces[] = " \t\r\n";

/* A string of the JSON file, with its escapes replaced by characters. */
struct string {
    char data[PATH_MAX];
    size_t len;
    bool failed; /* the string is too long, or contains a character that no path contains */
};

static void add_byte(struct string *string, unsigned byte)
{
    if (byte == 0 || string->len + 1 >= sizeof(string->data))
        string->failed = true;
    else
        string->data[string->len++] = (char)byte;
}

/* Adds a UTF-16 unit as UTF-8. Surrogates are not supported. */
static void add_unit(struct string *string, unsigned unit)
{
    if (unit >= 0xd800 && unit < 0xe000) {
        string->failed = true;
    } else if (unit < 0x80) {
        add_byte(string, unit);
    } else if (unit < 0x800) {
        add_byte(string, 0xc0 | unit >> 6);
        add_byte(string, 0x80 | (unit & 0x3f));
    } else {
        add_byte(string, 0xe0 | unit >> 12);
        add_byte(string, 0x80 | (unit >> 6 & 0x3f));
        add_byte(string, 0x80 | (unit & 0x3f));
    }
}

/* Returns the value of a hexadecimal digit; -1 for any other character. */
static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads the four digits of a \u escape. Returns the text after them. */
static const char *read_unit(const char *at, struct string *string)
{
    unsigned unit = 0;

    for (unsigned i = 0; i < 4; i++, at++) {
        const int value = digit_value(*at);
        if (value < 0) {
            string->failed = true;
            return at;
        }
        unit = unit << 4 | (unsigned)value;
    }
    add_unit(string, unit);
    return at;
}

/* Reads an escape after its backslash. Returns the text after the escape. */
static const char *read_escape(const char *at, struct string *string)
{
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    const char *letter = strchr(letters, *at);

    if (*at == '\0')
        return at;
    if (*at == 'u')
        return read_unit(at + 1, string);
    add_byte(string, letter ? (unsigned char)meanings[letter - letters] : (unsigned char)*at);
    return at + 1;
}

/* Reads the string whose first character is at `at`. Returns the text after its closing quote. */
static const char *read_string(const char *at, struct string *string)
{
    string->len = 0;
    string->failed = false;
    while (*at && *at != '"') {
        if (*at == '\\')
            at = read_escape(at + 1, string);
        else
            add_byte(string, (unsigned char)*at++);
    }
    string->data[string->len] = '\0';
    string->failed |= *at == '\0';
    return at + (*at == '"');
}

static void resolve(const char *manifest, const char *library, char *out, size_t size_B)
{
    const char *slash = strrchr(manifest, '/');
    struct gv_text text = gv_text_init(out, size_B);

    if (library[0] != '/' && strchr(library, '/') && slash)
        gv_text_add(&text, "%.*s/", (int)(slash - manifest), manifest);
    gv_text_add(&text, "%s", library);
}

bool gv_loader_manifest_each(const char *path, void (*found)(void *priv, const char *library),
                             void *priv)
{
    char text[MAX_FILE_B], library[2 * PATH_MAX];
    struct string string;
    FILE *file = fopen(path, "re");

    if (!file)
        return false;
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    for (const char *at = text + strcspn(text, "\""); *at; at += strcspn(at, "\"")) {
        at = read_string(at + 1, &string);
        const char *colon = at + strspn(at, spaces);
        if (*colon != ':' || string.failed || strcmp(string.data, "library_path") != 0)
            continue;
        at = colon + 1;
        at += strspn(at, spaces);
        if (*at != '"')
            continue;
        at = read_string(at + 1, &string);
        if (string.failed || string.len == 0)
            continue;
        resolve(path, string.data, library, sizeof(library));
        found(priv, library);
    }
    return true;
}
