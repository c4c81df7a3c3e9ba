/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Small text helpers. */
#include "util/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/array.h"
#include "util/checked.h"

void gv_text_add(struct gv_text *text, const char *format, ...)
{
    size_t free_B = text->size_B - text->len;
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text->data + text->len, free_B, format, args);
    va_end(args);
    if (len > 0)
        text->len += (size_t)len < free_B ? (size_t)len : free_B - 1;
}

bool gv_parse_u64(const char *digits, size_t len, uint64_t max, uint64_t *out_value)
{
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++) {
        if (digits[i] < '0' || digits[i] > '9' || !gv_mul_u64(value, 10, &value) ||
            !gv_add_u64(value, (uint64_t)(digits[i] - '0'), &value))
            return false;
    }
    if (len == 0 || value > max)
        return false;
    *out_value = value;
    return true;
}

bool gv_text_is(const char *name, const char *text, size_t len)
{
    return strlen(name) == len && memcmp(name, text, len) == 0;
}

bool gv_text_has_nocase(const char *text, const char *needle)
{
    return strcasestr(text, needle) != NULL;
}

/* Returns the length of the UTF-8 character at the start of `text`; 0 if the character is invalid:
 * overlong, a surrogate, or too large. */
static unsigned read_character(const unsigned char *text, uint32_t *out_character)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t min;
    } forms[] = {{0x80, 0, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

    for (unsigned more = 0; more < GV_ARRAY_SIZE(forms); more++) {
        if ((text[0] & forms[more].mask) != forms[more].lead)
            continue;
        uint32_t c = text[0] & (unsigned char)~forms[more].mask;
        for (unsigned i = 1; i <= more; i++) {
            if ((text[i] & 0xc0) != 0x80)
                return 0;
            c = c << 6 | (text[i] & 0x3f);
        }
        *out_character = c;
        return c < forms[more].min || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) ? 0 : more + 1;
    }
    return 0;
}

static bool is_plain(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } others[] = {
        {0x00, 0x1f},       {0x7f, 0x9f},     /* C0; DEL and C1 */
        {0xad, 0xad},       {0x61c, 0x61c},   /* soft hyphen; Arabic letter mark */
        {0x180e, 0x180e},   {0x200b, 0x200f}, /* zero width; directional marks */
        {0x2028, 0x202e},   {0x2060, 0x206f}, /* separators, overrides; isolates, operators */
        {0xfeff, 0xfeff},   {0xfff9, 0xfffb}, /* byte order mark; annotations */
        {0xe0000, 0xe0fff},                   /* tags */
    };

    for (size_t i = 0; i < GV_ARRAY_SIZE(others); i++) {
        if (character >= others[i].first && character <= others[i].last)
            return false;
    }
    return true;
}

void gv_text_make_plain(char *text)
{
    char *out = text;
    uint32_t character;

    while (*text) {
        const unsigned len = read_character((const unsigned char *)text, &character);
        if (len > 0 && is_plain(character)) {
            memmove(out, text, len);
            out += len;
        } else {
            *out++ = '?';
        }
        text += len > 0 ? len : 1;
    }
    *out = '\0';
}
