#!/bin/sh
# Draws docs/pictures from shipped sessions, on the CPU; README.md and the pages of docs show them. Look at those that changed
# before they are committed. The build's folder is the argument. docs/pictures/texts.txt says what the windows said when they
# were drawn; `--check` behind the folder draws no picture and prints where the windows say something else today.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/release}/texelscope
check=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ -n "$check" ] || for tool in pngquant zopflipng; do
  command -v $tool >/dev/null || {
    echo "texelscope: error: $tool, which makes the pictures small, is missing: apt-get install pngquant zopfli" >&2
    exit 1
  }
done

draw() { # PICTURE SESSION FLAG…
  name=$1
  picture=docs/pictures/$1.png
  session=assets/sessions/$2.json
  shift 2
  [ -z "$check" ] || picture=$work/$name.png
  "$program" render "$session" --window --backend cpu --size 1280x720 --out "$picture" --ui-map "$work/$name.json" "$@" >/dev/null
  [ -z "$check" ] || return 0
  pngquant --force --speed 1 --strip --nofs --output "$picture" 80 "$picture"
  zopflipng -y "$picture" "$picture" >/dev/null
}

mkdir -p docs/pictures
draw readme 35-anisotropy --texture.mips tinted --sampler.max_anisotropy 1 --at 380,150
draw window 02-wrap-needs-normalized --at 520,330
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
draw cube 25-cube-net --at 350,200
draw lesson 01-zone-plate-wrap --lesson half-a-texel
draw bug 01-zone-plate-wrap --lesson streaks
draw legality 03-linear-on-integers-refused --lab legality
draw staleness 09-half-a-texel --lab staleness
draw writes 09-half-a-texel --lab writes
draw fetch 08-one-hot-weights --lab fetch --fetch.body "$(cat assets/fetches/3-bicubic-b-spline.cu)"
"$program" bench --backend cpu --suite matrix --filter '*x4.*' --json "$work/matrix.json" >/dev/null
draw bench 01-zone-plate-wrap --bench "$work/matrix.json,matrix"
draw chinese 04-border-colour --language zh-Hans --at 130,130

# What is visible and has no digit: numbers and names of machines may differ where the pictures are drawn anew, and so may the
# words about times that were measured, and what is said where NVRTC is missing.
texts() {
  python3 - "$work" <<'END'
import json
import sys
from pathlib import Path

for path in sorted(Path(sys.argv[1]).glob("*.json")):
    if path.stem not in ("bench", "journal", "matrix", "profile"):
        items = json.loads(path.read_text(encoding="utf-8"))["items"]
        seen = {" ".join(item["text"].split()) for item in items if item["visible"]}
        for text in sorted(seen):
            if text and not text.startswith("None yet:") and not any(letter.isdigit() for letter in text):
                print(f"{path.stem}: {text}")
END
}
if [ -z "$check" ]; then
  texts >docs/pictures/texts.txt
else
  texts | diff docs/pictures/texts.txt - || {
    echo "The windows of docs/pictures say something else today (> is new): draw them anew by scripts/pictures.sh, and look at them."
    exit 1
  }
fi
