/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The numbers of new resources. Mesa has one variable for them, for all connections of the process,
 * and no lock. With protocol 2 it sends the variable's value, waits for the memory of the resource,
 * and then takes the value for the resource's number and increments it: two threads that make
 * resources at once would send the same number twice. With protocol 3 the server chooses the
 * number, but Mesa stores it in the same variable, maps the memory, takes it from there and
 * increments it: two threads would take each other's.
 *
 * Here resources are made one at a time, and with protocol 2 the message gets the number that Mesa
 * is going to take. */
#ifndef GV_PRELOAD_NUMBERS_H
#define GV_PRELOAD_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* This thread sends that it makes a resource, from code at caller. Waits until no other thread
 * makes one. Changes the number to what the resource is going to have; 0: the server chooses it. */
void gv_numbers_begin(uint32_t *number, const void *caller);

/* What comes next on this thread, of the resource that it makes. Without one: nothing. */

/* The server has chosen this number, or this library in its place. */
void gv_numbers_told(uint32_t number);

/* The message is out, its number is known, and Mesa waits for no memory. */
void gv_numbers_sent(void);

/* Mesa has got the descriptor of the memory; -1: none, and then it gives up without counting. */
void gv_numbers_got(int fd);

/* The descriptor could not be mapped: Mesa gives up, too. */
void gv_numbers_not_mapped(int fd);

/* The descriptor is closed, and Mesa counts. */
void gv_numbers_closed(int fd);

#endif
