/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/log_kinds.h"

#include <stddef.h>

#include "util/log.h"

void gv_log_kinds_init(struct gv_log_kinds *kinds, uint32_t max_kinds)
{
    gv_hash_init(&kinds->counts);
    kinds->max_kinds = max_kinds;
    kinds->overflowed = false;
}

void gv_log_kinds_finish(struct gv_log_kinds *kinds)
{
    gv_hash_finish(&kinds->counts);
}

static bool is_digit(char c, bool hex)
{
    return (c >= '0' && c <= '9') || (hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

/* Returns the length in bytes of the number with which `text` begins; 0 if `text` does not begin
 * with a number. */
static size_t number_len(const char *text)
{
    size_t len = text[0] == '-';
    const bool hex = text[len] == '0' && text[len + 1] == 'x';

    if (hex)
        len += 2;
    else if (!is_digit(text[len], false))
        return 0;
    while (is_digit(text[len], hex))
        len++;
    return len;
}

/* Returns the hash that identifies the message's kind: the hash of the message with each number
 * replaced by one character, at most GV_LOG_MESSAGE_MAX bytes. */
static uint64_t kind_of(const struct gv_log_kinds *kinds, const char *message)
{
    char kind[GV_LOG_MESSAGE_MAX];
    size_t num = 0;

    while (*message && num < sizeof(kind)) {
        const size_t len = number_len(message);
        kind[num++] = len > 0 ? '0' : *message;
        message += len > 0 ? len : 1;
    }
    return gv_hash_bytes(kind, num, kinds->counts.seed);
}

static bool is_power_of_ten(uint64_t n)
{
    while (n >= 10 && n % 10 == 0)
        n /= 10;
    return n == 1;
}

enum gv_log_kind_line gv_log_kinds_add(struct gv_log_kinds *kinds, const char *message,
                                       uint64_t *out_count)
{
    const uint64_t kind = kind_of(kinds, message);
    const uintptr_t count = (uintptr_t)gv_hash_find(&kinds->counts, kind) + 1;
    const bool can_count = count > 1 || kinds->counts.num < kinds->max_kinds;

    *out_count = count;
    /* If the count cannot be stored, it stays unchanged. */
    if (count != 0 && can_count && gv_hash_set(&kinds->counts, kind, (void *)count)) {
        if (count == 1)
            return GV_LOG_KIND_FIRST;
        return is_power_of_ten(count) ? GV_LOG_KIND_COUNT : GV_LOG_KIND_NONE;
    }
    if (count > 1 || count == 0 || kinds->overflowed)
        return GV_LOG_KIND_NONE;
    kinds->overflowed = true;
    return GV_LOG_KIND_LAST;
}
