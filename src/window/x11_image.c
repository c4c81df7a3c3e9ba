/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
#include "window/x11_image.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xcb/shm.h>

#include "pipe/p_inlines.h"
#include "util/checked.h"
#include "window/surfaces.h"

bool gv_x11_can_share(xcb_connection_t *connection)
{
    const xcb_query_extension_reply_t *extension = xcb_get_extension_data(connection, &xcb_shm_id);

    if (!extension || !extension->present)
        return false;
    xcb_shm_query_version_reply_t *version =
        xcb_shm_query_version_reply(connection, xcb_shm_query_version(connection), NULL);
    bool can = version && (version->major_version > 1 || version->minor_version >= 2);
    free(version);
    return can;
}

/* Imports the memory, which consists of whole pages, as a resource of the device. */
static struct pipe_resource *import_pages(struct pipe_screen *screen, void *data, size_t size_B)
{
    const struct pipe_resource templ = {
        .target = PIPE_BUFFER,
        .format = PIPE_FORMAT_R8_UNORM,
        .width0 = (unsigned)size_B,
        .height0 = 1,
        .depth0 = 1,
        .array_size = 1,
        .usage = PIPE_USAGE_STAGING,
    };

    if (!screen->resource_from_user_memory || size_B > INT32_MAX)
        return NULL;
    return screen->resource_from_user_memory(screen, &templ, data);
}

/* Creates the memory and attaches it to the X server. The memory's descriptor is passed to the
 * connection, or closed on failure. */
static bool share_memory(struct gv_x11_image *image, xcb_connection_t *connection)
{
    int fd = memfd_create("galvan-window", MFD_CLOEXEC);

    if (fd < 0)
        return false;
    void *data = MAP_FAILED;
    if (ftruncate(fd, (off_t)image->size_B) == 0)
        data = mmap(NULL, image->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (data == MAP_FAILED) {
        close(fd);
        return false;
    }
    const uint32_t segment = xcb_generate_id(connection);
    xcb_generic_error_t *error =
        xcb_request_check(connection, xcb_shm_attach_fd_checked(connection, segment, fd, true));
    if (error || xcb_connection_has_error(connection)) {
        free(error);
        munmap(data, image->size_B);
        return false;
    }
    image->segment = segment;
    image->data = data;
    return true;
}

bool gv_x11_image_init(struct gv_x11_image *image, xcb_connection_t *connection, bool share,
                       struct pipe_context *pipe, unsigned width, unsigned height)
{
    struct gv_x11_image made = {.width = width, .height = height};
    const uint64_t page_B = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t size_B = (uint64_t)width * height * 4;

    if (!gv_align_up_u64(size_B, page_B, &size_B) || size_B > SIZE_MAX / 2)
        return false;
    made.size_B = (size_t)size_B;
    if (share && share_memory(&made, connection))
        made.pages = import_pages(pipe->screen, made.data, made.size_B);
    else
        made.data = malloc(made.size_B);
    if (!made.data)
        return false;
    *image = made;
    return true;
}

void gv_x11_image_finish(struct gv_x11_image *image, xcb_connection_t *connection)
{
    pipe_resource_reference(&image->pages, NULL); /* the device releases the memory at once */
    if (image->segment) {
        xcb_shm_detach(connection, image->segment);
        munmap(image->data, image->size_B);
    } else {
        free(image->data);
    }
    *image = (struct gv_x11_image){0};
}

/* Makes the device copy the texture to the memory. Then maps the memory, which waits until the copy
 * is done. */
static bool copy_on_device(struct gv_x11_image *image, struct pipe_context *pipe,
                           struct pipe_resource *color)
{
    const unsigned stride_B = image->width * 4;
    const struct pipe_box box = {
        .width = (int)image->width, .height = (int)image->height, .depth = 1};
    const struct pipe_box bytes = {
        .width = (int)(stride_B * image->height), .height = 1, .depth = 1};
    struct pipe_transfer *transfer = NULL;

    if (!image->pages || !pipe->image_copy_buffer ||
        !pipe->image_copy_buffer(pipe, image->pages, color, 0, stride_B, stride_B * image->height,
                                 0, &box) ||
        !pipe->transfer_map(pipe, image->pages, 0, PIPE_TRANSFER_READ, &bytes, &transfer))
        return false;
    pipe->transfer_unmap(pipe, transfer);
    return true;
}

bool gv_x11_image_read(struct gv_x11_image *image, struct pipe_context *pipe,
                       struct pipe_resource *color)
{
    return copy_on_device(image, pipe, color) ||
           gv_window_read_pixels(pipe, color, image->data, (size_t)image->width * 4);
}

/* Sends the pixels in bands of rows, each of which fits into one request. */
static void send_pixels(struct gv_x11_image *image, xcb_connection_t *connection,
                        xcb_window_t window, xcb_gcontext_t gc, uint8_t depth)
{
    const size_t stride_B = (size_t)image->width * 4;
    const size_t most_B = (size_t)xcb_get_maximum_request_length(connection) * 4 -
                          sizeof(xcb_put_image_request_t) - 4;
    const unsigned band = most_B < stride_B ? 1 : (unsigned)(most_B / stride_B);

    for (unsigned y = 0; y < image->height; y += band) {
        unsigned rows = image->height - y < band ? image->height - y : band;
        xcb_put_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, window, gc, (uint16_t)image->width,
                      (uint16_t)rows, 0, (int16_t)y, 0, depth, (uint32_t)(rows * stride_B),
                      image->data + y * stride_B);
    }
}

bool gv_x11_image_put(struct gv_x11_image *image, xcb_connection_t *connection, xcb_window_t window,
                      xcb_gcontext_t gc, uint8_t depth)
{
    const uint16_t width = (uint16_t)image->width, height = (uint16_t)image->height;

    if (image->segment)
        xcb_shm_put_image(connection, window, gc, width, height, 0, 0, width, height, 0, 0, depth,
                          XCB_IMAGE_FORMAT_Z_PIXMAP, true, image->segment, 0);
    else
        send_pixels(image, connection, window, gc, depth);
    return image->segment != 0;
}
