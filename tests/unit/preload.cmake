# What goes into programs takes the place of libc's functions, here those of the test itself.
set(preload_dir ${CMAKE_SOURCE_DIR}/src/preload)
add_executable(unit_preload_wire preload_wire.c
    ${preload_dir}/wire.c ${preload_dir}/asks.c ${preload_dir}/server.c ${preload_dir}/next.c)
target_compile_options(unit_preload_wire PRIVATE -U_FORTIFY_SOURCE)
target_link_libraries(unit_preload_wire PRIVATE
    galvan_flags galvan_util PkgConfig::CMOCKA ${CMAKE_DL_LIBS})
add_test(NAME unit/preload_wire COMMAND unit_preload_wire)
set_tests_properties(unit/preload_wire PROPERTIES LABELS unit TIMEOUT 60)
