/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* Upload managers: their blocks must not overlap, must retain what was written, and must outlive
 * their manager. */
#include "util/u_upload_mgr.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "null_pipe.h"
#include "util/u_inlines.h"

struct program {
    struct null_screen *screen;
    struct pipe_context *pipe;
    struct u_upload_mgr *upload;
};

static void begin(struct program *p, unsigned size, unsigned alignment)
{
    p->screen = null_screen_create();
    assert_non_null(p->screen);
    p->pipe = p->screen->base.context_create(&p->screen->base, NULL, 0);
    assert_non_null(p->pipe);
    p->upload = u_upload_create(p->pipe, size, alignment, PIPE_BIND_VERTEX_BUFFER);
    assert_non_null(p->upload);
}

static void end(struct program *p)
{
    u_upload_destroy(p->upload);
    p->pipe->destroy(p->pipe);
    assert_true(null_screen_is_empty(p->screen));
    p->screen->base.destroy(&p->screen->base);
}

static void check_contents(struct program *p, struct pipe_resource *buffer, unsigned offset,
                           const char *text)
{
    char contents[32];

    assert_in_range(strlen(text), 1, sizeof(contents));
    pipe_buffer_read(p->pipe, buffer, offset, (unsigned)strlen(text), contents);
    assert_memory_equal(contents, text, strlen(text));
}

static void test_pieces(void **state)
{
    (void)state;
    struct program p;
    struct pipe_resource *first = NULL, *second = NULL, *large = NULL;
    unsigned at[3];
    void *ptr;

    begin(&p, 64, 16);
    assert_int_equal(u_upload_data(p.upload, 0, 5, "first", &at[0], &first), PIPE_OK);
    assert_int_equal(u_upload_alloc(p.upload, 0, 6, &at[1], &second, &ptr), PIPE_OK);
    memcpy(ptr, "second", 6);
    u_upload_unmap(p.upload);
    u_upload_unmap(p.upload);
    assert_ptr_equal(first, second);
    assert_int_equal(at[0], 0);
    assert_int_equal(at[1], 16);
    check_contents(&p, first, at[0], "first");
    check_contents(&p, second, at[1], "second");

    /* After the mapping has ended, a new block must still follow the earlier blocks, and must not
     * begin before the requested offset. */
    assert_int_equal(u_upload_data(p.upload, 40, 5, "third", &at[2], &second), PIPE_OK);
    assert_ptr_equal(first, second);
    assert_int_equal(at[2], 48);
    /* If the buffer lacks space for another block, a new buffer is created; a block larger than a
     * buffer gets a separate buffer. */
    assert_int_equal(u_upload_data(p.upload, 0, 6, "fourth", &at[1], &second), PIPE_OK);
    assert_ptr_not_equal(first, second);
    assert_int_equal(at[1], 0);
    assert_int_equal(u_upload_alloc(p.upload, 16, 100, &at[1], &large, &ptr), PIPE_OK);
    assert_int_equal(at[1], 16);
    assert_in_range(large->width0, 116, 1000);
    memcpy((char *)ptr + 95, "large", 5);
    u_upload_destroy(p.upload);
    p.upload = NULL;
    check_contents(&p, first, at[0], "first");
    check_contents(&p, first, at[2], "third");
    check_contents(&p, second, 0, "fourth");
    check_contents(&p, large, at[1] + 95, "large");
    pipe_resource_reference(&first, NULL);
    pipe_resource_reference(&second, NULL);
    pipe_resource_reference(&large, NULL);
    end(&p);
}

static void test_buffer(void **state)
{
    (void)state;
    struct program p;
    struct pipe_resource *from, *to = NULL;
    unsigned at;

    begin(&p, 64, 4);
    from = pipe_buffer_create_with_data(p.pipe, PIPE_BIND_VERTEX_BUFFER, PIPE_USAGE_DEFAULT, 10,
                                        "0123456789");
    assert_int_equal(u_upload_buffer(p.upload, 0, 3, 4, from, &at, &to), PIPE_OK);
    u_upload_unmap(p.upload);
    check_contents(&p, to, at, "3456");
    pipe_resource_reference(&from, NULL);
    pipe_resource_reference(&to, NULL);
    end(&p);
}

static void test_failures(void **state)
{
    (void)state;
    struct program p;
    struct pipe_resource *buffer = NULL;
    unsigned at;
    void *ptr = &p;

    begin(&p, 64, 4);
    assert_int_equal(u_upload_data(p.upload, 0, 5, "first", &at, &buffer), PIPE_OK);
    p.screen->fail_after = 0;
    assert_int_equal(u_upload_alloc(p.upload, 0, 64, &at, &buffer, &ptr), PIPE_ERROR_OUT_OF_MEMORY);
    assert_null(buffer);
    assert_null(ptr);
    p.screen->fail_after = -1;
    assert_int_equal(u_upload_alloc(p.upload, ~0u, ~0u, &at, &buffer, &ptr),
                     PIPE_ERROR_OUT_OF_MEMORY);
    assert_null(ptr);
    assert_int_equal(u_upload_data(p.upload, 0, 6, "second", &at, &buffer), PIPE_OK);
    u_upload_unmap(p.upload);
    check_contents(&p, buffer, at, "second");
    pipe_resource_reference(&buffer, NULL);
    end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_buffer),
        cmocka_unit_test(test_failures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
