# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests galvan replay --trim, --minimize and --list: the trimmed recording must draw the same
frame, and be short enough for a person to read."""

import os
import re
import shlex

import common
from common import Display, directory, expect, galvan, need

CLIENT = os.environ["SWAP_CLIENT"]
PARTS = re.compile(r"^galvan: replay: (\d+) of (\d+) parts are in ", re.M)


def record(path, *args):
    with Display() as display:
        expect(galvan("record", path, "--", *args, env=display.environment), 0)


def frames_of(path, *args):
    result = galvan("replay", "--hash", *args, path)
    assert result.returncode == 0, result.stderr
    return [line.split(None, 2)[2] for line in result.stdout.splitlines()]


def trim(path, out, *args, status=0):
    """Trims a recording. Returns the numbers of remaining and original parts. Does not use the
    validation layer, since trimming replays the recording many times."""
    result = galvan("replay", "--trim", out, *args, path, timeout=common.TIMEOUT * 8,
                    env={"VK_INSTANCE_LAYERS": ""})
    assert result.returncode == status, result.stderr
    assert not os.path.exists(out + ".trying")
    found = PARTS.search(result.stderr)
    return found and (int(found.group(1)), int(found.group(2)))


def test_trim():
    """Checks that the trimmed file contains one frame, without the frames and the shaders that this
    frame does not need."""
    with directory() as dir:
        whole, part = os.path.join(dir, "whole"), os.path.join(dir, "part")
        record(whole, need("glmark2"), "--size", "64x48", "-b", "texture:nframes=2",
               "-b", "build:nframes=2")
        frames = frames_of(whole)
        assert len(frames) == 4
        left, all = trim(whole, part, "--frames", "3")
        assert frames_of(part)[-1] == frames[2]
        assert left < 60 and left < all / 2, (left, all)
        assert os.path.getsize(part) < os.path.getsize(whole)
        told = galvan("replay", "--list", part).stdout
        draws = told.count("DRAW_VBO")
        assert draws == 1 and "IMM" not in told.split("CREATE_OBJECT SHADER")[0], told
        assert "\n        FRAG\n" in told and "\n        DCL " in told, told


def test_a_bad_draw_of_a_hundred_frames():
    """Checks that the trimmed file contains only the bad draw and the parts that this draw needs.
    unit/replay_reduce tests recordings with thousands of parts."""
    with directory() as dir:
        whole, part = os.path.join(dir, "whole"), os.path.join(dir, "part")
        record(whole, CLIENT, "bad-draw")
        frames = frames_of(whole)
        assert len(frames) == 100 and len(set(frames)) == 2, (len(frames), set(frames))
        (bad,) = [frame for frame in set(frames) if frames.count(frame) == 1]
        assert frames.index(bad) == 63
        command = '%s replay --hash "$1" | grep -q %s' % (shlex.quote(common.GALVAN),
                                                          bad.split()[-1])
        left, all = trim(whole, part, "--minimize", command)
        assert frames_of(part) == [bad]
        assert left <= 40 and all > 400, (left, all)
        told = galvan("replay", "--list", part).stdout
        assert told.count("DRAW_VBO") == 2 and len(told.splitlines()) < 100, told


def test_what_cannot_be():
    with directory() as dir:
        whole, part = os.path.join(dir, "whole"), os.path.join(dir, "part")
        record(whole, CLIENT, "egl")
        result = galvan("replay", "--trim", part, "--minimize", "false", whole)
        expect(result, 1, "the file that it begins with is not good")
        assert os.listdir(dir) == ["whole"], os.listdir(dir)
        open(part, "w").close()
        expect(galvan("replay", "--trim", part, whole), 1, "is there already")
        expect(galvan("replay", "--minimize", "true", whole), 2, "--minimize wants --trim OUT")
        assert os.path.getsize(part) == 0


if __name__ == "__main__":
    common.main(globals())
