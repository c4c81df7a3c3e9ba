/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/text.h"

void gv_finding_set(struct gv_finding *finding, enum gv_finding_kind kind, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(finding->text, sizeof(finding->text), format, args);
    va_end(args);
    gv_text_make_plain(finding->text);
    finding->kind = kind;
    finding->cure[0] = finding->details[0] = '\0';
}

void gv_finding_cure(struct gv_finding *finding, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(finding->cure, sizeof(finding->cure), format, args);
    va_end(args);
    gv_text_make_plain(finding->cure);
}

void gv_finding_detail(struct gv_finding *finding, const char *format, ...)
{
    const size_t used = strlen(finding->details);
    char line[640];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    gv_text_make_plain(line);
    if (used + strlen(line) + 2 <= sizeof(finding->details))
        snprintf(finding->details + used, sizeof(finding->details) - used, "%s\n", line);
}
