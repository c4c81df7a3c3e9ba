/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Compares the capability sets of the distribution's library with those that a monitor finds when
 * it loads Galvan's library. The distribution's library is loaded twice: by Galvan, and by this
 * test. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "vr.h"

enum {
    VENUS = 4,
    MAX_SETS = 64,
    MAX_B = 4096,
};

struct library {
    __typeof__(&virgl_renderer_init) init;
    __typeof__(&virgl_renderer_cleanup) cleanup;
    __typeof__(&virgl_renderer_get_cap_set) get_cap_set;
    __typeof__(&virgl_renderer_fill_caps) fill_caps;
};

static struct library stock;

static void load_stock(void)
{
    void *library = dlmopen(LM_ID_NEWLM, "libvirglrenderer.so.1", RTLD_NOW);
    if (!library)
        fail_msg("%s", dlerror());
    stock.init = (__typeof__(stock.init))dlsym(library, "virgl_renderer_init");
    stock.cleanup = (__typeof__(stock.cleanup))dlsym(library, "virgl_renderer_cleanup");
    stock.get_cap_set = (__typeof__(stock.get_cap_set))dlsym(library, "virgl_renderer_get_cap_set");
    stock.fill_caps = (__typeof__(stock.fill_caps))dlsym(library, "virgl_renderer_fill_caps");
    assert_true(stock.init && stock.cleanup && stock.get_cap_set && stock.fill_caps);
}

/* Compares the sets and returns their number. Sets 1 and 2 are virgl's, which Galvan implements;
 * monitors query the other sets by the same calls. */
static unsigned compare(bool contents)
{
    static uint8_t ours[MAX_B], theirs[MAX_B];
    unsigned num_sets = 0;
    for (uint32_t set = 0; set < MAX_SETS; set++) {
        uint32_t version = 7, size_B = 7, stock_version = 8, stock_size_B = 8;
        virgl_renderer_get_cap_set(set, &version, &size_B);
        stock.get_cap_set(set, &stock_version, &stock_size_B);
        assert_int_equal(version, stock_version);
        assert_true(stock_size_B <= MAX_B);
        if (set == 1 || set == 2) {
            assert_true(size_B && stock_size_B);
            continue;
        }
        assert_int_equal(size_B, stock_size_B);
        num_sets += size_B != 0;
        if (!contents || !size_B)
            continue;
        memset(ours, 0x5a, sizeof(ours));
        memset(theirs, 0x5a, sizeof(theirs));
        virgl_renderer_fill_caps(set, version, ours);
        stock.fill_caps(set, version, theirs);
        assert_memory_equal(ours, theirs, sizeof(ours));
    }
    return num_sets;
}

static void write_fence(void *cookie, uint32_t fence)
{
    (void)cookie;
    (void)fence;
}

static void monitors_find_the_same_sets(void **state)
{
    const int flags = VIRGL_RENDERER_VENUS | VIRGL_RENDERER_NO_VIRGL;
    struct virgl_renderer_callbacks callbacks = {.version = 1, .write_fence = write_fence};
    uint32_t version, size_B;
    (void)state;
    load_stock();
    const unsigned num_before = compare(false);
    if (stock.init(&vr_seen, flags, &callbacks))
        fail_msg("the distribution's library does not start");
    assert_int_equal(virgl_renderer_init(&vr_seen, VIRGL_RENDERER_VENUS, &callbacks), 0);
    assert_true(compare(true) >= num_before);
    virgl_renderer_get_cap_set(VENUS, &version, &size_B);
    assert_true(size_B);
    virgl_renderer_cleanup(NULL);
    stock.cleanup(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(monitors_find_the_same_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
