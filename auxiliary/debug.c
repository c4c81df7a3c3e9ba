/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Implements the messages and options of util/u_debug.h. */
#include "util/u_debug.h"

#include <ctype.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "pipe/p_state.h"
#include "util/env.h"

void _debug_vprintf(const char *format, va_list args)
{
    vfprintf(stderr, format, args);
}

void _debug_print_blob(const char *name, const void *blob, unsigned size)
{
    enum {
        LINE_B = 16
    };
    const uint8_t *bytes = blob;
    _debug_printf("%s: %u bytes\n", name, size);
    for (unsigned i = 0; i < size; i += LINE_B) {
        char line[3 * LINE_B + 1];
        unsigned num = size - i < LINE_B ? size - i : LINE_B;
        for (unsigned n = 0; n < num; n++)
            snprintf(line + 3 * n, 4, " %02x", bytes[i + n]);
        _debug_printf("%06x:%s\n", i, line);
    }
}

void _debug_break(void)
{
    raise(SIGTRAP);
}

void _pipe_debug_message(struct pipe_debug_callback *cb, unsigned *id, enum pipe_debug_type type,
                         const char *fmt, ...)
{
    va_list args;
    if (!cb || !cb->debug_message)
        return;
    va_start(args, fmt);
    cb->debug_message(cb->data, id, type, fmt, args);
    va_end(args);
}

const char *debug_get_option(const char *name, const char *dfault)
{
    const char *value = gv_getenv(name);
    return value ? value : dfault;
}

boolean debug_get_bool_option(const char *name, boolean dfault)
{
    static const char *const no[] = {"0", "n", "no", "f", "false"};
    const char *value = gv_getenv(name);
    if (!value)
        return dfault;
    for (size_t i = 0; i < ARRAY_SIZE(no); i++) {
        if (strcasecmp(value, no[i]) == 0)
            return FALSE;
    }
    return TRUE;
}

/* Parses the whole string as a number in base `base`. Returns false if the string is empty or has
 * other characters, or if the number exceeds LONG_MAX. */
static bool parse_digits(const char *digits, unsigned base, unsigned long *out_value)
{
    unsigned long value = 0;
    if (!*digits)
        return false;
    for (; *digits; digits++) {
        int c = tolower((unsigned char)*digits);
        unsigned digit = c >= 'a' ? (unsigned)(c - 'a') + 10u : (unsigned)(c - '0');
        if (!isxdigit(c) || digit >= base || value > ((unsigned long)LONG_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out_value = value;
    return true;
}

long debug_get_num_option(const char *name, long dfault)
{
    const char *value = gv_getenv(name);
    if (!value)
        return dfault;
    bool negative = *value == '-';
    value += negative;
    unsigned long number;
    bool is_hex = value[0] == '0' && tolower((unsigned char)value[1]) == 'x';
    if (!(is_hex ? parse_digits(value + 2, 16, &number) : parse_digits(value, 10, &number)))
        return dfault;
    return negative ? -(long)number : (long)number;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

uint64_t debug_get_flags_option(const char *name, const struct debug_named_value *flags,
                                uint64_t dfault)
{
    const char *at = gv_getenv(name);
    if (!at)
        return dfault;
    uint64_t value = 0;
    while (*at) {
        size_t len = 0;
        while (is_word(at[len]))
            len++;
        for (const struct debug_named_value *f = flags; len && f->name; f++) {
            bool named = strlen(f->name) == len && strncasecmp(f->name, at, len) == 0;
            if (named || (len == 3 && strncasecmp("all", at, len) == 0))
                value |= f->value;
        }
        at += len ? len : 1;
    }
    return value;
}

const char *debug_dump_enum(const struct debug_named_value *names, unsigned long value)
{
    for (; names->name; names++) {
        if (names->value == value)
            return names->name;
    }
    return "???";
}

const char *debug_dump_enum_noprefix(const struct debug_named_value *names, const char *prefix,
                                     unsigned long value)
{
    const char *name = debug_dump_enum(names, value);
    size_t len = strlen(prefix);
    return strncmp(name, prefix, len) == 0 ? name + len : name;
}

const char *debug_dump_flags(const struct debug_named_value *names, unsigned long value)
{
    static _Thread_local char text[1024];
    const char *between = "";
    size_t len = 0;
    *text = '\0';
    for (; names->name && len < sizeof(text); names++) {
        if (!names->value || (names->value & value) != names->value)
            continue;
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", between, names->name);
        value &= ~names->value;
        between = "|";
    }
    if (len < sizeof(text) && (value || !len))
        snprintf(text + len, sizeof(text) - len, value ? "%s0x%lx" : "%s0", between, value);
    return text;
}

const struct debug_named_value *debug_transfer_flag_names(void)
{
    static const struct debug_named_value names[] = {
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_READ),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_WRITE),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_MAP_DIRECTLY),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_DISCARD_RANGE),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_DONTBLOCK),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_UNSYNCHRONIZED),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_FLUSH_EXPLICIT),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_DISCARD_WHOLE_RESOURCE),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_PERSISTENT),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_COHERENT),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_THREAD_SAFE),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_DEPTH_ONLY),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_STENCIL_ONLY),
        DEBUG_NAMED_VALUE(PIPE_TRANSFER_ONCE),
        DEBUG_NAMED_VALUE_END,
    };
    return names;
}

const struct debug_named_value *debug_bind_flag_names(void)
{
    static const struct debug_named_value names[] = {
        DEBUG_NAMED_VALUE(PIPE_BIND_DEPTH_STENCIL),
        DEBUG_NAMED_VALUE(PIPE_BIND_RENDER_TARGET),
        DEBUG_NAMED_VALUE(PIPE_BIND_BLENDABLE),
        DEBUG_NAMED_VALUE(PIPE_BIND_SAMPLER_VIEW),
        DEBUG_NAMED_VALUE(PIPE_BIND_VERTEX_BUFFER),
        DEBUG_NAMED_VALUE(PIPE_BIND_INDEX_BUFFER),
        DEBUG_NAMED_VALUE(PIPE_BIND_CONSTANT_BUFFER),
        DEBUG_NAMED_VALUE(PIPE_BIND_DISPLAY_TARGET),
        DEBUG_NAMED_VALUE(PIPE_BIND_TRANSFER_WRITE),
        DEBUG_NAMED_VALUE(PIPE_BIND_TRANSFER_READ),
        DEBUG_NAMED_VALUE(PIPE_BIND_STREAM_OUTPUT),
        DEBUG_NAMED_VALUE(PIPE_BIND_CURSOR),
        DEBUG_NAMED_VALUE(PIPE_BIND_CUSTOM),
        DEBUG_NAMED_VALUE(PIPE_BIND_GLOBAL),
        DEBUG_NAMED_VALUE(PIPE_BIND_SHADER_BUFFER),
        DEBUG_NAMED_VALUE(PIPE_BIND_SHADER_IMAGE),
        DEBUG_NAMED_VALUE(PIPE_BIND_COMPUTE_RESOURCE),
        DEBUG_NAMED_VALUE(PIPE_BIND_COMMAND_ARGS_BUFFER),
        DEBUG_NAMED_VALUE(PIPE_BIND_QUERY_BUFFER),
        DEBUG_NAMED_VALUE(PIPE_BIND_SHADER_RESOURCE),
        DEBUG_NAMED_VALUE(PIPE_BIND_SCANOUT),
        DEBUG_NAMED_VALUE(PIPE_BIND_SHARED),
        DEBUG_NAMED_VALUE(PIPE_BIND_LINEAR),
        DEBUG_NAMED_VALUE_END,
    };
    return names;
}

const struct debug_named_value *debug_usage_names(void)
{
    static const struct debug_named_value names[] = {
        DEBUG_NAMED_VALUE(PIPE_USAGE_DEFAULT), DEBUG_NAMED_VALUE(PIPE_USAGE_IMMUTABLE),
        DEBUG_NAMED_VALUE(PIPE_USAGE_DYNAMIC), DEBUG_NAMED_VALUE(PIPE_USAGE_STREAM),
        DEBUG_NAMED_VALUE(PIPE_USAGE_STAGING), DEBUG_NAMED_VALUE_END,
    };
    return names;
}
