/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A library with nothing in it, for programs of the processor's other word size: their loader takes
 * it in silence where it would complain of the client half. */
