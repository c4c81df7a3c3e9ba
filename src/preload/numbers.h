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

/* Begins the creation of a resource, which this thread sends in code at `caller`. Waits until no
 * other thread creates a resource. Sets *number to the handle that the resource will have; 0: the
 * server chooses the handle. */
void gv_numbers_begin(uint32_t *number, const void *caller);

/* The functions below report further steps of a thread for the resource that it creates. They do
 * nothing if the thread creates no resource. */

/* Reports that the server, or this library in the server's place, has chosen this handle. */
void gv_numbers_told(uint32_t number);

/* Reports that the message is sent, its handle is known, and Mesa does not wait for memory. */
void gv_numbers_sent(void);

/* Reports that Mesa has received the descriptor of the memory. -1: Mesa received no descriptor, and
 * fails without incrementing its variable. */
void gv_numbers_got(int fd);

/* Reports that Mesa could not map the descriptor, and fails without incrementing its variable. */
void gv_numbers_not_mapped(int fd);

/* Reports that Mesa closes the descriptor, after which it increments its variable. */
void gv_numbers_closed(int fd);

#endif
