/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Sample locations, and the effect of a moved location on a pass that draws one sample. */
#ifndef GV_SAMPLE_PLACES_H
#define GV_SAMPLE_PLACES_H

#include <stdbool.h>

struct gv_pass;
struct gv_state;
struct gv_vk_device;

/* Whether the device can draw samples at locations other than the device's own, with one pass for
 * each sample. */
bool gv_sample_places_are_possible(const struct gv_vk_device *dev);

/* Whether set_sample_locations() has moved samples of the bound framebuffer. */
bool gv_sample_places_are_set(const struct gv_state *state);

/* Computes how far the pass moves the viewport, in pixels. */
void gv_sample_place_shift(const struct gv_state *state, const struct gv_pass *pass,
                           float out_shift[2]);

/* Returns the y coordinate, within the pixel, of the sample that the pass draws; 0.5 if the pass
 * draws all samples. */
float gv_sample_place_row(const struct gv_state *state, const struct gv_pass *pass);

#endif
