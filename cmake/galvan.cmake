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
if(GALVAN_WERROR)
    target_compile_options(galvan_flags INTERFACE -Werror)
endif()
if(GALVAN_SANITIZE)
    target_compile_options(galvan_flags INTERFACE
        -fsanitize=${GALVAN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(galvan_flags INTERFACE -fsanitize=${GALVAN_SANITIZE})
    if(GALVAN_SANITIZE MATCHES thread)
        # gcc warns of fences, which ThreadSanitizer does not see; ours order memory shared with
        # another process.
        target_compile_options(galvan_flags INTERFACE -Wno-tsan)
    endif()
else()
    target_compile_options(galvan_flags INTERFACE
        -fstack-protector-strong -U_FORTIFY_SOURCE $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
    target_link_options(galvan_flags INTERFACE -Wl,-z,relro,-z,now)
endif()
if(GALVAN_FUZZ)
    target_compile_options(galvan_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# galvan_module(NAME DEPS... SOURCES...): one layer of the house as a static library.
function(galvan_module name)
    cmake_parse_arguments(arg "" "" "SOURCES;DEPS" ${ARGN})
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC galvan_flags ${arg_DEPS})
endfunction()
