/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Jobs that a background thread runs. A caller that needs a job's result runs the job itself if the
 * thread has not begun it, and waits if the thread is running it. */
#ifndef GV_JOB_QUEUE_H
#define GV_JOB_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    GV_NUM_JOB_PRIORITIES = 4 /* 0 is the most urgent priority; jobs of equal priority run in
                                 order */
};

enum gv_job_state {
    GV_JOB_IDLE, /* the job was not added to a queue; gv_job_finish() runs such a job itself */
    GV_JOB_DELAYED,
    GV_JOB_QUEUED,
    GV_JOB_RUNNING,
    GV_JOB_DONE /* or cancelled */
};

struct gv_job {
    void (*run)(void *priv); /* called once, on any thread, without the queue's lock */
    void *priv;

    /* Used by the queue; initialize to 0. */
    enum gv_job_state state;
    unsigned priority;
    uint64_t due_ns; /* time, on the clock of gv_now_ns(), at which the thread may begin a
                        delayed job */
    struct gv_job *next, **link;
};

struct gv_job_list {
    struct gv_job *first, **end;
};

struct gv_job_queue {
    pthread_mutex_t lock;   /* protects all fields below, and jobs */
    pthread_cond_t changed; /* signalled when a job is added or finished, or when `stop` is set */
    struct gv_job_list lists[GV_NUM_JOB_PRIORITIES];
    struct gv_job_list delayed; /* delayed jobs, in the order of due_ns */
    uint32_t num_queued;        /* jobs in the lists */
    uint32_t num_delayed;
    bool started, stop, busy;
    pthread_t thread;
};

void gv_job_queue_init(struct gv_job_queue *queue);

/* Frees the queue. All jobs must be done or cancelled. */
void gv_job_queue_finish(struct gv_job_queue *queue);

/* Any thread, also a thread that runs a job, may call the functions below. */

/* Queues an idle job. The first job starts the thread. Returns false, with the job unchanged, if
 * the thread cannot be started or was stopped, or if the job is not idle. */
bool gv_job_queue_add(struct gv_job_queue *queue, struct gv_job *job, unsigned priority);

/* As gv_job_queue_add(), but the thread begins the job only after a delay. */
bool gv_job_queue_add_delayed(struct gv_job_queue *queue, struct gv_job *job, unsigned priority,
                              uint64_t delay_ns);

/* Changes the priority of a job that is still queued, and places the job after the queued jobs of
 * the new priority. */
void gv_job_queue_move(struct gv_job_queue *queue, struct gv_job *job, unsigned priority);

/* Returns the number of queued and delayed jobs. */
uint32_t gv_job_queue_length(struct gv_job_queue *queue);

/* Waits until no job is queued or running. Delayed jobs that are not due are ignored. */
void gv_job_queue_drain(struct gv_job_queue *queue);

/* Stops the thread, which begins no more jobs. Waits while the thread runs a job. Queued jobs
 * remain queued, for gv_job_finish() and gv_job_cancel(). */
void gv_job_queue_stop(struct gv_job_queue *queue);

/* Ensures that the job is done: runs the job, or waits while another thread runs it. Returns false
 * if the job was done already. */
bool gv_job_finish(struct gv_job_queue *queue, struct gv_job *job);

/* Ensures that the job is not running and will not run: removes the job from the queue, or waits
 * while a thread runs it. */
void gv_job_cancel(struct gv_job_queue *queue, struct gv_job *job);

#endif
