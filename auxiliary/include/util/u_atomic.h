/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Atomic integers. All operations are sequentially consistent; the *_return forms return the new
 * value. Pointers may be to integers of any size. */
#ifndef UTIL_U_ATOMIC_H
#define UTIL_U_ATOMIC_H

#define p_atomic_set(v, i)     __atomic_store_n((v), (i), __ATOMIC_SEQ_CST)
#define p_atomic_read(v)       __atomic_load_n((v), __ATOMIC_SEQ_CST)
#define p_atomic_inc(v)        ((void)__atomic_add_fetch((v), 1, __ATOMIC_SEQ_CST))
#define p_atomic_dec(v)        ((void)__atomic_sub_fetch((v), 1, __ATOMIC_SEQ_CST))
#define p_atomic_add(v, i)     ((void)__atomic_add_fetch((v), (i), __ATOMIC_SEQ_CST))
#define p_atomic_inc_return(v) __atomic_add_fetch((v), 1, __ATOMIC_SEQ_CST)
#define p_atomic_dec_return(v) __atomic_sub_fetch((v), 1, __ATOMIC_SEQ_CST)
/* Decrements *v. Returns whether the value became 0. */
#define p_atomic_dec_zero(v) (p_atomic_dec_return(v) == 0)
/* Sets *v to `new_value` if *v equals `old`. Returns the previous value of *v. */
#define p_atomic_cmpxchg(v, old, new_value) __sync_val_compare_and_swap((v), (old), (new_value))

#endif
