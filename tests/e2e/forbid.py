# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""usage: forbid.py CALL,... PROGRAM [ARGUMENTS]

Runs a program to which the kernel refuses system calls with EPERM, as containers do."""

import ctypes
import os
import platform
import struct
import sys

NUMBERS = {
    "x86_64": {"memfd_create": 319, "unshare": 272},
    "aarch64": {"memfd_create": 279, "unshare": 97},
}
LANDLOCK = {"landlock_create_ruleset": 444}
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, MODE_FILTER = 22, 38, 2
LOAD_NUMBER, JUMP_IF_EQUAL, RETURN = (0x20, 0, 0, 0), 0x15, 0x06
REFUSE, ALLOW = 0x00050000 | 1, 0x7FFF0000


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def forbid(numbers):
    code = [LOAD_NUMBER]
    for number in numbers:
        code += [(JUMP_IF_EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE)]
    code.append((RETURN, 0, 0, ALLOW))
    program = Program(len(code), b"".join(struct.pack("<HBBI", *line) for line in code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(
            PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(program), 0, 0):
        sys.exit("no filter of system calls: %s" % os.strerror(ctypes.get_errno()))


known = {**NUMBERS.get(platform.machine(), {}), **LANDLOCK}
forbid([known[name] for name in sys.argv[1].split(",")])
os.execvp(sys.argv[2], sys.argv[2:])
