/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The note that something was left out, see driver/emulate/unbounded_draws.h; statistics.glsl comes
 * before it. */
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Note {
    uint left;
};

/* At an address; 0: there is more to come. */
void leave_note(uint address[2])
{
    if (is_address(address))
        Note(uvec2(address[0], address[1])).left = 1;
}
