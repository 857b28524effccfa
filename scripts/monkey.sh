#!/bin/sh
# Changes the window's state at random and compares each picture with the exact model, or gives a real window random input:
#   scripts/monkey.sh [--seed N] [--backend cpu|cuda] [--minutes M] [--steps N] [--block N] [--each N]
#                     [--log FILE] [--shared] [--copies] [--show]
#   scripts/monkey.sh --window [--seed N] [--minutes M] [--evidence FOLDER] [-- ARGUMENT...]
# The first runs for M minutes (9) and prints the table of steps and memory; with --log, each run goes on where the last one
# ended. The second runs for M minutes (30) in Xvfb, on copies of files in a temporary folder. --help of either says more.
# --built: the programs of build/release are there already.
set -eu

built='' program=texelscope_monkey
while [ $# -gt 0 ]; do
  case $1 in
    --built) built=1 && shift ;;
    --window) program=texelscope_window_monkey && shift ;;
    *) break ;;
  esac
done

if [ -n "$built" ]; then
  called_from=$PWD
  cd "$(dirname "$0")/.."
else
  packages=tests
  . "$(dirname "$0")/setup.sh"
  configure build/release release -DTEXELSCOPE_TESTS=ON
  cmake --build build/release --parallel "$jobs" --target texelscope $program
fi
program=$PWD/build/release/tests/$program
cd "$called_from"
# Without its caches for threads, malloc counts as live what is live.
export GLIBC_TUNABLES=glibc.malloc.tcache_count=0
exec "$program" "$@"
