#!/bin/sh
# Installs what is missing, builds everything, and runs every test.
. "$(dirname "$0")/setup.sh"

configure build/release release
cmake --build build/release --parallel "$jobs"
# Tests of windows wait now and then.
ctest --preset release --parallel "$((jobs + (jobs + 1) / 2))"
exec ./scripts/web_test.sh
