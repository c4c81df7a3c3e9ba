/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* An exclusive prefix sum of counts by one workgroup. A count is a struct galvan_geometry_count,
 * whose last four dwords are summed. Include this file after declaring `scratch`. */
const uint GROUP = gl_WorkGroupSize.x;
const uint SPAN = 16; /* number of counts that a thread reads between two scans */
const uint COUNT = 5; /* number of dwords of a count */

shared uvec4 parts[gl_WorkGroupSize.x];

uvec4 load_counts(uint counts, uint i)
{
    uint at = counts + i * COUNT + 1;
    return uvec4(scratch.words[at], scratch.words[at + 1], scratch.words[at + 2],
                 scratch.words[at + 3]);
}

void store_counts(uint counts, uint i, uvec4 value)
{
    uint at = counts + i * COUNT + 1;
    for (uint k = 0; k < 4; k++)
        scratch.words[at + k] = value[k];
}

/* Replaces `parts` by their inclusive prefix sums. */
void scan_parts()
{
    uint i = gl_LocalInvocationID.x;
    barrier();
    for (uint distance = 1; distance < GROUP; distance *= 2) {
        uvec4 before = i >= distance ? parts[i - distance] : uvec4(0);
        barrier();
        parts[i] += before;
        barrier();
    }
}

/* Replaces num counts at dword `counts` of the scratch memory by their prefix sums. Returns the sum
 * of all counts. */
uvec4 scan(uint counts, uint num)
{
    uint me = gl_LocalInvocationID.x;
    uvec4 total = uvec4(0);
    for (uint base = 0; base < num; base += GROUP * SPAN) {
        uint begin = base + me * SPAN;
        uint end = min(begin + SPAN, num);
        uvec4 mine = uvec4(0);
        for (uint i = begin; i < end; i++)
            mine += load_counts(counts, i);
        parts[me] = mine;
        scan_parts();
        uvec4 at = total + (me != 0 ? parts[me - 1] : uvec4(0));
        total += parts[GROUP - 1];
        barrier();
        for (uint i = begin; i < end; i++) {
            uvec4 count = load_counts(counts, i);
            store_counts(counts, i, at);
            at += count;
        }
    }
    return total;
}
