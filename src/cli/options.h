/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* One table of options per command: it parses the command line and prints the help (help.h). */
#ifndef GV_CLI_OPTIONS_H
#define GV_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum gv_option_kind {
    GV_OPTION_FLAG,   /* bool * */
    GV_OPTION_STRING, /* const char ** */
    GV_OPTION_NUMBER, /* unsigned *, within min..max */
    GV_OPTION_MAYBE,  /* const char **: --name sets "", --name=ARGUMENT that */
    GV_OPTION_LIST,   /* struct gv_option_list *: given any number of times */
    GV_OPTION_CHOICE, /* unsigned *, or an enum: which of choices */
};

enum {
    GV_OPTION_LIST_MAX = 64
};

struct gv_option_list {
    const char *texts[GV_OPTION_LIST_MAX];
    size_t num;
};

struct gv_option {
    const char *name;     /* without the dashes */
    const char *argument; /* its name in the help; NULL for flags */
    const char *help;
    enum gv_option_kind kind;
    void *value; /* holds the default, which the help tells of numbers */
    unsigned min, max;
    const char *const *choices; /* the last is NULL */
};

struct gv_usage {
    const char *command;   /* "run" */
    const char *arguments; /* behind the options, "" for none */
    const char *about;     /* one paragraph, lines broken by hand */
    const struct gv_option *options;
    size_t num_options;
    bool runs_program; /* the first operand is a program, and what follows are its arguments */
};

/* Parses options, which may follow operands, up to "--". The operands are then the last of argv, in
 * the order in which they were given, from *out_first on (may be NULL). False when the program is
 * to end with *out_status: after --help, and after a line about an option that is unknown or wrong,
 * or an operand where there is none. */
bool gv_options_parse(const struct gv_usage *usage, int argc, char **argv, int *out_first,
                      int *out_status);

/* A line "galvan COMMAND: ..." with a pointer to the help. Returns the exit status. */
int gv_usage_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
