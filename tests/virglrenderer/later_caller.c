/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A part of a program for a later version of the interface, which calls a function that this
 * version lacks. */
int virgl_renderer_of_the_future(void);
int call_the_future(void);

int call_the_future(void)
{
    return virgl_renderer_of_the_future();
}
