/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Explains a worker's death by a signal: at the fault the worker fills in a report in memory that
 * it shares with the listener, and the signal then takes its default action. */
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
    int32_t sent;     /* not 0: a process has sent the signal; 0: the code has raised it */
    uint64_t address; /* the signal's si_addr, for example the address that the code could not
                         access; 0 if a process has sent the signal */
    uint64_t pc;      /* program counter; 0: unknown on this processor */
    uint64_t offset;  /* offset of pc in its object */
    char object[64];  /* file name without directory; "": the code belongs to no file */
    char thread[16];  /* name of the thread */
};

/* Handles SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS. The handler fills in
 * *out_fault and ends the process. It also ends the process if a bug has overwritten *out_fault.
 * *out_fault must be all zero at the call and must remain valid. Signals that already have a
 * handler, such as a sanitizer's handler, are not changed. Call once in a process. */
void gv_fault_catch(struct gv_fault *out_fault);

/* Reads the list of loaded objects. Call again after a driver was loaded. */
void gv_fault_learn_objects(void);

/* Describes the fault in a phrase; "" if the report is incomplete. The report may contain anything.
 */
void gv_fault_describe(const struct gv_fault *fault, char *out, size_t size_B);

#endif
