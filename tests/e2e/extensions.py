# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""The extensions that Mesa's client lists on Galvan are those that it lists on virgl_test_server on
llvmpipe, but for those that the table of docs/support.md explains; and nothing is explained that is
not so. tests/expect/extensions.txt was recorded there by list_extensions.py."""

import os
import re
import sys

import common
from common import expect, galvan

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDED = os.path.join(HERE, "../expect/extensions.txt")
PAGE = os.path.join(HERE, "../../docs/support.md")
MESA = "Mesa 22.3.6"  # whose client the record is of
ROW = re.compile(r"^\|([^|]*`GL_[^|]*)\|([^|]*)\|", re.M)


def explained(where):
    """Names in the rows of the table that are about one side."""
    with open(PAGE) as file:
        section = file.read().split("\n## Extensions\n")[1].split("\n## ")[0]
    return {name for names, side in ROW.findall(section) if side.strip() == where
            for name in re.findall(r"`(GL_\w+)`", names)}


def recorded():
    with open(RECORDED) as file:
        return {line.strip() for line in file if not line.startswith("#")}


def test_differences_are_explained():
    result = galvan("run", "--", sys.executable, os.path.join(HERE, "list_extensions.py"))
    expect(result, 0)
    if MESA not in result.stdout:
        raise common.Skip("the client is not %s" % MESA)
    ours, theirs = set(result.stdout.splitlines()), recorded()
    assert any(line.startswith("core version") for line in ours)
    versions = {line for line in ours ^ theirs if " version " in line}
    assert not versions, versions

    def names(lines):
        return {line.split()[1] for line in lines}

    assert names(ours - theirs) == explained("Galvan"), names(ours - theirs)
    assert names(theirs - ours) == explained("virgl on llvmpipe"), names(theirs - ours)


common.main(globals())
