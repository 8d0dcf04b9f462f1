# What the scripts beside this file have in common; they read it with `source`.
# shellcheck shell=bash

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Where the user is: paths given as arguments start there.
# shellcheck disable=SC2034
HERE=$PWD
cd "$ROOT"

# The comment at the top of a script is its help.
print_help() {
    sed -n '2,/^$/ s/^# \{0,1\}//p' "$ROOT/tools/$(basename "$0")"
}

for argument in "$@"; do
    case $argument in
    --) break ;;
    -h | --help)
        print_help
        exit 0
        ;;
    esac
done

say() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
}

fail() {
    say "$*"
    exit 1
}

# Stops with the help when a script that takes no arguments is given some.
no_arguments() {
    [ $# -eq 0 ] || {
        print_help >&2
        exit 64
    }
}

# Runs a command until it succeeds, at most four times: package servers are sometimes busy.
retrying() {
    local pause
    for pause in 5 15 30; do
        "$@" && return 0
        say "failed: $*; trying again in $pause seconds"
        sleep "$pause"
    done
    "$@"
}

# The packages fetched for the build come over the network on a new machine.
resolve_packages() {
    [ -d .build/checkouts ] || retrying swift package resolve >&2
}

# One configuration for everything: what is tested is what is used. Testable imports would need another build of every
# module; the tests use package access instead.
build_release() {
    swift build --configuration release "$@"
}
