/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "tools.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spirv_valid.h"
#include "temp_dir.h"

extern char **environ;

bool test_dir_make(struct test_dir *dir)
{
    snprintf(dir->path, sizeof(dir->path), TEMP_DIR_TEMPLATE);
    if (mkdtemp(dir->path))
        return true;
    perror("mkdtemp");
    return false;
}

static void file_in(const struct test_dir *dir, const char *name, char *out_path, size_t size)
{
    snprintf(out_path, size, "%s/%s", dir->path, name);
}

void test_dir_remove(struct test_dir *dir)
{
    char path[512];
    file_in(dir, "module.spv", path, sizeof(path));
    unlink(path);
    file_in(dir, "output", path, sizeof(path));
    unlink(path);
    rmdir(dir->path);
}

char *test_read_file(const char *path, size_t *out_len)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    if (size >= 0)
        text = malloc((size_t)size + 1);
    if (text) {
        size_t len = fread(text, 1, (size_t)size, file);
        text[len] = 0;
        if (out_len)
            *out_len = len;
    }
    fclose(file);
    return text;
}

struct galvan_spirv_key test_whole_key(const struct galvan_tgsi_info *info)
{
    return (struct galvan_spirv_key){.fragment.alpha_func = 7,
                                     .vertex.last_vertex_stage = true,
                                     .fragment.num_cbufs = 1,
                                     .fragment.fb_fetch = GALVAN_FB_FETCH_INPUT,
                                     .compute.shared_size_B = 4096,
                                     .vertex.consumer_mask = info->outputs_mask,
                                     .vertex.consumer_patch_mask = info->patch_outputs_mask};
}

static bool write_module(const char *path, const struct galvan_spirv_module *module)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    size_t num = fwrite(module->words, 4, module->num_words, file);
    return fclose(file) == 0 && num == module->num_words;
}

/* Runs a tool, with standard output and error redirected to a file. Returns its exit status, or
 * -1. */
static int run(const char *const *argv, const char *output)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    int error = posix_spawn(&pid, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        fprintf(stderr, "cannot run %s: %s\n", argv[0], strerror(error));
        return -1;
    }
    if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

bool test_validate(const struct galvan_spirv_module *module, const char *name)
{
    return spirv_valid(module->words, module->num_words, name);
}

char *test_disassemble(const struct test_dir *dir, const struct galvan_spirv_module *module)
{
    char path[512];
    char output[512];
    file_in(dir, "module.spv", path, sizeof(path));
    file_in(dir, "output", output, sizeof(output));
    if (!write_module(path, module) ||
        run((const char *const[]){SPIRV_DIS, "--no-color", path, NULL}, output) != 0)
        return NULL;
    return test_read_file(output, NULL);
}
