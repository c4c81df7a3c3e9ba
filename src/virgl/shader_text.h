/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Shader text that arrives in pieces. */
#ifndef GV_VIRGL_SHADER_TEXT_H
#define GV_VIRGL_SHADER_TEXT_H

struct gv_virgl_sub_context;

/* Drops the text of an incomplete shader, if there is one. */
void gv_virgl_shader_text_destroy(struct gv_virgl_sub_context *sub);

#endif
