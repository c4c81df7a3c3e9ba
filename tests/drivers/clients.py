# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""clients.py glmark2|piglit [WORD...]: runs programs of this system as clients of a server, whose
Vulkan driver runs on a stand-in for the kernel. The WORDs, which preload the stand-in, precede the
server's command. With glmark2, each scene runs to its end. With piglit, the programs of
tests/e2e/piglit.txt run; their results are not compared, since nothing is drawn. The test fails if
a program crashes or hangs, or if the server prints a line. GALVAN is the server's command.
GALVAN_PIGLIT_MATCH, a regular expression, chooses among the programs. GALVAN_TEST_NAME is the name
of this test: the programs that tests/expect/opened.txt lists for it are not run, since a message of
the validation layer does not name the program that caused it."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "e2e"), str(HERE.parent / "expect")]
import common  # noqa: E402
import opened  # noqa: E402
import piglit  # noqa: E402

SCENES = re.compile(r"^(\[.*\].*)$", re.M)
RAN = re.compile(r"^(\[.*\] .*): FPS: \d+ ", re.M)
HARMLESS = re.compile(r"^galvan: serving on ")
SECONDS_PER_SCENE = 300  # compilers take most of it
SECONDS_PER_PROGRAM = 300


def client_environment(path, display):
    environment = common.client_environment(path)
    for name in ("VK_INSTANCE_LAYERS", "VK_LAYER_PATH", "VK_ICD_FILENAMES"):
        environment.pop(name, None)
    return {**environment, **display.environment}


def run_glmark(environment):
    """Returns {scene: what went wrong}."""
    command = [common.need("glmark2"), "--size", "64x64", "-b", ":duration=0.05"]
    done = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, check=False,
                          stderr=subprocess.PIPE, timeout=SECONDS_PER_SCENE * 30)
    assert "virgl" in done.stdout, "not drawn by Galvan:\n" + done.stdout + done.stderr
    ran, scenes = RAN.findall(done.stdout), SCENES.findall(done.stdout)
    print("%d of %d scenes of glmark2 ran" % (len(ran), len(scenes)))
    wrong = {scene.split(":")[0]: "did not run" for scene in scenes if " FPS: " not in scene}
    if done.returncode:
        wrong["glmark2"] = "status %d, %s" % (done.returncode, done.stderr.strip()[-300:])
    return wrong


def run_piglit(environment):
    """Returns {program: "crash" or "timeout"}."""
    test = os.environ.get("GALVAN_TEST_NAME", "piglit")
    tests = [(name, argv) for name, argv in piglit.chosen_programs()
             if not opened.reason(test, name)]
    environment = dict(environment, PIGLIT_NO_WINDOW="1")
    piglit.SECONDS_PER_TEST = SECONDS_PER_PROGRAM
    with concurrent.futures.ThreadPoolExecutor(piglit.JOBS) as pool:
        verdicts = list(pool.map(lambda test: piglit.run(test[1], environment), tests))
    print("%d programs of piglit ended, %d did not" % (
        sum(verdict not in ("crash", "timeout") for verdict in verdicts),
        sum(verdict in ("crash", "timeout") for verdict in verdicts)))
    return {name: verdict for (name, _), verdict in zip(tests, verdicts)
            if verdict in ("crash", "timeout")}


def main(part, start):
    parts = {"glmark2": run_glmark, "piglit": run_piglit}
    # A sandbox would hide the driver of another Debian from workers.
    arguments = ["--no-sandbox"] if start[0] != "env" else []
    with common.Display() as display, common.serve(*arguments, start=start) as server:
        wrong = parts[part](client_environment(server.path, display))
        said = [line for line in common.lines_of(server.stderr()) if not HARMLESS.match(line)]
    for name, why in wrong.items():
        print("%s: %s" % (name, why))
    if said:
        print("Galvan reports:\n" + "\n".join(said[:50]))
    return 1 if wrong or said else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
    except common.Skip as skip:
        print("skipped: %s" % skip)
        sys.exit(77)
