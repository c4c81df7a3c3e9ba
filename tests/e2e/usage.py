# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
"""Tests the command line: help, version, and wrong command lines."""

import os
import re
import shutil
import subprocess

import common
from common import expect, galvan

TREE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
MAN_PAGE = os.path.join(TREE, "docs/galvan.1")
BUILD = os.path.join(TREE, "src/cli/CMakeLists.txt")
COMPLETION = os.path.join(TREE, "src/cli/completion")

WITH_DEVICE = ("run", "record", "replay", "serve", "info")
COMMANDS = WITH_DEVICE + ("doctor", "env", "tgsi", "top")


def test_help():
    result = galvan("--help")
    expect(result, 0)
    for command in COMMANDS:
        assert "\n  %s " % command in result.stdout
        of_command = galvan(command, "--help")
        expect(of_command, 0)
        assert of_command.stdout.startswith("usage: galvan %s [OPTIONS]" % command)
        assert ("--device DEVICE" in of_command.stdout) == (command in WITH_DEVICE)
        assert max(map(len, of_command.stdout.splitlines())) <= 100


def test_the_overview_has_what_the_help_has():
    with open(MAN_PAGE) as file:
        page = file.read().replace("\\-", "-")
    told = set(re.findall(r"^  ([a-z]+)(?=  )|^  (GALVAN_[A-Z_]+)", galvan("--help").stdout, re.M))
    listed = set(re.findall(r"^\.TP\n\.B (?:([a-z]+)|(GALVAN_[A-Z_]+))$", page, re.M))
    assert told == listed, told ^ listed
    seen_also = page[page.index('.SH "SEE ALSO"'):]
    assert set(re.findall(r"^\.BR galvan-([a-z]+) \(1\)", seen_also, re.M)) == set(COMMANDS)


def test_a_page_is_built_for_each_command():
    with open(BUILD) as file:
        built = re.search(r"foreach\(command ([a-z ]+)\)", file.read()).group(1).split()
    words = [line.split("\t")[0] for line in galvan("--help=words").stdout.splitlines()]
    assert sorted(built) == sorted(COMMANDS) == sorted(w for w in words if w[0] != "-")


def plain(troff):
    """Returns the list of words of a manual page, without troff markup."""
    text = re.sub(r"^\.(TP|B|BR|SH|TH)\b ?", "", troff, flags=re.M)
    text = re.sub(r"\\f[BIP]|\\&", "", text).replace("\\-", "-").replace("\\e", "\\")
    return text.split()


def test_pages_say_what_the_help_says():
    for command in COMMANDS:
        page = galvan(command, "--help=man").stdout
        head, options = page.split("\n.SH OPTIONS\n")
        assert head.startswith(".TH GALVAN\\-%s 1 " % command.upper()), head
        assert "\n.SH NAME\ngalvan\\-%s \\- " % command in head
        usage, text = galvan(command, "--help").stdout.split("\n\noptions:\n")
        assert plain(options) == text.split() + ['"SEE', 'ALSO"', "galvan", "(1)"], plain(options)
        about = usage.split("\n\n", 1)[1].replace("`", "")
        assert plain(head.split("\n.SH DESCRIPTION\n")[1]) == about.split()


def test_pages_are_good_troff():
    common.need("groff")
    with open(MAN_PAGE) as file:
        pages = [file.read()] + [galvan(c, "--help=man").stdout for c in COMMANDS]
    for page in pages:
        done = subprocess.run(["groff", "-man", "-ww", "-z"], input=page, text=True,
                              stderr=subprocess.PIPE, check=True)
        assert not done.stderr, done.stderr


def test_defaults():
    for command, seconds in (("run", 0), ("serve", 60)):
        for form in ("text", "words", "man"):
            text = galvan(command, "--max-clients", "3", "--help=" + form).stdout
            assert "(default: 64)" in text and "(default: %d)" % seconds in text, text


def test_forms_of_help():
    expect(galvan("run", "--help=html"), 2, "galvan run: there is no --help=html")


def shell(name, *arguments):
    done = subprocess.run([common.need(name), *arguments], text=True, stdout=subprocess.PIPE,
                          check=True)
    return done.stdout.splitlines()


def complete_bash(*words):
    """Returns bash's completions of the last word."""
    script = ('. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _galvan; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    return [line for line in shell("bash", "-c", script, COMPLETION + "/galvan.bash",
                                   common.GALVAN, *words) if line]


def complete_zsh(*words):
    """Returns zsh's completions of the last word. zsh's own completion functions need a terminal,
    so the script replaces them by functions that print their arguments."""
    script = ('_describe() { print -l -- "${(@P)@[-1]}" }; _files() { print -l -- $words[-1]*(N) };'
              '_normal() { print -l -- ${(k)commands[(I)$words[CURRENT]*]} };'
              'words=("$@"); CURRENT=$#; source $0')
    lines = shell("zsh", "-f", "-c", script, COMPLETION + "/galvan.zsh", common.GALVAN, *words)
    return [line.split(":")[0] for line in lines if line.startswith(words[-1])]


def complete_fish(*words):
    # The completion function calls the program by its name.
    path = os.path.dirname(common.GALVAN)
    script = "set PATH %s $PATH; source %s/galvan.fish; complete --do-complete 'galvan %s'" % (
        path, COMPLETION, " ".join(words))
    return [line.split("\t")[0] for line in shell("fish", "-N", "-c", script)]


def check_completion(complete):
    """Checks that completion offers exactly the commands and options that the help lists."""
    assert set(COMMANDS) <= set(complete("")), complete("")
    assert complete("doc") == ["doctor"]
    for command in COMMANDS:
        told = re.findall(r"^  (--[a-z-]+)", galvan(command, "--help").stdout, re.M)
        assert sorted(complete(command, "--")) == sorted(told), command
    if shutil.which("glxgears"):
        assert "glxgears" in complete("run", "--stats", "--", "glxg")
        assert "glxgears" not in complete("info", "--", "glxg")
    assert "usage.py" in [os.path.basename(path) for path in complete(
        "tgsi", os.path.join(os.path.dirname(os.path.abspath(__file__)), "usa"))]


def test_completion_of_bash():
    check_completion(complete_bash)


def test_completion_of_zsh():
    check_completion(complete_zsh)


def test_completion_of_fish():
    with common.directory() as home:
        os.environ.update(HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)
        check_completion(complete_fish)


def test_version():
    result = galvan("--version")
    expect(result, 0)
    assert result.stdout.startswith("galvan 0.")


def test_nothing():
    result = galvan()
    expect(result, 2, "which command? (see galvan --help)")
    assert "\n  galvan run -- PROGRAM " in result.stderr
    assert "\n  galvan doctor " in result.stderr


def test_unknown_command():
    expect(galvan("rum"), 2, 'unknown command "rum"')
    expect(galvan("--rum"), 2, 'unknown option "--rum"')


def test_next_steps():
    for words, step in ((["rum"], "did you mean galvan run?"),
                        (["dcotor"], "did you mean galvan doctor?"),
                        (["env0"], "did you mean galvan env?"),
                        (["sh"], "to run that program: galvan run -- sh"),
                        (["/bin/sh"], "to run that program: galvan run -- /bin/sh"),
                        (["no-such-program"], "galvan doctor   "),
                        (["--bogus"], "galvan doctor   "),
                        (["serve", "--sokcet=/x"], "did you mean --socket?"),
                        (["run", "--screenshots", "x"], "did you mean --screenshot?"),
                        (["run"], "for example: galvan run -- glxgears"),
                        (["record", "file"], "for example: galvan record FILE -- glxgears")):
        result = galvan(*words)
        expect(result, 2)
        assert "\n  " + step in result.stderr, (words, result.stderr)
    assert "did you mean" not in galvan("serve", "--bogus").stderr


def test_unknown_option():
    for command in COMMANDS:
        expect(galvan(command, "--bogus", "x"), 2,
               "galvan %s: unknown option --bogus (see galvan %s --help)" % (command, command))


def test_missing_argument():
    expect(galvan("serve", "--socket"), 2, "option --socket wants an argument")
    expect(galvan("run"), 2, "galvan run: which program?")
    expect(galvan("run", "--stats", "--"), 2, "galvan run: which program?")
    expect(galvan("record"), 2, "galvan record: which file?")
    expect(galvan("record", "file", "--"), 2, "galvan record: which program?")


def test_surplus_argument():
    expect(galvan("serve", "x"), 2, 'galvan serve: takes no argument "x"')
    expect(galvan("info", "x"), 2, 'galvan info: takes no argument "x"')


def test_numbers():
    for number in ("", "0", "4097", "-1", "0x10", "1e3", "12 ", "99999999999999999999999"):
        expect(galvan("serve", "--max-clients", number), 2,
               '--max-clients wants a number from 1 to 4096, not "%s"' % number)


def test_screenshot_names():
    for name in ("", ".png", "picture.jpg", "picture.png@0", "@5", "picture@5"):
        expect(galvan("run", "--screenshot", name, "true"), 2,
               '--screenshot wants FILE.png or FILE.png@FRAME, not "%s"' % name)


common.main(globals())
