# These tests run on the null driver, which checks its arguments.
foreach(name auxiliary_cso auxiliary_upload)
    add_executable(unit_${name} ${name}.c)
    target_link_libraries(unit_${name}
        PRIVATE galvan_auxiliary galvan_null_pipe PkgConfig::CMOCKA)
    add_test(NAME unit/${name} COMMAND unit_${name})
    set_tests_properties(unit/${name} PROPERTIES LABELS unit TIMEOUT 60)
endforeach()
