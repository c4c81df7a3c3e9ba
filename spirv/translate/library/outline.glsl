// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Galvan authors
//
// Outlines of polygons: the calculations of the generated geometry shader of
// src/driver/shader/outline_text.c. Constants are those of struct gv_outline_constants, by rows of
// four:
//   c0: scale of the viewport and depth bias; c1: sign of front faces, whether front and back faces
//   are drawn, near; c2: units, units by the power of two of depth, slope, whether depth is offset;
//   c3: the least and the largest offset, clip space for window depth.

// Returns the area of a polygon of five vertices in clip space, as the sum of the determinants of
// the triangles of its fan. The sign of the area is right even if a vertex is behind the eye.
vec4 outline_area(const vec4 v0, const vec4 v1, const vec4 v2, const vec4 v3, const vec4 v4)
{
    const float first = dot(v0.xyw, cross(v1.xyw, v2.xyw));
    const float second = dot(v0.xyw, cross(v2.xyw, v3.xyw));
    return vec4(first + second + dot(v0.xyw, cross(v3.xyw, v4.xyw)));
}

// Returns 1 if the face of a polygon with this area is drawn, otherwise 0.
vec4 outline_face(const vec4 area, const vec4 c1, const vec4 u2, const vec4 u3, const vec4 u4)
{
    const float drawn = area.x * c1.x > 0.0 ? c1.y : c1.z;
    return vec4(drawn != 0.0 ? 1.0 : 0.0);
}

// Returns a vertex in window space without translation; w is the absolute value of the vertex's
// depth.
vec4 outline_window(const vec4 v, const vec4 c0, const vec4 u2, const vec4 u3, const vec4 u4)
{
    const vec3 place = v.xyz * c0.xyz * (1.0 / v.w);
    return vec4(place, abs(place.z + c0.w));
}

// Returns the larger of two numbers; a NaN is never larger.
float larger(const float x, const float y)
{
    return y > x ? y : x;
}

// Returns the normal of the plane of a polygon, whose vertices are results of outline_window(); w
// is the largest depth.
vec4 outline_plane(const vec4 w0, const vec4 w1, const vec4 w2, const vec4 w3, const vec4 w4)
{
    const vec3 e1 = w1.xyz - w0.xyz;
    const vec3 e2 = w2.xyz - w0.xyz;
    const vec3 e3 = w3.xyz - w0.xyz;
    const vec3 e4 = w4.xyz - w0.xyz;
    const vec3 normal = cross(e1, e2) + cross(e2, e3) + cross(e3, e4);
    const float depth = larger(larger(larger(larger(larger(0.0, w0.w), w1.w), w2.w), w3.w), w4.w);
    return vec4(normal, depth);
}

// Returns the amount that depth offset adds to z / w in the plane, a result of outline_plane().
vec4 outline_offset(const vec4 plane, const vec4 c2, const vec4 c3, const vec4 u3, const vec4 u4)
{
    const float steep = max(abs(plane.x), abs(plane.y)) * (1.0 / abs(plane.z));
    const float slope = plane.z != 0.0 ? steep : 0.0;
    const float power = uintBitsToFloat(floatBitsToUint(plane.w) & 0x7f800000u);
    const float added = power * c2.y + (slope * c2.z + c2.x);
    const float offset = min(max(added, c3.x), c3.y) * c3.z;
    return vec4(c2.w != 0.0 ? offset : 0.0);
}

// Returns 1 if the vertices differ, otherwise 0.
float outline_edge(const vec4 a, const vec4 b)
{
    return dot(abs(a - b), vec4(1.0)) != 0.0 ? 1.0 : 0.0;
}

// Returns 1 for each edge that exists, otherwise 0. Padding repeats vertices, so an edge between
// equal vertices does not exist; the last edge exists only if it closes the ring.
vec4 outline_edges(const vec4 v0, const vec4 v1, const vec4 v2, const vec4 v3, const vec4 v4)
{
    const float last = outline_edge(v3, v4) * (1.0 - outline_edge(v4, v0));
    return vec4(outline_edge(v0, v1), outline_edge(v1, v2), outline_edge(v2, v3), last);
}

// Returns the edges except those whose edge flag is 0.
vec4 outline_flagged(const vec4 edges, const vec4 f0, const vec4 f1, const vec4 f2, const vec4 f3)
{
    const vec4 flags = vec4(f0.x, f1.x, f2.x, f3.x);
    return mix(vec4(0.0), edges, notEqual(flags, vec4(0.0)));
}

// Returns a vertex with its depth moved by the offset, but not out of the view volume: depth is
// clamped at the near and far plane, not clipped.
vec4 outline_vertex(const vec4 v, const vec4 offset, const vec4 c1, const vec4 u3, const vec4 u4)
{
    const float near = min(v.z, v.w * c1.w);
    const float far = max(v.z, v.w);
    return vec4(v.xy, max(min(v.z + v.w * offset.x, far), near), v.w);
}
