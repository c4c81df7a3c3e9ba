# A toolchain file: builds for another processor with Debian's cross compiler and a tree of that
# processor's packages. scripts/cross makes the tree and says
#
#   GALVAN_CROSS_COMPILER  aarch64-linux-gnu-gcc
#   GALVAN_CROSS_ROOT      the tree
#   GALVAN_CROSS_EMULATOR  what runs a program of that tree here, with its arguments
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES
    GALVAN_CROSS_COMPILER GALVAN_CROSS_ROOT GALVAN_CROSS_EMULATOR)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${GALVAN_CROSS_COMPILER})
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${GALVAN_CROSS_COMPILER})
set(CMAKE_SYSROOT ${GALVAN_CROSS_ROOT})
set(CMAKE_CROSSCOMPILING_EMULATOR ${GALVAN_CROSS_EMULATOR})

# Programs run here; all else is the other processor's.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Debian's directory of the processor's libraries.
execute_process(COMMAND ${GALVAN_CROSS_COMPILER} -print-multiarch
    OUTPUT_VARIABLE CMAKE_LIBRARY_ARCHITECTURE OUTPUT_STRIP_TRAILING_WHITESPACE)
set(lib ${GALVAN_CROSS_ROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${GALVAN_CROSS_ROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${lib}/pkgconfig:${GALVAN_CROSS_ROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
