#!/bin/sh
# Renders every session of assets/sessions on the CPU into tests/golden: what the golden test compares with. Look at the
# pictures that changed before they are committed.
set -e
cd "$(dirname "$0")/.."
program=${1:-build/texelscope}
mkdir -p tests/golden
for session in assets/sessions/*.json; do
  name=$(basename "$session" .json)
  "$program" render "$session" --out "tests/golden/$name.png" --size 160x120 --backend cpu >/dev/null || rm -f "tests/golden/$name.png"
done
