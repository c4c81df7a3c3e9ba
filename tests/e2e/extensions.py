# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Compares the extensions that Mesa's client lists on Galvan with those that it lists on
virgl_test_server on llvmpipe. The difference must be exactly the extensions in the table of
docs/extensions.md."""

import os
import re
import subprocess
import sys

import common
from common import expect, galvan

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = [sys.executable, os.path.join(HERE, "list_extensions.py")]
PAGE = os.path.join(HERE, "../../docs/extensions.md")
MESA = "Mesa 22.3.6"  # the version of Mesa to which the table applies
ROW = re.compile(r"^\|([^|]*`GL_[^|]*)\|([^|]*)\|", re.M)


def explained(where):
    """Returns the extensions that exist only on this side, according to the table."""
    with open(PAGE) as file:
        section = file.read().split("\n## Extensions that differ\n")[1].split("\n## ")[0]
    return {name for names, side in ROW.findall(section) if side.strip() == where
            for name in re.findall(r"`(GL_\w+)`", names)}


def listed_on_galvan():
    result = galvan("run", "--", *LIST)
    expect(result, 0)
    return result.stdout


def listed_on_virgl():
    environment = {**os.environ, "GALLIUM_DRIVER": "llvmpipe", "LIBGL_ALWAYS_SOFTWARE": "1"}
    with common.VirglTestServer(env=environment) as server:
        return subprocess.run(LIST, env=server.environment, timeout=common.TIMEOUT, text=True,
                              check=True, stdout=subprocess.PIPE).stdout


def test_differences_are_explained():
    ours, theirs = listed_on_galvan(), listed_on_virgl()
    if MESA not in ours:
        raise common.Skip("the client is not %s" % MESA)
    ours, theirs = set(ours.splitlines()), set(theirs.splitlines())
    assert any(line.startswith("core version") for line in ours)
    versions = {line for line in ours ^ theirs if " version " in line}
    assert not versions, versions

    def names(lines):
        return {line.split()[1] for line in lines}

    assert names(ours - theirs) == explained("Galvan"), names(ours - theirs)
    assert names(theirs - ours) == explained("virgl on llvmpipe"), names(theirs - ours)


common.main(globals())
