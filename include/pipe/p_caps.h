/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The capabilities of a pipe_screen, for get_param, get_paramf, get_shader_param and
 * get_compute_param. Each list has the capabilities of the screen document (2021), followed by
 * capabilities of other years. The values of the enumerators are not part of the contract. */
#ifndef PIPE_P_CAPS_H
#define PIPE_P_CAPS_H

#ifdef __cplusplus
extern "C" {
#endif

/* pipe_screen::get_param. If a comment gives no other meaning, the result is 1 (supported) or 0
 * (not supported). A limit of 0 means that the feature is absent. The result for an unknown
 * capability is 0. */
enum pipe_cap {
    PIPE_CAP_GRAPHICS,      /* draws work; 0: only contexts with PIPE_CONTEXT_COMPUTE_ONLY */
    PIPE_CAP_NPOT_TEXTURES, /* any texture size with every wrap mode and mipmaps */
    PIPE_CAP_MAX_DUAL_SOURCE_RENDER_TARGETS, /* number of colour buffers that can blend with two
                                                sources */
    PIPE_CAP_ANISOTROPIC_FILTER,             /* pipe_sampler_state::max_anisotropy has an effect */
    PIPE_CAP_POINT_SPRITE,                   /* point coordinates replace fragment inputs */
    PIPE_CAP_MAX_RENDER_TARGETS,             /* number of colour buffers of a framebuffer */
    PIPE_CAP_OCCLUSION_QUERY,
    PIPE_CAP_QUERY_TIME_ELAPSED,
    PIPE_CAP_TEXTURE_SHADOW_MAP,            /* samplers can compare depth */
    PIPE_CAP_TEXTURE_SWIZZLE,               /* sampler views can have swizzles */
    PIPE_CAP_MAX_TEXTURE_2D_SIZE,           /* texels, also of 1D textures */
    PIPE_CAP_MAX_TEXTURE_3D_LEVELS,         /* number of mip levels: the largest size is 2^(levels -
                                               1) */
    PIPE_CAP_MAX_TEXTURE_CUBE_LEVELS,       /* number of mip levels of cube maps */
    PIPE_CAP_TEXTURE_MIRROR_CLAMP_TO_EDGE,  /* PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE */
    PIPE_CAP_TEXTURE_MIRROR_CLAMP,          /* the other two PIPE_TEX_WRAP_MIRROR_CLAMP modes */
    PIPE_CAP_BLEND_EQUATION_SEPARATE,       /* alpha may have a blend function that differs from the
                                               colour's */
    PIPE_CAP_MAX_STREAM_OUTPUT_BUFFERS,     /* number of stream output targets that can be bound at
                                               once */
    PIPE_CAP_PRIMITIVE_RESTART,             /* restart with any restart_index */
    PIPE_CAP_PRIMITIVE_RESTART_FIXED_INDEX, /* restart only with the largest index of the index
                                               type */
    PIPE_CAP_INDEP_BLEND_ENABLE,       /* blend_enable and colormask may differ between targets */
    PIPE_CAP_INDEP_BLEND_FUNC,         /* blend functions and factors may differ between targets */
    PIPE_CAP_MAX_TEXTURE_ARRAY_LAYERS, /* 0: no array targets */
    /* the two values that the TGSI property FS_COORD_ORIGIN may have, one for each capability */
    PIPE_CAP_TGSI_FS_COORD_ORIGIN_UPPER_LEFT,
    PIPE_CAP_TGSI_FS_COORD_ORIGIN_LOWER_LEFT,
    PIPE_CAP_TGSI_FS_COORD_PIXEL_CENTER_HALF_INTEGER, /* the two values that the TGSI property
                                                         FS_COORD_PIXEL_CENTER may have, one for
                                                         each capability */
    PIPE_CAP_TGSI_FS_COORD_PIXEL_CENTER_INTEGER,
    /* depth clipping can be turned off; 2: the frontend may clamp depth in the shader instead */
    PIPE_CAP_DEPTH_CLIP_DISABLE,
    /* the near and the far plane can be turned off separately; 0: depth_clip_near equals
     * depth_clip_far */
    PIPE_CAP_DEPTH_CLIP_DISABLE_SEPARATE,
    /* the driver reads depth_clamp; 0: the driver uses the opposite of depth_clip_far */
    PIPE_CAP_DEPTH_CLAMP_ENABLE,
    PIPE_CAP_SHADER_STENCIL_EXPORT, /* fragment shaders can write the stencil reference */
    PIPE_CAP_TGSI_INSTANCEID,       /* the INSTANCEID system value */
    PIPE_CAP_VERTEX_ELEMENT_INSTANCE_DIVISOR,
    PIPE_CAP_FRAGMENT_COLOR_CLAMPED,    /* the driver reads clamp_fragment_color; 0: the frontend
                                           clamps */
    PIPE_CAP_MIXED_COLORBUFFER_FORMATS, /* colour buffers of different formats */
    PIPE_CAP_VERTEX_COLOR_UNCLAMPED,    /* vertex colours outside 0..1 are possible */
    PIPE_CAP_VERTEX_COLOR_CLAMPED,      /* clamp_vertex_color has an effect */
    PIPE_CAP_GLSL_FEATURE_LEVEL,        /* the GLSL version, times 100, of which all features are
                                           supported */
    PIPE_CAP_GLSL_FEATURE_LEVEL_COMPATIBILITY, /* the GLSL version, times 100, of which all features
                                                  are supported, including legacy inputs and
                                                  outputs */
    PIPE_CAP_ESSL_FEATURE_LEVEL,               /* the GLSL ES version, times 100; 0: the value of
                                                  GLSL_FEATURE_LEVEL */
    PIPE_CAP_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION, /* flatshade_first applies to quads, too */
    PIPE_CAP_USER_VERTEX_BUFFERS,                      /* vertex buffers may be in user memory:
                                                          pipe_vertex_buffer::user_buffer */
    PIPE_CAP_VERTEX_BUFFER_OFFSET_4BYTE_ALIGNED_ONLY, /* 1: buffer_offset must be a multiple of 4 */
    PIPE_CAP_VERTEX_BUFFER_STRIDE_4BYTE_ALIGNED_ONLY, /* 1: stride must be a multiple of 4 */
    PIPE_CAP_VERTEX_ELEMENT_SRC_OFFSET_4BYTE_ALIGNED_ONLY, /* 1: src_offset must be a multiple of
                                                              4 */
    PIPE_CAP_COMPUTE,                                      /* compute programs are supported */
    PIPE_CAP_CONSTANT_BUFFER_OFFSET_ALIGNMENT,             /* alignment in bytes */
    PIPE_CAP_START_INSTANCE,                               /* pipe_draw_info::start_instance has an
                                                              effect */
    PIPE_CAP_QUERY_TIMESTAMP,          /* PIPE_QUERY_TIMESTAMP and pipe_screen::get_timestamp */
    PIPE_CAP_TEXTURE_MULTISAMPLE,      /* textures that can be rendered multisampled can also be
                                          sampled */
    PIPE_CAP_MIN_MAP_BUFFER_ALIGNMENT, /* bytes: alignment of every mapped buffer's address */
    /* alignment of pipe_sampler_view::u.buf.offset, in bytes; 0: the offset is not supported */
    PIPE_CAP_TEXTURE_BUFFER_OFFSET_ALIGNMENT,
    /* 1: texel buffers only have R, RG, RGB and RGBA formats, without swizzle */
    PIPE_CAP_BUFFER_SAMPLER_VIEW_RGBA_ONLY,
    /* 1: sprite_coord_enable selects TEXCOORD inputs, and PCOORD exists; 0: sprite_coord_enable
     * selects GENERIC inputs */
    PIPE_CAP_TGSI_TEXCOORD,
    PIPE_CAP_TEXTURE_BUFFER_SAMPLER, /* 1: texel buffers need a sampler bound */
    /* a hint: convert formats with blits rather than on the CPU */
    PIPE_CAP_PREFER_BLIT_BASED_TEXTURE_TRANSFER,
    PIPE_CAP_QUERY_PIPELINE_STATISTICS,
    /* PIPE_QUIRK_TEXTURE_BORDER_COLOR_*: how swizzled views change border colours; 0: not at all */
    PIPE_CAP_TEXTURE_BORDER_COLOR_QUIRK,
    PIPE_CAP_MAX_TEXTURE_BUFFER_SIZE,      /* size in texels */
    PIPE_CAP_MAX_VIEWPORTS,                /* number of viewports and scissors; 0 means 1 */
    PIPE_CAP_ENDIANNESS,                   /* enum pipe_endian */
    PIPE_CAP_MIXED_FRAMEBUFFER_SIZES,      /* attachments of one framebuffer may have different
                                              sizes */
    PIPE_CAP_TGSI_VS_LAYER_VIEWPORT,       /* vertex shaders can write LAYER and VIEWPORT_INDEX */
    PIPE_CAP_MAX_GEOMETRY_OUTPUT_VERTICES, /* vertices of one invocation */
    PIPE_CAP_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, /* product of vertices and components of one
                                                      invocation */
    /* 1: gathers support single-component formats; 4: all formats */
    PIPE_CAP_MAX_TEXTURE_GATHER_COMPONENTS,
    /* gathers can select a component, compare depth, and have computed offsets */
    PIPE_CAP_TEXTURE_GATHER_SM5,
    PIPE_CAP_BUFFER_MAP_PERSISTENT_COHERENT, /* PIPE_TRANSFER_PERSISTENT and COHERENT on buffers */
    PIPE_CAP_TEXTURE_QUERY_LOD,              /* the LODQ opcode */
    PIPE_CAP_MIN_TEXTURE_GATHER_OFFSET,      /* texels, negative */
    PIPE_CAP_MAX_TEXTURE_GATHER_OFFSET,      /* texels */
    PIPE_CAP_SAMPLE_SHADING,                 /* set_min_samples has an effect */
    PIPE_CAP_TEXTURE_GATHER_OFFSETS,         /* TG4 takes four offsets */
    /* the TGSI property VS_WINDOW_SPACE_POSITION: POSITION is in window space and is not clipped */
    PIPE_CAP_TGSI_VS_WINDOW_SPACE_POSITION,
    PIPE_CAP_MAX_VERTEX_STREAMS,  /* number of vertex streams of geometry shaders; 1: only stream 0,
                                     0: no stream output */
    PIPE_CAP_DRAW_INDIRECT,       /* pipe_draw_info::indirect */
    PIPE_CAP_MULTI_DRAW_INDIRECT, /* indirect_count and indirect_stride */
    PIPE_CAP_MULTI_DRAW_INDIRECT_PARAMS,  /* indirect_params */
    PIPE_CAP_TGSI_FS_FINE_DERIVATIVE,     /* the fine forms of DDX and DDY */
    PIPE_CAP_VENDOR_ID,                   /* PCI vendor; ~0: not known */
    PIPE_CAP_DEVICE_ID,                   /* PCI device; ~0: not known */
    PIPE_CAP_ACCELERATED,                 /* 0: the device is a CPU */
    PIPE_CAP_VIDEO_MEMORY,                /* size in MiB */
    PIPE_CAP_UMA,                         /* the device uses system memory */
    PIPE_CAP_CONDITIONAL_RENDER_INVERTED, /* render_condition with condition TRUE */
    PIPE_CAP_MAX_VERTEX_ATTRIB_STRIDE,    /* bytes */
    PIPE_CAP_SAMPLER_VIEW_TARGET,         /* a view's target may differ from its texture's */
    PIPE_CAP_CLIP_HALFZ,                  /* pipe_rasterizer_state::clip_halfz */
    PIPE_CAP_VERTEXID_NOBASE,      /* 1: VERTEXID_NOBASE and BASEVERTEX exist, but not VERTEXID */
    PIPE_CAP_DRAW_PARAMETERS,      /* BASEVERTEX, BASEINSTANCE and DRAWID */
    PIPE_CAP_POLYGON_OFFSET_CLAMP, /* offset_clamp */
    /* blits from multisampled to single-sampled depth take the first sample */
    PIPE_CAP_MULTISAMPLE_Z_RESOLVE,
    PIPE_CAP_RESOURCE_FROM_USER_MEMORY,              /* pipe_screen::resource_from_user_memory */
    PIPE_CAP_RESOURCE_FROM_USER_MEMORY_COMPUTE_ONLY, /* resource_from_user_memory is supported, but
                                                        its resources may only be used by compute
                                                        programs */
    PIPE_CAP_DEVICE_RESET_STATUS_QUERY,              /* get_device_reset_status */
    PIPE_CAP_MAX_SHADER_PATCH_VARYINGS, /* limit of per-patch vec4 outputs, not counting the
                                           tessellation levels */
    PIPE_CAP_TEXTURE_FLOAT_LINEAR,      /* linear filters on 32-bit float textures */
    PIPE_CAP_TEXTURE_HALF_FLOAT_LINEAR, /* linear filters on 16-bit float textures */
    PIPE_CAP_DEPTH_BOUNDS_TEST,         /* pipe_depth_state::bounds_test */
    PIPE_CAP_TGSI_TXQS,                 /* the TXQS opcode */
    PIPE_CAP_FORCE_PERSAMPLE_INTERP,    /* pipe_rasterizer_state::force_persample_interp */
    PIPE_CAP_SHAREABLE_SHADERS,         /* shader objects can be used in every context of the
                                           screen */
    /* resource_copy_region copies between a compressed block and a texel of equal size */
    PIPE_CAP_COPY_BETWEEN_COMPRESSED_AND_PLAIN_FORMATS,
    PIPE_CAP_CLEAR_TEXTURE,
    PIPE_CAP_CLEAR_SCISSORED,            /* pipe_context::clear_scissored */
    PIPE_CAP_TGSI_PACK_HALF_FLOAT,       /* the PK2H and UP2H opcodes */
    PIPE_CAP_TGSI_FS_POSITION_IS_SYSVAL, /* 1: fragment shaders get POSITION as a system value */
    PIPE_CAP_TGSI_FS_POINT_IS_SYSVAL,    /* 1: PCOORD is a system value */
    PIPE_CAP_TGSI_FS_FACE_IS_INTEGER_SYSVAL, /* 1: FACE is a system value, an integer */
    PIPE_CAP_SHADER_BUFFER_OFFSET_ALIGNMENT, /* bytes, at most 256; 0: no shader buffers */
    PIPE_CAP_INVALIDATE_BUFFER,              /* invalidate_resource works on buffers */
    PIPE_CAP_GENERATE_MIPMAP,
    PIPE_CAP_STRING_MARKER, /* emit_string_marker */
    /* surfaces may view compressed blocks as texels of equal size */
    PIPE_CAP_SURFACE_REINTERPRET_BLOCKS,
    PIPE_CAP_QUERY_BUFFER_OBJECT, /* get_query_result_resource */
    PIPE_CAP_PCI_GROUP,           /* the PCI domain */
    PIPE_CAP_PCI_BUS,
    PIPE_CAP_PCI_DEVICE,
    PIPE_CAP_PCI_FUNCTION,
    PIPE_CAP_FRAMEBUFFER_NO_ATTACHMENT,     /* rendering without attachments */
    PIPE_CAP_ROBUST_BUFFER_ACCESS_BEHAVIOR, /* PIPE_CONTEXT_ROBUST_BUFFER_ACCESS */
    PIPE_CAP_CULL_DISTANCE,                 /* the CULLDIST semantic */
    PIPE_CAP_PRIMITIVE_RESTART_FOR_PATCHES,
    PIPE_CAP_TGSI_VOTE,                     /* the VOTE_* opcodes */
    PIPE_CAP_MAX_WINDOW_RECTANGLES,         /* largest number of rectangles of
                                               set_window_rectangles */
    PIPE_CAP_POLYGON_OFFSET_UNITS_UNSCALED, /* offset_units_unscaled */
    PIPE_CAP_VIEWPORT_SUBPIXEL_BITS,        /* number of subpixel bits of viewport bounds */
    PIPE_CAP_RASTERIZER_SUBPIXEL_BITS,      /* number of subpixel bits of vertex positions */
    /* the device supports a colour and a depth attachment with different numbers of bits */
    PIPE_CAP_MIXED_COLOR_DEPTH_BITS,
    /* usage masks of declared arrays have an effect, and arrays may overlap */
    PIPE_CAP_TGSI_ARRAY_COMPONENTS,
    /* offset -1 in set_stream_output_targets, and count_from_stream_output */
    PIPE_CAP_STREAM_OUTPUT_PAUSE_RESUME,
    PIPE_CAP_STREAM_OUTPUT_INTERLEAVE_BUFFERS, /* interleaved outputs may go to several buffers */
    PIPE_CAP_TGSI_CAN_READ_OUTPUTS,            /* every stage can read its outputs */
    PIPE_CAP_GLSL_OPTIMIZE_CONSERVATIVELY, /* a hint to the frontend's compiler: optimise little */
    PIPE_CAP_FBFETCH,                      /* number of colour buffers that fragment shaders can
                                              read */
    PIPE_CAP_FBFETCH_COHERENT,             /* fragment shaders can read colour buffers without a
                                              barrier */
    PIPE_CAP_TGSI_MUL_ZERO_WINS,           /* the TGSI property MUL_ZERO_WINS: 0 * x is 0 for any
                                              x */
    PIPE_CAP_DOUBLES,                      /* 64-bit floats */
    PIPE_CAP_INT64,                        /* 64-bit integers */
    PIPE_CAP_INT64_DIVMOD,                 /* division and remainder of 64-bit integers */
    PIPE_CAP_TGSI_TEX_TXF_LZ,              /* the TEX_LZ and TXF_LZ opcodes */
    PIPE_CAP_TGSI_CLOCK,                   /* the CLOCK opcode */
    PIPE_CAP_POLYGON_MODE_FILL_RECTANGLE,  /* PIPE_POLYGON_MODE_FILL_RECTANGLE */
    PIPE_CAP_SPARSE_BUFFER_PAGE_SIZE,      /* bytes, at most 64 Ki; 0: no sparse buffers */
    PIPE_CAP_TGSI_BALLOT, /* BALLOT, READ_INVOC, READ_FIRST and the SUBGROUP_* system values */
    PIPE_CAP_TGSI_TES_LAYER_VIEWPORT, /* evaluation shaders can write LAYER and VIEWPORT_INDEX */
    PIPE_CAP_CAN_BIND_CONST_BUFFER_AS_VERTEX, /* a constant buffer may also be bound as a vertex
                                                 buffer */
    /* buffers may stay mapped while the device uses them */
    PIPE_CAP_ALLOW_MAPPED_BUFFERS_DURING_EXECUTION,
    PIPE_CAP_POST_DEPTH_COVERAGE, /* the TGSI property FS_POST_DEPTH_COVERAGE */
    PIPE_CAP_BINDLESS_TEXTURE,
    PIPE_CAP_NIR_SAMPLERS_AS_DEREF,   /* for NIR, which Galvan does not support */
    PIPE_CAP_QUERY_SO_OVERFLOW,       /* PIPE_QUERY_SO_OVERFLOW_PREDICATE and ANY_PREDICATE */
    PIPE_CAP_MEMOBJ,                  /* memory objects */
    PIPE_CAP_LOAD_CONSTBUF,           /* LOAD reads constant buffers */
    PIPE_CAP_TGSI_ANY_REG_AS_ADDRESS, /* any register can index another */
    PIPE_CAP_TILE_RASTER_ORDER,       /* tile_raster_order_* have an effect */
    /* limit of the sum of images, shader buffers and colour outputs; 0: the frontend adds up the
     * separate limits */
    PIPE_CAP_MAX_COMBINED_SHADER_OUTPUT_RESOURCES,
    /* sample counts of attachments: 0: all counts must be equal; 1: a colour attachment may have
     * more samples than stored samples, and more samples than the depth attachment; 2: any
     * counts */
    PIPE_CAP_FRAMEBUFFER_MSAA_CONSTRAINTS,
    PIPE_CAP_SIGNED_VERTEX_BUFFER_OFFSET, /* buffer_offset may be negative */
    PIPE_CAP_CONTEXT_PRIORITY_MASK,       /* mask of the supported PIPE_CONTEXT_PRIORITY_* */
    PIPE_CAP_FENCE_SIGNAL,                /* fence_server_signal */
    PIPE_CAP_CONSTBUF0_FLAGS, /* pipe_resource::flags that a buffer in constant buffer slot 0 must
                                 have */
    PIPE_CAP_PACKED_UNIFORMS, /* uniforms need no padding to vec4 */
    PIPE_CAP_CONSERVATIVE_RASTER_POST_SNAP_TRIANGLES, /* modes of conservative rasterization, each
                                                         with the primitives that it supports */
    PIPE_CAP_CONSERVATIVE_RASTER_POST_SNAP_POINTS_LINES,
    PIPE_CAP_CONSERVATIVE_RASTER_PRE_SNAP_TRIANGLES,
    PIPE_CAP_CONSERVATIVE_RASTER_PRE_SNAP_POINTS_LINES,
    PIPE_CAP_CONSERVATIVE_RASTER_POST_DEPTH_COVERAGE, /* conservative rasterization works together
                                                         with post-depth coverage */
    PIPE_CAP_CONSERVATIVE_RASTER_INNER_COVERAGE,
    /* number of bits of subpixel_precision_x and _y */
    PIPE_CAP_MAX_CONSERVATIVE_RASTER_SUBPIXEL_PRECISION_BIAS,
    PIPE_CAP_PROGRAMMABLE_SAMPLE_LOCATIONS, /* set_sample_locations and get_sample_pixel_grid */
    PIPE_CAP_MAX_GS_INVOCATIONS,
    PIPE_CAP_MAX_SHADER_BUFFER_SIZE,                 /* size in bytes */
    PIPE_CAP_MAX_COMBINED_SHADER_BUFFERS,            /* number in all stages; 0: the sum over the
                                                        stages */
    PIPE_CAP_MAX_COMBINED_HW_ATOMIC_COUNTERS,        /* number in all stages; 0: the frontend's
                                                        default */
    PIPE_CAP_MAX_COMBINED_HW_ATOMIC_COUNTER_BUFFERS, /* number in all stages; 0: the sum over the
                                                        stages */
    /* a hint for the limit of pending uploads, in bytes; 0: no limit */
    PIPE_CAP_MAX_TEXTURE_UPLOAD_MEMORY_BUDGET,
    PIPE_CAP_MAX_VERTEX_ELEMENT_SRC_OFFSET, /* offset in bytes */
    PIPE_CAP_SURFACE_SAMPLE_COUNT,          /* pipe_surface::nr_samples */
    PIPE_CAP_TGSI_ATOMFADD,                 /* the ATOMFADD opcode */
    /* 1: the frontend must rewrite destination-alpha factors for formats without alpha */
    PIPE_CAP_RGB_OVERRIDE_DST_ALPHA_BLEND,
    /* 1: evaluation shaders get tessellation levels as inputs, not system values */
    PIPE_CAP_GLSL_TESS_LEVELS_AS_INPUTS,
    PIPE_CAP_DEST_SURFACE_SRGB_CONTROL,    /* surfaces may switch between sRGB and linear */
    PIPE_CAP_NIR_COMPACT_ARRAYS,           /* for NIR */
    PIPE_CAP_MAX_VARYINGS,                 /* number of vec4 inputs of fragment shaders */
    PIPE_CAP_COMPUTE_GRID_INFO_LAST_BLOCK, /* pipe_grid_info::last_block */
    PIPE_CAP_COMPUTE_SHADER_DERIVATIVE,    /* derivatives in compute programs */
    PIPE_CAP_TGSI_SKIP_SHRINK_IO_ARRAYS,   /* 1: the frontend must not reduce declared array
                                              sizes */
    PIPE_CAP_IMAGE_LOAD_FORMATTED,         /* shaders can load from images without declaring a
                                              format */
    PIPE_CAP_THROTTLE,                     /* 1: the frontend should limit frames in flight */
    PIPE_CAP_DMABUF, /* bits: resource_from_handle (1) and resource_get_handle (2) support
                        dma-bufs of textures */
    PIPE_CAP_PREFER_COMPUTE_FOR_MULTIMEDIA, /* a hint to video frontends */
    PIPE_CAP_FRAGMENT_SHADER_INTERLOCK,
    /* local invocation index and global id exist as system values */
    PIPE_CAP_CS_DERIVED_SYSTEM_VALUES_SUPPORTED,
    PIPE_CAP_ATOMIC_FLOAT_MINMAX,           /* float atomics: minimum, maximum, exchange and
                                               compare-and-swap */
    PIPE_CAP_TGSI_DIV,                      /* the DIV opcode */
    PIPE_CAP_FRAGMENT_SHADER_TEXTURE_LOD,   /* TXL in fragment shaders */
    PIPE_CAP_FRAGMENT_SHADER_DERIVATIVES,   /* DDX and DDY */
    PIPE_CAP_VERTEX_SHADER_SATURATE,        /* saturation in vertex shaders */
    PIPE_CAP_TEXTURE_SHADOW_LOD,            /* lookups with depth comparison can have an explicit
                                               LOD or a bias */
    PIPE_CAP_SHADER_SAMPLES_IDENTICAL,      /* shaders can query whether all samples are equal */
    PIPE_CAP_TGSI_ATOMINC_WRAP,             /* the ATOMINC_WRAP and ATOMDEC_WRAP opcodes */
    PIPE_CAP_PREFER_IMM_ARRAYS_AS_CONSTBUF, /* 1: constant arrays are better in a constant buffer */
    PIPE_CAP_GL_SPIRV,                      /* SPIR-V as the frontend's input */
    PIPE_CAP_GL_SPIRV_VARIABLE_POINTERS,
    PIPE_CAP_DEMOTE_TO_HELPER_INVOCATION,   /* the DEMOTE opcode */
    PIPE_CAP_TGSI_TG4_COMPONENT_IN_SWIZZLE, /* 1: the component of TG4 is in the swizzle of its
                                               sampler operand */
    PIPE_CAP_FLATSHADE,                     /* pipe_rasterizer_state::flatshade has an effect */
    PIPE_CAP_ALPHA_TEST,                    /* pipe_alpha_state has an effect */
    PIPE_CAP_POINT_SIZE_FIXED,              /* pipe_rasterizer_state::point_size has an effect */
    PIPE_CAP_TWO_SIDED_COLOR,               /* light_twoside has an effect */
    PIPE_CAP_CLIP_PLANES, /* number of user clip planes; 1: all PIPE_MAX_CLIP_PLANES */
    PIPE_CAP_MAX_VERTEX_BUFFERS,
    /* integer functions of OpenCL: averages, saturating sums, absolute differences, bit counts */
    PIPE_CAP_OPENCL_INTEGER_FUNCTIONS,
    PIPE_CAP_INTEGER_MULTIPLY_32X16,
    PIPE_CAP_NIR_IMAGES_AS_DEREF,  /* for NIR */
    PIPE_CAP_PACKED_STREAM_OUTPUT, /* stream output may pack several variables into a register */
    PIPE_CAP_VIEWPORT_TRANSFORM_LOWERED, /* 1: the frontend transforms vertices to window space */
    PIPE_CAP_PSIZ_CLAMPED,               /* 1: the frontend clamps PSIZE */
    PIPE_CAP_GL_BEGIN_END_BUFFER_SIZE,   /* bytes of the frontend's buffer for immediate mode */
    PIPE_CAP_VIEWPORT_SWIZZLE,
    PIPE_CAP_SYSTEM_SVM, /* the device can access all memory of the process */
    PIPE_CAP_VIEWPORT_MASK,
    PIPE_CAP_MAP_UNSYNCHRONIZED_THREAD_SAFE, /* PIPE_TRANSFER_THREAD_SAFE */
    PIPE_CAP_GLSL_ZERO_INIT,          /* 1: all uninitialised variables are zero; 2: only outputs of
                                         functions */
    PIPE_CAP_BLEND_EQUATION_ADVANCED, /* advanced_blend_func */
    PIPE_CAP_NIR_ATOMICS_AS_DEREF,    /* for NIR */
    PIPE_CAP_NO_CLIP_ON_COPY_TEX,     /* 1: the frontend should not clip copies to the source
                                         texture; texels outside of the texture read 0 */
    PIPE_CAP_MAX_TEXTURE_MB,          /* size limit of one texture in MiB */
    PIPE_CAP_DEVICE_PROTECTED_CONTENT,
    PIPE_CAP_PREFER_REAL_BUFFER_IN_CONSTBUF0, /* a hint: use no user_buffer in constant buffer slot
                                                 0 */
    PIPE_CAP_GL_CLAMP, /* PIPE_TEX_WRAP_CLAMP and MIRROR_CLAMP work; 0: the frontend lowers them */
    PIPE_CAP_TEXRECT,  /* PIPE_TEXTURE_RECT */
    PIPE_CAP_SAMPLER_REDUCTION_MINMAX,     /* pipe_sampler_state::reduction_mode */
    PIPE_CAP_SAMPLER_REDUCTION_MINMAX_ARB, /* reduction_mode is supported for every format that can
                                              be filtered */
    /* 1: the frontend must rewrite indices if the restart index is not the fixed restart index */
    PIPE_CAP_EMULATE_NONFIXED_PRIMITIVE_RESTART,
    PIPE_CAP_SUPPORTED_PRIM_MODES,              /* mask of 1 << PIPE_PRIM_* */
    PIPE_CAP_SUPPORTED_PRIM_MODES_WITH_RESTART, /* mask of the modes that support
                                                   primitive_restart */
    PIPE_CAP_PREFER_BACK_BUFFER_REUSE,          /* a hint to window systems */
    PIPE_CAP_DRAW_VERTEX_STATE,                 /* draw_vertex_state */

    /* Capabilities that programs of 2015 and 2016 query. */
    PIPE_CAP_QUERY_MEMORY_INFO, /* pipe_screen::query_memory_info */
    PIPE_CAP_TWO_SIDED_STENCIL,
    PIPE_CAP_MAX_TEXTURE_2D_LEVELS, /* number of mip levels of 2D textures */
    PIPE_CAP_TEXTURE_BARRIER,
    PIPE_CAP_SM3,               /* shader model 3: loops, derivatives, and textures in vertex
                                   shaders */
    PIPE_CAP_SEAMLESS_CUBE_MAP, /* seamless_cube_map has an effect */
    PIPE_CAP_SEAMLESS_CUBE_MAP_PER_TEXTURE,            /* seamless_cube_map may differ between
                                                          samplers */
    PIPE_CAP_MIN_TEXEL_OFFSET,                         /* texels, negative */
    PIPE_CAP_MAX_TEXEL_OFFSET,                         /* texels */
    PIPE_CAP_CONDITIONAL_RENDER,                       /* render_condition */
    PIPE_CAP_USER_INDEX_BUFFERS,                       /* pipe_index_buffer::user_buffer */
    PIPE_CAP_USER_CONSTANT_BUFFERS,                    /* pipe_constant_buffer::user_buffer */
    PIPE_CAP_CUBE_MAP_ARRAY,                           /* PIPE_TEXTURE_CUBE_ARRAY */
    PIPE_CAP_MAX_STREAM_OUTPUT_SEPARATE_COMPONENTS,    /* limit of the components in one buffer,
                                                          if each output is captured to a separate
                                                          buffer */
    PIPE_CAP_MAX_STREAM_OUTPUT_INTERLEAVED_COMPONENTS, /* components of all outputs together */
    PIPE_CAP_TEXTURE_BUFFER_OBJECTS,                   /* sampler views of buffers are supported */
    PIPE_CAP_TGSI_CAN_COMPACT_CONSTANTS, /* 1: the frontend may leave out unused constants */
    PIPE_CAP_FAKE_SW_MSAA, /* 1: formats are reported as multisampled but have one sample */

    PIPE_CAP_NATIVE_FENCE_FD, /* PIPE_FLUSH_FENCE_FD, fence_get_fd, and PIPE_FD_TYPE_NATIVE_SYNC of
                                 create_fence_fd */
    PIPE_CAP_COUNT,           /* number of capabilities */
};

/* Capabilities of pipe_screen::get_paramf. */
enum pipe_capf {
    PIPE_CAPF_MAX_LINE_WIDTH,     /* pixels */
    PIPE_CAPF_MAX_LINE_WIDTH_AA,  /* pixels, with line_smooth */
    PIPE_CAPF_MAX_POINT_WIDTH,    /* pixels */
    PIPE_CAPF_MAX_POINT_WIDTH_AA, /* pixels, with point_smooth */
    PIPE_CAPF_MAX_TEXTURE_ANISOTROPY,
    PIPE_CAPF_MAX_TEXTURE_LOD_BIAS,
    PIPE_CAPF_MIN_CONSERVATIVE_RASTER_DILATE, /* limits of conservative_raster_dilate */
    PIPE_CAPF_MAX_CONSERVATIVE_RASTER_DILATE,
    PIPE_CAPF_CONSERVATIVE_RASTER_DILATE_GRANULARITY, /* difference between two adjacent values of
                                                         conservative_raster_dilate */

    /* Capabilities that programs of 2015 query. */
    PIPE_CAPF_GUARD_BAND_LEFT, /* pixels */
    PIPE_CAPF_GUARD_BAND_TOP,
    PIPE_CAPF_GUARD_BAND_RIGHT,
    PIPE_CAPF_GUARD_BAND_BOTTOM,
    PIPE_CAPF_COUNT, /* number of capabilities */
};

/* Capabilities of one shader stage, for pipe_screen::get_shader_param. For a stage that the device
 * lacks, MAX_INSTRUCTIONS is 0. */
enum pipe_shader_cap {
    PIPE_SHADER_CAP_MAX_INSTRUCTIONS,       /* 0: the stage does not exist */
    PIPE_SHADER_CAP_MAX_ALU_INSTRUCTIONS,   /* arithmetic instructions */
    PIPE_SHADER_CAP_MAX_TEX_INSTRUCTIONS,   /* texture instructions */
    PIPE_SHADER_CAP_MAX_TEX_INDIRECTIONS,   /* length of a chain of texture reads, each of which
                                               depends on the previous one */
    PIPE_SHADER_CAP_MAX_CONTROL_FLOW_DEPTH, /* depth of nested loops and branches */
    PIPE_SHADER_CAP_MAX_INPUTS,             /* number of vec4 */
    PIPE_SHADER_CAP_MAX_OUTPUTS,            /* number of vec4 */
    PIPE_SHADER_CAP_MAX_CONST_BUFFER_SIZE,  /* bytes of one constant buffer */
    PIPE_SHADER_CAP_MAX_CONST_BUFFERS,      /* number of slots, CONST[0][] to CONST[n - 1][]; 0
                                               means 1 */
    PIPE_SHADER_CAP_MAX_TEMPS,              /* number of vec4 */
    PIPE_SHADER_CAP_TGSI_CONT_SUPPORTED,    /* the CONT opcode */
    PIPE_SHADER_CAP_INDIRECT_INPUT_ADDR,    /* inputs can be indexed */
    PIPE_SHADER_CAP_INDIRECT_OUTPUT_ADDR,   /* outputs can be indexed */
    PIPE_SHADER_CAP_INDIRECT_TEMP_ADDR,     /* temporaries can be indexed */
    PIPE_SHADER_CAP_INDIRECT_CONST_ADDR,    /* constants can be indexed */
    PIPE_SHADER_CAP_SUBROUTINES,            /* BGNSUB, ENDSUB, CAL and RET */
    PIPE_SHADER_CAP_INTEGERS,               /* integer opcodes */
    PIPE_SHADER_CAP_INT64_ATOMICS,          /* all atomic opcodes support 64 bits */
    PIPE_SHADER_CAP_FP16,                   /* 16-bit floats */
    PIPE_SHADER_CAP_FP16_DERIVATIVES,
    PIPE_SHADER_CAP_FP16_CONST_BUFFERS,
    PIPE_SHADER_CAP_INT16,             /* 16-bit integers */
    PIPE_SHADER_CAP_GLSL_16BIT_CONSTS, /* mediump constants become 16-bit */
    PIPE_SHADER_CAP_MAX_TEXTURE_SAMPLERS,
    PIPE_SHADER_CAP_PREFERRED_IR,          /* enum pipe_shader_ir */
    PIPE_SHADER_CAP_MAX_SAMPLER_VIEWS,     /* at least MAX_TEXTURE_SAMPLERS */
    PIPE_SHADER_CAP_TGSI_DROUND_SUPPORTED, /* DTRUNC, DCEIL, DFLR and DROUND */
    PIPE_SHADER_CAP_TGSI_DFRACEXP_DLDEXP_SUPPORTED,
    PIPE_SHADER_CAP_TGSI_LDEXP_SUPPORTED,
    PIPE_SHADER_CAP_TGSI_FMA_SUPPORTED, /* FMA and DFMA */
    /* declarations of inputs and outputs may be ranges of registers: the driver reads the last
     * register of a declaration, too */
    PIPE_SHADER_CAP_TGSI_ANY_INOUT_DECL_RANGE,
    /* a hint: loops with up to this number of iterations should be unrolled */
    PIPE_SHADER_CAP_MAX_UNROLL_ITERATIONS_HINT,
    PIPE_SHADER_CAP_MAX_SHADER_BUFFERS, /* if more than 0, LOAD, STORE and ATOM* are supported */
    PIPE_SHADER_CAP_SUPPORTED_IRS,      /* mask of 1 << enum pipe_shader_ir */
    PIPE_SHADER_CAP_MAX_SHADER_IMAGES,
    /* a hint: the frontend should flatten branches that cost less than this value */
    PIPE_SHADER_CAP_LOWER_IF_THRESHOLD,
    PIPE_SHADER_CAP_TGSI_SKIP_MERGE_REGISTERS, /* a hint: the frontend need not merge registers */
    PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTERS,    /* 0: atomic counters are in shader buffers */
    PIPE_SHADER_CAP_MAX_HW_ATOMIC_COUNTER_BUFFERS,

    /* Capabilities that programs of 2015 query. */
    PIPE_SHADER_CAP_MAX_ADDRS, /* address registers */
    PIPE_SHADER_CAP_MAX_PREDS, /* predicate registers */
    PIPE_SHADER_CAP_DOUBLES,   /* 64-bit floats in this stage */
    PIPE_SHADER_CAP_TGSI_SQRT_SUPPORTED,
    PIPE_SHADER_CAP_COUNT, /* number of capabilities */
};

/* Capabilities of pipe_screen::get_compute_param. The comment after each name has the type of *ret.
 * If the comment has no type, the type is uint64_t. */
enum pipe_compute_cap {
    PIPE_COMPUTE_CAP_IR_TARGET, /* char[], NUL-terminated: the target of native programs */
    PIPE_COMPUTE_CAP_GRID_DIMENSION,
    PIPE_COMPUTE_CAP_MAX_GRID_SIZE,  /* uint64_t[3], blocks */
    PIPE_COMPUTE_CAP_MAX_BLOCK_SIZE, /* uint64_t[3], threads */
    PIPE_COMPUTE_CAP_MAX_THREADS_PER_BLOCK,
    PIPE_COMPUTE_CAP_MAX_GLOBAL_SIZE,                /* bytes */
    PIPE_COMPUTE_CAP_MAX_LOCAL_SIZE,                 /* bytes */
    PIPE_COMPUTE_CAP_MAX_PRIVATE_SIZE,               /* bytes */
    PIPE_COMPUTE_CAP_MAX_INPUT_SIZE,                 /* bytes */
    PIPE_COMPUTE_CAP_MAX_MEM_ALLOC_SIZE,             /* bytes of one buffer */
    PIPE_COMPUTE_CAP_MAX_CLOCK_FREQUENCY,            /* uint32_t, MHz */
    PIPE_COMPUTE_CAP_MAX_COMPUTE_UNITS,              /* uint32_t */
    PIPE_COMPUTE_CAP_IMAGES_SUPPORTED,               /* uint32_t, 0 or 1 */
    PIPE_COMPUTE_CAP_SUBGROUP_SIZE,                  /* uint32_t, threads */
    PIPE_COMPUTE_CAP_ADDRESS_BITS,                   /* uint32_t */
    PIPE_COMPUTE_CAP_MAX_VARIABLE_THREADS_PER_BLOCK, /* number of threads of a block whose size is
                                                        set at launch */
    PIPE_COMPUTE_CAP_COUNT,                          /* number of capabilities */
};

#ifdef __cplusplus
}
#endif
#endif
