/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An empty library for programs of the processor's other word size. Without it, their loader would
 * print an error about the client library. */
