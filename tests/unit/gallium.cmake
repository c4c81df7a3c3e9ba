# Against the driver that checks what it is given.
add_executable(unit_gallium_cso gallium_cso.c)
target_link_libraries(unit_gallium_cso PRIVATE galvan_gallium galvan_null_pipe PkgConfig::CMOCKA)
add_test(NAME unit/gallium_cso COMMAND unit_gallium_cso)
set_tests_properties(unit/gallium_cso PROPERTIES LABELS unit TIMEOUT 60)
