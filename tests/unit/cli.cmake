# Tests of the command's own modules, linked without its main().
foreach(name gl_levels options path_rules)
    add_executable(unit_cli_${name} cli_${name}.c)
    target_link_libraries(unit_cli_${name} PRIVATE galvan_cli PNG::PNG PkgConfig::CMOCKA)
    add_test(NAME unit/cli_${name} COMMAND unit_cli_${name})
    set_tests_properties(unit/cli_${name} PROPERTIES LABELS unit TIMEOUT 60)
endforeach()
