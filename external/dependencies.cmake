# Where every third-party dependency is found. All come from the distribution
# (external/packages-debian.txt); nothing is vendored.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(PNG REQUIRED)
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(TCMALLOC REQUIRED IMPORTED_TARGET libtcmalloc_minimal)
pkg_check_modules(XCB REQUIRED IMPORTED_TARGET xcb xcb-shm xcb-keysyms)

find_program(GLSLANG_VALIDATOR glslangValidator REQUIRED)

if(GALVAN_TESTS)
    pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
    pkg_check_modules(SPIRV_TOOLS REQUIRED IMPORTED_TARGET SPIRV-Tools)
    find_program(SPIRV_VAL spirv-val REQUIRED)
    # virglrenderer's own header, which the tests compare Galvan's with.
    find_path(VIRGLRENDERER_DIR virgl/virglrenderer.h REQUIRED)
endif()

find_path(SPIRV_HEADERS_DIR spirv/unified1/spirv.h REQUIRED)
find_path(VULKAN_HEADERS_DIR vulkan/vulkan.h REQUIRED)

# volk, the meta-loader: one C file of the distribution, compiled here so that
# the Vulkan loader is opened at run time and its absence can be explained.
find_path(VOLK_DIR volk.c REQUIRED)
add_library(volk STATIC ${VOLK_DIR}/volk.c)
target_include_directories(volk SYSTEM PUBLIC ${VOLK_DIR} ${VULKAN_HEADERS_DIR})
target_compile_definitions(volk PUBLIC VK_NO_PROTOTYPES)
target_link_libraries(volk PUBLIC ${CMAKE_DL_LIBS})
