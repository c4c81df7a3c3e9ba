/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The facts that the headers of a program or library hold. */
#ifndef GV_DIAGNOSE_SETUP_ELF_FILE_H
#define GV_DIAGNOSE_SETUP_ELF_FILE_H

#include <stdbool.h>

struct gv_elf_file {
    unsigned char class; /* ELFCLASS32 or ELFCLASS64 */
    unsigned machine;    /* EM_* */
    char loader[128];    /* the loader, which loads its libraries at its start; "" for none */
};

/* False, with errno, if the file cannot be read; with errno 0, if it is no ELF file of this
 * machine's byte order. The file is not trusted. */
bool gv_elf_read(const char *path, struct gv_elf_file *out);

#endif
