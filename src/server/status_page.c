/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "server/status_page.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "util/text.h"

static_assert(sizeof(struct galvan_screen_counters) % sizeof(uint64_t) == 0,
              "the page has a number for each of them");

struct gv_status_page *gv_status_page_create(void)
{
    struct gv_status_page *page =
        mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return page == MAP_FAILED ? NULL : page;
}

void gv_status_page_destroy(struct gv_status_page *page)
{
    if (page)
        munmap(page, sizeof(*page));
}

void gv_status_page_write_counters(struct gv_status_page *page,
                                   const struct galvan_screen_counters *counters)
{
    uint64_t values[GV_NUM_WORKER_COUNTERS];

    memcpy(values, counters, sizeof(values));
    for (unsigned i = 0; i < GV_NUM_WORKER_COUNTERS; i++)
        atomic_store_explicit(&page->counters[i], values[i], memory_order_relaxed);
}

void gv_status_page_read_counters(const struct gv_status_page *page,
                                  struct galvan_screen_counters *out_counters)
{
    uint64_t values[GV_NUM_WORKER_COUNTERS];

    for (unsigned i = 0; i < GV_NUM_WORKER_COUNTERS; i++)
        values[i] = atomic_load_explicit(&page->counters[i], memory_order_relaxed);
    memcpy(out_counters, values, sizeof(values));
    if (out_counters->submitted < out_counters->finished)
        out_counters->submitted = out_counters->finished;
}

void gv_status_page_program(const struct gv_status_page *page, char *out, size_t size_B)
{
    size_t len = 0;

    for (; len < GV_VTEST_NOTED_NAME_B && len + 1 < size_B; len++)
        out[len] = atomic_load_explicit(&page->notes.program[len], memory_order_relaxed);
    out[len] = '\0';
    gv_text_make_plain(out);
}

void gv_status_page_describe(const struct gv_status_page *page, char *out, size_t size_B)
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
