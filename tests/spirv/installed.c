/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Uses libgalvan-spirv as another project would: in C99, with only the installed header and
 * library. */
#include <galvan/spirv.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                           "  0: MOV OUT[0], IN[0]\n  1: END\n";

int main(void)
{
    struct galvan_diag diag;
    struct galvan_tgsi *tgsi = NULL;
    struct galvan_spirv_key key;
    struct galvan_spirv_module module;
    char *printed;

    memset(&key, 0, sizeof(key));
    if (galvan_tgsi_parse("FRAG\nFOO\n", 9, &diag, &tgsi) != GALVAN_ERROR_SYNTAX || diag.line != 2)
        return 1;
    if (galvan_tgsi_parse(text, strlen(text), &diag, &tgsi))
        return 2;
    printed = galvan_tgsi_print(tgsi);
    if (!printed || strcmp(printed, text) != 0)
        return 3;
    free(printed);
    if (galvan_spirv_key_set(&key, "alpha_func=7") || galvan_spirv_key_set(&key, "num_cbufs=1"))
        return 4;
    if (galvan_spirv_translate(tgsi, &key, &diag, &module))
        return 5;
    if (galvan_tgsi_info(tgsi)->stage != GALVAN_STAGE_FRAGMENT)
        return 6;
    if (fwrite(module.words, 4, module.num_words, stdout) != module.num_words)
        return 7;
    galvan_spirv_module_finish(&module);
    galvan_tgsi_destroy(tgsi);
    return 0;
}
