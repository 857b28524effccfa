#!/bin/sh
# Draws docs/pictures from shipped sessions, on the CPU; README.md and the pages of docs show them. Look at those that changed
# before they are committed. The build's folder is the argument.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/release}/texelscope

for tool in pngquant zopflipng; do
  command -v $tool >/dev/null || {
    echo "texelscope: error: $tool, which makes the pictures small, is missing: apt-get install pngquant zopfli" >&2
    exit 1
  }
done

draw() { # PICTURE SESSION FLAG…
  picture=docs/pictures/$1.png
  session=assets/sessions/$2.json
  shift 2
  "$program" render "$session" --window --backend cpu --size 1280x720 --out "$picture" "$@" >/dev/null
  pngquant --force --speed 1 --strip --nofs --output "$picture" 80 "$picture"
  zopflipng -y "$picture" "$picture" >/dev/null
}

mkdir -p docs/pictures
draw window 02-wrap-needs-normalized --tab effective --at 520,330
draw why 10-weights-have-8-bits --at 345,200
draw weights 10-weights-have-8-bits --at 345,200 --keys o
draw resize 65-resize-align-corners --at 3,5
draw scope 10-weights-have-8-bits --line 100,190,560,190
draw journal 05-mirror --tab history --keys ffn
draw profile 09-half-a-texel --tab cost --keys f6f
draw compare 10-weights-have-8-bits --compare state,ideal,signed
draw lod 35-anisotropy --tab levels --at 300,120
draw block 50-block-compressed --tab block --at 240,60
draw amp 46-amp-tex3 --lab amp
draw cube 25-cube-net --at 350,200 --tab effective
draw lesson 01-zone-plate-wrap --lesson half-a-texel
draw bug 01-zone-plate-wrap --lesson streaks
draw legality 03-linear-on-integers-refused --lab legality
draw staleness 09-half-a-texel --lab staleness
draw writes 09-half-a-texel --lab writes
draw fetch 08-one-hot-weights --lab fetch --fetch.body "$(cat assets/fetches/3-bicubic-b-spline.cu)"
trap 'rm -f matrix.json' EXIT # its name is in the picture
"$program" bench --backend cpu --suite matrix --filter '*x4.*' --json matrix.json >/dev/null
draw bench 01-zone-plate-wrap --bench matrix.json,matrix
draw chinese 04-border-colour --language zh-Hans --at 130,130
