/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/exit_status.h"
#include "cli/help.h"
#include "cli/next_step.h"
#include "util/text.h"

enum {
    MAX_OPTIONS = 24,
    MAX_NAME_B = 64,
    CODE_HELP = 256,
    CODE_OPTION = 257
};

int gv_usage_error(const char *command, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "galvan%s%s: ", command[0] ? " " : "", command);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, " (see galvan%s%s --help)\n", command[0] ? " " : "", command);
    return GV_EXIT_USAGE;
}

static bool add_to_list(const struct gv_usage *usage, const struct gv_option *option,
                        const char *text)
{
    struct gv_option_list *list = option->value;

    if (list->num == GV_OPTION_LIST_MAX) {
        gv_usage_error(usage->command, "more than %d times --%s", GV_OPTION_LIST_MAX, option->name);
        return false;
    }
    list->texts[list->num++] = text;
    return true;
}

static bool choose(const struct gv_usage *usage, const struct gv_option *option, const char *text)
{
    for (unsigned i = 0; option->choices[i]; i++) {
        if (strcmp(text, option->choices[i]) == 0) {
            *(unsigned *)option->value = i;
            return true;
        }
    }
    gv_usage_error(usage->command, "--%s: there is no \"%s\"", option->name, text);
    return false;
}

static bool set_value(const struct gv_usage *usage, const struct gv_option *option, char *text)
{
    uint64_t number;

    switch (option->kind) {
    case GV_OPTION_FLAG:
        *(bool *)option->value = true;
        return true;
    case GV_OPTION_MAYBE:
        *(const char **)option->value = text ? text : "";
        return true;
    case GV_OPTION_STRING:
        *(const char **)option->value = text;
        return true;
    case GV_OPTION_NUMBER:
        if (!gv_parse_u64(text, strlen(text), option->max, &number) || number < option->min) {
            gv_usage_error(usage->command, "--%s wants a number from %u to %u, not \"%s\"",
                           option->name, option->min, option->max, text);
            return false;
        }
        *(unsigned *)option->value = (unsigned)number;
        return true;
    case GV_OPTION_LIST:
        return add_to_list(usage, option, text);
    case GV_OPTION_CHOICE:
        return choose(usage, option, text);
    }
    return false;
}

static int print_help(const struct gv_usage *usage, const unsigned *numbers, const char *name)
{
    const struct gv_help_form *form = gv_help_form(name);

    if (!form)
        return gv_usage_error(usage->command, "there is no --help=%s", name);
    form->print(usage, numbers);
    return GV_EXIT_OK;
}

static int has_argument(const struct gv_option *option)
{
    if (option->kind == GV_OPTION_MAYBE)
        return optional_argument;
    return option->argument ? required_argument : no_argument;
}

/* Reports an option that getopt does not know. Returns the exit status. */
static int refuse(const struct gv_usage *usage, const char *given)
{
    if (optopt > 0 && optopt < CODE_HELP)
        return gv_usage_error(usage->command, "unknown option -%c", optopt);
    const int status = gv_usage_error(usage->command, "unknown option %s", given);
    const size_t dashes = strspn(given, "-");
    char name[MAX_NAME_B];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(given + dashes, "="), given + dashes);
    for (size_t i = 0; i < usage->num_options; i++) {
        if (gv_next_step_is_near(name, usage->options[i].name))
            gv_next_step("did you mean --%s?", usage->options[i].name);
    }
    return status;
}

bool gv_options_parse(const struct gv_usage *usage, int argc, char **argv, int *out_first,
                      int *out_status)
{
    struct option longs[MAX_OPTIONS + 2] = {{"help", optional_argument, NULL, CODE_HELP}};
    unsigned numbers[MAX_OPTIONS] = {0};
    int code;

    for (size_t i = 0; i < usage->num_options && i < MAX_OPTIONS; i++) {
        const struct gv_option *option = &usage->options[i];
        longs[i + 1] =
            (struct option){option->name, has_argument(option), NULL, CODE_OPTION + (int)i};
        if (option->kind == GV_OPTION_NUMBER)
            numbers[i] = *(const unsigned *)option->value;
    }
    opterr = 0;
    optind = 0; /* resets getopt, which may have parsed another argv */
    const char *shorts = usage->runs_program ? "+:h" : ":h";
    while ((code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        const char *given = argv[optind - 1];
        if (code == CODE_HELP || code == 'h') {
            *out_status = print_help(usage, numbers, code == 'h' ? NULL : optarg);
            return false;
        }
        if (code == ':') {
            *out_status = gv_usage_error(usage->command, "option %s wants an argument", given);
            return false;
        }
        if (code == '?') {
            *out_status = refuse(usage, given);
            return false;
        }
        if (!set_value(usage, &usage->options[code - CODE_OPTION], optarg)) {
            *out_status = GV_EXIT_USAGE;
            return false;
        }
    }
    if (usage->arguments[0] == '\0' && optind < argc) {
        *out_status = gv_usage_error(usage->command, "takes no argument \"%s\"", argv[optind]);
        return false;
    }
    if (out_first)
        *out_first = optind;
    return true;
}
