#!/bin/sh
# Measures this machine's GPU and makes a page of it: bench-page.sh PROGRAM NAME
# writes docs/NAME.md and its plots, docs/pictures/NAME-*.svg. PROGRAM is texelscope.
set -eu
[ $# = 2 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
program=$(realpath "$1") name=$2
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# measure SUFFIX ARGUMENTS: the table into $work/SUFFIX.txt, the data into $work/SUFFIX.json
measure() { suffix=$1; shift; "$program" bench "$@" --json "$work/$suffix.json" > "$work/$suffix.txt"; }
cells() { for cell in "$@"; do printf -- '--cell %s ' "$cell"; done; }
plot() { "$program" bench-plot "$work/$1.json" --kind "$2" --out "docs/pictures/$name-$1.svg" > /dev/null; }

measure quick --suite quick
measure matrix --suite matrix
measure stairs --suite staircase $(cells $(for size in 4K 16K 64K 256K 1M 4M 16M 64M 256M 1G; do
  echo u8x4.bilinear.2d.array.tile.$size.tex f32x4.point.2d.pitch.tile.$size.load; done))
measure angles $(cells $(for path in array.%.4M.tex pitch.%.4M.tex pitch.%.4M.load; do
  for turn in tile $(seq -f rotated%g 5 5 85); do echo "u8x4.point.2d.$path" | sed "s/%/$turn/"; done; done))
measure paths $(cells $(for format in u8x4 f16x4 f32x4; do
  for path in array.tile.64K.tex pitch.tile.64K.tex pitch.tile.64K.shared pitch.tile.64K.software; do
    echo $format.bilinear.2d.$path; done; done))
plot matrix matrix
plot stairs staircase
plot angles polar
plot paths duel

# The table of a suite, without the two lines about the machine.
table() { echo '```'; sed 1,2d "$work/$1.txt"; echo '```'; echo; }
{
  echo "# $(sed -n '1s/,.*//p' "$work/quick.txt"), measured"
  echo
  echo "Written by \`scripts/bench-page.sh\`. [bench.md](bench.md) explains the method and the names of the cells."
  echo
  sed -n '1,2s/$/  /p' "$work/quick.txt"
  echo
  echo "## Formats and filters"
  echo
  echo "Texels per clock and multiprocessor, from caches."
  echo
  echo "![Formats by filters](pictures/$name-matrix.svg)"
  echo
  echo "## Working sets"
  echo
  echo "![Bytes per second against the working set](pictures/$name-stairs.svg)"
  echo
  echo "## Rotated access"
  echo
  echo "![Texels per second against the angle](pictures/$name-angles.svg)"
  echo
  echo "## Paths to a bilinear texel"
  echo
  echo "![Texels per second by path](pictures/$name-paths.svg)"
  echo
  echo "## The quick suite"
  echo
  table quick
  echo "## Working sets in numbers"
  echo
  table stairs
} > "docs/$name.md"
echo "docs/$name.md"
