#!/bin/sh
# wheel.sh PYTHON LIBRARY WORK: packs the wheel with the built library, twice with the same bytes, installs it without an index into a
# fresh environment, and uses it there with the libraries that it brought.
set -eu
python=$1 library=$2 work=$3
rm -rf "$work"
pack=$(dirname "$0")/../../scripts/pack_wheel.py
wheel=$("$python" "$pack" "$library" "$work/dist")
cmp "$wheel" "$("$python" "$pack" "$library" "$work/again")"
"$python" -m venv --system-site-packages "$work/venv"
"$work/venv/bin/pip" install --quiet --no-index "$wheel"
unset PYTHONPATH
cd "$work"
venv/bin/python - <<'EOF'
import re, numpy, texelscope
from pathlib import Path
folder = Path(texelscope.__file__).parent
assert "venv" in str(folder), folder
texture = texelscope.Texture(numpy.array([[0, 51], [102, 255]], numpy.uint8))
assert texture(numpy.array([[1.0, 1.0]], numpy.float32)) == numpy.float32(0.4)
assert texelscope.__version__
loaded = {Path(path) for path in re.findall(r" (/\S+/lib\S+\.so\.\d+)$", Path("/proc/self/maps").read_text(), re.M)}
brought = {file.resolve() for file in folder.glob("lib*.so.*")}
assert len(brought) >= 4 and brought <= loaded, (brought, loaded)
EOF
