/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Computes query results from the values of query segments. Runs one workgroup for each result. A
 * 64-bit value is a pair of dwords, low dword first. See driver/query/query_device.c. */
#version 450

layout(local_size_x = 64) in;

struct Task {
    uint first, num, stride; /* the values of segment i begin at index first + i * stride */
    uint a, b;               /* indices, within a segment, of the two values that are used */
    uint mode, type;
    uint dst; /* dword of the result */
    uvec2 period; /* nanoseconds of a tick, as 32.32 fixed point: fraction, integer part */
    uvec2 valid;  /* mask of the valid bits of a timestamp */
};

layout(std430, set = 0, binding = 0) readonly buffer Tasks { Task tasks[]; };
layout(std430, set = 0, binding = 1) readonly buffer Values { uvec2 values[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Result { uint result[]; };

const uint MODE_SUM = 0;      /* the sum of the values a of all segments */
const uint MODE_DIFFERENT = 1; /* the number of segments whose values a and b differ */
const uint MODE_TIME = 2;     /* the first segment's value a, a timestamp, in nanoseconds */
const uint MODE_ELAPSED = 3;  /* the time between the first two segments, whose values a are
                                 timestamps */
const uint MODE_ONE = 4;

const uint TYPE_I32 = 0;
const uint TYPE_U32 = 1;
const uint TYPE_64 = 2;
const uint TYPE_BOOLEAN = 4; /* a bit of type: the result is converted to 0 or 1 */

shared uvec2 parts[64];

uvec2 add(uvec2 x, uvec2 y)
{
    uint carry;
    uint low = uaddCarry(x.x, y.x, carry);
    return uvec2(low, x.y + y.y + carry);
}

uvec2 subtract(uvec2 x, uvec2 y)
{
    uint borrow;
    uint low = usubBorrow(x.x, y.x, borrow);
    return uvec2(low, x.y - y.y - borrow);
}

uvec2 multiply(uint x, uint y)
{
    uint high, low;
    umulExtended(x, y, high, low);
    return uvec2(low, high);
}

uvec2 nanoseconds(uvec2 ticks, uvec2 period)
{
    uvec2 whole = multiply(ticks.x, period.y);
    whole.y += ticks.y * period.y;
    uvec2 rest = uvec2(multiply(ticks.x, period.x).y, 0);
    return add(whole, add(rest, multiply(ticks.y, period.x)));
}

uvec2 total(Task task)
{
    uvec2 t0 = values[task.first + task.a];
    switch (task.mode) {
    case MODE_ONE:
        return uvec2(1, 0);
    case MODE_TIME:
        return nanoseconds(t0 & task.valid, task.period);
    case MODE_ELAPSED:
        return nanoseconds(subtract(values[task.first + task.stride + task.a], t0) & task.valid,
                           task.period);
    default:
        uvec2 sum = uvec2(0);
        for (uint i = 0; i < 64; i++)
            sum = add(sum, parts[i]);
        return sum;
    }
}

void main()
{
    Task task = tasks[gl_WorkGroupID.x];
    uvec2 part = uvec2(0);
    for (uint i = gl_LocalInvocationID.x; i < task.num; i += 64) {
        uvec2 a = values[task.first + i * task.stride + task.a];
        uvec2 b = values[task.first + i * task.stride + task.b];
        part = add(part, task.mode == MODE_DIFFERENT ? uvec2(a != b ? 1 : 0, 0) : a);
    }
    parts[gl_LocalInvocationID.x] = part;
    barrier();
    if (gl_LocalInvocationID.x != 0)
        return;
    uvec2 sum = total(task);
    if ((task.type & TYPE_BOOLEAN) != 0)
        sum = uvec2(sum != uvec2(0) ? 1 : 0, 0);
    switch (task.type & ~TYPE_BOOLEAN) {
    case TYPE_I32:
        result[task.dst] = sum.y != 0 || sum.x > 0x7fffffffu ? 0x7fffffffu : sum.x;
        break;
    case TYPE_U32:
        result[task.dst] = sum.y != 0 ? 0xffffffffu : sum.x;
        break;
    default:
        result[task.dst] = sum.x;
        result[task.dst + 1] = sum.y;
        break;
    }
}
