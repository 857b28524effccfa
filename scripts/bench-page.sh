#!/bin/sh
# Measures this machine's GPU for docs/NAME.md: bench-page.sh PROGRAM NAME
# writes docs/data/bench-NAME.json, the plots docs/pictures/NAME-*.svg, and the tables and numbers of the pages. PROGRAM is texelscope.
set -eu
[ $# = 2 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
program=$(realpath "$1") name=$2
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# measure SUFFIX ARGUMENTS: the data into $work/SUFFIX.json
measure() { suffix=$1; shift; "$program" bench "$@" --json "$work/$suffix.json" > /dev/null; }
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

scripts/figures.py --bench "docs/data/bench-$name.json" --commit "$(git rev-parse --short HEAD)" \
  quick="$work/quick.json" stairs="$work/stairs.json"
scripts/figures.py --write
echo "docs/data/bench-$name.json"
