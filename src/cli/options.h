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
    void *value; /* holds the default, which the help prints if it is a number */
    unsigned min, max;
    const char *const *choices; /* the last is NULL */
};

struct gv_usage {
    const char *command;   /* "run" */
    const char *arguments; /* after the options; "" for none */
    const char *about;     /* one paragraph, lines broken by hand */
    const struct gv_option *options;
    size_t num_options;
    bool runs_program; /* the first operand is a program, and the words after it are the
                          program's arguments */
};

/* Parses options, which may follow operands, up to "--". The operands are moved to the end of argv,
 * in their order, and begin at *out_first (which may be NULL). Returns false if the program must
 * end with *out_status: after --help, after a line about an unknown or wrong option, or after a
 * line about an operand of a command that takes none. */
bool gv_options_parse(const struct gv_usage *usage, int argc, char **argv, int *out_first,
                      int *out_status);

/* Prints "galvan COMMAND: ..." and a pointer to the help. Returns the exit status. */
int gv_usage_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
