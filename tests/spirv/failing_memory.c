/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Lets every allocation of the library fail once, in turn. The library must return an error or a
 * correct result, and must not leak memory (the sanitizer build checks leaks). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing_alloc.h"
#include "galvan/spirv.h"

static const char text[] =
    "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL SAMP[0]\n"
    "DCL SVIEW[0], 2D, FLOAT\nDCL CONST[0..9]\nDCL TEMP[0..3], ARRAY(1), LOCAL\nDCL TEMP[4..9]\n"
    "DCL ADDR[0]\nIMM[0] UINT32 {1, 2, 3, 4}\nIMM[1] UINT32 {5, 6, 7, 8}\n"
    "UARL ADDR[0].x, CONST[2].xxxx\nMOV TEMP[ADDR[0].x+1](1).xyz, -IN[0].xyyy\n"
    "TEX TEMP[4], TEMP[1], SAMP[0], 2D, IMM[0].xyz\nADD TEMP[4], TEMP[4], IMM[ADDR[0].x]\n"
    "BGNLOOP\nUIF TEMP[4].xxxx\nBRK\nENDIF\nMAD TEMP[4], TEMP[4], CONST[3], CONST[4]\nENDLOOP\n"
    "F2D TEMP[4].zw, TEMP[4].xxxx\nD2F TEMP[4].y, TEMP[4].zwzw\n"
    "KILL_IF TEMP[4]\nMOV OUT[0], TEMP[4]\nEND\n";

/* Runs the library once. Returns whether it succeeded; fails the test for any result other than
 * success and lack of memory. */
static bool run(void)
{
    struct galvan_tgsi *const untouched = (struct galvan_tgsi *)(uintptr_t)0x40, *tgsi = untouched;
    struct galvan_spirv_module module = {.num_words = 7};
    struct galvan_diag diag = {.code = 9999};
    struct galvan_spirv_key key = {.fragment.alpha_func = 4,
                                   .fragment.num_cbufs = 1,
                                   .fragment.poly_stipple = true,
                                   .device.no_float64 = true};
    char *printed = NULL;
    enum galvan_result result = galvan_tgsi_parse(text, strlen(text), &diag, &tgsi);
    assert_int_equal(result == GALVAN_OK, tgsi != untouched);
    assert_int_equal(diag.code, result == GALVAN_OK ? 9999 : 6001);
    if (result == GALVAN_OK) {
        printed = galvan_tgsi_print(tgsi);
        result = galvan_spirv_translate(tgsi, &key, &diag, &module);
        assert_int_equal(diag.code, result == GALVAN_OK ? 9999 : 6001);
        galvan_tgsi_destroy(tgsi);
    }
    assert_true(result == GALVAN_OK || result == GALVAN_ERROR_NO_MEMORY);
    assert_int_equal(result == GALVAN_OK, module.words != NULL);
    assert_true(result == GALVAN_OK || module.num_words == 7);
    bool complete = result == GALVAN_OK && printed;
    galvan_spirv_module_finish(&module);
    free(printed);
    return complete;
}

static void every_allocation_fails_once(void **state)
{
    bool complete = false;
    unsigned long k, num = 0;
    (void)state;
    for (k = 0; k <= num; k++) {
        assert_true(k < 10000);
        failing_alloc_begin(k, k + 1);
        complete = run();
        num = failing_alloc_end();
    }
    assert_true(complete);
    assert_true(k > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
