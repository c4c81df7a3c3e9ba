/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Where Galvan's messages go. A log is an object that the program owns; nothing is global. */
#ifndef GALVAN_LOG_H
#define GALVAN_LOG_H

#ifdef __cplusplus
extern "C" {
#endif

/* Levels of messages, from "nothing" to "everything". A log prints messages of its level and of
 * lower levels. */
enum galvan_log_level {
    GALVAN_LOG_NONE = 0,
    GALVAN_LOG_ERR,   /* a request failed */
    GALVAN_LOG_WARN,  /* a request succeeded, but not as the caller may expect */
    GALVAN_LOG_INFO,  /* facts that are worth knowing once */
    GALVAN_LOG_DEBUG, /* details that help to find a fault */
};

/* Receives one line of UTF-8 without a newline, truncated to 1023 bytes. Control characters, and
 * other characters that could deceive a reader on a terminal, are replaced by "?". The line is
 * valid during the call. `component` is a short static string ("vk", "virgl"). The function must
 * not call the object that was created with the log. Any thread that uses that object may call the
 * function, and several threads may call it at the same time. */
typedef void (*galvan_log_fn)(void *priv, enum galvan_log_level level, const char *component,
                              const char *message);

/* A log. If all members are zero, the log is silent. */
struct galvan_log {
    galvan_log_fn fn;            /* NULL: lines go to standard error as "galvan: component: line" */
    void *priv;                  /* passed to `fn`, never accessed */
    enum galvan_log_level level; /* GALVAN_LOG_NONE (0) is silent */
};

#ifdef __cplusplus
}
#endif
#endif
