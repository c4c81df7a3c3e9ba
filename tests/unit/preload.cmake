# The preloaded library replaces functions of libc in a program, here in the test itself. Each test
# is linked with the files that it tests, and replaces the functions of the others.
function(add_preload_test name)
    list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/src/preload/ OUTPUT_VARIABLE sources)
    add_executable(unit_${name} ${name}.c ${sources})
    target_compile_options(unit_${name} PRIVATE -U_FORTIFY_SOURCE)
    target_link_libraries(unit_${name} PRIVATE
        galvan_flags galvan_util PkgConfig::CMOCKA ${CMAKE_DL_LIBS})
    add_test(NAME unit/${name} COMMAND unit_${name})
    set_tests_properties(unit/${name} PROPERTIES LABELS unit TIMEOUT 60
        ENVIRONMENT "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/support/tsan.supp")
endfunction()

# These three tests share a kit.
foreach(name wire questions resources)
    add_preload_test(preload_${name}
        answers.c asks.c awaited.c closes.c framing.c lock.c made.c maps.c memory_fd.c next.c
        numbers.c outbox.c pool.c replies.c ring.c server.c sub_ctx.c swap.c
        swap_messages.c wire.c)
    target_sources(unit_preload_${name} PRIVATE wire_kit.c)
    if(GALVAN_SANITIZE MATCHES "thread")
        # The sanitizer needs libc's functions before the program begins. With other names for the
        # library's functions, it also sees the calls of libc's.
        foreach(function close close_range closefrom dup2 dup3 mmap mmap64 munmap read recvmsg
                write)
            target_compile_definitions(unit_preload_${name} PRIVATE
                ${function}=preload_${function})
        endforeach()
    endif()
endforeach()
add_preload_test(preload_damage damage.c)
add_preload_test(preload_driver_frames driver_frames.c presents.c show.c swap.c)
add_preload_test(preload_intervals intervals.c)
add_preload_test(preload_numbers numbers.c)
add_preload_test(preload_pool lock.c pool.c)
add_preload_test(preload_outbox lock.c outbox.c ring.c)
add_preload_test(preload_ring ring.c ../vtest/ring.c)
add_preload_test(preload_connections
    connections.c connection.c asks.c closes.c ends.c lock.c next.c numbers.c outbox.c pool.c ring.c
    server.c)
