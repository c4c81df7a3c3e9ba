# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests programs of the distribution that draw with Galvan inside of Debian's Mesa: checks the
versions of OpenGL that the programs find, and compares their pictures with llvmpipe's."""

import glob
import re
import subprocess

import in_process
import common
import gears
import glmark
from common import Display, need


def output(command, display):
    result = subprocess.run(command, env={**in_process.environment(), **display.environment},
                            timeout=common.TIMEOUT, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)
    assert result.returncode == 0, "%s: status %d\n%s" % (
        command, result.returncode, result.stderr)
    assert not common.lines_of(result.stderr), "Galvan complains:\n" + result.stderr
    return result.stdout


def piglit(pattern):
    """Returns the paths of piglit's files that match this pattern."""
    found = sorted(glob.glob("/usr/lib/*/piglit/" + pattern))
    if not found:
        raise common.Skip("no " + pattern + " of piglit")
    return found


def test_versions():
    with Display() as display:
        said = output([need("glxinfo")], display)
    for text in (r"OpenGL renderer string: Galvan ", r"OpenGL core profile version string: 4\.6 ",
                 r"OpenGL version string: 4\.6 \(Compatibility Profile\)",
                 r"OpenGL ES profile version string: OpenGL ES 3\.2 ",
                 r"\bGL_ARB_gpu_shader_int64\b", r"\bGL_ARB_shader_ballot\b",
                 r"\bGL_ARB_post_depth_coverage\b",
                 r"\bGL_ARB_gl_spirv\b", r"\bGLX_ARB_create_context_robustness\b"):
        assert re.search(text, said), "no %s in\n%s" % (text, said)


def test_egl():
    """Checks that an EGL program finds Galvan's OpenGL ES 3.2."""
    with Display() as display:
        said = output([need("es2_info")], display)
    assert "GL_RENDERER: Galvan " in said and "OpenGL ES 3.2 " in said, said


def test_ballots():
    """Runs piglit's programs for ballots, reads of other invocations, and subgroup masks."""
    runner, = piglit("bin/shader_runner")
    with Display() as display:
        for path in piglit("tests/spec/arb_shader_ballot/execution/*.shader_test"):
            assert '"result": "pass"' in output([runner, path, "-auto", "-fbo"], display), path
        # The third of these fails on llvmpipe and Zink, too.
        for path in piglit("bin/arb_post_depth_coverage-[bs]*"):
            assert '"result": "pass"' in output([path, "-auto", "-fbo"], display), path


def test_selection():
    """Runs piglit's program for GL_SELECT, with depth and stencil tests."""
    select, = piglit("bin/select")
    with Display() as display:
        for mode in ("gl11", "depth", "stencil"):
            assert '"result": "pass"' in output([select, mode, "-auto", "-fbo"], display), mode


def test_gears():
    environment = in_process.environment()
    program = need("glxgears")
    expected = gears.on_llvmpipe(program)
    with Display() as display:
        process = subprocess.Popen([program], stdout=subprocess.DEVNULL,
                                   env={**environment, **display.environment})
        try:
            gears.compare("screen", gears.shares(gears.window(display)), expected)
        finally:
            process.kill()
            process.wait()


def test_glmark2_verdicts():
    in_process.environment()
    program = need("glmark2")
    command = [program, "--validate"]
    with Display() as display:
        reference = glmark.run(command, {
            **display.environment, "LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"})
        ours = output(command, display)
    assert "GL_RENDERER:    Galvan " in ours, "not drawn by Galvan"
    assert glmark.VERDICT.findall(ours) == glmark.VERDICT.findall(reference), ours


if __name__ == "__main__":
    common.main(globals())
