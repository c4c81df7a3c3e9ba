/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/page.h"

#include <stddef.h>
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
