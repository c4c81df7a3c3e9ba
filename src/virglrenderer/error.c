/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "virglrenderer/error.h"

#include <errno.h>

int gv_vr_error(enum galvan_result result)
{
    switch (result) {
    case GALVAN_OK:
        return 0;
    case GALVAN_ERROR_NO_MEMORY:
        return -ENOMEM;
    case GALVAN_ERROR_LIMIT:
        return -ENOSPC;
    case GALVAN_ERROR_UNSUPPORTED:
        return -EOPNOTSUPP;
    case GALVAN_ERROR_NO_LOADER:
    case GALVAN_ERROR_NO_DEVICE:
        return -ENODEV;
    case GALVAN_ERROR_DEVICE_LOST:
    case GALVAN_ERROR_IO:
    case GALVAN_ERROR_TIMEOUT:
        return -EIO;
    case GALVAN_ERROR_INVALID:
    case GALVAN_ERROR_SYNTAX:
        break;
    }
    return -EINVAL;
}
