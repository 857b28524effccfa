#!/bin/sh
# pack_wheel.sh PYTHON CORE DIST: packs the built extension module CORE and the Python sources into DIST/texelscope-*.whl.
set -eu
python=$1 core=$2 dist=$3
root=$(cd "$(dirname "$0")/.." && pwd)
copy=$(mktemp -d) # setuptools writes beside its sources
trap 'rm -rf "$copy"' EXIT
mkdir -p "$copy/app" "$dist"
cp "$root/CMakeLists.txt" "$copy"
cp -r "$root/app/python" "$copy/app/python"
TEXELSCOPE_CORE=$core "$python" -m pip wheel --quiet --no-index --no-build-isolation --no-deps --wheel-dir "$dist" "$copy/app/python"
