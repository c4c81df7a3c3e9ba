# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Checks that docs/pictures.md, which shows the output of the tools, is up to date. Compares the
page with new output of the tools, but only in form: titles of columns, names of checks, sentences
without their numbers, and sizes of pictures. With GALVAN_WRITE_PAGES=1 in the environment, writes
the page instead; `scripts/pictures` does so."""

import os
import re
import shutil
import subprocess
import textwrap
import time

from PIL import Image

import common
import gears
import pages
from common import Display, Process, directory, galvan, need, wait_for

PAGE = "docs/pictures.md"
FOLDER = os.path.join(pages.TREE, "docs/pictures")
SIZE = 300  # of glxgears' window
HUD_S = 3   # time until the counters have settled

TEXT = """# What Galvan shows

This page shows the output of `galvan` commands for glxgears and for a program of the tests, on a
software device. `scripts/pictures` generates the page, and the test `e2e/gallery` compares its
texts, except for the numbers in them, with today's output.

## Counters over a window

    galvan run --hud -- glxgears

![glxgears with counters and a graph of frame times at its upper left](pictures/hud.png)

The first lines show the frames a second, and the median and the 99th percentile of the frame times.
The graph below has a column for each frame. The lines below the graph show draws, pipelines for
which the program had to wait, uploads, memory, the device's time, and waits
([cli.md](cli.md#galvan-run)).

## The clients of a server

    galvan top --once

```
%(top)s
```

Each connection has one line ([cli.md](cli.md#galvan-top)). COMPILED counts the pipelines for which
the program had to wait, and BEHIND counts the submissions that the device has not finished.

## Nothing is wrong

    galvan doctor

```
%(doctor)s
```

## Something is wrong

If no X server answers at `DISPLAY`, `galvan doctor` ends with status 7, and the line below the
fault says what to do:

```
%(fault)s
```

## Two devices that differ

    galvan replay --compare 1 --side-by-side pair.png file.gvrec

```
%(compare)s
```

![the frame on the first device, on the second, and where they differ](pictures/compare.png)

On the second device, a Vulkan layer of the tests leaves out a draw. The image has three parts: on
the left, the frame of the first device; in the middle, the frame of the second device; on the
right, their difference, multiplied by eight. `galvan replay --dump-draw` prints the state of the
draw that differs ([recording.md](recording.md)).
"""


def as_installed(text, dir):
    """Returns the text with this machine's paths replaced by those of an installed Galvan."""
    build = os.path.dirname(os.path.dirname(os.path.realpath(common.GALVAN)))
    for path, name in ((build + "/bin/..", "/usr"), (build, "/usr"),
                       (dir, "/run/user/1000"), (os.path.expanduser("~"), "~")):
        text = text.replace(path, name)
    # The lines are wrapped as in a terminal of 100 columns.
    return "\n".join(wrapped for line in text.strip("\n").splitlines()
                     for wrapped in textwrap.wrap(line, 100, subsequent_indent=" " * 4,
                                                  drop_whitespace=True) or [""])


def save(display, size, path):
    picture = display.picture().crop(*size)
    image = Image.new("RGB", size)
    image.putdata([pixel for row in picture.rows for pixel in row])
    image.save(path, optimize=True)


def show_hud(out):
    with Display() as display, Process("run", "--hud", "--", need("glxgears"),
                                       env=display.environment):
        gears.window(display)
        time.sleep(HUD_S)
        save(display, (SIZE, SIZE), os.path.join(out, "hud.png"))


def show_top():
    with Display() as display, common.serve() as server:
        client = subprocess.Popen([need("glxgears")], stdout=subprocess.DEVNULL,
                                  env={**common.client_environment(server.path),
                                       **display.environment})
        try:
            gears.window(display)
            told = galvan("top", "--once", "--socket", server.path).stdout
            # The first column is wider than this program's name.
            first, *table = told.splitlines()
            return "\n".join([first.replace(server.path, "/run/user/1000/galvan/vtest"),
                              *(line[:12] + line[20:] for line in table)])
        finally:
            client.kill()
            client.wait()


def show_doctor(dir, **environment):
    os.makedirs(os.path.join(dir, "cache"), exist_ok=True)
    told = galvan("doctor", env={**environment, "XDG_RUNTIME_DIR": dir,
                                 "GALVAN_IN_PROCESS": "/nonexistent",
                                 "XDG_CACHE_HOME": os.path.join(dir, "cache")}).stdout
    # The details are left out, since they depend on the machine.
    return "\n".join(line for line in told.splitlines()
                     if not line.startswith(" ") or line.lstrip().startswith("do: "))


def show_fault(dir):
    lines = show_doctor(dir, DISPLAY=":9999", WAYLAND_DISPLAY="").splitlines()
    at = [i for i, line in enumerate(lines) if line.startswith("fault")][0]
    return "\n".join(lines[at:at + 2])


def show_compare(out):
    icd = os.environ.get("VK_ICD_FILENAMES") or os.environ["GALVAN_TEST_ICD"]
    with directory() as dir, Display() as display:
        again, file = os.path.join(dir, "icd.json"), os.path.join(dir, "file.gvrec")
        shutil.copyfile(icd, again)
        subprocess.run([common.GALVAN, "record", file, "--", os.environ["SWAP_CLIENT"],
                        "one-more-draw"], env={**os.environ, **display.environment}, check=True,
                       stdout=subprocess.DEVNULL)
        done = galvan("replay", "--mask", "VK_EXT_multi_draw", "--device", "0", "--compare", "1",
                      "--side-by-side", os.path.join(out, "compare.png"), file,
                      env={**common.layer_environment("slip"),
                           "VK_ICD_FILENAMES": icd + ":" + again})
        said = [line for line in common.lines_of(done.stderr) if "differ" in line]
        return "\n".join(done.stdout.splitlines() + said).replace(dir + "/", "")


def make(out):
    """Returns the page's text, and writes the page's pictures to the directory out."""
    show_hud(out)
    with directory() as dir, Display() as display:
        os.chmod(dir, 0o700)
        texts = {"doctor": show_doctor(dir, **display.environment), "fault": show_fault(dir)}
        texts.update(top=show_top(), compare=show_compare(out))
        return TEXT % {name: as_installed(text, dir) for name, text in texts.items()}


def blocks(page):
    return [block.splitlines() for block in re.findall(r"```\n(.*?)\n```", page, re.S)]


def without_numbers(lines):
    return [re.sub(r"\d+(\.\d+)?", "N", line) for line in lines]


def names_of_checks(lines):
    return [line.split()[1] for line in lines if re.match(r"[a-z]+ +[a-z-]+ ", line)]


def test_the_page():
    with directory() as out:
        today = make(out)
        kept = pages.text_of(PAGE)
        assert re.sub(r"```\n.*?\n```", "", kept, flags=re.S) == \
            re.sub(r"```\n.*?\n```", "", today, flags=re.S), "run scripts/pictures"
        (top, doctor, fault, compare), ours = blocks(kept), blocks(today)
        assert top[1].split() == ours[0][1].split() and len(top) == len(ours[0])
        assert names_of_checks(doctor) == names_of_checks(ours[1]) and len(doctor) > 10
        assert fault == ours[2] and "do: " in fault[1], ours[2]
        assert without_numbers(compare) == without_numbers(ours[3])
        for name in ("hud.png", "compare.png"):
            shown, drawn = (common.read_png(os.path.join(folder, name)) for folder in (FOLDER, out))
            assert (shown.width, shown.height) == (drawn.width, drawn.height), name
            assert os.path.getsize(os.path.join(FOLDER, name)) < 32768, name


if os.environ.get("GALVAN_WRITE_PAGES"):
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(pages.TREE, PAGE), "w") as page:
        page.write(make(FOLDER))
else:
    common.main(globals())
