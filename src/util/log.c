/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Formats log lines and filters them by component. */
#include "util/log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/env.h"
#include "util/text.h"

static const char *const level_names[] = {
    [GALVAN_LOG_NONE] = "none", [GALVAN_LOG_ERR] = "err",     [GALVAN_LOG_WARN] = "warn",
    [GALVAN_LOG_INFO] = "info", [GALVAN_LOG_DEBUG] = "debug",
};

enum {
    NUM_LEVELS = sizeof(level_names) / sizeof(level_names[0])
};

/* Prints a line by a single write, so that lines of several threads and processes do not mix. */
static void print_to_stderr(const char *component, const char *message)
{
    char line[GV_LOG_MESSAGE_MAX + 64];
    int len = snprintf(line, sizeof(line), "galvan: %s: %s\n", component, message);
    if (len > 0)
        fwrite(line, 1, (size_t)len < sizeof(line) ? (size_t)len : sizeof(line) - 1, stderr);
}

void gv_log_print(const struct galvan_log *log, enum galvan_log_level level, const char *component,
                  const char *format, ...)
{
    int saved_errno = errno;
    char message[GV_LOG_MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(message, sizeof(message), format, args);
    va_end(args);

    if (len < 0)
        message[0] = '\0';
    else if ((size_t)len >= sizeof(message))
        memcpy(message + sizeof(message) - 4, "...", 4);
    gv_text_make_plain(message);

    if (log->fn)
        log->fn(log->priv, level, component, message);
    else
        print_to_stderr(component, message);
    errno = saved_errno;
}

static bool parse_level(const char *text, size_t len, enum galvan_log_level *out_level)
{
    for (unsigned i = 0; i < NUM_LEVELS; i++) {
        if (strlen(level_names[i]) == len && memcmp(level_names[i], text, len) == 0) {
            *out_level = (enum galvan_log_level)i;
            return true;
        }
    }
    return false;
}

static bool parse_override(struct gv_log_filter *filter, const char *item, size_t len,
                           const char *equals)
{
    size_t name_len = (size_t)(equals - item);
    enum galvan_log_level level;
    if (name_len == 0 || name_len >= GV_LOG_COMPONENT_MAX ||
        filter->num_overrides == GV_LOG_MAX_OVERRIDES ||
        !parse_level(equals + 1, len - name_len - 1, &level))
        return false;

    unsigned idx = filter->num_overrides++;
    memcpy(filter->overrides[idx].component, item, name_len);
    filter->overrides[idx].component[name_len] = '\0';
    filter->overrides[idx].level = level;
    return true;
}

static bool parse_item(struct gv_log_filter *filter, const char *item, size_t len)
{
    const char *equals = memchr(item, '=', len);
    return equals ? parse_override(filter, item, len, equals)
                  : parse_level(item, len, &filter->level);
}

void gv_log_filter_parse(struct gv_log_filter *filter, const char *spec, const char **out_bad)
{
    const char *bad = NULL;
    *filter = (struct gv_log_filter){.level = GALVAN_LOG_WARN};

    for (const char *item = spec ? spec : ""; *item;) {
        size_t len = strcspn(item, ",");
        if (len > 0 && !parse_item(filter, item, len) && !bad)
            bad = item;
        item += len;
        item += *item == ',';
    }
    if (out_bad)
        *out_bad = bad;
}

enum galvan_log_level gv_log_filter_level(const struct gv_log_filter *filter, const char *component)
{
    for (unsigned i = filter->num_overrides; i-- > 0;) {
        if (strcmp(filter->overrides[i].component, component) == 0)
            return filter->overrides[i].level;
    }
    return filter->level;
}

static void print_filtered(void *priv, enum galvan_log_level level, const char *component,
                           const char *message)
{
    if (level <= gv_log_filter_level(priv, component))
        print_to_stderr(component, message);
}

struct galvan_log gv_log_filtered(const struct gv_log_filter *filter)
{
    struct galvan_log log = {.level = filter->level};
    for (unsigned i = 0; i < filter->num_overrides; i++) {
        if (filter->overrides[i].level > log.level)
            log.level = filter->overrides[i].level;
    }
    /* Without overrides, the level alone filters. */
    if (filter->num_overrides > 0) {
        log.fn = print_filtered;
        log.priv = (void *)filter;
    }
    return log;
}

struct galvan_log gv_log_default(struct gv_log_filter *filter)
{
    const char *bad;
    gv_log_filter_parse(filter, gv_getenv("GALVAN_LOG"), &bad);
    struct galvan_log log = gv_log_filtered(filter);
    if (bad)
        gv_warn(&log, "log",
                "GALVAN_LOG: \"%.*s\" is neither a level (none err warn info debug) "
                "nor component=level",
                (int)strcspn(bad, ","), bad);
    return log;
}
