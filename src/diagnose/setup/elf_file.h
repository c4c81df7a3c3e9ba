/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* What the headers of a program or library tell. */
#ifndef GV_DIAGNOSE_SETUP_ELF_FILE_H
#define GV_DIAGNOSE_SETUP_ELF_FILE_H

#include <stdbool.h>

struct gv_elf_file {
    unsigned char class; /* ELFCLASS32 or ELFCLASS64 */
    unsigned machine;    /* EM_* */
    char loader[128];    /* that loads libraries into it when it starts; "" for none */
};

/* False, with errno, if the file cannot be read; with errno 0, if it is no ELF file of this
 * machine's byte order. Believes nothing that it has not checked. */
bool gv_elf_read(const char *path, struct gv_elf_file *out);

#endif
