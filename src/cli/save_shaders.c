/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* All workers write shaders to one directory. Workers that get the same shader at the same time
 * write the same bytes. Each file appears only when it is complete. */
#include "cli/save_shaders.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/path_rules.h"
#include "util/hash.h"
#include "util/log.h"

enum {
    MAX_PATH_B = 4096
};

static bool write_file(const char *path, const char *text, size_t len)
{
    FILE *file = fopen(path, "wbxe");

    if (!file)
        return false;
    bool written = fwrite(text, 1, len, file) == len;
    return fclose(file) == 0 && written;
}

static void save(void *priv, const char *text, size_t len)
{
    struct gv_shader_saver *saver = priv;
    char path[MAX_PATH_B], unfinished[MAX_PATH_B + 16];
    int path_len = snprintf(path, sizeof(path), "%s/%016" PRIx64 ".tgsi", saver->dir,
                            gv_hash_bytes(text, len, 0));

    if (path_len < 0 || (size_t)path_len >= sizeof(path)) {
        gv_warn(saver->log, "save-shaders", "shaders are not saved: the path is too long");
        return;
    }
    if (access(path, F_OK) == 0)
        return;
    snprintf(unfinished, sizeof(unfinished), "%s.%d", path, (int)getpid());
    if (!write_file(unfinished, text, len) || rename(unfinished, path) != 0) {
        gv_warn(saver->log, "save-shaders", "a shader is not saved in %s: %s", path,
                strerror(errno));
        unlink(unfinished);
    }
}

bool gv_shader_saver_init(struct gv_shader_saver *saver, const struct galvan_log *log)
{
    saver->log = log;
    saver->hook = (struct gv_virgl_shader_hook){save, saver};
    if (!saver->dir)
        return true;
    if (strlen(saver->dir) > MAX_PATH_B - 32)
        errno = ENAMETOOLONG;
    else if (gv_cli_make_dir(saver->dir, 0777))
        return true;
    gv_err(log, "save-shaders", "no shaders can be saved in %s: %s", saver->dir, strerror(errno));
    return false;
}

const struct gv_virgl_shader_hook *gv_shader_saver_hook(const struct gv_shader_saver *saver)
{
    return saver->dir ? &saver->hook : NULL;
}
