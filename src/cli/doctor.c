/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* `galvan doctor`: runs its checks in order, from the system to a picture, and prints which check
 * failed and what to do. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "cli/json.h"
#include "cli/options.h"
#include "diagnose/checks.h"
#include "util/array.h"

enum check_id {
    PROC,
    MEMORY,
    SHM,
    LIMITS,
    SANDBOX,
    RENDER_NODE,
    LOADER,
    DRIVERS,
    DEVICE,
    RUNTIME,
    SOCKET,
    CACHE,
    OPENGL,
    VIRPIPE,
    DISPLAY,
    PRELOAD,
    GUESTS,
    PICTURE,
    IN_PROCESS,
    PROGRAM,
    NUM_CHECKS
};

#define BIT(id) (1u << (id))

/* The checks. A check is skipped if a check that it needs has failed or was skipped, so that each
 * cause is reported only once. */
static const struct {
    const char *name;
    gv_check_fn check;
    unsigned needs;               /* bits of enum check_id */
    enum gv_exit_status if_fault; /* exit status of the command if this check fails */
} checks[NUM_CHECKS] = {
    [PROC] = {"proc", gv_check_proc, 0, GV_EXIT_FAILURE},
    [MEMORY] = {"memory", gv_check_memory, 0, GV_EXIT_FAILURE},
    [SHM] = {"shm", gv_check_shm, 0, GV_EXIT_FAILURE},
    [LIMITS] = {"limits", gv_check_limits, 0, GV_EXIT_FAILURE},
    [SANDBOX] = {"sandbox", gv_check_sandbox, BIT(PROC), GV_EXIT_FAILURE},
    [RENDER_NODE] = {"render-node", gv_check_render_node, 0, GV_EXIT_FAILURE},
    [LOADER] = {"loader", gv_check_loader, BIT(LIMITS), GV_EXIT_NO_LOADER},
    [DRIVERS] = {"drivers", gv_check_drivers, BIT(LOADER), GV_EXIT_NO_DEVICE},
    [DEVICE] = {"device", gv_check_device, BIT(DRIVERS) | BIT(MEMORY) | BIT(PROC),
                GV_EXIT_NO_DEVICE},
    [RUNTIME] = {"runtime", gv_check_runtime, 0, GV_EXIT_SOCKET},
    [SOCKET] = {"socket", gv_check_socket, 0, GV_EXIT_SOCKET},
    [CACHE] = {"cache", gv_check_cache, 0, GV_EXIT_FAILURE},
    [OPENGL] = {"opengl", gv_check_opengl, 0, GV_EXIT_CLIENT},
    [VIRPIPE] = {"virpipe", gv_check_virpipe, BIT(OPENGL), GV_EXIT_CLIENT},
    [DISPLAY] = {"display", gv_check_display, 0, GV_EXIT_DISPLAY},
    [PRELOAD] = {"preload", gv_check_preload, BIT(PROC) | BIT(VIRPIPE), GV_EXIT_CLIENT},
    [GUESTS] = {"guests", gv_check_guests, BIT(PROC) | BIT(LOADER), GV_EXIT_FAILURE},
    [PICTURE] = {"picture", gv_check_picture,
                 BIT(DEVICE) | BIT(SOCKET) | BIT(DISPLAY) | BIT(PRELOAD), GV_EXIT_FAILURE},
    [IN_PROCESS] = {"in-process", gv_check_in_process, BIT(DEVICE) | BIT(OPENGL) | BIT(DISPLAY),
                    GV_EXIT_CLIENT},
    [PROGRAM] = {"program", gv_check_program, BIT(PRELOAD), GV_EXIT_PROGRAM},
};

static const char *const kinds[] = {
    [GV_FINDING_OK] = "ok",     [GV_FINDING_WARNING] = "warning", [GV_FINDING_FAULT] = "fault",
    [GV_FINDING_NONE] = "none", [GV_FINDING_SKIPPED] = "skipped",
};

struct report {
    struct gv_finding findings[NUM_CHECKS];
    unsigned num[GV_ARRAY_SIZE(kinds)];
    unsigned bad; /* bits of the checks that have failed or were skipped */
    int status;
};

static void skip(enum check_id id, unsigned bad, struct gv_finding *out)
{
    for (unsigned i = 0; i < NUM_CHECKS; i++) {
        if (checks[id].needs & bad & BIT(i)) {
            gv_finding_set(out, GV_FINDING_SKIPPED, "needs %s", checks[i].name);
            return;
        }
    }
}

static void examine(const struct gv_doctor *doctor, struct report *report)
{
    for (unsigned i = 0; i < NUM_CHECKS; i++) {
        struct gv_finding *finding = &report->findings[i];
        if (checks[i].needs & report->bad)
            skip(i, report->bad, finding);
        else
            checks[i].check(doctor, finding);
        report->num[finding->kind]++;
        if (finding->kind == GV_FINDING_FAULT && report->status == GV_EXIT_OK)
            report->status = checks[i].if_fault;
        if (finding->kind == GV_FINDING_FAULT || finding->kind == GV_FINDING_SKIPPED)
            report->bad |= BIT(i);
    }
}

/* ---- Output for people ----------------------------------------------------------------------- */

/* Prints each line of text after the column of names. */
static void print_lines(const char *before, const char *text)
{
    while (*text) {
        int len = (int)strcspn(text, "\n");
        printf("%21s%s%.*s\n", "", before, len, text);
        text += len + (text[len] == '\n');
    }
}

static void print_text(const struct report *report)
{
    for (unsigned i = 0; i < NUM_CHECKS; i++) {
        const struct gv_finding *finding = &report->findings[i];
        printf("%-7s  %-11s %s\n", kinds[finding->kind], checks[i].name, finding->text);
        print_lines("", finding->details);
        print_lines("do: ", finding->cure);
    }
    printf("\n%u fault%s, %u warning%s\n", report->num[GV_FINDING_FAULT],
           report->num[GV_FINDING_FAULT] == 1 ? "" : "s", report->num[GV_FINDING_WARNING],
           report->num[GV_FINDING_WARNING] == 1 ? "" : "s");
}

/* ---- Output for programs --------------------------------------------------------------------- */

static void json_details(struct gv_json *json, const char *details)
{
    char line[sizeof(((struct gv_finding *)0)->details)];

    gv_json_begin(json, "details", '[');
    while (*details) {
        size_t len = strcspn(details, "\n");
        snprintf(line, sizeof(line), "%.*s", (int)len, details);
        gv_json_string(json, NULL, line);
        details += len + (details[len] == '\n');
    }
    gv_json_end(json, ']');
}

static void print_json(const struct report *report)
{
    struct gv_json json = {.file = stdout};

    gv_json_begin(&json, NULL, '{');
    gv_json_number(&json, "schema", 1);
    gv_json_string(&json, "galvan", GALVAN_VERSION);
    gv_json_bool(&json, "ok", report->status == GV_EXIT_OK);
    gv_json_begin(&json, "checks", '[');
    for (unsigned i = 0; i < NUM_CHECKS; i++) {
        const struct gv_finding *finding = &report->findings[i];
        gv_json_begin(&json, NULL, '{');
        gv_json_string(&json, "name", checks[i].name);
        gv_json_string(&json, "finding", kinds[finding->kind]);
        gv_json_string(&json, "text", finding->text);
        gv_json_string(&json, "cure", finding->cure[0] ? finding->cure : NULL);
        json_details(&json, finding->details);
        gv_json_end(&json, '}');
    }
    gv_json_end(&json, ']');
    gv_json_end(&json, '}');
}

int gv_cli_doctor(int argc, char **argv, const struct galvan_log *log)
{
    struct gv_doctor doctor = {.run = gv_cli_run};
    struct report report = {0};
    bool json = false;
    const struct gv_option options[] = {
        {"socket", "PATH", "of a server that runs (default: one of its own)", GV_OPTION_STRING,
         &doctor.socket_path},
        {"json", NULL, "print for programs", GV_OPTION_FLAG, &json},
    };
    const struct gv_usage usage = {
        .command = "doctor",
        .arguments = "[-- PROGRAM [ARGUMENTS]]",
        .about = "Looks at all that lies between a program and its picture: what is right, what is "
                 "not, and\nwhat to do about it. Draws a picture. A program is looked at, too, "
                 "and\nstarted "
                 "if it makes a sandbox. The exit status tells the kind of fault.",
        .runs_program = true,
        .options = options,
        .num_options = GV_ARRAY_SIZE(options),
    };
    int first, status;

    (void)log;
    if (!gv_options_parse(&usage, argc, argv, &first, &status))
        return status;
    if (first < argc)
        doctor.program = argv + first;
    examine(&doctor, &report);
    if (json)
        print_json(&report);
    else
        print_text(&report);
    return report.status;
}
