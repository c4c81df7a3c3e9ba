/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Counters of queries to which compute shaders add: pipeline statistics, and primitives of a
 * stream. Each counter has 64 bits, low dword first. See driver/query/statistics.h and
 * queries.h. */
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

const uint NUM_STATISTICS = 11; /* enum pipe_statistics_query_index */
const uint IA_VERTICES = 0;
const uint VS_INVOCATIONS = 2;
const uint GS_PRIMITIVES = 4;
const uint DS_INVOCATIONS = 9;
const uint CS_INVOCATIONS = 10;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer Numbers {
    uvec2 values[NUM_STATISTICS];
};

/* struct gv_statistics_arguments of driver/query/statistics_data.h. */
struct Statistics {
    uint address[2]; /* address of the counters; 0: no query is active */
    uint per_primitive[NUM_STATISTICS];
};

/* struct gv_primitive_counts of driver/query/queries.h: addresses of counters; 0: no query is
 * active. */
struct Counts {
    uint generated[2];
    uint captured[2];
};

bool is_address(uint address[2])
{
    return (address[0] | address[1]) != 0;
}

bool is_active(Statistics s)
{
    return is_address(s.address);
}

void add_statistic(uint address[2], uint which, uvec2 value)
{
    Numbers numbers = Numbers(uvec2(address[0], address[1]));
    uvec2 old = numbers.values[which];
    uint carry;
    uint low = uaddCarry(old.x, value.x, carry);
    numbers.values[which] = uvec2(low, old.y + value.y + carry);
}

void count_generated(Counts counts, uvec2 num)
{
    if (is_address(counts.generated))
        add_statistic(counts.generated, 0, num);
}

void count_captured(Counts counts, uvec2 written, uvec2 needed)
{
    if (!is_address(counts.captured))
        return;
    add_statistic(counts.captured, 0, written);
    add_statistic(counts.captured, 1, needed);
}

void add_primitives(Statistics s, uvec2 num)
{
    for (uint i = 0; i < NUM_STATISTICS; i++) {
        uint high, low;
        umulExtended(num.x, s.per_primitive[i], high, low);
        if (s.per_primitive[i] != 0)
            add_statistic(s.address, i, uvec2(low, high + num.y * s.per_primitive[i]));
    }
}
