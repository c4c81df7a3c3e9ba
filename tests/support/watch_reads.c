/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The pages are locked, so an access by an instruction raises SIGSEGV. In system calls, Linux
 * cannot read the locked pages either, so each system call of the thread raises SIGSYS; the handler
 * of SIGSYS unlocks the pages and makes the call. */
#include "watch_reads.h"

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF          0
#define PR_SYS_DISPATCH_ON           1
#endif

enum {
    ALLOW = 0,       /* SYSCALL_DISPATCH_FILTER_ALLOW */
    BLOCK = 1,       /* SYSCALL_DISPATCH_FILTER_BLOCK */
    SYSCALL_B = 2,   /* size of the instruction */
    RESTORER_B = 16, /* at least the size of the restorer's code */
};

/* The argument of the kernel's sigaction system call. The tests make the system call, because
 * sanitizers may ignore the library's sigaction() for SIGSEGV. */
struct action {
    void (*handler)(int, siginfo_t *, void *);
    unsigned long flags;
    void (*restorer)(void); /* code that returns from a handler */
    uint64_t mask;
};

static struct {
    char *pages;
    size_t size_B;
    volatile char selector; /* whether system calls raise SIGSYS */
    volatile int num_accesses;
    struct sigaction old_sys;
    struct action old_segv;
} watch;

static void set_action(int signal, const struct action *action, struct action *out_old)
{
    syscall(SYS_rt_sigaction, signal, action, out_old, sizeof(action->mask));
}

static void protect(int protection)
{
    mprotect(watch.pages, watch.size_B, protection);
}

/* Ends the watch from a signal handler: the pages stay readable. */
static void give_up(void)
{
    protect(PROT_READ | PROT_WRITE);
    watch.num_accesses = GV_TEST_WATCH_ENDED;
}

/* Returns whether a system call starts a process or a thread, which would run in the handler's
 * frame. */
static bool starts_another(long number)
{
    return number == SYS_clone || number == SYS_clone3 || number == SYS_fork || number == SYS_vfork;
}

static void on_system_call(int signal, siginfo_t *info, void *context)
{
    const int saved_errno = errno;
    greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;
    (void)signal;
    (void)info;
    watch.selector = ALLOW;
    if (starts_another(regs[REG_RAX])) {
        give_up();
        regs[REG_RIP] -= SYSCALL_B; /* repeats the call without a watch */
        errno = saved_errno;
        return;
    }
    protect(PROT_READ | PROT_WRITE);
    const long result = syscall(regs[REG_RAX], regs[REG_RDI], regs[REG_RSI], regs[REG_RDX],
                                regs[REG_R10], regs[REG_R8], regs[REG_R9]);
    regs[REG_RAX] = result == -1 ? -errno : result;
    protect(PROT_NONE);
    errno = saved_errno;
    watch.selector = BLOCK;
}

static void on_access(int signal, siginfo_t *info, void *context)
{
    const char *at = info->si_addr;
    const char selector = watch.selector;
    (void)context;
    watch.selector = ALLOW;
    if (at >= watch.pages && at < watch.pages + watch.size_B) {
        watch.num_accesses++;
        protect(PROT_READ | PROT_WRITE); /* until the next system call */
    } else {
        set_action(signal, &watch.old_segv, NULL);
    }
    watch.selector = selector;
}

static void restore_actions(void)
{
    sigaction(SIGSYS, &watch.old_sys, NULL);
    set_action(SIGSEGV, &watch.old_segv, NULL);
}

bool gv_test_watch_begin(void *pages, size_t size_B)
{
    struct sigaction sys = {.sa_flags = SA_SIGINFO};
    struct action segv;
    sys.sa_sigaction = on_system_call;
    watch.pages = pages;
    watch.size_B = size_B;
    watch.num_accesses = 0;
    watch.selector = ALLOW;
    sigaction(SIGSYS, &sys, &watch.old_sys);
    set_action(SIGSYS, NULL, &segv); /* with the C library's restorer */
    segv.handler = on_access;
    set_action(SIGSEGV, &segv, &watch.old_segv);
    /* The system call that returns from a handler must not raise SIGSYS. */
    if (prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, segv.restorer, RESTORER_B,
              &watch.selector) != 0) {
        restore_actions();
        return false;
    }
    protect(PROT_NONE);
    watch.selector = BLOCK;
    return true;
}

int gv_test_watch_end(void)
{
    watch.selector = ALLOW;
    prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0);
    protect(PROT_READ | PROT_WRITE);
    restore_actions();
    return watch.num_accesses;
}

#else

bool gv_test_watch_begin(void *pages, size_t size_B)
{
    (void)pages;
    (void)size_B;
    return false;
}

int gv_test_watch_end(void)
{
    return GV_TEST_WATCH_ENDED;
}

#endif
