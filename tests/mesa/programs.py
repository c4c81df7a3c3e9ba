# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests programs of the distribution that draw with Galvan inside of Debian's Mesa: checks the
versions of OpenGL that the programs find, and compares their pictures with llvmpipe's."""

import glob
import os
import pathlib
import re
import subprocess
import tempfile

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
    found = sorted(glob.glob("/usr/lib/*/piglit/" + pattern, recursive=True))
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
                 r"\bGL_ARB_post_depth_coverage\b", r"\bGL_INTEL_shader_integer_functions2\b",
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


def test_integer_functions():
    """Runs piglit's fragment shaders for INTEL_shader_integer_functions2, also with 64 bits."""
    runner, = piglit("bin/shader_runner")
    with Display() as display:
        for path in piglit("generated_tests/spec/intel_shader_integer_functions2/**/fs-*"):
            assert '"result": "pass"' in output([runner, path, "-auto", "-fbo"], display), path


def spirv(stage, text):
    """Returns the assembly of a shader's SPIR-V module, for OpenGL."""
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "shader." + stage)
        module = os.path.join(directory, "module.spv")
        pathlib.Path(source).write_text("#version 450\n" + text)
        subprocess.run([need("glslangValidator"), "-G", "-o", module, source], check=True,
                       stdout=subprocess.DEVNULL)
        return subprocess.run([need("spirv-dis"), module], check=True, text=True,
                              stdout=subprocess.PIPE).stdout


def run_shaders(text, display):
    """Runs a file of piglit's shader_runner, which has to pass."""
    runner, = piglit("bin/shader_runner")
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "test.shader_test")
        pathlib.Path(path).write_text(text)
        said = output([runner, path, "-auto", "-fbo"], display)
    assert '"result": "pass"' in said, said


def test_indices_of_doubles():
    """Reads and writes local arrays of double vectors by indices that the compiler does not know:
    arrays of arrays of arrays, arrays of matrices, columns of a matrix, and single components."""
    parts = (
        ("dvec3 a[2][3][4];", "a[i / 12][i / 4 % 3][i % 4] = dvec3(i, i + 1, i + 2)",
         "a[i / 12][i / 4 % 3][i % 4] != dvec3(i, i + 1, i + 2)", 24),
        ("dmat4 a[2][3];", "a[i / 12][i / 4 % 3][i % 4] = dvec4(i, i + 1, i + 2, i + 3)",
         "a[i / 12][i / 4 % 3][i % 4] != dvec4(i, i + 1, i + 2, i + 3)", 24),
        ("dmat3 a;", "a[i] = dvec3(i, i + 1, i + 2)", "a[i] != dvec3(i, i + 1, i + 2)", 3),
        ("dvec4 a[8];", "a[i].x = i; a[i].y = i + 1; a[i].z = i + 2; a[i].w = i + 3",
         "a[i] != dvec4(i, i + 1, i + 2, i + 3)", 8))
    with Display() as display:
        for declaration, write, is_wrong, count in parts:
            run_shaders("""[require]
GLSL >= 4.30
[vertex shader passthrough]
[fragment shader]
uniform int count;
out vec4 color;
void main()
{
    %s
    int wrong = 0;
    for (int i = 0; i < count; i++) { %s; }
    for (int i = 0; i < count; i++) { if (%s) wrong++; }
    color = wrong == 0 ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1);
}
[test]
uniform int count %d
draw rect -1 -1 2 2
probe all rgba 0 1 0 1
""" % (declaration, write, is_wrong, count), display)


def test_levels_of_spirv():
    """Draws a patch whose shaders come as SPIR-V, in which tessellation levels are arrays."""
    shaders = (
        ("vertex", "vert", "void main() { gl_Position = vec4(0, 0, 0, 1); }"),
        ("tessellation control", "tesc", """layout(vertices = 4) out;
         void main() {
             gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
             gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = 1.0;
             gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 1.0;
             gl_TessLevelInner[0] = gl_TessLevelInner[1] = 1.0;
         }"""),
        ("tessellation evaluation", "tese", """layout(quads) in;
         void main() { gl_Position = vec4(gl_TessCoord.xy * 2.0 - 1.0, 0, 1); }"""),
        ("fragment", "frag", """layout(location = 0) out vec4 color;
         void main() { color = vec4(0, 1, 0, 1); }"""))
    parts = ["[require]\nSPIRV YES\nGL >= 4.5\nGLSL >= 4.50\n"]
    parts += ["[%s shader spirv]\n%s" % (name, spirv(stage, text)) for name, stage, text in shaders]
    parts += ["[test]\nclear color 1 0 0 0\nclear\npatch parameter vertices 4\n"
              "draw arrays GL_PATCHES 0 4\nprobe all rgba 0 1 0 1\n"]
    with Display() as display:
        run_shaders("\n".join(parts), display)


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
