/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An empty library for programs of the processor's other word size. Without the empty library, the
 * loader of such a program would print an error about the client library. */
