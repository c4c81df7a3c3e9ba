/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A finding is the result of a check: a kind, a sentence, what to do, and details. */
#ifndef GV_DIAGNOSE_SETUP_FINDING_H
#define GV_DIAGNOSE_SETUP_FINDING_H

enum gv_finding_kind {
    GV_FINDING_OK,
    GV_FINDING_WARNING, /* programs draw, but something is lost */
    GV_FINDING_FAULT,   /* programs do not draw */
    GV_FINDING_NONE,    /* there is nothing to check here */
    GV_FINDING_SKIPPED, /* a check that it needs has failed */
};

/* Fits into one write to a pipe. */
struct gv_finding {
    enum gv_finding_kind kind;
    char text[640];
    char cure[384];     /* "" where nothing is to be done */
    char details[2048]; /* lines */
};

/* Sets kind and text, which is made plain; empties the cure and the details. */
void gv_finding_set(struct gv_finding *finding, enum gv_finding_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the cure: what to do about it. */
void gv_finding_cure(struct gv_finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a line of details; those that do not fit are left out. */
void gv_finding_detail(struct gv_finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
