/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Reads facts from the headers of a program or library. */
#ifndef GV_DIAGNOSE_SETUP_ELF_FILE_H
#define GV_DIAGNOSE_SETUP_ELF_FILE_H

#include <stdbool.h>

struct gv_elf_file {
    unsigned char class; /* ELFCLASS32 or ELFCLASS64 */
    unsigned machine;    /* EM_* */
    char loader[128];    /* path of the dynamic linker that the file names; "": the file names no
                            dynamic linker */
};

/* Reads the headers of the file at path. Returns false with errno if the file cannot be read.
 * Returns false with errno 0 if the file is not an ELF file in this machine's byte order. The file
 * is not trusted. */
bool gv_elf_read(const char *path, struct gv_elf_file *out);

#endif
