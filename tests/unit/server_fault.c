/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Processes that fault in many ways: they must die of their signal, and their fault entry must say
 * where the fault was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulated.h"
#include "server/fault.h"
#include "util/array.h"

enum {
    TOO_LONG_S = 20 /* limit for a process that must end at once */
};

static struct gv_fault *fault;

static void write_to_nowhere(void)
{
    volatile char *volatile nowhere = (char *)8;

    *nowhere = 1;
}

static void jump_to_nowhere(void)
{
    void (*volatile nowhere)(void) = (void (*)(void))(uintptr_t)16;

    nowhere();
}

/* Executes an invalid instruction in generated code. */
static void run_made_code(void)
{
    static const unsigned char instruction[] = {
#if defined(__x86_64__) || defined(__i386__)
        0x0f,
        0x0b
#else
        0,
        0,
        0,
        0
#endif
    };

    void *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void (*volatile code)(void) = (void (*)(void))(uintptr_t)page;

    memcpy(page, instruction, sizeof(instruction));
    __builtin___clear_cache(page, (char *)page + sizeof(instruction));
    code();
}

static unsigned eat_stack(unsigned depth)
{
    volatile char bytes[4096];

    bytes[depth % sizeof(bytes)] = (char)depth;
    return depth == UINT32_MAX ? 0 : eat_stack(depth + 1) + (unsigned)bytes[0];
}

static void run_out_of_stack(void)
{
    exit((int)eat_stack(0));
}

static void *fault_in_thread(void *data)
{
    (void)data;
    prctl(PR_SET_NAME, "driver-1");
    write_to_nowhere();
    return NULL;
}

static void fault_on_thread(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, fault_in_thread, NULL) == 0)
        pthread_join(thread, NULL);
}

static void signal_oneself(void)
{
    kill(getpid(), SIGBUS);
    for (;;)
        pause();
}

/* Executes a breakpoint. When the signal arrives, the program counter is after the instruction, so
 * the process could continue after the handler. */
static void run_breakpoint(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("int3");
#else
    raise(SIGTRAP);
#endif
}

static void break_then_fault(void)
{
    run_breakpoint();
    write_to_nowhere();
}

/* Makes a system call for which the filter sends a signal. After the handler, the call would return
 * with an error, so the process could continue. */
static void make_refused_call(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);

    if (filter && seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(getpriority), 0) == 0 &&
        seccomp_load(filter) == 0)
        getpriority(PRIO_PROCESS, 0);
}

static void *page_that_comes;

static void *bring_page(void *data)
{
    (void)data;
    for (;;)
        mprotect(page_that_comes, 4096, PROT_READ | PROT_WRITE);
    return NULL;
}

/* Writes to a page that another thread makes writable while the handler runs, so that the
 * instruction would not fault again. */
static void write_too_early(void)
{
    pthread_t thread;

    page_that_comes = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pthread_create(&thread, NULL, bring_page, NULL) != 0)
        return;
    for (unsigned i = 0; i < 100000; i++) {
        mprotect(page_that_comes, 4096, PROT_NONE);
        *(volatile char *)page_that_comes = 1;
    }
}

/* Faults while the fault entry says that another thread's fault has begun. */
static void fault_after_another(void)
{
    fault->state = GV_FAULT_BEGUN;
    write_to_nowhere();
}

/* Calls `how` in a child process. Returns the signal that kills the process, or 0 if no signal
 * kills it; the fault entry describes the fault. */
static int die(void (*how)(void))
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    const struct rlimit no_core = {0};
    int status;

    memset(fault, 0, sizeof(*fault));
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        setrlimit(RLIMIT_CORE, &no_core);
        for (size_t i = 0; i < GV_ARRAY_SIZE(signals); i++)
            signal(signals[i], SIG_DFL); /* instead of a sanitizer's handler */
        alarm(TOO_LONG_S);
        gv_fault_catch(fault);
        how();
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void test_faults(void **state)
{
    static const struct {
        void (*how)(void);
        int sig;
        const char *words[2];
    } cases[] = {
        {write_to_nowhere, SIGSEGV, {"unit_server_fault+0x", ", address 0x8"}},
        {jump_to_nowhere, SIGSEGV, {"a jump to 0x10, where no code is", ", address 0x10"}},
        {run_made_code, SIGILL, {"code made at run time, 0x", ", thread \""}},
        {run_out_of_stack, SIGSEGV, {"unit_server_fault+0x", ", thread \"unit_server_fau\""}},
        {fault_on_thread, SIGSEGV, {"unit_server_fault+0x", ", thread \"driver-1\""}},
        {abort, SIGABRT, {"libc", "+0x"}},
        {signal_oneself, SIGBUS, {"libc", ", thread \""}},
    };
    char phrase[256];

    (void)state;
    if (is_emulated())
        skip();
    for (size_t i = 0; i < GV_ARRAY_SIZE(cases); i++) {
        const int sig = die(cases[i].how);
        gv_fault_describe(fault, phrase, sizeof(phrase));
        if (sig != cases[i].sig || !strstr(phrase, cases[i].words[0]) ||
            !strstr(phrase, cases[i].words[1]))
            fail_msg("fault %zu: signal %d, \"%s\"", i, sig, phrase);
    }
}

/* Runs processes that could continue after the handler; checks that they end nevertheless, and that
 * their fault is reported. */
static void test_no_way_back(void **state)
{
    static const struct {
        void (*how)(void);
        int sig;
    } cases[] = {
        {run_breakpoint, SIGTRAP},  {break_then_fault, SIGTRAP},    {make_refused_call, SIGSYS},
        {write_too_early, SIGSEGV}, {fault_after_another, SIGSEGV},
    };
    char phrase[256];

    (void)state;
    if (is_emulated())
        skip();
    for (size_t i = 0; i < GV_ARRAY_SIZE(cases); i++) {
        const int sig = die(cases[i].how);
        gv_fault_describe(fault, phrase, sizeof(phrase));
        if (sig != cases[i].sig || (!phrase[0] && cases[i].how != fault_after_another))
            fail_msg("fault %zu: signal %d, \"%s\"", i, sig, phrase);
    }
}

/* Reads a fault entry of arbitrary bytes; checks that the read does not pass the entry's end. */
static void test_hostile_record(void **state)
{
    char phrase[256];

    (void)state;
    memset(fault, 'x', sizeof(*fault));
    gv_fault_describe(fault, phrase, sizeof(phrase));
    assert_string_equal(phrase, "");
    fault->state = GV_FAULT_COMPLETE;
    gv_fault_describe(fault, phrase, sizeof(phrase));
    assert_int_equal(strspn(phrase, "x"), sizeof(fault->object) - 1);
    assert_true(strlen(phrase) < sizeof(phrase) - 1);
    gv_fault_describe(fault, phrase, 8);
    assert_int_equal(strlen(phrase), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_no_way_back),
        cmocka_unit_test(test_hostile_record),
    };

    fault = mmap(NULL, sizeof(*fault), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fault == MAP_FAILED)
        return 1;
    return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
