/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The name of 2015 for pipe/p_macros.h. */
#ifndef UTIL_MACROS_H
#define UTIL_MACROS_H

#include "pipe/p_macros.h"

#endif
