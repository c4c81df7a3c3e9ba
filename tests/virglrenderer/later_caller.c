/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A part of a program for a later version of the interface. */
int virgl_renderer_of_the_future(void);
int call_the_future(void);

int call_the_future(void)
{
    return virgl_renderer_of_the_future();
}
