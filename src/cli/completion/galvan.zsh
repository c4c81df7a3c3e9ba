#compdef galvan
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# Completion for zsh. The tables of commands and options have the words, by --help=words.

_galvan() {
    local -a offered
    if ((CURRENT == 2)); then
        offered=("${(@f)$("$words[1]" --help=words 2>/dev/null)}")
        offered=("${(@)offered//:/\\:}")
        offered=("${(@)offered/$'\t'/:}")
        _describe command offered
        return
    fi
    case $words[2] in
    run | record | doctor)
        # Behind "--" is a program with its own words.
        local dashes=${words[(i)--]}
        if ((dashes < CURRENT)); then
            shift dashes words
            ((CURRENT -= dashes))
            _normal
            return
        fi
        ;;
    esac
    if [[ $words[CURRENT] == -* ]]; then
        offered=("${(@f)$("$words[1]" "$words[2]" --help=words 2>/dev/null)}")
        offered=("${(@)offered//:/\\:}")
        offered=("${(@)offered/$'\t'/:}")
        _describe -o option offered
    else
        _files
    fi
}
_galvan "$@"
