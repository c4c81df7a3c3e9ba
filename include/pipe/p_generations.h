/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Methods that took different arguments in different years, for programs of 2013 to 2017. Macros
 * distinguish the forms by the number of arguments, so that programs of both years compile
 * unchanged. The macros are off by default. A program turns them on with -DPIPE_GENERATIONS, which
 * is among the flags of galvan-auxiliary.pc, or by including this header.
 *
 *   launch_grid(pipe, &info)                            2016
 *   launch_grid(pipe, block, grid, pc, input)           2015
 *   fence_finish(screen, fence, timeout)                2015
 *   fence_finish(screen, pipe, fence, timeout)          2016; pipe may be NULL and is ignored
 *   resource_from_handle(screen, templ, handle)         2015; for reading and writing
 *   resource_from_handle(screen, templ, handle, usage)  2016
 *   resource_get_handle, in the same two forms
 *   get_compute_param(screen, param, ret)               2015; for TGSI
 *   get_compute_param(screen, ir_type, param, ret)      2016
 *   context_create(screen, priv)                        until June 2015
 *   context_create(screen, priv, flags)                 since
 *   create_query(pipe, query_type)                      until 2014; index 0
 *   create_query(pipe, query_type, index)               since
 *   flush_frontbuffer(screen, resource, level, layer, winsys_drawable_handle)            2013
 *   flush_frontbuffer(screen, resource, level, layer, winsys_drawable_handle, sub_box)   2014
 *
 * The macros also count commas in braces, so the info of launch_grid in the form of 2016 must be a
 * variable, not a compound literal. The program may define functions with the names above if their
 * declarations and calls come after this header, and if a function named context_create or
 * create_query does not take two arguments. In a file that defines PIPE_NO_GENERATIONS before its
 * first Gallium header, the methods have the forms that their structures declare. */
#ifndef PIPE_P_GENERATIONS_H
#define PIPE_P_GENERATIONS_H

#ifndef PIPE_NO_GENERATIONS

/* The sixth, seventh and twentieth argument of a macro. */
#define PIPE_SIXTH(a1, a2, a3, a4, a5, a6, ...)       a6
#define PIPE_SEVENTH(a1, a2, a3, a4, a5, a6, a7, ...) a7
#define PIPE_TWENTIETH(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, \
                       a18, a19, a20, ...)                                                         \
    a20

#define PIPE_AS_IT_IS(name, ...) name(__VA_ARGS__)
#define PIPE_WITH_USAGE(name, ...)                                                                 \
    name(__VA_ARGS__, PIPE_HANDLE_USAGE_READ | PIPE_HANDLE_USAGE_WRITE)
#define PIPE_WITH_ZERO(name, ...)                     name(__VA_ARGS__, 0)
#define PIPE_WHOLE(name, ...)                         name(__VA_ARGS__, NULL)
#define PIPE_WITH_TGSI(name, screen, ...)             name(screen, PIPE_SHADER_IR_TGSI, __VA_ARGS__)
#define PIPE_WITHOUT_SECOND(name, first, second, ...) name(first, __VA_ARGS__)
#define PIPE_OF_LAYOUTS(name, ...)                    name##_of_layouts(__VA_ARGS__)

/* The methods as macros. A macro is not expanded again inside its own expansion, so its name there
 * means the method. */
#define launch_grid(...)                                                                           \
    PIPE_TWENTIETH(__VA_ARGS__, PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS,                 \
                   PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS,             \
                   PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS,             \
                   PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS,             \
                   PIPE_OF_LAYOUTS, PIPE_OF_LAYOUTS, PIPE_AS_IT_IS, PIPE_AS_IT_IS, 0)              \
    (launch_grid, __VA_ARGS__)
#define fence_finish(...)                                                                          \
    PIPE_SIXTH(__VA_ARGS__, PIPE_AS_IT_IS, PIPE_WITHOUT_SECOND, PIPE_AS_IT_IS, PIPE_AS_IT_IS,      \
               PIPE_AS_IT_IS, 0)                                                                   \
    (fence_finish, __VA_ARGS__)
#define get_compute_param(...)                                                                     \
    PIPE_SIXTH(__VA_ARGS__, PIPE_AS_IT_IS, PIPE_AS_IT_IS, PIPE_WITH_TGSI, PIPE_AS_IT_IS,           \
               PIPE_AS_IT_IS, 0)                                                                   \
    (get_compute_param, __VA_ARGS__)
#define resource_from_handle(...)                                                                  \
    PIPE_SIXTH(__VA_ARGS__, PIPE_AS_IT_IS, PIPE_AS_IT_IS, PIPE_WITH_USAGE, PIPE_AS_IT_IS,          \
               PIPE_AS_IT_IS, 0)                                                                   \
    (resource_from_handle, __VA_ARGS__)
#define resource_get_handle(...)                                                                   \
    PIPE_SIXTH(__VA_ARGS__, PIPE_AS_IT_IS, PIPE_AS_IT_IS, PIPE_WITH_USAGE, PIPE_AS_IT_IS,          \
               PIPE_AS_IT_IS, 0)                                                                   \
    (resource_get_handle, __VA_ARGS__)
#define context_create(...)                                                                        \
    PIPE_SIXTH(__VA_ARGS__, PIPE_AS_IT_IS, PIPE_AS_IT_IS, PIPE_AS_IT_IS, PIPE_WITH_ZERO,           \
               PIPE_AS_IT_IS, 0)                                                                   \
    (context_create, __VA_ARGS__)
#define create_query(...)                                                                          \
    PIPE_SIXTH(__VA_ARGS__, PIPE_AS_IT_IS, PIPE_AS_IT_IS, PIPE_AS_IT_IS, PIPE_WITH_ZERO,           \
               PIPE_AS_IT_IS, 0)                                                                   \
    (create_query, __VA_ARGS__)
#define flush_frontbuffer(...)                                                                     \
    PIPE_SEVENTH(__VA_ARGS__, PIPE_AS_IT_IS, PIPE_WHOLE, PIPE_AS_IT_IS, PIPE_AS_IT_IS,             \
                 PIPE_AS_IT_IS, PIPE_AS_IT_IS)                                                     \
    (flush_frontbuffer, __VA_ARGS__)

#endif
#endif
