/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "spirv/tgsi/diag.h"

#include <stdarg.h>
#include <stdio.h>

static enum galvan_result diag_result(uint32_t code)
{
    switch (code / 1000) {
    case 0:
        return GALVAN_OK;
    case 4:
        return GALVAN_ERROR_UNSUPPORTED;
    case 5:
        return GALVAN_ERROR_LIMIT;
    case 6:
        return GALVAN_ERROR_NO_MEMORY;
    default:
        return GALVAN_ERROR_SYNTAX;
    }
}

enum galvan_result gv_diag_set(struct galvan_diag *diag, uint32_t code, uint32_t line,
                               uint32_t column, const char *format, ...)
{
    if (!diag || diag->code)
        return diag_result(code);
    va_list args;
    diag->code = code;
    diag->line = line;
    diag->column = column;
    va_start(args, format);
    vsnprintf(diag->text, sizeof(diag->text), format, args);
    va_end(args);
    /* Names come from untrusted text, so replace unprintable characters of the message. */
    for (char *c = diag->text; *c; c++) {
        if (*c < ' ' || *c > '~')
            *c = '?';
    }
    return diag_result(code);
}

enum galvan_result gv_diag_no_memory(struct galvan_diag *diag)
{
    return gv_diag_set(diag, GV_DIAG_NO_MEMORY, 0, 0, "memory ran out");
}
