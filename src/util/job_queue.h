/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Jobs that a thread runs in the background. Who needs a job's result before the thread has begun
 * it runs it at once instead; who needs it while it is being run waits. */
#ifndef GV_JOB_QUEUE_H
#define GV_JOB_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    GV_NUM_JOB_PRIORITIES = 4 /* 0 is the most urgent; jobs of one run in the order of adding */
};

enum gv_job_state {
    GV_JOB_IDLE, /* in no queue; gv_job_finish() runs it */
    GV_JOB_DELAYED,
    GV_JOB_QUEUED,
    GV_JOB_RUNNING,
    GV_JOB_DONE /* or cancelled */
};

struct gv_job {
    void (*run)(void *priv); /* once, on any thread, without the queue's lock */
    void *priv;

    /* The queue's; all 0 at first */
    enum gv_job_state state;
    unsigned priority;
    uint64_t due_ns; /* of a delayed one, as gv_now_ns() */
    struct gv_job *next, **link;
};

struct gv_job_list {
    struct gv_job *first, **end;
};

struct gv_job_queue {
    pthread_mutex_t lock;   /* of all below, and of jobs */
    pthread_cond_t changed; /* a job was added or is done, or stop */
    struct gv_job_list lists[GV_NUM_JOB_PRIORITIES];
    struct gv_job_list delayed; /* in the order in which they are due */
    uint32_t num_queued;        /* in lists */
    uint32_t num_delayed;
    bool started, stop, busy;
    pthread_t thread;
};

void gv_job_queue_init(struct gv_job_queue *queue);

/* Its jobs are done or cancelled. */
void gv_job_queue_finish(struct gv_job_queue *queue);

/* The functions below may be called from any thread, also from a job's. */

/* Queues an idle job, and starts the thread if this is the first one. False: there is no thread, or
 * the job is not idle; it stays as it is. */
bool gv_job_queue_add(struct gv_job_queue *queue, struct gv_job *job, unsigned priority);

/* The same, for the thread to begin so much later. */
bool gv_job_queue_add_delayed(struct gv_job_queue *queue, struct gv_job *job, unsigned priority,
                              uint64_t delay_ns);

/* Gives a job another priority, behind those that have it, unless it is not queued any more. */
void gv_job_queue_move(struct gv_job_queue *queue, struct gv_job *job, unsigned priority);

/* How many are queued or delayed. */
uint32_t gv_job_queue_length(struct gv_job_queue *queue);

/* Waits until nothing is queued or run by the thread; delayed jobs that are not due do not count.
 */
void gv_job_queue_drain(struct gv_job_queue *queue);

/* Makes sure that the job is done: runs it, or waits while another thread does. Returns whether it
 * was not done before. */
bool gv_job_finish(struct gv_job_queue *queue, struct gv_job *job);

/* Makes sure that the job is not run any more: takes it out, or waits while a thread runs it. */
void gv_job_cancel(struct gv_job_queue *queue, struct gv_job *job);

#endif
