/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "diagnose/setup/elf_file.h"

#include <elf.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_SEGMENTS = 64,
    OWN_ORDER = __BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB
};

/* The position of the program headers, in the same form for 32-bit and 64-bit files. */
struct segments {
    uint64_t offset_B;
    unsigned size_B, num;
};

/* The position of a segment in the file, and its size. */
struct extent {
    uint64_t offset_B, size_B;
};

/* Finds the first segment of this kind. Returns false if the file has no such segment. */
static bool find_segment(int fd, unsigned char class, const struct segments *segments,
                         uint32_t kind, struct extent *out)
{
    union {
        uint32_t kind; /* p_type, which is the first field of program headers of both classes */
        Elf32_Phdr header32;
        Elf64_Phdr header64;
    } segment;
    const size_t size_B = class == ELFCLASS64 ? sizeof(segment.header64) : sizeof(segment.header32);

    for (unsigned i = 0; i < segments->num && i < MAX_SEGMENTS; i++) {
        const off_t at = (off_t)(segments->offset_B + (uint64_t)i * segments->size_B);
        if (pread(fd, &segment, size_B, at) != (ssize_t)size_B)
            return false;
        if (segment.kind != kind)
            continue;
        if (class == ELFCLASS64)
            *out = (struct extent){segment.header64.p_offset, segment.header64.p_filesz};
        else
            *out = (struct extent){segment.header32.p_offset, segment.header32.p_filesz};
        return true;
    }
    return false;
}

/* Reads the path of the dynamic linker. A path that is outside of the file, or too long, is "?". */
static void read_loader(int fd, const struct segments *segments, struct gv_elf_file *out)
{
    struct extent name;

    if (!find_segment(fd, out->class, segments, PT_INTERP, &name))
        return;
    if (name.size_B == 0 || name.size_B > sizeof(out->loader) ||
        pread(fd, out->loader, name.size_B, (off_t)name.offset_B) != (ssize_t)name.size_B ||
        out->loader[name.size_B - 1] != '\0')
        snprintf(out->loader, sizeof(out->loader), "?");
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
    const struct segments segments =
        out->class == ELFCLASS64
            ? (struct segments){file.header64.e_phoff, file.header64.e_phentsize,
                                file.header64.e_phnum}
            : (struct segments){file.header32.e_phoff, file.header32.e_phentsize,
                                file.header32.e_phnum};
    read_loader(fd, &segments, out);
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
