#!/bin/sh
# Builds the pages for browsers into dist/web: ./scripts/web.sh [--alone PAGE...]. Installs what is missing of emscripten and Node.
# --alone: makes only these, each one file that needs no other, in dist/web/alone: --alone lesson-01-half-a-texel
set -eu
cd "$(dirname "$0")/.."
sh scripts/packages.sh web
mkdir -p build

jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
export NODE_PATH=/usr/share/nodejs # where Debian's emscripten finds what shortens its JavaScript
emcmake cmake -S app/wasm -B build/web -G Ninja -DCMAKE_BUILD_TYPE=Release >build/web.log 2>&1 || { cat build/web.log >&2; exit 1; }
cmake --build build/web -j "$jobs"
node scripts/pages.mjs build/web/texelscope.js dist/web "$@"
