/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Modes of swap_client about swap intervals. They print times of frames in microseconds. */
#ifndef SWAP_INTERVALS_H
#define SWAP_INTERVALS_H

void intervals(void);
void interval_0(void);
void interval_1(void);
void no_intervals(void);
void two_intervals(void);
void interval_killed(void);

#endif
