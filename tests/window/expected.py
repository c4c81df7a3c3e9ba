# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Computes the pixels that the examples must draw, without a GPU. Each function that is named like
an example returns rows of pixels; a pixel is None if it is too close to an edge to be predicted."""

import math

NEAR = 0.005  # pixels or texels: closer to an edge, the values of both sides are right
BACKGROUND = (26, 26, 26)


def triangle(width, height):
    corners = [(0.0, -0.8), (0.8, 0.8), (-0.8, 0.8)]
    a, b, c = [((x + 1) * width / 2, (y + 1) * height / 2) for x, y in corners]

    def cross(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    def pixel(x, y):
        p, total = (x + 0.5, y + 0.5), cross(a, b, c)
        parts = [cross(b, c, p) / total, cross(c, a, p) / total, cross(a, b, p) / total]
        distance = min(part * total / math.dist(*edge)
                       for part, edge in zip(parts, ((b, c), (c, a), (a, b))))
        if abs(distance) < NEAR:
            return None
        return tuple(part * 255 for part in parts) if distance > 0 else BACKGROUND
    return [[pixel(x, y) for x in range(width)] for y in range(height)]


def quad(width, height, number):
    angle = math.radians(number % 360)
    shorter = min(width, height)

    def pixel(x, y):
        # Maps a window position back to the quad, which spans -0.6 to 0.6, and to its 16 by 16
        # texels.
        u, v = (2 * x + 1 - width) / shorter, (2 * y + 1 - height) / shorter
        s = math.cos(angle) * u + math.sin(angle) * v
        t = math.cos(angle) * v - math.sin(angle) * u
        column, row = (s + 0.6) / 1.2 * 16, (t + 0.6) / 1.2 * 16
        if any(abs(at - round(at)) < NEAR for at in (column, row)):
            return None
        if not (0 < column < 16 and 0 < row < 16):
            return BACKGROUND
        column, row = int(column), int(row)
        return (column * 17, row * 17, 255 if (column + row) % 2 else 0)
    return [[pixel(x, y) for x in range(width)] for y in range(height)]


def life(width, height, number):
    size, random, cells = 128, 1, []
    for _ in range(size * size):
        random = (random * 1664525 + 1013904223) & 0xffffffff
        cells.append(1 if (random >> 16) % 3 == 0 else 0)
    for _ in range(number + 1):
        cells = next_generation(cells, size)
    colours = [(0, 0, 0), (0.3 * 255, 0.9 * 255, 0.5 * 255)]
    return [[colours[cells[(y * size // height) * size + x * size // width]]
             for x in range(width)] for y in range(height)]


def next_generation(cells, size):
    def alive(x, y):
        around = sum(cells[(y + dy) % size * size + (x + dx) % size]
                     for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
        return 1 if around == 3 or (around == 2 and cells[y * size + x]) else 0
    return [alive(x, y) for y in range(size) for x in range(size)]
