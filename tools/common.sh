# Functions shared by the scripts in this folder, which read this file with `source`.
# shellcheck shell=bash

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The user's working directory: paths given as arguments are relative to it.
# shellcheck disable=SC2034
HERE=$PWD
cd "$ROOT"

# Prints the comment at the top of a script, which is its help text.
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

# Prints the help and exits if a script that takes no arguments was given any.
no_arguments() {
    [ $# -eq 0 ] || {
        print_help >&2
        exit 64
    }
}

# Runs a command until it succeeds, at most four times, since package servers are sometimes busy.
retrying() {
    local pause
    for pause in 5 15 30; do
        "$@" && return 0
        say "failed: $*; trying again in $pause seconds"
        sleep "$pause"
    done
    "$@"
}

# Fetches the packages of the build, which a new machine does not have yet.
resolve_packages() {
    [ -d .build/checkouts ] || retrying swift package resolve >&2
}

# Builds in the only configuration, so that the tests run the code that is used. Testable imports would require another
# build of every module; the tests use package access instead.
build_release() {
    # The linker can merge equal functions and drop unused ones only if each has its own section.
    swift build --configuration release -Xswiftc -Xfrontend -Xswiftc -function-sections "$@"
}
