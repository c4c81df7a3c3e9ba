/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "vk/framebuffers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "vk/device.h"

enum {
    MAX_FRAMEBUFFERS = 64 /* in the cache */
};

struct gv_vk_framebuffer {
    struct gv_vk_object object;
    struct gv_vk_framebuffer *next;
    struct gv_vk_framebuffer_key key;
    struct gv_vk_object *pass;
    VkFramebuffer handle;
};

void gv_vk_framebuffers_init(struct gv_vk_framebuffers *all)
{
    *all = (struct gv_vk_framebuffers){.num = 0};
    pthread_mutex_init(&all->lock, NULL);
}

static void destroy(struct gv_vk_device *dev, struct gv_vk_object *object)
{
    struct gv_vk_framebuffer *framebuffer = (struct gv_vk_framebuffer *)object;
    dev->vk.vkDestroyFramebuffer(dev->handle, framebuffer->handle, NULL);
    gv_vk_object_unref(dev, framebuffer->pass);
    free(framebuffer);
}

/* Removes the framebuffer at `link` from the list. The caller holds the lock. */
static void drop(struct gv_vk_device *dev, struct gv_vk_framebuffers *all,
                 struct gv_vk_framebuffer **link)
{
    struct gv_vk_framebuffer *framebuffer = *link;
    *link = framebuffer->next;
    all->num--;
    gv_vk_object_unref(dev, &framebuffer->object);
}

void gv_vk_framebuffers_finish(struct gv_vk_device *dev, struct gv_vk_framebuffers *all)
{
    while (all->newest)
        drop(dev, all, &all->newest);
    pthread_mutex_destroy(&all->lock);
}

/* Moves the framebuffer at `link` to the front of the list. The caller holds the lock. */
static void renew(struct gv_vk_framebuffers *all, struct gv_vk_framebuffer **link)
{
    struct gv_vk_framebuffer *framebuffer = *link;
    *link = framebuffer->next;
    framebuffer->next = all->newest;
    all->newest = framebuffer;
}

static VkResult create(struct gv_vk_device *dev, const struct gv_vk_framebuffer_key *key,
                       struct gv_vk_object *pass, struct gv_vk_framebuffer **out_framebuffer)
{
    const VkFramebufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass = key->pass,
        .attachmentCount = key->num,
        .pAttachments = key->views,
        .width = key->width,
        .height = key->height,
        .layers = key->layers,
    };
    struct gv_vk_framebuffer *framebuffer = calloc(1, sizeof(*framebuffer));
    if (!framebuffer)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = GV_VK_CREATE(dev, Framebuffer, &info, &framebuffer->handle);
    if (result != VK_SUCCESS) {
        free(framebuffer);
        return result;
    }
    gv_vk_object_init(&framebuffer->object, destroy);
    framebuffer->key = *key;
    framebuffer->pass = pass;
    gv_vk_object_ref(pass);
    *out_framebuffer = framebuffer;
    return VK_SUCCESS;
}

/* Finds or creates the framebuffer of a key, and moves it to the front of the list. The caller
 * holds the lock. */
static VkResult find(struct gv_vk_device *dev, struct gv_vk_framebuffers *all,
                     const struct gv_vk_framebuffer_key *key, struct gv_vk_object *pass)
{
    struct gv_vk_framebuffer **link = &all->newest;
    while (*link && memcmp(&(*link)->key, key, sizeof(*key)) != 0)
        link = &(*link)->next;
    if (*link) {
        renew(all, link);
        return VK_SUCCESS;
    }
    struct gv_vk_framebuffer *framebuffer;
    VkResult result = create(dev, key, pass, &framebuffer);
    if (result != VK_SUCCESS)
        return result;
    framebuffer->next = all->newest;
    all->newest = framebuffer;
    if (++all->num > MAX_FRAMEBUFFERS) {
        for (link = &all->newest; (*link)->next;)
            link = &(*link)->next;
        drop(dev, all, link);
    }
    return VK_SUCCESS;
}

VkResult gv_vk_framebuffers_get(struct gv_vk_framebuffers *all, struct gv_vk_batch *batch,
                                const struct gv_vk_framebuffer_key *key, struct gv_vk_object *pass,
                                VkFramebuffer *out_handle)
{
    pthread_mutex_lock(&all->lock);
    VkResult result = find(batch->dev, all, key, pass);
    if (result == VK_SUCCESS) {
        *out_handle = all->newest->handle;
        if (!gv_vk_batch_ref(batch, &all->newest->object))
            result = VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    pthread_mutex_unlock(&all->lock);
    return result;
}

static bool has_view(const struct gv_vk_framebuffer_key *key, VkImageView view)
{
    for (uint32_t i = 0; i < key->num; i++) {
        if (key->views[i] == view)
            return true;
    }
    return false;
}

void gv_vk_framebuffers_forget(struct gv_vk_device *dev, struct gv_vk_framebuffers *all,
                               VkImageView view)
{
    pthread_mutex_lock(&all->lock);
    for (struct gv_vk_framebuffer **link = &all->newest; *link;) {
        if (has_view(&(*link)->key, view))
            drop(dev, all, link);
        else
            link = &(*link)->next;
    }
    pthread_mutex_unlock(&all->lock);
}
