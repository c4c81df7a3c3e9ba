/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The only code that reads environment variables. */
#include "util/env.h"

#include <stdlib.h>

const char *gv_getenv(const char *name)
{
    const char *value = secure_getenv(name);
    return value && value[0] ? value : NULL;
}
