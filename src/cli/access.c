/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "cli/access.h"

#include <grp.h>
#include <stdint.h>
#include <string.h>

#include "cli/options.h"
#include "server/server.h"
#include "util/text.h"

enum {
    MAX_ID = 0xfffffffe, /* system calls interpret the next number as "no id" */
    OWNER = 0600,
    GROUP = 0660,
    EVERYBODY = 0666,
    ALL = 0777
};

/* Finds a group by its name or number. */
static bool find_group(const char *name, gid_t *out_gid)
{
    const struct group *group = getgrnam(name);
    uint64_t number;

    if (!group && !gv_parse_u64(name, strlen(name), MAX_ID, &number))
        return false;
    *out_gid = group ? group->gr_gid : (gid_t)number;
    return true;
}

/* Parses an octal mode, which must let the owner connect. */
static bool parse_mode(const char *text, mode_t *out_mode)
{
    mode_t mode = 0;

    for (; *text >= '0' && *text <= '7' && mode <= ALL; text++)
        mode = mode << 3 | (mode_t)(*text - '0');
    if (*text || mode > ALL || (mode & OWNER) != OWNER)
        return false;
    *out_mode = mode;
    return true;
}

static bool parse_uids(struct gv_cli_access *access, unsigned *out_num)
{
    unsigned num = 0;
    uint64_t uid;

    for (const char *at = access->users; at; num++) {
        const size_t len = strcspn(at, ",");
        if (num == GV_CLI_MAX_UIDS || !gv_parse_u64(at, len, MAX_ID, &uid))
            return false;
        access->uids[num] = (uid_t)uid;
        at = at[len] ? at + len + 1 : NULL;
    }
    *out_num = num;
    return true;
}

bool gv_cli_access_apply(struct gv_cli_access *access, struct gv_server_params *params)
{
    params->socket_mode = access->users ? EVERYBODY : OWNER;
    if (access->group) {
        if (!find_group(access->group, &access->gid)) {
            gv_usage_error("serve", "there is no group \"%s\"", access->group);
            return false;
        }
        params->socket_group = &access->gid;
        params->socket_mode = GROUP;
    }
    if (access->mode && !parse_mode(access->mode, &params->socket_mode)) {
        gv_usage_error("serve", "--mode wants an octal number from 0600 to 0777, not \"%s\"",
                       access->mode);
        return false;
    }
    if (access->users) {
        if (!parse_uids(access, &params->num_uids)) {
            gv_usage_error("serve", "--allow-uid wants up to %d numbers with commas, not \"%s\"",
                           GV_CLI_MAX_UIDS, access->users);
            return false;
        }
        params->uids = access->uids;
    }
    return true;
}
