#!/bin/sh
# Run the tests on builds that check every memory access: bounds checks of Cython (SPACELIB_DEBUG=1), and the address and
# undefined-behaviour sanitizers of gcc (SPACELIB_SANITIZE=1).
#
# usage: tests/sanitizers.sh [debug|sanitize|both] [pytest arguments ...]      (default: both, all tests but packaging)
#
# PYTHON chooses the interpreter (it needs numpy, cython, setuptools and the packages of the tests), WORK the folder for the
# copies (default: a temporary one, removed at the end). Leaks are not reported: the interpreter itself never frees all.

set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
which=both
case "${1:-}" in
    debug | sanitize | both) which=$1; shift ;;
    -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
if [ -n "${WORK:-}" ]; then
    work=$WORK
    mkdir -p "$work"
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
failed=0

copy() { # copy NAME: a clean copy of the tree in $work/NAME
    rm -rf "${work:?}/$1"
    mkdir -p "$work/$1"
    (cd "$root" && tar cf - --exclude=.git --exclude=build --exclude=dist --exclude='*.so' --exclude=__pycache__ .) |
        (cd "$work/$1" && tar xf -)
}

run() { # run NAME pytest-arguments: the tests of $work/NAME
    name=$1
    shift
    [ $# -gt 0 ] || set -- tests --ignore=tests/test_packaging.py
    echo "== $name: pytest $*"
    (cd "$work/$name" && PYTHONPATH=$work/$name "$python" -m pytest -q -p no:cacheprovider "$@") || failed=1
}

if [ "$which" != sanitize ]; then
    copy debug
    (cd "$work/debug" && SPACELIB_DEBUG=1 "$python" setup.py -q build_ext --inplace)
    run debug "$@"
fi

if [ "$which" != debug ]; then
    copy sanitize
    (cd "$work/sanitize" && SPACELIB_SANITIZE=1 "$python" setup.py -q build_ext --inplace)
    asan=$(gcc -print-file-name=libasan.so) ubsan=$(gcc -print-file-name=libubsan.so)
    # the C++ runtime first: other packages throw exceptions, which the sanitizer must find
    LD_PRELOAD="$asan $ubsan $(gcc -print-file-name=libstdc++.so.6)"
    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:halt_on_error=1
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
    PYTHONMALLOC=malloc
    export LD_PRELOAD ASAN_OPTIONS UBSAN_OPTIONS PYTHONMALLOC
    run sanitize "$@"
fi
exit $failed
