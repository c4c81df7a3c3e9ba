/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Makes a pipeline of the device from every *.tgsi file of a directory: draws or dispatches with
 * the file's shader and with other stages that fit its inputs and outputs. Fails if the driver
 * refuses a shader or if Galvan logs a warning. Values are not compared.
 * usage: drivers_shaders DIRECTORY; GALVAN_TGSI_CORPUS, if set, names another directory.
 * GALVAN_TEST_LEFT_OUT has the names of files that are left out. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "galvan/galvan.h"
#include "galvan/spirv.h"
#include "pipe/p_shader_tokens.h"
#include "pipe_draw_kit.h"
#include "pipe_text.h"
#include "util/env.h"
#include "util/text.h"

enum {
    MAX_SEMANTICS = 30,
    NUM_ELEMENTS = 16,
    CONSTANTS_B = 65536,
    SHARED_B = 16384,
    SHADERS_OF_BATCH = 16,
    MAX_VIEWS = 32,
};

/* Semantics of a shader's inputs or outputs, such as "GENERIC[1]". The struct has only semantics
 * that other stages can have, too. */
struct semantics {
    unsigned num;
    char names[MAX_SEMANTICS][24];
};

struct run {
    struct pipe_fixture f;
    struct draw_kit kit;
    void *elements;
    struct pipe_resource *vertices, *constants;
    unsigned num_messages, num_files, num_refused;
};

static bool is_shared(const char *semantic)
{
    static const char *const names[] = {"GENERIC", "TEXCOORD", "COLOR", "BCOLOR", "FOG"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const size_t len = strlen(names[i]);
        if (strncmp(semantic, names[i], len) == 0 && (!semantic[len] || semantic[len] == '['))
            return true;
    }
    return false;
}

static void add_semantic(struct semantics *s, const char *name, size_t len)
{
    char *out = s->names[s->num];
    if (s->num == MAX_SEMANTICS || len >= sizeof(s->names[0]))
        return;
    memcpy(out, name, len);
    out[len] = '\0';
    for (unsigned i = 0; i < s->num; i++) {
        if (strcmp(s->names[i], out) == 0)
            return;
    }
    s->num += is_shared(out);
}

/* Returns the semantics that a shader declares for its inputs (`file` is "IN") or its outputs
 * ("OUT"). */
static struct semantics find_semantics(const char *text, const char *file)
{
    struct semantics s = {0};
    char start[16];
    const int len = snprintf(start, sizeof(start), "DCL %s[", file);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *end = line + strcspn(line, "\n");
        const char *comma = strstr(line, ", ");
        if (strncmp(line, start, (size_t)len) == 0 && comma && comma < end)
            add_semantic(&s, comma + 2, strcspn(comma + 2, ",\n"));
    }
    return s;
}

/* Returns a vertex shader that writes the inputs of the next stage. */
static struct text make_vertex_text(const struct semantics *inputs)
{
    struct text t = {0};
    text_add(&t, "VERT\nDCL IN[0]\nDCL IN[1]\nDCL OUT[0], POSITION\n");
    for (unsigned i = 0; i < inputs->num; i++)
        text_add(&t, "DCL OUT[%u], %s\n", i + 1, inputs->names[i]);
    text_add(&t, "MOV OUT[0], IN[0]\n");
    for (unsigned i = 0; i < inputs->num; i++)
        text_add(&t, "MOV OUT[%u], IN[1]\n", i + 1);
    text_add(&t, "END\n");
    return t;
}

/* Returns a fragment shader that reads the outputs of the last stage. The colours of back faces are
 * no inputs of the fragment shader. */
static struct text make_fragment_text(const struct semantics *outputs)
{
    struct text t = {0};
    text_add(&t, "FRAG\nDCL OUT[0], COLOR\nDCL TEMP[0]\nIMM[0] FLT32 {0, 0, 0, 1}\n");
    unsigned num = 0;
    for (unsigned i = 0; i < outputs->num && num < 8; i++) {
        if (strncmp(outputs->names[i], "BCOLOR", 6) != 0)
            text_add(&t, "DCL IN[%u], %s, PERSPECTIVE\n", num++, outputs->names[i]);
    }
    text_add(&t, "MOV TEMP[0], IMM[0]\n");
    for (unsigned i = 0; i < num; i++)
        text_add(&t, "ADD TEMP[0], TEMP[0], IN[%u]\n", i);
    text_add(&t, "MOV OUT[0], TEMP[0]\nEND\n");
    return t;
}

static void count_message(void *priv, enum galvan_log_level level, const char *component,
                          const char *message)
{
    struct run *r = priv;
    (void)level;
    __atomic_fetch_add(&r->num_messages, 1, __ATOMIC_RELAXED);
    fprintf(stderr, "galvan: %s: %s\n", component, message);
}

/* ---- Textures of the declared kinds */

static const struct kind {
    const char *name; /* of a target of TGSI */
    enum pipe_texture_target target;
    unsigned layers, samples;
    bool compares;
} kinds[] = {
    {"1D", PIPE_TEXTURE_1D, 1, 0, false},
    {"2D", PIPE_TEXTURE_2D, 1, 0, false},
    {"3D", PIPE_TEXTURE_3D, 1, 0, false},
    {"CUBE", PIPE_TEXTURE_CUBE, 6, 0, false},
    {"RECT", PIPE_TEXTURE_RECT, 1, 0, false},
    {"SHADOW1D", PIPE_TEXTURE_1D, 1, 0, true},
    {"SHADOW2D", PIPE_TEXTURE_2D, 1, 0, true},
    {"SHADOWRECT", PIPE_TEXTURE_RECT, 1, 0, true},
    {"1D_ARRAY", PIPE_TEXTURE_1D_ARRAY, 2, 0, false},
    {"2D_ARRAY", PIPE_TEXTURE_2D_ARRAY, 2, 0, false},
    {"SHADOW1D_ARRAY", PIPE_TEXTURE_1D_ARRAY, 2, 0, true},
    {"SHADOW2D_ARRAY", PIPE_TEXTURE_2D_ARRAY, 2, 0, true},
    {"SHADOWCUBE", PIPE_TEXTURE_CUBE, 6, 0, true},
    {"2D_MSAA", PIPE_TEXTURE_2D, 1, 4, false},
    {"2D_ARRAY_MSAA", PIPE_TEXTURE_2D_ARRAY, 2, 4, false},
    {"CUBEARRAY", PIPE_TEXTURE_CUBE_ARRAY, 6, 0, false},
    {"SHADOWCUBEARRAY", PIPE_TEXTURE_CUBE_ARRAY, 6, 0, true},
    {"BUFFER", PIPE_BUFFER, 1, 0, false},
};

static enum pipe_format format_of(const struct kind *kind, const char *type)
{
    if (kind->compares)
        return PIPE_FORMAT_Z16_UNORM;
    if (strncmp(type, "UINT", 4) == 0)
        return PIPE_FORMAT_R8G8B8A8_UINT;
    return strncmp(type, "SINT", 4) == 0 ? PIPE_FORMAT_R8G8B8A8_SINT : PIPE_FORMAT_R8G8B8A8_UNORM;
}

static struct pipe_sampler_view *create_view(struct run *r, const struct kind *kind,
                                             const char *type)
{
    const unsigned size = kind->target == PIPE_BUFFER ? 64 : 1;
    struct pipe_resource templ =
        fixture_template(kind->target, format_of(kind, type), size, 1, kind->layers);
    templ.nr_samples = kind->samples;
    templ.bind = PIPE_BIND_SAMPLER_VIEW;
    struct pipe_resource *res = r->f.screen->resource_create(r->f.screen, &templ);
    if (!res)
        return NULL; /* the device lacks such textures */
    struct pipe_sampler_view view = {.format = templ.format,
                                     .swizzle_r = PIPE_SWIZZLE_X,
                                     .swizzle_g = PIPE_SWIZZLE_Y,
                                     .swizzle_b = PIPE_SWIZZLE_Z,
                                     .swizzle_a = PIPE_SWIZZLE_W,
                                     .target = kind->target};
    if (kind->target == PIPE_BUFFER)
        view.u.buf.last_element = 15;
    else
        view.u.tex.last_layer = kind->layers - 1;
    struct pipe_sampler_view *out = r->f.pipe->create_sampler_view(r->f.pipe, res, &view);
    pipe_resource_reference(&res, NULL);
    return out;
}

/* Parses the digits at *text and moves *text past them. Returns UINT64_MAX if there are no digits
 * or the number is too large. */
static uint64_t take_number(const char **text)
{
    const size_t len = strspn(*text, "0123456789");
    uint64_t value;
    if (!gv_parse_u64(*text, len, UINT32_MAX, &value))
        return UINT64_MAX;
    *text += len;
    return value;
}

static const struct kind *kind_of(const char *target, size_t len)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (gv_text_is(kinds[i].name, target, len))
            return &kinds[i];
    }
    return NULL;
}

/* Binds a texture to each unit that the text declares as "DCL SVIEW[n], TARGET, TYPE". */
static void bind_textures(struct run *r, unsigned stage, const char *text)
{
    static const char declaration[] = "DCL SVIEW[";
    struct pipe_sampler_view *views[MAX_VIEWS] = {0};
    for (const char *at = text; (at = strstr(at, declaration));) {
        at += strlen(declaration);
        const uint64_t unit = take_number(&at);
        if (unit >= MAX_VIEWS || views[unit] || strncmp(at, "], ", 3) != 0)
            continue;
        const char *target = at + 3, *comma = strstr(target, ", ");
        const struct kind *kind = comma ? kind_of(target, (size_t)(comma - target)) : NULL;
        if (kind)
            views[unit] = create_view(r, kind, comma + 2);
    }
    r->f.pipe->set_sampler_views(r->f.pipe, stage, 0, MAX_VIEWS, views);
    for (unsigned i = 0; i < MAX_VIEWS; i++)
        pipe_sampler_view_reference(&views[i], NULL);
}

/* ---- Draws and dispatches */

static void bind_all(struct run *r)
{
    struct pipe_context *pipe = r->f.pipe;
    struct pipe_vertex_element elements[NUM_ELEMENTS];
    const float levels[4] = {1, 1, 1, 1};
    for (unsigned i = 0; i < NUM_ELEMENTS; i++)
        elements[i] = (struct pipe_vertex_element){.src_format = PIPE_FORMAT_R32G32B32A32_FLOAT,
                                                   .src_offset = 16 * i};
    r->elements = pipe->create_vertex_elements_state(pipe, NUM_ELEMENTS, elements);
    pipe->bind_vertex_elements_state(pipe, r->elements);
    r->vertices = fixture_buffer(&r->f, 65536, PIPE_USAGE_DEFAULT, 0);
    const struct pipe_vertex_buffer vb = {.stride = 16 * NUM_ELEMENTS, .buffer = r->vertices};
    pipe->set_vertex_buffers(pipe, 0, 1, &vb);
    r->constants = fixture_buffer(&r->f, CONSTANTS_B, PIPE_USAGE_DEFAULT, 0);
    struct pipe_constant_buffer constants = {.buffer = r->constants, .buffer_size = CONSTANTS_B};
    for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
        pipe->set_constant_buffer(pipe, stage, 0, &constants);
    pipe->set_tess_state(pipe, levels, levels);
}

static void dispatch(struct run *r, const char *text)
{
    struct pipe_context *pipe = r->f.pipe;
    void *cs = fixture_try_compute_shader(&r->f, text, SHARED_B);
    r->num_refused += !cs;
    if (!cs)
        return;
    struct pipe_grid_info info = {.work_dim = 3, .grid = {1, 1, 1}};
    static const char *const properties[] = {"CS_FIXED_BLOCK_WIDTH ", "CS_FIXED_BLOCK_HEIGHT ",
                                             "CS_FIXED_BLOCK_DEPTH "};
    for (unsigned i = 0; i < 3; i++) {
        const char *at = strstr(text, properties[i]);
        if (at)
            at += strlen(properties[i]);
        const uint64_t size = at ? take_number(&at) : 0;
        info.block[i] = (unsigned)size;
        if (size == 0 || size == UINT64_MAX) /* the launch sets the size */
            info.block[i] = i ? 1 : 8;
    }
    bind_textures(r, PIPE_SHADER_COMPUTE, text);
    pipe->bind_compute_state(pipe, cs);
    pipe->launch_grid(pipe, &info);
    pipe->bind_compute_state(pipe, NULL);
    pipe->delete_compute_state(pipe, cs);
}

/* The functions of a stage. */
struct stage {
    const char *name;
    void *(*create)(struct pipe_context *pipe, const struct pipe_shader_state *templ);
    void (*bind)(struct pipe_context *pipe, void *shader);
    void (*destroy)(struct pipe_context *pipe, void *shader);
};

enum {
    VERT,
    TESS_CTRL,
    TESS_EVAL,
    GEOM,
    FRAG,
    NUM_STAGES
};

static unsigned primitive_of(const char *text)
{
    const char *at = strstr(text, "GS_INPUT_PRIMITIVE ");
    at = at ? at + strlen("GS_INPUT_PRIMITIVE ") : "";
    const size_t len = strcspn(at, "\n");
    static const struct {
        const char *name;
        unsigned prim;
    } prims[] = {{"POINTS", PIPE_PRIM_POINTS},
                 {"LINES", PIPE_PRIM_LINES},
                 {"LINES_ADJACENCY", PIPE_PRIM_LINES_ADJACENCY},
                 {"TRIANGLES_ADJACENCY", PIPE_PRIM_TRIANGLES_ADJACENCY}};
    for (size_t i = 0; i < sizeof(prims) / sizeof(prims[0]); i++) {
        if (strlen(prims[i].name) == len && strncmp(at, prims[i].name, len) == 0)
            return prims[i].prim;
    }
    return PIPE_PRIM_TRIANGLES;
}

/* Draws with the shader of a stage and the other stages that this stage needs. */
static void draw(struct run *r, unsigned own, const char *text)
{
    struct pipe_context *p = r->f.pipe;
    const struct stage stages[NUM_STAGES] = {
        {"VERT", p->create_vs_state, p->bind_vs_state, p->delete_vs_state},
        {"TESS_CTRL", p->create_tcs_state, p->bind_tcs_state, p->delete_tcs_state},
        {"TESS_EVAL", p->create_tes_state, p->bind_tes_state, p->delete_tes_state},
        {"GEOM", p->create_gs_state, p->bind_gs_state, p->delete_gs_state},
        {"FRAG", p->create_fs_state, p->bind_fs_state, p->delete_fs_state},
    };
    const struct semantics inputs = find_semantics(text, "IN");
    const struct semantics outputs = find_semantics(text, "OUT");
    struct text vertex = make_vertex_text(&inputs);
    struct text fragment = make_fragment_text(own == TESS_CTRL ? &(struct semantics){0} : &outputs);
    const char *texts[NUM_STAGES] = {[VERT] = vertex.at, [FRAG] = fragment.at};
    if (own == TESS_CTRL)
        texts[TESS_EVAL] = KIT_EVALUATION_TRIANGLES;
    texts[own] = text;
    void *shaders[NUM_STAGES] = {0};
    for (unsigned i = 0; i < NUM_STAGES; i++) {
        shaders[i] = texts[i] ? fixture_try_shader(&r->f, stages[i].create, texts[i], NULL) : NULL;
        if (shaders[i])
            stages[i].bind(p, shaders[i]);
    }
    static const unsigned types[NUM_STAGES] = {PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL,
                                               PIPE_SHADER_TESS_EVAL, PIPE_SHADER_GEOMETRY,
                                               PIPE_SHADER_FRAGMENT};
    bind_textures(r, types[own], text);
    r->num_refused += !shaders[own];
    const bool is_tessellated = texts[TESS_EVAL];
    const struct pipe_draw_info info = {
        .mode = is_tessellated ? PIPE_PRIM_PATCHES
                               : (own == GEOM ? primitive_of(text) : PIPE_PRIM_TRIANGLES),
        .count = 12,
        .instance_count = 1,
        .max_index = ~0u,
        .vertices_per_patch = 3};
    if (shaders[own])
        p->draw_vbo(p, &info);
    for (unsigned i = 0; i < NUM_STAGES; i++) {
        stages[i].bind(p, NULL);
        if (shaders[i])
            stages[i].destroy(p, shaders[i]);
    }
    free(vertex.at);
    free(fragment.at);
}

static bool has_multisampled_images(const struct galvan_tgsi_info *info)
{
    for (unsigned i = 0; i < sizeof(info->image_target); i++) {
        if ((info->images_mask >> i & 1) && (info->image_target[i] == TGSI_TEXTURE_2D_MSAA ||
                                             info->image_target[i] == TGSI_TEXTURE_2D_ARRAY_MSAA))
            return true;
    }
    return false;
}

/* Returns the total number of output components of a geometry shader as Vulkan counts it: each
 * output counts as a whole vector, and the position, a point size and a primitive id also count. */
static unsigned total_components(const struct galvan_tgsi_info *info)
{
    const unsigned num = 4 + 4 * (unsigned)__builtin_popcountll(info->outputs_mask) + 2;
    return (num + info->writes_layer + info->writes_viewport_index) * info->gs_max_vertices;
}

/* Whether a mask has more bits than the screen announces for a stage. */
static bool exceeds(struct pipe_screen *screen, enum galvan_stage stage, enum pipe_shader_cap cap,
                    uint32_t mask)
{
    return __builtin_popcount(mask) > screen->get_shader_param(screen, stage, cap);
}

/* Returns the reason why this device may reject a shader that a client sent to another device;
 * returns NULL if this device must accept the shader. */
static const char *why_not(struct run *r, const struct galvan_tgsi_info *info)
{
    struct pipe_screen *screen = r->f.screen;
    const int most_inputs =
        screen->get_shader_param(screen, PIPE_SHADER_GEOMETRY, PIPE_SHADER_CAP_MAX_INPUTS);
    const unsigned patches =
        (unsigned)__builtin_popcount(info->patch_inputs_mask | info->patch_outputs_mask);
    const uint64_t slots =
        info->stage == GALVAN_STAGE_TESS_EVAL ? info->inputs_mask : info->outputs_mask;
    if (info->stage == GALVAN_STAGE_GEOMETRY &&
        __builtin_popcountll(info->inputs_mask) >= most_inputs)
        return "more inputs than the device has, with the position";
    if (info->stage == GALVAN_STAGE_GEOMETRY &&
        total_components(info) >
            (unsigned)screen->get_param(screen, PIPE_CAP_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS))
        return "more components of all vertices than the device has";
    if (patches && (unsigned)__builtin_popcountll(slots) + patches > 32)
        return "outputs of vertices and patches share Vulkan's 32 locations";
    if (exceeds(screen, info->stage, PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS, info->samplers_mask))
        return "more textures than the stage has";
    if (exceeds(screen, info->stage, PIPE_SHADER_CAP_MAX_CONST_BUFFERS, info->const_mask))
        return "more constant buffers than the stage has";
    if (exceeds(screen, info->stage, PIPE_SHADER_CAP_MAX_SHADER_IMAGES, info->images_mask))
        return "more images than the stage has";
    if (exceeds(screen, info->stage, PIPE_SHADER_CAP_MAX_SHADER_BUFFERS,
                info->shader_buffers_mask) ||
        exceeds(screen, info->stage, PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS,
                info->hw_atomics_mask))
        return "more storage buffers than the stage has";
    if (info->uses_texture_handles)
        return "textures by handle are not announced";
    if (info->writes_stencil && !screen->get_param(screen, PIPE_CAP_SHADER_STENCIL_EXPORT))
        return "stencil values are not announced";
    if (info->uses_clock && !screen->get_param(screen, PIPE_CAP_TGSI_CLOCK))
        return "the clock is not announced";
    if (info->post_depth_coverage && !screen->get_param(screen, PIPE_CAP_POST_DEPTH_COVERAGE))
        return "post-depth coverage is not announced";
    if (has_multisampled_images(info) &&
        !screen->is_format_supported(screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 4,
                                     PIPE_BIND_SHADER_IMAGE))
        return "the device has no images of several samples";
    return NULL;
}

static void run_text(struct run *r, const char *text)
{
    static const char *const names[NUM_STAGES] = {"VERT", "TESS_CTRL", "TESS_EVAL", "GEOM", "FRAG"};
    const size_t len = strcspn(text, "\n");
    struct galvan_tgsi *tgsi = NULL;
    if (galvan_tgsi_parse(text, strlen(text), NULL, &tgsi) != GALVAN_OK) {
        r->num_refused++;
        return;
    }
    const char *why = why_not(r, galvan_tgsi_info(tgsi));
    galvan_tgsi_destroy(tgsi);
    if (why) {
        printf("left out: %s\n", why);
        return;
    }
    for (unsigned i = 0; i < NUM_STAGES; i++) {
        if (strlen(names[i]) == len && strncmp(text, names[i], len) == 0)
            draw(r, i, text);
    }
    if (strncmp(text, "COMP", len) == 0)
        dispatch(r, text);
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    long size = -1;
    if (file && !fseek(file, 0, SEEK_END))
        size = ftell(file);
    char *text = size > 0 ? calloc(1, (size_t)size + 1) : NULL;
    if (text && (fseek(file, 0, SEEK_SET) || fread(text, 1, (size_t)size, file) != (size_t)size))
        text[0] = '\0';
    if (file)
        fclose(file);
    return text;
}

static void wait_idle(struct run *r)
{
    struct pipe_fence_handle *fence = NULL;
    r->f.pipe->flush(r->f.pipe, &fence, 0);
    if (fence)
        r->f.screen->fence_finish(r->f.screen, fence, PIPE_TIMEOUT_INFINITE);
    r->f.screen->fence_reference(r->f.screen, &fence, NULL);
}

static void run_file(struct run *r, const char *directory, const char *name)
{
    char path[4096];
    const unsigned num_before = r->num_refused + r->num_messages;
    snprintf(path, sizeof(path), "%s/%s", directory, name);
    char *text = read_text(path);
    const char *left_out = gv_getenv("GALVAN_TEST_LEFT_OUT");
    if (left_out && strstr(left_out, name)) {
        printf("left out: %s\n", name);
        free(text);
        return;
    }
    printf("%s\n", name); /* so that the output of a crash names its shader */
    fflush(stdout);
    if (text)
        run_text(r, text);
    free(text);
    if (++r->num_files % SHADERS_OF_BATCH == 0)
        wait_idle(r);
    if (r->num_refused + r->num_messages > num_before)
        fprintf(stderr, "%s: refused, or a message\n", path);
}

static int is_shader(const struct dirent *entry)
{
    const size_t len = strlen(entry->d_name);
    return len > 5 && strcmp(entry->d_name + len - 5, ".tgsi") == 0;
}

static void run_directory(struct run *r, const char *directory)
{
    struct dirent **names;
    const int num = scandir(directory, &names, is_shader, alphasort);
    for (int i = 0; i < num; i++) {
        run_file(r, directory, names[i]->d_name);
        free(names[i]);
    }
    if (num >= 0)
        free((void *)names);
}

int main(int argc, char **argv)
{
    const char *corpus = gv_getenv("GALVAN_TGSI_CORPUS");
    struct run r = {0};
    const struct galvan_log log = {count_message, &r, GALVAN_LOG_WARN};
    if (argc != 2) {
        fprintf(stderr, "usage: drivers_shaders DIRECTORY\n");
        return 2;
    }
    r.f.screen = fixture_open_screen(galvan_screen_params(.log = &log));
    r.f.pipe = r.f.screen->context_create(r.f.screen, NULL, 0);
    kit_init(&r.kit, &r.f, 0, NULL);
    bind_all(&r);
    run_directory(&r, corpus ? corpus : argv[1]);
    wait_idle(&r);
    r.f.pipe->bind_vertex_elements_state(r.f.pipe, NULL);
    r.f.pipe->delete_vertex_elements_state(r.f.pipe, r.elements);
    for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
        r.f.pipe->set_constant_buffer(r.f.pipe, stage, 0, NULL);
        r.f.pipe->set_sampler_views(r.f.pipe, stage, 0, MAX_VIEWS, NULL);
    }
    kit_finish(&r.kit);
    pipe_resource_reference(&r.vertices, NULL);
    pipe_resource_reference(&r.constants, NULL);
    r.f.pipe->destroy(r.f.pipe);
    r.f.screen->destroy(r.f.screen);
    printf("%u files, %u refused, %u messages\n", r.num_files, r.num_refused, r.num_messages);
    return r.num_files && !r.num_refused && !r.num_messages ? 0 : 1;
}
