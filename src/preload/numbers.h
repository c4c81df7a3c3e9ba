/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The handles of new resources. Mesa has one variable for new handles, which all connections of the
 * process share without a lock. With protocol 2 Mesa sends the variable's value, waits for the
 * memory of the resource, and then uses the variable's value as the resource's handle and
 * increments the variable: two threads that create resources at the same time would send the same
 * handle. With protocol 3 the server chooses the handle, but Mesa stores the handle in the same
 * variable, maps the memory, and only then takes the handle from the variable and increments the
 * variable: a thread could take another thread's handle.
 *
 * So this file lets only one thread at a time create a resource, and with protocol 2 writes the
 * handle that Mesa will take into the message. */
#ifndef GV_PRELOAD_NUMBERS_H
#define GV_PRELOAD_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* Call when this thread, in code at caller, sends the creation of a resource. Waits until no other
 * thread creates a resource. Sets *number to the handle that the resource will have; 0: the server
 * chooses the handle. */
void gv_numbers_begin(uint32_t *number, const void *caller);

/* The functions below report further steps of a thread for the resource that it creates. They do
 * nothing if the thread creates no resource. */

/* Call when the server, or this library in its place, has chosen this handle. */
void gv_numbers_told(uint32_t number);

/* Call when the message is sent, its handle is known, and Mesa does not wait for memory. */
void gv_numbers_sent(void);

/* Call when Mesa has received the descriptor of the memory. -1: Mesa received no descriptor, and
 * fails without incrementing its variable. */
void gv_numbers_got(int fd);

/* Call when the descriptor could not be mapped: Mesa fails without incrementing its variable. */
void gv_numbers_not_mapped(int fd);

/* Call when the descriptor is closed: Mesa increments its variable next. */
void gv_numbers_closed(int fd);

#endif
