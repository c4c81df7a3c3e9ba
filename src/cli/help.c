/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "util/array.h"
#include "util/text.h"

enum {
    MAX_HELP_B = 256,
    HELP_COLUMN = 28
};

static const struct gv_option help_option = {"help", NULL, "print this", GV_OPTION_FLAG};

/* Returns the option's help. If the option is a number, the help ends with the default. */
static const char *describe(const struct gv_option *option, unsigned number, char help[MAX_HELP_B])
{
    struct gv_text text = gv_text_init(help, MAX_HELP_B);

    gv_text_add(&text, "%s", option->help);
    if (option->kind == GV_OPTION_NUMBER)
        gv_text_add(&text, " (default: %u)", number);
    return help;
}

/* ---- Help for people ------------------------------------------------------------------------- */

static void print_option(const struct gv_option *option, unsigned number)
{
    const bool may_lack = option->kind == GV_OPTION_MAYBE;
    const char *argument = option->argument;
    char help[MAX_HELP_B];
    int column = printf(may_lack ? "  --%s[=%s%s]" : "  --%s%s%s", option->name,
                        argument && !may_lack ? " " : "", argument ? argument : "");

    if (column >= HELP_COLUMN) {
        putchar('\n');
        column = 0;
    }
    /* The lines of a help text have the same indentation. */
    for (const char *line = describe(option, number, help); line;) {
        const char *end = strchr(line, '\n');
        int len = end ? (int)(end - line) : (int)strlen(line);
        printf("%*s%.*s\n", HELP_COLUMN - column, "", len, line);
        line = end ? end + 1 : NULL;
        column = 0;
    }
}

static void print_text(const struct gv_usage *usage, const unsigned *defaults)
{
    printf("usage: galvan %s [OPTIONS]%s%s\n\n%s\n\noptions:\n", usage->command,
           usage->arguments[0] ? " " : "", usage->arguments, usage->about);
    for (size_t i = 0; i < usage->num_options; i++)
        print_option(&usage->options[i], defaults[i]);
    print_option(&help_option, 0);
}

/* ---- Manual page ----------------------------------------------------------------------------- */

static void put_troff(char c)
{
    if (c == '-')
        fputs("\\-", stdout);
    else if (c == '\\')
        fputs("\\e", stdout);
    else
        putchar(c);
}

/* Prints text as troff input. Text between backquotes is bold. */
static void print_troff(const char *text)
{
    bool bold = false;

    for (const char *c = text; *c; c++) {
        if ((c == text || c[-1] == '\n') && (*c == '.' || *c == '\''))
            fputs("\\&", stdout);
        if (*c == '`') {
            bold = !bold;
            fputs(bold ? "\\fB" : "\\fP", stdout);
        } else {
            put_troff(*c);
        }
    }
}

/* Prints names of arguments, which are in capitals, in italics. */
static void print_arguments(const char *text)
{
    while (*text) {
        const size_t name = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        const size_t rest = strcspn(text + name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (name)
            printf("\\fI%.*s\\fP", (int)name, text);
        for (const char *c = text + name; c < text + name + rest; c++)
            put_troff(*c);
        text += name + rest;
    }
}

static void print_entry(const struct gv_option *option, unsigned number)
{
    const bool may_lack = option->kind == GV_OPTION_MAYBE;
    char help[MAX_HELP_B];

    fputs(".TP\n\\fB\\-\\-", stdout);
    print_troff(option->name);
    fputs("\\fP", stdout);
    if (option->argument) {
        fputs(may_lack ? "[=" : " ", stdout);
        print_arguments(option->argument);
        fputs(may_lack ? "]" : "", stdout);
    }
    putchar('\n');
    print_troff(describe(option, number, help));
    putchar('\n');
}

void gv_help_begin_page(const char *command, const char *summary)
{
    printf(".TH GALVAN\\-");
    for (const char *c = command; *c; c++)
        putchar(toupper((unsigned char)*c));
    printf(" 1 \"\" \"Galvan " GALVAN_VERSION "\" \"User Commands\"\n"
           ".SH NAME\ngalvan\\-%s \\- ",
           command);
    print_troff(summary);
    putchar('\n');
}

static void print_page(const struct gv_usage *usage, const unsigned *defaults)
{
    printf(".SH SYNOPSIS\n.B galvan %s\n[\\fIOPTIONS\\fP] ", usage->command);
    print_arguments(usage->arguments);
    fputs("\n.SH DESCRIPTION\n", stdout);
    print_troff(usage->about);
    fputs("\n.SH OPTIONS\n", stdout);
    for (size_t i = 0; i < usage->num_options; i++)
        print_entry(&usage->options[i], defaults[i]);
    print_entry(&help_option, 0);
    fputs(".SH \"SEE ALSO\"\n.BR galvan (1)\n", stdout);
}

/* ---- Completions for shells ------------------------------------------------------------------ */

void gv_help_print_word(const char *word, const char *meaning)
{
    printf("%s\t", word);
    for (const char *c = meaning; *c; c++)
        putchar(*c == '\n' ? ' ' : *c);
    putchar('\n');
}

static void print_option_word(const struct gv_option *option, unsigned number)
{
    char help[MAX_HELP_B];

    fputs("--", stdout);
    gv_help_print_word(option->name, describe(option, number, help));
}

static void print_words(const struct gv_usage *usage, const unsigned *defaults)
{
    for (size_t i = 0; i < usage->num_options; i++)
        print_option_word(&usage->options[i], defaults[i]);
    print_option_word(&help_option, 0);
}

const struct gv_help_form *gv_help_form(const char *name)
{
    static const struct gv_help_form forms[] = {
        {"text", print_text},
        {"man", print_page},
        {"words", print_words},
    };

    for (size_t i = 0; i < GV_ARRAY_SIZE(forms); i++) {
        if (!name || strcmp(name, forms[i].name) == 0)
            return &forms[i];
    }
    return NULL;
}
