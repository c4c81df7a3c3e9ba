# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Gives the priority of this program's session (autogroups) to the sessions that its descendants
create.

The kernel shares processors among sessions. Galvan's worker has its own session. So on a busy
machine it would get less processor time than a peer that draws in the program's own process."""

import contextlib
import glob
import threading

PERIOD = 0.1  # seconds


def descendants(root):
    """Returns the ids of all descendants of a process."""
    parents = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                parents[int(path.split("/")[2])] = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {root}


def nice_of(pid):
    with open(f"/proc/{pid}/autogroup", encoding="utf-8") as file:
        return file.read().split()[-1]


def give(nice, root):
    for pid in descendants(root):
        try:
            if nice_of(pid) != nice:
                with open(f"/proc/{pid}/autogroup", "w", encoding="utf-8") as file:
                    file.write(nice)
        except (OSError, IndexError):  # the process has ended, or the kernel refuses
            continue


@contextlib.contextmanager
def kept():
    """While this context lasts, all descendants of this process have its session's priority."""
    try:
        nice = nice_of("self")
    except (OSError, IndexError):
        nice = "0"
    ended = threading.Event()

    def watch():
        while not ended.wait(PERIOD):
            give(nice, threading.main_thread().native_id)

    thread = threading.Thread(target=watch)
    if nice != "0":
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if thread.is_alive():
            thread.join()
