/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/missing.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/log.h"
#include "virglrenderer/stock_library.h"

enum {
    MAX_WANTED = 512
};

#if UINTPTR_MAX > UINT32_MAX
#define SYMBOL_OF(info) ELF64_R_SYM(info)
#else
#define SYMBOL_OF(info) ELF32_R_SYM(info)
#endif

/* The symbols to which a loaded object refers. `data` are the relocations of its data, with or
 * without addends; `calls` are the relocations of its calls. */
struct references {
    const ElfW(Sym) * symbols;
    const char *names;
    const char *data, *calls;
    size_t data_B, data_entry_B, calls_B, calls_entry_B;
};

/* Returns the address for a value in a dynamic section. glibc has replaced most of these values by
 * addresses, but not the values of the vDSO. */
static const void *address(const struct dl_phdr_info *object, ElfW(Addr) value)
{
    return (const void *)(value < object->dlpi_addr ? object->dlpi_addr + value : value);
}

static void read_dynamic(const struct dl_phdr_info *object, const ElfW(Dyn) * entry,
                         struct references *out)
{
    for (; entry->d_tag != DT_NULL; entry++) {
        const void *at = address(object, entry->d_un.d_ptr);
        switch (entry->d_tag) {
        case DT_SYMTAB:
            out->symbols = at;
            break;
        case DT_STRTAB:
            out->names = at;
            break;
        case DT_REL:
        case DT_RELA:
            out->data = at;
            out->data_entry_B = entry->d_tag == DT_REL ? sizeof(ElfW(Rel)) : sizeof(ElfW(Rela));
            break;
        case DT_RELSZ:
        case DT_RELASZ:
            out->data_B = entry->d_un.d_val;
            break;
        case DT_JMPREL:
            out->calls = at;
            break;
        case DT_PLTRELSZ:
            out->calls_B = entry->d_un.d_val;
            break;
        case DT_PLTREL:
            out->calls_entry_B =
                entry->d_un.d_val == DT_REL ? sizeof(ElfW(Rel)) : sizeof(ElfW(Rela));
            break;
        default:
            break;
        }
    }
}

/* Names of the interface's functions to which objects refer. The names are looked up after the walk
 * over the objects, because the walk holds a lock of the dynamic linker. */
struct wanted {
    const char *names[MAX_WANTED];
    unsigned num;
};

static void want(struct wanted *wanted, const ElfW(Sym) * symbol, const char *name)
{
    static const char prefix[] = "virgl_";
    bool is_again = wanted->num && wanted->names[wanted->num - 1] == name;
    if (symbol->st_shndx == SHN_UNDEF && symbol->st_info >> 4 == STB_GLOBAL && !is_again &&
        strncmp(name, prefix, sizeof(prefix) - 1) == 0 && wanted->num < MAX_WANTED)
        wanted->names[wanted->num++] = name;
}

static void read_relocations(struct wanted *wanted, const struct references *references,
                             const char *at, size_t size_B, size_t entry_B)
{
    for (; at && entry_B && size_B >= entry_B; at += entry_B, size_B -= entry_B) {
        size_t i = SYMBOL_OF(((const ElfW(Rel) *)at)->r_info);
        if (i)
            want(wanted, &references->symbols[i],
                 references->names + references->symbols[i].st_name);
    }
}

static int read_object(struct dl_phdr_info *object, size_t size_B, void *priv)
{
    struct references refs = {0};
    (void)size_B;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
            read_dynamic(object, address(object, object->dlpi_addr + object->dlpi_phdr[i].p_vaddr),
                         &refs);
    }
    if (!refs.symbols || !refs.names)
        return 0;
    read_relocations(priv, &refs, refs.data, refs.data_B, refs.data_entry_B);
    read_relocations(priv, &refs, refs.calls, refs.calls_B, refs.calls_entry_B);
    return 0;
}

/* Returns the handle of this library; NULL if the library's code is a part of the program. */
static void *open_self(void)
{
    Dl_info info;
    if (!dladdr(virgl_renderer_galvan_version, &info) || !info.dli_fname)
        return NULL;
    return dlopen(info.dli_fname, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
}

void gv_vr_log_missing(const struct galvan_log *log)
{
    struct wanted wanted = {.num = 0};
    void *self = open_self();
    if (!self)
        return;
    dl_iterate_phdr(read_object, &wanted);
    for (unsigned i = 0; i < wanted.num; i++) {
        if (!dlsym(self, wanted.names[i]))
            gv_err(log, "virglrenderer",
                   "the program wants %s of a later virglrenderer, which this library (as 1.1) "
                   "lacks: it ends when it calls that",
                   wanted.names[i]);
    }
    dlclose(self);
}
