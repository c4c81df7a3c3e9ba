/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The handler may interrupt code that holds a lock or has corrupted the heap. So it makes only a
 * few system calls, and uses a list of loaded objects that was read before the fault. */
#include "server/fault.h"

#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "util/array.h"

enum {
    MAX_RANGES = 384,
    STACK_B = 64 << 10,
    OTHERS_WAIT_S = 1
};

/* A code segment of an object. */
struct range {
    uintptr_t begin, end, base;
    char object[64];
};

/* The state of the signal handler. It is global because the program cannot pass an argument to a
 * signal handler. */
static struct {
    struct gv_fault *fault;
    _Atomic size_t num_ranges;
    struct range ranges[MAX_RANGES];
} catcher;

/* ---- At the fault ---------------------------------------------------------------------------- */

static uintptr_t pc_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__i386__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_EIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#elif defined(__arm__)
    return (uintptr_t)context->uc_mcontext.arm_pc;
#elif defined(__riscv)
    return (uintptr_t)context->uc_mcontext.__gregs[REG_PC];
#else
    (void)context;
    return 0;
#endif
}

static void fill_in(struct gv_fault *fault, const siginfo_t *info, const ucontext_t *context)
{
    const uintptr_t pc = pc_of(context);
    const size_t num = atomic_load_explicit(&catcher.num_ranges, memory_order_acquire);

    fault->sig = info->si_signo;
    fault->sent = info->si_code <= 0;
    fault->address = fault->sent ? 0 : (uintptr_t)info->si_addr;
    fault->pc = pc;
    for (size_t i = 0; i < num; i++) {
        const struct range *range = &catcher.ranges[i];
        if (pc >= range->begin && pc < range->end) {
            fault->offset = pc - range->base;
            memcpy(fault->object, range->object, sizeof(fault->object));
        }
    }
    prctl(PR_GET_NAME, fault->thread);
}

/* Restores the signal's default action and raises the signal again. After the handler has returned,
 * the thread receives the raised signal at the instruction that faulted. Without raise() the signal
 * might not recur: after int3 or a refused system call the program continues at the next
 * instruction, and a page may have become accessible. */
static void end_by(int sig)
{
    signal(sig, SIG_DFL);
    if (raise(sig) != 0)
        _exit(128 + sig);
}

/* Handles the signal. The first thread to fault fills in the report. A second thread waits for the
 * first thread to end the process, but not forever, because broken code may have written anything
 * into the report. */
static void on_fault(int sig, siginfo_t *info, void *context)
{
    const struct timespec patience = {.tv_sec = OTHERS_WAIT_S};
    struct gv_fault *fault = catcher.fault;
    uint32_t none = GV_FAULT_NONE;

    if (atomic_compare_exchange_strong(&fault->state, &none, GV_FAULT_BEGUN)) {
        fill_in(fault, info, context);
        atomic_store(&fault->state, GV_FAULT_COMPLETE);
    } else {
        nanosleep(&patience, NULL);
    }
    end_by(sig);
}

/* ---- Before a fault -------------------------------------------------------------------------- */

static const char *name_of(const struct dl_phdr_info *object)
{
    const char *slash = strrchr(object->dlpi_name, '/');

    if (slash)
        return slash + 1;
    return object->dlpi_name[0] ? object->dlpi_name : program_invocation_short_name;
}

static int add_object(struct dl_phdr_info *object, size_t size_B, void *num_ranges)
{
    size_t *num = num_ranges;

    (void)size_B;
    for (unsigned i = 0; i < object->dlpi_phnum && *num < MAX_RANGES; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        struct range *range = &catcher.ranges[(*num)++];
        range->base = object->dlpi_addr;
        range->begin = object->dlpi_addr + part->p_vaddr;
        range->end = range->begin + part->p_memsz;
        snprintf(range->object, sizeof(range->object), "%s", name_of(object));
    }
    return 0;
}

void gv_fault_learn_objects(void)
{
    size_t num = 0;

    atomic_store(&catcher.num_ranges, 0);
    dl_iterate_phdr(add_object, &num);
    atomic_store_explicit(&catcher.num_ranges, num, memory_order_release);
}

/* Creates a separate stack for the handler, so that the handler also runs after a stack
 * overflow. */
static void make_stack(void)
{
    static char stack[STACK_B];
    const stack_t ours = {.ss_sp = stack, .ss_size = sizeof(stack)};
    stack_t theirs;

    if (sigaltstack(NULL, &theirs) == 0 && (theirs.ss_flags & SS_DISABLE))
        sigaltstack(&ours, NULL);
}

void gv_fault_catch(struct gv_fault *out_fault)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};

    catcher.fault = out_fault;
    gv_fault_learn_objects();
    make_stack();
    sigfillset(&action.sa_mask); /* blocks all signals, so that a fault in the handler ends the
                                    process at once */
    for (size_t i = 0; i < GV_ARRAY_SIZE(signals); i++) {
        struct sigaction old;
        if (sigaction(signals[i], NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) &&
            old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    }
}

/* ---- After a fault --------------------------------------------------------------------------- */

static void describe_location(const struct gv_fault *fault, char *out, size_t size_B)
{
    if (fault->object[0])
        snprintf(out, size_B, "%.*s+0x%" PRIx64, (int)sizeof(fault->object) - 1, fault->object,
                 fault->offset);
    else if (fault->pc == 0)
        snprintf(out, size_B, "an unknown place");
    else if (fault->pc == fault->address && fault->sig == SIGSEGV)
        snprintf(out, size_B, "a jump to 0x%" PRIx64 ", where no code is", fault->pc);
    else
        snprintf(out, size_B, "code made at run time, 0x%" PRIx64, fault->pc);
}

void gv_fault_describe(const struct gv_fault *fault, char *out, size_t size_B)
{
    char location[128];
    struct gv_fault copy;

    out[0] = '\0';
    if (atomic_load(&fault->state) != GV_FAULT_COMPLETE)
        return;
    memcpy(&copy, (const void *)fault,
           sizeof(copy)); /* one copy, so that checks and uses see the same bytes */
    describe_location(&copy, location, sizeof(location));
    const int len = snprintf(out, size_B, "%s, thread \"%.*s\"", location,
                             (int)sizeof(copy.thread) - 1, copy.thread);
    if (len > 0 && (size_t)len < size_B && !copy.sent)
        snprintf(out + len, size_B - (size_t)len, ", address 0x%" PRIx64, copy.address);
}
