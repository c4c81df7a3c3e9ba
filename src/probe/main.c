/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* usage: galvan-probe glx|egl
 *
 * Prints lines "name: value" for `galvan doctor`: vendor, renderer, version, preload, picture and,
 * with GLX, window. The exit status is 0 if all lines were printed; otherwise the last line is
 * "error: reason". */
#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/probe.h"

void gv_probe_fail(const char *format, ...)
{
    va_list args;

    fputs("error: ", stdout);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    exit(1);
}

void *gv_probe_symbol(void *library, const char *name)
{
    void *symbol = dlsym(library, name);

    if (!symbol)
        gv_probe_fail("%s", dlerror());
    return symbol;
}

static int is_preload(struct dl_phdr_info *info, size_t size_B, void *priv)
{
    (void)size_B;
    (void)priv;
    return strstr(info->dlpi_name, "libgalvan-preload") != NULL;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("preload: %s\n", dl_iterate_phdr(is_preload, NULL) ? "yes" : "no");
    if (argc == 2 && strcmp(argv[1], "glx") == 0)
        gv_probe_glx();
    else if (argc == 2 && strcmp(argv[1], "egl") == 0)
        gv_probe_egl();
    else
        gv_probe_fail("usage: galvan-probe glx|egl");
    return 0;
}
