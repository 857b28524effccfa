#!/bin/sh
# Records the program of assets/recordings on a GPU, beside it: its report, the texels of its texture and each of its fetches.
#   scripts/recording.sh [PROGRAM]     the built texelscope; default: build/release/texelscope
set -eu
cd "$(dirname "$0")/.."
program=$(realpath "${1:-build/release/texelscope}")
recordings=$PWD/assets/recordings
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
cp "$recordings/half_texel.cu" "$work"
cd "$work"
"$nvcc" -O2 -lineinfo -gencode arch=compute_75,code=compute_75 half_texel.cu -o half_texel
"$program" trace --fetches --fetches-out half_texel_fetches.npy --texels texels --out report.json -- ./half_texel
# The report names its files from its own folder, so that it can lie anywhere.
texels=$(ls texels)
mv "texels/$texels" "half_texel_texels.${texels##*.}"
sed -e "s|$work/texels/$texels|half_texel_texels.${texels##*.}|; s|$work/||g" report.json >half_texel.json
mv half_texel.json half_texel_fetches.npy "half_texel_texels.${texels##*.}" "$recordings"
"$program" explain "$recordings/half_texel.json#1" --fetch 4 >/dev/null # it can be read
