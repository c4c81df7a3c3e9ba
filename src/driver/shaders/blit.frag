/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Blits: each pixel of the destination reads the source texel to which the unclipped rectangles map
 * the pixel. The file is compiled for each kind of source (DIM_*) and of value (KIND_*). SAMPLER
 * and VEC are the types of the source and of the value. */
#version 460
#ifdef KIND_STENCIL
#extension GL_ARB_shader_stencil_export : require
#endif

layout(push_constant) uniform Push {
    vec2 scale;  /* source texel = pixel * scale + offset */
    vec2 offset;
    float z;     /* layer, or coordinate across the slices, in texels */
    uint flags;
    uint stencil_bit;
    uint num_samples;
};

const uint LINEAR = 1;
const uint ALPHA_TO_RED = 2;
const uint ALPHA_TO_GREEN = 8;
const uint OPAQUE = 4;
const uint FETCH_LINEAR = 16; /* flag: the device cannot filter the format, so the shader filters */

layout(set = 0, binding = 0) uniform SAMPLER source;

#if defined(KIND_FLOAT) || defined(KIND_SINT) || defined(KIND_UINT)
layout(location = 0) out VEC color;
#endif

ivec3 nearest_texel(ivec3 size)
{
    vec3 at = vec3(gl_FragCoord.xy * scale + offset, z);
    return clamp(ivec3(floor(at)), ivec3(0), size - 1);
}

#if defined(KIND_FLOAT) && !defined(DIM_SAMPLES) && !defined(DIM_RESOLVE)
vec4 texel(ivec3 p)
{
#if defined(DIM_1D)
    return texelFetch(source, p.xz, 0);
#else
    return texelFetch(source, p, 0);
#endif
}

/* Interpolates between texels as the linear filter does: within a slice and, in 3D textures, also
 * between two slices. Does not interpolate between layers, nor between the rows of 1D textures. */
vec4 fetch_linear(ivec3 size)
{
    vec3 at = vec3(gl_FragCoord.xy * scale + offset, z) - 0.5;
#if defined(DIM_1D)
    at.yz = vec2(0, nearest_texel(size).z);
#elif defined(DIM_2D)
    at.z = nearest_texel(size).z;
#endif
    const vec3 first = floor(at), weight = at - first;
    vec4 value = vec4(0);
    for (int i = 0; i < 8; i++) {
        const ivec3 next = ivec3(i & 1, i >> 1 & 1, i >> 2);
        const vec3 w = mix(1 - weight, weight, bvec3(next));
        if (w.x * w.y * w.z > 0)
            value += w.x * w.y * w.z * texel(clamp(ivec3(first) + next, ivec3(0), size - 1));
    }
    return value;
}
#endif

VEC fetch()
{
#if defined(DIM_1D)
    ivec2 size = textureSize(source, 0);
    ivec3 p = nearest_texel(ivec3(size.x, 1, size.y));
#ifdef KIND_FLOAT
    if ((flags & LINEAR) != 0)
        return textureLod(source, vec2((gl_FragCoord.x * scale.x + offset.x) / size.x, p.z), 0);
    if ((flags & FETCH_LINEAR) != 0)
        return fetch_linear(ivec3(size.x, 1, size.y));
#endif
    return texelFetch(source, p.xz, 0);
#elif defined(DIM_2D)
    ivec3 size = textureSize(source, 0);
    ivec3 p = nearest_texel(size);
#ifdef KIND_FLOAT
    if ((flags & LINEAR) != 0)
        return textureLod(source, vec3((gl_FragCoord.xy * scale + offset) / size.xy, p.z), 0);
    if ((flags & FETCH_LINEAR) != 0)
        return fetch_linear(size);
#endif
    return texelFetch(source, p, 0);
#elif defined(DIM_3D)
    ivec3 size = textureSize(source, 0);
#ifdef KIND_FLOAT
    if ((flags & LINEAR) != 0)
        return textureLod(source, vec3(gl_FragCoord.xy * scale + offset, z) / size, 0);
    if ((flags & FETCH_LINEAR) != 0)
        return fetch_linear(size);
#endif
    return texelFetch(source, nearest_texel(size), 0);
#elif defined(DIM_SAMPLES)
    return texelFetch(source, nearest_texel(textureSize(source)), gl_SampleID);
#else
    ivec3 p = nearest_texel(textureSize(source));
    VEC value = texelFetch(source, p, 0);
#ifdef KIND_FLOAT
    for (int i = 1; i < int(num_samples); i++)
        value += texelFetch(source, p, i);
    value /= float(num_samples);
#endif
    return value;
#endif
}

void main()
{
    VEC value = fetch();
#if defined(KIND_DEPTH)
    gl_FragDepth = value.r;
#elif defined(KIND_STENCIL)
    gl_FragStencilRefARB = int(value.r);
#elif defined(KIND_STENCIL_BIT)
    if ((value.r >> stencil_bit & 1u) == 0)
        discard;
#else
    if ((flags & ALPHA_TO_RED) != 0)
        value.r = value.a;
    if ((flags & ALPHA_TO_GREEN) != 0)
        value.g = value.a;
    if ((flags & OPAQUE) != 0)
        value.a = 1;
    color = value;
#endif
}
