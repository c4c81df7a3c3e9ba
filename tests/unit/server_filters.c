/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The filter of a worker's system calls for each processor. The test itself runs the filter's
 * program on calls with that processor's numbers; server_syscalls.c tests the filter in the kernel.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "confine/drm_ioctls.h"
#include "confine/raw_filter.h"
#include "confine/syscalls.h"
#include "util/array.h"

enum {
    MAX_PROGRAM = 4096
};

static const uint32_t architectures[] = {SCMP_ARCH_X86_64, SCMP_ARCH_AARCH64, SCMP_ARCH_RISCV64,
                                         SCMP_ARCH_X86, SCMP_ARCH_ARM};

static struct sock_filter program[MAX_PROGRAM];

static void make_program(uint32_t architecture, bool only_known)
{
    const int fd = memfd_create("filter", MFD_CLOEXEC);

    assert_true(gv_worker_filter_write(architecture, only_known, fd));
    const ssize_t size_B = pread(fd, program, sizeof(program), 0);
    close(fd);
    assert_true(size_B > 0 && (size_t)size_B < sizeof(program));
}

static bool jumps(uint16_t op, uint32_t a, uint32_t k)
{
    switch (BPF_OP(op)) {
    case BPF_JEQ:
        return a == k;
    case BPF_JGT:
        return a > k;
    case BPF_JGE:
        return a >= k;
    case BPF_JSET:
        return a & k;
    default:
        fail_msg("jump %#x", op);
        return false;
    }
}

/* Returns the filter's answer to a call. */
static uint32_t run(const struct seccomp_data *call)
{
    uint32_t a = 0;

    for (size_t pc = 0; pc < MAX_PROGRAM; pc++) {
        const struct sock_filter *i = &program[pc];
        if (i->code == (BPF_LD | BPF_W | BPF_ABS))
            memcpy(&a, (const uint8_t *)call + i->k, sizeof(a));
        else if (i->code == (BPF_ALU | BPF_AND | BPF_K))
            a &= i->k;
        else if (i->code == (BPF_ALU | BPF_RSH | BPF_K))
            a >>= i->k;
        else if (i->code == (BPF_RET | BPF_K))
            return i->k;
        else if (i->code == (BPF_JMP | BPF_JA))
            pc += i->k;
        else if (BPF_CLASS(i->code) == BPF_JMP)
            pc += jumps(i->code, a, i->k) ? i->jt : i->jf;
        else
            fail_msg("instruction %#x", i->code);
    }
    fail_msg("no answer");
    return 0;
}

/* Checks the answer to a call, unless the processor lacks the call. */
static void expect(uint32_t architecture, const char *name, uint64_t argument, uint32_t answer)
{
    const int number = seccomp_syscall_resolve_name_arch(architecture, name);
    const struct seccomp_data call = {.nr = number, .arch = architecture, .args = {argument}};

    if (number < 0)
        return;
    const uint32_t got = run(&call);
    if (got != answer)
        fail_msg("%s of %#x: %#x, not %#x", name, architecture, got, answer);
}

static void expect_all(uint32_t architecture, const char *const *names, size_t num, uint32_t answer)
{
    for (size_t i = 0; i < num; i++)
        expect(architecture, names[i], 0, answer);
}

static void for_each(bool only_known, void (*check)(uint32_t architecture))
{
    for (size_t i = 0; i < GV_ARRAY_SIZE(architectures); i++) {
        make_program(architectures[i], only_known);
        check(architectures[i]);
    }
}

/* Checks that the filter allows the calls that a worker with lavapipe on arm64 made while glxgears
 * drew, and when the worker ended. */
static void check_known(uint32_t architecture)
{
    static const char *const calls[] = {"brk",
                                        "clock_gettime",
                                        "close",
                                        "exit",
                                        "exit_group",
                                        "ftruncate",
                                        "futex",
                                        "fstat",
                                        "getpid",
                                        "getrandom",
                                        "lseek",
                                        "madvise",
                                        "mmap",
                                        "memfd_create",
                                        "mprotect",
                                        "munmap",
                                        "newfstatat",
                                        "ppoll",
                                        "openat",
                                        "pread64",
                                        "read",
                                        "recvfrom",
                                        "rseq",
                                        "recvmsg",
                                        "rt_sigprocmask",
                                        "rt_sigreturn",
                                        "sendmsg",
                                        "write",
                                        "sched_yield",
                                        "set_robust_list",
                                        "sched_getaffinity"};

    expect_all(architecture, calls, GV_ARRAY_SIZE(calls), SECCOMP_RET_ALLOW);
    expect(architecture, "clone", CLONE_VM | CLONE_THREAD, SECCOMP_RET_ALLOW);
    expect(architecture, "clone3", 0, SECCOMP_RET_ERRNO | ENOSYS);
    expect(architecture, "swapoff", 0, SECCOMP_RET_KILL_PROCESS);
    expect(architecture, "settimeofday", 0, SECCOMP_RET_KILL_PROCESS);
    expect(architecture, "tee", 0, SECCOMP_RET_ERRNO | ENOSYS); /* a call that is on no list */
}

static void test_what_devices_on_the_cpu_need(void **state)
{
    (void)state;
    for_each(true, check_known);
}

static void check_others(uint32_t architecture)
{
    static const char *const fatal[] = {
        "execve", "execveat", "unshare", "setns",          "mount",           "bpf",
        "setuid", "setgid",   "chroot",  "io_uring_setup", "process_vm_readv"};
    static const char *const refused[] = {"socket",   "connect", "bind",   "fchmodat",
                                          "fchownat", "linkat",  "shmget", "mq_open"};

    expect_all(architecture, fatal, GV_ARRAY_SIZE(fatal), SECCOMP_RET_KILL_PROCESS);
    expect_all(architecture, refused, GV_ARRAY_SIZE(refused), SECCOMP_RET_ERRNO | EACCES);
    expect(architecture, "clone", CLONE_VM | CLONE_THREAD, SECCOMP_RET_ALLOW);
    expect(architecture, "kill", (uint64_t)getpid(), SECCOMP_RET_ALLOW);
    expect(architecture, "kill", 1, SECCOMP_RET_ERRNO | EPERM);
    if (!GV_WORKER_TRACES_ITSELF)
        expect(architecture, "clone", CLONE_VM, SECCOMP_RET_KILL_PROCESS);
}

static void test_what_no_worker_may(void **state)
{
    (void)state;
    for_each(true, check_others);
    for_each(false, check_others);
}

/* Filters socketcall(), by which libc on i386 makes all socket calls; checks the answers. */
static void test_socketcall(void **state)
{
    static const uint64_t good[] = {10 /* recv */, 16 /* sendmsg */, 17 /* recvmsg */},
                          refused[] = {1 /* socket */, 3 /* connect */};

    (void)state;
    for (unsigned only_known = 0; only_known < 2; only_known++) {
        make_program(SCMP_ARCH_X86, only_known);
        for (size_t i = 0; i < GV_ARRAY_SIZE(good); i++)
            expect(SCMP_ARCH_X86, "socketcall", good[i], SECCOMP_RET_ALLOW);
        for (size_t i = 0; i < GV_ARRAY_SIZE(refused); i++)
            expect(SCMP_ARCH_X86, "socketcall", refused[i], SECCOMP_RET_ERRNO | EACCES);
        const uint32_t refuses = SECCOMP_RET_ERRNO | (only_known ? ENOSYS : EPERM);
        for (uint64_t i = 8; i <= 11; i += 3) /* socketpair, sendto */
            expect(SCMP_ARCH_X86, "socketcall", i, refuses);
        const struct seccomp_data sendto = {
            .nr = 369, .arch = SCMP_ARCH_X86, .args = {3, 0, 0, 0, 1, 16}};
        assert_int_equal(run(&sendto), refuses);
    }
}

/* Filters call numbers of another architecture (x32, or 32 bits), which mean other calls; checks
 * that they are rejected. */
static void check_kind(uint32_t architecture)
{
    const uint32_t other = architecture == SCMP_ARCH_X86 ? SCMP_ARCH_X86_64 : SCMP_ARCH_X86;
    const struct seccomp_data foreign = {.nr = 0, .arch = other};
    const struct seccomp_data own = {.nr = seccomp_syscall_resolve_name_arch(architecture, "read"),
                                     .arch = architecture};

    assert_int_equal(run(&foreign), SECCOMP_RET_KILL_PROCESS);
    assert_int_equal(run(&own), SECCOMP_RET_ALLOW);
}

static void test_calls_of_another_kind(void **state)
{
    (void)state;
    for_each(true, check_kind);
    for_each(false, check_kind);
}

/* ---- Commands to devices -------------------------------------------------------------------- */

/* Returns whether the filter for devices with these drivers allows an ioctl. */
static bool allows(uint64_t open_drivers, uint64_t command)
{
    const struct seccomp_data call = {.nr = SYS_ioctl, .args = {3, command}};

    memset(program, 0, sizeof(program));
    assert_in_range(gv_raw_filter_write(open_drivers, program, GV_RAW_FILTER_MAX), 1,
                    GV_RAW_FILTER_MAX - 1);
    const uint32_t answer = run(&call);
    assert_true(answer == SECCOMP_RET_ALLOW || answer == (SECCOMP_RET_ERRNO | ENOTTY));
    return answer == SECCOMP_RET_ALLOW;
}

/* Returns a DRM ioctl with the direction and size that the kernel defines. */
static uint64_t drm(unsigned number)
{
    return 0xc0106400u | number;
}

static uint64_t bit_of(const char *name)
{
    unsigned num;
    const struct gv_drm_driver *drivers = gv_drm_drivers(&num);

    for (unsigned i = 0; i < num; i++) {
        if (strcmp(drivers[i].name, name) == 0)
            return UINT64_C(1) << i;
    }
    fail_msg("no %s", name);
    return 0;
}

/* Filters driver-specific ioctls, counted from 0; checks that those that a Vulkan driver needs are
 * allowed, and others are not. */
static void test_drivers(void **state)
{
    static const struct {
        const char *name;
        unsigned num_good, num_bad;
        uint8_t good[8], bad[8];
    } cases[] = {
        {"i915",
         7,
         7,
         {0x06, 0x1b, 0x29, 0x2c, 0x33, 0x39, 0x3c},
         {0x00, 0x07, 0x15, 0x27, 0x36, 0x38, 0x3d}},
        {"xe", 3, 2, {0x00, 0x09, 0x0c}, {0x0b, 0x10}},
        {"amdgpu", 4, 4, {0x00, 0x04, 0x11, 0x14}, {0x0a, 0x15, 0x16, 0x19}},
        {"nouveau", 4, 4, {0x07, 0x12, 0x40, 0x44}, {0x01, 0x08, 0x09, 0x45}},
        {"panfrost", 3, 3, {0x00, 0x05, 0x08}, {0x06, 0x07, 0x0e}},
        {"panthor", 2, 1, {0x00, 0x0c}, {0x11}},
        {"msm", 2, 1, {0x06, 0x0c}, {0x0e}},
        {"v3d", 3, 3, {0x00, 0x07, 0x0b}, {0x08, 0x0a, 0x0d}},
        {"asahi", 2, 1, {0x00, 0x0a}, {0x0b}},
        {"virtio_gpu", 2, 2, {0x01, 0x0b}, {0x00, 0x0c}},
    };
    unsigned num;

    (void)state;
    gv_drm_drivers(&num);
    assert_int_equal(num, GV_ARRAY_SIZE(cases));
    for (size_t i = 0; i < GV_ARRAY_SIZE(cases); i++) {
        const uint64_t bit = bit_of(cases[i].name);
        for (unsigned k = 0; k < cases[i].num_good; k++)
            assert_true(allows(bit, drm(GV_DRM_FIRST_DRIVER_IOCTL + cases[i].good[k])));
        for (unsigned k = 0; k < cases[i].num_bad; k++)
            assert_false(allows(bit, drm(GV_DRM_FIRST_DRIVER_IOCTL + cases[i].bad[k])));
    }
    assert_true(allows(bit_of("xe") | bit_of("v3d"), drm(GV_DRM_FIRST_DRIVER_IOCTL + 0x0c)));
    assert_false(allows(bit_of("xe") | bit_of("v3d"), drm(GV_DRM_FIRST_DRIVER_IOCTL + 0x20)));
    for (unsigned number = GV_DRM_FIRST_DRIVER_IOCTL; number <= GV_DRM_LAST_DRIVER_IOCTL; number++)
        assert_true(allows(0, drm(number)));    /* of an unknown driver */
    assert_int_equal(gv_drm_drivers_open(), 0); /* the test has no render node open */
}

/* Filters ioctls with every driver, and with any higher bits set. Checks that the ioctls of render
 * nodes, of shared buffers and fences, and of NVIDIA's driver are allowed. Checks that ioctls that
 * set modes or control terminals are rejected. */
static void test_commands_of_all(void **state)
{
    static const uint64_t good[] = {0xc0406400, 0x40086409, 0xc00c642d, 0xc01064cd, 0x40086200,
                                    0xc0383e03, 0xc020462a, 0x30000001, 0xc0106d00, 0x5401},
                          bad[] = {0xc06864a1, 0x641e, 0xc05064a7, 0x5412,     0x541c, 0x5423,
                                   0x5452,     0x8901, 0x8902,     0x4004ae41, 0x5413};
    unsigned num;

    (void)state;
    gv_drm_drivers(&num);
    for (unsigned i = 0; i <= num; i++) {
        const uint64_t bit = i < num ? UINT64_C(1) << i : 0;
        for (size_t k = 0; k < GV_ARRAY_SIZE(good); k++)
            assert_true(allows(bit, good[k]));
        for (size_t k = 0; k < GV_ARRAY_SIZE(bad); k++) {
            assert_false(allows(bit, bad[k]));
            assert_false(allows(bit, bad[k] | UINT64_C(1) << 32 | UINT64_C(1) << 63));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_devices_on_the_cpu_need),
        cmocka_unit_test(test_what_no_worker_may),
        cmocka_unit_test(test_socketcall),
        cmocka_unit_test(test_calls_of_another_kind),
        cmocka_unit_test(test_drivers),
        cmocka_unit_test(test_commands_of_all),
    };
    seccomp_api_set(5); /* builds the program as for a kernel with all features */
    return cmocka_run_group_tests_name("filters", tests, NULL, NULL);
}
