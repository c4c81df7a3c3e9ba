# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# Provides functions for the scripts that source this file: a private runtime directory, a display,
# a software device, builds, test runs and trees of packages. shellcheck shell=bash

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/galvan-script.XXXXXX")
display_pid=

clean_up() {
    [[ -z $display_pid ]] || kill "$display_pid" 2>/dev/null || true
    rm -rf "$scratch"
}
trap clean_up EXIT

mkdir -m 700 "$scratch/run"
export XDG_RUNTIME_DIR=$scratch/run

# Selects lavapipe, Mesa's Vulkan device on the CPU, unless the user has selected a device.
use_software_device() {
    [[ -z ${GALVAN_DEVICE:-}${VK_ICD_FILENAMES:-}${VK_DRIVER_FILES:-} ]] || return 0
    local manifest
    for manifest in /usr/share/vulkan/icd.d/lvp_icd*.json; do
        [[ -e $manifest ]] || continue
        export VK_ICD_FILENAMES=$manifest
        return 0
    done
}

# Starts a private X server if there is no display.
use_display() {
    [[ -z ${DISPLAY:-} ]] || return 0
    mkfifo "$scratch/display"
    Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3<>"$scratch/display" \
        >"$scratch/xvfb.log" 2>&1 &
    display_pid=$!
    local number
    if ! read -r -t 30 number <>"$scratch/display"; then
        echo "no X server: Xvfb did not start within 30 s" >&2
        cat "$scratch/xvfb.log" >&2
        exit 1
    fi
    export DISPLAY=:$number
}

# count FILE WORD: prints the number that the attribute WORD has in the first <testsuite> element of
# ctest's results.
count() {
    grep -o -m 1 "[[:space:]]$2=\"[0-9]*\"" "$1" | head -n 1 | tr -dc 0-9
}

tests=0 failed=0 skipped=0 status=0 all_results=() unexpected_skips=

# run_tests DIR [ARGUMENT...]: runs ctest in a build and adds to the counts. Leaves the results and
# the list of the tests in build/results. Runs more tests at a time than there are processors, since
# many tests wait for a guest, a time limit or a frame of a display.
run_tests() {
    local dir=$1 results=$top/build/results/${0##*/}-${1##*/}-$((${#all_results[@]} + 1)).xml
    shift
    mkdir -p "${results%/*}"
    rm -f "$results"
    ctest --test-dir "$dir" --show-only=json-v1 >"${results%.xml}.json"
    ctest --test-dir "$dir" --output-on-failure --no-tests=error -j "$(($(nproc) * 3 / 2))" \
        --output-junit "$results" --test-output-size-passed 10000000 "$@" || status=$?
    [[ -s $results ]] || return 0
    /usr/bin/python3 "$top/tests/support/symbolize.py" "$results"
    all_results+=("$results")
    tests=$((tests + $(count "$results" tests)))
    failed=$((failed + $(count "$results" failures)))
    skipped=$((skipped + $(count "$results" skipped) + $(count "$results" disabled)))
    [[ -z ${expected_skips:-} ]] ||
        unexpected_skips+=$(/usr/bin/python3 "$top/tests/expect/skips.py" "$expected_skips" \
            "$results" 2>&1) || status=1
}

# Prints the durations of the tests, and writes them beside the results.
report_durations() {
    local list=$top/build/results/${0##*/}-durations.txt
    [[ ${#all_results[@]} -eq 0 ]] || "$top/scripts/durations" "${all_results[@]}" | tee "$list"
}

# Prints the last lines of a script; returns whether no test failed. A test that needed another
# attempt has printed a line "again: NAME: REASON".
report_tests() {
    local again
    again=$(cat "${all_results[@]}" /dev/null | grep -oE 'again: [^:]+: .*' || true)
    [[ -z $again ]] || printf '%s\n%d tests needed another try\n' "$again" "$(wc -l <<<"$again")"
    [[ -z $unexpected_skips ]] || printf 'The list of skips is wrong:\n%s\n' "$unexpected_skips"
    echo "$((tests - failed - skipped)) passed, $failed failed, $skipped skipped"
    [[ $failed -eq 0 && $tests -gt 0 && $status -eq 0 ]]
}

# Makes builds reuse compiled objects from ccache, if ccache is installed.
use_ccache() {
    command -v ccache >/dev/null || return 0
    CCACHE_DIR=$(ccache --get-config cache_dir)
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_DIR CCACHE_BASEDIR=$top CCACHE_NOHASHDIR=1
}

# build PRESET [TARGET...]: configures the preset if it has not been configured, and builds the
# targets.
build() {
    local preset=$1
    shift
    [[ -f $top/build/$preset/build.ninja ]] || (cd "$top" && cmake --preset "$preset") || return
    (cd "$top" && cmake --build --preset "$preset" ${1:+--target "$@"})
}

# sources [ETC]: prints apt's sources of binary packages, one on each line: address, suites, a bar,
# components.
sources() {
    local etc=${1:-/etc/apt} file
    {
        sed -nE -e 's/\t/ /g' -e 's/^ *deb +(\[[^]]*\] *)?/Types: deb\nURIs: /' \
            -e 's/(\nURIs: [^ ]+) +([^ ]+) *(.*)/\1\nSuites: \2\nComponents: \3\n/p' \
            "$etc/sources.list" "$etc"/sources.list.d/*.list 2>/dev/null || true
        for file in "$etc"/sources.list.d/*.sources; do
            [[ ! -f $file ]] || sed -e 's/\t/ /g' -e '/^#/d' -e '$s/$/\n/' "$file"
        done
    } | awk -v RS= '{
        split("", field)
        count = split($0, lines, "\n")
        for (i = 1; i <= count; i++) {
            if (match(lines[i], /^[A-Za-z-]+:/))
                name = tolower(substr(lines[i], 1, RLENGTH - 1))
            else
                RLENGTH = 0
            field[name] = field[name] " " substr(lines[i], RLENGTH + 1)
        }
        count = split(field["uris"], uris, " ")
        if (tolower(field["enabled"]) !~ / no *$/ && (field["types"] " ") ~ / deb /)
            for (i = 1; i <= count; i++)
                print uris[i] " " field["suites"] " | " field["components"] " "
    }'
}

# mirror CODENAME [ETC]: prints the address of the component main of a release, from which this
# system's packages come. If apt's lists are missing, as in an image of a container, takes the
# address from apt's sources, which may name a release by its class (stable, oldstable).
mirror() {
    local address=
    # shellcheck disable=SC2016
    [[ ${2:-} ]] || address=$(
        apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' \
            'Created-By: Packages' |
            awk -v codename="$1" '$2 == codename && $3 == "main" { print $1; exit }'
    )
    [[ $address ]] || address=$(
        sources "${2:-}" | awk -v codename="$1" '
            $1 !~ /^cdrom:/ && $0 ~ (" (" codename "|(old)*stable) .*[|].* main ") && !found++ {
                print $1
            }'
    )
    echo "$address"
}

# make_tree TREE ARCHITECTURE LIST [CODENAME]: unpacks the packages of a list in external, and all
# packages that they depend on, into a tree, unless the tree already has them. CODENAME is their
# release (default: this system's). Scripts of the packages do not run.
make_tree() {
    local tree=$1 architecture=$2 list=$top/external/$3 codename=${4:-} packages from name
    cmp -s "$list" "$tree/packages.txt" && return
    [[ $codename ]] || codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    packages=$(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$list" | paste -sd ,)
    from=$(mirror "$codename")
    rm -rf "$tree"
    mkdir -p "${tree%/*}"
    mmdebstrap --quiet --variant=extract --architectures="$architecture" --include="$packages" \
        "$codename" "$tree" ${from:+"$from"}
    mkdir -p "$tree"/{dev,proc,sys,tmp}
    for name in bin lib lib64 sbin; do # links that base-files contains in newer releases
        [[ -e $tree/$name || ! -e $tree/usr/$name ]] || ln -s "usr/$name" "$tree/$name"
    done
    cp "$list" "$tree/packages.txt"
}

# configure_cross BUILD TREE COMPILER EMULATOR [ARGUMENT...]: configures a build for the processor
# of a tree of packages. Semicolons separate the words of the emulator's command.
configure_cross() {
    local build=$1 tree=$2 compiler=$3 emulator=$4 manifest
    shift 4
    manifest=$(echo "$tree"/usr/share/vulkan/icd.d/lvp_icd.*.json)
    cmake -G Ninja -S "$top" -B "$build" -DCMAKE_BUILD_TYPE=Release -DGALVAN_WERROR=ON \
        -DCMAKE_TOOLCHAIN_FILE="$top/cmake/cross.cmake" \
        -DGALVAN_CROSS_COMPILER="$(command -v "$compiler")" -DGALVAN_CROSS_ROOT="$tree" \
        -DGALVAN_CROSS_EMULATOR="$emulator" -DGALVAN_TEST_SWIFTSHADER= \
        -DGALVAN_TEST_ICD="/${manifest#"$tree/"}" "$@"
}
