/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* gl_pictures OUTDIR [GROUP|SCENE...]: draws scenes and writes OUTDIR/SCENE.png for each; without
 * names, all scenes. Standard output has "SCENE ok", "SCENE skip REASON" or "SCENE fail REASON" for
 * each, after the values that the scene printed; "renderer NAME" comes first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "png_file.h"
#include "scene.h"
#include "window.h"

enum {
    MAX_SCENES = 128
};

static const struct group {
    const char *name;
    const struct scene *scenes;
} groups[] = {
    {"primitive", scenes_primitive},
    {"light", scenes_light},
    {"fragment", scenes_fragment},
    {"texture", scenes_texture},
    {"texture-kind", scenes_texture_kind},
    {"framebuffer", scenes_framebuffer},
    {"pixel", scenes_pixel},
    {"vertex", scenes_vertex},
    {"glsl", scenes_glsl},
    {"stages", scenes_stages},
    {"memory", scenes_memory},
    {"int64", scenes_int64},
    {"asked", scenes_asked},
    {"gles2", scenes_gles2},
};

/* The scenes that the program draws. */
struct choice {
    const struct scene *scenes[MAX_SCENES];
    unsigned count;
};

/* State of the current scene. It is global because scenes have no parameters. */
static const char *current_name;
static bool current_failed;

void report_value(const char *name, unsigned long long value)
{
    printf("%s %s %llu\n", current_name, name, value);
}

void scene_failed(const char *reason)
{
    /* The message is one line: the first line of a compiler's output. */
    printf("%s fail %.*s\n", current_name, (int)strcspn(reason, "\n"), reason);
    current_failed = true;
}

static bool has_extension(const char *name)
{
    const char *list = (const char *)glGetString(GL_EXTENSIONS);
    size_t length = strlen(name);

    for (const char *at = list; at && (at = strstr(at, name)); at += length) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

/* Returns whether a picture has only one colour. Such a picture fails, since two equal blank
 * pictures would prove nothing. */
static bool is_blank(const struct picture *picture)
{
    for (uint32_t i = 1; i < picture->width * picture->height; i++) {
        if (memcmp(picture->pixels, picture->pixels + (size_t)i * 4, 4) != 0)
            return false;
    }
    return true;
}

static void save_window(const char *dir)
{
    static uint8_t pixels[PICTURE_SIZE * PICTURE_SIZE * 4];
    struct picture picture = {PICTURE_SIZE, PICTURE_SIZE, pixels};
    char path[4096];

    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, PICTURE_SIZE, PICTURE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    GLenum error = glGetError();
    if (error != GL_NO_ERROR) {
        snprintf(path, sizeof(path), "GL error 0x%x", error);
        scene_failed(path);
    } else if (is_blank(&picture)) {
        scene_failed("the picture is blank");
    }
    snprintf(path, sizeof(path), "%s/%s.png", dir, current_name);
    if (!picture_write(path, &picture))
        scene_failed("the picture cannot be written");
}

static bool draw_scene(struct window *window, const struct scene *scene, const char *dir)
{
    static bool has_printed_renderer;

    current_name = scene->name;
    current_failed = false;
    if (!window_begin(window, scene->api)) {
        scene_failed("no window or context");
        return false;
    }
    if (!has_printed_renderer) {
        printf("renderer %s\n", (const char *)glGetString(GL_RENDERER));
        has_printed_renderer = true;
    }
    if (scene->needs && !has_extension(scene->needs)) {
        printf("%s skip no %s\n", scene->name, scene->needs);
    } else {
        clear_all(0.0f, 0.0f, 0.0f);
        scene->draw();
        save_window(dir);
        window_present(window);
        if (!current_failed)
            printf("%s ok\n", scene->name);
    }
    fflush(stdout);
    window_end(window);
    return !current_failed;
}

static void choose(struct choice *choice, const struct scene *scene)
{
    if (choice->count < MAX_SCENES)
        choice->scenes[choice->count++] = scene;
}

/* Adds the scenes of a group, or one scene, or all scenes if `name` is NULL. Returns false if the
 * name is unknown. */
static bool choose_named(struct choice *choice, const char *name)
{
    unsigned before = choice->count;

    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        bool whole_group = !name || strcmp(groups[i].name, name) == 0;

        for (const struct scene *scene = groups[i].scenes; scene->name; scene++) {
            if (whole_group || strcmp(scene->name, name) == 0)
                choose(choice, scene);
        }
    }
    return choice->count > before;
}

int main(int argc, char **argv)
{
    struct choice choice = {.count = 0};
    unsigned failed = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: gl_pictures OUTDIR [GROUP|SCENE...]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        if (!choose_named(&choice, argv[i])) {
            fprintf(stderr, "gl_pictures: no group or scene '%s'\n", argv[i]);
            return 2;
        }
    }
    if (argc == 2)
        choose_named(&choice, NULL);
    struct window *window = window_open();
    if (!window)
        return 1;
    for (unsigned i = 0; i < choice.count; i++)
        failed += !draw_scene(window, choice.scenes[i], argv[1]);
    window_close(window);
    return failed ? 1 : 0;
}
