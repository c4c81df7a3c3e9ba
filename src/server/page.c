/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/page.h"

#include <stdio.h>
#include <sys/mman.h>

struct gv_worker_page *gv_worker_page_create(void)
{
    struct gv_worker_page *page =
        mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return page == MAP_FAILED ? NULL : page;
}

void gv_worker_page_destroy(struct gv_worker_page *page)
{
    if (page)
        munmap(page, sizeof(*page));
}

void gv_worker_page_describe(const struct gv_worker_page *page, char *out, size_t size_B)
{
    const struct gv_virgl_notes *virgl = &page->notes.virgl;
    const uint32_t header = atomic_load(&virgl->header);
    char fault[256];

    gv_fault_describe(&page->fault, fault, sizeof(fault));
    snprintf(out, size_B,
             "%s%s; its last message is %s, its last command %s at dword %u, its last "
             "shader %u",
             fault[0] ? "it was in " : "it left no word of where it was", fault,
             gv_vtest_message_name(atomic_load(&page->notes.message)),
             gv_virgl_command_name(header), atomic_load(&virgl->offset_dw),
             atomic_load(&virgl->shader));
}
