/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "swap_pixmaps.h"

#include <GL/gl.h>
#include <GL/glx.h>
#include <GL/glxext.h>
#include <X11/Xlib.h>
#include <string.h>

#include "swap_view.h"

enum {
    CHANGES = 40,
    AGAIN = 100, /* number of bindings of a pixmap that does not change */
    WIDE = 1150,
    HIGH = 700
};

static PFNGLXBINDTEXIMAGEEXTPROC bind_image;
static PFNGLXRELEASETEXIMAGEEXTPROC release_image;

static void find_functions(void)
{
    void (*symbol)(void) = glXGetProcAddress((const GLubyte *)"glXBindTexImageEXT");

    memcpy(&bind_image, &symbol, sizeof(symbol));
    symbol = glXGetProcAddress((const GLubyte *)"glXReleaseTexImageEXT");
    memcpy(&release_image, &symbol, sizeof(symbol));
    if (!bind_image || !release_image)
        die("no GLX_EXT_texture_from_pixmap");
}

static GLXFBConfig config_of(Display *x, int depth)
{
    const int wanted[] = {depth == 32 ? GLX_BIND_TO_TEXTURE_RGBA_EXT : GLX_BIND_TO_TEXTURE_RGB_EXT,
                          True,
                          GLX_DRAWABLE_TYPE,
                          GLX_PIXMAP_BIT,
                          GLX_DOUBLEBUFFER,
                          (int)GLX_DONT_CARE,
                          GLX_RED_SIZE,
                          8,
                          None};
    int num = 0;
    GLXFBConfig *all = glXChooseFBConfig(x, DefaultScreen(x), wanted, &num), found = NULL;

    for (int i = 0; i < num && !found; i++) {
        XVisualInfo *visual = glXGetVisualFromFBConfig(x, all[i]);
        if (visual && visual->depth == depth)
            found = all[i];
        XFree(visual);
    }
    XFree(all);
    return found;
}

/* Fills the upper half of a pixmap with frame i, and the lower half with frame i + 1. */
static void fill(Display *x, Pixmap pixmap, GC gc, int width, int height, unsigned i)
{
    for (unsigned half = 0; half < 2; half++) {
        XSetForeground(x, gc, 0xff000080 | ((i + half) * 2 + 1) << 16 | 1 << 8);
        XFillRectangle(x, pixmap, gc, 0, half ? height / 2 : 0, (unsigned)width,
                       (unsigned)(half ? height - height / 2 : height / 2));
    }
}

static void expect_texture(int width, int height, unsigned i)
{
    static unsigned char pixels[1200 * 800 * 4];
    const int places[][3] = {
        {0, 0, 0}, {width - 1, height / 2 - 1, 0}, {0, height / 2, 1}, {width - 1, height - 1, 1}};

    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (unsigned p = 0; p < 4; p++) {
        const unsigned char *pixel = pixels + (places[p][1] * width + places[p][0]) * 4;
        if (frame_of(pixel[0], pixel[1]) != i + (unsigned)places[p][2])
            wrong("the texture has another frame", frame_of(pixel[0], pixel[1]),
                  i + (unsigned)places[p][2]);
    }
}

static void bind_changes(const struct view *view, GLXFBConfig config, int depth, int width,
                         int height)
{
    const int attributes[] = {
        GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_2D_EXT, GLX_TEXTURE_FORMAT_EXT,
        depth == 32 ? GLX_TEXTURE_FORMAT_RGBA_EXT : GLX_TEXTURE_FORMAT_RGB_EXT, None};
    Pixmap pixmap =
        XCreatePixmap(view->x, view->window, (unsigned)width, (unsigned)height, (unsigned)depth);
    GC gc = XCreateGC(view->x, pixmap, 0, NULL);
    GLXPixmap bound = glXCreatePixmap(view->x, config, pixmap, attributes);

    for (unsigned i = 1; i <= CHANGES; i++) {
        fill(view->x, pixmap, gc, width, height, i);
        XSync(view->x, False);
        bind_image(view->x, bound, GLX_FRONT_LEFT_EXT, NULL);
        expect_texture(width, height, i);
        release_image(view->x, bound, GLX_FRONT_LEFT_EXT);
    }
    /* Compositors grab the X server while they bind pixmaps; until they release it, the server
     * answers no other connection. */
    XGrabServer(view->x);
    XSync(view->x, False);
    bind_image(view->x, bound, GLX_FRONT_LEFT_EXT, NULL);
    expect_texture(width, height, CHANGES);
    release_image(view->x, bound, GLX_FRONT_LEFT_EXT);
    glXDestroyPixmap(view->x, bound);
    XUngrabServer(view->x);
    XFreeGC(view->x, gc);
    XFreePixmap(view->x, pixmap);
}

void bound_pixmaps(void)
{
    static const int sizes[][2] = {{64, 64}, {101, 37}, {1, 2}, {1150, 700}};
    struct view view = open_view(true);
    GLuint texture;

    find_functions();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (int depth = 24; depth <= 32; depth += 8) {
        GLXFBConfig config = config_of(view.x, depth);
        for (unsigned i = 0; config && i < sizeof(sizes) / sizeof(sizes[0]); i++)
            bind_changes(&view, config, depth, sizes[i][0], sizes[i][1]);
        if (!config && depth == 24)
            die("no configuration of 24 bits for pixmaps");
    }
    swap_frames(&view, 1, 4);
    expect_on_window(view.x, view.window, 4);
}

/* A pixmap that contains a frame, and can be bound as a texture. */
struct held {
    Pixmap pixmap;
    GLXPixmap bound;
    GC gc;
};

static struct held hold(const struct view *view, GLXFBConfig config, unsigned i)
{
    const int attributes[] = {GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_2D_EXT, GLX_TEXTURE_FORMAT_EXT,
                              GLX_TEXTURE_FORMAT_RGB_EXT, None};
    struct held held = {.pixmap = XCreatePixmap(view->x, view->window, WIDE, HIGH, 24)};

    held.gc = XCreateGC(view->x, held.pixmap, 0, NULL);
    held.bound = glXCreatePixmap(view->x, config, held.pixmap, attributes);
    fill(view->x, held.pixmap, held.gc, WIDE, HIGH, i);
    XSync(view->x, False);
    return held;
}

static void expect_bound(const struct view *view, const struct held *held, unsigned i)
{
    bind_image(view->x, held->bound, GLX_FRONT_LEFT_EXT, NULL);
    expect_texture(WIDE, HIGH, i);
    release_image(view->x, held->bound, GLX_FRONT_LEFT_EXT);
}

void pixmaps_bound_again(void)
{
    struct view view = open_view(true);
    GLXFBConfig config = config_of(view.x, 24);
    GLuint texture;

    find_functions();
    if (!config)
        die("no configuration of 24 bits for pixmaps");
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const struct held one = hold(&view, config, 1), two = hold(&view, config, 2);
    for (unsigned i = 0; i < 3; i++) {
        expect_bound(&view, &one, 1);
        expect_bound(&view, &one, 1);
        expect_bound(&view, &two, 2); /* the same texture gets another pixmap */
    }
    fill(view.x, one.pixmap, one.gc, WIDE, HIGH, 3); /* without a request after it */
    expect_bound(&view, &one, 3);
    expect_bound(&view, &one, 3);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    expect_bound(&view, &one, 3);
    glDeleteTextures(1, &texture);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    expect_bound(&view, &one, 3);
    for (unsigned i = 0; i < AGAIN; i++)
        bind_image(view.x, one.bound, GLX_FRONT_LEFT_EXT, NULL);
    expect_texture(WIDE, HIGH, 3);
}
