/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A case that is being executed: the settings of its lines, its shaders, its pipeline. */
#ifndef TESTS_SPIRV_EXEC_RUN_H
#define TESTS_SPIRV_EXEC_RUN_H

#include "exec.h"
#include "exec_device.h"
#include "exec_image.h"
#include "values.h"

enum {
    RUN_WORDS = 16384, /* number of dwords of each buffer */
    RUN_VERTICES = 32, /* maximum number of vertices of a draw */
    RUN_INPUTS = 16,   /* maximum number of inputs of a vertex shader */
    RUN_VERTEX_B = RUN_INPUTS * 16,
    RUN_SLOTS = 16, /* maximum number of buffers of a kind, and maximum number of images */
    RUN_TEXTURES = 32,
    RUN_TARGETS = 8,
    RUN_NAME_MAX = 48,
    RUN_TASKS = 4, /* maximum number of tasks of a lowered vertex stage */
    RUN_TASKS_B = RUN_TASKS * sizeof(struct galvan_vertex_task),
};

/* A name of the form NAME[i][j]. */
struct run_name {
    char name[RUN_NAME_MAX];
    unsigned index[2];
    unsigned num_indices;
};

enum run_kind {
    RUN_CONST,
    RUN_BUFFER,
    RUN_HWATOMIC,
    RUN_DRIVER,  /* struct galvan_driver_block, indexed by vec4 */
    RUN_CAPTURE, /* the results of a lowered vertex stage */
    RUN_NUM_KINDS,
};

/* A buffer, and the contents that "in" lines give it before a run. */
struct run_slot {
    uint32_t words[RUN_WORDS];
    unsigned num_words;
    struct exec_buffer buffer; /* created if the case's shader uses it */
};

struct run_stage {
    const char *text; /* NULL: the stage does not exist */
    struct galvan_tgsi *tgsi;
    struct galvan_spirv_key key;
    struct galvan_spirv_module module;
    VkShaderModule handle;
};

struct run_draw {
    VkPrimitiveTopology topology;
    unsigned num_vertices, first, num_instances, first_instance, base_vertex, draw_id;
    unsigned patch_vertices;
    unsigned skipped; /* number of vertices before the first vertex of the task */
    bool indexed, back;
};

struct exec_run {
    struct exec_device *dev;
    const struct spirv_case *c;

    /* Members that run_settle() sets before the pipeline is created. */
    enum galvan_stage main; /* stage of the first text */
    struct run_stage stages[GALVAN_NUM_STAGES];
    char *made_texts[2]; /* generated texts for stages that the case lacks */
    struct run_draw draw;
    uint32_t width, height, num_samples;
    enum galvan_cbuf_class target_class;
    unsigned num_targets;
    bool has_depth, has_stencil;
    char inputs[RUN_INPUTS][RUN_NAME_MAX]; /* names of the vertex shader's inputs, by location */
    unsigned num_inputs;

    /* Members that lines change between runs. */
    uint32_t attribs[RUN_VERTICES][RUN_INPUTS][4];
    int vertex; /* the vertex that "in" lines set; -1: all vertices */
    struct run_slot slots[RUN_NUM_KINDS][RUN_SLOTS];
    unsigned grid[3];
    unsigned pixel[3];
    struct tolerance tolerance;

    struct exec_image textures[RUN_TEXTURES];
    struct exec_image images[RUN_SLOTS];
    struct exec_image targets[RUN_TARGETS];
    struct exec_image depth; /* depth or stencil target */
    struct exec_buffer vertices, indices, tasks;

    VkDescriptorSetLayout set_layouts[4];
    VkDescriptorPool descriptor_pool;
    VkDescriptorSet sets[4];
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkRenderPass pass; /* created if the fragment shader reads its targets */
    VkFramebuffer framebuffer;
};

/* Returns whether the case's shader is dispatched: a compute shader, or a lowered stage. */
bool run_is_compute(const struct exec_run *run);

/* exec_words.c: parsers. A function with a parameter const char **text advances *text past the part
 * that it parses; other functions parse the whole string. */
bool run_take_number(const char **text, unsigned *out_number);
bool run_take_name(const char **text, struct run_name *out_name);
bool run_take_numbers(const char *text, unsigned *out_numbers, unsigned min, unsigned max);

/* A setting of the form NAME=NUMBER. */
struct run_setting {
    const char *name;
    unsigned *value;
};

bool run_take_setting(const char *word, const struct run_setting *settings, size_t num);

/* Parses the operands of an "in" or "out" line: the name, or the stage's default name, and the
 * values, which begin at *out_rest. */
bool run_take_operands(const struct exec_run *run, const char *line, bool is_out,
                       struct run_name *out_name, const char **out_rest);

/* exec_settle.c: finds the settings on which the pipeline depends, in all lines of the case. */
bool run_settle(struct exec_run *run);

/* Sets default positions: triangles cover the target, other primitives lie in the middle of the
 * target. */
void run_default_positions(struct exec_run *run);

/* exec_resources.c */
bool run_resources(struct exec_run *run);
void run_resources_finish(struct exec_run *run);

/* exec_shaders.c: parses the texts, generates the missing stages of the pipeline, and translates
 * all stages. */
enum exec_result run_shaders(struct exec_run *run);
void run_shaders_finish(struct exec_run *run);

/* Returns the location of the vertex input with this name, which is added if it is new, or -1 if no
 * location is free. */
int run_input(struct exec_run *run, const struct run_name *name);

/* exec_pipeline.c */
void run_pipeline(struct exec_run *run);
void run_pipeline_finish(struct exec_run *run);

/* exec_graphics.c: creates and destroys the graphics pipeline, and draws with it. */
void run_graphics(struct exec_run *run);
void run_graphics_finish(struct exec_run *run);
void run_draw(struct exec_run *run);
VkPipelineShaderStageCreateInfo run_stage_info(const struct exec_run *run, enum galvan_stage stage);

/* exec_lowered.c: stores the arguments of a lowered stage, which run->draw describes. A lowered
 * vertex stage runs with grid[2] tasks, whose results follow each other in the buffers. Any other
 * lowered stage runs with one task, on the vertices of the "in" lines. */
void run_fill_tasks(struct exec_run *run);

/* Runs the shader once: uploads, draws or dispatches, and reads back. */
void run_once(struct exec_run *run);

#endif
