# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# Completion for fish. The tables of commands and options have the words, by --help=words.

function __galvan_words
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    if test (count $words) -lt 2
        $words[1] --help=words 2>/dev/null
        return
    end
    # Behind "--" is a program with its own words.
    set -l dashes (contains --index -- -- $words)
    if contains -- $words[2] run record doctor; and set -q dashes[1]
        set -l rest $words[(math $dashes + 1)..] (commandline --current-token --cut-at-cursor)
        complete --do-complete (string join -- ' ' (string escape -- $rest[..-2]) $rest[-1])
    else if string match --quiet -- '-*' (commandline --current-token)
        $words[1] $words[2] --help=words 2>/dev/null
    else
        __fish_complete_path (commandline --current-token)
    end
end
complete --command galvan --no-files --arguments '(__galvan_words)'
