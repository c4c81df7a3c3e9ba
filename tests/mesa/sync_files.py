# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests a program that exports and imports sync files by EGL, with RADV on the stand-in for the
kernel. No draw is executed."""

import os
import subprocess

import in_process
import common


def test_client():
    environment = {**in_process.environment(), "LD_PRELOAD": os.environ["DRM_STAND_IN"]}
    result = subprocess.run([os.environ["SYNC_FILE_CLIENT"]], env=environment,
                            timeout=common.TIMEOUT, text=True, stderr=subprocess.PIPE)
    assert result.returncode == 0, "status %d\n%s" % (result.returncode, result.stderr)
    assert not common.lines_of(result.stderr), "Galvan complains:\n" + result.stderr


if __name__ == "__main__":
    common.main(globals())
