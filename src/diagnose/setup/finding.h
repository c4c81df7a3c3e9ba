/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What a look at a part of the set-up came to: a kind, a sentence, what to do, and details. */
#ifndef GV_DIAGNOSE_SETUP_FINDING_H
#define GV_DIAGNOSE_SETUP_FINDING_H

enum gv_finding_kind {
    GV_FINDING_OK,
    GV_FINDING_WARNING, /* programs draw, but something is lost */
    GV_FINDING_FAULT,   /* programs do not draw */
    GV_FINDING_NONE,    /* there is nothing to look at here */
    GV_FINDING_SKIPPED, /* what it needs is at fault */
};

/* Fits into what a pipe takes at once. */
struct gv_finding {
    enum gv_finding_kind kind;
    char text[640];
    char cure[384];     /* "" where nothing is to be done */
    char details[2048]; /* lines */
};

/* Sets kind and text, which becomes plain; the cure and the details become empty. */
void gv_finding_set(struct gv_finding *finding, enum gv_finding_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What to do about it. */
void gv_finding_cure(struct gv_finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a line of details; those that do not fit are left out. */
void gv_finding_detail(struct gv_finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
