/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A small monospaced font for text over frames: capitals, digits and a few signs. */
#ifndef GV_HUD_FONT_H
#define GV_HUD_FONT_H

enum {
    GV_FONT_WIDTH = 5,
    GV_FONT_HEIGHT = 7
};

/* Returns the glyph of a character: GV_FONT_HEIGHT rows of GV_FONT_WIDTH characters, '#' for set
 * pixels. Lower-case letters have the glyphs of capitals, and characters without a glyph have the
 * glyph of '?'. */
const char *const *gv_font_glyph(char character);

#endif
