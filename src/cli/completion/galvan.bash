# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# Completion for bash. The tables of commands and options have the words, by --help=words.

_galvan() {
    local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} i
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --help=words 2>/dev/null |
            cut -f 1)" -- "$cur")
        return
    fi
    case $command in
    run | record | doctor)
        # Behind "--" is a program with its own words.
        for ((i = 2; i < COMP_CWORD; i++)); do
            if [[ ${COMP_WORDS[i]} == -- ]]; then
                if ((i + 1 == COMP_CWORD)); then
                    mapfile -t COMPREPLY < <(compgen -c -- "$cur")
                elif declare -F _command_offset >/dev/null; then
                    _command_offset $((i + 1))
                else
                    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                fi
                return
            fi
        done
        ;;
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" "$command" --help=words \
            2>/dev/null | cut -f 1)" -- "$cur")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
}
complete -o filenames -F _galvan galvan
