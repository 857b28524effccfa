#!/bin/sh
# Lets every call of the system that the program makes fail, one after the other, and prints a table of how it ended:
#   scripts/faults.sh [--kind KIND] [--scenario NAME] [--call N] [--thin N] [--sentences] [--jobs N]
# Without arguments: all of them; "wrong" must be 0. tests/faults/faults.py says what is right.
set -eu
cd "$(dirname "$0")/.."

sh scripts/packages.sh tests
cmake --preset release -DTEXELSCOPE_TESTS=ON >/dev/null
cmake --build build/release --target texelscope faults_shim
cuda=''
if cmake --build build/release --target help | grep -q faults_cuda; then
  cmake --build build/release --target faults_cuda
  cuda='--cuda-program build/release/tests/faults/faults_cuda'
fi
exec python3 tests/faults/faults.py --program build/release/texelscope --shim build/release/tests/faults/libfaults_shim.so $cuda "$@"
