# Unit tests of src/vk. They need a device or functions that the linker replaces.
foreach(name vk_batch vk_device vk_memory vk_pipeline_cache vk_ring vk_threads)
    add_executable(unit_${name} ${name}.c)
    target_link_libraries(unit_${name} PRIVATE galvan_test_vk PkgConfig::CMOCKA)
    galvan_gpu_test(NAME unit/${name} TARGET unit_${name})
endforeach()
# Devices without timeline semaphores, on which fences signal the timeline's values.
foreach(name vk_batch vk_threads)
    galvan_gpu_test(NAME unit/${name}_fences TARGET unit_${name}
        ENVIRONMENT GALVAN_MASK=timelineSemaphore)
endforeach()
# The test makes the growth of arrays fail.
target_link_options(unit_vk_batch PRIVATE -Wl,--wrap=realloc)

# The test replaces dlopen(), which finds no Vulkan loader.
add_executable(unit_vk_no_loader vk_no_loader.c)
target_link_libraries(unit_vk_no_loader PRIVATE galvan_vk PkgConfig::CMOCKA)
target_link_options(unit_vk_no_loader PRIVATE -Wl,--wrap=dlopen)
add_test(NAME unit/vk_no_loader COMMAND unit_vk_no_loader)
set_tests_properties(unit/vk_no_loader PROPERTIES LABELS unit TIMEOUT 60)

add_executable(unit_vk_driver_files vk_driver_files.c)
target_link_libraries(unit_vk_driver_files PRIVATE galvan_vk PkgConfig::CMOCKA)
add_test(NAME unit/vk_driver_files COMMAND unit_vk_driver_files)
set_tests_properties(unit/vk_driver_files PROPERTIES LABELS unit TIMEOUT 60)

add_executable(unit_vk_mask vk_mask.c)
target_link_libraries(unit_vk_mask PRIVATE galvan_test_vk PkgConfig::CMOCKA)
add_test(NAME unit/vk_mask COMMAND unit_vk_mask)
set_tests_properties(unit/vk_mask PROPERTIES LABELS unit TIMEOUT 60)

# The validation layer reports errors that the test provokes, and reports none without them.
add_executable(unit_vk_net vk_net.c)
target_link_libraries(unit_vk_net PRIVATE galvan_test_vk)
foreach(kind command queue)
    galvan_gpu_test(NAME unit/vk_net_${kind} TARGET unit_vk_net ARGS ${kind}
        WRAPPER ${GALVAN_TEST_SUPPORT_DIR}/expect-hazard SYNC-HAZARD)
    galvan_gpu_test(NAME unit/vk_net_${kind}_barrier TARGET unit_vk_net ARGS ${kind} barrier)
endforeach()
galvan_gpu_test(NAME unit/vk_net_leak TARGET unit_vk_net ARGS leak
    WRAPPER ${GALVAN_TEST_SUPPORT_DIR}/expect-hazard VUID-vkDestroyDevice)
