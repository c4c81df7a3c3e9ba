/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* struct gv_virgl_context: one process of the client, with its sub-contexts and the resources that
 * its commands may name. */
#ifndef GV_VIRGL_CONTEXT_H
#define GV_VIRGL_CONTEXT_H

#include "util/hash.h"
#include "virgl/renderer.h"

struct gv_virgl_resource;
struct gv_virgl_sub_context;

struct gv_virgl_context {
    struct gv_virgl_renderer *r;
    struct gv_virgl_context *next; /* next context in gv_virgl_renderer.contexts */
    char name[GV_VIRGL_NAME_MAX];

    struct gv_hash resources;             /* attached resources by handle; the
                                             renderer's table holds the references */
    struct gv_hash_found resources_found; /* cache of the last lookups by commands */
    struct gv_hash announced;    /* struct gv_virgl_resource_args of announced blobs, by blob id */
    struct gv_hash sub_contexts; /* struct gv_virgl_sub_context by id; id 0 always exists */
    struct gv_virgl_sub_context *current; /* the sub-context that executes commands; never NULL */
    bool skips; /* a SET_SUB_CTX has failed: commands of sub-contexts are skipped until a
                   SET_SUB_CTX succeeds */
};

#endif
