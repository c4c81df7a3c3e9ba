# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests a program that imports and exports dma-bufs by EGL, on the Vulkan layer whose dma-bufs are
files."""

import os
import subprocess

import in_process
import common


def test_imports_and_exports():
    result = subprocess.run([os.environ["DMA_BUF_CLIENT"]], env=in_process.environment(),
                            timeout=common.TIMEOUT, text=True, stderr=subprocess.PIPE)
    assert result.returncode == 0, "status %d\n%s" % (result.returncode, result.stderr)
    assert not common.lines_of(result.stderr), "Galvan complains:\n" + result.stderr


if __name__ == "__main__":
    common.main(globals())
