/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Each command has a table of options, from which the command line is parsed and the help is
 * printed (help.h). */
#ifndef GV_CLI_OPTIONS_H
#define GV_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum gv_option_kind {
    GV_OPTION_FLAG,   /* bool * */
    GV_OPTION_STRING, /* const char ** */
    GV_OPTION_NUMBER, /* unsigned *, within min..max */
    GV_OPTION_MAYBE,  /* const char **: --name sets "", --name=ARGUMENT sets the argument */
    GV_OPTION_LIST,   /* struct gv_option_list *: the option may be given several times */
    GV_OPTION_CHOICE, /* unsigned *, or an enum: index of the given choice */
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
    const char *argument; /* the argument's name in the help; NULL for flags */
    const char *help;
    enum gv_option_kind kind;
    void *value; /* the variable that receives the value; before parsing, it holds the default.
                    The help prints the defaults of numbers */
    unsigned min, max;
    const char *const *choices; /* ends in NULL */
};

struct gv_usage {
    const char *command;   /* the command's name, such as "run" */
    const char *arguments; /* names of the operands; "": the command has no operands */
    const char *about;     /* a paragraph about the command, with line breaks */
    const struct gv_option *options;
    size_t num_options;
    bool runs_program; /* the first operand is a program, and the
                          following words are its arguments */
};

/* Parses options up to "--"; options may follow operands. Moves the operands to the end of argv, in
 * their order; *out_first is the index of the first operand. out_first may be NULL. Returns false
 * if the program must end with *out_status. This is so after --help, after an unknown or wrong
 * option, and after an operand of a command without operands. */
bool gv_options_parse(const struct gv_usage *usage, int argc, char **argv, int *out_first,
                      int *out_status);

/* Prints "galvan COMMAND: ..." and a pointer to the help. Returns the exit status. */
int gv_usage_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
