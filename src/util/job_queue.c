/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "util/job_queue.h"

#include <assert.h>
#include <stddef.h>
#include <time.h>

#include "util/clock.h"

/* ---- Lists: call with the lock held ---------------------------------------------------------- */

static void init_list(struct gv_job_list *list)
{
    list->first = NULL;
    list->end = &list->first;
}

static void insert(struct gv_job_list *list, struct gv_job **link, struct gv_job *job)
{
    job->link = link;
    job->next = *link;
    if (job->next)
        job->next->link = &job->next;
    else
        list->end = &job->next;
    *link = job;
}

static void remove_from(struct gv_job_list *list, struct gv_job *job)
{
    *job->link = job->next;
    if (job->next)
        job->next->link = job->link;
    else
        list->end = job->link;
}

static void enqueue(struct gv_job_queue *queue, struct gv_job *job)
{
    struct gv_job_list *list = &queue->lists[job->priority];
    insert(list, list->end, job);
    job->state = GV_JOB_QUEUED;
    queue->num_queued++;
}

static void enqueue_delayed(struct gv_job_queue *queue, struct gv_job *job)
{
    struct gv_job **link = &queue->delayed.first;
    while (*link && (*link)->due_ns <= job->due_ns)
        link = &(*link)->next;
    insert(&queue->delayed, link, job);
    job->state = GV_JOB_DELAYED;
    queue->num_delayed++;
}

/* Removes a queued or delayed job from its list. False if the job is neither queued nor delayed. */
static bool dequeue(struct gv_job_queue *queue, struct gv_job *job)
{
    if (job->state == GV_JOB_QUEUED) {
        remove_from(&queue->lists[job->priority], job);
        queue->num_queued--;
    } else if (job->state == GV_JOB_DELAYED) {
        remove_from(&queue->delayed, job);
        queue->num_delayed--;
    } else {
        return false;
    }
    job->state = GV_JOB_IDLE;
    return true;
}

/* ---- Running: call with the lock held; it is released while a job runs ----------------------- */

static void run(struct gv_job_queue *queue, struct gv_job *job)
{
    job->state = GV_JOB_RUNNING;
    pthread_mutex_unlock(&queue->lock);
    job->run(job->priv);
    pthread_mutex_lock(&queue->lock);
    job->state = GV_JOB_DONE;
    pthread_cond_broadcast(&queue->changed);
}

static struct gv_job *next_job(struct gv_job_queue *queue)
{
    struct gv_job *job;
    while ((job = queue->delayed.first) != NULL && job->due_ns <= gv_now_ns()) {
        dequeue(queue, job);
        enqueue(queue, job);
    }
    for (unsigned i = 0; i < GV_NUM_JOB_PRIORITIES; i++) {
        if (queue->lists[i].first)
            return queue->lists[i].first;
    }
    return NULL;
}

static void wait_for_job(struct gv_job_queue *queue)
{
    const struct gv_job *delayed = queue->delayed.first;
    if (!delayed) {
        pthread_cond_wait(&queue->changed, &queue->lock);
        return;
    }
    const struct timespec due = {.tv_sec = (time_t)(delayed->due_ns / 1000000000u),
                                 .tv_nsec = (long)(delayed->due_ns % 1000000000u)};
    pthread_cond_timedwait(&queue->changed, &queue->lock, &due);
}

static void *run_jobs(void *data)
{
    struct gv_job_queue *queue = data;
    pthread_mutex_lock(&queue->lock);
    while (!queue->stop) {
        struct gv_job *job = next_job(queue);
        if (job) {
            dequeue(queue, job);
            queue->busy = true;
            run(queue, job);
            queue->busy = false;
            pthread_cond_broadcast(&queue->changed); /* wakes gv_job_queue_stop() */
        } else {
            pthread_cond_broadcast(&queue->changed); /* wakes gv_job_queue_drain() */
            wait_for_job(queue);
        }
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

bool gv_job_queue_add_delayed(struct gv_job_queue *queue, struct gv_job *job, unsigned priority,
                              uint64_t delay_ns)
{
    pthread_mutex_lock(&queue->lock);
    assert(priority < GV_NUM_JOB_PRIORITIES);
    if (!queue->started)
        queue->started = pthread_create(&queue->thread, NULL, run_jobs, queue) == 0;
    const bool adds = queue->started && job->state == GV_JOB_IDLE;
    if (adds) {
        job->priority = priority;
        job->due_ns = delay_ns ? gv_now_ns() + delay_ns : 0;
        if (delay_ns)
            enqueue_delayed(queue, job);
        else
            enqueue(queue, job);
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return adds;
}

bool gv_job_queue_add(struct gv_job_queue *queue, struct gv_job *job, unsigned priority)
{
    return gv_job_queue_add_delayed(queue, job, priority, 0);
}

void gv_job_queue_move(struct gv_job_queue *queue, struct gv_job *job, unsigned priority)
{
    pthread_mutex_lock(&queue->lock);
    assert(priority < GV_NUM_JOB_PRIORITIES);
    if (job->state == GV_JOB_QUEUED && job->priority != priority) {
        dequeue(queue, job);
        job->priority = priority;
        enqueue(queue, job);
    }
    pthread_mutex_unlock(&queue->lock);
}

uint32_t gv_job_queue_length(struct gv_job_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    const uint32_t num = queue->num_queued + queue->num_delayed;
    pthread_mutex_unlock(&queue->lock);
    return num;
}

void gv_job_queue_drain(struct gv_job_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    while ((queue->num_queued && !queue->stop) || queue->busy)
        pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

void gv_job_queue_stop(struct gv_job_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->stop = true;
    pthread_cond_broadcast(&queue->changed);
    while (queue->busy)
        pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

/* Waits while a thread runs the job. The thread that runs the job must not call this function. */
static void wait_while_running(struct gv_job_queue *queue, const struct gv_job *job)
{
    while (job->state == GV_JOB_RUNNING)
        pthread_cond_wait(&queue->changed, &queue->lock);
}

bool gv_job_finish(struct gv_job_queue *queue, struct gv_job *job)
{
    pthread_mutex_lock(&queue->lock);
    const bool was_done = job->state == GV_JOB_DONE;
    dequeue(queue, job);
    if (job->state == GV_JOB_IDLE)
        run(queue, job);
    wait_while_running(queue, job);
    pthread_mutex_unlock(&queue->lock);
    return !was_done;
}

void gv_job_cancel(struct gv_job_queue *queue, struct gv_job *job)
{
    pthread_mutex_lock(&queue->lock);
    wait_while_running(queue, job);
    dequeue(queue, job);
    job->state = GV_JOB_DONE;
    pthread_mutex_unlock(&queue->lock);
}

/* ---- Creation and destruction ---------------------------------------------------------------- */

void gv_job_queue_init(struct gv_job_queue *queue)
{
    pthread_condattr_t attr;
    *queue = (struct gv_job_queue){.num_queued = 0};
    for (unsigned i = 0; i < GV_NUM_JOB_PRIORITIES; i++)
        init_list(&queue->lists[i]);
    init_list(&queue->delayed);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->changed, &attr);
    pthread_condattr_destroy(&attr);
}

void gv_job_queue_finish(struct gv_job_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    assert(!queue->num_queued && !queue->delayed.first);
    queue->stop = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    if (queue->started)
        pthread_join(queue->thread, NULL);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}
