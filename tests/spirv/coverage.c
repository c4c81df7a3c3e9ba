/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Checks that every opcode of the table is in an executed case, or in the list below with the
 * reason why no case executes it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_file.h"
#include "spirv/tgsi/opcode.h"
#include "tools.h"

static const struct {
    const char *name;
    const char *reason;
} exceptions[] = {
    {"SAMPLE_POS", "refused: it has no producer and no definition"},
    {"SAMPLE_INFO", "refused: it has no producer and no definition"},
    {"IMG2HND", "refused: bindless handles"},
    {"SAMP2HND", "refused: bindless handles"},
};

/* Returns the opcode at the start of a line of text, after the instruction's number, or -1 if the
 * line is not an instruction. */
static int line_opcode(const char *line)
{
    size_t len;
    line += strspn(line, " ");
    len = strspn(line, "0123456789");
    if (line[len] == ':')
        line += len + 1 + strspn(line + len + 1, " ");
    len = strcspn(line, " \n");
    int opcode = gv_tgsi_find_opcode(line, len);
    while (opcode < 0 && len > 0) {
        /* Removes suffixes such as _SAT and _PRECISE. */
        do
            len--;
        while (len > 0 && line[len] != '_');
        opcode = len > 0 ? gv_tgsi_find_opcode(line, len) : -1;
    }
    return opcode;
}

static void note_text(const char *text, bool executed[GV_TGSI_OPCODE_END])
{
    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += line != text;
        int opcode = line_opcode(line);
        if (opcode >= 0)
            executed[opcode] = true;
    }
}

static bool note_file(const char *path, bool executed[GV_TGSI_OPCODE_END])
{
    static struct spirv_case c;
    bool ok;
    char *content = test_read_file(path, NULL);
    char *rest = content;
    if (!content)
        return false;
    while (case_next(&rest, &c, &ok)) {
        for (unsigned i = 0; ok && c.is_executed && !c.todo && i < c.num_texts; i++)
            note_text(c.texts[i], executed);
    }
    free(content);
    return true;
}

static bool is_exception(const char *name)
{
    for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++) {
        if (strcmp(exceptions[i].name, name) == 0)
            return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    static bool executed[GV_TGSI_OPCODE_END];
    unsigned num = 0;
    unsigned num_missing = 0;
    for (int i = 1; i < argc; i++) {
        if (!note_file(argv[i], executed)) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            return 1;
        }
    }
    for (unsigned i = 0; i < GV_TGSI_OPCODE_END; i++) {
        const struct gv_tgsi_opcode *op = gv_tgsi_opcode(i);
        if (!op)
            continue;
        num++;
        if (executed[i] == is_exception(op->name)) {
            fprintf(stderr,
                    executed[i] ? "%s is executed and need not be an exception\n"
                                : "%s stands in no executed case\n",
                    op->name);
            num_missing++;
        }
    }
    printf("%u opcodes, %u missing\n", num, num_missing);
    return num > 0 && num_missing == 0 ? 0 : 1;
}
