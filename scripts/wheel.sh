#!/bin/sh
# Builds the Python package into dist/texelscope-*.whl, for any Python from 3.9 on. Arguments go to CMake.
. "$(dirname "$0")/setup.sh"

configure build/release release $(program_alone) "$@"
cmake --build build/release --target texelscope_c --parallel "$jobs"
scripts/pack_wheel.py build/release/app/c/libtexelscope.so.1 dist
