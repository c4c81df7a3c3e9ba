/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The few basic types that the Gallium interface of 2015 is spelled with. */
#ifndef PIPE_P_COMPILER_H
#define PIPE_P_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h> /* the C library's own uint and ushort, which the typedefs below repeat */

#ifdef __cplusplus
extern "C" {
#endif

/* One byte, TRUE or FALSE. A caller may store any non-zero value for true; Galvan stores 1. */
typedef unsigned char boolean;

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

typedef unsigned char ubyte;
typedef unsigned short ushort;
typedef unsigned int uint;

#ifdef __cplusplus
}
#endif
#endif
