/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* swap_client MODE: a program that swaps, and checks the results that OpenGL guarantees. Frame i
 * has one colour, which encodes i. frames.py, which lists the modes, and trim.py run this program.
 * Its exit status is 0 if all checks have passed. */
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "swap_displays.h"
#include "swap_intervals.h"
#include "swap_picks.h"
#include "swap_pixmaps.h"
#include "swap_single.h"
#include "swap_view.h"
#include "util/text.h"

enum {
    CLEARED_FRAMES = 200,
    MANY_FRAMES = 100
};

/* ---- Modes ----------------------------------------------------------------------------------- */

/* Swaps as fast as possible, while another process reads the window (swap_client watch). Leaves the
 * last frame in the window until standard input ends. */
static void numbers(void)
{
    struct view view = open_view(true);
    printf("%lu\n", view.window);
    fflush(stdout);
    swap_frames(&view, 1, 400);
    /* The loop sends no request to the X server, because a request would make the frame visible. */
    while (getchar() != EOF) {
    }
    _exit(0);
}

/* Reads another program's window until it shows frame 400. Checks that the frames come in order,
 * and that each frame has one colour from corner to corner. */
static void watch(Window window)
{
    Display *x = XOpenDisplay(NULL);
    unsigned last = 0, num_seen = 0;
    while (x && last < 400) {
        unsigned corner = seen_at(x, window, 0, 0);
        XImage *image = XGetImage(x, window, 0, 0, WIDTH, HEIGHT, AllPlanes, ZPixmap);
        if (!image)
            die("no image of the window");
        unsigned long first = XGetPixel(image, 0, 0);
        unsigned now = frame_of((unsigned char)(first >> 16), (unsigned char)(first >> 8));
        if (now < corner || corner < last)
            wrong("a frame comes back", now, last);
        for (int y = 0; y < HEIGHT; y += 7) {
            if (first != 0 && XGetPixel(image, WIDTH - 1 - y, y) != first)
                wrong("a frame is torn", (unsigned)y, now);
        }
        XDestroyImage(image);
        num_seen += now != last;
        last = now;
    }
    printf("%u\n", num_seen);
}

static void shown(void)
{
    struct view view = open_view(true);
    for (unsigned i = 1; i <= FRAMES; i++) {
        swap_frames(&view, i, 1);
        if (i % 5 == 0)
            expect_on_window(view.x, view.window, i);
    }
}

/* Swaps by the function `symbol`, whose address the program has looked up at run time. */
static void found(void *symbol, const char *how)
{
    void (*swap)(Display *, GLXDrawable);
    struct view view = open_view(true);
    if (!symbol)
        die(how);
    memcpy(&swap, &symbol, sizeof(symbol));
    for (unsigned i = 1; i <= FRAMES; i++) {
        clear_to(i);
        swap(view.x, view.window);
    }
    glXWaitGL();
    expect_on_window(view.x, view.window, FRAMES);
}

static void by_dlsym(void)
{
    void *library = dlopen("libGL.so.1", RTLD_LAZY);
    found(library ? dlsym(library, "glXSwapBuffers") : NULL, "no glXSwapBuffers by dlsym");
}

static void by_address(void)
{
    found((void *)glXGetProcAddress((const GLubyte *)"glXSwapBuffers"), "no glXGetProcAddress");
}

/* Reads the whole back buffer before and after each swap. On the wire, such a read looks like a
 * swap. */
static void read_back(void)
{
    struct view view = open_view(true);
    for (unsigned i = 1; i <= FRAMES; i++) {
        clear_to(i);
        glFinish();
        unsigned before = read_pixels(WIDTH, HEIGHT);
        glXSwapBuffers(view.x, view.window);
        clear_to(i + 1000);
        unsigned behind = read_pixels(WIDTH, HEIGHT);
        if (before != i)
            wrong("glReadPixels before the swap", before, i);
        if (behind != i + 1000)
            wrong("glReadPixels behind the swap", behind, i + 1000);
    }
    expect_on_window(view.x, view.window, FRAMES);
}

/* Draws to the front buffer between swaps; checks that the window shows this drawing when
 * glFinish() returns. */
static void front(void)
{
    struct view view = open_view(true);
    for (unsigned i = 1; i <= FRAMES; i += 2) {
        swap_frames(&view, i, 1);
        glDrawBuffer(GL_FRONT);
        clear_to(i + 1);
        glFinish();
        expect_on_window(view.x, view.window, i + 1);
        glDrawBuffer(GL_BACK);
    }
}

/* Reads the front buffer after each swap. If the window has no front buffer of its own, Mesa
 * creates one at the first read, copies the window's contents to it, and never updates it.
 * frames.py checks that the program reads the same pixels with --frames-ahead 1, which makes the
 * program wait for each frame. */
static void front_read(void)
{
    struct view view = open_view(true);
    for (unsigned i = 1; i <= FRAMES; i++) {
        swap_frames(&view, i, 1);
        glReadBuffer(GL_FRONT);
        printf("%u\n", read_pixels(WIDTH, HEIGHT));
        glReadBuffer(GL_BACK);
        if (i % 5 == 0)
            expect_on_window(view.x, view.window, i);
    }
}

/* Makes two draws by one call, with indices in the program's memory. Each draw fills a half of the
 * window. */
static void multi_draws(void)
{
    static const int vertices[][2] = {{0, 0}, {1, 0}, {1, 2}, {0, 2},
                                      {1, 0}, {2, 0}, {2, 2}, {1, 2}};
    static const unsigned char left[] = {0, 1, 2, 3}, right[] = {4, 5, 6, 7};
    static const void *const indices[] = {left, right};
    static const GLsizei counts[] = {4, 4};
    struct view view = open_view(true);

    glTranslatef(-1, -1, 0);
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_INT, 0, vertices);
    clear_to(1);
    glColor3ub(2 * 2 + 1, 1, 128); /* frame 2 */
    glMultiDrawElements(GL_TRIANGLE_FAN, counts, GL_UNSIGNED_BYTE, indices, 2);
    glXSwapBuffers(view.x, view.window);
    for (int i = 0; i < 2; i++) {
        if (seen_at(view.x, view.window, WIDTH / 4 + i * WIDTH / 2, HEIGHT / 2) != 2)
            wrong("a draw is missing", (unsigned)i, 2);
    }
}

static void resize(void)
{
    struct view view = open_view(true);
    for (unsigned i = 1; i <= FRAMES; i++) {
        unsigned width = WIDTH + i * 7 % 50, height = HEIGHT + i * 5 % 40;
        XResizeWindow(view.x, view.window, width, height);
        XSync(view.x, False);
        swap_frames(&view, i, 1 + i % 4); /* the first frame may have the old size */
        glViewport(0, 0, (GLsizei)width, (GLsizei)height);
        swap_frames(&view, i, 2);
        expect_on_window(view.x, view.window, i + 1);
        unsigned corner = seen_at(view.x, view.window, (int)width - 1, (int)height - 1);
        if (corner != i + 1)
            wrong("the corner shows another frame", corner, i + 1);
    }
}

/* Destroys windows while their frames are pending; checks that the program's connection receives no
 * error. */
static void vanish(void)
{
    struct view view = open_view(true);
    for (unsigned i = 0; i < 20; i++) {
        Window next = make_window(view.x, view.visual);
        swap_frames(&view, i * 10, 5);
        glXMakeCurrent(view.x, next, view.context);
        XDestroyWindow(view.x, view.window);
        view.window = next;
    }
    swap_frames(&view, 300, 5);
    expect_on_window(view.x, view.window, 304);
}

/* Destroys the window in another process; checks that nothing waits for this program's frames. */
static void killed(void)
{
    struct view view = open_view(true);
    Display *other = XOpenDisplay(NULL);
    swap_frames(&view, 1, 10);
    destroy_elsewhere(view.window);
    Window next = make_window(other, view.visual);
    view.window = next;
    glXMakeCurrent(view.x, next, view.context);
    swap_frames(&view, 100, 10);
    expect_on_window(view.x, next, 109);
}

/* A child process that draws on a window of its parent. The two processes have separate connections
 * to the X server, so the parent's checks do not wait for the child's frames. */
struct drawer {
    Display *x; /* the parent's */
    Window window;
    pid_t pid;
};

static struct drawer start_drawer(void (*draw)(struct view *view, unsigned num), unsigned num)
{
    int attributes[] = {GLX_RGBA, GLX_RED_SIZE, 8, GLX_DOUBLEBUFFER, None};
    struct drawer drawer = {.pid = -1};
    int ends[2];
    if (pipe(ends) != 0)
        die("no pipe");
    drawer.pid = fork();
    if (drawer.pid == 0) {
        struct view view = {.x = XOpenDisplay(NULL)};
        if (read(ends[0], &view.window, sizeof(view.window)) != sizeof(view.window))
            _exit(3);
        view.visual = glXChooseVisual(view.x, DefaultScreen(view.x), attributes);
        view.context = glXCreateContext(view.x, view.visual, NULL, True);
        glXMakeCurrent(view.x, view.window, view.context);
        draw(&view, num);
        exit(0);
    }
    drawer.x = XOpenDisplay(NULL);
    if (!drawer.x)
        die("no X server");
    XVisualInfo *visual = glXChooseVisual(drawer.x, DefaultScreen(drawer.x), attributes);
    drawer.window = make_window(drawer.x, visual);
    /* Without a background, the window would show a frame of an earlier window. */
    XSetWindowBackground(drawer.x, drawer.window, 0);
    XClearWindow(drawer.x, drawer.window);
    XSync(drawer.x, False);
    if (write(ends[1], &drawer.window, sizeof(drawer.window)) != sizeof(drawer.window))
        die("no pipe");
    close(ends[0]);
    close(ends[1]);
    return drawer;
}

static void draw_frames(struct view *view, unsigned num)
{
    swap_frames(view, 1, num);
}

/* Lets a child draw and exit at once; checks that the window, which stays, shows the child's last
 * frame. */
static void leave(void)
{
    struct drawer drawer = start_drawer(draw_frames, FRAMES);
    int status = 1;
    waitpid(drawer.pid, &status, 0);
    if (status)
        wrong("the child's status", (unsigned)status, 0);
    expect_on_window(drawer.x, drawer.window, FRAMES);
}

static void draw_and_sleep(struct view *view, unsigned num)
{
    swap_frames(view, 1, num);
    for (;;)
        pause();
}

/* Waits for a frame, for at most a minute. */
static unsigned await_frame(const struct drawer *drawer, unsigned first)
{
    unsigned got = 0;
    for (unsigned i = 0; i < 6000 && got < first; i++) {
        usleep(10000);
        got = seen_at(drawer->x, drawer->window, 3, 3);
    }
    return got;
}

/* Lets a child draw one to three frames and then sleep; checks that the window shows the child's
 * last frame. Mesa itself sends only the first frame to the X server. */
static void sleeps(void)
{
    for (unsigned num = 1; num <= 3; num++) {
        struct drawer drawer = start_drawer(draw_and_sleep, num);
        unsigned got = await_frame(&drawer, num);
        if (got != num)
            wrong("the window of who sleeps shows another frame", got, num);
        kill(drawer.pid, SIGKILL);
        waitpid(drawer.pid, NULL, 0);
    }
}

static void draw_for_ever(struct view *view, unsigned num)
{
    for (unsigned i = 1;; i = i % num + 1)
        swap_frames(view, i, 1);
}

/* Kills a child while it swaps; checks that the window shows one whole frame. */
static void killed_in_swaps(void)
{
    for (unsigned round = 0; round < 6; round++) {
        struct drawer drawer = start_drawer(draw_for_ever, 10000);
        await_frame(&drawer, 5);
        usleep(round * 1300);
        kill(drawer.pid, SIGKILL);
        waitpid(drawer.pid, NULL, 0);
        usleep(50000);
        unsigned got = seen_at(drawer.x, drawer.window, 0, 0);
        if (got < 5)
            wrong("the window lost its frame", got, 5);
        for (int y = 0; y < HEIGHT; y += 7) {
            unsigned there = seen_at(drawer.x, drawer.window, WIDTH - 1 - y, y);
            if (there != got)
                wrong("the last frame is torn", there, got);
        }
    }
}

/* Ends a child by exit(); checks that its parent's frames are unaffected. */
static void forks(void)
{
    struct view view = open_view(true);
    for (unsigned i = 1; i <= FRAMES; i++) {
        swap_frames(&view, i, 1);
        if (i % 10 == 5) {
            pid_t child = fork();
            if (child == 0)
                exit(0);
            waitpid(child, NULL, 0);
        }
    }
    expect_on_window(view.x, view.window, FRAMES);
}

static void two_windows(void)
{
    struct view view = open_view(true), other = view;
    other.window = make_window(view.x, view.visual);
    XMoveWindow(view.x, other.window, WIDTH + 20, 0);
    for (unsigned i = 1; i <= FRAMES; i++) {
        swap_frames(&view, i, 1);
        glXMakeCurrent(view.x, other.window, view.context);
        swap_frames(&other, i + 500, 1);
        glXMakeCurrent(view.x, view.window, view.context);
    }
    expect_on_window(view.x, view.window, FRAMES);
    expect_on_window(view.x, other.window, FRAMES + 500);
}

/* Mesa 22.3 counts the handles of all its connections by one counter, without a lock: if two
 * threads create resources, handles get lost. So one thread after the other creates its resources.
 */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void *in_thread(void *data)
{
    int place = *(const int *)data;
    pthread_mutex_lock(&turn);
    struct view view = open_view(true);
    XMoveWindow(view.x, view.window, place * (WIDTH + 10), 0);
    swap_frames(&view, 1, 3);
    pthread_mutex_unlock(&turn);
    pthread_barrier_wait(&both);
    swap_frames(&view, 4, FRAMES - 3);
    expect_on_window(view.x, view.window, FRAMES);
    return NULL;
}

static void two_threads(void)
{
    const int places[] = {0, 1};
    pthread_t threads[2];
    XInitThreads();
    pthread_barrier_init(&both, NULL, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, in_thread, (void *)&places[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

/* Grabs the X server while swapping, so that no other client can draw the program's frames. */
static void grab(void)
{
    struct view view = open_view(true);
    swap_frames(&view, 1, 10);
    XGrabServer(view.x);
    swap_frames(&view, 11, 10);
    expect_on_window(view.x, view.window, 20);
    XUngrabServer(view.x);
    swap_frames(&view, 21, 10);
    expect_on_window(view.x, view.window, 30);
}

/* Grabs the X server in a way that the client library does not notice, and swaps. Only the first
 * swap may wait for the X server in vain. */
static void hidden_grab(void)
{
    struct view view = open_view(true);
    void *library = dlopen("libX11.so.6", RTLD_LAZY);
    int (*hold)(Display *) = (int (*)(Display *))dlsym(library, "XGrabServer");
    swap_frames(&view, 1, 10);
    glXWaitGL();
    hold(view.x);
    XFlush(view.x);
    swap_frames(&view, 11, 10);
    expect_on_window(view.x, view.window, 20);
}

static void pixmap(void)
{
    struct view view = open_view(true);
    Pixmap under = XCreatePixmap(view.x, view.window, WIDTH, HEIGHT, 24);
    GLXPixmap drawable = glXCreateGLXPixmap(view.x, view.visual, under);
    for (unsigned i = 1; i <= 10; i++) {
        swap_frames(&view, i, 2);
        glXMakeCurrent(view.x, drawable, view.context);
        glDrawBuffer(GL_FRONT);
        clear_to(i + 200);
        glXWaitGL();
        expect_on_window(view.x, under, i + 200);
        glXMakeCurrent(view.x, view.window, view.context);
        glDrawBuffer(GL_BACK);
    }
    expect_on_window(view.x, view.window, 11);
}

static void part(void)
{
    typedef void (*copy_fn)(Display *, GLXDrawable, int, int, int, int);
    copy_fn copy = (copy_fn)glXGetProcAddress((const GLubyte *)"glXCopySubBufferMESA");
    struct view view = open_view(true);
    for (unsigned i = 1; i <= FRAMES; i += 2) {
        swap_frames(&view, i, 1);
        clear_to(i + 1);
        copy(view.x, view.window, 0, 0, WIDTH, HEIGHT / 2); /* the lower half */
        expect_on_window(view.x, view.window, i);
        unsigned low = seen_at(view.x, view.window, 3, HEIGHT - 3);
        if (low != i + 1)
            wrong("the lower half shows another frame", low, i + 1);
    }
}

/* Clears and swaps a larger window, as tests/bench/present_bench.c does. */
static void cleared(void)
{
    struct view view = open_view(true);
    XResizeWindow(view.x, view.window, 800, 600);
    XSync(view.x, False);
    swap_frames(&view, 1, CLEARED_FRAMES);
    glXWaitGL();
    expect_on_window(view.x, view.window, CLEARED_FRAMES);
}

/* ---- Buffers that are replaced ----------------------------------------------------------------
 */

enum {
    CELL = 10, /* pixels */
    COLUMNS = WIDTH / CELL,
    ROWS = HEIGHT / CELL
};

static void cell_colour(unsigned frame, unsigned cell, unsigned char *out_rgb)
{
    out_rgb[0] = (unsigned char)(cell + frame);
    out_rgb[1] = (unsigned char)(cell * 3);
    out_rgb[2] = (unsigned char)(frame * 11 + 1);
}

/* Draws one cell, from a buffer whose contents are replaced for the cell. */
static void draw_cell(unsigned frame, unsigned cell)
{
    const float left = (float)(cell % COLUMNS) / COLUMNS * 2 - 1, right = left + 2.0f / COLUMNS;
    const float low = (float)(cell / COLUMNS) / ROWS * 2 - 1, high = low + 2.0f / ROWS;
    const float vertices[] = {left, low, right, low, right, high, left, high};
    unsigned char rgb[3];
    cell_colour(frame, cell, rgb);
    glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STREAM_DRAW);
    glVertexPointer(2, GL_FLOAT, 0, NULL);
    glColor3ubv(rgb);
    glDrawArrays(GL_QUADS, 0, 4);
}

static void check_cells(unsigned frame)
{
    static unsigned char pixels[HEIGHT][WIDTH][4];
    unsigned char rgb[3];
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (unsigned cell = 0; cell < COLUMNS * ROWS; cell++) {
        cell_colour(frame, cell, rgb);
        const unsigned char *got =
            pixels[cell / COLUMNS * CELL + CELL / 2][cell % COLUMNS * CELL + CELL / 2];
        if (memcmp(got, rgb, sizeof(rgb)) != 0)
            wrong("a cell has another colour", got[0], rgb[0]);
    }
}

/* Reuses buffers as soon as they are idle; checks the frames. */
static void buffers(void)
{
    struct view view = open_view(true);
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glEnableClientState(GL_VERTEX_ARRAY);
    for (unsigned frame = 0; frame < 100; frame++) {
        for (unsigned cell = 0; cell < COLUMNS * ROWS; cell++)
            draw_cell(frame, cell);
        if (frame % 10 == 9)
            check_cells(frame);
        glXSwapBuffers(view.x, view.window);
    }
}

/* ---- Resources that come and go ------------------------------------------------------------- */

enum {
    BUFFERS = 300
};

static size_t size_of_buffer(unsigned i)
{
    return (size_t)16 << i % 9 | i;
}

/* Checks that the buffer contains what round i wrote to it. */
static void check_buffer(GLuint buffer, unsigned i, unsigned round)
{
    static unsigned char got[16 << 9];
    const size_t size_B = size_of_buffer(i);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size_B, got);
    for (size_t at = 0; at < size_B; at++) {
        if (got[at] != (unsigned char)(i + round * 7)) {
            wrong("a buffer has other contents", got[at], i + round * 7);
            return;
        }
    }
}

static GLuint make_buffer(unsigned i, unsigned round)
{
    static unsigned char contents[16 << 9];
    GLuint buffer;
    memset(contents, (int)(i + round * 7), size_of_buffer(i));
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size_of_buffer(i), contents, GL_STATIC_DRAW);
    return buffer;
}

/* Returns the number of memory mappings that this process shares with its worker. */
static unsigned num_shared(void)
{
    char line[512];
    unsigned num = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof(line), maps))
        num += strstr(line, "galvan-resource") != NULL;
    if (maps)
        fclose(maps);
    return num;
}

/* Destroys and replaces every third buffer in each round; checks the buffers' contents. A child
 * that ends meanwhile must not free its parent's memory. Mesa keeps buffers for a second before it
 * destroys them. */
static void come_and_go(unsigned rounds)
{
    GLuint buffers[BUFFERS];
    unsigned made[BUFFERS] = {0}; /* the round in which each buffer was created */
    for (unsigned i = 0; i < BUFFERS; i++)
        buffers[i] = make_buffer(i, 0);
    for (unsigned round = 1; round <= rounds; round++) {
        for (unsigned i = round % 3; i < BUFFERS; i += 3)
            glDeleteBuffers(1, &buffers[i]);
        pid_t child = round == 2 ? fork() : -1;
        if (child == 0)
            exit(0);
        if (child > 0)
            waitpid(child, NULL, 0);
        if (round % 2)
            usleep(1100000);
        for (unsigned i = round % 3; i < BUFFERS; i += 3) {
            buffers[i] = make_buffer(i, round);
            made[i] = round;
        }
        for (unsigned i = 0; i < BUFFERS; i++)
            check_buffer(buffers[i], i, made[i]);
    }
    glDeleteBuffers(BUFFERS, buffers);
}

static void resources(void)
{
    struct view view = open_view(true);
    come_and_go(4);
    swap_frames(&view, 1, 3);
    expect_on_window(view.x, view.window, 3);
}

/* Creates small buffers and then large buffers; checks that the small buffers lie in the first part
 * of the pool, and that the large ones need at most one more part. */
static void pool(void)
{
    enum {
        LARGE = 200,
        LARGE_B = 250000
    };
    open_view(true);
    GLuint first = make_buffer(0, 0);
    const unsigned before = num_shared();
    for (unsigned i = 0; i < BUFFERS; i++)
        make_buffer(i, 0);
    if (num_shared() != before)
        wrong("buffers have memory of their own", num_shared(), before);
    GLuint large[LARGE];
    glGenBuffers(LARGE, large);
    for (unsigned i = 0; i < LARGE; i++) {
        glBindBuffer(GL_ARRAY_BUFFER, large[i]);
        glBufferData(GL_ARRAY_BUFFER, LARGE_B, NULL, GL_STATIC_DRAW);
    }
    if (num_shared() > before + 1)
        wrong("large buffers have memory of their own", num_shared(), before + 1);
    check_buffer(first, 0, 0);
}

static void egl(void)
{
    const EGLint wanted[] = {EGL_RED_SIZE, 8, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    Display *x = XOpenDisplay(NULL);
    EGLDisplay display = eglGetDisplay((EGLNativeDisplayType)x);
    EGLConfig config;
    EGLint num, id;
    if (!eglInitialize(display, NULL, NULL) ||
        !eglChooseConfig(display, wanted, &config, 1, &num) || num == 0 ||
        !eglGetConfigAttrib(display, config, EGL_NATIVE_VISUAL_ID, &id))
        die("no EGL");
    XVisualInfo templ = {.visualid = (VisualID)id};
    XVisualInfo *visual = XGetVisualInfo(x, VisualIDMask, &templ, &num);
    Window window = make_window(x, visual);
    eglBindAPI(EGL_OPENGL_API);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    EGLSurface surface = eglCreateWindowSurface(display, config, window, NULL);
    if (!eglMakeCurrent(display, surface, surface, context))
        die("no current context");
    for (unsigned i = 1; i <= FRAMES; i++) {
        clear_to(i);
        eglSwapBuffers(display, surface);
        if (i % 5 == 0) {
            eglWaitGL();
            expect_on_window(x, window, i);
        }
    }
    eglSwapInterval(display, 1);
    long begin_us = now_us();
    for (unsigned i = 1; i <= FRAMES; i++)
        eglSwapBuffers(display, surface);
    eglWaitGL();
    printf("%ld\n", now_us() - begin_us);
}

/* Draws many equal frames, one of which has an extra draw. Used by trim.py. */
static void bad_draw(void)
{
    struct view view = open_view(true);
    for (unsigned i = 1; i <= MANY_FRAMES; i++) {
        clear_to(1);
        glColor3f(1.0f, 1.0f, 1.0f);
        glRectf(-0.5f, -0.5f, 0.5f, 0.5f);
        glColor3f(1.0f, 0.0f, 0.0f);
        if (i == 64)
            glRectf(0.6f, 0.6f, 0.9f, 0.9f);
        glXSwapBuffers(view.x, view.window);
    }
}

static void draw_triangles(int num, float x)
{
    float at[8][3][2];
    for (int i = 0; i < num; i++) {
        const float y = 0.9f - 0.25f * (float)i;
        memcpy(at[i], (float[3][2]){{x, y}, {x + 0.25f, y}, {x, y - 0.2f}}, sizeof(at[i]));
    }
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_FLOAT, 0, at);
    glDrawArrays(GL_TRIANGLES, 0, 3 * num);
}

/* Each frame has two draws. Frame 8 has another draw between the two, of seven triangles; this is
 * draw 16. */
static void one_more_draw(void)
{
    struct view view = open_view(true);
    for (unsigned i = 1; i <= 10; i++) {
        clear_to(i);
        glColor3f(1.0f, 1.0f, 1.0f);
        draw_triangles(5, -0.9f);
        if (i == 8)
            draw_triangles(7, -0.4f);
        draw_triangles(6, 0.3f);
        glXSwapBuffers(view.x, view.window);
    }
}

static unsigned num_descriptors(void)
{
    unsigned num = 0;

    for (int fd = 0; fd < 1024; fd++)
        num += fcntl(fd, F_GETFD) >= 0;
    return num;
}

/* Opens displays one after the other, presents frames on each and closes it. Checks that a closed
 * display leaves no descriptor, and that the frames are presented. */
static void displays(void)
{
    unsigned num_left = 0;

    for (unsigned i = 0; i < 20; i++) {
        struct view view = open_view(true);
        swap_frames(&view, i + 1, 4);
        expect_on_window(view.x, view.window, i + 4);
        glXMakeCurrent(view.x, None, NULL);
        glXDestroyContext(view.x, view.context);
        XCloseDisplay(view.x);
        if (i == 0)
            num_left = num_descriptors();
        for (unsigned wait = 0; wait < 100 && num_descriptors() > num_left; wait++)
            usleep(10000); /* gives the thread that presents frames time */
        if (num_descriptors() > num_left)
            wrong("descriptors are left", num_descriptors(), num_left);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} modes[] = {
    {"numbers", numbers},
    {"shown", shown},
    {"dlsym", by_dlsym},
    {"address", by_address},
    {"readback", read_back},
    {"front", front},
    {"front-read", front_read},
    {"single", single},
    {"single-hidden", single_hidden},
    {"single-off-screen", single_off_screen},
    {"single-book", single_book},
    {"resize", resize},
    {"vanish", vanish},
    {"killed", killed},
    {"leave", leave},
    {"sleeps", sleeps},
    {"killed-in-swaps", killed_in_swaps},
    {"forks", forks},
    {"two-windows", two_windows},
    {"displays", displays},
    {"shared-displays", shared_displays},
    {"two-threads", two_threads},
    {"grab", grab},
    {"hidden-grab", hidden_grab},
    {"picks", picks},
    {"multi-draws", multi_draws},
    {"pixmap", pixmap},
    {"bound-pixmaps", bound_pixmaps},
    {"pixmaps-bound-again", pixmaps_bound_again},
    {"part", part},
    {"cleared", cleared},
    {"intervals", intervals},
    {"interval-0", interval_0},
    {"interval-1", interval_1},
    {"no-intervals", no_intervals},
    {"two-intervals", two_intervals},
    {"interval-killed", interval_killed},
    {"egl", egl},
    {"buffers", buffers},
    {"resources", resources},
    {"pool", pool},
    {"bad-draw", bad_draw},
    {"one-more-draw", one_more_draw},
};

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "watch") == 0) {
        uint64_t window = 0;
        if (!gv_parse_u64(argv[2], strlen(argv[2]), UINT32_MAX, &window))
            die("which window?");
        watch((Window)window);
        return num_wrong() > 0;
    }
    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        if (argc == 2 && strcmp(argv[1], modes[i].name) == 0) {
            modes[i].run();
            return num_wrong() > 0;
        }
    }
    die("which mode?");
}
