/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Generates the points and primitives of the patches of a window. Each thread generates one point
 * and one primitive. The points of a patch are numbered along the outer sides, counter-clockwise
 * from (0, 0); the end of a side is the first point of the next side. The inner points follow. See
 * driver/emulate/lowered_tessellation.c. */
#version 450
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 64) in;

#include "output.glsl"
#include "tess.glsl"
#include "tess_window.glsl"

/* ---- Points -------------------------------------------------------------------------------- */

/* Divides and rounds to nearest. */
uint divide(uint x, uint y)
{
    return (2 * x + y) / (2 * y);
}

/* Returns the coordinate of point i in the lower half of a side with n segments, two of which are
 * shorter than the others. Interpolates between the coordinates that the point would have with n -
 * 2 and with n equal segments. */
uint place_between(uint i, Level l)
{
    uint n = l.segments, half_points = n % 2 == 0 ? n / 2 - 1 : (n - 1) / 2 - 1;
    uint split = half_points > 0 ? 2 * (half_points - (1u << findMSB(half_points))) + 1 : 0;
    uint few = i > split ? i - 1 : i;
    uint part = l.fixed_point - (n - 2) * ONE; /* the weight of n segments, out of 2 */
    uint sum = (2 * ONE - part) * few * n + part * i * (n - 2);
    return (sum + n * (n - 2)) / (2 * n * (n - 2));
}

/* Returns the coordinate of point i of a side with n + 1 points. The upper half mirrors the lower
 * half. */
uint place(uint i, Level l)
{
    uint n = l.segments;
    if (2 * i == n)
        return ONE / 2;
    bool mirrored = 2 * i > n;
    uint k = mirrored ? n - i : i;
    uint at = l.fixed_point == n * ONE ? divide(ONE * k, n) : place_between(k, l);
    return mirrored ? ONE - at : at;
}

/* Returns the index of a side's outer level. The first side is v = 0, the next is u = 1 (in a
 * triangle, the side opposite to (0, 0)), and so on around the domain; the last side is u = 0. */
uint level_of_side(uint side, uint sides)
{
    return side + 1 < sides ? side + 1 : 0;
}

/* Returns the side of outer point i. Changes i to the point's index on this side. */
uint find_side(Patch p, inout uint i)
{
    uint side = 0;
    while (i >= p.outer[level_of_side(side, p.sides)].segments)
        i -= p.outer[level_of_side(side++, p.sides)].segments;
    return side;
}

uvec2 quad_point(Patch p, uint i)
{
    uint across = p.inner[0].segments - 1;
    if (i >= p.sum)
        return uvec2(place(1 + (i - p.sum) % across, p.inner[0]),
                     place(1 + (i - p.sum) / across, p.inner[1]));
    uint side = find_side(p, i);
    uint x = place(i, p.outer[level_of_side(side, 4)]);
    return side == 0 ? uvec2(x, 0)
         : side == 1 ? uvec2(ONE, x)
         : side == 2 ? uvec2(ONE - x, ONE)
                     : uvec2(0, ONE - x);
}

/* Returns the point at coordinate x on a side of an inner triangle, whose sides have distance d
 * from the domain's sides. */
uvec2 on_triangle(uint side, uint x, uint d)
{
    return side == 0 ? uvec2(x, d) : side == 1 ? uvec2(ONE - d - x, x) : uvec2(d, ONE - d - x);
}

/* Returns point i on a side of ring k. The ring's sides have q segments. */
uvec2 ring_point(Level inner, uint k, uint q, uint side, uint i)
{
    uint p = place(k, inner), d = divide(2 * p, 3);
    bool mirrored = 2 * i > q;
    uint x = 2 * i == q ? (ONE - d) / 2 : place(k + (mirrored ? q - i : i), inner) - p + d;
    return on_triangle(side, mirrored ? ONE - d - x : x, d);
}

uvec2 triangle_point(Patch p, uint i)
{
    if (i < p.sum) {
        uint side = find_side(p, i);
        return on_triangle(side, place(i, p.outer[level_of_side(side, 3)]), 0);
    }
    uint k = 1, q = p.inner[0].segments - 2;
    for (i -= p.sum; q > 0 && i >= 3 * q; k++) {
        i -= 3 * q;
        q -= 2;
    }
    return q == 0 ? uvec2(21845) : ring_point(p.inner[0], k, q, i / q, i % q);
}

uvec2 line_point(Patch p, uint i)
{
    uint n = p.outer[1].segments + 1;
    return uvec2(place(i % n, p.outer[1]), place(i / n, p.outer[0]));
}

/* ---- Triangles ----------------------------------------------------------------------------- */

/* strip_triangle() returns triangle t of a strip of a + b triangles between an outer side with b
 * segments and an inner side with a segments. Each triangle has two vertices on one side and one on
 * the other. A vertex is returned as its index on its side, plus INSIDE if this is the inner
 * side. */
const uint INSIDE = 256;

uvec3 strip_triangle(uint t, uint a, uint b)
{
    if (t < b)
        return uvec3(t, t + 1, INSIDE + ((2 * t + 1) * a + b - 1) / (2 * b));
    uint i = t - b;
    return uvec3(INSIDE + i + 1, INSIDE + i, ((2 * i + 1) * b + a) / (2 * a));
}

/* Returns the index of point `at` of a ring. The ring begins at point `first` and has `sum`
 * points. */
uint on_ring(uint first, uint sum, uint at)
{
    return first + (at < sum ? at : at - sum);
}

uint outer_point(Patch p, uint side, uint i)
{
    for (uint s = 0; s < side; s++)
        i += p.outer[level_of_side(s, p.sides)].segments;
    return on_ring(0, p.sum, i);
}

uint quad_inner_point(Patch p, uint side, uint i)
{
    uint m = p.inner[0].segments, n = p.inner[1].segments;
    uvec2 at = side == 0 ? uvec2(i, 0)
             : side == 1 ? uvec2(m - 2, i)
             : side == 2 ? uvec2(m - 2 - i, n - 2)
                         : uvec2(0, n - 2 - i);
    return p.sum + at.y * (m - 1) + at.x;
}

/* Returns the side of the outermost strip that contains triangle t, and changes t to the triangle's
 * index in the strip. If no outermost strip contains the triangle, returns the number of sides, and
 * t becomes the triangle's index among the inner triangles. */
uint find_strip(Patch p, inout uint t)
{
    uint side = 0;
    for (; side < p.sides; side++) {
        uint num = p.inner[p.sides == 4 ? side % 2 : 0].segments - 2 +
                   p.outer[level_of_side(side, p.sides)].segments;
        if (t < num)
            break;
        t -= num;
    }
    return side;
}

/* Returns triangle t of the inner rectangle. The diagonal of each cell leads towards the centre, so
 * that edges join the corners of concentric rings. */
uvec3 quad_cell(Patch p, uint t)
{
    uint across = p.inner[0].segments - 2, down = p.inner[1].segments - 2;
    uint x = t / 2 % across, y = t / 2 / across, row = across + 1;
    uint a = p.sum + y * row + x, b = a + 1, c = a + row, d = c + 1;
    if ((2 * x < across) == (2 * y < down))
        return t % 2 == 0 ? uvec3(a, b, d) : uvec3(a, d, c);
    return t % 2 == 0 ? uvec3(a, b, c) : uvec3(b, d, c);
}

uvec3 quad_triangle(Patch p, uint t)
{
    if (p.inner[0].segments == 1)
        return t == 0 ? uvec3(0, 1, 2) : uvec3(0, 2, 3);
    uint side = find_strip(p, t);
    if (side == 4)
        return quad_cell(p, t);
    uvec3 v = strip_triangle(t, p.inner[side % 2].segments - 2,
                             p.outer[level_of_side(side, 4)].segments);
    for (uint k = 0; k < 3; k++)
        v[k] = v[k] < INSIDE ? outer_point(p, side, v[k])
                             : quad_inner_point(p, side, v[k] - INSIDE);
    return v;
}

/* Returns the index of point i on a side of ring k of a triangle. The ring's sides have q
 * segments. */
uint ring_index(Patch p, uint k, uint q, uint side, uint i)
{
    uint first = p.sum + 3 * ((k - 1) * p.inner[0].segments - (k - 1) * k);
    return q == 0 ? first : on_ring(first, 3 * q, side * q + i);
}

uvec3 ring_triangle(Patch p, uint k, uint q, uint t)
{
    if (q == 1)
        return uvec3(0, 1, 2) + ring_index(p, k, q, 0, 0);
    uint side = t / (2 * q - 2);
    uvec3 v = strip_triangle(t % (2 * q - 2), q - 2, q);
    for (uint i = 0; i < 3; i++)
        v[i] = v[i] < INSIDE ? ring_index(p, k, q, side, v[i])
                             : ring_index(p, k + 1, q - 2, side, v[i] - INSIDE);
    return v;
}

uvec3 triangle_triangle(Patch p, uint t)
{
    uint m = p.inner[0].segments;
    if (m == 1)
        return uvec3(0, 1, 2);
    uint side = find_strip(p, t);
    if (side < 3) {
        uvec3 v = strip_triangle(t, m - 2, p.outer[level_of_side(side, 3)].segments);
        for (uint k = 0; k < 3; k++)
            v[k] = v[k] < INSIDE ? outer_point(p, side, v[k])
                                 : ring_index(p, 1, m - 2, side, v[k] - INSIDE);
        return v;
    }
    uint k = 1, q = m - 2;
    for (; q > 1 && t >= 3 * (2 * q - 2); k++) {
        t -= 3 * (2 * q - 2);
        q -= 2;
    }
    return ring_triangle(p, k, q, t);
}

/* ---- Points and primitives ------------------------------------------------------------------- */

/* Returns the patch of the window that contains point or primitive i. what: COUNT_POINTS or
 * COUNT_PRIMITIVES. */
uint find_owner(uint i, uint what)
{
    uint first = scratch.words[args.window + WINDOW_FIRST];
    uint end = scratch.words[args.window + WINDOW_NEXT];
    while (end - first > 1) {
        uint middle = first + (end - first) / 2;
        if (before(middle, what) <= i)
            first = middle;
        else
            end = middle;
    }
    return first;
}

void make_point(uint me)
{
    uint first = before(scratch.words[args.window + WINDOW_FIRST], COUNT_POINTS);
    uint number = find_owner(first + me, COUNT_POINTS);
    uint i = first + me - before(number, COUNT_POINTS), at = args.points + 3 * me;
    Patch p = find_patch(number);
    uvec2 c = DOMAIN == QUADS     ? quad_point(p, i)
            : DOMAIN == TRIANGLES ? triangle_point(p, i)
                                       : line_point(p, i);
    scratch.words[at] = floatBitsToUint(float(c.x) / float(ONE));
    scratch.words[at + 1] = floatBitsToUint(float(c.y) / float(ONE));
    scratch.words[at + 2] = number;
}

/* Returns primitive i of a patch, as indices of the patch's points. */
uvec3 find_primitive(Patch p, uint i)
{
    if (args.point_mode != 0)
        return uvec3(i);
    if (DOMAIN == ISOLINES) {
        uint n = p.outer[1].segments, first = i / n * (n + 1) + i % n;
        return uvec3(first, first + 1, 0);
    }
    uvec3 v = DOMAIN == QUADS ? quad_triangle(p, i) : triangle_triangle(p, i);
    return args.clockwise != 0 ? v.xzy : v;
}

void make_primitive(uint me)
{
    uint first_patch = scratch.words[args.window + WINDOW_FIRST], corners = args.list.prim_vertices;
    uint first = before(first_patch, COUNT_PRIMITIVES);
    uint number = find_owner(first + me, COUNT_PRIMITIVES);
    uint first_point = before(number, COUNT_POINTS) - before(first_patch, COUNT_POINTS);
    uvec3 v = find_primitive(find_patch(number), first + me - before(number, COUNT_PRIMITIVES));
    bool rotate = (args.list.order & ROTATE) != 0;
    for (uint k = 0; k < corners; k++) {
        uint corner = rotate ? (k + corners - 1) % corners : k;
        scratch.words[args.list.indices + me * corners + k] = first_point + v[corner];
    }
}

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint me = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (me < scratch.words[args.window + WINDOW_POINTS])
        make_point(me);
    if (me < scratch.words[args.window + WINDOW_PRIMITIVES])
        make_primitive(me);
}
