/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The files that describe the chip: the nodes in /dev/dri and the device's directory in /sys. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"

enum {
    MAX_FILES = 64,
    CARD = 0,
    DISPLAY = 1,
    RENDER = 128
};

static struct {
    struct fake_file files[MAX_FILES];
    unsigned num_files;
} tree;

__attribute__((format(printf, 3, 4))) static void add(enum fake_kind kind, const char *path,
                                                      const char *format, ...)
{
    struct fake_file *file = &tree.files[tree.num_files];
    va_list args;

    if (tree.num_files == MAX_FILES)
        return;
    tree.num_files++;
    file->kind = kind;
    snprintf(file->path, sizeof(file->path), "%s", path);
    va_start(args, format);
    vsnprintf(file->text, sizeof(file->text), format, args);
    va_end(args);
}

static void add_node(const char *path, unsigned number)
{
    add(FAKE_NODE, path, "%s", "");
    tree.files[tree.num_files - 1].number = number;
}

static void add_device_text(unsigned number, const char *name, const char *text)
{
    char path[96];

    snprintf(path, sizeof(path), "/sys/dev/char/226:%u/device/%s", number, name);
    add(FAKE_FILE, path, "%s", text);
}

static void add_device_number(unsigned number, const char *name, unsigned value)
{
    char text[16];

    snprintf(text, sizeof(text), "0x%04x\n", value);
    add_device_text(number, name, text);
}

static void add_pci(const struct fake_chip *chip, unsigned number)
{
    add_device_number(number, "vendor", chip->vendor);
    add_device_number(number, "device", chip->device);
    add_device_number(number, "subsystem_vendor", chip->vendor);
    add_device_number(number, "subsystem_device", 1);
    add_device_number(number, "revision", chip->revision);
    add_device_text(number, "uevent", "PCI_SLOT_NAME=0000:03:00.0\n");
}

static void add_platform(const char *name, const char *compatible, unsigned number)
{
    char text[256];

    snprintf(text, sizeof(text),
             "OF_NAME=%s\nOF_FULLNAME=/soc/%s\nOF_COMPATIBLE_0=%s\nOF_COMPATIBLE_N=1\n", name, name,
             compatible);
    add_device_text(number, "uevent", text);
}

static void add_bus(unsigned number, const char *bus)
{
    char path[96];

    snprintf(path, sizeof(path), "/sys/dev/char/226:%u/device/subsystem", number);
    add(FAKE_LINK, path, "../../../bus/%s", bus);
}

/* Adds the directories of the device. `nodes` are the names of its nodes, with NULL as the last
 * element. */
static void add_directories(unsigned number, const char *const nodes[])
{
    static const char *const directories[] = {"", "/device", "/device/drm"};
    char path[96];

    for (unsigned i = 0; i < sizeof(directories) / sizeof(*directories); i++) {
        snprintf(path, sizeof(path), "/sys/dev/char/226:%u%s", number, directories[i]);
        add(FAKE_DIRECTORY, path, "%s", "");
    }
    for (; *nodes; nodes++) {
        snprintf(path, sizeof(path), "/sys/dev/char/226:%u/device/drm/%s", number, *nodes);
        add(FAKE_DIRECTORY, path, "%s", "");
    }
}

static void add_device(const struct fake_chip *chip, unsigned number)
{
    static const char *const nodes[] = {"card0", "renderD128", NULL};

    add_directories(number, nodes);
    add_bus(number, chip->compatible ? "platform" : "pci");
    if (chip->compatible)
        add_platform("gpu", chip->compatible, number);
    else
        add_pci(chip, number);
}

static void add_display(const struct fake_chip *chip)
{
    static const char *const nodes[] = {"card1", NULL};

    add_node("/dev/dri/card1", DISPLAY);
    add_directories(DISPLAY, nodes);
    add_bus(DISPLAY, "platform");
    add_platform("display", chip->display, DISPLAY);
}

__attribute__((constructor)) static void make_tree(void)
{
    const struct fake_chip *chip = fake_chip();

    if (!chip)
        return;
    add(FAKE_DIRECTORY, "/dev/dri", "%s", "");
    add_node("/dev/dri/card0", CARD);
    add_node("/dev/dri/renderD128", RENDER);
    add_device(chip, CARD);
    add_device(chip, RENDER);
    if (chip->display)
        add_display(chip);
}

static bool begins(const char *path, const char *start)
{
    return strncmp(path, start, strlen(start)) == 0;
}

bool fake_owns(const char *path)
{
    return path && path[0] == '/' && tree.num_files > 0 &&
           (begins(path, "/dev/dri") || begins(path, "/sys/dev/char/226:") ||
            begins(path, "/sys/class/drm"));
}

const struct fake_file *fake_file_find(const char *path)
{
    size_t length = strlen(path);

    while (length > 1 && path[length - 1] == '/')
        length--;
    for (unsigned i = 0; i < tree.num_files; i++) {
        const struct fake_file *file = &tree.files[i];
        if (strlen(file->path) == length && strncmp(file->path, path, length) == 0)
            return file;
    }
    return NULL;
}

const struct fake_file *fake_file_in(const struct fake_file *directory, unsigned idx)
{
    size_t length = strlen(directory->path);

    for (unsigned i = 0; i < tree.num_files; i++) {
        const struct fake_file *file = &tree.files[i];
        if (begins(file->path, directory->path) && file->path[length] == '/' &&
            !strchr(file->path + length + 1, '/') && idx-- == 0)
            return file;
    }
    return NULL;
}
