# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Replays recordings. Each replay on the same device must give the same bytes. A replay on another
device must give the same pictures. A damaged file must give all frames before the damage."""

import os
import re
import shutil
import time

import common
from common import Display, directory, expect, galvan, lines_of, need

CLIENT = os.environ["SWAP_CLIENT"]
SWIFTSHADER = os.environ.get("GALVAN_TEST_SWIFTSHADER")
SUMMARY = re.compile(r"^galvan: replay: (\d+) frames, ", re.M)
NUM_FRAMES = 4     # frames of a scene
SCENES = ["build", "build:use-vbo=false", "texture", "shading:shading=phong",
          "bump:bump-render=height", "effect2d", "desktop", "shadow", "refract", "jellyfish",
          "terrain", "buffer:update-method=map", "buffer:update-method=subdata", "ideas", "pulsar",
          "conditionals", "function", "loop"]


def record(display, path, *args, options=()):
    result = galvan("record", *options, path, "--", *args, env=display.environment,
                    timeout=common.TIMEOUT * 4)
    assert result.returncode == 0, "status %d\n%s" % (result.returncode, result.stderr)


def replay(path, *args, status=0, env=None):
    """Returns the lines with the frames' hashes, and the lines that Galvan logged except the
    summary."""
    result = galvan("replay", "--hash", *args, path, env=env, timeout=common.TIMEOUT * 4)
    assert result.returncode == status, "status %d\n%s" % (result.returncode, result.stderr)
    frames = result.stdout.splitlines()
    found = SUMMARY.search(result.stderr)
    assert found and int(found.group(1)) == len(frames), result.stderr
    return frames, [line for line in lines_of(result.stderr) if not SUMMARY.match(line)]


def record_scenes(display, path, scenes, options=()):
    command = [need("glmark2"), "--size", "160x120"]
    for scene in scenes:
        command += ["-b", "%s:nframes=%d" % (scene, NUM_FRAMES)]
    record(display, path, *command, options=options)


def same_bytes(a, b):
    with open(a, "rb") as one, open(b, "rb") as other:
        return one.read() == other.read()


def test_scenes_are_the_same_bytes():
    with directory() as dir, Display() as display:
        path, live, again = [os.path.join(dir, name) for name in ("file", "a.png", "b.png")]
        record_scenes(display, path, SCENES, ["--screenshot", live])
        frames, said = replay(path, "--screenshot", again)
        assert len(frames) == len(SCENES) * NUM_FRAMES and not said, said
        assert len({frame.split()[3] for frame in frames}) >= len(SCENES)
        assert same_bytes(live, again), "not what the program drew"
        for _ in range(2):
            assert replay(path) == (frames, said)


def test_another_device():
    if not SWIFTSHADER:
        raise common.Skip("no SwiftShader here")
    scenes = SCENES[:12:2]
    ours, theirs = [], []
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "file")
        record_scenes(display, path, scenes)
        for i in range(len(scenes)):
            for pictures, env in ((ours, {}), (theirs, {"VK_ICD_FILENAMES": SWIFTSHADER})):
                pictures.append(os.path.join(dir, "%d-%d.png" % (i, pictures is ours)))
                number = (i + 1) * NUM_FRAMES  # the last frame of the scene
                assert not replay(path, "--frames", str(number), "--screenshot", pictures[-1],
                                  env=env)[1]
        for i, scene in enumerate(scenes):
            share = common.apart(ours[i], theirs[i])
            assert share <= common.MAY_DIFFER, "%s: %.3f" % (scene, share)
            share = common.apart(ours[i], theirs[i - 1])
            assert share > common.MAY_DIFFER, "%s and another pass for the same: %.3f" % (scene,
                                                                                          share)


def test_compared():
    if not SWIFTSHADER:
        raise common.Skip("no SwiftShader here")
    ours = os.environ.get("VK_ICD_FILENAMES") or os.environ["GALVAN_TEST_ICD"]
    both = {"VK_ICD_FILENAMES": ours + ":" + SWIFTSHADER}
    with directory() as dir, Display() as display:
        path, pair = os.path.join(dir, "file"), os.path.join(dir, "pair.png")
        record_scenes(display, path, ["effect2d", "terrain"])
        for device, status, num in (("llvmpipe", 0, 0), ("SwiftShader", 1, NUM_FRAMES)):
            result = galvan("replay", "--device", "llvmpipe", "--compare", device, "--side-by-side",
                            pair, path, env=both,
                            timeout=common.TIMEOUT * 4)
            assert result.returncode == status, result.stderr
            assert "%d of %d frames differ" % (num, 2 * NUM_FRAMES) in result.stderr, result.stderr
            told = [line.split() for line in result.stdout.splitlines()]
            apart = [int(words[1]) for words in told if words[0] == "frame"]
            assert apart == list(range(NUM_FRAMES + 1, NUM_FRAMES + 1 + num)), result.stdout
            draws = [words[:5] for words in told if words[0] == "draw"]
            assert [words[4] for words in draws] == ["%d," % (NUM_FRAMES + 1)] * bool(num), draws
            assert os.path.exists(pair) == (num > 0)
        one_path = os.path.join(dir, "ours.png")
        replay(path, "--device", "llvmpipe", "--screenshot", "%s@%d" % (one_path, NUM_FRAMES + 1),
               env=both)
        picture, one = common.read_png(pair), common.read_png(one_path)
        assert (picture.width, picture.height) == (3 * one.width, one.height)
        assert picture.crop(one.width, one.height).rows == one.rows
        for row in picture.rows:
            theirs, apart = row[one.width:2 * one.width], row[2 * one.width:]
            assert apart == [tuple(min(8 * abs(a - b), 255) for a, b in zip(*pixels))
                             for pixels in zip(row, theirs)]
        expect(galvan("replay", "--side-by-side", pair, path), 2, "wants --compare DEVICE")
        expect(galvan("replay", "--compare", "nothing", path), 4)


def compare_with_slips(dir, path):
    """Compares two devices of one driver, which must draw equal frames. Then repeats the comparison
    with a Vulkan layer that drops draws on the second device. Returns the output of the second
    comparison."""
    icd = os.environ.get("VK_ICD_FILENAMES") or os.environ["GALVAN_TEST_ICD"]
    again = os.path.join(dir, "icd.json")
    shutil.copyfile(icd, again)
    both = {"VK_ICD_FILENAMES": icd + ":" + again}
    compare = ["replay", "--mask", "VK_EXT_multi_draw", "--device", "0", "--compare", "1", path]
    expect(galvan(*compare, env=both), 0, " 0 of ")
    result = galvan(*compare, env={**common.layer_environment("slip"), **both})
    assert result.returncode == 1 and " 1 of " in result.stderr, result.stderr
    return result.stdout.splitlines()


def test_the_first_draw_that_differs():
    """Checks that the comparison finds the draw that one device drops, and prints the draw's number
    for --dump-draw."""
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "file")
        record(display, path, CLIENT, "one-more-draw")
        frame, draw, part = compare_with_slips(dir, path)
        assert frame.startswith("frame 8 "), frame
        assert draw == "draw 16, in frame 8, is the first to differ:", draw
        assert part.split(", ")[0] == "  colour 0", part
        assert part.split(", ")[1].split(" differ ")[0] == frame.split(" ", 2)[2].split(
            " differ ")[0], (frame, part)
        told = galvan("replay", "--dump-draw", "16", path)
        assert told.stdout.startswith("draw 16: triangles, 21 vertices from "), told.stdout


def test_in_which_attachment():
    """Drops a draw that writes only to one attachment, or to memory that a later draw reads."""
    wrote = "  to memory, which was not compared, wrote before: "
    with directory() as dir, Display() as display:
        for mode, draw, expected, behind in (
                ("integers", 6, ["colour 1"], []), ("depth", 6, ["depth"], []),
                ("stencil", 6, ["stencil"], []), ("samples", 6, ["colour 0", "depth"], []),
                ("captured", 7, ["colour 0", "colour 1"], [wrote + "draw 6 (stream output)"]),
                ("grid", 6, ["colour 0", "colour 1"], [wrote + "a grid before draw 6"])):
            path = os.path.join(dir, mode)
            record(display, path, os.environ["SLIP_CLIENT"], mode)
            said = compare_with_slips(dir, path)[1:]
            parts = [re.match(r"  (.+), 64x64: \d+ of 4096 pixels differ", line) for line in said]
            parts = [found.group(1) for found in parts if found]
            assert said[0] == "draw %d, in frame 2, is the first to differ:" % draw, said
            assert parts == expected, said
            assert said[1 + len(parts):] == behind, said


def test_dump_draw():
    """Checks that the dump contains the state of a draw, and that `galvan tgsi` generates the same
    modules from the dumped shaders and keys."""
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "file")
        record_scenes(display, path, ["shading:shading=phong"])
        told = galvan("replay", "--dump-draw", "2", path, timeout=common.TIMEOUT * 4)
        assert told.returncode == 0, told.stderr
        assert told.stdout.startswith("draw 2: triangles, "), told.stdout
        for line in ("framebuffer: 160x120, layers=1 samples=1", "pipeline key: rasterizer="):
            assert "\n" + line in told.stdout, told.stdout
        shaders = re.split(r"^(?:vertex|fragment) shader \d+, variant \d+:\n", told.stdout,
                           flags=re.M)[1:]
        assert len(shaders) == 2, told.stdout
        for shader in shaders:
            key, _, rest = shader.partition("\n")
            text, found, module = rest.partition("; SPIR-V\n")
            if not found:
                assert not shutil.which("spirv-dis") and "\nSPIR-V: 07230203 " in rest, rest
                continue
            again = galvan("tgsi", "--asm", *key.split()[1:], "-", input=text)
            assert again.stdout == found + module, again.stdout + again.stderr
        expect(galvan("replay", "--dump-draw", "100000", path), 1, "no draw 100000: there are ")


def test_ways_of_showing():
    """Replays recordings of clients that present their windows in each possible way, and of several
    clients."""
    with directory() as dir, Display() as display, common.own_shader_cache():
        for i, (mode, options) in enumerate([("shown", ["--frames-ahead", "3"]),
                                             ("shown", ["--frames-ahead", "1"]),
                                             ("egl", []), ("resize", []),
                                             ("two-windows", []), ("readback", [])]):
            path = os.path.join(dir, "file%d" % i)
            picture, again = os.path.join(dir, "a%d.png" % i), os.path.join(dir, "b%d.png" % i)
            record(display, path, CLIENT, mode, options=[*options, "--screenshot", picture])
            frames, said = replay(path, "--screenshot", again)
            assert frames and not said, said
            assert replay(path)[0] == frames
            if mode != "two-windows":  # either of the two clients can be the last one
                assert same_bytes(picture, again), mode


def test_parts():
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "file")
        record(display, path, "sh", "-c", '"$0" shown && "$0" egl', CLIENT)
        frames, _ = replay(path)
        num = len(frames)
        assert [int(frame.split()[1]) for frame in frames] == list(range(1, num + 1))
        last = "%d-%d" % (num - 1, num)
        for part, expected in (("3-5", frames[2:5]), ("7", frames[6:7]), ("-2", frames[:2]),
                               (last, frames[-2:]), ("%d-" % num, frames[-1:])):
            assert replay(path, "--frames", part)[0] == expected, part
        assert replay(path, "--loop", "3")[0] == frames * 3


def test_real_time():
    """Checks that a replay with --real-time pauses where the program paused, and that a replay
    without --real-time gives the same frames."""
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "file")
        record(display, path, "sh", "-c", '"$0" shown && sleep 2 && "$0" egl', CLIENT)
        begun = time.monotonic()
        frames, _ = replay(path, "--real-time")
        assert frames and time.monotonic() - begun >= 1
        assert replay(path)[0] == frames


def test_window():
    """Checks that a window shows the frames, and that the replay ends after the last frame, or when
    the X server ends."""
    with directory() as dir, Display() as display:
        path, png = os.path.join(dir, "file"), os.path.join(dir, "a.png")
        record_scenes(display, path, SCENES[:1])
        replay(path, "--screenshot", png + "@3")
        wanted = common.read_png(png)
        assert len(wanted.colours()) > 10

        with Display() as other:
            with common.Process("replay", "--window", "--frames", "3", "--loop", "1000000", path,
                                env=other.environment) as process:
                common.wait_for(lambda: other.picture().crop(160, 120).rows == wanted.rows,
                                "the frame in a window")
                other.process.kill()
                assert process.wait() == 1
                assert "the connection to the X server broke" in process.stderr()
        result = galvan("replay", "--window", "--hash", path, env=display.environment)
        assert result.returncode == 0, result.stderr
        assert result.stdout.splitlines() == replay(path)[0]
        expect(galvan("replay", "--window", path, env={"DISPLAY": ":987"}), 1,
               "no X server at display")


def test_cut():
    """Replays truncated files, whose remaining frames must be unchanged."""
    with directory() as dir, Display() as display:
        path = os.path.join(dir, "file")
        record_scenes(display, path, SCENES[:4])
        frames, _ = replay(path)
        size, seen = os.path.getsize(path), set()
        for i in range(9, 0, -1):
            os.truncate(path, size * i // 10)
            left, said = replay(path)
            assert left == frames[:len(left)] and any("not whole" in line for line in said), said
            seen.add(len(left))
        assert len(seen) > 2, "all cuts left the same: %s" % seen
        os.truncate(path, 63)
        expect(galvan("replay", path), 1, "no recording of Galvan's")


def test_refused():
    with directory() as dir:
        path = os.path.join(dir, "file")
        expect(galvan("replay", path), 1, "No such file")
        expect(galvan("replay", dir), 1, "no file that can be read")
        with open(path, "w") as file:
            file.write("something else " * 10)
        expect(galvan("replay", path), 1, "no recording of Galvan's")
        for bad in ("", "-", "0", "5-3", "x", "1-y", "1 - 2"):
            expect(galvan("replay", "--frames", bad, path), 2, "--frames wants A-B")
        expect(galvan("replay"), 2, "which file?")
        expect(galvan("replay", path, path), 2, "one file, please")


if __name__ == "__main__":
    common.main(globals())
