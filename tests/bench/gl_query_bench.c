/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* gl_query_bench -test CASE: draws frames with 1,024 occlusion queries through OpenGL. The CPU
 * never reads the results: each result is the condition of a draw, or is stored in a buffer. Prints
 * "CASE, NAME, THOUSANDS OF QUERIES PER SECOND, ", the output format of piglit's drawoverhead. The
 * program also takes drawoverhead's arguments, so that drawoverhead-ratio can run either. Fails if
 * a frame differs from what the conditions require. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scene.h"
#include "window.h"

enum {
    COLUMNS = 32, /* number of columns: one point per pixel, one query per point */
    NUM_QUERIES = COLUMNS * COLUMNS,
    WARM_FRAMES = 3,
    FRAMES = 40,
};

static GLuint queries[NUM_QUERIES];
static GLuint results; /* the buffer that gets the results */

/* Prints the reason. Called by the picture sources that this program includes. */
void scene_failed(const char *reason)
{
    fprintf(stderr, "gl_query_bench: %s\n", reason);
}

/* Binds a vertex buffer with a point in the middle of each pixel. The points of every other column
 * lie behind the cleared depth. */
static void bind_points(void)
{
    static float points[NUM_QUERIES][3];
    GLuint buffer;
    for (int i = 0; i < NUM_QUERIES; i++) {
        points[i][0] = ((float)(i % COLUMNS) + 0.5f) * 2 / COLUMNS - 1;
        points[i][1] = ((float)(i / COLUMNS) + 0.5f) * 2 / COLUMNS - 1;
        points[i][2] = i & 1 ? 0.5f : -0.5f;
    }
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof(points), points, GL_STATIC_DRAW);
    glVertexPointer(3, GL_FLOAT, 0, NULL);
    glEnableClientState(GL_VERTEX_ARRAY);
}

static void bind_target(void)
{
    GLuint framebuffer, buffers[2];
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(2, buffers);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, COLUMNS, COLUMNS);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, COLUMNS, COLUMNS);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
    glViewport(0, 0, COLUMNS, COLUMNS);
}

static void draw_queries(GLint color)
{
    glClearDepth(0.5);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glUniform4f(color, 0, 0, 1, 1);
    for (int i = 0; i < NUM_QUERIES; i++) {
        glBeginQuery(GL_SAMPLES_PASSED, queries[i]);
        glDrawArrays(GL_POINTS, i, 1);
        glEndQuery(GL_SAMPLES_PASSED);
    }
    glDisable(GL_DEPTH_TEST);
}

static void frame_of_conditions(GLint color)
{
    draw_queries(color);
    glUniform4f(color, 0, 1, 0, 1);
    for (int i = 0; i < NUM_QUERIES; i++) {
        glBeginConditionalRender(queries[i], GL_QUERY_WAIT);
        glDrawArrays(GL_POINTS, i, 1);
        glEndConditionalRender();
    }
}

static void frame_of_results(GLint color)
{
    draw_queries(color);
    glBindBuffer(GL_QUERY_BUFFER, results);
    for (size_t i = 0; i < NUM_QUERIES; i++)
        glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, (GLuint *)(i * sizeof(GLuint)));
    glBindBuffer(GL_QUERY_BUFFER, 0);
}

static int check_conditions(void)
{
    static GLubyte pixels[NUM_QUERIES][4];
    glReadPixels(0, 0, COLUMNS, COLUMNS, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (int i = 0; i < NUM_QUERIES; i++) {
        const GLubyte green = i & 1 ? 0 : 255;
        if (pixels[i][1] != green || pixels[i][2] != 0) {
            fprintf(stderr, "gl_query_bench: pixel %d is wrong\n", i);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}

/* Checks a copy of the results, since Mesa 22.3's virgl client does not know that the server has
 * written to the results buffer. */
static int check_results(void)
{
    static GLuint got[NUM_QUERIES];
    GLuint copy;
    glGenBuffers(1, &copy);
    glBindBuffer(GL_COPY_WRITE_BUFFER, copy);
    glBufferData(GL_COPY_WRITE_BUFFER, sizeof(got), NULL, GL_STATIC_READ);
    glBindBuffer(GL_COPY_READ_BUFFER, results);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, sizeof(got));
    glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, sizeof(got), got);
    for (int i = 0; i < NUM_QUERIES; i++) {
        if (got[i] != (i & 1 ? 0 : 1)) {
            fprintf(stderr, "gl_query_bench: result %d is wrong\n", i);
            return EXIT_FAILURE;
        }
    }
    return EXIT_SUCCESS;
}

static const struct bench_case {
    const char *name;
    void (*frame)(GLint color);
    int (*check)(void);
} cases[] = {
    {"queries that are conditions", frame_of_conditions, check_conditions},
    {"queries whose results go to a buffer", frame_of_results, check_results},
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int run(unsigned number)
{
    const struct bench_case *c = &cases[number - 1];
    double start = 0;
    glGenQueries(NUM_QUERIES, queries);
    glGenBuffers(1, &results);
    glBindBuffer(GL_QUERY_BUFFER, results);
    glBufferData(GL_QUERY_BUFFER, NUM_QUERIES * sizeof(GLuint), NULL, GL_DYNAMIC_READ);
    glBindBuffer(GL_QUERY_BUFFER, 0);
    bind_target();
    bind_points();
    GLuint program = use_program("void main() { gl_Position = gl_Vertex; }",
                                 "uniform vec4 color;"
                                 "void main() { gl_FragColor = color; }");
    GLint color = glGetUniformLocation(program, "color");
    for (int i = 0; i < WARM_FRAMES + FRAMES; i++) {
        if (i == WARM_FRAMES) {
            glFinish();
            start = now();
        }
        c->frame(color);
        glFlush();
    }
    glFinish();
    double rate = NUM_QUERIES * FRAMES / (now() - start) / 1000;
    printf("%4u, %s, %.0f, \n", number, c->name, rate);
    return c->check();
}

int main(int argc, char **argv)
{
    unsigned number = 0;
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "-test") == 0)
            number = strcmp(argv[i + 1], "1") == 0 ? 1 : strcmp(argv[i + 1], "2") == 0 ? 2 : 0;
    if (!number) {
        fprintf(stderr, "usage: gl_query_bench -test 1|2\n");
        return 2;
    }
    struct window *window = window_open();
    if (!window || !window_begin(window, SCENE_GL))
        return EXIT_FAILURE;
    int status = run(number);
    window_end(window);
    window_close(window);
    return status;
}
