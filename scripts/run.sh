#!/bin/sh
# Installs what is missing, builds, and opens the window; arguments go to the program. With no display and no arguments
# it draws a tour of the shipped sessions into out/ instead. With --cuda as the first argument it installs the distribution's CUDA
# Toolkit where none is found.
offers_toolkit=yes wants_cuda=
if [ "${1:-}" = --cuda ]; then
  wants_cuda=yes
  shift
fi
. "$(dirname "$0")/setup.sh"

configure build/release release $(program_alone)
cmake --build build/release --target texelscope --parallel "$jobs" >&2

if [ $# -gt 0 ] || [ -n "${DISPLAY:-}" ]; then
  program=$PWD/build/release/texelscope
  cd "$called_from" # file names in the arguments start there
  exec "$program" "$@"
fi

echo "There is no display: drawing a tour into out/."
mkdir -p out
for session in assets/sessions/*.json; do
  build/release/texelscope render "$session" --window --out "out/$(basename "$session" .json).png"
done
