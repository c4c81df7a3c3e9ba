# How every Galvan target is compiled: language level, warnings, sanitizers, hardening.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

add_library(galvan_flags INTERFACE)
target_include_directories(galvan_flags INTERFACE
    ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
target_compile_definitions(galvan_flags INTERFACE _GNU_SOURCE GALVAN_VERSION="${PROJECT_VERSION}")
target_compile_options(galvan_flags INTERFACE
    -Wall -Wextra -Wshadow -Wundef -Wmissing-prototypes -Wstrict-prototypes -Wvla
    -Wpointer-arith -Wimplicit-fallthrough -Wformat=2 -Wno-missing-field-initializers)
if(CMAKE_LIBRARY_ARCHITECTURE STREQUAL i386-linux-gnu)
    target_compile_options(galvan_flags INTERFACE -Wno-psabi) # about compilers before gcc 11
endif()
if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
    # gcc clears and copies structures of a few hundred bytes by "rep stos" and "rep movs", which
    # take processors longer to start than this takes to be done.
    set(inline_strategy unrolled_loop:32:noalign,vector_loop:1024:noalign,libcall:-1:noalign)
    target_compile_options(galvan_flags INTERFACE
        -mmemset-strategy=${inline_strategy} -mmemcpy-strategy=${inline_strategy})
endif()
if(GALVAN_WERROR)
    target_compile_options(galvan_flags INTERFACE -Werror)
endif()
if(GALVAN_SANITIZE)
    # They link each of the 300 test programs in half, or two thirds, of the default linker's time.
    include(CheckLinkerFlag)
    foreach(linker lld gold)
        check_linker_flag(C -fuse-ld=${linker} HAVE_${linker})
        if(HAVE_${linker})
            target_link_options(galvan_flags INTERFACE -fuse-ld=${linker})
            break()
        endif()
    endforeach()
    target_compile_options(galvan_flags INTERFACE
        -fsanitize=${GALVAN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(galvan_flags INTERFACE -fsanitize=${GALVAN_SANITIZE})
    if(GALVAN_SANITIZE MATCHES thread)
        # gcc warns of fences, which ThreadSanitizer does not see; ours order memory shared with
        # another process.
        target_compile_options(galvan_flags INTERFACE -Wno-tsan)
    endif()
else()
    # Other configurations have what the environment asks for, as that of a distribution's package.
    target_compile_options(galvan_flags INTERFACE
        -fstack-protector-strong $<$<CONFIG:Release>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>)
    target_link_options(galvan_flags INTERFACE -Wl,-z,relro,-z,now)
endif()
if(GALVAN_FUZZ)
    # Without the comparisons that libFuzzer would note: inputs run twice as fast, and what the
    # seeds do not have is rare.
    target_compile_options(galvan_flags INTERFACE
        -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp,trace-div,trace-gep)
endif()

# galvan_module(NAME [EXCEPT files...] [GENERATED files...] [SOURCES files...] DEPS targets...)
#
# One layer of the tree as a static library, of every .c file in its folder and the folders below.
# EXCEPT names files that belong to other targets, GENERATED those that the build makes. SOURCES
# lists files in place of the folder.
function(galvan_module name)
    cmake_parse_arguments(arg "" "" "EXCEPT;GENERATED;SOURCES;DEPS" ${ARGN})
    if(NOT arg_SOURCES)
        file(GLOB_RECURSE arg_SOURCES CONFIGURE_DEPENDS
            RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/*.c)
        list(REMOVE_ITEM arg_SOURCES ${arg_EXCEPT})
    endif()
    add_library(${name} STATIC ${arg_SOURCES} ${arg_GENERATED})
    target_link_libraries(${name} PUBLIC galvan_flags ${arg_DEPS})
endfunction()

# galvan_pkg_config(NAME COMPONENT): installs NAME.pc, made of NAME.pc.in here. Its prefix follows
# from where the file itself lies: @PREFIX_FROM_PC@ leads from there to the prefix.
function(galvan_pkg_config name component)
    set(dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
    string(REGEX REPLACE "[^/]+" ".." PREFIX_FROM_PC ${dir})
    configure_file(${name}.pc.in ${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${dir} COMPONENT ${component})
endfunction()
