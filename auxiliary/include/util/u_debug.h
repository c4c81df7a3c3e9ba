/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Messages to standard error, and options that the environment sets, for programs written against
 * Gallium. Galvan itself writes to a galvan_log instead. As in Gallium, messages and options have
 * an effect only in builds of the program that define DEBUG, unless a comment says otherwise.
 *
 * Any thread may call the functions; a message is one write. */
#ifndef UTIL_U_DEBUG_H
#define UTIL_U_DEBUG_H

#include <assert.h>
#include <stdio.h>

#include "pipe/p_compiler.h"
#include "pipe/p_defines.h"
#include "pipe/p_format.h"
#include "util/u_debug_image.h"
#include "util/u_format.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pipe_debug_callback;

/* Writes a message in printf's format, whether or not DEBUG is defined. */
PUBLIC void _debug_vprintf(const char *format, va_list args);

PRINTFLIKE(1, 2) static inline void _debug_printf(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    _debug_vprintf(format, args);
    va_end(args);
}

/* Writes a message only if DEBUG is defined. */
PRINTFLIKE(1, 2) static inline void debug_printf(const char *format, ...)
{
#ifdef DEBUG
    va_list args;

    va_start(args, format);
    _debug_vprintf(format, args);
    va_end(args);
#else
    (void)format;
#endif
}

static inline void debug_vprintf(const char *format, va_list args)
{
#ifdef DEBUG
    _debug_vprintf(format, args);
#else
    (void)format;
    (void)args;
#endif
}

/* Writes a message only the first time that this line runs, if DEBUG is defined. `args` includes
 * its parentheses. */
#define debug_printf_once(args)                                                                    \
    do {                                                                                           \
        static boolean said = FALSE;                                                               \
        if (!said) {                                                                               \
            said = TRUE;                                                                           \
            debug_printf args;                                                                     \
        }                                                                                          \
    } while (0)

/* Prints `size` bytes as hexadecimal lines, whether or not DEBUG is defined. */
PUBLIC void _debug_print_blob(const char *name, const void *blob, unsigned size);

/* Print only if DEBUG is defined. debug_print_blob() prints `size` bytes; debug_print_format()
 * prints `msg` and the name of a pipe_format. */
static inline void debug_print_blob(const char *name, const void *blob, unsigned size)
{
#ifdef DEBUG
    _debug_print_blob(name, blob, size);
#else
    (void)name;
    (void)blob;
    (void)size;
#endif
}

static inline void debug_print_format(const char *msg, unsigned format)
{
    debug_printf("%s: %s\n", msg, util_format_name((enum pipe_format)format));
}

/* Does nothing: Galvan has no message boxes. */
static inline void debug_disable_error_message_boxes(void)
{
}

/* Stops in a debugger; without a debugger, ends the program. */
PUBLIC void _debug_break(void);

/* Write messages with the position in the source. debug_error() also writes without DEBUG. */
#ifdef DEBUG
#define debug_checkpoint()      _debug_printf("%s\n", __func__)
#define debug_checkpoint_full() _debug_printf("%s:%d: %s\n", __FILE__, __LINE__, __func__)
#define debug_warning(msg)      _debug_printf("%s:%d: warning: %s\n", __FILE__, __LINE__, msg)
#define debug_warn_once(msg)                                                                       \
    debug_printf_once(("%s:%d: warning, said once: %s\n", __FILE__, __LINE__, msg))
#define debug_assert(expr) assert(expr)
#define debug_break()      _debug_break()
#else
#define debug_checkpoint()      ((void)0)
#define debug_checkpoint_full() ((void)0)
#define debug_warning(msg)      ((void)0)
#define debug_warn_once(msg)    ((void)0)
#define debug_assert(expr)      ((void)(0 && (expr)))
#define debug_break()           ((void)0)
#endif
#define debug_error(msg) _debug_printf("%s:%d: error: %s\n", __FILE__, __LINE__, msg)

/* If DEBUG is defined, write a message that a function is entered, left, or entered and left. */
static inline int debug_funclog_enter(const char *function, const int line, const char *file)
{
    debug_printf("%s:%d: enter %s\n", file, line, function);
    return 0;
}

static inline void debug_funclog_exit(const char *function, const int line, const char *file)
{
    debug_printf("%s:%d: leave %s\n", file, line, function);
}

static inline void debug_funclog_enter_exit(const char *function, const int line, const char *file)
{
    debug_printf("%s:%d: enter and leave %s\n", file, line, function);
}

/* Report the function that contains the macro. DEBUG_FUNCLOG_ENTER() declares a variable.
 * DEBUG_FUNCLOG_EXIT() and DEBUG_FUNCLOG_EXIT_RET() also return from the function. */
#define DEBUG_FUNCLOG_ENTER()                                                                      \
    const int debug_funclog_entered = debug_funclog_enter(__func__, __LINE__, __FILE__)
#define DEBUG_FUNCLOG_EXIT()                                                                       \
    do {                                                                                           \
        (void)debug_funclog_entered;                                                               \
        debug_funclog_exit(__func__, __LINE__, __FILE__);                                          \
        return;                                                                                    \
    } while (0)
#define DEBUG_FUNCLOG_EXIT_RET(ret)                                                                \
    do {                                                                                           \
        (void)debug_funclog_entered;                                                               \
        debug_funclog_exit(__func__, __LINE__, __FILE__);                                          \
        return ret;                                                                                \
    } while (0)
#define DEBUG_FUNCLOG_ENTER_EXIT() debug_funclog_enter_exit(__func__, __LINE__, __FILE__)

/* These functions do nothing. In Gallium they report memory that was allocated since
 * debug_memory_begin() and not freed. Here MALLOC() and similar macros use the C library's heap,
 * which other tools can check. */
static inline unsigned long debug_memory_begin(void)
{
    return 0;
}

static inline void debug_memory_end(unsigned long beginning)
{
    (void)beginning;
}

/* Sends a message of type PIPE_DEBUG_TYPE_##type through a context's callback; `cb` may be NULL.
 * *id identifies the call site, see pipe_debug_callback. */
PRINTFLIKE(4, 5)
PUBLIC void _pipe_debug_message(struct pipe_debug_callback *cb, unsigned *id,
                                enum pipe_debug_type type, const char *fmt, ...);
#define pipe_debug_message(cb, type, ...)                                                          \
    do {                                                                                           \
        static unsigned message_id = 0;                                                            \
        _pipe_debug_message(cb, &message_id, PIPE_DEBUG_TYPE_##type, __VA_ARGS__);                 \
    } while (0)

/* A value and its name. An array of such pairs ends with DEBUG_NAMED_VALUE_END. */
struct debug_named_value {
    const char *name; /* NULL: the end */
    uint64_t value;
    const char *desc; /* may be NULL */
};

/* clang-format off */
#define DEBUG_NAMED_VALUE(symbol)                         {#symbol, (unsigned long)(symbol), NULL}
#define DEBUG_NAMED_VALUE_WITH_DESCRIPTION(symbol, desc)  {#symbol, (unsigned long)(symbol), desc}
#define DEBUG_NAMED_VALUE_END                             {NULL, 0, NULL}
/* clang-format on */

/* Return options from environment variables, which are read at each call. Return `dfault` if the
 * variable is not set, empty or invalid. Strings belong to the environment. Available without
 * DEBUG. */
PUBLIC const char *debug_get_option(const char *name, const char *dfault);
/* Returns FALSE for "0", "n", "no", "f" and "false", in upper or lower case; TRUE for anything
 * else. */
PUBLIC boolean debug_get_bool_option(const char *name, boolean dfault);
/* Returns a decimal number, or a hexadecimal number after 0x. */
PUBLIC long debug_get_num_option(const char *name, long dfault);
/* Returns the flags whose names the variable lists. Names are separated by any characters other
 * than letters, digits and underscores. The name "all" sets all flags. Unknown names are ignored,
 * so the result is 0 if no name is known. */
PUBLIC uint64_t debug_get_flags_option(const char *name, const struct debug_named_value *flags,
                                       uint64_t dfault);

/* Define functions debug_get_option_SUFFIX() that read the variable only at the first call. */
#define DEBUG_GET_ONCE_BOOL_OPTION(suffix, name, dfault)                                           \
    static boolean debug_get_option_##suffix(void)                                                 \
    {                                                                                              \
        static int value = -1;                                                                     \
        if (value < 0)                                                                             \
            value = debug_get_bool_option(name, dfault);                                           \
        return (boolean)value;                                                                     \
    }
#define DEBUG_GET_ONCE_NUM_OPTION(suffix, name, dfault)                                            \
    static long debug_get_option_##suffix(void)                                                    \
    {                                                                                              \
        static boolean known = FALSE;                                                              \
        static long value;                                                                         \
        if (!known)                                                                                \
            value = debug_get_num_option(name, dfault);                                            \
        known = TRUE;                                                                              \
        return value;                                                                              \
    }
#define DEBUG_GET_ONCE_FLAGS_OPTION(suffix, name, flags, dfault)                                   \
    static uint64_t debug_get_option_##suffix(void)                                                \
    {                                                                                              \
        static boolean known = FALSE;                                                              \
        static uint64_t value;                                                                     \
        if (!known)                                                                                \
            value = debug_get_flags_option(name, flags, dfault);                                   \
        known = TRUE;                                                                              \
        return value;                                                                              \
    }

/* Returns the name of a value, or "???" if `names` lacks the value. The name is valid as long as
 * `names`. */
PUBLIC const char *debug_dump_enum(const struct debug_named_value *names, unsigned long value);
/* Returns a name like debug_dump_enum(), but without `prefix` if the name begins with it. */
PUBLIC const char *debug_dump_enum_noprefix(const struct debug_named_value *names,
                                            const char *prefix, unsigned long value);
/* Returns the names of the flags in `value`, in the order of `names`, separated by '|'. Flags
 * without a name follow as a hexadecimal number; "0" if no flag is set. The text is truncated to
 * 1023 characters, and valid until the same thread calls the function again. */
PUBLIC const char *debug_dump_flags(const struct debug_named_value *names, unsigned long value);

/* Return the names of the PIPE_TRANSFER_* flags, of the PIPE_BIND_* flags, and of the PIPE_USAGE_*
 * values. */
PUBLIC const struct debug_named_value *debug_transfer_flag_names(void);
PUBLIC const struct debug_named_value *debug_bind_flag_names(void);
PUBLIC const struct debug_named_value *debug_usage_names(void);

/* Print the names of flags after `msg`, only if DEBUG is defined. */
static inline void debug_print_transfer_flags(const char *msg, unsigned usage)
{
    debug_printf("%s: %s\n", msg, debug_dump_flags(debug_transfer_flag_names(), usage));
}

static inline void debug_print_bind_flags(const char *msg, unsigned usage)
{
    debug_printf("%s: %s\n", msg, debug_dump_flags(debug_bind_flag_names(), usage));
}

static inline void debug_print_usage_enum(const char *msg, unsigned usage)
{
    debug_printf("%s: %s\n", msg, debug_dump_enum(debug_usage_names(), usage));
}

#ifdef __cplusplus
}
#endif
#endif
