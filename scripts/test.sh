#!/bin/sh
# Installs what is missing, builds everything, and runs every test.
packages=tests
. "$(dirname "$0")/setup.sh"

configure build/release release -DTEXELSCOPE_TESTS=ON
cmake --build build/release --parallel "$jobs"
# Tests of windows wait most of the time.
exec ctest --preset release --parallel "$((2 * jobs))"
