#!/bin/sh
# Builds the Python package into dist/texelscope-*.whl, for the system's Python, or for $PYTHON. Arguments go to CMake.
packages=python
. "$(dirname "$0")/setup.sh"

python=${PYTHON:-/usr/bin/python3}
configure build/release release $(program_alone) "-DPython3_EXECUTABLE=$python" "$@"
cmake --build build/release --target texelscope_python --parallel "$jobs"
scripts/pack_wheel.sh "$python" "$(ls "$PWD"/build/release/python/texelscope/_core*.so)" dist
ls dist/texelscope-*.whl
