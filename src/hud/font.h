/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A small font for numbers over pictures: capitals, digits, a few signs, all of one width. */
#ifndef GV_HUD_FONT_H
#define GV_HUD_FONT_H

enum {
    GV_FONT_WIDTH = 5,
    GV_FONT_HEIGHT = 7
};

/* GV_FONT_HEIGHT rows of GV_FONT_WIDTH characters, '#' where the glyph is. Small letters look as
 * capitals, what the font has not as '?'. */
const char *const *gv_font_glyph(char character);

#endif
