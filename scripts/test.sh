#!/bin/sh
# Installs what is missing, builds everything, and runs every test.
. "$(dirname "$0")/setup.sh"

configure build/release release
cmake --build build/release --parallel "$jobs"
exec ctest --preset release --parallel "$jobs"
