/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The overflow flag of driver/emulate/unbounded_draws.h. Include statistics.glsl before this
 * file. */
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer Overflow {
    uint flag;
};

/* Sets the overflow flag at an address. If the address is 0, there is no flag. */
void set_overflow(uint address[2])
{
    if (is_address(address))
        Overflow(uvec2(address[0], address[1])).flag = 1;
}
