/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* How a worker's death by a signal gets explained: at the fault the worker fills in a record, which
 * lies in memory that the listener shares; then the signal does what it does by default. */
#ifndef GV_SERVER_FAULT_H
#define GV_SERVER_FAULT_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum gv_fault_state {
    GV_FAULT_NONE = 0,
    GV_FAULT_BEGUN,
    GV_FAULT_COMPLETE,
};

struct gv_fault {
    _Atomic uint32_t state;
    int32_t sig;
    int32_t sent;     /* by a process, not the code's own */
    uint64_t address; /* that could not be used; of the signals that have one */
    uint64_t pc;      /* where the thread was; 0: unknown on this processor */
    uint64_t offset;  /* the same in its object */
    char object[64];  /* file name without its directory; "": none has this code */
    char thread[16];  /* name */
};

/* From now on SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS fill in *out_fault,
 * which must be all zero and stay for good, and end the process, whatever caused them and whatever
 * the record holds by then. Those that somebody else handles already, as sanitizers do, stay
 * theirs. Once in a process. */
void gv_fault_catch(struct gv_fault *out_fault);

/* Reads which objects are loaded: once more when a driver has been. */
void gv_fault_learn_objects(void);

/* A phrase about a record that may hold anything; "" for one that is not complete. */
void gv_fault_describe(const struct gv_fault *fault, char *out, size_t size_B);

#endif
