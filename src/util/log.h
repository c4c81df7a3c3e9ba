/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Functions that write to a struct galvan_log, and the default log, which GALVAN_LOG configures. */
#ifndef GV_UTIL_LOG_H
#define GV_UTIL_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "galvan/log.h"

/* The maximum size of a message. Longer messages are truncated and end in "...". */
enum {
    GV_LOG_MESSAGE_MAX = 1024
};

/* Whether the log prints messages of this level. False for a NULL log, which is silent. */
static inline bool gv_log_wants(const struct galvan_log *log, enum galvan_log_level level)
{
    return log && log->level >= level;
}

/* Formats one line, replaces characters that could forge another line (gv_text_make_plain()), and
 * passes the line to the log whatever its level is. Preserves errno. Use the macros below. */
void gv_log_print(const struct galvan_log *log, enum galvan_log_level level, const char *component,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Prints a message. Evaluates the arguments only if the log prints messages of this level. */
#define gv_log_at(log, level, component, ...)                                                      \
    do {                                                                                           \
        if (gv_log_wants(log, level))                                                              \
            gv_log_print(log, level, component, __VA_ARGS__);                                      \
    } while (0)

#define gv_err(log, component, ...)   gv_log_at(log, GALVAN_LOG_ERR, component, __VA_ARGS__)
#define gv_warn(log, component, ...)  gv_log_at(log, GALVAN_LOG_WARN, component, __VA_ARGS__)
#define gv_info(log, component, ...)  gv_log_at(log, GALVAN_LOG_INFO, component, __VA_ARGS__)
#define gv_debug(log, component, ...) gv_log_at(log, GALVAN_LOG_DEBUG, component, __VA_ARGS__)

enum {
    GV_LOG_MAX_OVERRIDES = 16,
    GV_LOG_COMPONENT_MAX = 16
};

/* The parsed value of GALVAN_LOG: a level for all components, and exceptions. */
struct gv_log_filter {
    enum galvan_log_level level;
    unsigned num_overrides;
    struct {
        char component[GV_LOG_COMPONENT_MAX];
        enum galvan_log_level level;
    } overrides[GV_LOG_MAX_OVERRIDES];
};

/* Parses items "level" and "component=level" that are separated by commas, such as "warn,vk=debug".
 * The levels are none, err, warn, info, debug. NULL and "" mean "warn". Invalid items are skipped;
 * *out_bad (out_bad may be NULL) points to the first invalid item in `spec`, or is NULL. */
void gv_log_filter_parse(struct gv_log_filter *filter, const char *spec, const char **out_bad);

/* Returns the level up to which messages of this component are printed. */
enum galvan_log_level gv_log_filter_level(const struct gv_log_filter *filter,
                                          const char *component);

/* Returns a log to standard error that uses `filter`, which must outlive the log and all its
 * copies. */
struct galvan_log gv_log_filtered(const struct gv_log_filter *filter);

/* Parses the environment variable GALVAN_LOG into *filter, and returns a log to standard error that
 * uses this filter. */
struct galvan_log gv_log_default(struct gv_log_filter *filter);

#endif
