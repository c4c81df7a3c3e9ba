/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Finds how many primitives are drawn and captured: output.glsl, plan.made, scratch, query and the
 * counters come before it. */
uint load_counter(uint i)
{
    switch (i) {
    case 0: return counter0.written_B;
    case 1: return counter1.written_B;
    case 2: return counter2.written_B;
    default: return counter3.written_B;
    }
}

void store_counter(uint i, uint value)
{
    switch (i) {
    case 0: counter0.written_B = value; break;
    case 1: counter1.written_B = value; break;
    case 2: counter2.written_B = value; break;
    default: counter3.written_B = value; break;
    }
}

void add_to_query(uint at, uint value)
{
    uint carry;
    query.words[at] = uaddCarry(query.words[at], value, carry);
    query.words[at + 1] += carry;
}

/* How many of the primitives the targets of stream output take, and where the first goes; without
 * targets none. */
uint capture(uint needed)
{
    uint offsets_B[MAX_TARGETS];
    uint written = needed;
    bool captures = false;
    for (uint i = 0; i < MAX_TARGETS; i++) {
        uint stride_B = plan.made.targets[i].stride_B, size_B = plan.made.targets[i].size_B;
        offsets_B[i] = stride_B != 0 ? load_counter(i) & plan.made.targets[i].counted : 0;
        uint left_B = offsets_B[i] < size_B ? size_B - offsets_B[i] : 0;
        if (stride_B == 0)
            continue;
        captures = true;
        written = min(written, left_B / stride_B / plan.made.corners);
    }
    if (!captures)
        written = 0;
    for (uint i = 0; i < MAX_TARGETS; i++) {
        uint carry;
        uint low = uaddCarry(plan.made.targets[i].address[0], offsets_B[i], carry);
        scratch.words[plan.made.captured + 2 + 2 * i] = low;
        scratch.words[plan.made.captured + 3 + 2 * i] = plan.made.targets[i].address[1] + carry;
        uint captured_B = written * plan.made.corners * plan.made.targets[i].stride_B;
        if (plan.made.targets[i].stride_B != 0 && plan.made.targets[i].size_B != 0)
            store_counter(i, offsets_B[i] + captured_B);
    }
    if (plan.made.query != NONE) {
        add_to_query(plan.made.query, written);
        add_to_query(plan.made.query + 2, needed);
        query.words[plan.made.query + 4] = 1;
        query.words[plan.made.query + 5] = 0;
    }
    return written;
}

/* Writes the record that draws so many primitives, and what captures them. */
void finish_output(uint num_primitives)
{
    uint written = 0;
    scratch.words[plan.made.record] = num_primitives * plan.made.corners;
    scratch.words[plan.made.record + 1] = 1;
    scratch.words[plan.made.record + 2] = plan.made.first_index;
    scratch.words[plan.made.record + 3] = 0;
    scratch.words[plan.made.record + 4] = 0;
    if (is_asked(plan.made.statistics))
        add_primitives(plan.made.statistics, uvec2(num_primitives, 0));
    if (plan.made.num_captures != 0 || plan.made.query != NONE)
        written = capture(num_primitives);
    uvec3 groups = groups_for(written);
    scratch.words[plan.made.captured] = written;
    scratch.words[plan.made.capture_groups] = groups.x;
    scratch.words[plan.made.capture_groups + 1] = groups.y;
    scratch.words[plan.made.capture_groups + 2] = groups.z;
}
