# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Galvan authors
# For scripts that source this file after common.sh: gets Debian's source package of Mesa, and
# configures builds of it. shellcheck shell=bash

system=$(. /etc/os-release && echo "$VERSION_CODENAME")

# Runs apt-get with a separate list of sources, so that the system's list needs no deb-src.
private_apt() {
    apt-get -o Dir::Etc::sourcelist="$work/apt/src.sources" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$work/apt/lists" -o APT::Sandbox::User=root "$@"
}

# Prints a line with the version of the installed Mesa if the suite is this system's release,
# otherwise an empty line. A driver fits only one version of Mesa.
installed_mesa() {
    local versions=
    # shellcheck disable=SC2016
    [[ $suite != "$system" ]] ||
        versions=$(dpkg-query -W -f='${source:Version}\n' libgl1-mesa-dri 2>/dev/null) || true
    head -n 1 <<<"$versions"
}

# Returns whether the source package is complete, and was fetched for the installed Mesa.
has_source() {
    [[ -z ${MESA_UPDATE:-} && -f $work/fetched ]] || return 1
    [[ $(head -n 1 "$work/fetched") == "$(installed_mesa)" ]] || return 1
    (cd "$work" && tail -n +2 fetched | sha256sum --check --status)
}

# Unpacks Mesa's source package with Debian's patches. For another release, also unpacks the tools
# of which this system has only older versions: meson (scripts) and wayland-protocols (texts).
get_source() {
    local from package
    has_source && return
    mkdir -p "$work/apt/lists/partial"
    from=$(mirror "$suite")
    [[ $from ]] || from=$(mirror "$system")
    if [[ ! $from ]]; then
        echo "mesa: /etc/apt names no mirror of Debian" >&2
        return 1
    fi
    cat >"$work/apt/src.sources" <<END
Types: deb deb-src
URIs: $from
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
    rm -rf "$work"/mesa[-_]* "$work"/{fetched,build,thread,address,tools,vulkan}
    private_apt update -q
    if [[ $suite != "$system" ]]; then
        mkdir -p "$work/tools"
        (cd "$work/tools" && private_apt download -q meson wayland-protocols)
        for package in "$work"/tools/*.deb; do
            dpkg-deb -x "$package" "$work/tools"
        done
        sed -i "s|^prefix=.*|prefix=$work/tools/usr|" "$work"/tools/usr/share/pkgconfig/*.pc
    fi
    (cd "$work" && private_apt source -q mesa &&
        { installed_mesa; sha256sum mesa_*; } >"$scratch/fetched")
    put "$scratch/fetched" "$work"
}

# put FILE DIRECTORY: copies the file, unless the directory has an equal one.
put() {
    cmp -s "$1" "$2/${1##*/}" || cp "$1" "$2/"
}

# get_mesa SUITE: installs the packages that Mesa's build needs, and unpacks the source package of a
# Debian release into $source, below $work. Prepares the environment for Mesa's build.
get_mesa() {
    suite=$1 work=$top/build/mesa/$1
    "$top/external/bootstrap" packages-mesa.txt
    # Uses the distribution's Python modules, even if other versions are installed.
    export PATH=/usr/bin:/bin:$PATH
    ! command -v ccache >/dev/null || export CC="ccache gcc" CXX="ccache g++"
    get_source
    source=$(echo "$work"/mesa-*/)
    source=${source%/}
    [[ -d $work/tools ]] || return 0
    export PATH=$work/tools/usr/bin:$PATH
    export PYTHONPATH=$work/tools/usr/lib/python3/dist-packages
    export PKG_CONFIG_PATH=$work/tools/usr/share/pkgconfig
}

# Options for both suites and for all drivers. Debian also builds with -O2.
mesa_options=(--buildtype=release -Doptimization=2 -Db_ndebug=true -Dllvm=disabled -Dvideo-codecs=
    -Dlibunwind=disabled -Dlmsensors=disabled -Dvalgrind=disabled -Dtools= -Dbuild-tests=false)

# configure_mesa BUILD OPTION...: configures a build of $source, or configures it again if the
# options have changed or if the tree has been moved.
configure_mesa() {
    local build=$1
    shift
    printf '%s\n' "$source" "$@" >"$scratch/options"
    cmp -s "$scratch/options" "$build/options" && return
    rm -rf "$build"
    meson setup "$build" "$source" "$@"
    put "$scratch/options" "$build"
}
