/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The basic types and macros of the Gallium interface of 2015, and the C headers that programs
 * written for that interface expect. */
#ifndef PIPE_P_COMPILER_H
#define PIPE_P_COMPILER_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h> /* defines the C library's uint and ushort, which the typedefs below
                          repeat */

#include "pipe/p_config.h"
#include "pipe/p_macros.h"
#ifdef PIPE_GENERATIONS /* defined by a program of other years, on the command line */
#include "pipe/p_generations.h"
#endif

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

#ifndef ALWAYS_INLINE
#define ALWAYS_INLINE inline GALLIUM_ATTRIBUTE(always_inline)
#endif
#ifndef PIPE_DEPRECATED
#define PIPE_DEPRECATED GALLIUM_ATTRIBUTE(deprecated)
#endif
/* Macros for Windows, and for 32-bit callers with small stacks; empty on other systems. */
#ifndef PIPE_CDECL
#define PIPE_CDECL
#define PIPE_ALIGN_STACK
#endif
/* A barrier for the compiler only: the compiler moves no memory access across it. */
#ifndef PIPE_READ_WRITE_BARRIER
#define PIPE_READ_WRITE_BARRIER() __asm__ volatile("" ::: "memory")
#endif

/* Variables whose address is a multiple of _alignment bytes. */
#define PIPE_ALIGN_TYPE(_alignment, _type) _type GALLIUM_ATTRIBUTE(aligned(_alignment))
#define PIPE_ALIGN_VAR(_alignment)         GALLIUM_ATTRIBUTE(aligned(_alignment))

#ifdef __cplusplus
}
#endif
#endif
