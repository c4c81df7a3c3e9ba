/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* A stand-in for the DRM drivers of the kernel, as a library that is preloaded into a process. It
 * answers the requests of user-mode Vulkan drivers to /dev/dri and to the device's directory in
 * /sys, for the chip that GALVAN_DRM_CHIP names. Memory objects are parts of a memfd. Submissions
 * and sync objects finish at once, or each after GALVAN_DRM_LATENCY_US microseconds. No commands
 * are executed. */
#ifndef FAKE_H
#define FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fake_chip;
struct fake_node;

/* ---- Kernel drivers and chips -------------------------------------------------------------- */

struct fake_driver {
    const char *name;
    int major, minor;
    bool has_timelines; /* the driver's sync objects can be timelines */
    /* Executes a driver-specific command; `number` counts from DRM_COMMAND_BASE. Returns 0 or more,
     * or a negative errno. Called with the lock held. */
    long (*command)(struct fake_node *node, unsigned number, void *arg);
};

struct fake_chip {
    const char *name; /* the value of GALVAN_DRM_CHIP */
    const struct fake_driver *driver;
    const char *compatible; /* the compatible string of a platform device; NULL: a PCI device */
    const char *display;    /* the compatible string of the display device next to the GPU; NULL: no
                               display device */
    uint16_t vendor, device;
    uint8_t revision;
    uint64_t memory_B;  /* device memory of the chip; 0: the chip uses the system's memory */
    const void *params; /* parameters for the chip's kernel driver, e.g. struct amdgpu_params */
};

extern const struct fake_driver fake_amdgpu, fake_i915, fake_msm, fake_nouveau, fake_panfrost,
    fake_panthor, fake_v3d, fake_xe;

/* Returns the chip that GALVAN_DRM_CHIP names, or NULL if the variable names no chip. */
const struct fake_chip *fake_chip(void);
/* Returns the chip with this name, or NULL. */
const struct fake_chip *fake_chip_find(const char *name);

/* ---- Files --------------------------------------------------------------------------------- */

enum fake_kind {
    FAKE_NONE,
    FAKE_DIRECTORY,
    FAKE_FILE,
    FAKE_LINK,
    FAKE_NODE
};

struct fake_file {
    char path[96];
    enum fake_kind kind;
    char text[256];  /* contents of a file, target of a link */
    unsigned number; /* minor number of a device node */
};

/* Returns whether this library handles a path, even if a real file has that path. */
bool fake_owns(const char *path);
const struct fake_file *fake_file_find(const char *path);
/* Returns the idx-th file in a directory, or NULL if the directory has no more files. */
const struct fake_file *fake_file_in(const struct fake_file *directory, unsigned idx);

/* ---- Open nodes and their memory ----------------------------------------------------------- */

/* An open file of the device; the lock protects it. */
struct fake_node {
    struct fake_node *next;
    uint64_t inode;               /* inode of the memfd that represents the node */
    unsigned number;              /* minor */
    int fd;                       /* the descriptor that the current call was made with */
    uint64_t end_B;               /* end of all memory that was ever allocated */
    struct fake_object **objects; /* indexed by handle - 1 */
    unsigned num_objects;
    struct fake_syncobj **syncobjs; /* indexed by handle - 1 */
    unsigned num_syncobjs;
    uint32_t last_id;    /* the last id given to a context, queue, address space or list */
    uint64_t last_fence; /* number of the last submission */
};

/* A memory object. */
struct fake_object {
    unsigned refs;
    uint64_t offset_B, size_B;  /* within its node's memfd */
    uint64_t words[8];          /* driver-specific data */
    uint64_t read_ns, write_ns; /* times at which fences that users have added to the object's
                                   dma-buf signal: of accesses that read, and that write */
    uint8_t metadata[512];
};

/* Opens a node and returns its descriptor, or -1 with errno set. */
int fake_node_open(const struct fake_file *file, int flags);
/* Stores the number of the node that a descriptor refers to. Returns false if the descriptor refers
 * to no node. */
bool fake_node_number(int fd, unsigned *out_number);
/* Executes an ioctl. Returns false if this library did not open the descriptor. */
bool fake_ioctl(int fd, unsigned long request, void *arg, long *out_result);

/* fake_object_create() creates a memory object of a node and returns its handle, or 0 if memory
 * runs out. fake_object() finds an object by its handle. */
uint32_t fake_object_create(struct fake_node *node, uint64_t size_B);
struct fake_object *fake_object(const struct fake_node *node, uint32_t handle);

/* fake_export() creates a descriptor for a kernel object; fake_import() returns the object of such
 * a descriptor. */
enum fake_thing {
    FAKE_DMA_BUF,
    FAKE_SYNC_FILE,
    FAKE_SYNCOBJ
};
int fake_export(enum fake_thing kind, void *object, uint64_t size_B);
void *fake_import(enum fake_thing kind, int fd);
long fake_sync_file_command(int fd, unsigned long request, void *arg);

/* ---- Time, fences and sync objects --------------------------------------------------------- */

uint64_t fake_now_ns(void);
/* Records a submission. Returns the time, on CLOCK_MONOTONIC, at which the submission finishes, or
 * 0 if it finishes at once. */
uint64_t fake_submit(void);
/* Makes the next submission start after a sync object's fence or timeline point. Returns -ENOENT if
 * there is no such sync object, and -EINVAL if no submission signals the fence or point. */
long fake_submit_after(struct fake_node *node, uint32_t handle, uint64_t point);
/* Waits until `done_ns`. Returns -ETIME if `done_ns` is after `timeout_ns`; both are on
 * CLOCK_MONOTONIC. */
long fake_wait_until(uint64_t done_ns, uint64_t timeout_ns);
/* Waits until all submissions are finished. */
long fake_wait_idle(uint64_t timeout_ns);
uint64_t fake_timeout_after(int64_t timeout_ns);

uint32_t fake_syncobj_create(struct fake_node *node, bool done);
/* Adds a fence that signals at `done_ns`. If `point` is 0, the fence replaces the binary fence;
 * otherwise the fence becomes point `point` of a timeline. */
long fake_syncobj_set(struct fake_node *node, uint32_t handle, uint64_t point, uint64_t done_ns);
/* Creates a sync file that signals at `done_ns`, and returns its descriptor. */
int fake_sync_file(uint64_t done_ns);
long fake_syncobj_command(struct fake_node *node, unsigned long request, void *arg);

void fake_lock(void);
void fake_unlock(void);

/* Returns the pointer that an argument of an ioctl contains as a 64-bit number. */
static inline void *fake_pointer(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

/* Copies an answer to `out`, which may be longer or shorter than the answer. */
void fake_answer(void *out, size_t out_size_B, const void *data, size_t size_B);

#endif
