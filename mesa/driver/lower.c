/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Replaces in a shader what nir_to_tgsi() does not translate, or translates wrongly. */
#include "compiler/nir/nir.h"
#include "compiler/nir/nir_builder.h"
#include "compiler/nir/nir_deref.h"
#include "util/hash_table.h"

#include "lower.h"
#include "version.h"

/* Whether a shader writes tessellation levels as arrays. They are vectors in shaders that come as
 * GLSL, but not in shaders that come as SPIR-V. */
static bool has_level_arrays(struct nir_shader *nir)
{
    nir_foreach_shader_out_variable(var, nir)
    {
        if ((var->data.location == VARYING_SLOT_TESS_LEVEL_OUTER ||
             var->data.location == VARYING_SLOT_TESS_LEVEL_INNER) &&
            glsl_type_is_array(var->type))
            return true;
    }
    return false;
}

static bool counts_zeros(const nir_instr *instr, const void *data)
{
    return instr->type == nir_instr_type_alu && nir_instr_as_alu(instr)->op == nir_op_uclz;
}

/* The number of zeros above the highest set bit. find_msb gives -1 if no bit is set. */
static nir_def *lower_zeros(nir_builder *b, nir_instr *instr, void *data)
{
    nir_def *value = nir_ssa_for_alu_src(b, nir_instr_as_alu(instr), 0);

    return nir_isub(b, nir_imm_int(b, 31), nir_ufind_msb(b, value));
}

/* Whether an instruction accesses a vector of three or four doubles in a local array or matrix.
 * TGSI's registers have two doubles. nir_split_64bit_vec3_and_vec4(), which nir_to_tgsi() calls,
 * computes wrong indices for arrays of arrays and of matrices, and Mesa 22.3's splits matrices and
 * stores of single components wrongly. */
static bool is_wide(const nir_instr *instr, const void *data)
{
    if (instr->type != nir_instr_type_intrinsic)
        return false;

    const nir_intrinsic_instr *access = nir_instr_as_intrinsic((nir_instr *)instr);

    if (access->intrinsic != nir_intrinsic_load_deref &&
        access->intrinsic != nir_intrinsic_store_deref)
        return false;

    const nir_deref_instr *deref = nir_src_as_deref(access->src[0]);

    return deref->deref_type == nir_deref_type_array &&
           nir_deref_mode_is(deref, nir_var_function_temp) && glsl_type_is_64bit(deref->type) &&
           glsl_get_components(deref->type) > 2;
}

static unsigned count_vectors(const struct glsl_type *type)
{
    return (glsl_type_is_array(type) ? glsl_get_aoa_size(type) : 1) *
           glsl_get_matrix_columns(glsl_without_array(type));
}

/* Returns the array that has two elements for each vector of a variable: the first two components,
 * and the others. */
static nir_variable *split_variable(nir_builder *b, nir_variable *var, struct hash_table *splits)
{
    const struct hash_entry *entry = _mesa_hash_table_search(splits, var);

    if (entry)
        return entry->data;

    nir_variable *halves = nir_local_variable_create(
        b->impl, glsl_array_type(glsl_dvec_type(2), 2 * count_vectors(var->type), 0), var->name);

    _mesa_hash_table_insert(splits, var, halves);
    return halves;
}

/* Returns the number of vectors in the variable before the one that deref refers to. */
static nir_def *vector_index(nir_builder *b, const nir_deref_instr *deref)
{
    nir_def *index = nir_imm_int(b, 0);

    for (; deref->deref_type == nir_deref_type_array; deref = nir_deref_instr_parent(deref))
        index =
            nir_iadd(b, index, nir_imul_imm(b, deref->arr.index.ssa, count_vectors(deref->type)));
    return index;
}

/* Lowers an access that is_wide() to accesses of the variable's halves. */
static nir_def *split(nir_builder *b, nir_instr *instr, void *splits)
{
    const nir_intrinsic_instr *access = nir_instr_as_intrinsic(instr);
    const nir_deref_instr *deref = nir_src_as_deref(access->src[0]);
    const unsigned last = glsl_get_vector_elements(deref->type) - 1;
    nir_deref_instr *halves =
        nir_build_deref_var(b, split_variable(b, nir_deref_instr_get_variable(deref), splits));
    nir_def *index = nir_imul_imm(b, vector_index(b, deref), 2);
    nir_deref_instr *xy = nir_build_deref_array(b, halves, index);
    nir_deref_instr *zw = nir_build_deref_array(b, halves, nir_iadd_imm(b, index, 1));

    if (access->intrinsic == nir_intrinsic_load_deref) {
        nir_def *low = nir_load_deref(b, xy), *high = nir_load_deref(b, zw);
        nir_def *components[] = {nir_channel(b, low, 0), nir_channel(b, low, 1),
                                 nir_channel(b, high, 0), nir_channel(b, high, 1)};

        return nir_vec(b, components, last + 1);
    }

    nir_def *value = access->src[1].ssa;
    const unsigned mask = nir_intrinsic_write_mask(access);

    if (mask & 0x3)
        nir_store_deref(b, xy, nir_channels(b, value, 0x3), mask & 0x3);
    if (mask >> 2)
        nir_store_deref(b, zw, nir_vec2(b, nir_channel(b, value, 2), nir_channel(b, value, last)),
                        mask >> 2);
    return NIR_LOWER_INSTR_PROGRESS_REPLACE;
}

/* Masks of subgroups, of which nir_to_tgsi() reads the lower half for both halves, become
 * computations from the index of the invocation; counts of leading zeros become searches for the
 * highest set bit; local arrays of three or four doubles become arrays of their halves;
 * tessellation levels become vectors. */
void gm_lower(struct nir_shader *nir)
{
    const struct nir_lower_subgroups_options options = {
        .ballot_bit_size = 64, .ballot_components = 1, .lower_subgroup_masks = true};
    struct hash_table *splits = _mesa_pointer_hash_table_create(NULL);

    NIR_PASS_V(nir, nir_lower_subgroups, &options);
    NIR_PASS_V(nir, nir_shader_lower_instructions, counts_zeros, lower_zeros, NULL);
    NIR_PASS_V(nir, nir_shader_lower_instructions, is_wide, split, splits);
    if (has_level_arrays(nir))
        NIR_PASS_V(nir, nir_vectorize_tess_levels);
    _mesa_hash_table_destroy(splits, NULL);
}
