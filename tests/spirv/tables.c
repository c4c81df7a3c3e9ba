/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Generates the tables of docs/tgsi.md from galvan_tgsi_support().
 * spirv-tables DOCUMENT fails if the tables of the document differ from the generated tables;
 * spirv-tables --write DOCUMENT replaces the document's tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/spirv.h"
#include "tools.h"

/* The lines that precede and follow the tables in the document. */
static const char begin_mark[] = "<!-- Tables by `cmake --build BUILD --target tgsi-tables`. -->\n";
static const char end_mark[] = "<!-- End of tables. -->\n";

static const char *const titles[GALVAN_TGSI_NUM_KINDS] = {
    [GALVAN_TGSI_STAGE] = "Stages",
    [GALVAN_TGSI_OPCODE] = "Opcodes",
    [GALVAN_TGSI_FILE] = "Register files",
    [GALVAN_TGSI_SEMANTIC] = "Semantics and system values",
    [GALVAN_TGSI_PROPERTY] = "Properties",
    [GALVAN_TGSI_TARGET] = "Texture and image targets",
    [GALVAN_TGSI_ATTRIBUTE] = "Attributes, types and modifiers",
};

static const char *const hows[] = {
    [GALVAN_TGSI_NATIVE] = "native",   [GALVAN_TGSI_LOWERED] = "lowered",
    [GALVAN_TGSI_NEEDS] = "needs",     [GALVAN_TGSI_IGNORED] = "ignored",
    [GALVAN_TGSI_REFUSED] = "refused",
};

static void write_tables(FILE *out)
{
    size_t num;
    const struct galvan_tgsi_support *rows = galvan_tgsi_support(&num);
    for (unsigned kind = 0; kind < GALVAN_TGSI_NUM_KINDS; kind++) {
        fprintf(out, "\n## %s\n\n| word | how | what |\n|---|---|---|\n", titles[kind]);
        for (size_t i = 0; i < num; i++) {
            const char *name = strcmp(rows[i].name, "|") == 0 ? "\\|" : rows[i].name;
            if (rows[i].kind == kind)
                fprintf(out, "| `%s` | %s | %s |\n", name, hows[rows[i].how], rows[i].what);
        }
    }
    fputc('\n', out);
}

/* Returns the document with its tables generated again, which the caller must free(), or NULL if
 * the document lacks the marks. */
static char *renew(const char *document)
{
    char *text = NULL;
    size_t len;
    const char *begin = strstr(document, begin_mark);
    const char *end = begin ? strstr(begin, end_mark) : NULL;
    FILE *out = end ? open_memstream(&text, &len) : NULL;
    if (!out)
        return NULL;
    begin += strlen(begin_mark);
    fwrite(document, 1, (size_t)(begin - document), out);
    write_tables(out);
    fputs(end, out);
    fclose(out);
    return text;
}

/* Returns the number of the first line in which two texts differ. */
static unsigned differs_at(const char *a, const char *b)
{
    unsigned line = 1;
    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    return line;
}

static bool write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool ok = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && ok;
}

int main(int argc, char **argv)
{
    bool write = argc == 3 && strcmp(argv[1], "--write") == 0;
    const char *path = argv[argc - 1];
    size_t len;
    char *document = argc == 2 || write ? test_read_file(path, &len) : NULL;
    char *renewed = document ? renew(document) : NULL;
    int status = 1;
    if (!renewed)
        fprintf(stderr, "usage: spirv-tables [--write] DOCUMENT, which has marks for the tables\n");
    else if (strcmp(document, renewed) == 0)
        status = 0;
    else if (!write)
        fprintf(stderr, "%s:%u: not what the target tgsi-tables writes\n", path,
                differs_at(document, renewed));
    else if (write_file(path, renewed))
        status = 0;
    else
        fprintf(stderr, "%s: cannot be written\n", path);
    free(renewed);
    free(document);
    return status;
}
