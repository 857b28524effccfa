#!/bin/sh
# Starts the bundle on a machine with an NVIDIA GPU and the driver, and prints what it saw: sessions must have the same values on
# the GPU as on the CPU, and a program of yours, or the bundle's own, is traced, where CUPTI is.
#   scripts/bundle_check.sh BUNDLE.tar.xz [PROGRAM ARGUMENTS...]
set -eu
bundle=$(readlink -f "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xf "$bundle" -C "$work"
folder=$(echo "$work"/texelscope-*)
program=$folder/texelscope
export HOME="$work/home"
mkdir "$HOME"
cd "$work"
failed=0
fail() { echo "FAILED: $*"; failed=1; }

echo "system: $(. /etc/os-release; echo "$PRETTY_NAME"), $(ldd --version | head -n 1)"
echo "bundle: $(basename "$bundle"), $(wc -c <"$bundle") bytes, $("$program" --version)"
"$program" doctor | head -n 20

equal=0 rendered=0
for session in "$folder"/share/texelscope/sessions/*.json; do
  name=$(basename "$session" .json)
  # Of a session that CUDA refuses in part, both say so.
  "$program" render "$session" --backend cpu -o cpu.npy --quiet || { fail "$name on the CPU"; continue; }
  "$program" render "$session" --backend cuda -o gpu.npy --quiet || { fail "$name on the GPU"; continue; }
  rendered=$((rendered + 1))
  if cmp -s cpu.npy gpu.npy; then equal=$((equal + 1)); else fail "$name differs"; fi
done
echo "sessions: $rendered rendered on both, $equal equal byte for byte"
[ "$rendered" -gt 0 ] || fail "no session was rendered"

[ $# -gt 0 ] || set -- "$program" render "$folder/share/texelscope/sessions/05-mirror.json" --backend cuda -o traced.npy --quiet
if "$program" trace --out trace.json -- "$@"; then
  echo "trace: $(grep -c '"call"' trace.json || true) objects in $(wc -c <trace.json) bytes"
  "$program" trace-open trace.json | head -n 12
else
  fail "trace ended with $?"
fi
[ "$failed" = 0 ] && echo "all as it should be"
exit "$failed"
