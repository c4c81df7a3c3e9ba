/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The overflow flag of driver/emulate/unbounded_draws.h. Include statistics.glsl before this
 * file. */
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Note {
    uint left;
};

/* Sets the flag at an address; 0: there is no flag. */
void leave_note(uint address[2])
{
    if (is_address(address))
        Note(uvec2(address[0], address[1])).left = 1;
}
