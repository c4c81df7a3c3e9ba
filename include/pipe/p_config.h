/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The compiler, processor and system of the program, as the macros PIPE_CC_*, PIPE_ARCH_* and
 * PIPE_OS_* that programs written against Gallium test with #ifdef. */
#ifndef PIPE_P_CONFIG_H
#define PIPE_P_CONFIG_H

#if defined(__GNUC__)
#define PIPE_CC_GCC         /* GCC or a compiler that is compatible with GCC */
#define PIPE_CC_GCC_VERSION (__GNUC__ * 100 + __GNUC_MINOR__)
#endif

#if defined(__i386__)
#define PIPE_ARCH_X86
#elif defined(__x86_64__)
#define PIPE_ARCH_X86_64
#elif defined(__powerpc64__)
#define PIPE_ARCH_PPC
#define PIPE_ARCH_PPC_64
#elif defined(__powerpc__)
#define PIPE_ARCH_PPC
#elif defined(__aarch64__)
#define PIPE_ARCH_AARCH64
#elif defined(__arm__)
#define PIPE_ARCH_ARM
#endif
#if defined(__SSE2__)
#define PIPE_ARCH_SSE
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PIPE_ARCH_BIG_ENDIAN
#else
#define PIPE_ARCH_LITTLE_ENDIAN
#endif

#define PIPE_OS_UNIX
#if defined(__linux__)
#define PIPE_OS_LINUX
#elif defined(__FreeBSD__)
#define PIPE_OS_FREEBSD
#define PIPE_OS_BSD
#endif

#endif
