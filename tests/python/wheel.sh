#!/bin/sh
# wheel.sh PYTHON CORE WORK: packs the wheel with the built module, installs it without an index into a fresh environment, and uses it
# there.
set -eu
python=$1 core=$2 work=$3
rm -rf "$work"
"$(dirname "$0")/../../scripts/pack_wheel.sh" "$python" "$core" "$work/dist"
"$python" -m venv --system-site-packages "$work/venv"
"$work/venv/bin/pip" install --quiet --no-index "$work"/dist/texelscope-*.whl
unset PYTHONPATH
cd "$work"
venv/bin/python - <<'EOF'
import numpy, texelscope
assert "venv" in texelscope.__file__, texelscope.__file__
texture = texelscope.Texture(numpy.array([[0, 51], [102, 255]], numpy.uint8))
assert texture(numpy.array([[1.0, 1.0]], numpy.float32)) == numpy.float32(0.4)
assert texelscope.__version__
EOF
