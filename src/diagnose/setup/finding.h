/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A finding is the result of a check: a kind, a sentence, a cure, and details. */
#ifndef GV_DIAGNOSE_SETUP_FINDING_H
#define GV_DIAGNOSE_SETUP_FINDING_H

enum gv_finding_kind {
    GV_FINDING_OK,
    GV_FINDING_WARNING, /* programs can draw, but with restrictions */
    GV_FINDING_FAULT,   /* programs cannot draw */
    GV_FINDING_NONE,    /* this system lacks the part that would be checked */
    GV_FINDING_SKIPPED, /* not checked, because a check that it needs has failed */
};

/* A finding. The struct is small enough for one atomic write to a pipe. */
struct gv_finding {
    enum gv_finding_kind kind;
    char text[640];
    char cure[384];     /* "": there is nothing to do */
    char details[2048]; /* lines of text */
};

/* Sets kind and text, and clears cure and details. Control characters in the text are replaced. */
void gv_finding_set(struct gv_finding *finding, enum gv_finding_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the cure: what the user should do. */
void gv_finding_cure(struct gv_finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a line of details. A line that does not fit is omitted. */
void gv_finding_detail(struct gv_finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
