/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The command line options that every example accepts. */
#include "galvan/window.h"

#include <string.h>

#include "util/log.h"
#include "util/text.h"

static bool parse_number(const char *digits, size_t len, unsigned *out_value)
{
    uint64_t value;

    if (!gv_parse_u64(digits, len, UINT32_MAX, &value))
        return false;
    *out_value = (unsigned)value;
    return true;
}

static bool parse_size(const char *text, unsigned *out_width, unsigned *out_height)
{
    const char *x = strchr(text, 'x');

    return x && parse_number(text, (size_t)(x - text), out_width) &&
           parse_number(x + 1, strlen(x + 1), out_height);
}

static bool take_option(const char *name, const char *value, struct galvan_window_params *params)
{
    if (strcmp(name, "--png") == 0) {
        params->png = value;
        return true;
    }
    if (strcmp(name, "--device") == 0) {
        params->device = value;
        return true;
    }
    if (strcmp(name, "--frames") == 0)
        return parse_number(value, strlen(value), &params->num_frames);
    return strcmp(name, "--size") == 0 && parse_size(value, &params->width, &params->height);
}

enum galvan_result galvan_window_options(int argc, char *const *argv,
                                         struct galvan_window_params *params)
{
    struct gv_log_filter filter;
    const struct galvan_log log = params->log ? *params->log : gv_log_default(&filter);
    struct galvan_window_params taken = *params;

    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || !take_option(argv[i], argv[i + 1], &taken)) {
            gv_err(&log, "window",
                   "%s: what is \"%s\"? There are --png FILE, --frames N, --size WIDTHxHEIGHT and "
                   "--device NAME",
                   argv[0], argv[i]);
            return GALVAN_ERROR_INVALID;
        }
    }
    *params = taken;
    return GALVAN_OK;
}
