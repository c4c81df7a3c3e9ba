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
    struct gv_virgl_context *next; /* of gv_virgl_renderer.contexts */
    char name[GV_VIRGL_NAME_MAX];

    struct gv_hash resources; /* attached ones by handle; the renderer's table keeps them alive */
    struct gv_hash_found resources_found; /* by commands */
    struct gv_hash announced;    /* struct gv_virgl_resource_args of blobs to come, by number */
    struct gv_hash sub_contexts; /* struct gv_virgl_sub_context by id; 0 is always there */
    struct gv_virgl_sub_context *current; /* that commands go to; never NULL */
    bool skips; /* commands of sub-contexts, from a SET_SUB_CTX that failed to one that succeeds */
};

#endif
