#!/bin/sh
# Installs what is missing, builds everything, and runs every test.
. "$(dirname "$0")/setup.sh"

configure build/release release
cmake --build build/release --parallel "$jobs"
# Tests of windows wait now and then.
exec ctest --preset release --parallel "$((jobs + (jobs + 1) / 2))"
