/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/setup/elf_file.h"

#include <elf.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_SEGMENTS = 64,
    OWN_ORDER = __BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB
};

/* A segment's kind stands first in both classes. */
static bool has_segment(int fd, uint64_t offset, unsigned size_B, unsigned num, uint32_t kind)
{
    uint32_t found;

    for (unsigned i = 0; i < num && i < MAX_SEGMENTS; i++) {
        const off_t at = (off_t)(offset + (uint64_t)i * size_B);
        if (pread(fd, &found, sizeof(found), at) != (ssize_t)sizeof(found))
            return false;
        if (found == kind)
            return true;
    }
    return false;
}

static bool read_headers(int fd, struct gv_elf_file *out)
{
    union {
        unsigned char ident[EI_NIDENT];
        Elf32_Ehdr header32;
        Elf64_Ehdr header64;
    } file = {0};
    ssize_t got = pread(fd, &file, sizeof(file), 0);

    errno = 0;
    if (got < (ssize_t)sizeof(file.header32) || memcmp(file.ident, ELFMAG, SELFMAG) != 0 ||
        file.ident[EI_DATA] != OWN_ORDER)
        return false;
    out->class = file.ident[EI_CLASS];
    out->machine = file.header32.e_machine;
    if (out->class == ELFCLASS64)
        out->has_loader = has_segment(fd, file.header64.e_phoff, file.header64.e_phentsize,
                                      file.header64.e_phnum, PT_INTERP);
    else
        out->has_loader = has_segment(fd, file.header32.e_phoff, file.header32.e_phentsize,
                                      file.header32.e_phnum, PT_INTERP);
    return true;
}

bool gv_elf_read(const char *path, struct gv_elf_file *out)
{
    struct gv_elf_file file = {0};
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd < 0)
        return false;
    errno = 0;
    bool is_elf = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && read_headers(fd, &file);
    int error = errno;
    close(fd);
    errno = error;
    if (is_elf)
        *out = file;
    return is_elf;
}
