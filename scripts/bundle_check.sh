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

equal=0 refused=0
render() { # SESSION BACKEND
  "$program" render "$1" --backend "$2" -o "$2.npy" --quiet 2>"$2.txt"
}
for session in "$folder"/share/texelscope/sessions/*.json; do
  name=$(basename "$session" .json) ends=0
  rm -f cpu.npy cuda.npy
  render "$session" cpu || ends=$?
  render "$session" cuda || ends=$ends-$?
  if [ "$ends" = 0 ] && cmp -s cpu.npy cuda.npy; then
    equal=$((equal + 1))
  elif [ "$ends" = 2-2 ] && [ -s cpu.txt ] && cmp -s cpu.txt cuda.txt; then
    refused=$((refused + 1)) # both say why CUDA refuses it
  else
    fail "$name: exit codes $ends, or other values"
    cat cpu.txt cuda.txt
  fi
done
echo "sessions: $equal equal byte for byte on the CPU and the GPU, $refused refused by both"
[ "$equal" -gt 0 ] || fail "no session is equal"

[ $# -gt 0 ] || set -- "$program" render "$folder/share/texelscope/sessions/05-mirror.json" --backend cuda -o traced.npy --quiet
if "$program" trace --out trace.json -- "$@"; then
  echo "trace: $(grep -c '"call"' trace.json || true) objects in $(wc -c <trace.json) bytes"
  "$program" trace-open trace.json | head -n 12
else
  fail "trace ended with $?"
fi
[ "$failed" = 0 ] && echo "all as it should be"
exit "$failed"
