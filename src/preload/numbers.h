/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The handles of new resources. Mesa has one variable for new handles, which all connections of the
 * process share without a lock. With protocol 2, Mesa sends the variable's value, waits for the
 * memory of the resource, uses the variable's value as the resource's handle, and increments the
 * variable. So two threads that create resources at the same time would send the same handle. With
 * protocol 3, the server chooses the handle, and Mesa stores it in the same variable. Mesa then
 * maps the memory, reads the handle from the variable, and increments the variable. So a thread
 * could use the handle that another thread has stored in the meantime.
 *
 * Therefore this file lets only one thread at a time create a resource. With protocol 2, it also
 * writes the handle that Mesa will use into the message. */
#ifndef GV_PRELOAD_NUMBERS_H
#define GV_PRELOAD_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* Begins the creation of a resource by this thread. caller: address of the code that sends the
 * message. Waits until no other thread creates a resource. Sets *number to the handle that the
 * resource will have; 0: the server chooses the handle. */
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
